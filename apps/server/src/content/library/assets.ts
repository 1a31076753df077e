import type { Asset, AssetService, FetchedFile, ServiceCall } from '@atelier/content'
import type { Draft } from '@atelier/documents'
import {
  addMedia,
  type MediaEntry,
  maxBytesOf,
  mediaByPath,
  mediaEntries,
  mediaEntry,
  mediaPrefix,
  mediaTypeOf,
  readMedia,
} from '@atelier/site'
import type { MediaFiles } from '../../media/files.ts'
import { fileName } from '../../media/upload.ts'
import type { GuardedFetch } from '../../web/guardedFetch.ts'

/** The most bytes that are fetched of a file. */
const MOST_BYTES = 25 * 1024 * 1024
const TIMEOUT = 30_000

/** The media library of a project's site, as the operations on content see it. */
export function createAssets({
  mediaFiles,
  fetch,
}: {
  mediaFiles: Pick<MediaFiles, 'put'>
  fetch: GuardedFetch
}): (call: ServiceCall) => AssetService {
  return ({ project, drafts, now, newId }) => {
    const open = async (): Promise<Draft> => {
      const site = await drafts.open(project.siteDocumentId)
      if (!site) throw new Error('The site of the project is gone')
      return site
    }
    const found = (site: Draft, id: string) => mediaEntry(site, id) ?? mediaByPath(site, id.replace(/^\//, ''))

    return {
      async search({ query = '', tags = [], type, locales, limit }) {
        const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
        const fits = (asset: Asset) => {
          const texts = Object.entries(asset.alt).flatMap(([locale, text]) =>
            locales === undefined || locale === '*' || locales.includes(locale) ? [text] : [],
          )
          const text = [asset.filename, asset.path, ...asset.tags, ...texts].join(' ').toLowerCase()
          const kind = mediaTypeOf(asset.type)?.kind
          return (
            words.every((word) => text.includes(word)) &&
            tags.every((tag) => asset.tags.includes(tag)) &&
            (type === undefined || type === kind || type === asset.type)
          )
        }
        return mediaEntries(await open())
          .map(assetOf)
          .filter(fits)
          .slice(0, limit)
      },

      async find(id) {
        const entry = found(await open(), id)
        return entry && assetOf(entry)
      },

      async fetch(url, signal): Promise<FetchedFile | { error: string }> {
        const answer = await fetch(url, { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT, ...(signal ? { signal } : {}) })
        if (!answer.ok) return { error: answer.problem }
        if (answer.status !== 200) return { error: `The address answers with status ${answer.status}.` }
        if (answer.truncated) return { error: 'The file is larger than 25 MB.' }
        const name = assetName(answer.url)
        const read = readMedia(answer.bytes, name)
        if (!read.ok) return { error: read.problem.message }
        const { type, width, height, animated, cleaned } = read.media
        const whole = cleaned ?? answer.bytes
        if (whole.byteLength > maxBytesOf(type)) return { error: 'The file is too large for its type.' }
        const { hash } = await mediaFiles.put(project.id, whole)
        return {
          name,
          hash,
          type: type.type,
          bytes: whole.byteLength,
          ...(width === undefined || height === undefined ? {} : { width, height }),
          ...(animated ? { animated } : {}),
        }
      },

      async add(file) {
        const { entry } = addMedia(await open(), { ...file, id: newId(), createdAt: now() })
        return assetOf(entry)
      },

      async update(id, { alt = {}, tags, focal }) {
        const site = await open()
        const entry = mediaEntry(site, id)
        if (!entry) return undefined
        const key = `${mediaPrefix}${id}`
        const { '*': own, ...translated } = alt
        if (own !== undefined && own.trim() !== (entry.alt ?? '')) site.set(`${key}/alt`, own.trim())
        if (Object.keys(translated).length > 0) {
          const all = Object.entries({ ...entry.alts, ...translated }).map(([locale, text]) => [locale, text.trim()])
          site.set(`${key}/alts`, Object.fromEntries(all.filter(([, text]) => text !== '')))
        }
        if (tags) site.set(`${key}/tags`, [...new Set(tags.map((tag) => tag.trim()))])
        if (focal) site.set(`${key}/focal`, { ...focal })
        const now = mediaEntry(site, id)
        return now && assetOf(now)
      },

      async remove(id) {
        const site = await open()
        if (!mediaEntry(site, id)) return false
        site.set(`${mediaPrefix}${id}/deleted`, true)
        return true
      },
    }
  }
}

export function assetOf({ id, name, path, type, bytes, width, height, alt, alts, tags, focal }: MediaEntry): Asset {
  return {
    id,
    filename: name,
    path,
    type,
    bytes,
    ...(width === undefined || height === undefined ? {} : { width, height }),
    alt: { ...(alt ? { '*': alt } : {}), ...alts },
    tags: tags ?? [],
    ...(focal ? { focal } : {}),
  }
}

/** The name of a file as its address ends. */
function assetName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // It stays as it is written.
  }
  return fileName(name)
}
