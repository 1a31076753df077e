import type { Part } from '../document/part.ts'

const feature = (id: string, type: string, inputs: Part['features'][number]['inputs']) => ({
  id,
  type,
  name: id,
  order: id,
  suppressed: false,
  inputs,
})

/** A small part that uses the kernel's commonest makers. */
export const warmPart: Part = {
  units: 'mm',
  density: 1,
  features: [
    feature('sketch-00000', 'sketch', { plane: 'xy' }),
    feature('extrude-00000', 'extrude', { sketch: 'sketch-00000', op: 'add', distance: 5 }),
    feature('hole-00000', 'hole', { face: 'face:extrude-00000/end', diameter: 4, u: 0.5, v: 0.5 }),
    feature('fillet-00000', 'fillet', {
      edges: { edges: { createdBy: 'extrude-00000', role: 'end', curve: 'circle' } },
      radius: 0.5,
    }),
  ],
  points: [{ id: 'point-00000', kind: 'point', sketch: 'sketch-00000', xy: [0, 0] }],
  entities: [{ id: 'circle-00000', kind: 'circle', sketch: 'sketch-00000', c: 'point-00000', r: 10 }],
  constraints: [],
  parameters: [],
  configurations: [],
  requirements: [],
}
