/** Texts of a site's editor while it opens, and its sections of the palette. */
export const noSuchProject = 'There is no such project, or you have no access to it.'
export const pages = 'Pages'
export const view = 'View'
export const layers = 'Layers'
export const selected = (layerTitle: string | number) => `Selected: ${layerTitle}`
export const pagesAndLayers = 'Pages and layers'
export const editsAreNotKept =
  'This browser has no room to keep edits, or is private. Without a connection they are in this tab alone, and lost with it.'
