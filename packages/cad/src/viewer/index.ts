import type { PictureView } from '../exchange/views.ts'
import { type Bounds, between, boundsOf, type Camera, fitted, lookFrom, orbited, panned, zoomed } from './camera.ts'
import { watchControls } from './controls.ts'
import { readGlb } from './glb.ts'
import type { PartModel } from './model.ts'
import { createRenderer } from './renderer.ts'

export { type PictureView, pictureViews } from '../exchange/views.ts'

export interface PartViewerOptions {
  /** The address of the part's GLB. */
  src: string
  /** The address of a picture, which is shown until the part is drawn. An image that the element has already is used. */
  poster?: string
  /** The text for who cannot see it; by default that of the image. */
  label?: string
  /** Whether the element is part of a page that scrolls: the wheel zooms only while it has the focus. False by default. */
  embedded?: boolean
}

/** A part that one turns and looks at closely. */
export interface PartViewer {
  /** Shows another GLB from where the viewer is. Resolves to whether it is shown. */
  load(src: string): Promise<boolean>
  /** Turns to one of the seven views. */
  look(view: PictureView): void
  /** Shows all of the part. */
  fit(): void
  /** Resolves when the first part is shown; false if the picture stays instead. */
  readonly ready: Promise<boolean>
  close(): void
}

/** Milliseconds of a turn to another view. */
const TURN = 200

/**
 * Shows a part in an element, drawn when something changed only. The element keeps its picture where a browser has no
 * WebGL 2, or the file cannot be read. The element has to be positioned and to have a size.
 */
export function createPartViewer(element: HTMLElement, options: PartViewerOptions): PartViewer {
  const { poster, embedded = false } = options
  const image = element.querySelector('img') ?? (poster === undefined ? undefined : addPoster(element, poster))
  const canvas = element.ownerDocument.createElement('canvas')
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', options.label ?? image?.alt ?? '')
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', visibility: 'hidden' })

  let renderer = createRenderer(canvas)
  if (!renderer) return pictureAlone(image, options.label)
  element.append(canvas)
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const ends = new AbortController()

  let model: PartModel | undefined
  let bounds: Bounds = boundsOf(new Float32Array())
  let camera: Camera | undefined
  /** Set once a person has turned or moved the part, whose view is then kept. */
  let touched = false
  let loading = new AbortController()
  let asked = 0
  let turning: { from: Camera; to: Camera; start: number } | undefined

  const size = () => ({ width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 })
  const drawSoon = () => {
    asked ||= requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    asked = 0
    if (!model || !camera) return
    if (turning) {
      const part = Math.min(1, Math.max(0, (now - turning.start) / TURN))
      camera = part === 1 ? turning.to : between(turning.from, turning.to, 1 - (1 - part) ** 3)
      if (part === 1) turning = undefined
    }
    renderer?.draw(camera, bounds, size(), Math.min(devicePixelRatio, 2))
    if (turning) drawSoon()
  }

  function move(to: (camera: Camera) => Camera): void {
    if (!camera) return
    touched = true
    camera = to(turning?.to ?? camera)
    turning = undefined
    drawSoon()
  }

  function turn(to: Camera): void {
    turning = camera && !still.matches ? { from: camera, to, start: performance.now() } : undefined
    if (!turning) camera = to
    drawSoon()
  }

  function fit(): void {
    const from = turning?.to ?? camera
    if (!model || !from) return
    touched = false
    turn(fitted(from, model.positions, size()))
  }

  function look(view: PictureView): void {
    if (!model) return
    touched = false
    turn(lookFrom(view, model.positions, size()))
  }

  function show(next: PartModel): void {
    model = next
    bounds = boundsOf(next.positions)
    const from = turning?.to ?? camera
    if (!from) camera = lookFrom('iso', next.positions, size())
    else if (!touched) {
      turning = undefined
      camera = fitted(from, next.positions, size())
    }
    renderer?.show(next)
    canvas.style.visibility = ''
    if (image) image.style.visibility = 'hidden'
    drawSoon()
  }

  async function load(src: string): Promise<boolean> {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    try {
      const response = await fetch(src, { signal })
      if (!response.ok) return false
      const read = readGlb(await response.arrayBuffer())
      if (signal.aborted) return false
      show(read)
      return true
    } catch {
      // The picture, or the part as it was, stays.
      return false
    }
  }

  watchEnds(
    watchControls(
      canvas,
      {
        orbit: (x, y) => move((from) => orbited(from, x, y)),
        pan: (x, y) => move((from) => panned(from, x, y)),
        zoom: (by, at) => move((from) => zoomed(from, by, at, bounds, size())),
        fit,
        look,
      },
      embedded,
    ),
  )
  const resizes = new ResizeObserver(() => {
    if (camera && model && !touched) camera = fitted(turning?.to ?? camera, model.positions, size())
    drawSoon()
  })
  resizes.observe(canvas)
  watchEnds(() => resizes.disconnect())
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault(), ends)
  canvas.addEventListener(
    'webglcontextrestored',
    () => {
      renderer = createRenderer(canvas)
      if (model) renderer?.show(model)
      drawSoon()
    },
    ends,
  )

  function watchEnds(end: () => void): void {
    ends.signal.addEventListener('abort', end)
  }

  return {
    load,
    look,
    fit,
    ready: load(options.src),
    close() {
      ends.abort()
      loading.abort()
      if (asked) cancelAnimationFrame(asked)
      renderer?.close()
      canvas.remove()
      if (image) image.style.visibility = ''
    },
  }
}

function addPoster(element: HTMLElement, src: string): HTMLImageElement {
  const image = element.ownerDocument.createElement('img')
  image.src = src
  image.alt = ''
  Object.assign(image.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'contain' })
  element.append(image)
  return image
}

function pictureAlone(image: HTMLImageElement | undefined, label: string | undefined): PartViewer {
  if (image && label !== undefined) image.alt = label
  return { load: async () => false, look() {}, fit() {}, ready: Promise.resolve(false), close() {} }
}
