import type { AnswerOf, LibraryFile, listMedia, readMediaUses } from '@atelier/api'
import { type ContentReader, type ContentStore, visibleTo } from '@atelier/content'
import type { Documents, Json, View } from '@atelier/documents'
import { inSlices, type Restriction, type Steps, yieldToOthers } from '@atelier/operation'
import {
  documents as listedDocuments,
  type MediaEntry,
  type MediaUse,
  mediaByPath,
  mediaEntries,
  mediaEntry,
  mediaTypeOf,
  mediaUses,
  pageMediaUses,
  readTree,
  viewOfFields,
} from '@atelier/site'
import type { ProjectRow } from '../../workspaces/workspaces.ts'
import { assetOf } from './assets.ts'

/** Files on one page of the library. */
const PAGE = 100
/** Tags that the library offers to filter by. */
const MOST_TAGS = 200
/** Projects whose used files are remembered. */
const MOST_PROJECTS = 20

export interface LibraryRequest {
  search?: string | undefined
  tag?: string | undefined
  kind?: string | undefined
  unused?: boolean
  offset?: number
  limit?: number
}

interface LibraryServices {
  projects: { view(project: ProjectRow, documentId: string): Promise<View | undefined> }
  documents: Pick<Documents, 'inProject' | 'changedAt'>
  content: Pick<ContentStore, 'reader'>
}

type EntryUse = AnswerOf<typeof readMediaUses>['entries'][number]
type Wanted = (path: string) => boolean

/** The library of a project's media as its screen shows it: pages of files, and where they are used. */
export function createLibrary({ projects, documents, content }: LibraryServices) {
  const usedPaths = new Map<string, { changedAt: number | undefined; paths: ReadonlySet<string> }>()

  /** Where pages, styles and settings use files, one document after another. */
  async function siteUses(project: ProjectRow, site: View, wanted: Wanted): Promise<Map<string, MediaUse[]>> {
    const views = documents.inProject(project.id)
    const uses = mediaUses(site, [], wanted)
    for (const entry of listedDocuments(site)) {
      const stored = await views.projection(entry.id)
      if (!stored) continue
      const found = pageMediaUses(site, entry, readTree(viewOfFields(stored.fields)), wanted)
      for (const [path, places] of found) uses.set(path, [...places, ...(uses.get(path) ?? [])])
      await yieldToOthers()
    }
    return uses
  }

  /** The paths that anything uses, also what the caller may not see; remembered until a document changes. */
  async function used(project: ProjectRow, site: View): Promise<ReadonlySet<string>> {
    const changedAt = await documents.changedAt(project.id)
    const known = usedPaths.get(project.id)
    if (known && known.changedAt === changedAt) return known.paths
    const wanted: Wanted = (path) => mediaByPath(site, path) !== undefined
    const paths = new Set((await siteUses(project, site, wanted)).keys())
    await eachEntry(content.reader(project.id), (text) => {
      for (const path of pathsIn(text)) if (wanted(path)) paths.add(path)
    })
    usedPaths.delete(project.id)
    usedPaths.set(project.id, { changedAt, paths })
    const [oldest] = usedPaths.keys()
    if (usedPaths.size > MOST_PROJECTS && oldest !== undefined) usedPaths.delete(oldest)
    return paths
  }

  return {
    async list(
      project: ProjectRow,
      { search = '', tag, kind, unused = false, offset = 0, limit = PAGE }: LibraryRequest,
      restriction?: Restriction,
    ): Promise<AnswerOf<typeof listMedia>> {
      const site = await projects.view(project, project.site_document_id)
      if (!site) return { total: 0, files: [], tags: [] }
      const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      const all = mediaEntries(site)
      const isUsed = unused ? await used(project, site) : undefined
      const found = await inSlices(
        filtered(all, (entry) => {
          if (tag !== undefined && !entry.tags?.includes(tag)) return false
          if (kind !== undefined && mediaTypeOf(entry.type)?.kind !== kind) return false
          if (isUsed?.has(entry.path)) return false
          if (words.length === 0) return true
          const { filename, path, tags, alt } = shownMedia(entry, restriction)
          const text = [filename, path, ...tags, ...Object.values(alt)].join(' ').toLowerCase()
          return words.every((word) => text.includes(word))
        }),
      )
      return {
        total: found.length,
        files: found.slice(offset, offset + limit).map((entry) => libraryFile(entry, restriction)),
        tags: tagsOf(all),
      }
    },

    /** Undefined if there is no such file. */
    async uses(
      project: ProjectRow,
      mediaId: string,
      restriction?: Restriction,
    ): Promise<AnswerOf<typeof readMediaUses> | undefined> {
      const site = await projects.view(project, project.site_document_id)
      const file = site && mediaEntry(site, mediaId)
      if (!site || !file) return undefined
      const pages = (await siteUses(project, site, (path) => path === file.path)).get(file.path) ?? []
      const entries: EntryUse[] = []
      await eachEntry(content.reader(project.id, restriction), (text, use) => {
        const last = entries.at(-1)
        const isLast = last?.model === use.model && last.id === use.id && last.field === use.field
        if (isLast && last.locale === use.locale) return
        if (pathsIn(text).includes(file.path)) entries.push(use)
      })
      return { file: libraryFile(file, restriction), pages, entries }
    },
  }
}

