/** What the commands of the site editor are called. */
export const editTheComponent = 'Edit the component'
export const editText = 'Edit text'
export const goTo = (title: string | number) => `Go to ${title}`
export const stepOutOfTheSelection = 'Step out of the selection'
export const previewWithScripts = 'Preview with scripts'
export const publish = 'Publish'
export const insert = 'Insert…'
export const rename = 'Rename'
export const selectTheFirstLayerInside = 'Select the first layer inside'
export const selectTheLayerAfter = 'Select the layer after'
export const selectNothing = 'Select nothing'
export const selectAllBeside = 'Select all beside it'
export const selectTheParent = 'Select the parent'
export const selectTheLayerBefore = 'Select the layer before'
export const history = 'History'
export const siteSettings = 'Site settings'
export const fitToCanvas = 'Fit to canvas'
export const showThePagePixelsWide = (width: string | number) => `Show the page ${width} pixels wide`
