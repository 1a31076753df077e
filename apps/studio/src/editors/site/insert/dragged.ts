/** The type of what a tile of the palette carries while it is dragged: the id of its item. */
export const insertDragType = 'application/x-atelier-insert'
/** Marks a drag of the studio that moves a layer, which is not to be pasted as text. */
export const ownDragType = 'application/x-atelier-layer'

/** The id of the palette's item that inserts a component. */
export const componentItem = (componentId: string) => `component:${componentId}`
