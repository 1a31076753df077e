import type { Json } from '@atelier/documents'
import { checkEntries, checkSchema } from '../brain/validate.ts'
import type { Entry } from '../entry/entry.ts'
import { changeSources, entryStatuses, ONLY_ENTRY } from '../entry/entry.ts'
import { type ContentSchema, localesOf, type Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { isList, isRecord } from '../model/json.ts'
import { BODY, fieldOf } from '../model/named.ts'
import { secretIn } from '../model/secrets.ts'
import { type ReadOptions, RepositoryFiles } from './files.ts'
import { isReadAlike, parseDocument } from './frontmatter.ts'
import { CONTENT_FOLDER, contentPath, entryPath, META_FOLDER, metaFolder, metaPath, modelPath } from './paths.ts'
import { placesIn } from './places.ts'
import { readRepository } from './read.ts'

/**
 * Everything that is wrong with the content of a repository, each with its file and line: all that the validator of the
 * format refuses or warns of, and what it lets through, such as fields that no model has, files that it takes for absent
 * because it cannot read them, bytes that it would not have written, and models that are none.
 */
export function checkFiles(contents: ReadonlyMap<string, Uint8Array>, options: ReadOptions = {}): Finding[] {
  const files = new RepositoryFiles(contents, options)
  const { schema, entries } = readRepository(files)
  if (!schema) return files.findings
  for (const finding of checkSchema(schema)) files.add(inModel(files, finding))
  const ids = new Map(schema.models.map(({ id }) => [id, new Set<string>()]))
  for (const { model, id } of entries) ids.get(model)?.add(id)
  const byModel = Map.groupBy(entries, ({ model }) => model)
  for (const model of schema.models) {
    const own = byModel.get(model.id) ?? []
    checkModelEntries(files, model, own, schema, ids)
    checkParity(files, model, own, schema)
    checkMeta(files, model, own, schema)
    if (model.kind === 'dictionary') checkRepeated(files, model, own, schema)
    else checkUnknown(files, model, own, schema)
  }
  checkDocuments(files, schema)
  checkUnused(files, schema)
  return files.findings
}

/** A finding of a model with its place in the model's file. */
function inModel(files: RepositoryFiles, finding: Finding): Finding {
  if (finding.model === undefined) return finding
  const file = modelPath(finding.model)
  const [field] = (finding.field ?? '').split('.')
  const line = field ? files.lineOf(file, ['fields', field]) : files.lineOf(file, [finding.code])
  return { ...finding, file, line: line ?? 1 }
}

/** A finding of an entry with its place in the entry's file. */
function inEntry(files: RepositoryFiles, model: Model, schema: ContentSchema, finding: Finding): Finding {
  const { entry = ONLY_ENTRY, locale = schema.config.locales.default, field = '' } = finding
  const isMeta = field === 'publish_at' || field === 'expire_at'
  const file = isMeta ? metaPath(model, locale, schema.config, entry) : entryPath(model, locale, entry)
  const name = model.kind === 'dictionary' ? field : (field.split('.')[0] ?? '')
  if (model.kind === 'document' && !isMeta) return { ...finding, file, line: lineInDocument(files, file, name) }
  const path = model.kind === 'collection' ? [entry, name] : [name]
  return { ...finding, file, line: files.lineOf(file, path) ?? 1 }
}

function lineInDocument(files: RepositoryFiles, file: string, name: string): number {
  const text = files.text(file) ?? ''
  const { blocks } = parseDocument(text)
  if (name !== BODY) return blocks.find((block) => block.name === name)?.line ?? 1
  const last = blocks.at(-1)
  return last ? last.line + last.lines.length + 1 : 1
}

function checkModelEntries(
  files: RepositoryFiles,
  model: Model,
  entries: readonly Entry[],
  schema: ContentSchema,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const stored = entries.map((settled) => ({ id: settled.id, settled, issues: [] }))
  const steps = checkEntries(model, stored, schema, (id) => ids.get(id) ?? new Set())
  let step = steps.next()
  while (!step.done) step = steps.next()
  for (const finding of step.value) files.add(inEntry(files, model, schema, finding))
}

/** Every supported locale needs its file, and every entry in it. */
function checkParity(files: RepositoryFiles, model: Model, entries: readonly Entry[], schema: ContentSchema): void {
  // A model that waits for its first entry has no file of its own, so that no tool looks for its content.
  if (!model.i18n || !files.has(modelPath(model.id))) return
  const { supported } = schema.config.locales
  const missing = new Set<string>()
  for (const locale of supported) {
    const path = contentPath(model, locale)
    if (model.kind === 'document' || files.has(path)) continue
    missing.add(locale)
    const message = `${model.name} has no file in ${locale}.`
    files.add({ severity: 'error', code: 'missing_file', message, model: model.id, locale, file: path })
  }
  const there = supported.filter((locale) => !missing.has(locale) && !files.broken.has(contentPath(model, locale)))
  if (model.kind === 'dictionary') {
    const [only] = entries
    const texts = new Set(Object.values(only?.locales ?? {}).flatMap(({ values }) => Object.keys(values)))
    for (const locale of there) {
      const own = files.record(contentPath(model, locale)) ?? {}
      for (const key of texts) {
        if (Object.hasOwn(own, key)) continue
        const message = `${key} has no text in ${locale}.`
        const where = {
          model: model.id,
          entry: ONLY_ENTRY,
          locale,
          field: key,
          file: contentPath(model, locale),
          line: 1,
        }
        files.add({ severity: 'warning', code: 'parity', message, ...where })
      }
    }
    return
  }
  if (model.kind === 'singleton') return
  for (const { id, locales } of entries) {
    for (const locale of there) {
      const file = entryPath(model, locale, id)
      if (Object.hasOwn(locales, locale) || files.broken.has(file)) continue
      const severity = model.kind === 'collection' ? 'error' : 'warning'
      const message = `${id} is not in ${locale}.`
      const hint = 'Mend it, and the values of the default locale stand for the translation.'
      files.add({ severity, code: 'parity', message, model: model.id, entry: id, locale, file, line: 1, hint })
    }
  }
}

function checkMeta(files: RepositoryFiles, model: Model, entries: readonly Entry[], schema: ContentSchema): void {
  const { config } = schema
  const seen = new Set<string>()
  const add = (severity: Finding['severity'], code: string, message: string, where: Partial<Finding>) =>
    files.add({ severity, code, message, model: model.id, ...where })
  const check = (value: Json, where: { entry: string; locale: string; file: string; line: number }) => {
    const { status, source } = isRecord(value) ? value : {}
    if (!entryStatuses.some((known) => known === status)) {
      add('error', 'status', `${JSON.stringify(status ?? null)} is no status.`, {
        ...where,
        hint: entryStatuses.join(', '),
      })
    }
    if (source !== undefined && !changeSources.some((known) => known === source)) {
      add('warning', 'source', `${JSON.stringify(source)} is no source of a change.`, where)
    }
  }
  for (const locale of localesOf(model, config)) {
    for (const entry of model.kind === 'document' ? entries : [entries[0]]) {
      const slug = entry?.id ?? ONLY_ENTRY
      const file = metaPath(model, locale, config, slug)
      const has = files.has(file)
      if (files.broken.has(file)) continue
      seen.add(file)
      const record = has ? (files.record(file) ?? {}) : {}
      if (model.kind !== 'collection') {
        if (has) check(record, { entry: slug, locale, file, line: 1 })
        else if (model.kind === 'document' && entry && Object.hasOwn(entry.locales, locale)) {
          add('warning', 'no_meta', `${slug} has no meta data in ${locale}.`, { entry: slug, locale, file })
        }
        continue
      }
      const ids = new Set(entries.filter(({ locales }) => Object.hasOwn(locales, locale)).map(({ id }) => id))
      const isKnown = !files.broken.has(contentPath(model, locale))
      for (const [id, value] of Object.entries(record)) {
        const where = { entry: id, locale, file, line: files.lineOf(file, [id]) ?? 1 }
        if (ids.has(id)) check(value, where)
        else if (isKnown) add('warning', 'orphan_meta', `There is no ${id} for this meta data.`, where)
      }
      for (const id of ids) {
        if (Object.hasOwn(record, id)) continue
        add('warning', 'no_meta', `${id} has no meta data.`, { entry: id, locale, file, line: 1 })
      }
    }
  }
  const start = `${metaFolder(model.id)}/`
  for (const path of files.paths()) {
    if (!path.startsWith(start) || seen.has(path) || files.broken.has(path)) continue
    const message = model.i18n
      ? `${path} belongs to no entry in a locale of the project.`
      : `${model.name} is not translated, so that its meta data has one place alone.`
    files.used.add(path)
    add('warning', 'orphan_meta', message, { file: path, line: 1 })
  }
}

/** Equal texts in one dictionary, which the format warns of. */
function checkRepeated(files: RepositoryFiles, model: Model, entries: readonly Entry[], schema: ContentSchema): void {
  for (const [locale, { values, standIn }] of Object.entries(entries[0]?.locales ?? {})) {
    if (standIn) continue
    for (const [text, same] of Map.groupBy(Object.keys(values), (key) => values[key])) {
      const [, second] = same
      if (second === undefined) continue
      const message = `${same.join(', ')} have the same text: ${JSON.stringify(text).slice(0, 60)}`
      const finding: Finding = {
        severity: 'warning',
        code: 'same_text',
        message,
        model: model.id,
        entry: ONLY_ENTRY,
        locale,
        field: second,
      }
      files.add(inEntry(files, model, schema, finding))
    }
  }
}

/** Secrets in fields that the model does not have. */
function checkUnknown(files: RepositoryFiles, model: Model, entries: readonly Entry[], schema: ContentSchema): void {
  for (const { id, locales } of entries) {
    for (const [locale, { values, standIn }] of Object.entries(locales)) {
      if (standIn) continue
      for (const [field, value] of Object.entries(values)) {
        const secret = fieldOf(model, field) ? undefined : secretInside(value)
        if (secret === undefined) continue
        const message = `“${field}” holds ${secret}.`
        files.add(
          inEntry(files, model, schema, {
            severity: 'error',
            code: 'secret',
            message,
            model: model.id,
            entry: id,
            locale,
            field,
          }),
        )
      }
    }
  }
}

function secretInside(value: Json): string | undefined {
  if (typeof value === 'string') return secretIn(value)
  const inside = isList(value) ? value : isRecord(value) ? Object.values(value) : []
  return inside.map(secretInside).find((secret) => secret !== undefined)
}

/** Lines of documents that the tools of the format read in different ways. */
function checkDocuments(files: RepositoryFiles, schema: ContentSchema): void {
  const placesOf = placesIn(schema.models, schema.config)
  for (const path of files.paths()) {
    if (!path.endsWith('.md') || !files.used.has(path) || files.broken.has(path)) continue
    const [place] = placesOf(path)
    const text = files.text(path)
    if (place?.kind !== 'document' || text === undefined) continue
    const where = { model: place.model.id, entry: place.slug, file: path }
    if (text.includes('\r\n')) {
      const message = `${path} has CRLF line ends.`
      files.add({ severity: 'warning', code: 'line_ends', message, ...where, line: 1, hint: 'Mend it.' })
    }
    for (const block of parseDocument(text).blocks) {
      const { name, line, form } = block
      if (name === undefined || form === 'nested' || name === BODY) continue
      if (isReadAlike(block, fieldOf(place.model, name)?.definition)) continue
      const message = `The tools of the format read ${name} in different ways.`
      const hint = 'Mend it, or edit the field: it is then written so that all read the same.'
      files.add({ severity: 'warning', code: 'read_differently', message, ...where, field: name, line, hint })
    }
  }
}

/** Content of models that do not exist, and files that nothing reads. */
function checkUnused(files: RepositoryFiles, { models }: ContentSchema): void {
  const brokenModels = [...files.broken].filter((path) => path.startsWith(`${CONTENT_FOLDER}/models/`))
  const known = new Set([
    ...models.map(({ id }) => id),
    ...brokenModels.map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)),
  ])
  const orphans = new Set<string>()
  for (const path of files.paths()) {
    const [, area, first = '', second = ''] = path.split('/')
    const isContent = path.startsWith(`${CONTENT_FOLDER}/content/`)
    if (files.used.has(path) || files.broken.has(path) || !(isContent || path.startsWith(`${META_FOLDER}/`))) continue
    const model = area === 'content' ? second : first
    if (known.has(model)) {
      if (!isContent || brokenModels.includes(modelPath(model)) || path.endsWith('/.gitkeep')) continue
      files.add({ severity: 'warning', code: 'unused_file', message: `Nothing reads ${path}.`, model, file: path })
    } else if (
      !orphans.has(model) &&
      !models.some(({ content_path: own }) => own !== undefined && path.startsWith(own))
    ) {
      orphans.add(model)
      const message = `There is no model ${model} for this content.`
      files.add({ severity: 'warning', code: 'orphan_content', message, model, file: path })
    }
  }
}
