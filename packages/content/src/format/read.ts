import type { Entry } from '../entry/entry.ts'
import { conflictLine } from '../entry/frontmatterValue.ts'
import { type ContentConfig, type ContentSchema, type Model, NO_LOCALE, type Vocabulary } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { fromFile } from '../model/named.ts'
import { type AtelierFile, emptyAtelier, readAtelier, settingsOf, withSharedFields } from './atelierFile.ts'
import { type ReadOptions, RepositoryFiles } from './files.ts'
import { parseDocument } from './frontmatter.ts'
import {
  ATELIER_PATH,
  CONFIG_PATH,
  contentPath,
  documentPath,
  MODELS_FOLDER,
  modelPath,
  VOCABULARY_PATH,
} from './paths.ts'
import { readDocuments } from './readDocuments.ts'
import { readJson } from './readJson.ts'
import { readRecords } from './readRecords.ts'
import { membersOf, readConfig, readModelFile, readVocabulary } from './schemaFiles.ts'
import { decodeText } from './text.ts'

/** The content of a repository's files. */
export interface ReadContent {
  /** Undefined if there is no configuration, or none that can be read. */
  schema?: ContentSchema
  entries: Entry[]
  atelier: AtelierFile
  findings: Finding[]
  /** Files that are there and could not be read. Whoever writes must leave them as they are. */
  broken: string[]
}

/**
 * Reads the content of a repository: all files under `.contentrain`, and those under the `content_path` of its models.
 * Unreadable parts are named with their file and line, and the rest is read all the same.
 */
export function readFiles(files: ReadonlyMap<string, Uint8Array>, options: ReadOptions = {}): ReadContent {
  return readRepository(new RepositoryFiles(files, options))
}

export function readRepository(files: RepositoryFiles): ReadContent {
  const result = (schema: ContentSchema | undefined, entries: Entry[], atelier: AtelierFile): ReadContent => ({
    ...(schema && { schema }),
    entries,
    atelier,
    findings: files.findings,
    broken: [...files.broken].sort(),
  })
  if (files.tooMany()) return result(undefined, [], emptyAtelier)
  const atelier = files.take(ATELIER_PATH, readAtelier) ?? emptyAtelier
  const config = files.take(CONFIG_PATH, readConfig)
  if (!config && !files.has(CONFIG_PATH) && files.under(MODELS_FOLDER).length > 0) {
    const message = `${CONFIG_PATH} is missing.`
    files.add({ severity: 'error', code: 'no_config', message, file: CONFIG_PATH })
  }
  const read = readModels(files, config, atelier)
  const models = config ? read.map((model) => withSharedFields(model, atelier, config.locales.default)) : read
  const vocabulary: Vocabulary = files.take(VOCABULARY_PATH, readVocabulary) ?? {}
  if (!config) return result(undefined, [], atelier)
  const settings = settingsOf(atelier, models, config.locales.default)
  const schema: ContentSchema = { config, models, vocabulary, ...settings }
  const documents = models.filter(({ kind }) => kind === 'document')
  const entries = [
    ...models.filter(({ kind }) => kind !== 'document').flatMap((model) => readRecords(files, model, config, atelier)),
    ...readDocuments(files, documents, config, atelier),
  ]
  files.nameCaseTwins()
  if (entries.length > files.limits.entries) {
    const message = `The repository holds ${entries.length} entries; up to ${files.limits.entries} are read.`
    files.add({ severity: 'error', code: 'too_many_entries', message })
    return result(undefined, [], atelier)
  }
  return result(schema, entries, atelier)
}

function readModels(files: RepositoryFiles, config: ContentConfig | undefined, atelier: AtelierFile): Model[] {
  const models: Model[] = []
  const taken = new Map<string, string>()
  const accept = (file: string, model: Model): boolean => {
    const path = firstPath(model, config?.locales.default ?? NO_LOCALE)
    const other = taken.get(path)
    if (other !== undefined) {
      const message = `The models ${other} and ${model.id} keep their content in the same place.`
      const hint = 'Set another content_path or locale_strategy in one of them.'
      files.add({ severity: 'error', code: 'path_taken', message, model: model.id, file, line: 1, hint })
      return false
    }
    taken.set(path, model.id)
    models.push(model)
    return true
  }
  for (const file of files.under(MODELS_FOLDER).filter((path) => path.endsWith('.json'))) {
    const read = files.take(file, (bytes) => readModelFile(file, bytes))
    if (read && !accept(file, fromFile(read))) files.broken.add(file)
  }
  for (const [id, held] of Object.entries(atelier.heldModels)) {
    if (files.has(modelPath(id))) continue
    const bytes = new TextEncoder().encode(JSON.stringify(membersOf(Object(held))))
    const { value } = readModelFile(modelPath(id), bytes)
    if (value) accept(ATELIER_PATH, fromFile(value))
  }
  return models.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** One path that represents all of a model's files. */
const firstPath = (model: Model, locale: string): string =>
  model.kind === 'document' ? documentPath(model, locale, '*') : contentPath(model, locale)

/** Whether a content file by itself can be read, whatever it holds. */
export function canRead(path: string, bytes: Uint8Array): boolean {
  if (path.endsWith('.json')) return readJson(path, bytes).value !== undefined
  const { text, broken } = decodeText(path, bytes)
  return !broken && parseDocument(text).state !== 'unclosed' && conflictLine(text) === undefined
}
