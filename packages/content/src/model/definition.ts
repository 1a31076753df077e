import type { Json } from '@atelier/documents'

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
  /** Of a number its value, of a text its length in UTF-16 code units, of a list its count. */
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
  /** Of media: a list of media types or endings. */
  accept?: string
  /** Of media, in bytes. */
  maxSize?: number
  description?: string
  label?: string | Readonly<Record<string, string>>
  order?: number
}

/** What a model is beside its fields, under the names that its file uses. */
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
}

/** A field of a model. `key` stays when the field is renamed, so that entries need not be touched. */
export interface ModelField {
  key: string
  name: string
  definition: FieldDefinition
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
  /** Open branches from which on somebody is warned, and from which on no further one is opened. */
  branchWarnLimit?: number
  branchBlockLimit?: number
  remoteBranchCleanup?: boolean
}

export const configDefaults = { branchRetention: 30, branchWarnLimit: 50, branchBlockLimit: 80 } as const

/** Terms that a project uses, in each locale. */
export type Vocabulary = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The locale of what has none. */
export const NO_LOCALE = '*'

/** The locales that entries of a model have: those of the project, or the one that stands for none. */
export function localesOf(model: Pick<ModelProperties, 'i18n'>, { locales }: Pick<ContentConfig, 'locales'>): string[] {
  return model.i18n ? [...locales.supported] : [NO_LOCALE]
}

/** What a project's content is made of beside its entries. */
export interface ContentSchema {
  config: ContentConfig
  models: readonly Model[]
  vocabulary: Vocabulary
}
