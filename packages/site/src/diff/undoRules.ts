import { siteUndoGuard } from './undoGuard.ts'
import { siteUndoMerge } from './undoMerge.ts'

/** What decides in an undo of a site's documents, for `undoPatches`. */
export const siteUndoRules = { guard: siteUndoGuard, merge: siteUndoMerge }
