export { type Analysis, type AnalysisFinding, type AnalysisKind, analyseModel, analyses } from './brain/analysis.ts'
export { createFinder, type Finder } from './brain/finder.ts'
export { closestName, didYouMean } from './brain/nearest.ts'
export { sortedBy } from './brain/order.ts'
export { type Page, pageOf, writeCursor } from './brain/page.ts'
export {
  cursorStart,
  type EntryQuery,
  findEntries,
  type QueryResult,
  queryEntries,
  type ReadEntry,
  refuseQuery,
} from './brain/query.ts'
export { type ExpandRequest, type Expansion, expandRelations, referencesOf } from './brain/relations.ts'
export { restrictEntry, restrictSchema, visibleTo } from './brain/restrict.ts'
export { nameValue, rowOf } from './brain/rows.ts'
export { isShortened, valueAt, valuePart } from './brain/shorten.ts'
export {
  type Showing,
  type ShownEntries,
  type ShownEntry,
  type ShowsEntry,
  shownEntries,
  shownIds,
  shownSchema,
  targetsOf,
} from './brain/shown.ts'
export { checkEntries, checkSchema, healthOf } from './brain/validate.ts'
export { queryWords, type SearchText, searchTextOf, wordsIn } from './brain/words.ts'
export {
  type Branch,
  type BranchDocument,
  type BranchEntry,
  type BranchState,
  type BranchValue,
  branchStates,
  changesValues,
  countValues,
  documentOfKey,
  MAX_BRANCH_VALUES,
  openBranch,
  readBranch,
  readState,
  readValueKey,
  scheduleMerge,
  toBranchEntry,
  valueKey,
} from './branch/branchDocument.ts'
export { type BranchName, type BranchScope, branchName, newBranchName, readBranchName } from './branch/branchName.ts'
export { branchType } from './branch/branchType.ts'
export { type Conflict, conflictsOf } from './branch/conflicts.ts'
export {
  type BranchDiff,
  diffBranch,
  type EntryDiff,
  type FieldDiff,
  type ModelDiff,
  type ValueDiff,
} from './branch/diff.ts'
export { type BranchDraftsOptions, branchView, createBranchDrafts } from './branch/drafts.ts'
export { type BranchHealth, branchHealth } from './branch/health.ts'
export { createKept } from './branch/kept.ts'
export {
  type MergedDocument,
  type MergeOptions,
  type MergeOutcome,
  mergeBranch,
  type Resolution,
} from './branch/merge.ts'
export { type BranchOverview, type OpenViews, openOverview, type TouchedEntry } from './branch/overview.ts'
export { readerOver } from './branch/reader.ts'
export { type ContentChange, lackingFor } from './branch/rights.ts'
export { contentCapabilities } from './capabilities.ts'
export { type BranchAccess, type ListedBranch, ownBranch } from './context/branches.ts'
export type { ContentContext, WriteTarget, Written, WrittenEntry } from './context/context.ts'
export { holdersAmong } from './context/holders.ts'
export type { CallerKnowledge, KnownEntry, KnownPlace, KnownStore, KnownValues } from './context/knownValues.ts'
export { checkPhase, INIT_BRANCH, type Phase, type PhaseRule, phaseOf, phases, phasesFor } from './context/phase.ts'
export type { ContentReader, Holder, Referrer, SearchHit, SearchRequest, StoredEntry } from './context/reader.ts'
export {
  type Asset,
  type AssetService,
  type BinnedEntry,
  type BinService,
  type CheckedFiles,
  type Comment,
  type CommentService,
  type ContentServices,
  DAYS_IN_BIN,
  type Deletion,
  type FetchedFile,
  type Person,
  type RepositoryService,
  SUBMISSION,
  type Submission,
  type SubmissionService,
} from './context/services.ts'
export { writesTo } from './context/workflow.ts'
export { digestOf } from './entry/digest.ts'
export { contentType, entryType } from './entry/documentTypes.ts'
export {
  type ChangeSource,
  changeSources,
  type Entry,
  type EntryLocale,
  type EntryMeta,
  type EntryStatus,
  entryName,
  entryStatuses,
  ONLY_ENTRY,
  shownValues,
} from './entry/entry.ts'
export {
  createEntry,
  deleteEntry,
  entryIdentity,
  eraseEntry,
  heldLocaleOf,
  isErased,
  type LiveEntry,
  letOut,
  publicationOf,
  readEntry,
  readHeld,
  readPublished,
  renameEntry,
  restoreEntry,
  setPublished,
  setTranslated,
  type WrittenMeta,
  writeMeta,
  writeValues,
} from './entry/entryDocument.ts'
export { changedSource, type LoggedEdit } from './entry/history.ts'
export { keyNames } from './entry/keys.ts'
export { mergeText } from './entry/mergeText.ts'
export { cutText, joinBlocks } from './entry/paragraphs.ts'
export { digestByKeys, publishedEntry } from './entry/published.ts'
export { isSeen } from './entry/seen.ts'
export {
  checkEntry,
  type EntryKey,
  entryTitle,
  inLocalesOf,
  isStale,
  isTranslated,
  keysOf,
  type Link,
  linksIn,
  mainLocale,
  refuseId,
  type Settling,
  settleAnew,
  settleEntry,
  sourceLocale,
  unsettledLocales,
} from './entry/settle.ts'
export { likelyShared, sharedFields, valuesDiffer } from './entry/sharedFields.ts'
export { fieldHtml, formHtml, formPath, HONEYPOT } from './form/formHtml.ts'
export { formFieldLabel, formLabel } from './form/label.ts'
export { formFields, type ReadSubmission, readSubmission, type SubmissionError } from './form/submitted.ts'
export { type AtelierFile, emptyAtelier, readAtelier, withSettings } from './format/atelierFile.ts'
export { canonicalJson } from './format/canonical.ts'
export {
  type ChangedFiles,
  changesOfFiles,
  type EntryEdit,
  type FileChanges,
  type MemberEdit,
  type MetaEdit,
  type ValueEdit,
} from './format/changes.ts'
export { checkFiles } from './format/check.ts'
export { type ReadLimits, type ReadOptions, readLimits } from './format/files.ts'
export { type LeftOut, leftOutIn } from './format/leftOut.ts'
export { readMembers } from './format/members.ts'
export {
  ATELIER_PATH,
  CONFIG_PATH,
  CONTENT_FOLDER,
  contentFolder,
  entryPath,
  isSafePath,
  isSchemaPath,
  MODELS_FOLDER,
  metaFolder,
  metaPath,
  modelPath,
  sharesFile,
  VOCABULARY_PATH,
} from './format/paths.ts'
export { type Place, placesIn } from './format/places.ts'
export { canRead, type ReadContent, readFiles } from './format/read.ts'
export { type JsonProblem, scanJson } from './format/scanJson.ts'
export { modelFileText } from './format/schemaFiles.ts'
export { needsReading } from './format/standIns.ts'
export {
  atelierWith,
  filesOfEntries,
  filesOfSchema,
  type KeptEntry,
  type WriteOptions,
  writeFiles,
} from './format/write.ts'
export {
  changeOf,
  type FieldChange,
  type Migration,
  type ModelChange,
  migrateValue,
  migrations,
} from './model/change.ts'
export { checkModel, refusePath } from './model/check.ts'
export {
  deleteModel,
  readModel,
  readSchema,
  rewriteFiles,
  rewrittenBy,
  setConfig,
  setPublic,
  setRoute,
  setShared,
  setTerm,
  writeModel,
} from './model/contentDocument.ts'
export {
  type ContentConfig,
  type ContentSchema,
  configDefaults,
  editsWait,
  type FieldDefinition,
  type FieldType,
  type Form,
  fieldTypes,
  type LocaleStrategy,
  localeStrategies,
  localesOf,
  type Model,
  type ModelField,
  type ModelFile,
  type ModelKind,
  type ModelProperties,
  modelKinds,
  NO_LOCALE,
  type PublishMode,
  type ReleaseMode,
  type Vocabulary,
  type Workflow,
  workflows,
} from './model/definition.ts'
export { checkValue, isMediaType } from './model/fields.ts'
export type { Finding } from './model/finding.ts'
export { setForm } from './model/forms.ts'
export { FieldLayout, type FieldLayouts, setLayout } from './model/layouts.ts'
export { readLists, writeList } from './model/lists.ts'

