/** A point or a direction; lengths are millimetres. */
export type V3 = readonly [x: number, y: number, z: number]
export type V2 = readonly [x: number, y: number]

export const addVectors = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: V3, by: number): V3 => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const length = (a: V3): number => Math.hypot(a[0], a[1], a[2])
export const distanceApart = (a: V3, b: V3): number => length(subtract(a, b))
/** The direction of a vector; undefined if it has none. */
export function direction(a: V3): V3 | undefined {
  const size = length(a)
  return size > 1e-12 ? scale(a, 1 / size) : undefined
}
export const fromXyz = ({ x, y, z }: { x: number; y: number; z: number }): V3 => [x, y, z]

/** A plane with its axes: right-handed, each of length one. */
export interface Frame {
  origin: V3
  x: V3
  y: V3
  normal: V3
}

export const datumPlanes: Readonly<Record<string, Frame>> = {
  xy: { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], normal: [0, 0, 1] },
  xz: { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 0, 1], normal: [0, -1, 0] },
  yz: { origin: [0, 0, 0], x: [0, 1, 0], y: [0, 0, 1], normal: [1, 0, 0] },
}

/** The frame on a plane: the world's origin projected, the world's X projected, or its Y where the normal is X. */
export function frameOn(point: V3, normal: V3): Frame {
  const origin = scale(normal, dot(point, normal))
  const world: V3 = Math.abs(normal[0]) > 1 - 1e-9 ? [0, 1, 0] : [1, 0, 0]
  const x = direction(subtract(world, scale(normal, dot(world, normal)))) ?? [1, 0, 0]
  return { origin, x, y: cross(normal, x), normal }
}

export const toWorld = ({ origin, x, y }: Frame, [u, v]: V2): V3 =>
  addVectors(origin, addVectors(scale(x, u), scale(y, v)))

export function toPlane({ origin, x, y }: Frame, point: V3): V2 {
  const from = subtract(point, origin)
  return [dot(from, x), dot(from, y)]
}
