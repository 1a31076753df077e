import type { Json } from '@atelier/documents'
import type { FieldLayouts } from './layouts.ts'

export const modelKinds = ['singleton', 'collection', 'document', 'dictionary'] as const
export type ModelKind = (typeof modelKinds)[number]

export const localeStrategies = ['file', 'suffix', 'directory', 'none'] as const
export type LocaleStrategy = (typeof localeStrategies)[number]

/** The types that a field can have, in the groups in which they are offered. */
export const fieldTypes = [
  'string',
  'text',
  'email',
  'url',
  'slug',
  'color',
  'phone',
  'code',
  'icon',
  'markdown',
  'richtext',
  'number',
  'integer',
  'decimal',
  'percent',
  'rating',
  'boolean',
  'date',
  'datetime',
  'image',
  'video',
  'file',
  'relation',
  'relations',
  'select',
  'array',
  'object',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** A field as a model file has it. Members that are not known are kept. */
export interface FieldDefinition {
  type: FieldType
  required?: boolean
  unique?: boolean
  default?: Json
  /** For a number its value, for a text its length in UTF-16 code units, for a list its count. */
  min?: number
  max?: number
  /** A regular expression, not anchored. */
  pattern?: string
  /** Of `select`. */
  options?: readonly string[]
  /** Of `relation` and `relations`: the id of a model, or of several. */
  model?: string | readonly string[]
  /** Of `array`. */
  items?: FieldType | FieldDefinition
  /** Of `object`. */
  fields?: Readonly<Record<string, FieldDefinition>>
  /** For media: a list of media types or endings. */
  accept?: string
  /** For media, in bytes. */
  maxSize?: number
  description?: string
  label?: string | Readonly<Record<string, string>>
  order?: number
}

/** A model's properties besides its fields, under the names that its file uses. */
export interface ModelProperties {
  /** In kebab-case; the name of its file. */
  id: string
  name: string
  kind: ModelKind
  domain: string
  i18n: boolean
  /** The name of the field whose value names an entry; `key` of a dictionary. */
  title_field?: string
  description?: string
  /** A folder of the repository, where it is not that of its domain. */
  content_path?: string
  locale_strategy?: LocaleStrategy
  /** Fields of types that are not known here, as the model's file has them: such a model is read, and not written. */
  closedFields?: Readonly<Record<string, Json>>
}

/** A field of a model. `key` stays when the field is renamed, so that entries need not be touched. */
export interface ModelField {
  key: string
  name: string
  definition: FieldDefinition
  /** The locale under whose key its one value for all languages lies; absent of a field that each language has for itself. */
  shared?: string
}

/** A model as it is worked with. A dictionary has no fields. */
export interface Model extends ModelProperties {
  /** In the order in which an editor shows them. */
  fields: readonly ModelField[]
}

/** A model as its file has it, fields by name. */
export interface ModelFile extends ModelProperties {
  fields?: Readonly<Record<string, FieldDefinition>>
}

export const workflows = ['auto-merge', 'review'] as const
export type Workflow = (typeof workflows)[number]

export const releaseModes = ['hand', 'change'] as const
export type ReleaseMode = (typeof releaseModes)[number]

export const publishModes = ['wait', 'atOnce'] as const
export type PublishMode = (typeof publishModes)[number]

/** The settings of a project's content, under the names of `config.json`. Members that are not known are kept. */
export interface ContentConfig {
  version: 1
  platform?: string
  stack: string
  workflow: Workflow
  repository?: { provider: string; owner: string; name: string; default_branch: string }
  locales: { default: string; supported: readonly string[] }
  domains: readonly string[]
  assets_path?: string
  cdn?: { url: string }
  /** Days after which a branch that is merged or rejected leaves the repository. */
  branchRetention?: number
  /** The numbers of open branches from which on a warning is shown, and from which on no further one is opened. */
  branchWarnLimit?: number
  branchBlockLimit?: number
  remoteBranchCleanup?: boolean
  /** How content goes out to visitors: on publishing, or with each published change. `hand` if absent. */
  release?: ReleaseMode
  /** Whether edits of published entries wait until somebody publishes them. `atOnce` if absent. */
  publishEdits?: PublishMode
}

/** Whether edits of published entries wait until somebody publishes them. */
export const editsWait = ({ publishEdits }: Pick<ContentConfig, 'publishEdits'>): boolean => publishEdits === 'wait'

export const configDefaults = { branchRetention: 30, branchWarnLimit: 50, branchBlockLimit: 80 } as const

/** Terms that a project uses, in each locale. */
export type Vocabulary = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The locale of what has none. */
export const NO_LOCALE = '*'

/** The locales that entries of a model have: those of the project, or the one for no locale. */
export function localesOf(model: Pick<ModelProperties, 'i18n'>, { locales }: Pick<ContentConfig, 'locales'>): string[] {
  return model.i18n ? [...locales.supported] : [NO_LOCALE]
}

/** A project's content besides its entries. */
export interface ContentSchema {
  config: ContentConfig
  models: readonly Model[]
  vocabulary: Vocabulary
  /** Where the entries of models have pages on the site, by model: `blog` for `/blog/<slug>/`. */
  routes?: Readonly<Record<string, string>>
  /** By the id of their model; absent where there are none. */
  forms?: Readonly<Record<string, Form>>
  /** The ids of the models whose published entries everybody may read; Atelier's own, in no file of the format. */
  public?: readonly string[]
  /** Saved views of lists, by model; absent where there are none. */
  lists?: Readonly<Record<string, readonly SavedList[]>>
  /** How forms show fields, by model and the name of the field; absent where there are none. */
  layouts?: Readonly<Record<string, FieldLayouts>>
  /** Models whose entries are being moved between one locale and all; absent where there are none. */
  moving?: Readonly<Record<string, MovingEntries>>
}

/** A view of a model's list that everyone in the project has. */
export interface SavedList {
  name: string
  /** As it was saved. */
  view: Readonly<Record<string, Json>>
}

/** How far the entries of a model have moved to another locale, in the order of their documents. */
export interface MovingEntries {
  /** The locale whose values go to the one that the model's entries are in now. */
  from: string
  /** The document of the last entry that has been moved. */
  after: string
}

/** The submissions that visitors may send for a model; an entry is made of it once a user approves it. */
export interface Form {
  /** A form that is not open takes nothing and shows nothing of its model. */
  open: boolean
  /** The names of the fields that a visitor may fill in, in their order. */
  fields: readonly string[]
  /** Those that a visitor must fill in beside the ones that the model requires. */
  required: readonly string[]
  /** The fields' labels in the form, by their names; those without one as in the model. */
  labels?: Readonly<Record<string, string>>
  /** That of what is sent; `*` of a model without locales. */
  locale: string
  /** The message that a visitor reads once it is sent. */
  message?: string
  /** The path on the same site that is shown then, such as `/thanks/`. */
  next?: string
  /** How much one address may send a minute, and all visitors together in a month. */
  perMinute: number
  perMonth: number
}