const shownMedia = (entry: MediaEntry, restriction: Restriction | undefined) => {
  const asset = assetOf(entry)
  const sees = visibleTo(restriction)
  return { ...asset, alt: Object.fromEntries(Object.entries(asset.alt).filter(([locale]) => sees.locale(locale))) }
}

function libraryFile(entry: MediaEntry, restriction: Restriction | undefined): LibraryFile {
  const { filename, tags, ...asset } = shownMedia(entry, restriction)
  const { blur, createdAt } = entry
  return { ...asset, name: filename, tags: [...tags], createdAt, ...(blur === undefined ? {} : { blur }) }
}

function* filtered(entries: readonly MediaEntry[], fits: (entry: MediaEntry) => boolean): Steps<MediaEntry[]> {
  const found: MediaEntry[] = []
  for (const entry of entries) {
    if (fits(entry)) found.push(entry)
    yield
  }
  return found
}

function tagsOf(entries: readonly MediaEntry[]) {
  const counts = new Map<string, number>()
  for (const { tags = [] } of entries) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, MOST_TAGS)
}

/** Calls back with every text of every settled entry that may name a file; in slices. */
async function eachEntry(reader: ContentReader, take: (text: string, use: EntryUse) => void): Promise<void> {
  const schema = await reader.schema()
  for (const { id: model } of schema?.models ?? []) await inSlices(entryTexts(await reader.entries(model), model, take))
}

function* entryTexts(
  entries: Awaited<ReturnType<ContentReader['entries']>>,
  model: string,
  take: (text: string, use: EntryUse) => void,
): Steps<void> {
  for (const { id, title, settled } of entries) {
    for (const [locale, { values, standIn }] of Object.entries(settled?.locales ?? {})) {
      if (standIn) continue
      for (const [field, value] of Object.entries(values))
        eachText(value, (text) => take(text, { model, id, title: title === '' ? id : title, locale, field }))
    }
    yield
  }
}

function eachText(value: Json, take: (text: string) => void): void {
  if (typeof value === 'string') {
    if (value.includes('.')) take(value)
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) eachText(inner, take)
}

/**
 * The paths of files that a text may name: the value itself, or the addresses in Markdown or HTML between their
 * delimiters.
 */
function pathsIn(text: string): string[] {
  const found: string[] = []
  for (const [word] of text.matchAll(/[^\s"'()<>[\]]+/g)) {
    const bare = word.split(/[?#]/, 1)[0] ?? ''
    const path = bare.startsWith('/') ? bare.slice(1) : bare
    if (path.includes('.')) found.push(decodeLibraryPath(path))
  }
  return found
}

function decodeLibraryPath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}
