import type { Json } from '@atelier/documents'
import { refusePath } from '../model/check.ts'
import {
  type ContentConfig,
  type FieldDefinition,
  fieldTypes,
  localeStrategies,
  type Model,
  type ModelFile,
  modelKinds,
  type Vocabulary,
  workflows,
} from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { isList, isRecord, memberOf, recordOf } from '../model/json.ts'
import { toFile } from '../model/named.ts'
import { domainPattern, localePattern, modelIdPattern } from '../model/names.ts'
import { canonicalJson } from './canonical.ts'
import { CONFIG_PATH, modelPath, normalFolder, VOCABULARY_PATH } from './paths.ts'
import { type ReadJson, readJson } from './readJson.ts'

/** The order of a model file's outermost members; all deeper ones are in the canonical order. */
export const MODEL_MEMBERS = [
  'id',
  'name',
  'kind',
  'domain',
  'i18n',
  'title_field',
  'description',
  'content_path',
  'locale_strategy',
  'fields',
] as const

export const configText = (config: ContentConfig): string => canonicalJson(membersOf(config))

/** Fields of types that are not known here stand among the others, as they came. */
export const modelFileText = ({ closedFields, ...file }: ModelFile): string =>
  canonicalJson(
    membersOf(closedFields === undefined ? file : { ...file, fields: { ...file.fields, ...closedFields } }),
    MODEL_MEMBERS,
  )

export const modelText = (model: Model): string => modelFileText(toFile(model))

/** The file of the terms; undefined when there are none, since the file is optional. */
export const vocabularyText = (terms: Vocabulary): string | undefined =>
  Object.keys(terms).length === 0 ? undefined : canonicalJson({ version: 1, terms })

/** A plain object as JSON, without members that are undefined. */
export function membersOf(value: object): { readonly [name: string]: Json } {
  const members: Json = JSON.parse(JSON.stringify(value))
  return isRecord(members) ? members : {}
}

interface Reading<Value> {
  /** Undefined if the file cannot be worked with, with the reasons in `findings`. */
  value?: Value
  findings: Finding[]
}

/** One file while it is taken apart: what is found in it is named with its line. */
class FileReading {
  readonly findings: Finding[]
  readonly #file: string
  readonly #json: ReadJson

  constructor(file: string, json: ReadJson) {
    this.#file = file
    this.#json = json
    this.findings = [...json.findings]
  }

