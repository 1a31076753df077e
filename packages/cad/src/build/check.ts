import { isValid, type Oc, withArena } from '../geometry/occ.ts'
import { cross, dot, scale, subtract, type V3 } from '../geometry/vector.ts'
import type { BuiltPart } from './builder.ts'
import type { PartFinding } from './findings.ts'
import { forExport, type Mesh } from './mesh.ts'

export const processes = ['fdm', 'sla', 'cnc'] as const
export type Process = (typeof processes)[number]

/** How a part is made, and the room that there is for it, in mm. */
export interface CheckOptions {
  process?: Process
  bed?: { x: number; y: number; z: number }
}

/** A finding about shapes: where it is, what was measured and its limit. */
export interface ShapeFinding extends PartFinding {
  point?: [number, number, number]
  value?: number
  limit?: number
}

interface Limits {
  /** Thinnest wall and smallest hole, in mm. */
  wall: number
  hole: number
  /** The smallest inner radius that a tool can cut. */
  innerRadius?: number
  /** The largest angle of a face from the vertical that needs no support, in degrees. */
  overhang?: number
}

/** Usual limits of a desktop printer, a resin printer, and a mill with a tool of 3 mm. */
const limitsOf: Readonly<Record<Process, Limits>> = {
  fdm: { wall: 0.8, hole: 2, overhang: 45 },
  sla: { wall: 0.5, hole: 0.5 },
  cnc: { wall: 0.8, hole: 1, innerRadius: 1.5 },
}

/** A value equal to its limit is right, as far as triangles can say. */
const SLACK = 1e-6
const ROUND_SLACK = 0.05
/** The most triangles at which the thickness is measured; the work grows with their number times all triangles. */
const MOST_RAYS = 1_500
const MOST_FINDINGS = 40
const warning: PartFinding['severity'] = 'warning'

/** Checks whether the bodies are closed, can be made by a process, and fit. Build direction is Z. */
export function checkShapes(oc: Oc, built: BuiltPart, { process, bed }: CheckOptions): ShapeFinding[] {
  const findings: ShapeFinding[] = built.state.bodies.flatMap(({ id, shape }) =>
    isValid(oc, shape)
      ? []
      : [
          {
            code: 'invalid_solid',
            severity: 'error',
            message: `The body ${id} is no valid solid.`,
            refs: [`body:${id}`],
          },
        ],
  )
  if (bed) findings.push(...fits(built, bed))
  if (process === undefined || built.state.bodies.length === 0) return findings
  const limits = limitsOf[process]
  const mesh = built.mesh(forExport)
  findings.push(...thinWalls(mesh, limits.wall), ...smallRounds(oc, built, limits))
  if (limits.overhang !== undefined) findings.push(...overhangs(mesh, limits.overhang))
  return findings.slice(0, MOST_FINDINGS)
}

function fits({ build }: BuiltPart, bed: { x: number; y: number; z: number }): ShapeFinding[] {
  const { box } = build.measures
  if (!box) return []
  return (['x', 'y', 'z'] as const).flatMap((axis, i): ShapeFinding[] => {
    const value = (box.max[i] ?? 0) - (box.min[i] ?? 0)
    const limit = bed[axis]
    if (value <= limit + SLACK) return []
    return [
      {
        code: 'too_large',
        severity: 'error',
        message: `It is ${short(value)} mm long in ${axis}, of ${limit}.`,
        value,
        limit,
      },
    ]
  })
}

const short = (value: number): number => Math.round(value * 1000) / 1000

interface Triangle {
  a: V3
  b: V3
  c: V3
  normal: V3
  ref: string
}

function trianglesOf({ positions, indices, faces }: Mesh): Triangle[] {
  const at = (i: number): V3 => {
    const place = 3 * (indices[i] ?? 0)
    return [positions[place] ?? 0, positions[place + 1] ?? 0, positions[place + 2] ?? 0]
  }
  return faces.flatMap(({ ref, start, count }) =>
    Array.from({ length: count / 3 }, (_, n): Triangle => {
      const [a, b, c] = [at(start + 3 * n), at(start + 3 * n + 1), at(start + 3 * n + 2)]
      const square = cross(subtract(b, a), subtract(c, a))
      const size = Math.hypot(...square)
      return { a, b, c, ref, normal: size > 0 ? scale(square, 1 / size) : [0, 0, 0] }
    }).filter(({ normal }) => Math.hypot(...normal) > 0.5),
  )
}

const middleOf = ({ a, b, c }: Triangle): V3 => [
  (a[0] + b[0] + c[0]) / 3,
  (a[1] + b[1] + c[1]) / 3,
  (a[2] + b[2] + c[2]) / 3,
]

