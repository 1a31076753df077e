import type { Engine } from '../src/build/builder.ts'
import { createMaker } from './maker.ts'
import { top, upright } from './shapes.ts'

/** A dimension that can change within limits without another topology. */
export interface Free {
  feature: string
  input: string
  least: number
  most: number
}

/** A part of twelve features that depend on each other, and its free dimensions. */
export function makeTwelve(engine: Engine) {
  const maker = createMaker(engine)
  const box = maker.box(80, 50, 12)
  const boss = maker.feature('boss', { face: top(box), shape: 'circle', diameter: 16, height: 8, u: 0.5, v: 0.5 })
  const hole = maker.feature('hole', { face: top(box), diameter: 4, u: 0.1, v: 0.2 })
  const row = maker.feature('pattern', {
    kind: 'linear',
    features: [hole],
    direction: { x: 1, y: 0, z: 0 },
    count: 3,
    spacing: 15,
  })
  maker.feature('mirror', { features: [hole, row], plane: 'xz' })
  const pocket = maker.feature('pocket', {
    face: top(box),
    width: 10,
    length: 12,
    depth: 4,
    cornerRadius: 2,
    u: 0.15,
    v: 0.5,
  })
  const bore = maker.feature('hole', { face: top(boss), diameter: 6, u: 0.5, v: 0.5 })
  const block = maker.feature('boss', {
    face: top(box),
    shape: 'rectangle',
    width: 8,
    length: 14,
    height: 6,
    u: 0.85,
    v: 0.5,
  })
  const corners = maker.feature('fillet', {
    edges: { edges: { createdBy: box, role: 'side', ...upright.edges } },
    radius: 3,
  })
  const rim = maker.feature('chamfer', { edges: `edge:[${boss}/end|${boss}/side/wall]`, distance: 1 })
  const soft = maker.feature('fillet', {
    edges: { edges: { createdBy: block, role: 'side', ...upright.edges } },
    radius: 1,
  })
  const free: Free[] = [
    { feature: box, input: 'distance', least: 8, most: 20 },
    { feature: boss, input: 'diameter', least: 12, most: 18 },
    { feature: boss, input: 'height', least: 4, most: 12 },
    { feature: hole, input: 'diameter', least: 2, most: 6 },
    { feature: row, input: 'spacing', least: 10, most: 18 },
    { feature: pocket, input: 'width', least: 8, most: 14 },
    { feature: pocket, input: 'depth', least: 2, most: 6 },
    { feature: bore, input: 'diameter', least: 4, most: 8 },
    { feature: block, input: 'height', least: 3, most: 9 },
    { feature: corners, input: 'radius', least: 1, most: 4 },
    { feature: rim, input: 'distance', least: 0.5, most: 1.5 },
    { feature: soft, input: 'radius', least: 0.5, most: 2 },
  ]
  return { ...maker, free, box }
}
