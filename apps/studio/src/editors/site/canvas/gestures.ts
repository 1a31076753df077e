import { isWriting } from '../../../shell/commands/shortcuts.ts'
import { type DeskView, wheelZoom, zoomedAt } from './view.ts'

export interface DeskActions {
  view(): DeskView
  show(view: DeskView): void
  /** Scrolls the page in the frame that one works in, by pixels of the desk. */
  scroll(by: number): void
  /** The space bar is held: the pointer moves the desk, and nothing on it. */
  panning(on: boolean): void
}

/** A place where gestures begin: the desk itself, or the document of one of its frames. */
export interface GestureSource {
  target: HTMLElement | Document
  /** The place of an event of this source, in pixels of the desk from its left edge. */
  toDesk(clientX: number): number
  /** Whether a wheel turned down or up is the source's own affair: a page scrolls by itself. */
  scrolls: boolean
}

export interface Gestures {
  /** Follows the wheel and the space bar over a source. Returns how to stop. */
  listen(source: GestureSource): () => void
  /** Moves the desk with the pointer until it is let go. */
  pan(event: PointerEvent): void
}

/** How many pixels a line of a wheel is that counts in lines. */
const LINE = 16
const interactive =
  'button, a[href], input, select, textarea, summary, [role="slider"], [role="tab"], [role="treeitem"]'

/** Moves and zooms the desk by wheel, pinch and space bar. */
export function createGestures(actions: DeskActions): Gestures {
  function wheel(event: WheelEvent, { toDesk, scrolls }: GestureSource) {
    const unit = event.deltaMode === 0 ? 1 : LINE
    const view = actions.view()
    // A pinch on a touchpad comes as a wheel with Ctrl held.
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      actions.show(zoomedAt(view, wheelZoom(view.zoom, event.deltaY * unit), toDesk(event.clientX)))
      return
    }
    const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
    const down = event.shiftKey ? 0 : event.deltaY
    if (Math.abs(across) > Math.abs(down)) {
      event.preventDefault()
      actions.show({ ...view, x: view.x - across * unit })
    } else if (!scrolls && down !== 0) {
      event.preventDefault()
      actions.scroll(down * unit)
    }
  }

  function keyDown(event: KeyboardEvent) {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isWriting(event.target) || isControl(event.target)) return
    event.preventDefault()
    if (!event.repeat) actions.panning(true)
  }

  function keyUp(event: KeyboardEvent) {
    if (event.key === ' ') actions.panning(false)
  }

  return {
    listen(source) {
      const { target } = source
      const onWheel = (event: Event) => wheel(event as WheelEvent, source)
      const onDown = (event: Event) => keyDown(event as KeyboardEvent)
      const onUp = (event: Event) => keyUp(event as KeyboardEvent)
      // A key that is let go while another window has the focus is not heard of. Into a frame the focus goes too.
      const onBlur = () => setTimeout(() => !document.hasFocus() && actions.panning(false))
      // The keys of the studio go to whatever has the focus there.
      const keys: EventTarget = 'defaultView' in target ? target : window
      target.addEventListener('wheel', onWheel, { passive: false })
      keys.addEventListener('keydown', onDown)
      keys.addEventListener('keyup', onUp)
      window.addEventListener('blur', onBlur)
      return () => {
        target.removeEventListener('wheel', onWheel)
        keys.removeEventListener('keydown', onDown)
        keys.removeEventListener('keyup', onUp)
        window.removeEventListener('blur', onBlur)
      }
    },
    pan(event) {
      const { target, pointerId } = event
      if (!(target instanceof Element)) return
      event.preventDefault()
      target.setPointerCapture(pointerId)
      let last = { x: event.clientX, y: event.clientY }
      const move = (next: Event) => {
        if (!(next instanceof PointerEvent)) return
        const view = actions.view()
        actions.show({ ...view, x: view.x + next.clientX - last.x })
        actions.scroll(last.y - next.clientY)
        last = { x: next.clientX, y: next.clientY }
      }
      const end = () => {
        target.removeEventListener('pointermove', move)
        target.removeEventListener('pointerup', end)
        target.removeEventListener('pointercancel', end)
      }
      target.addEventListener('pointermove', move)
      target.addEventListener('pointerup', end)
      target.addEventListener('pointercancel', end)
    },
  }
}

/** Whether a space pressed here is for a control that has the focus of the keyboard, not of an earlier click. */
function isControl(target: EventTarget | null): boolean {
  if (target === null || !('closest' in target)) return false
  const element = target as Element
  return element.ownerDocument === document && element.closest(interactive)?.matches(':focus-visible') === true
}
