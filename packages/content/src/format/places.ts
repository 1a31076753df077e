import { type ContentConfig, localesOf, type Model, NO_LOCALE } from '../model/definition.ts'
import { contentFolder, contentPath, documentAt, META_FOLDER } from './paths.ts'

/** The content of a file's path. */
export type Place =
  | { kind: 'content'; model: Model; locales: readonly string[] }
  | { kind: 'document'; model: Model; slug: string; locales: readonly string[] }
  /** `slug` for a document only. */
  | { kind: 'meta'; model: Model; slug?: string; locale: string }

/**
 * The content of each path, in a project with these models: the inverse of `entryPath` and `metaPath`. A path that
 * holds nothing of theirs has none. Locales that the project does not support are returned as the path has them.
 */
export function placesIn(models: readonly Model[], config: ContentConfig): (path: string) => Place[] {
  const contents = new Map<string, { kind: 'content'; model: Model; locales: string[] }>()
  for (const model of models.filter(({ kind }) => kind !== 'document')) {
    for (const locale of localesOf(model, config)) {
      const path = contentPath(model, locale)
      const known = contents.get(path)
      // A file that all locales share represents each of them.
      if (known) known.locales.push(locale)
      else contents.set(path, { kind: 'content', model, locales: [locale] })
    }
  }
  const folders = Map.groupBy(
    models.filter(({ kind }) => kind === 'document'),
    contentFolder,
  )
  const byId = new Map(models.map((model) => [model.id, model]))

  const areKnown = (locales: readonly string[]) =>
    locales.every((locale) => locale === NO_LOCALE || config.locales.supported.includes(locale))

  const documents = (path: string): Place[] => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    const found = [...(folders.get(folder) ?? []), ...(folders.get(above) ?? [])].flatMap((model): Place[] => {
      const at = documentAt(model, path)
      if (!at) return []
      const locales = at.locale === undefined ? localesOf(model, config) : [at.locale]
      return [{ kind: 'document', model, slug: at.slug, locales }]
    })
    // A folder of another model inside of its own is no locale and no slug of a model.
    const fitting =
      found.length > 1 ? found.filter((place) => place.kind !== 'document' || areKnown(place.locales)) : found
    return fitting.length > 0 ? fitting : found
  }

  const meta = (path: string): Place[] => {
    const [id = '', ...rest] = path.slice(META_FOLDER.length + 1, -'.json'.length).split('/')
    const model = byId.get(id)
    const [first, second] = rest
    if (!model || first === undefined || rest.length > 2) return []
    const locale = (text: string) => (!model.i18n && text === config.locales.default ? NO_LOCALE : text)
    if (model.kind !== 'document') return second === undefined ? [{ kind: 'meta', model, locale: locale(first) }] : []
    return second === undefined ? [] : [{ kind: 'meta', model, slug: first, locale: locale(second) }]
  }

  return (path) => {
    if (path.endsWith('.md')) return documents(path)
    const content = contents.get(path)
    if (content) return [content]
    return path.startsWith(`${META_FOLDER}/`) && path.endsWith('.json') ? meta(path) : []
  }
}
