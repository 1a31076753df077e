import type { EditorSession } from '../session/session.ts'

export interface FrameEvents {
  session: EditorSession
  /** The node that an event is about; none outside of the page and in a template around it. */
  nodeAt(event: Event): string | undefined
  /** Whether an event is in the text that is being typed: it belongs to the text. */
  inEditing(event: Event): boolean
  isEditing(): boolean
  /** Whether typing begins in a moment. */
  beginsEditing(): boolean
  /** The pointer is over this. */
  over(target: EventTarget | null): void
  /** A person works in the page, or moves it. */
  moved(): void
  pressed(event: MouseEvent): void
  /** @param nodeId undefined outside of the page */
  editText(nodeId: string | undefined, at: { x: number; y: number }): void
  onKey(event: KeyboardEvent): void
  scrolled(): void
  /** Something may stand elsewhere now. */
  refresh(): void
}

/** Turns what a person does in a frame's document into hovering, selecting and editing. Returns how to stop. */
export function listenToFrame(document: Document, events: FrameEvents): () => void {
  const { session, nodeAt, inEditing, isEditing } = events
  const stops: (() => void)[] = []
  const on = <Kind extends keyof DocumentEventMap>(
    kind: Kind,
    listener: (event: DocumentEventMap[Kind]) => void,
    target: Document | HTMLElement = document,
  ) => {
    const capture = target === document
    target.addEventListener(kind, listener as EventListener, capture)
    stops.push(() => target.removeEventListener(kind, listener as EventListener, capture))
  }
  on('mousemove', (event) => {
    events.over(event.target)
    if (!isEditing()) session.hover(nodeAt(event))
  })
  on('mouseleave', () => session.hover(undefined))
  on('mouseleave', () => session.hover(undefined), document.documentElement)
  on('mousedown', (event) => {
    events.moved()
    events.pressed(event)
  })
  on('click', (event) => {
    if (inEditing(event)) return
    const id = nodeAt(event)
    if (id !== undefined) session.select(id, { add: event.shiftKey })
  })
  on('dblclick', (event) => {
    if (inEditing(event)) return
    event.preventDefault()
    events.editText(nodeAt(event), { x: event.clientX, y: event.clientY })
  })
  on('keydown', (event) => {
    // Ignores keys until the text can be edited: as shortcuts they could delete the node.
    if (!isEditing() && !events.beginsEditing()) events.onKey(event)
  })
  on('wheel', events.moved)
  on('touchmove', events.moved)
  on('scroll', events.scrolled)
  on('load', events.refresh)
  on('transitionend', events.refresh)
  return () => {
    for (const stop of stops) stop()
  }
}
