import { warmUp } from '../../../ui/lazyWhenIdle.ts'
import type { EditorSession } from '../session/session.ts'

/** The functions of a canvas frame that inserting needs. */
export interface InsertSurface {
  /** The frame's document. */
  document: Document
  /** Lies over the frame, pixel by pixel of the screen. */
  overlay: HTMLElement
  /** The node of the page under an event in the frame; undefined over what belongs to a template. */
  nodeAt(event: Event): string | undefined
  elementOf(nodeId: string): Element | undefined
  nameOf(nodeId: string): string
  /** How many overlay pixels one page pixel is. */
  scale(): number
}

/** Lets things be dropped, pasted and inserted on a frame; its code comes once the page is there. Returns how to stop. */
export function attachInsert(session: EditorSession, surface: InsertSurface): () => void {
  let stopped = false
  let stop: (() => void) | undefined
  const load = async () => {
    const { followInserts } = await import('./canvas.ts')
    if (!stopped) stop = followInserts(session, surface)
  }
  warmUp(load, 400)
  return () => {
    stopped = true
    stop?.()
  }
}
