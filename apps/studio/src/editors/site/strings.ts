/** What the editor of a site says while it opens, and its sections of the palette. */
export const noSuchProject = 'There is no such project, or you have no access to it.'
export const pages = 'Pages'
export const view = 'View'
export const layers = 'Layers'
export const selected = (layerTitle: string | number) => `Selected: ${layerTitle}`
export const pagesAndLayers = 'Pages and layers'
