import type { PictureView } from '../exchange/views.ts'

/** Radians a pixel of a drag, and a press of an arrow. */
const TURN_PER_PIXEL = 0.008
const TURN_PER_KEY = Math.PI / 12
const ZOOM_PER_KEY = 1.25
const ZOOM_PER_PIXEL = 1.0015
/** Pixels of a line, where a wheel counts lines. */
const LINE = 16

const viewKeys: Readonly<Record<string, PictureView>> = {
  '1': 'front',
  '2': 'back',
  '3': 'left',
  '4': 'right',
  '5': 'top',
  '6': 'bottom',
  '7': 'iso',
}

/** The functions by which somebody looks at a part; places are pixels from the middle. */
export interface Looking {
  orbit(byYaw: number, byPitch: number): void
  pan(x: number, y: number): void
  zoom(by: number, at: { x: number; y: number }): void
  fit(): void
  look(view: PictureView): void
}

/**
 * Turns drags, wheel, pinches and keys on an element into movements. Returns what ends that.
 * @param embedded whether the element is part of a page that scrolls: the wheel zooms only while it has the focus, and a
 * finger that moves up or down scrolls the page
 */
export function watchControls(element: HTMLElement, looking: Looking, embedded: boolean): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  const ends = new AbortController()
  const { signal } = ends
  element.style.touchAction = embedded ? 'pan-y' : 'none'
  element.style.cursor = 'grab'

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const middleOf = ([a, b]: readonly { x: number; y: number }[]) =>
    a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) } : undefined

  function release({ pointerId }: PointerEvent): void {
    pointers.delete(pointerId)
    if (pointers.size === 0) element.style.cursor = 'grab'
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      pointers.set(event.pointerId, placeOf(event))
      element.setPointerCapture(event.pointerId)
      element.style.cursor = 'grabbing'
      if (event.button === 1) event.preventDefault()
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId)
      if (!before) return
      const pair = middleOf([...pointers.values()])
      const now = placeOf(event)
      pointers.set(event.pointerId, now)
      const [x, y] = [now.x - before.x, now.y - before.y]
      const moved = middleOf([...pointers.values()])
      if (pair && moved) {
        looking.pan(moved.x - pair.x, moved.y - pair.y)
        if (pair.apart > 0) looking.zoom(moved.apart / pair.apart, moved)
      } else if (event.shiftKey || (event.buttons & 6) !== 0) looking.pan(x, y)
      else looking.orbit(-x * TURN_PER_PIXEL, y * TURN_PER_PIXEL)
    },
    { signal },
  )
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', release, { signal })
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  element.addEventListener('dblclick', () => looking.fit(), { signal })
  element.addEventListener(
    'wheel',
    (event) => {
      // Browsers send a pinch on a touchpad as a wheel with the control key.
      if (embedded && !event.ctrlKey && document.activeElement !== element) return
      event.preventDefault()
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : LINE) * (event.ctrlKey ? 5 : 1)
      looking.zoom(ZOOM_PER_PIXEL ** -pixels, placeOf(event))
    },
    { signal, passive: false },
  )
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !actOnKey(event.key, looking)) return
      event.preventDefault()
      event.stopPropagation()
    },
    { signal },
  )
  return () => ends.abort()
}

/** Returns whether the key moves the part. */
function actOnKey(key: string, looking: Looking): boolean {
  const view = Object.hasOwn(viewKeys, key) ? viewKeys[key] : undefined
  if (view) looking.look(view)
  else if (key === 'ArrowLeft') looking.orbit(-TURN_PER_KEY, 0)
  else if (key === 'ArrowRight') looking.orbit(TURN_PER_KEY, 0)
  else if (key === 'ArrowUp') looking.orbit(0, TURN_PER_KEY)
  else if (key === 'ArrowDown') looking.orbit(0, -TURN_PER_KEY)
  else if (key === '+' || key === '=') looking.zoom(ZOOM_PER_KEY, { x: 0, y: 0 })
  else if (key === '-') looking.zoom(1 / ZOOM_PER_KEY, { x: 0, y: 0 })
  else if (key === '0') looking.fit()
  else return false
  return true
}
