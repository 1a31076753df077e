import { type ContentReader, type ContentSchema, type StoredEntry, searchTextOf, wordsIn } from '@atelier/content'
import type { ProjectDocuments, View } from '@atelier/documents'
import { createRests, inSlices, yieldToOthers } from '@atelier/operation'
import { mediaEntries, type PageEntry, pageSettings, readTree, documents as siteDocuments } from '@atelier/site'
import { type PreparedItem, prepareItem, type SearchItem, Words } from '../search/item.ts'
import { tellingWords } from '../search/relevance.ts'
import { buildIndex, type SearchAnswer, type SearchFilter, type WordIndex } from '../search/wordIndex.ts'
import { frameComponents } from '../sections/frames.ts'
import { type PageTexts, readPageTexts } from './pageItems.ts'

/** The searched texts of a document, read at a head. */
export interface StoredTexts {
  documentId: string
  head: number
  texts: PageTexts
}

/** Where the texts of pages are kept between searches. */
export interface SearchRows {
  load(projectId: string): Promise<readonly StoredTexts[]>
  /** The heads of the project's pages now. */
  heads(projectId: string): Promise<ReadonlyMap<string, number>>
  /** Replaces the rows of these documents, and forgets those that are gone. */
  store(projectId: string, texts: readonly StoredTexts[], gone: readonly string[]): Promise<void>
}

export interface SiteSearchPorts {
  rows: SearchRows
  /** The documents of a project as they are committed. */
  documents(projectId: string): Pick<ProjectDocuments, 'live' | 'open'>
  /** The whole content of a project: callers with a restriction call no operation of this scope. */
  content(projectId: string): ContentReader
}

/** Searches the pages, sections, entries, files and menus of projects. */
export interface SiteSearch {
  find(
    project: { id: string; siteDocumentId: string },
    query: string,
    filter: SearchFilter,
    limit: number,
  ): Promise<SearchAnswer>
}

/** Projects whose index is kept. */
const MOST_KEPT = 8
interface SearchedProject {
  id: string
  /** The head of its site's document. */
  siteHead: number
  site: View
  documents: Pick<ProjectDocuments, 'live' | 'open'>
}

/** The items of a page, and what they were made of. */
interface KnownItems {
  key: string
  items: readonly PreparedItem[]
}

interface Kept {
  siteHead: number
  /** The models, as JSON. */
  models: string
  entries: readonly (readonly StoredEntry[])[]
  /** The items of the entries, as these models read them. */
  entryItems: WeakMap<StoredEntry, readonly PreparedItem[]>
  texts: Map<string, StoredTexts>
  pages: Map<string, KnownItems>
  media: readonly PreparedItem[]
  words: Words
  index: WordIndex
}

export function createSiteSearch({ rows, content, documents }: SiteSearchPorts): SiteSearch {
  const kept = new Map<string, Promise<Kept | undefined>>()

  /** Reads the pages whose heads moved since they were read, each in slices. */
  async function refreshTexts(project: SearchedProject, texts: Map<string, StoredTexts>): Promise<boolean> {
    const heads = await rows.heads(project.id)
    const gone = [...texts.keys()].filter((id) => !heads.has(id))
    for (const id of gone) texts.delete(id)
    const read: StoredTexts[] = []
    for (const [documentId, head] of heads) {
      if (texts.get(documentId)?.head === head) continue
      const live = await project.documents.live(documentId)
      if (!live) continue
      const tree = readTree(live.view)
      await yieldToOthers()
      const frames = await frameComponents({ site: project.site, drafts: project.documents }, tree)
      const stored = {
        documentId,
        head: live.head,
        texts: await inSlices(readPageTexts(project.site, documentId, tree, frames)),
      }
      texts.set(documentId, stored)
      read.push(stored)
      await yieldToOthers()
    }
    if (read.length === 0 && gone.length === 0) return false
    // A failure costs the next server the same reading again and nothing else.
    await rows.store(project.id, read, gone).catch(() => undefined)
    return true
  }

  /** The entries of each model, in the order of the schema. The same ones are the same lists again. */
  async function readContent(projectId: string) {
    const reader = content(projectId)
    const schema = await reader.schema()
    const entries: (readonly StoredEntry[])[] = []
    for (const model of schema?.models ?? []) entries.push(await reader.entries(model.id))
    return { schema, entries }
  }

  async function entryGroups(
    schema: ContentSchema | undefined,
    { entries, entryItems, words }: Pick<Kept, 'entries' | 'entryItems' | 'words'>,
  ): Promise<(readonly PreparedItem[])[]> {
    if (!schema) return []
    const groups: (readonly PreparedItem[])[] = [
      schema.models.map(({ id, name }) =>
        prepareItem({ kind: 'collection', id, name }, wordsIn(`${id} ${name}`), [], words),
      ),
    ]
    const rest = createRests()
    for (const [at, model] of schema.models.entries())
      for (const stored of entries[at] ?? []) {
        const known = entryItems.get(stored) ?? itemsOfEntry(stored, model, words)
        entryItems.set(stored, known)
        groups.push(known)
        await rest()
      }
    return groups
  }

  async function refresh(project: SearchedProject, before: Kept | undefined): Promise<Kept> {
    const { siteHead } = project
    const texts = before?.texts ?? new Map((await rows.load(project.id)).map((each) => [each.documentId, each]))
    const isMoved = await refreshTexts(project, texts)
    const { schema, entries } = await readContent(project.id)
    const models = JSON.stringify(schema?.models ?? [])
    const isSameSite = before?.siteHead === siteHead
    const isSame =
      before !== undefined &&
      !isMoved &&
      isSameSite &&
      before.models === models &&
      before.entries.length === entries.length &&
      before.entries.every((each, at) => each === entries[at])
    if (isSame) return before
    const words = before?.words ?? new Words()
    const pages = before?.pages ?? new Map<string, KnownItems>()
    const menus = new Map<string, PreparedItem>()
    const groups: (readonly PreparedItem[])[] = []
    const rest = createRests()
    for (const entry of siteDocuments(project.site)) {
      const own = texts.get(entry.id)
      if (!own) continue
      groups.push(itemsOfPage(project.site, entry, own, { known: pages, words }))
      for (const item of own.texts.menus) if (!menus.has(item.label)) menus.set(item.label, itemOfMenu(item, words))
      await rest()
    }
    const media = before && isSameSite ? before.media : itemsOfMedia(project.site, words)
    const entryItems =
      before?.models === models ? before.entryItems : new WeakMap<StoredEntry, readonly PreparedItem[]>()
    groups.push([...menus.values()], media, ...(await entryGroups(schema, { entries, entryItems, words })))
    const index = await inSlices(buildIndex(groups, words))
    return { siteHead, models, entries, entryItems, texts, pages, media, words, index }
  }

  return {
    async find({ id, siteDocumentId }, query, filter, limit) {
      const own = documents(id)
      const site = await own.live(siteDocumentId)
      if (!site) return { hits: [], nearest: [] }
      const project = { id, site: site.view, siteHead: site.head, documents: own }
      const before = kept.get(project.id)
      // One refresh after the other, so that two searches read no page twice.
      const next = (before ?? Promise.resolve(undefined))
        .catch(() => undefined)
        .then((known) => refresh(project, known))
      kept.delete(project.id)
      kept.set(project.id, next)
      const oldest = kept.keys().next()
      if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
      const { index } = await next
      return index.search(tellingWords(query), filter, limit)
    },
  }
}

