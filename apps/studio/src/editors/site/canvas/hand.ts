import { warmUp } from '../../../ui/lazyWhenIdle.ts'
import { ancestors } from '../model/rows.ts'
import type { DragSurface } from './dragging.ts'
import type { Handles } from './handles.ts'

/** Pointer actions on a frame besides clicking: dragging elements, frames of selection, and handles. */
export interface Hand {
  /** The marks were drawn again. */
  draw(): void
  stop(): void
}

export interface HandSurface extends DragSurface {
  /** Whether this is the frame that one works in. */
  active(): boolean
  /** Draws the outlines again. */
  refresh(): void
  /** Whether the event is of the text that is being typed. */
  inEditing(event: Event): boolean
}

/** So far, in pixels of the page, the pointer moves before a press is a drag. */
const DRAG_BEGINS = 5

/** Follows the hand over a frame. The code of handles comes in idle time, that of dragging with it. */
export function attachHand(surface: HandSurface): Hand {
  const { session, document } = surface
  let handles: Handles | undefined
  let stopped = false
  let pressed: MouseEvent | undefined
  const loadDragging = () => import('./dragging.ts')

  warmUp(async () => {
    const [{ createHandles }] = await Promise.all([import('./handles.ts'), loadDragging()])
    if (stopped || handles) return
    handles = createHandles(surface)
    handles.draw()
  }, 300)

  function down(event: MouseEvent) {
    pressed = event.button === 0 && event.detail < 2 && !surface.inEditing(event) ? event : undefined
  }

  async function move(event: MouseEvent) {
    const start = pressed
    if (!start || event.buttons !== 1 || session.state.get().editing !== undefined) return
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_BEGINS) return
    pressed = undefined
    const dragged = draggedFrom(start)
    // Where it cannot be loaded there is no drag, as before.
    const code = await loadDragging().catch(() => undefined)
    if (!stopped) code?.followDrag(surface, start, dragged)
  }

  /** The nodes that a press takes along; undefined where it draws a frame of selection. */
  function draggedFrom(start: MouseEvent): readonly string[] | undefined {
    const tree = session.page.get()?.model.tree()
    const id = surface.nodeAt(start)
    if (!tree || id === undefined || id === tree.root || start.metaKey || start.ctrlKey) return undefined
    const { selection } = session.state.get()
    const around = new Set([id, ...ancestors(tree, id)])
    if (selection.some((each) => around.has(each) && each !== tree.root)) return selection
    session.select(id)
    return [id]
  }

  const up = () => {
    pressed = undefined
  }
  const onMove = (event: MouseEvent) => void move(event)
  document.addEventListener('mousedown', down, true)
  document.addEventListener('mousemove', onMove, true)
  document.addEventListener('mouseup', up, true)
  return {
    draw: () => handles?.draw(),
    stop() {
      stopped = true
      document.removeEventListener('mousedown', down, true)
      document.removeEventListener('mousemove', onMove, true)
      document.removeEventListener('mouseup', up, true)
      handles?.stop()
    },
  }
}
