/** A frame of the desk. `left` and `width` are in CSS pixels of the page, `left` from the first frame's left edge. */
export interface FramePlace {
  id: string
  width: number
  left: number
}

/** How the desk shows its frames: how many of its own pixels one of the page is, and where the first frame begins. */
export interface DeskView {
  zoom: number
  /** In pixels of the desk, from its left edge. */
  x: number
}

/** The space between two frames, in CSS pixels of the page. */
const FRAME_GAP = 64
export const LEAST_ZOOM = 0.1
export const MOST_ZOOM = 4
/** How much of the frames stays on the desk, in its pixels, however far it is moved. */
const KEPT_IN_SIGHT = 80

/** Frames beside each other, in their order. */
export function placeFrames(frames: readonly { id: string; width: number }[]): FramePlace[] {
  let left = 0
  return frames.map(({ id, width }) => {
    const place = { id, width, left }
    left += width + FRAME_GAP
    return place
  })
}

/** The width of all frames together, in CSS pixels of the page. */
export function widthOf(frames: readonly FramePlace[]): number {
  const last = frames.at(-1)
  return last ? last.left + last.width : 0
}

/** All frames in the middle of the desk, as large as they fit beside its margins, and no larger than they are. */
export function fitted(frames: readonly FramePlace[], room: number, margin: number): DeskView {
  const wide = widthOf(frames)
  const free = Math.max(0, room - 2 * margin)
  const zoom = wide > 0 ? Math.max(Math.min(1, free / wide), Number.MIN_VALUE) : 1
  return { zoom, x: (room - wide * zoom) / 2 }
}

/** A zoom within its limits. */
export function limited(zoom: number): number {
  return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom))
}

/** The view at another zoom, in which the point at `at` pixels of the desk stays where it is. */
export function zoomedAt(view: DeskView, zoom: number, at: number): DeskView {
  const next = limited(zoom)
  return { zoom: next, x: at - ((at - view.x) * next) / view.zoom }
}

/** The zoom after one turn of a wheel or one movement of a pinch, `delta` as its event has it. */
export function wheelZoom(zoom: number, delta: number): number {
  return limited(zoom * Math.exp(-Math.max(-60, Math.min(60, delta)) / 120))
}

/** The next of the usual steps of zoom: 25, 33, 50, 67, 100 %… */
export function zoomStep(zoom: number, way: 1 | -1): number {
  const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]
  const next = way > 0 ? steps.find((step) => step > zoom * 1.01) : steps.findLast((step) => step < zoom * 0.99)
  return next ?? (way > 0 ? MOST_ZOOM : LEAST_ZOOM)
}

/** The view moved so far back that some of its frames can be seen. */
export function inSight(view: DeskView, frames: readonly FramePlace[], room: number): DeskView {
  const wide = widthOf(frames) * view.zoom
  const x = Math.min(room - KEPT_IN_SIGHT, Math.max(KEPT_IN_SIGHT - wide, view.x))
  return x === view.x ? view : { ...view, x }
}
