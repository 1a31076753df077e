import {
  type ContentConfig,
  type FieldDefinition,
  fieldTypes,
  localeStrategies,
  type ModelFile,
  modelKinds,
} from './definition.ts'
import { checkValue, isMediaType, MAX_DEPTH } from './fields.ts'
import type { Finding } from './finding.ts'
import { isIntegerKey, isList, isRecord } from './json.ts'
import { domainPattern, fieldNamePattern, localePattern, MAX_NAME, modelIdPattern } from './names.ts'
import { MAX_PATTERN, readPattern } from './pattern.ts'

/** Types whose value can name an entry. */
export const titleTypes: ReadonlySet<string> = new Set([
  'string',
  'text',
  'slug',
  'email',
  'url',
  'code',
  'markdown',
  'richtext',
])

/** A dictionary's replacement of a title field. */
export const DICTIONARY_TITLE = 'key'

const modelMembers = new Set([
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
])
const fieldMembers = new Set([
  'type',
  'required',
  'unique',
  'default',
  'min',
  'max',
  'pattern',
  'options',
  'model',
  'items',
  'fields',
  'accept',
  'maxSize',
  'description',
  'label',
  'order',
])

/** Types of which a document's frontmatter does not bring every value back. */
const notInDocuments = 'It does not come back from the frontmatter of a file.'

/**
 * The faults of a model's definition. Errors are what a model must not be saved with; a model that a repository brings
 * may have them, and stays.
 * @param all every model of the project; the model itself may be among them
 */
export function checkModel(
  model: ModelFile,
  all: readonly ModelFile[],
  config: Pick<ContentConfig, 'locales' | 'domains'>,
): Finding[] {
  const found: Finding[] = []
  const error = (code: string, message: string, hint?: string) =>
    found.push({ severity: 'error', code, message, model: model.id, ...(hint === undefined ? {} : { hint }) })
  const warn = (code: string, message: string, hint?: string) =>
    found.push({ severity: 'warning', code, message, model: model.id, ...(hint === undefined ? {} : { hint }) })

  if (!modelIdPattern.test(model.id) || model.id.length > MAX_NAME)
    error('model_id', `“${model.id}” is no id of a model.`, 'Use small letters, digits and dashes, such as blog-post.')
  if (typeof model.name !== 'string' || model.name.trim() === '') error('model_name', 'A model has a name.')
  if (!modelKinds.includes(model.kind))
    error('model_kind', `“${String(model.kind)}” is no kind of model.`, `There are ${modelKinds.join(', ')}.`)
  if (typeof model.domain !== 'string' || !domainPattern.test(model.domain))
    error('model_domain', `“${model.domain}” is no domain.`, 'Use small letters, digits and dashes, such as blog.')
  else if (!config.domains.includes(model.domain))
    warn('unknown_domain', `The project has no domain “${model.domain}”.`, 'It is added with the model.')
  if (model.locale_strategy !== undefined && !localeStrategies.includes(model.locale_strategy))
    error(
      'locale_strategy',
      `“${model.locale_strategy}” is no way to lay out locales.`,
      `There are ${localeStrategies.join(', ')}.`,
    )
  if (model.locale_strategy === 'none' && model.i18n && config.locales.supported.length > 1)
    error(
      'locale_strategy',
      'With the layout “none” all locales would be one file.',
      'Use file, suffix or directory, or set i18n to false.',
    )
  else if (model.locale_strategy === 'none' && model.i18n && model.kind === 'document')
    error(
      'locale_strategy',
      'Translated documents with the layout “none” cannot be read back.',
      'Use file, suffix or directory.',
    )
  if (model.content_path !== undefined) {
    const wrong = refusePath(model.content_path)
    if (wrong !== undefined) error('content_path', wrong)
    else checkPlace(model, all, error)
  }
  for (const name of Object.keys(model))
    if (!modelMembers.has(name)) warn('unknown_property', `A model has no property “${name}”.`)

  const fields = Object.entries(model.fields ?? {})
  checkTitle(model, error, warn)
  if (model.kind === 'dictionary') {
    if (fields.length > 0) error('dictionary_fields', 'A dictionary has no fields: it is texts by key.')
    return found
  }
  if (fields.length === 0) error('no_fields', 'A model has at least one field.')
  const ids = new Map([...all, model].map((each) => [each.id, each]))
  for (const [name, definition] of fields) {
    if (!fieldNamePattern.test(name) || name.length > MAX_NAME)
      found.push({
        severity: 'error',
        code: 'field_name',
        message: `“${name}” is no name of a field.`,
        model: model.id,
        field: name,
        hint: 'Use small letters, digits and underscores, such as meta_description.',
      })
    checkDefinition(definition, { model, ids, found, field: name }, 0)
  }
  return found
}

