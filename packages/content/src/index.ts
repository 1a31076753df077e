export { contentCapabilities } from './capabilities.ts'
export type { ContentContext, WriteTarget, Written, WrittenEntry } from './context/context.ts'
export type { ContentReader, Referrer, SearchHit, SearchRequest, StoredEntry } from './context/reader.ts'
export type {
  Asset,
  AssetService,
  ContentServices,
  Person,
  Submission,
  SubmissionService,
} from './context/services.ts'
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
} from './entry/entry.ts'
export {
  type ContentConfig,
  type ContentSchema,
  configDefaults,
  type FieldDefinition,
  type FieldType,
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
  type Vocabulary,
  type Workflow,
  workflows,
} from './model/definition.ts'
export type { Finding } from './model/finding.ts'
