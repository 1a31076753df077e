import type { Store } from '../../../documents/store.ts'
import type { ZoomWish } from '../commands/siteView.ts'
import type { Stage } from './stage.ts'
import { type DeskView, limited, zoomedAt, zoomStep } from './view.ts'

/** The canvas functions that commands use. */
export interface CanvasHandle {
  editText(nodeId: string): void
  zoom(to: ZoomWish): void
  /** Moves the desk and scrolls the page, by shares of the desk's width and of the frame's height. */
  pan(across: number, down: number): void
}

export interface CanvasParts {
  /** The view that was chosen by hand; undefined while all frames fit. */
  free: Store<DeskView | undefined>
  view(): DeskView
  /** The width of the desk, in its pixels. */
  room(): number
  /** The frame that one works in, and where it begins, in CSS pixels of the page from the first frame. */
  stage(): Stage | undefined
  left(): number
}

/** How much of the desk the selected node takes when it is zoomed to, and how large it then is at most. */
const SHARE = 0.8
const MOST_FOR_SELECTION = 2

export function createCanvasHandle({ free, view, room, stage, left }: CanvasParts): CanvasHandle {
  /** The middle of the selected node where it can be seen, else of the desk. */
  function middle(): number {
    const { zoom, x } = view()
    const box = stage()?.selectedBox()
    const at = box ? x + (left() + box.left + box.width / 2) * zoom : room() / 2
    return at > 0 && at < room() ? at : room() / 2
  }

  function toSelection() {
    const box = stage()?.selectedBox()
    if (free.get() || !box) {
      free.set(undefined)
      return
    }
    const zoom = limited(Math.min(MOST_FOR_SELECTION, (room() * SHARE) / Math.max(1, box.width)))
    free.set({ zoom, x: room() / 2 - (left() + box.left + box.width / 2) * zoom })
  }

  return {
    editText: (nodeId) => stage()?.editText(nodeId),
    zoom(to) {
      if (to === 'fit') free.set(undefined)
      else if (to === 'selection') toSelection()
      else {
        const now = view()
        const zoom = to === 'in' ? zoomStep(now.zoom, 1) : to === 'out' ? zoomStep(now.zoom, -1) : to
        free.set(zoomedAt(now, zoom, middle()))
      }
    },
    pan(across, down) {
      const now = view()
      if (across !== 0) free.set({ ...now, x: now.x - across * room() })
      if (down !== 0) stage()?.scrollScreens(down)
    },
  }
}
