import { createMemoryView, type Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { ContentEntry, ContentSource, ContentView } from '../context/content.ts'
import { type Attribute, isRecord } from '../document/node.ts'
import { isLoop } from '../document/special.ts'
import { mayHoldToken, replaceTokens } from '../document/tokenText.ts'
import { nodeAttributes, type PageNode, type PageTree } from '../document/tree.ts'
import { contentSource } from '../loop/contentSource.ts'
import { queryEntries, readLoop } from '../loop/query.ts'
import { type LoopEntry, type LoopSource, orderEntries } from '../loop/source.ts'
import { sourcesOf } from './composition.ts'
import type { Turn } from './pieces.ts'
import { turnOf, turnValue } from './values.ts'

/** Entries that are made and ordered at once. */
const AT_ONCE = 250
const FILTER = 'data-filter-'
/** The documents that collections are read beside: they need none. */
const noSite = createMemoryView()

export interface RowsRequest {
  /**
   * The loop's attributes, with the values of its tokens for the entries around it (`fillLoop`). Those that still hold
   * tokens are left out; a limit is applied together with a filter, since the shown entries are known only there.
   */
  attributes: readonly Attribute[]
  content: Pick<ContentSource, 'locales' | 'models'>
  /** That of the page. */
  language: string
  /** The id of the entry that the page shows. */
  entryId?: string | undefined
  /** As many are found at most, beside those that the loop leaves out at its beginning. */
  most: number
}

/** The collection that a loop reads; undefined if it reads none. */
export function loopModel({ attributes, content, language }: Omit<RowsRequest, 'most'>): string | undefined {
  return readRows(attributes, content, language, [])?.source.table
}

/**
 * The first entries of a collection that a loop shows, and those that it leaves out before them, in no order that means
 * anything: with only these the loop shows the same as with all.
 * @param entries all of its collection
 */
export function* loopRows(
  { attributes, content, language, entryId, most }: RowsRequest,
  entries: readonly ContentEntry[],
): Steps<ContentEntry[]> {
  let best: LoopEntry[] = []
  const isOpen = attributes.some(([name, value]) => name.startsWith(FILTER) && mayHoldToken(value))
  const likely = yield* likelyEntries(attributes, content, language, entries)
  for (let from = 0; from < likely.length; from += AT_ONCE) {
    const query = readRows(attributes, content, language, likely.slice(from, from + AT_ONCE))
    if (!query) return []
    const { source, orderBy, descending, offset } = query
    const around = { pageId: '', ...(entryId === undefined ? {} : { entryId }) }
    const whole = { ...query, orderBy: '', descending: false, offset: 0, limit: Number.POSITIVE_INFINITY }
    const found = queryEntries(whole, source.entries(noSite), around)
    const all = descending && orderBy === '' ? [...found.toReversed(), ...best] : [...best, ...found]
    const wanted = offset + (isOpen ? most : Math.min(query.limit, most))
    // Ordered only once it has doubled, so that many wanted entries are not ordered again for each few that are found.
    const isLast = from + AT_ONCE >= likely.length
    if (isLast || orderBy === '' || all.length >= 2 * wanted)
      best = (orderBy === '' ? all : orderEntries(all, orderBy, descending)).slice(0, wanted)
    else best = all
    yield
    if (orderBy === '' && !descending && best.length === wanted) break
  }
  const ids = new Set(best.map(({ id }) => id))
  return entries.filter(({ id }) => ids.has(id))
}

/** The entries without those that no filter by a field lets through: fewer, of which the loop shows the same. */
function* likelyEntries(
  attributes: readonly Attribute[],
  content: Pick<ContentSource, 'locales' | 'models'>,
  language: string,
  entries: readonly ContentEntry[],
): Steps<readonly ContentEntry[]> {
  const query = readRows(attributes, content, language, [])
  const model = content.models.find(({ id }) => id === query?.source.table)
  const filters = query?.filters.filter(({ name }) => model?.fields.some((field) => field.name === name)) ?? []
  if (filters.length === 0) return entries
  const fits = (own: Json | undefined, value: string) =>
    own === undefined || [own].flat().some((each) => String(isRecord(each) ? each.ref : each) === value)
  const found: ContentEntry[] = []
  for (const [at, entry] of entries.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield
    const all = Object.values(entry.locales)
    if (all.some(({ values }) => filters.every(({ name, value }) => fits(values[name], value)))) found.push(entry)
  }
  return found
}

/** Attributes of a loop with the values that entries around it give its tokens. @param turns the innermost first */
export function fillLoop(attributes: readonly Attribute[], turns: readonly Turn[]): Attribute[] {
  return attributes.map(([name, value]) => [
    name,
    replaceTokens(value, ({ text, source, field, format, backslashes }) => {
      const found = format === undefined ? turnValue(turnOf(source, { turns }), field) : undefined
      return backslashes % 2 === 0 && found !== undefined
        ? '\\'.repeat(backslashes / 2) + found
        : '\\'.repeat(backslashes) + text
    }),
  ])
}

/**
 * The entries that a loop shows, in its order, for the loops inside of it.
 * @param entriesOf the rows that were found for it, and the entries that those are related to
 */
export function loopTurns(
  { attributes, content, language, entryId }: Omit<RowsRequest, 'most'>,
  entriesOf: ContentView['entries'],
): Turn[] {
  const query = readRows(attributes, content, language, entriesOf)
  if (!query) return []
  const around = { pageId: '', ...(entryId === undefined ? {} : { entryId }) }
  const { source } = query
  return queryEntries(query, source.entries(noSite), around).map((entry, at) => ({ entry, source, index: at + 1 }))
}

/** An entry that a page shows, for the loops on it. */
export function entryTurn(content: ContentView, modelId: string, id: string, locale: string): Turn | undefined {
  const model = content.models.find((each) => each.id === modelId)
  const source = model && contentSource(content, model, locale)
  const entry = source?.find?.(id)
  return source && entry && { entry, source, index: 1 }
}

function readRows(
  attributes: readonly Attribute[],
  content: Pick<ContentSource, 'locales' | 'models'>,
  language: string,
  entries: readonly ContentEntry[] | ContentView['entries'],
) {
  const entriesOf = typeof entries === 'function' ? entries : () => entries
  const view = { ...content, markdown: (text: string) => text, entries: entriesOf }
  const fixed = attributes.filter(([, value]) => !mayHoldToken(value))
  const { query } = readLoop(fixed, (locale) => sourcesOf({ content: view }, language, locale))
  return query?.source.table === undefined ? undefined : query
}

/** The sources of the loops around a node, the innermost first; undefined for an unknown source. */
export function loopsAround(
  tree: PageTree,
  node: PageNode,
  sources: readonly LoopSource[],
): (LoopSource | undefined)[] {
  const found: (LoopSource | undefined)[] = []
  for (let at = tree.node(node.parent); at; at = tree.node(at.parent)) {
    if (isLoop(at)) found.push(readLoop(nodeAttributes(at), sources).query?.source)
  }
  return found
}