export { BODY, fieldOf, fromFile, isLongText, toFile, valueFields } from './model/named.ts'
export {
  domainPattern,
  entryIdPattern,
  fieldNamePattern,
  localePattern,
  modelIdPattern,
  slugOf,
  slugPattern,
} from './model/names.ts'
export { orderFieldOf } from './model/orderField.ts'
export { readyModels, readyRoutes } from './model/readyModels.ts'
export { type ShownField, shownField } from './model/shownField.ts'
export { conflictsNow, type Merging, seesAllOf } from './operations/branches/branchSupport.ts'
export { type ContentOperation, contentOperations } from './operations/index.ts'
export { classifyIntent, type Intent, type OpenContent } from './prompt/intent.ts'
export { contentState, contentStateText, type Pinned, type PromptState } from './prompt/state.ts'
export { contentSystemPrompt } from './prompt/system.ts'
export {
  MAX_NAMED_ENTRIES,
  readTranslationTask,
  type TranslationTask,
  translationTask,
} from './prompt/translationTask.ts'
export { affectedOf, joinAffected } from './scope/affected.ts'
export {
  type ContentState,
  type ContentStore,
  createContentScope,
  type ServiceCall,
} from './scope/contentScope.ts'
export type { ContentTypes } from './scope/types.ts'
export {
  changedModels,
  type DerivedEntry,
  type DerivedKey,
  deriveEntry,
  modelsPublishedAnew,
  needsLast,
  nextTime,
  timesOf,
} from './stored/deriveEntry.ts'
export {
  type DerivedPublished,
  type KnownPublished,
  type Renamed,
  type StoredPublished,
  type StoredValues,
  unnamedOf,
} from './stored/derivePublished.ts'
export { fromStored, type StoredLocales, toStored } from './stored/storedValues.ts'
export { agentMessage } from './strings/agentMessages.ts'
export { agentPrompt } from './strings/agentPrompts.ts'
export { errorMessage } from './strings/errorMessages.ts'
