import type { Mesh } from '../build/mesh.ts'
import { addVectors, cross, direction, scale, type V3 } from '../geometry/vector.ts'
import type { PictureView } from './views.ts'

/** Each pixel is the mean of so many by so many samples; two, as `pixelsOf` has it. */
const SAMPLES = 2
/** The part of the picture that stays free on each side. */
const MARGIN = 0.06
const BODY = [178, 187, 197] as const
const EDGE = [38, 44, 52] as const
const MARKED = [236, 140, 60] as const
/** Marks of samples; those above are light on a body, up to 255. */
const NOTHING = 0
const ON_EDGE = 1
const DARKEST = 2
/** How far behind a face an edge may lie and still be drawn, in samples. */
const EDGE_BIAS = 4

/** From the part to the viewer. */
const towardsViewer: Readonly<Record<PictureView, V3>> = {
  iso: [1, -1.4, 1],
  front: [0, -1, 0],
  back: [0, 1, 0],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 0, 1],
  bottom: [0, 0, -1],
}

interface Axes {
  right: V3
  up: V3
  viewer: V3
}

interface Canvas {
  width: number
  height: number
  /** How near each sample is, larger when nearer. */
  depth: Float32Array
  marks: Uint8Array
  /** 1 at the samples of faces that are marked. */
  tints: Uint8Array
}

/**
 * Draws a part as an orthographic picture with its edges, on a transparent ground.
 * @returns rows of pixels from the top, each red, green, blue and opacity
 */
export function drawPicture(
  mesh: Mesh,
  options: {
    view: PictureView
    width: number
    height: number
    /** Refs of faces that are drawn in colour, as the mesh names them. */
    marked?: ReadonlySet<string>
  },
): Uint8Array<ArrayBuffer> {
  const { view, width, height, marked = new Set() } = options
  const canvas: Canvas = {
    width: width * SAMPLES,
    height: height * SAMPLES,
    depth: new Float32Array(width * height * SAMPLES ** 2).fill(Number.NEGATIVE_INFINITY),
    marks: new Uint8Array(width * height * SAMPLES ** 2),
    tints: new Uint8Array(width * height * SAMPLES ** 2),
  }
  const axes = axesOf(view)
  const project = fitting(mesh.positions, axes, canvas)
  const points = project(mesh.positions)
  const light = lightOn(mesh.normals, axes)
  for (const { ref, start, count } of mesh.faces) {
    const tint = marked.has(ref) ? 1 : 0
    for (let i = start; i < start + count; i += 3)
      fillTriangle(
        canvas,
        points,
        light,
        tint,
        mesh.indices[i] ?? 0,
        mesh.indices[i + 1] ?? 0,
        mesh.indices[i + 2] ?? 0,
      )
  }
  const lines = project(mesh.lines)
  for (let i = 0; i < lines.length; i += 6) drawLine(canvas, lines, i)
  return pixelsOf(canvas, width, height)
}

function axesOf(view: PictureView): Axes {
  const viewer = direction(towardsViewer[view]) ?? [0, 0, 1]
  const right = direction(cross([0, 0, 1], viewer)) ?? [1, 0, 0]
  return { right, up: cross(viewer, right), viewer }
}

