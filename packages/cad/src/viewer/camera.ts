import type { PictureView } from '../exchange/views.ts'
import { addVectors, cross, distanceApart, dot, scale, subtract, type V3 } from '../geometry/vector.ts'

/** Where a part is seen from, without perspective; Y is up. */
export interface Camera {
  /** Radians around Y; 0 is the front. */
  yaw: number
  /** Radians above the ground, from −π/2 to π/2. */
  pitch: number
  /** Pixels a metre. */
  zoom: number
  /** The point in the middle of the picture. */
  target: V3
}

export interface Axes {
  right: V3
  up: V3
  /** From the part to the viewer. */
  viewer: V3
}

export interface Size {
  width: number
  height: number
}

/** A sphere around a part. */
export interface Bounds {
  centre: V3
  radius: number
}

const QUARTER = Math.PI / 2
/** The part of the picture that stays free on each side. */
const MARGIN = 0.06
/** How much larger than its sphere allows a part may be shown, so that it stays in sight when it is turned. */
const MOST_OVER_SPHERE = 2
/** How far one may zoom, against the size at which the part fits. */
const ZOOM_RANGE = [0.2, 60] as const

const directions: Readonly<Record<PictureView, readonly [yaw: number, pitch: number]>> = {
  iso: [Math.atan2(1, 1.4), Math.asin(1 / Math.hypot(1, 1, 1.4))],
  front: [0, 0],
  back: [Math.PI, 0],
  left: [-QUARTER, 0],
  right: [QUARTER, 0],
  top: [0, QUARTER],
  bottom: [0, -QUARTER],
}

export function axesOf({ yaw, pitch }: Pick<Camera, 'yaw' | 'pitch'>): Axes {
  const right: V3 = [Math.cos(yaw), 0, -Math.sin(yaw)]
  const viewer: V3 = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)]
  return { right, up: cross(viewer, right), viewer }
}

export function boundsOf(positions: Float32Array): Bounds {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const high = low.map((each) => -each)
  for (const [i, value] of positions.entries()) {
    low[i % 3] = Math.min(low[i % 3] ?? value, value)
    high[i % 3] = Math.max(high[i % 3] ?? value, value)
  }
  const [x = 0, y = 0, z = 0] = low
  const [toX = 0, toY = 0, toZ = 0] = high
  if (positions.length === 0) return { centre: [0, 0, 0], radius: 0.001 }
  return {
    centre: [(x + toX) / 2, (y + toY) / 2, (z + toZ) / 2],
    radius: Math.max(Math.hypot(toX - x, toY - y, toZ - z) / 2, 1e-7),
  }
}

/** Turns to one of the seven views and shows all of a part, as large as its picture does. */
export function lookFrom(view: PictureView, positions: Float32Array, size: Size): Camera {
  const [yaw, pitch] = directions[view]
  return fitted({ yaw, pitch }, positions, size)
}

/** Shows all of a part from where the viewer is. */
export function fitted(from: Pick<Camera, 'yaw' | 'pitch'>, positions: Float32Array, size: Size): Camera {
  const { yaw, pitch } = from
  const { right, up } = axesOf(from)
  const { centre, radius } = boundsOf(positions)
  let [left, low] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [rightmost, high] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < positions.length; i += 3) {
    const point = subtract([positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0], centre)
    const [x, y] = [dot(point, right), dot(point, up)]
    left = Math.min(left, x)
    rightmost = Math.max(rightmost, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const free = 1 - 2 * MARGIN
  const bySphere = (free * Math.min(size.width, size.height)) / (2 * radius)
  if (left > rightmost) return { yaw, pitch, zoom: bySphere, target: centre }
  const byBox = Math.min(
    (free * size.width) / Math.max(rightmost - left, 1e-9),
    (free * size.height) / Math.max(high - low, 1e-9),
  )
  return {
    yaw,
    pitch,
    zoom: Math.min(byBox, bySphere * MOST_OVER_SPHERE),
    target: addVectors(centre, addVectors(scale(right, (left + rightmost) / 2), scale(up, (low + high) / 2))),
  }
}

/** Turns around the target, by radians. */
export function orbited(camera: Camera, byYaw: number, byPitch: number): Camera {
  return {
    ...camera,
    yaw: camera.yaw + byYaw,
    pitch: Math.max(-QUARTER, Math.min(QUARTER, camera.pitch + byPitch)),
  }
}

/** Moves the part by pixels to the right and downwards. */
export function panned(camera: Camera, x: number, y: number): Camera {
  const { right, up } = axesOf(camera)
  const by = addVectors(scale(right, -x / camera.zoom), scale(up, y / camera.zoom))
  return { ...camera, target: addVectors(camera.target, by) }
}

/**
 * Shows the part larger or smaller, with the point under the pointer staying there.
 * @param at the pointer, in pixels from the middle of the picture
 */
export function zoomed(camera: Camera, by: number, at: { x: number; y: number }, bounds: Bounds, size: Size): Camera {
  const whole = Math.min(size.width, size.height) / (2 * bounds.radius)
  const [least, most] = ZOOM_RANGE
  const zoom = Math.max(least * whole, Math.min(most * whole, camera.zoom * by))
  const kept = 1 - zoom / camera.zoom
  return { ...panned(camera, (at.x * kept * camera.zoom) / zoom, (at.y * kept * camera.zoom) / zoom), zoom }
}

/** A camera on the way from one to another; `part` goes from 0 to 1. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * part
  // The shorter way around.
  const turn = Math.atan2(Math.sin(to.yaw - from.yaw), Math.cos(to.yaw - from.yaw))
  return {
    yaw: from.yaw + turn * part,
    pitch: mix(from.pitch, to.pitch),
    zoom: from.zoom * (to.zoom / from.zoom) ** part,
    target: addVectors(from.target, scale(subtract(to.target, from.target), part)),
  }
}

/** How far in front of and behind the target something of the part may be. */
export const depthAround = ({ target }: Camera, { centre, radius }: Bounds): number =>
  (radius + distanceApart(target, centre)) * 1.02
