import { dropOf, moveTo } from '../insert/dropMoves.ts'
import type { Box, DropSpot } from '../insert/dropSpot.ts'
import { createMarks } from '../insert/marks.ts'
import { outermost } from '../model/selection.ts'
import type { EditorSession } from '../session/session.ts'
import { marqueeHits } from './marquee.ts'

/** The functions of a frame that dragging needs. */
export interface DragSurface {
  session: EditorSession
  document: Document
  overlay: HTMLElement
  classes: Record<string, string | undefined>
  nodeAt(event: Event): string | undefined
  boxOf(nodeId: string): Box | undefined
  elementOf(nodeId: string): Element | undefined
  nameOf(nodeId: string): string
  /** How many overlay pixels one page pixel is. */
  scale(): number
}

/** A drag that has begun; the mouse is still down. */
interface Drag {
  move(event: MouseEvent): void
  drop(event: MouseEvent): void
  end(): void
}

/** So near to the upper or lower edge of a frame, in pixels of the page, a drag scrolls it; and how far each time. */
const SCROLL_EDGE = 40
const SCROLL_STEP = 18

/** Follows a drag from its first movement until the mouse is let go. Escape ends it, and nothing was done. */
export function followDrag(surface: DragSurface, start: MouseEvent, nodeIds: readonly string[] | undefined): void {
  const { document: page, overlay } = surface
  const drag = nodeIds ? moving(surface, nodeIds) : marquee(surface, start)
  const view = page.defaultView
  const windows = view ? [view, window] : [window]
  overlay.toggleAttribute('data-dragging', true)
  const move = (event: MouseEvent) => {
    if (event.buttons === 0) return stop(true)
    const tall = view?.innerHeight ?? 0
    if (event.clientY < SCROLL_EDGE) view?.scrollBy(0, -SCROLL_STEP)
    else if (event.clientY > tall - SCROLL_EDGE) view?.scrollBy(0, SCROLL_STEP)
    drag.move(event)
  }
  const up = (event: MouseEvent) => {
    drag.drop(event)
    stop(true)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    stop(false)
  }
  // The click that ends a drag selects nothing.
  const click = (event: MouseEvent) => event.stopImmediatePropagation()
  /** @param released the button is up, so that the click comes at once; otherwise it comes once it is */
  function stop(released: boolean) {
    drag.end()
    overlay.toggleAttribute('data-dragging', false)
    page.removeEventListener('mousemove', move, true)
    page.removeEventListener('mouseup', up, true)
    for (const each of windows) each.removeEventListener('keydown', key, true)
    const forget = () => setTimeout(() => view?.removeEventListener('click', click, true))
    if (released) forget()
    else page.addEventListener('mouseup', forget, { capture: true, once: true })
  }
  page.addEventListener('mousemove', move, true)
  page.addEventListener('mouseup', up, true)
  for (const each of windows) each.addEventListener('keydown', key, true)
  view?.addEventListener('click', click, true)
}

/** Moves nodes to the gap under the pointer. */
function moving(
  { session, overlay, classes, nodeAt, boxOf, elementOf, nameOf, scale }: DragSurface,
  nodeIds: readonly string[],
): Drag {
  const marks = createMarks(overlay)
  const chip = document.createElement('div')
  chip.className = classes.chip ?? ''
  chip.textContent = nodeIds.map(nameOf).join(', ')
  overlay.append(chip)
  const tree = () => session.page.get()?.model.tree()
  const onScreen = ({ left, top, width, height }: Box): Box => {
    const by = scale()
    return { left: left * by, top: top * by, width: width * by, height: height * by }
  }
  const spotAt = (event: MouseEvent): DropSpot | undefined => {
    const now = tree()
    return (
      now &&
      dropOf(now, { boxOf, elementOf }, nodeIds, nodeAt(event) ?? now.root, { x: event.clientX, y: event.clientY })
    )
  }
  return {
    move(event) {
      const by = scale()
      chip.style.transform = `translate(${event.clientX * by + 12}px, ${event.clientY * by + 12}px)`
      const spot = spotAt(event)
      const around = spot && (spot.around?.box ?? boxOf(spot.parentId))
      if (spot && around) marks.drop(onScreen(spot.line), onScreen(around), spot.around?.name ?? nameOf(spot.parentId))
      else marks.clear()
    },
    drop(event) {
      const now = tree()
      const spot = spotAt(event)
      if (now && spot) void moveTo(session, now, outermost(now, nodeIds), spot)
    },
    end() {
      marks.destroy()
      chip.remove()
    },
  }
}

/** Selects what a frame drawn with the pointer touches. */
function marquee(
  { session, document: page, overlay, classes, nodeAt, boxOf, scale }: DragSurface,
  start: MouseEvent,
): Drag {
  const mark = document.createElement('div')
  mark.className = classes.marquee ?? ''
  overlay.append(mark)
  const view = page.defaultView
  const from = { x: start.clientX, y: start.clientY + (view?.scrollY ?? 0) }
  const before = start.shiftKey ? session.state.get().selection : []
  const beginsAt = nodeAt(start)
  return {
    move(event) {
      const tree = session.page.get()?.model.tree()
      const top = from.y - (view?.scrollY ?? 0)
      const box = {
        left: Math.min(from.x, event.clientX),
        top: Math.min(top, event.clientY),
        width: Math.abs(event.clientX - from.x),
        height: Math.abs(event.clientY - top),
      }
      const by = scale()
      mark.style.transform = `translate(${box.left * by}px, ${box.top * by}px)`
      mark.style.width = `${box.width * by}px`
      mark.style.height = `${box.height * by}px`
      if (tree) session.selectAll([...new Set([...before, ...marqueeHits(tree, boxOf, beginsAt ?? tree.root, box)])])
    },
    drop: () => undefined,
    end: () => mark.remove(),
  }
}
