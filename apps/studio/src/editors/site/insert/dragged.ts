/** The type of what a tile of the palette carries while it is dragged: the id of its item. */
export const insertDragType = 'application/x-atelier-insert'
