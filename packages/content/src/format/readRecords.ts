import type { Json } from '@atelier/documents'
import { type Entry, ONLY_ENTRY } from '../entry/entry.ts'
import { type ContentConfig, localesOf, type Model } from '../model/definition.ts'
import { isList, isRecord, memberOf, recordOf } from '../model/json.ts'
import { entryIdPattern } from '../model/names.ts'
import { assembleEntries, type FoundLocale } from './assemble.ts'
import type { AtelierFile } from './atelierFile.ts'
import type { RepositoryFiles } from './files.ts'
import { readMeta } from './meta.ts'
import { contentPath, metaPath } from './paths.ts'

/** The entries of a model that is kept in JSON files. */
export function readRecords(
  files: RepositoryFiles,
  model: Model,
  config: ContentConfig,
  atelier: AtelierFile,
): Entry[] {
  const found = new Map<string, Map<string, FoundLocale>>()
  const contents = new Map<string, ReturnType<typeof readContentFile>>()
  for (const locale of localesOf(model, config)) {
    const path = contentPath(model, locale)
    if (!contents.has(path)) contents.set(path, readContentFile(files, model, path))
    const metas = files.record(metaPath(model, locale, config, '')) ?? {}
    for (const [id, values] of contents.get(path) ?? []) {
      const meta = readMeta(model.kind === 'collection' ? memberOf(metas, id) : metas)
      const locales = found.get(id) ?? new Map<string, FoundLocale>()
      locales.set(locale, meta ? { values, meta } : { values })
      found.set(id, locales)
    }
  }
  return assembleEntries(found, model, config, atelier)
}

/** The values of each entry in a content file, by id; undefined if it cannot be read. */
export function readContentFile(
  files: RepositoryFiles,
  model: Model,
  path: string,
): ReadonlyMap<string, FoundLocale['values']> | undefined {
  const content = readContent(files, model, path)
  if (!content) return undefined
  if (model.kind !== 'collection') return new Map([[ONLY_ENTRY, withoutNull(content)]])
  return new Map(
    Object.entries(content).flatMap(([id, values]) => (isRecord(values) ? [[id, withoutNull(values)]] : [])),
  )
}

/** A content file's object, of a collection its entries by id. A file with an entry that is none is broken. */
function readContent(files: RepositoryFiles, model: Model, path: string): Readonly<Record<string, Json>> | undefined {
  const value = files.json(path)
  if (value === undefined) return undefined
  const refuse = (code: string, member: string | undefined, message: string, hint: string): undefined => {
    files.broken.add(path)
    const line = member === undefined ? 1 : (files.lineOf(path, [member]) ?? 1)
    const where = { model: model.id, file: path, line, ...(member !== undefined && { entry: member }) }
    files.add({ severity: 'error', code, message, hint, ...where })
  }
  if (model.kind === 'collection' && isList(value)) {
    const entries: [string, Json][] = []
    for (const item of value) {
      const id = isRecord(item) ? item.id : undefined
      if (!isRecord(item) || typeof id !== 'string') {
        return refuse(
          'not_an_object',
          undefined,
          `${path} is a list whose items have no id.`,
          'Write it as an object by id.',
        )
      }
      const { id: _, ...values } = item
      entries.push([id, values])
    }
    const message = `${path} is a list, as older versions of the format wrote it.`
    files.add({ severity: 'warning', code: 'list', message, model: model.id, file: path, line: 1, hint: 'Mend it.' })
    return checkEntries(recordOf(entries))
  }
  if (!isRecord(value)) return refuse('not_an_object', undefined, `${path} is no object.`, 'Write it as an object.')
  return model.kind === 'collection' ? checkEntries(value) : value

  function checkEntries(entries: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> | undefined {
    for (const [id, values] of Object.entries(entries)) {
      if (!isRecord(values)) return refuse('not_an_object', id, `The entry ${id} is no object.`, 'Write its fields.')
      if (!entryIdPattern.test(id)) {
        const hint = 'Use up to 40 letters, digits, dashes and underscores.'
        return refuse('entry_id', id, `${JSON.stringify(id)} is no id of an entry.`, hint)
      }
    }
    return entries
  }
}

/** Members that are null are not set. */
function withoutNull(values: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const members = Object.entries(values)
  return members.some(([, value]) => value === null) ? recordOf(members.filter(([, value]) => value !== null)) : values
}
