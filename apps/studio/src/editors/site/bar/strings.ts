/** Texts of the site editor's bar. */
export const history = 'History'
export const more = 'More'
export const endThePreview = 'End the preview'
export const previewWithScripts = 'Preview with scripts'
export const redo = 'Redo'
export const commands = 'Commands'
export const siteSettings = 'Site settings'
export const page = (title: string | number) => `Page ${title}`
export const widthOfThePage = 'Width of the page'
export const fit = 'Fit'
export const fitToCanvas = 'Fit to canvas'
export const pixelsWide = (name: string | number) => `${name} pixels wide`
export const noPage = 'No page'
export const insert = 'Insert'
