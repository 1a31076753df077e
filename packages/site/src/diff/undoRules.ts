import { siteUndoGuard } from './undoGuard.ts'
import { siteUndoMerge } from './undoMerge.ts'

/** The rules of undoing changes to a site's documents, for `undoPatches`. */
export const siteUndoRules = { guard: siteUndoGuard, merge: siteUndoMerge }
