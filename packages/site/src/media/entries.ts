import { createDerived, type Derivation, type Draft, type Json, type View } from '@atelier/documents'
import { strip } from '@atelier/operation'
import { isRecord } from '../document/node.ts'
import { slugify } from '../document/pages.ts'
import { extensionOf, mediaTypeOf } from './types.ts'

/** Where a picture came from that a service found or made. */
export interface MediaSource {
  /** Such as `pexels`. */
  service: string
  /** The query that found it. */
  query: string
  /** Who made it, and the address of that person. */
  author?: string
  authorUrl?: string
  /** The page that shows it at the service. */
  url?: string
}

/** A file of the project's media. Its bytes are kept under `hash`, beside the documents. */
export interface MediaEntry {
  id: string
  /** The display name, with its extension. */
  name: string
  /** Its published path, relative to the site's root: `media/<name>-<hash10>.<ext>`, or as an import authored it. */
  path: string
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
  /** Media type, such as `image/png`. */
  type: string
  bytes: number
  /** Pixels, of pictures. */
  width?: number
  height?: number
  /** Whether it is animated; an animation gets no smaller variants. */
  animated?: boolean
  /** A few pixels of it as WebP, base64: shown until it is there. */
  blur?: string
  /** The alternative text of the picture. */
  alt?: string
  /** The alternative text in further languages, by locale. */
  alts?: Readonly<Record<string, string>>
  /** Words by which it is found. */
  tags?: readonly string[]
  /** The point that a cut of the picture keeps, from 0 to 1 of its width and its height; the middle if absent. */
  focal?: { x: number; y: number }
  /** Absent for uploads. */
  source?: MediaSource
  /** `a/b`, or empty at the top. */
  folder: string
  /** Epoch milliseconds. */
  createdAt: number
}

export const mediaPrefix = 'media:'
/** The folder of the published site for uploads. */
const libraryFolder = 'media/'

/** Characters of a placeholder: every page that shows the picture contains it. */
export const maxBlur = 1_000

interface MediaList {
  byId: Map<string, MediaEntry>
  /** If entries have one path, the one with the smallest id, so that every replica shows the same. */
  byPath: Map<string, MediaEntry>
}

const reader: Derivation<MediaList> = {
  read(view) {
    const list: MediaList = { byId: new Map(), byPath: new Map() }
    for (const key of view.keys(mediaPrefix)) {
      if (key.includes('/')) continue
      const entry = readEntry(view, key.slice(mediaPrefix.length))
      if (entry) list.byId.set(entry.id, entry)
    }
    index(list)
    return list
  },
  over: ({ byId, byPath }) => ({ byId: new Map(byId), byPath: new Map(byPath) }),
  update(list, view, keys) {
    let changed = false
    for (const key of keys) {
      if (!key.startsWith(mediaPrefix)) continue
      const id = key.slice(mediaPrefix.length).split('/', 1)[0] ?? ''
      const entry = readEntry(view, id)
      if (entry) list.byId.set(id, entry)
      else list.byId.delete(id)
      changed = true
    }
    if (changed) index(list)
  },
}

const listOf = createDerived(reader)

function index(list: MediaList): void {
  list.byPath.clear()
  for (const entry of list.byId.values()) {
    const other = list.byPath.get(entry.path)
    if (!other || entry.id < other.id) list.byPath.set(entry.path, entry)
  }
}

function readEntry(view: View, id: string): MediaEntry | undefined {
  const key = `${mediaPrefix}${id}`
  const made = view.get(key)
  if (!isRecord(made) || view.get(`${key}/deleted`) === true) return undefined
  const { name, path, hash, type, bytes, width, height, createdAt } = made
  if (typeof path !== 'string' || typeof hash !== 'string' || typeof type !== 'string') return undefined
  const now = (field: 'name' | 'alt' | 'folder') => {
    const edited = view.get(`${key}/${field}`)
    return typeof edited === 'string' ? edited : made[field]
  }
  const shown = now('name') ?? name
  const [alt, folder] = [now('alt'), now('folder')]
  const entry: MediaEntry = {
    id,
    name: typeof shown === 'string' ? shown : path,
    path,
    hash,
    type,
    bytes: typeof bytes === 'number' ? bytes : 0,
    folder: typeof folder === 'string' ? folder : '',
    createdAt: typeof createdAt === 'number' ? createdAt : 0,
  }
  if (typeof width === 'number') entry.width = width
  if (typeof height === 'number') entry.height = height
  if (typeof alt === 'string') entry.alt = alt
  if (made.animated === true) entry.animated = true
  if (typeof made.blur === 'string') entry.blur = made.blur
  const source = readSource(made.source)
  if (source) entry.source = source
  const [alts, tags, focal] = [view.get(`${key}/alts`), view.get(`${key}/tags`), view.get(`${key}/focal`)]
  if (isTexts(alts)) entry.alts = alts
  if (isTags(tags)) entry.tags = tags
  if (isFocal(focal)) entry.focal = { x: focal.x, y: focal.y }
  return entry
}

const MAX_TAGS = 50
const MAX_TAG = 60
const MAX_ALTS = 100
export const MAX_ALT = 2_000

/** Whether a value is texts by locale, as `MediaEntry.alts`. */
export const isTexts = (value: Json | undefined): value is Record<string, string> =>
  isRecord(value) &&
  Object.keys(value).length <= MAX_ALTS &&
  Object.entries(value).every(
    ([locale, text]) => /^[a-z]{2}(?:-[A-Z]{2})?$/.test(locale) && typeof text === 'string' && text.length <= MAX_ALT,
  )