/** Returns the projection that shows all points: three numbers a point, across, down and towards the viewer, in samples. */
function fitting(positions: Float32Array, { right, up, viewer }: Axes, { width, height }: Canvas) {
  const along = (from: Float32Array, i: number, [x, y, z]: V3) =>
    (from[i] ?? 0) * x + (from[i + 1] ?? 0) * y + (from[i + 2] ?? 0) * z
  let [left, low] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [rightmost, high] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [along(positions, i, right), along(positions, i, up)]
    left = Math.min(left, x)
    rightmost = Math.max(rightmost, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const free = 1 - 2 * MARGIN
  const size = Math.min((free * width) / (rightmost - left || 1), (free * height) / (high - low || 1))
  const [centreX, centreY] = [(left + rightmost) / 2, (low + high) / 2]
  return (from: Float32Array): Float32Array => {
    const to = new Float32Array(from.length)
    for (let i = 0; i < from.length; i += 3) {
      to[i] = width / 2 + (along(from, i, right) - centreX) * size
      to[i + 1] = height / 2 - (along(from, i, up) - centreY) * size
      to[i + 2] = along(from, i, viewer) * size
    }
    return to
  }
}

/** The light on each point, as marks: from behind the viewer, above and to the left. */
function lightOn(normals: Float32Array, { right, up, viewer }: Axes): Float32Array {
  const [x, y, z] = direction(addVectors(viewer, addVectors(scale(up, 0.9), scale(right, -0.5)))) ?? viewer
  const light = new Float32Array(normals.length / 3)
  for (let i = 0; i < light.length; i += 1) {
    const facing = (normals[3 * i] ?? 0) * x + (normals[3 * i + 1] ?? 0) * y + (normals[3 * i + 2] ?? 0) * z
    light[i] = Math.max(DARKEST, 255 * (0.45 + 0.55 * Math.max(0, facing)))
  }
  return light
}

function fillTriangle(
  { width, height, depth, marks, tints }: Canvas,
  points: Float32Array,
  light: Float32Array,
  tint: number,
  a: number,
  b: number,
  c: number,
): void {
  const ax = points[3 * a] ?? 0
  const ay = points[3 * a + 1] ?? 0
  const az = points[3 * a + 2] ?? 0
  const bx = points[3 * b] ?? 0
  const by = points[3 * b + 1] ?? 0
  const bz = points[3 * b + 2] ?? 0
  const cx = points[3 * c] ?? 0
  const cy = points[3 * c + 1] ?? 0
  const cz = points[3 * c + 2] ?? 0
  const al = light[a] ?? 0
  const bl = light[b] ?? 0
  const cl = light[c] ?? 0
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(area) < 1e-9) return
  const lastX = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)))
  const lastY = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)))
  const firstX = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
  for (let y = Math.max(0, Math.floor(Math.min(ay, by, cy))); y <= lastY; y += 1) {
    const py = y + 0.5
    // Where the row crosses the sides; a long thin triangle covers few samples of its box.
    let left = Number.POSITIVE_INFINITY
    let right = Number.NEGATIVE_INFINITY
    if (ay <= py !== by <= py) {
      const x = ax + ((py - ay) / (by - ay)) * (bx - ax)
      left = x
      right = x
    }
    if (by <= py !== cy <= py) {
      const x = bx + ((py - by) / (cy - by)) * (cx - bx)
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
    if (cy <= py !== ay <= py) {
      const x = cx + ((py - cy) / (ay - cy)) * (ax - cx)
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
    // One more on each side, since the samples themselves decide below.
    const to = Math.min(lastX, Math.ceil(right) + 1)
    for (let x = Math.max(firstX, Math.floor(left) - 1); x <= to; x += 1) {
      const px = x + 0.5
      const ofA = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
      if (ofA < 0) continue
      const ofB = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
      if (ofB < 0) continue
      const ofC = 1 - ofA - ofB
      if (ofC < 0) continue
      const near = ofA * az + ofB * bz + ofC * cz
      const at = y * width + x
      if (near <= (depth[at] ?? 0)) continue
      depth[at] = near
      marks[at] = Math.round(ofA * al + ofB * bl + ofC * cl)
      tints[at] = tint
    }
  }
}

/** Draws a piece of an edge where no face hides it, three samples wide. */
function drawLine({ width, height, depth, marks }: Canvas, points: Float32Array, from: number): void {
  const x = points[from] ?? 0
  const y = points[from + 1] ?? 0
  const z = points[from + 2] ?? 0
  const dx = (points[from + 3] ?? 0) - x
  const dy = (points[from + 4] ?? 0) - y
  const dz = (points[from + 5] ?? 0) - z
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))))
  for (let step = 0; step <= steps; step += 1) {
    const part = step / steps
    const column = Math.floor(x + dx * part)
    const row = Math.floor(y + dy * part)
    const near = z + dz * part + EDGE_BIAS
    const lastRow = Math.min(height - 1, row + 1)
    const lastColumn = Math.min(width - 1, column + 1)
    for (let r = Math.max(0, row - 1); r <= lastRow; r += 1) {
      for (let c = Math.max(0, column - 1); c <= lastColumn; c += 1) {
        const at = r * width + c
        if (near >= (depth[at] ?? 0)) marks[at] = ON_EDGE
      }
    }
  }
}

function pixelsOf({ width: across, marks, tints }: Canvas, width: number, height: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(4 * width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let red = 0
      let green = 0
      let blue = 0
      let shown = 0
      for (let k = 0; k < SAMPLES ** 2; k += 1) {
        const sample = (y * SAMPLES + (k >> 1)) * across + x * SAMPLES + (k & 1)
        const mark = marks[sample] ?? NOTHING
        if (mark === NOTHING) continue
        const colour = mark === ON_EDGE ? EDGE : tints[sample] === 1 ? MARKED : BODY
        const light = mark === ON_EDGE ? 1 : mark / 255
        red += colour[0] * light
        green += colour[1] * light
        blue += colour[2] * light
        shown += 1
      }
      if (shown === 0) continue
      const at = 4 * (y * width + x)
      pixels[at] = Math.round(red / shown)
      pixels[at + 1] = Math.round(green / shown)
      pixels[at + 2] = Math.round(blue / shown)
      pixels[at + 3] = Math.round((255 * shown) / SAMPLES ** 2)
    }
  }
  return pixels
}