const itemOfMenu = ({ label, href }: { label: string; href: string }, words: Words): PreparedItem =>
  prepareItem({ kind: 'menuItem', id: label, name: label, slug: href }, wordsIn(label), wordsIn(href), words)

/** A page and its sections. Those of components and templates are found, these themselves are no pages. */
function itemsOfPage(
  site: View,
  { id, title, slug, kind }: PageEntry,
  stored: StoredTexts,
  { known, words }: { known: Map<string, KnownItems>; words: Words },
): readonly PreparedItem[] {
  const { metaTitle = '', description = '' } = pageSettings(site, id)
  const key = JSON.stringify([stored.head, title, slug, kind, metaTitle, description])
  const before = known.get(id)
  if (before?.key === key) return before.items
  const sections = stored.texts.sections.map(({ id: sectionId, name, words: own }) =>
    prepareItem({ kind: 'section', id: sectionId, name, where: id }, wordsIn(name), own.split(' '), words),
  )
  const text = [
    ...wordsIn(`${slug.replaceAll('-', ' ')}\n${metaTitle}\n${description}`),
    ...stored.texts.sections.flatMap((section) => section.words.split(' ')),
  ]
  const items =
    kind === 'page'
      ? [prepareItem({ kind: 'page', id, name: title, slug }, wordsIn(title), text, words), ...sections]
      : sections
  known.set(id, { key, items })
  return items
}

const itemsOfMedia = (site: View, words: Words): readonly PreparedItem[] =>
  mediaEntries(site).map(({ id, name, alt = '', alts = {}, tags = [], path, source }) =>
    prepareItem(
      { kind: 'image', id, name, slug: path },
      wordsIn(name.replaceAll(/[-_.]/g, ' ')),
      wordsIn([alt, ...Object.values(alts), ...tags, source?.query ?? ''].join('\n')),
      words,
    ),
  )

/** An entry in each of its locales. */
function itemsOfEntry(
  stored: StoredEntry,
  model: Parameters<typeof searchTextOf>[1],
  words: Words,
): readonly PreparedItem[] {
  const { id, title, settled } = stored
  const item: SearchItem = { kind: 'entry', id, name: title, model: model.id, modelName: model.name }
  if (!settled) return [prepareItem(item, wordsIn(title), [], words)]
  return Object.entries(searchTextOf(settled, model)).map(([locale, texts]) => {
    const { values = {}, meta: { status } = {} } = settled.locales[locale] ?? {}
    const called = model.title_field === undefined ? undefined : values[model.title_field]
    const ownTitle = typeof called === 'string' && called.trim() !== '' ? { name: called } : {}
    const own = { ...item, ...ownTitle, locale, ...(status === undefined ? {} : { status }) }
    const name = texts.title === '' ? wordsIn(title) : texts.title.split(' ')
    return prepareItem(own, name, texts.text.split(' '), words)
  })
}
