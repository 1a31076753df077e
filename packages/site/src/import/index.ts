export { applyImport, type ImportContext, type ImportReport, importedMedia, type KeptMedia } from './apply.ts'
export type { SharedChrome } from './chrome.ts'
export type { ImportFile } from './files.ts'
export { importLimits } from './limits.ts'
export {
  type ConflictChoice,
  type ImportChoices,
  type ImportConflict,
  type ImportPlan,
  planImport,
} from './plan.ts'
export { type PreparedImport, prepareImport } from './prepare.ts'
export { untouchedStarter } from './starter.ts'
