import { createMemoryView } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { ContentEntry, ContentSource } from '../context/content.ts'
import type { Attribute } from '../document/node.ts'
import { isLoop } from '../document/special.ts'
import { mayHoldToken } from '../document/tokenText.ts'
import { nodeAttributes, type PageNode, type PageTree } from '../document/tree.ts'
import { queryEntries, readLoop } from '../loop/query.ts'
import { type LoopEntry, type LoopSource, orderEntries } from '../loop/source.ts'
import { sourcesOf } from './composition.ts'

/** Entries that are made and ordered at once. */
const AT_ONCE = 250
/** The documents that collections are read beside: they need none. */
const noSite = createMemoryView()

export interface RowsRequest {
  /** Of the loop. Those that hold tokens are left out, since they say something else for each entry around it. */
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
 * anything: with these alone the loop shows the same as with all.
 * @param entries all of its collection
 */
export function* loopRows(
  { attributes, content, language, entryId, most }: RowsRequest,
  entries: readonly ContentEntry[],
): Steps<ContentEntry[]> {
  let best: LoopEntry[] = []
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const query = readRows(attributes, content, language, entries.slice(from, from + AT_ONCE))
    if (!query) return []
    const { source, orderBy, descending, offset } = query
    const around = { pageId: '', ...(entryId === undefined ? {} : { entryId }) }
    const whole = { ...query, orderBy: '', descending: false, offset: 0, limit: Number.POSITIVE_INFINITY }
    const found = queryEntries(whole, source.entries(noSite), around)
    const all = descending && orderBy === '' ? [...found.toReversed(), ...best] : [...best, ...found]
    const wanted = offset + Math.min(query.limit, most)
    best = (orderBy === '' ? all : orderEntries(all, orderBy, descending)).slice(0, wanted)
    yield
    if (orderBy === '' && !descending && best.length === wanted) break
  }
  const ids = new Set(best.map(({ id }) => id))
  return entries.filter(({ id }) => ids.has(id))
}

function readRows(
  attributes: readonly Attribute[],
  content: Pick<ContentSource, 'locales' | 'models'>,
  language: string,
  entries: readonly ContentEntry[],
) {
  const view = { ...content, markdown: (text: string) => text, entries: () => entries }
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
