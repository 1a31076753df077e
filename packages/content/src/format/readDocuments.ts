import type { Json } from '@atelier/documents'
import type { Entry } from '../entry/entry.ts'
import { type ContentConfig, type Model, NO_LOCALE } from '../model/definition.ts'
import { recordOf } from '../model/json.ts'
import { BODY } from '../model/named.ts'
import { slugPattern } from '../model/names.ts'
import { assembleEntries, type FoundLocale } from './assemble.ts'
import type { AtelierFile } from './atelierFile.ts'
import type { RepositoryFiles } from './files.ts'
import { blockValue, parseDocument } from './frontmatter.ts'
import { readMeta } from './meta.ts'
import { contentFolder, documentAt, metaPath } from './paths.ts'

/** The entries of the models whose entries are Markdown files. */
export function readDocuments(
  files: RepositoryFiles,
  models: readonly Model[],
  config: ContentConfig,
  atelier: AtelierFile,
): Entry[] {
  const byFolder = Map.groupBy(models, contentFolder)
  const found = new Map(models.map((model) => [model.id, new Map<string, Map<string, FoundLocale>>()]))
  for (const path of files.paths()) {
    if (!path.endsWith('.md')) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    for (const model of [...(byFolder.get(folder) ?? []), ...(byFolder.get(above) ?? [])]) {
      const place = documentAt(model, path)
      if (place) readDocument(files, path, model, place, config, found.get(model.id) ?? new Map())
    }
  }
  return models.flatMap((model) => assembleEntries(found.get(model.id) ?? new Map(), model, config, atelier))
}

function readDocument(
  files: RepositoryFiles,
  path: string,
  model: Model,
  { slug, locale }: { slug: string; locale: string | undefined },
  config: ContentConfig,
  found: Map<string, Map<string, FoundLocale>>,
): void {
  const where = { model: model.id, entry: slug, file: path, line: 1 }
  if (locale !== undefined && !config.locales.supported.includes(locale)) {
    const message = `${path} is in ${locale}, which is no locale of the project.`
    files.add({ severity: 'warning', code: 'unknown_locale', message, ...where, hint: 'Add the locale, or remove it.' })
    return
  }
  if (!slugPattern.test(slug)) {
    files.broken.add(path)
    const message = `${JSON.stringify(slug)} is no slug.`
    const hint = 'Use lower-case letters and digits, with single dashes between words.'
    files.add({ severity: 'error', code: 'slug', message, ...where, hint })
    return
  }
  const text = files.text(path)
  const values = text === undefined ? undefined : readValues(files, path, model, slug, text)
  if (!values) return
  const locales = found.get(slug) ?? new Map<string, FoundLocale>()
  found.set(slug, locales)
  // A file that all locales share stands for each of them.
  const each = locale === undefined ? (model.i18n ? config.locales.supported : [NO_LOCALE]) : [locale]
  for (const name of each) {
    const meta = readMeta(files.record(metaPath(model, name, config, slug)))
    locales.set(name, meta ? { values, meta } : { values })
  }
}

function readValues(
  files: RepositoryFiles,
  path: string,
  model: Model,
  slug: string,
  text: string,
): Readonly<Record<string, Json>> | undefined {
  const where = { model: model.id, entry: slug, file: path }
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
