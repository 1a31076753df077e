import { timingSafeEqual } from 'node:crypto'
import type { PublishedMedia } from '@atelier/api'
import type { Documents, View } from '@atelier/documents'
import { imageVariants, type MediaEntry, mediaByPath } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Secrets } from '../auth/secrets.ts'
import type { Tables } from '../database/tables.ts'

const DAY = 24 * 60 * 60_000

/** Makes and checks the addresses of files, for pages and programs that read entries. */
export interface MediaAddresses {
  /** The site of a project, which lists its files. */
  siteOf(projectId: string): Promise<View | undefined>
  /** The address of a file that everybody may read, or one that is signed for a day or two. */
  of(entry: MediaEntry, place: { projectId: string; origin: string; isPublic: boolean }): PublishedMedia
  /** Whether an address was signed here, and counts still. */
  isSigned(file: { projectId: string; mediaId: string }, until: string, signature: string): boolean
}

export function createMediaAddresses({
  database,
  documents,
  secrets,
  now,
}: {
  database: Database
  documents: Pick<Documents, 'inProject'>
  secrets: Pick<Secrets, 'sign'>
  now(): number
}): MediaAddresses {
  const db = queryBuilder<Tables>(database.dialect)
  const signature = (projectId: string, mediaId: string, until: string) =>
    secrets.sign(`${projectId}/${mediaId}/${until}`, 'media-address')

  return {
    async siteOf(projectId) {
      const query = db.selectFrom('projects').select('site_document_id').where('id', '=', projectId)
      const [row] = await database.read(rowsOf(query))
      return row && documents.inProject(projectId).open(row.site_document_id)
    },
    of(entry, { projectId, origin, isPublic }) {
      const base = `${origin}/api/content/v1/${encodeURIComponent(projectId)}/media/${encodeURIComponent(entry.id)}`
      // The same for a day, so that answers keep their tags.
      const until = String((Math.floor(now() / DAY) + 2) * DAY)
      const signed = { until, signature: signature(projectId, entry.id, until) }
      const address = (query: Record<string, string>) => {
        const text = new URLSearchParams({ ...query, ...(isPublic ? {} : signed) }).toString()
        return text === '' ? base : `${base}?${text}`
      }
      const { width, height } = entry
      const size = width === undefined || height === undefined ? undefined : { width, height }
      return {
        url: address({}),
        type: entry.type,
        ...(size ?? {}),
        ...(entry.alt === undefined ? {} : { alt: entry.alt }),
        variants: imageVariants(entry).map((variant) => ({
          url: address({ width: String(variant.width) }),
          type: 'image/webp',
          width: variant.width,
          ...(size ? { height: Math.round((variant.width * size.height) / size.width) } : {}),
        })),
      }
    },
    isSigned({ projectId, mediaId }, until, given) {
      if (!/^\d{1,15}$/.test(until) || Number(until) <= now()) return false
      const expected = Buffer.from(signature(projectId, mediaId, until))
      const other = Buffer.from(given)
      return other.length === expected.length && timingSafeEqual(other, expected)
    },
  }
}

/** The file that a value of an entry names by its path. */
export const mediaOfValue = (site: Parameters<typeof mediaByPath>[0], value: string): MediaEntry | undefined =>
  mediaByPath(site, value.replace(/^\//, ''))
