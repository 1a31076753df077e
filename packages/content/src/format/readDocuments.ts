import type { Json } from '@atelier/documents'
import type { Entry } from '../entry/entry.ts'
import { conflictLine } from '../entry/frontmatterValue.ts'
import { type ContentConfig, type Model, NO_LOCALE } from '../model/definition.ts'
import { recordOf } from '../model/json.ts'
import { BODY } from '../model/named.ts'
import { slugPattern } from '../model/names.ts'
import { assembleEntries, type FoundLocale } from './assemble.ts'
import type { AtelierFile } from './atelierFile.ts'
import type { RepositoryFiles } from './files.ts'
import { blockValue, parseDocument } from './frontmatter.ts'
import { readMeta } from './meta.ts'
import { metaPath } from './paths.ts'
import { placesIn } from './places.ts'

/** The entries of the models whose entries are Markdown files. */
export function readDocuments(
  files: RepositoryFiles,
  models: readonly Model[],
  config: ContentConfig,
  atelier: AtelierFile,
): Entry[] {
  const placesOf = placesIn(models, config)
  const found = new Map(models.map((model) => [model.id, new Map<string, Map<string, FoundLocale>>()]))
  for (const path of files.paths()) {
    for (const place of path.endsWith('.md') ? placesOf(path) : []) {
      const values = place.kind === 'document' ? readDocument(files, path, place, config) : undefined
      if (place.kind !== 'document' || !values) continue
      const byId = found.get(place.model.id)
      const locales = byId?.get(place.slug) ?? new Map<string, FoundLocale>()
      byId?.set(place.slug, locales)
      for (const locale of place.locales) {
        const meta = readMeta(files.record(metaPath(place.model, locale, config, place.slug)))
        locales.set(locale, meta ? { values, meta } : { values })
      }
    }
  }
  return models.flatMap((model) => assembleEntries(found.get(model.id) ?? new Map(), model, config, atelier))
}

/** The values of one document's file; undefined if it means none, or cannot be read. */
export function readDocument(
  files: RepositoryFiles,
  path: string,
  { model, slug, locales }: { model: Model; slug: string; locales: readonly string[] },
  config: ContentConfig,
): Readonly<Record<string, Json>> | undefined {
  const where = { model: model.id, entry: slug, file: path, line: 1 }
  const unknown = locales.find((locale) => locale !== NO_LOCALE && !config.locales.supported.includes(locale))
  if (unknown !== undefined) {
    const message = `${path} is in ${unknown}, which is no locale of the project.`
    files.add({ severity: 'warning', code: 'unknown_locale', message, ...where, hint: 'Add the locale, or remove it.' })
    return undefined
  }
  if (!slugPattern.test(slug)) {
    files.broken.add(path)
    const message = `${JSON.stringify(slug)} is no slug.`
    const hint = 'Use lower-case letters and digits, with single dashes between words.'
    files.add({ severity: 'error', code: 'slug', message, ...where, hint })
    return undefined
  }
  const text = files.text(path)
  return text === undefined ? undefined : readValues(files, path, model, slug, text)
}

function readValues(
  files: RepositoryFiles,
  path: string,
  model: Model,
  slug: string,
  text: string,
): Readonly<Record<string, Json>> | undefined {
  const where = { model: model.id, entry: slug, file: path }
  const conflict = conflictLine(text)
  if (conflict !== undefined) {
    files.broken.add(path)
    const message = `${path} is half merged: it holds the marks of a conflict.`
    files.add({ severity: 'error', code: 'conflict', message, ...where, line: conflict, hint: 'Keep one side of it.' })
    return undefined
  }
  const { state, blocks, body } = parseDocument(text)
  if (state === 'unclosed') {
    files.broken.add(path)
    const message = `The frontmatter of ${path} has no end.`
    files.add({ severity: 'error', code: 'syntax', message, ...where, line: 1, hint: 'End it with a line of ---.' })
    return undefined
  }
  if (state === 'none') {
    const message = `${path} has no frontmatter.`
    files.add({ severity: 'warning', code: 'no_frontmatter', message, ...where, line: 1 })
  }
  const definitions = new Map(model.fields.map(({ name, definition }) => [name, definition]))
  const values = new Map<string, Json>()
  const names = new Set<string>()
  for (const block of blocks) {
    const { name, line } = block
    if (name === undefined) {
      const [first = ''] = block.lines
      if (first.trim() === '' || first.trimStart().startsWith('#')) continue
      const message = `Line ${line} of ${path} is no field.`
      files.add({ severity: 'warning', code: 'unread_line', message, ...where, line })
      continue
    }
    if (names.has(name) || name === '__proto__') {
      files.broken.add(path)
      const message = names.has(name) ? `${path} holds ${name} twice.` : `${path} holds a field named __proto__.`
      const code = names.has(name) ? 'duplicate_key' : 'unsafe_key'
      files.add({ severity: 'error', code, message, ...where, field: name, line })
      return undefined
    }
    names.add(name)
    const value = blockValue(block, definitions.get(name))
    if (value === undefined) {
      const message = `${name} in ${path} is nested, which the format's tools read in different ways.`
      const hint = 'It is left as it is. Use a collection with a markdown field for such values.'
      files.add({ severity: 'warning', code: 'unread_field', message, ...where, field: name, line, hint })
    } else if (name === 'slug') {
      if (value === slug) continue
      const message = `The slug in ${path} is not that of its path.`
      files.add({ severity: 'warning', code: 'slug_differs', message, ...where, field: name, line })
    } else if (value !== null && name !== BODY) values.set(name, value)
  }
  if (body !== '') values.set(BODY, body)
  return recordOf(values)
}