function checkTitle(
  model: ModelFile,
  error: (code: string, message: string, hint?: string) => void,
  warn: (code: string, message: string, hint?: string) => void,
): void {
  const { title_field: title, kind, fields = {} } = model
  if (kind === 'dictionary') {
    if (title !== DICTIONARY_TITLE) error('title_field', `The title field of a dictionary is “${DICTIONARY_TITLE}”.`)
    return
  }
  const fit = Object.keys(fields).filter((name) => titleTypes.has(fields[name]?.type ?? ''))
  const hint = fit.length > 0 ? `One of ${fit.join(', ')}.` : 'Add a field of type string.'
  if (title === undefined) {
    error('title_field', 'A model names the field whose value is the title of an entry (title_field).', hint)
    return
  }
  const definition = Object.hasOwn(fields, title) ? fields[title] : undefined
  if (!definition) error('title_field', `The title field “${title}” is no field of the model.`, hint)
  else if (!titleTypes.has(definition.type))
    error('title_field', `A field of type ${definition.type} cannot be the title.`, hint)
  else if (definition.required !== true)
    warn('title_not_required', `The title field “${title}” is not required.`, 'Set required to true.')
}

/** Why a folder of the repository cannot hold content; undefined if it can. */
export function refusePath(path: string): string | undefined {
  if (path === '' || path.length > 200) return 'A content path has 1 to 200 characters.'
  if (path.startsWith('/') || path.includes('\\') || /[\p{Cc}:*?"<>|]/u.test(path))
    return `“${path}” is no path within the repository.`
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.endsWith(' ') || part.startsWith('-')))
    return `“${path}” is no path within the repository.`
  const [first = '', second] = parts.map((part) => part.toLowerCase())
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'Git keeps its own files there.'
  if (first === '.contentrain' && second !== 'content')
    return 'Of the folder .contentrain only .contentrain/content holds content.'
  return undefined
}

/** The folder that a model's files are in. */
const folderOf = ({ content_path: path, domain, id }: ModelFile) => path ?? `.contentrain/content/${domain}/${id}`

/** Whether each file of two document models, of which one is in a folder inside of the other's, is one model's only. */
function areApart(one: ModelFile, two: ModelFile): boolean {
  const [outer, inner] = folderOf(one).length < folderOf(two).length ? [one, two] : [two, one]
  const above = `${folderOf(outer).toLowerCase()}/`
  const below = `${folderOf(inner).toLowerCase()}/`
  if (!below.startsWith(above) || above === below) return false
  const isFlat = ({ i18n, locale_strategy: strategy }: ModelFile) =>
    !i18n || strategy === 'none' || strategy === 'suffix'
  // Files of the outer model lie directly in its folder, or one folder deeper.
  if (isFlat(outer)) return true
  const parts = below.slice(above.length, -1).split('/')
  if (parts.length > 1 || !isFlat(inner)) return true
  if (outer.locale_strategy === 'directory') return !localePattern.test(parts[0] ?? '')
  // The slug of the inner model could be the name of a locale.
  return inner.i18n && inner.locale_strategy === 'suffix'
}

function checkPlace(model: ModelFile, all: readonly ModelFile[], error: (code: string, message: string) => void): void {
  const own = folderOf(model).toLowerCase()
  for (const other of all) {
    if (other.id === model.id) continue
    const folder = folderOf(other).toLowerCase()
    if (model.kind === 'document' && other.kind === 'document' && areApart(model, other)) continue
    const inside = folder === own || folder.startsWith(`${own}/`) || own.startsWith(`${folder}/`)
    // Files that carry the id of their model in the name can share a folder.
    const apart = folder === own && model.locale_strategy === 'suffix' && other.locale_strategy === 'suffix'
    if (inside && !(apart && model.kind !== 'document' && other.kind !== 'document'))
      error('path_taken', `The folder ${folderOf(model)} holds the entries of “${other.name}” (${other.id}).`)
  }
}

interface Checking {
  model: ModelFile
  ids: ReadonlyMap<string, ModelFile>
  found: Finding[]
  /** The name of the field, with the path inside of it. */
  field: string
}

