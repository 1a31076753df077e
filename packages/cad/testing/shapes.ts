import type { createMaker } from './maker.ts'

export type Maker = ReturnType<typeof createMaker>
export const top = (feature: string) => `face:${feature}/end`
export const upright = { edges: { direction: { x: 0, y: 0, z: 1 } } }
export const middle = { u: 0.5, v: 0.5 }
const { PI } = Math

/** A part whose volume is known by a formula. */
export interface Shape {
  name: string
  volume: number
  area?: number
  bodies?: number
  make(part: Maker): void
}

export const shapes: readonly Shape[] = [
  { name: 'a box', volume: 6000, area: 2200, make: (p) => p.box(30, 20, 10) },
  { name: 'a box on a standing plane', volume: 6000, area: 2200, make: (p) => p.box(30, 20, 10, 'xz') },
  {
    name: 'a cylinder',
    volume: PI * 100 * 20,
    area: 2 * PI * 100 + 2 * PI * 10 * 20,
    make(p) {
      const s = p.sketch('yz')
      p.circle(s, 5, 5, 10)
      p.feature('extrude', { sketch: s, op: 'add', distance: 20, direction: 'symmetric' })
    },
  },
  {
    name: 'a ring of two circles',
    volume: PI * (100 - 36) * 5,
    make(p) {
      const s = p.sketch()
      p.circle(s, 0, 0, 10)
      p.circle(s, 0, 0, 6)
      p.feature('extrude', { sketch: s, op: 'add', distance: 5, direction: 'reverse' })
    },
  },
  {
    name: 'two outlines',
    volume: 2 * PI * 4 * 3,
    bodies: 2,
    make(p) {
      const s = p.sketch()
      p.circle(s, -5, 0, 2)
      p.circle(s, 5, 0, 2)
      p.feature('extrude', { sketch: s, op: 'add', distance: 3 })
    },
  },
  {
    name: 'a half disc of an arc and a line',
    volume: (PI * 25 * 4) / 2,
    make(p) {
      const s = p.sketch()
      p.arc(s, [5, 0], [-5, 0], [0, 0])
      p.line(s, [-5, 0], [5, 0])
      p.feature('extrude', { sketch: s, op: 'add', distance: 4 })
    },
  },
  {
    name: 'a hole through and a blind one',
    volume: 6000 - PI * 4 * 10 - PI * 4 * 3,
    make(p) {
      const box = p.box(30, 20, 10)
      p.feature('hole', { face: top(box), diameter: 4, u: 0.25, v: 0.5 })
      p.feature('hole', { face: top(box), diameter: 4, depth: 3, u: 0.75, v: 0.5 })
    },
  },
  {
    name: 'a pocket with round corners',
    volume: 6000 - (10 * 8 - (4 - PI) * 4) * 4,
    make: (p) =>
      p.feature('pocket', { face: top(p.box(30, 20, 10)), width: 10, length: 8, depth: 4, cornerRadius: 2, ...middle }),
  },
  {
    name: 'a round boss and a square one',
    volume: 6000 + PI * 9 * 5 + 4 * 4 * 2,
    make(p) {
      const box = p.box(30, 20, 10)
      p.feature('boss', { face: top(box), shape: 'circle', diameter: 6, height: 5, u: 0.25, v: 0.5 })
      p.feature('boss', { face: top(box), shape: 'rectangle', width: 4, length: 4, height: 2, u: 0.75, v: 0.5 })
    },
  },
  {
    name: 'a sketch on a face cuts into the material',
    volume: 6000 - PI * 9 * 4,
    make(p) {
      const s = p.sketch(top(p.box(30, 20, 10)))
      p.circle(s, 0, 0, 3)
      p.feature('extrude', { sketch: s, op: 'cut', distance: 4 })
    },
  },
  {
    name: 'a cut through all',
    volume: 6000 - PI * 9 * 10,
    make(p) {
      const s = p.sketch(top(p.box(30, 20, 10)))
      p.circle(s, 0, 0, 3)
      p.feature('extrude', { sketch: s, op: 'cut', extent: 'throughAll' })
    },
  },
  {
    name: 'an extrusion up to a face',
    volume: 6000 + PI * 9 * 10,
    make(p) {
      const box = p.box(30, 20, 10)
      const s = p.sketch()
      p.circle(s, 50, 0, 3)
      p.feature('extrude', { sketch: s, op: 'add', extent: 'upTo', to: top(box) })
    },
    bodies: 2,
  },
  {
    name: 'round upright edges',
    volume: 6000 - (4 - PI) * 9 * 10,
    make(p) {
      p.box(30, 20, 10)
      p.feature('fillet', { edges: upright, radius: 3 })
    },
  },
  {
    name: 'chamfered upright edges',
    volume: 6000 - 4 * 0.5 * 4 * 10,
    make(p) {
      p.box(30, 20, 10)
      p.feature('chamfer', { edges: upright, distance: 2 })
    },
  },
  {
    name: 'all twelve edges round',
    // The box inside, its six slabs, quarter cylinders and the eighths of a sphere.
    volume: 26 * 16 * 6 + 2 * 2 * (26 * 16 + 16 * 6 + 26 * 6) + PI * 4 * (26 + 16 + 6) + (4 / 3) * PI * 8,
    make(p) {
      p.box(30, 20, 10)
      p.feature('fillet', { edges: { edges: { all: true } }, radius: 2 })
    },
  },
  {
    name: 'a ring by revolving',
    volume: 2 * PI * 10 * 8,
    make(p) {
      const s = p.sketch('xz')
      p.polygon(s, [
        [8, 0],
        [12, 0],
        [12, 2],
        [8, 2],
      ])
      const axis = p.line(s, [0, 0], [0, 10], true)
      p.feature('revolve', { sketch: s, axis, angle: 360, op: 'add' })
    },
  },
  {
    name: 'a quarter of a cone',
    volume: (PI * 9 * 12) / 3 / 4,
    make(p) {
      const s = p.sketch('xz')
      const [, , axis = ''] = p.polygon(s, [
        [0, 0],
        [3, 0],
        [0, 12],
      ])
      p.feature('revolve', { sketch: s, axis, angle: 90, op: 'add' })
    },
  },
  {
    name: 'a sphere',
    volume: (4 / 3) * PI * 125,
    area: 4 * PI * 25,
    make: (p) => p.feature('primitive', { shape: 'sphere', radius: 5, x: 1, y: 2, z: 3, op: 'add' }),
  },
  {
    name: 'a frustum by a loft',
    volume: (12 * (100 + 40 + 16)) / 3,
    make(p) {
      const s = p.sketch()
      p.polygon(s, [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
      ])
      const t = p.sketch(p.feature('plane', { base: 'xy', offset: 12 }))
      p.polygon(t, [
        [-2, -2],
        [2, -2],
        [2, 2],
        [-2, 2],
      ])
      p.feature('loft', { sketches: [s, t], op: 'add' })
    },
  },
  {
    name: 'a pipe along a line and a bend',
    volume: PI * 4 * (20 + (PI / 2) * 10),
    make(p) {
      const path = p.sketch('xz')
      const entity = p.line(path, [0, 0], [0, 20])
      p.arc(path, [0, 20], [10, 30], [10, 20], false)
      const profile = p.sketch()
      p.circle(profile, 0, 0, 2)
      p.feature('sweep', { profile, path, entity, op: 'add' })
    },
  },
  {
    name: 'a shell open at the top',
    volume: 6000 - 26 * 16 * 8,
    make: (p) => p.feature('shell', { thickness: 2, openFaces: top(p.box(30, 20, 10)) }),
  },
  {
    name: 'a closed shell',
    volume: 6000 - 26 * 16 * 6,
    make(p) {
      p.box(30, 20, 10)
      p.feature('shell', { thickness: 2 })
    },
  },
  {
    name: 'drafted sides',
    volume: 6000 - 5000 * Math.tan(PI / 36) + (4000 / 3) * Math.tan(PI / 36) ** 2,
    make(p) {
      const box = p.box(30, 20, 10)
      p.feature('draft', { faces: { faces: { createdBy: box, role: 'side' } }, angle: 5, pull: { x: 0, y: 0, z: 1 } })
    },
  },
  {
    name: 'a row of holes',
    volume: 6000 - 5 * PI * 1 * 10,
    make(p) {
      const hole = p.feature('hole', { face: top(p.box(30, 20, 10)), diameter: 2, u: 0.1, v: 0.5 })
      p.feature('pattern', { kind: 'linear', features: [hole], direction: { x: 1, y: 0, z: 0 }, count: 5, spacing: 5 })
    },
  },
  {
    name: 'a circle of holes',
    volume: PI * 400 * 5 - 6 * PI * 4 * 5,
    make(p) {
      const s = p.sketch()
      p.circle(s, 0, 0, 20)
      const disc = p.feature('extrude', { sketch: s, op: 'add', distance: 5 })
      const t = p.sketch(top(disc))
      p.circle(t, 12, 0, 2)
      const hole = p.feature('extrude', { sketch: t, op: 'cut', extent: 'throughAll' })
      p.feature('pattern', {
        kind: 'circular',
        features: [hole],
        axis: { x: 0, y: 0, z: 1 },
        point: { x: 0, y: 0, z: 0 },
        count: 6,
        angle: 360,
      })
    },
  },
  {
    name: 'a mirrored boss',
    volume: 6000 + 2 * PI * 4 * 3,
    make(p) {
      const boss = p.feature('boss', {
        face: top(p.box(30, 20, 10)),
        shape: 'circle',
        diameter: 4,
        height: 3,
        u: 0.2,
        v: 0.5,
      })
      p.feature('mirror', { features: [boss], plane: 'yz' })
    },
  },
  {
    name: 'a body cut by another',
    volume: 6000 - PI * 4 * 10,
    make(p) {
      const box = p.box(30, 20, 10)
      const s = p.sketch()
      p.circle(s, 0, 0, 2)
      const rod = p.feature('extrude', { sketch: s, op: 'add', distance: 40, direction: 'symmetric', merge: 'new' })
      p.feature('boolean', { op: 'subtract', target: box, tools: [rod] })
    },
  },
  {
    name: 'a rib between a wall and a floor',
    // The triangle under a line of 45 degrees is filled down to the floor.
    volume: 40 * 20 * 2 + 2 * 20 * 20 + 3 * 10 * 10,
    make(p) {
      p.box(40, 20, 2)
      const s = p.sketch()
      p.polygon(s, [
        [-20, -10],
        [-18, -10],
        [-18, 10],
        [-20, 10],
      ])
      p.feature('extrude', { sketch: s, op: 'add', distance: 22 })
      const plane = p.feature('plane', { base: 'xy', offset: 12 })
      const t = p.sketch(plane)
      const line = p.line(t, [-18, 0], [-8, 0])
      p.feature('rib', { sketch: t, line, thickness: 3, direction: 'symmetric' })
    },
  },
]
