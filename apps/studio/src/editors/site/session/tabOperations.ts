export { validate, validationError } from '@atelier/operation'
// The operations bring the HTML parser with them: a chunk of its own, that the editor loads once the page is there.
export { siteUndoMerge, tabOperations } from '@atelier/site'