/** Whether a value is words by which a file is found. */
export const isTags = (value: Json | undefined): value is string[] =>
  Array.isArray(value) &&
  value.length <= MAX_TAGS &&
  value.every((tag) => typeof tag === 'string' && tag.trim() !== '' && tag.length <= MAX_TAG)

/** Whether a value is a place in a picture, from 0 to 1 of its width and its height. */
export const isFocal = (value: Json | undefined): value is { x: number; y: number } =>
  isRecord(value) &&
  Object.keys(value).length === 2 &&
  [value.x, value.y].every((each) => typeof each === 'number' && each >= 0 && each <= 1)

const sourceFields = ['service', 'query', 'author', 'authorUrl', 'url'] as const

/** The source in a record; undefined if it holds none. */
export function readSource(value: Json | undefined): MediaSource | undefined {
  if (!isRecord(value)) return undefined
  const texts = sourceFields.flatMap((field): [string, string][] => {
    const text = value[field]
    return typeof text === 'string' ? [[field, text]] : []
  })
  const { service, query, ...rest } = Object.fromEntries(texts)
  return service === undefined || query === undefined ? undefined : { service, query, ...rest }
}

/** The media of a site, the newest first. */
export function mediaEntries(site: View): MediaEntry[] {
  return [...listOf(site).current().byId.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
}

export function mediaEntry(site: View, id: string): MediaEntry | undefined {
  return listOf(site).current().byId.get(id)
}

/** The entry that is published under a path, relative to the site's root, without a slash in front. */
export function mediaByPath(site: View, path: string): MediaEntry | undefined {
  return listOf(site).current().byPath.get(path)
}

/** The input for a new entry. */
export interface NewMedia {
  id: string
  name: string
  hash: string
  type: string
  bytes: number
  createdAt: number
  width?: number
  height?: number
  animated?: boolean
  blur?: string
  alt?: string
  source?: MediaSource
  folder?: string
  /** For an import: where it was authored to lie. Uploads lie in `media/` under their name and hash. */
  path?: string
}

/**
 * Adds a file whose bytes are kept already. The same bytes under the same path stand once: the entry that there is comes
 * back (`added: false`). An authored path that holds other bytes is taken by the new entry, and the old one goes.
 */
export function addMedia(site: Draft, media: NewMedia): { entry: MediaEntry; added: boolean } {
  const { id, ...rest } = media
  const path = media.path ?? libraryPath(media)
  const list = listOf(site).current()
  const known = media.path === undefined ? sameUpload(list, media.hash) : list.byPath.get(path)
  if (known?.hash === media.hash) return { entry: known, added: false }
  if (known) site.set(`${mediaPrefix}${known.id}/deleted`, true)
  const record: Record<string, Json> = {
    name: rest.name.slice(0, 200),
    path,
    hash: rest.hash,
    type: rest.type,
    bytes: rest.bytes,
  }
  if (rest.width !== undefined && rest.height !== undefined) {
    record.width = rest.width
    record.height = rest.height
  }
  if (rest.animated) record.animated = true
  if (rest.blur !== undefined && rest.blur.length <= maxBlur) record.blur = rest.blur
  if (rest.alt) record.alt = rest.alt
  if (rest.source) record.source = { ...rest.source }
  if (rest.folder) record.folder = rest.folder
  record.createdAt = rest.createdAt
  site.set(`${mediaPrefix}${id}`, record)
  const entry = readEntry(site, id)
  if (!entry) throw new Error('A media record that was just written cannot be read')
  return { entry, added: true }
}

function sameUpload({ byId }: MediaList, hash: string): MediaEntry | undefined {
  for (const entry of byId.values()) if (entry.hash === hash && isUpload(entry)) return entry
  return undefined
}

/** Whether a file is an upload of the library, whose pictures are made fit for each screen when published. */
export function isUpload({ path, hash }: Pick<MediaEntry, 'path' | 'hash'>): boolean {
  return path.startsWith(libraryFolder) && path.includes(`-${hash.slice(0, 10)}.`)
}

/** `media/<name>-<hash10>.<ext>`: a new content is a new address, so that it can be cached for good. */
function libraryPath({ name, hash, type }: Pick<NewMedia, 'name' | 'hash' | 'type'>): string {
  const known = mediaTypeOf(type)
  const written = extensionOf(name)
  const extension = known?.extensions.includes(written) ? written : (known?.extensions[0] ?? 'bin')
  const stem = strip(slugify(name.replace(/\.[^.]*$/, '')).replace(/[^a-z0-9-]+/g, '-'), '-').slice(0, 60)
  return `${libraryFolder}${stem || 'file'}-${hash.slice(0, 10)}.${extension}`
}

/** A folder as it is kept: parts without white space around them; undefined if it cannot be one. */
export function folderPath(text: string): string | undefined {
  const parts = text
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const fits =
    parts.length <= 8 &&
    parts.every(
      (part) => part.length <= 60 && !/[\\<>:"|?*]/.test(part) && !isControl(part) && part !== '.' && part !== '..',
    )
  return fits ? parts.join('/') : undefined
}

function isControl(text: string): boolean {
  return [...text].some((each) => each < ' ' || each === '\x7f')
}

/** Every folder that holds something, and those around it, by name. */
export function mediaFolders(site: View): string[] {
  const all = new Set<string>()
  for (const { folder } of listOf(site).current().byId.values()) {
    const parts = folder.split('/')
    for (let length = 1; folder !== '' && length <= parts.length; length += 1) all.add(parts.slice(0, length).join('/'))
  }
  return [...all].sort()
}
