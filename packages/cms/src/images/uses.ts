import type { MediaEntry } from '@atelier/site'
import { Type } from 'typebox'
import { type CmsContext, content, site } from '../context/context.ts'

/** A place that shows a picture, as results name it. */
export const Place = Type.Object({ where: Type.String(), documentId: Type.Optional(Type.String()) })

export interface ImageUses {
  /** The places on pages, in styles and settings. */
  onSite: { where: string; documentId?: string }[]
  inEntries: { where: string; documentId: string }[]
  /** How many entries there are in all; `inEntries` may list fewer. */
  entryTotal: number
}

/** Every place that shows a picture: pages, styles, settings and entries. */
export async function usesOfImage({ others }: CmsContext, { id, path }: MediaEntry): Promise<ImageUses> {
  const listed = await others.invoke(site('site.list_media'), { search: path, uses: true, limit: 200 })
  const own = listed.ok ? listed.data?.media.find(({ mediaId }) => mediaId === id) : undefined
  const onSite = (own?.uses ?? []).map(({ label, documentId }) => ({
    where: label,
    ...(documentId === undefined ? {} : { documentId }),
  }))
  const found = await others.invoke(content('content.findMediaUses'), { path })
  const { uses = [], total = 0 } = (found.ok && found.data) || {}
  const inEntries = uses.map(({ model, id: entry, title, field, locale, documentId }) => ({
    where: `${model}/${entry} “${title.slice(0, 40)}” (${field}${locale === '*' ? '' : `, ${locale}`})`,
    documentId,
  }))
  return { onSite, inEntries, entryTotal: total }
}

const LISTED = 12

/** The places in one phrase: `3 places: Home: <img> src, …`. */
export function placesText({ onSite, inEntries, entryTotal }: ImageUses): string {
  const count = onSite.length + entryTotal
  if (count === 0) return 'no place'
  const listed = [...onSite, ...inEntries].slice(0, LISTED).map(({ where }) => where)
  const more = count > listed.length ? ` and ${count - listed.length} more` : ''
  return `${count} ${count === 1 ? 'place' : 'places'}: ${listed.join(', ')}${more}`
}

/** The documents whose change makes a question about these places another one. */
export function documentsOfUses(siteId: string | undefined, { onSite, inEntries }: ImageUses): string[] {
  const ids = [...onSite, ...inEntries].flatMap(({ documentId }) => documentId ?? [])
  return [...new Set([...(siteId === undefined ? [] : [siteId]), ...ids])]
}
