import { paths } from '../../navigation/paths.ts'

/** A page, section, entry, collection, picture or item of a menu that a search has found. */
export interface FoundThing {
  id: string
  type: string
  name: string
  slug?: string
  pageId?: string
  pageName?: string
  collectionSlug?: string
  collectionName?: string
  locale?: string
}

/** The address in the studio of what was found. */
export function pathOfFound(projectId: string, { id, type, slug, pageId, collectionSlug, locale }: FoundThing): string {
  if (type === 'collection') return paths.content(projectId, { model: id })
  if (type === 'entry' && collectionSlug !== undefined)
    return paths.content(projectId, {
      model: collectionSlug,
      entry: slug ?? id,
      ...(locale === undefined ? {} : { locale }),
    })
  if (type === 'image') return paths.content(projectId, { room: 'media', file: id })
  const page = type === 'page' ? id : pageId
  return paths.project(projectId, page === undefined ? {} : { page })
}
