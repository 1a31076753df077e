import type { ContentConfig, Model, ModelProperties } from '../model/definition.ts'
import { NO_LOCALE } from '../model/definition.ts'

/** The folder of a repository that the format owns. */
export const CONTENT_FOLDER = '.contentrain'
export const CONFIG_PATH = `${CONTENT_FOLDER}/config.json`
export const VOCABULARY_PATH = `${CONTENT_FOLDER}/vocabulary.json`
/**
 * Written by the reference's own tools after a merge. Nothing reads it to find content, so that Atelier does not write it.
 */
export const CONTEXT_PATH = `${CONTENT_FOLDER}/context.json`
/** Data that only Atelier keeps: which translations are stand-ins, routes, forms, lists. Other tools ignore it. */
export const ATELIER_PATH = `${CONTENT_FOLDER}/atelier.json`
export const MODELS_FOLDER = `${CONTENT_FOLDER}/models`
export const META_FOLDER = `${CONTENT_FOLDER}/meta`

/** Whether a file holds settings, terms, a model, or Atelier's own data. */
export const isSchemaPath = (path: string): boolean =>
  [CONFIG_PATH, VOCABULARY_PATH, ATELIER_PATH].includes(path) ||
  (path.startsWith(`${MODELS_FOLDER}/`) &&
    path.endsWith('.json') &&
    !path.slice(MODELS_FOLDER.length + 1).includes('/'))

/** The parts of a model that decide where its files are. */
export type ModelPlace = Pick<ModelProperties, 'id' | 'kind' | 'domain' | 'i18n' | 'content_path' | 'locale_strategy'>
type Locales = Pick<ContentConfig, 'locales'>

export const modelPath = (id: string): string => `${MODELS_FOLDER}/${id}.json`

/** The folder that holds the content of a model. */
export function contentFolder({
  id,
  domain,
  content_path,
}: Pick<ModelPlace, 'id' | 'domain' | 'content_path'>): string {
  if (!content_path) return `${CONTENT_FOLDER}/content/${domain}/${id}`
  return normalFolder(content_path)
}

/** A folder without what does not change its meaning: `./docs/` is `docs`. */
export const normalFolder = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

/** The file that holds a model's content in a locale; not of documents. */
export function contentPath(model: ModelPlace, locale: string): string {
  const folder = contentFolder(model)
  if (!model.i18n) return `${folder}/data.json`
  switch (model.locale_strategy) {
    case 'suffix':
      return `${folder}/${model.id}.${locale}.json`
    case 'directory':
      return `${folder}/${locale}/${model.id}.json`
    case 'none':
      return `${folder}/${model.id}.json`
    default:
      return `${folder}/${locale}.json`
  }
}

/** The file of one document in a locale. */
export function documentPath(model: ModelPlace, locale: string, slug: string): string {
  const folder = contentFolder(model)
  if (!model.i18n) return `${folder}/${slug}.md`
  switch (model.locale_strategy) {
    case 'suffix':
      return `${folder}/${slug}.${locale}.md`
    case 'directory':
      return `${folder}/${locale}/${slug}.md`
    case 'none':
      return `${folder}/${slug}.md`
    default:
      return `${folder}/${slug}/${locale}.md`
  }
}

/** The file that holds an entry's values in a locale. */
export const entryPath = (model: ModelPlace, locale: string, id: string): string =>
  model.kind === 'document' ? documentPath(model, locale, id) : contentPath(model, locale)

/** The file with the meta data of a locale; of a document it needs its slug. A model without locales has one, at the default locale. */
export function metaPath(model: ModelPlace, locale: string, { locales }: Locales, slug: string): string {
  const at = locale === NO_LOCALE ? locales.default : locale
  return model.kind === 'document'
    ? `${META_FOLDER}/${model.id}/${slug}/${at}.json`
    : `${META_FOLDER}/${model.id}/${at}.json`
}

export const metaFolder = (id: string): string => `${META_FOLDER}/${id}`

/** Whether a model with several locales keeps them in one and the same file, so that none can differ. */
export const sharesFile = ({ i18n, locale_strategy }: ModelPlace): boolean => i18n && locale_strategy === 'none'

/** Whether a path of a repository stays inside of it, and means the same on every system. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > 1000) return false
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..' || part.length > 200) return false
    if (part.toLowerCase() === '.git' || /[\p{Cc}\\:]/u.test(part)) return false
  }
  return true
}

/** Which document a path means: the inverse of `documentPath`. Undefined if its form is another. */
export function documentAt(model: Model, path: string): { slug: string; locale: string | undefined } | undefined {
  const folder = `${contentFolder(model)}/`
  if (!path.startsWith(folder) || !path.endsWith('.md')) return undefined
  const parts = path.slice(folder.length, -'.md'.length).split('/')
  const [first = '', second] = parts
  if (parts.length > 2) return undefined
  if (!model.i18n || model.locale_strategy === 'none') {
    return second === undefined ? { slug: first, locale: undefined } : undefined
  }
  switch (model.locale_strategy) {
    case 'suffix': {
      const dot = first.lastIndexOf('.')
      if (second !== undefined || dot === -1) return undefined
      return { slug: first.slice(0, dot), locale: first.slice(dot + 1) }
    }
    case 'directory':
      return second === undefined ? undefined : { slug: second, locale: first }
    default:
      return second === undefined ? undefined : { slug: first, locale: second }
  }
}