/** The thinnest place between each pair of faces, by rays into the material that leave through a face opposite. */
function thinWalls(mesh: Mesh, limit: number): ShapeFinding[] {
  const triangles = trianglesOf(mesh)
  const step = Math.max(1, Math.ceil(triangles.length / MOST_RAYS))
  const thinnest = new Map<string, { value: number; from: V3; refs: string[] }>()
  for (let i = 0; i < triangles.length; i += step) {
    const from = triangles[i]
    if (!from) continue
    const origin = middleOf(from)
    const inwards = scale(from.normal, -1)
    let nearest: { value: number; ref: string } | undefined
    for (const to of triangles) {
      if (to === from || dot(to.normal, inwards) < 0.7) continue
      const value = hitAt(origin, inwards, to)
      if (value !== undefined && value < (nearest?.value ?? limit)) nearest = { value, ref: to.ref }
    }
    if (!nearest || nearest.value >= limit - ROUND_SLACK) continue
    const refs = [from.ref, nearest.ref].sort()
    const key = refs.join(' ')
    const known = thinnest.get(key)
    if (!known || nearest.value < known.value) thinnest.set(key, { value: nearest.value, from: origin, refs })
  }
  return [...thinnest.values()].map(({ value, from, refs }) => ({
    code: 'thin_wall',
    severity: 'warning',
    message: `A wall is ${short(value)} mm thin, of at least ${limit}.`,
    point: pointOf(from),
    refs,
    value,
    limit,
  }))
}

/** The distance at which a ray meets a triangle, by Möller and Trumbore. */
function hitAt(origin: V3, along: V3, { a, b, c }: Triangle): number | undefined {
  const [ab, ac] = [subtract(b, a), subtract(c, a)]
  const p = cross(along, ac)
  const det = dot(ab, p)
  if (Math.abs(det) < 1e-12) return undefined
  const t = subtract(origin, a)
  const u = dot(t, p) / det
  if (u < 0 || u > 1) return undefined
  const q = cross(t, ab)
  const v = dot(along, q) / det
  if (v < 0 || u + v > 1) return undefined
  const distance = dot(ac, q) / det
  return distance > 1e-6 ? distance : undefined
}

/** Holes and inner radii that are too small. */
function smallRounds(oc: Oc, { topology }: BuiltPart, { hole, innerRadius }: Limits): ShapeFinding[] {
  return topology().faces.flatMap(({ face, surface, radius, labels, centre }): ShapeFinding[] => {
    if (surface !== 'cylinder' || radius === undefined) return []
    const { isInner, isFull } = withArena((use) => {
      const adaptor = use(new oc.BRepAdaptor_Surface(face, true))
      const isReversed = face.Orientation() === oc.TopAbs_Orientation.TopAbs_REVERSED
      const turn = adaptor.LastUParameter() - adaptor.FirstUParameter()
      return { isInner: isReversed === use(adaptor.Cylinder()).Direct(), isFull: turn > 2 * Math.PI - 1e-6 }
    })
    const about = { severity: warning, point: pointOf(centre), refs: [`face:${labels[0]}`] }
    if (isInner && isFull && 2 * radius < hole - SLACK)
      return [
        {
          ...about,
          code: 'small_hole',
          message: `A hole is ${short(2 * radius)} mm wide, of at least ${hole}.`,
          value: 2 * radius,
          limit: hole,
        },
      ]
    if (isInner && !isFull && innerRadius !== undefined && radius < innerRadius - SLACK)
      return [
        {
          ...about,
          code: 'small_radius',
          message: `An inner radius is ${short(radius)} mm, of at least ${innerRadius}.`,
          value: radius,
          limit: innerRadius,
        },
      ]
    return []
  })
}

/** The faces that hang over, with the steepest angle from the vertical of each. */
function overhangs(mesh: Mesh, limit: number): ShapeFinding[] {
  const triangles = trianglesOf(mesh)
  const bottom = triangles.reduce((least, { a, b, c }) => Math.min(least, a[2], b[2], c[2]), Number.POSITIVE_INFINITY)
  const worst = new Map<string, { value: number; point: V3 }>()
  for (const triangle of triangles) {
    const { normal, ref, a, b, c } = triangle
    const value = (Math.asin(Math.min(1, Math.max(0, -normal[2]))) * 180) / Math.PI
    // The bed holds what lies on it.
    if (value <= limit + 1e-3 || Math.max(a[2], b[2], c[2]) < bottom + 1e-3) continue
    if (value > (worst.get(ref)?.value ?? 0)) worst.set(ref, { value, point: middleOf(triangle) })
  }
  return [...worst].map(([ref, { value, point }]) => ({
    code: 'overhang',
    severity: 'warning',
    message: `A face hangs over by ${Math.round(value)} degrees from the vertical, of at most ${limit}.`,
    point: pointOf(point),
    refs: [ref],
    value,
    limit,
  }))
}

const pointOf = ([x, y, z]: V3): [number, number, number] => [x, y, z]
