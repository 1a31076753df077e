import type { EditorSession } from '../session/session.ts'

/** The type of what a tile of the palette carries while it is dragged: the id of its item. */
export const insertDragType = 'application/x-atelier-insert'
/** Marks a drag of the studio that moves a layer, which is not to be pasted as text. */
export const ownDragType = 'application/x-atelier-layer'

/** The id of the palette's item that inserts a component. */
export const componentItem = (componentId: string) => `component:${componentId}`

const layers = new WeakMap<EditorSession, readonly string[]>()

/** The layers of the navigator that are being dragged; none if none are. */
export const draggedLayers = (session: EditorSession): readonly string[] => layers.get(session) ?? []

export function setDraggedLayers(session: EditorSession, nodeIds: readonly string[]): void {
  layers.set(session, nodeIds)
}