function checkDefinition(definition: FieldDefinition, checking: Checking, depth: number): void {
  const { model, ids, found, field } = checking
  const where = { model: model.id, field }
  const error = (code: string, message: string, hint?: string) =>
    found.push({ severity: 'error', code, message, ...where, ...(hint === undefined ? {} : { hint }) })
  const warn = (code: string, message: string, hint?: string) =>
    found.push({ severity: 'warning', code, message, ...where, ...(hint === undefined ? {} : { hint }) })

  if (depth > MAX_DEPTH) {
    error('depth', `Fields are nested more than ${MAX_DEPTH} deep.`)
    return
  }
  if (!isRecord(definition) || !fieldTypes.includes(definition.type)) {
    error('field_type', `“${field}” has no known type.`, `There are ${fieldTypes.join(', ')}.`)
    return
  }
  const { type, options, items, fields, accept, maxSize, unique, min, max, pattern } = definition
  for (const name of Object.keys(definition))
    if (!fieldMembers.has(name)) warn('unknown_property', `A field has no property “${name}”.`)
  if (type === 'select') {
    if (!isList(options) || options.length === 0) error('options', `“${field}” has no options to select.`)
    else if (options.some((each) => typeof each !== 'string' || each === '')) error('options', 'Options are texts.')
    else if (new Set(options).size < options.length) warn('options', `An option of “${field}” stands there twice.`)
  } else if (options !== undefined) error('options', `Only a field of type select has options, not ${type}.`)
  if (items !== undefined && type !== 'array') error('items', `Only a field of type array has items, not ${type}.`)
  if (fields !== undefined && type !== 'object') error('fields', `Only a field of type object has fields, not ${type}.`)
  if ((accept !== undefined || maxSize !== undefined) && !isMediaType(type))
    error('accept', `Only an image, video or file has accept and maxSize, not ${type}.`)
  if (maxSize !== undefined && !(Number.isInteger(maxSize) && maxSize > 0))
    error('max_size', 'maxSize is a number of bytes.')
  if (unique === true && model.kind === 'singleton')
    error('unique', 'A singleton has one entry, so that nothing in it can be unique.')
  if (unique === true && depth > 0) warn('unique', 'Only fields of the model itself are compared with other entries.')
  for (const [name, value] of [
    ['min', min],
    ['max', max],
    ['order', definition.order],
  ] as const)
    if (value !== undefined && !(typeof value === 'number' && Number.isFinite(value)))
      error(name, `${name} of “${field}” is a number.`)
  if (min !== undefined && max !== undefined && min > max)
    error('min_max', `min (${min}) of “${field}” is greater than max (${max}).`)
  if (pattern !== undefined) {
    const wrong = typeof pattern === 'string' ? readPattern(pattern) : 'A pattern is a text.'
    if (typeof wrong === 'string')
      error('pattern', wrong, `Patterns are matched in linear time, and have at most ${MAX_PATTERN} characters.`)
  }
  checkRelation(definition, ids, where, found)
  checkNested(definition, checking, depth)
  if (definition.default !== undefined && definition.default !== null) {
    const wrong = checkValue(definition, definition.default, where).find(({ severity }) => severity === 'error')
    if (wrong) error('default', `The default of “${field}” does not fit: ${wrong.message}`)
  }
  if (model.kind === 'document' && depth === 0) {
    const polymorphic = (type === 'relation' || type === 'relations') && isList(definition.model)
    const inner = typeof items === 'string' ? items : items?.type
    if (type === 'object' || polymorphic || (type === 'array' && (inner === 'object' || inner === 'array')))
      error(
        'not_in_documents',
        `A document cannot have the field “${field}” (${type}). ${notInDocuments}`,
        'Use a collection, or plain fields.',
      )
  }
}

function checkRelation(
  { type, model: target }: FieldDefinition,
  ids: ReadonlyMap<string, ModelFile>,
  where: Pick<Finding, 'model' | 'field'>,
  found: Finding[],
): void {
  const error = (message: string, hint?: string) =>
    found.push({ severity: 'error', code: 'relation', message, ...where, ...(hint === undefined ? {} : { hint }) })
  if (type !== 'relation' && type !== 'relations') {
    if (target !== undefined) error(`Only a relation has a model, not ${type}.`)
    return
  }
  const targets: readonly unknown[] = isList(target) ? target : target === undefined ? [] : [target]
  if (targets.length === 0) error('A relation names the model of its entries (model).')
  for (const each of targets) {
    const other = typeof each === 'string' ? ids.get(each) : undefined
    if (!other)
      error(`There is no model “${String(each)}”.`, `There are ${[...ids.keys()].sort().join(', ') || 'none'}.`)
    else if (other.kind === 'singleton' || other.kind === 'dictionary')
      error(
        `A relation cannot lead to ${other.kind === 'singleton' ? 'a singleton' : 'a dictionary'}, as “${other.name}” is.`,
      )
  }
}

function checkNested({ items, fields }: FieldDefinition, checking: Checking, depth: number): void {
  const { found, model, field } = checking
  if (typeof items === 'string') checkDefinition({ type: items }, { ...checking, field: `${field}.items` }, depth + 1)
  else if (items !== undefined) checkDefinition(items, { ...checking, field: `${field}.items` }, depth + 1)
  for (const [name, inner] of Object.entries(fields ?? {})) {
    const path = `${field}.${name}`
    if (isIntegerKey(name) || name === '__proto__')
      found.push({
        severity: 'error',
        code: 'field_name',
        message: `“${name}” is no name of a field.`,
        model: model.id,
        field: path,
      })
    checkDefinition(inner, { ...checking, field: path }, depth + 1)
  }
}