  add(severity: Finding['severity'], code: string, path: readonly string[], says: string, hint?: string): void {
    const member = path.length === 0 ? 'The file' : JSON.stringify(path.join('.'))
    const line = this.#json.lineOf(path) ?? 1
    const finding: Finding = { severity, code, message: `${member} ${says}.`, file: this.#file, line }
    this.findings.push(hint === undefined ? finding : { ...finding, hint })
  }
}

const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The settings of a project. Without locales that can be told apart there is no value. */
export function readConfig(bytes: Uint8Array): Reading<ContentConfig> {
  const json = readJson(CONFIG_PATH, bytes)
  const reading = new FileReading(CONFIG_PATH, json)
  const { findings } = reading
  if (json.value === undefined) return { findings }
  if (!isRecord(json.value)) {
    reading.add('error', 'not_an_object', [], 'is no object')
    return { findings }
  }
  const config = json.value
  if (config.version !== 1) {
    reading.add('error', 'version', ['version'], 'is not 1, the only version of the format that is known')
    if (config.version !== undefined) return { findings }
  }
  const locales = readLocales(config.locales, reading)
  if (!locales) return { findings }
  const workflow = workflows.find((known) => known === config.workflow)
  if (!workflow) reading.add('error', 'workflow', ['workflow'], `is none of ${workflows.join(', ')}`)
  if (!isNonEmptyText(config.stack)) reading.add('warning', 'stack', ['stack'], 'is missing')
  const domains = isList(config.domains) ? config.domains.filter(isNonEmptyText) : []
  if (!isList(config.domains) || domains.length < config.domains.length) {
    reading.add('warning', 'domains', ['domains'], 'is no list of names')
  }
  const stack = isNonEmptyText(config.stack) ? config.stack : 'other'
  return { value: { ...config, version: 1, stack, workflow: workflow ?? 'auto-merge', locales, domains }, findings }
}

function readLocales(value: Json | undefined, reading: FileReading): ContentConfig['locales'] | undefined {
  const record = isRecord(value) ? value : {}
  const main = record.default
  if (!isNonEmptyText(main) || !localePattern.test(main)) {
    reading.add('error', 'locale', ['locales', 'default'], 'is no locale', 'Write it like en or pt-BR.')
    return undefined
  }
  const listed = isList(record.supported) ? record.supported : [main]
  const supported = [...new Set(listed.filter(isNonEmptyText).filter((locale) => localePattern.test(locale)))]
  if (supported.length < listed.length) {
    reading.add('error', 'locale', ['locales', 'supported'], 'holds what is no locale, or one twice')
  }
  if (!supported.includes(main)) {
    reading.add('error', 'locale', ['locales', 'supported'], `lacks the default locale ${main}`)
    supported.unshift(main)
  }
  return { ...record, default: main, supported }
}

/** A path that ends with a slash or begins with a dot means a folder all the same. */
const refuseFolder = (path: string) =>
  path.startsWith('/') || refusePath(normalFolder(path)) !== undefined ? 'is no folder for content' : undefined

/** A model's file. Members that are not known are kept; without a workable kind, place or fields there is no value. */
export function readModelFile(file: string, bytes: Uint8Array): Reading<ModelFile> {
  const json = readJson(file, bytes, MODEL_MEMBERS)
  const reading = new FileReading(file, json)
  const { findings } = reading
  if (json.value === undefined) return { findings }
  if (!isRecord(json.value)) {
    reading.add('error', 'not_an_object', [], 'is no object')
    return { findings }
  }
  const model = json.value
  const problems = findings.length
  const { id, domain } = model
  const kind = modelKinds.find((known) => known === model.kind)
  if (!isNonEmptyText(id) || !modelIdPattern.test(id)) reading.add('error', 'model_id', ['id'], 'is no id of a model')
  else if (modelPath(id) !== file) {
    reading.add(
      'error',
      'model_file',
      ['id'],
      `is ${id}, so that its file must be ${modelPath(id)}`,
      'Rename one of them.',
    )
  }
  if (!kind) reading.add('error', 'model_kind', ['kind'], `is none of ${modelKinds.join(', ')}`)
  if (!isNonEmptyText(domain) || !domainPattern.test(domain))
    reading.add('error', 'model_domain', ['domain'], 'is no domain')
  const path = model.content_path
  const pathProblem = path === undefined ? undefined : isNonEmptyText(path) ? refuseFolder(path) : 'is no text'
  if (pathProblem)
    reading.add('error', 'content_path', ['content_path'], pathProblem, 'Name a folder of the repository.')
  const strategy = localeStrategies.find((known) => known === model.locale_strategy)
  if (model.locale_strategy !== undefined && !strategy) {
    reading.add('error', 'locale_strategy', ['locale_strategy'], `is none of ${localeStrategies.join(', ')}`)
  }
  const { fields, closed } = readFields(model.fields, kind, reading)
  const isBroken = findings.length > problems
  for (const [name, given] of Object.entries(closed)) addClosedField(reading, name, given)
  if (typeof model.i18n !== 'boolean') reading.add('error', 'i18n', ['i18n'], 'is neither true nor false')
  if (!isNonEmptyText(model.name)) reading.add('error', 'model_name', ['name'], 'is missing')
  if (isBroken || !isNonEmptyText(id) || !isNonEmptyText(domain) || !kind || !fields) return { findings }
  const { content_path: _, locale_strategy: __, title_field: title, description, fields: ___, ...unknown } = model
  const value: ModelFile = {
    ...unknown,
    id,
    name: isNonEmptyText(model.name) ? model.name : id,
    kind,
    domain,
    i18n: model.i18n === true,
    ...(isNonEmptyText(title) && { title_field: title }),
    ...(isNonEmptyText(description) && { description }),
    ...(isNonEmptyText(path) && { content_path: path }),
    ...(strategy && { locale_strategy: strategy }),
    ...(kind !== 'dictionary' && { fields }),
    ...(Object.keys(closed).length > 0 && { closedFields: closed }),
  }
  return { value, findings }
}

function readFields(
  value: Json | undefined,
  kind: ModelFile['kind'] | undefined,
  reading: FileReading,
): { fields: Record<string, FieldDefinition> | undefined; closed: Record<string, Json> } {
  if (value === undefined) return { fields: {}, closed: {} }
  if (!isRecord(value)) {
    reading.add('error', 'model_fields', ['fields'], 'is no object of fields')
    return { fields: undefined, closed: {} }
  }
  if (kind === 'dictionary') {
    reading.add('error', 'model_fields', ['fields'], 'has no meaning for a dictionary', 'Remove it.')
    return { fields: undefined, closed: {} }
  }
  const fields: [string, FieldDefinition][] = []
  const closed: [string, Json][] = []
  for (const [name, each] of Object.entries(value)) {
    const definition = fieldDefinition(each)
    if (definition) fields.push([name, definition])
    else if (isRecord(each) && isNonEmptyText(each.type)) closed.push([name, each])
    else reading.add('error', 'field_type', ['fields', name], 'has no type')
  }
  return { fields: recordOf(fields), closed: recordOf(closed) }
}

function addClosedField(reading: FileReading, name: string, given: Json): void {
  const type = isRecord(given) && typeof given.type === 'string' ? given.type.slice(0, 40) : ''
  const says = `has the type “${type}”, which is not known here, so that entries of this model are read and not written`
  reading.add('error', 'field_type', ['fields', name], says, 'Give it another type, or remove it.')
}

/** A field's definition as a value, if its type is known. Its other members are taken as they are: the model's check looks at them. */
function fieldDefinition(value: Json): FieldDefinition | undefined {
  if (!isRecord(value)) return undefined
  const type = fieldTypes.find((known) => known === memberOf(value, 'type'))
  return type && { ...value, type }
}

/** The terms of a project. Values that are no text are left out and named. */
export function readVocabulary(bytes: Uint8Array): Reading<Vocabulary> {
  const json = readJson(VOCABULARY_PATH, bytes)
  const reading = new FileReading(VOCABULARY_PATH, json)
  if (json.value === undefined) return { findings: reading.findings }
  const terms = isRecord(json.value) ? json.value.terms : undefined
  if (!isRecord(terms)) {
    reading.add('error', 'vocabulary', ['terms'], 'is no object of terms')
    return { findings: reading.findings }
  }
  const known: [string, Record<string, string>][] = []
  for (const [key, locales] of Object.entries(terms)) {
    const texts = isRecord(locales)
      ? Object.entries(locales).filter((each): each is [string, string] => isNonEmptyText(each[1]))
      : []
    if (!isRecord(locales) || texts.length < Object.keys(locales).length) {
      reading.add('error', 'vocabulary', ['terms', key], 'holds what is no text')
    }
    known.push([key, recordOf(texts)])
  }
  return { value: recordOf(known), findings: reading.findings }
}
