import { findBySelector, nodeAttributes, type PageNode, type PageTree, parseSelectors } from '@atelier/site'
import { type LayerRow, layerChildren, layerRow } from './rows.ts'

/** The layers of one version of a page, to be searched. */
export interface LayerIndex {
  /**
   * The lines of the layers that a query finds, in the order of the page: by name, by text, by an attribute's value, or,
   * where it is one, by selector. A query that continues the one before looks only through its hits.
   */
  find(query: string): readonly LayerRow[]
}

interface Entry {
  row: LayerRow
  /** Everything it is found by, in lower case. */
  words: string
}

/** A sign that only selectors contain: `.card`, `#top`, `a[href]`, `ul > li`, `p:first-child`, `*`. */
const SELECTOR_SIGN = /[.#[\]>+~:*]/

/** Reads a page once; searching it does not read it again, but for a selector. */
export function indexLayers(tree: PageTree, partName: (node: PageNode) => string | undefined): LayerIndex {
  const entries: Entry[] = []
  const root = tree.node(tree.root)
  const waiting = root ? [root] : []
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const children = node.kind === 'element' ? layerChildren(tree, node.id) : []
    const row = layerRow(tree, node, partName)
    entries.push({ row, words: layerWords(tree, node, row).toLowerCase() })
    for (const child of children.toReversed()) waiting.push(child)
  }
  let last = { query: '', found: entries }
  return {
    find(query) {
      const wanted = query.replace(/\s+/g, ' ').trim().toLowerCase()
      if (wanted === '') return []
      const within = last.query !== '' && wanted.startsWith(last.query) ? last.found : entries
      const found = within.filter(({ words }) => words.includes(wanted))
      last = { query: wanted, found }
      const matching = elementsMatching(tree, query.trim(), entries)
      if (matching.size === 0) return found.map(({ row }) => row)
      const named = new Set(found)
      return entries.filter((entry) => named.has(entry) || matching.has(entry.row.id)).map(({ row }) => row)
    },
  }
}

function layerWords(tree: PageTree, node: PageNode, { title, kind }: LayerRow): string {
  if (node.kind !== 'element') return `${title} ${node.text.replace(/\s+/g, ' ')}`
  const texts = tree.children(node.id).flatMap((child) => (child.kind === 'text' ? [child.text] : []))
  const values = nodeAttributes(node).map(([, value]) => value)
  return [title, kind, ...texts, ...values].join(' ').replace(/\s+/g, ' ')
}

function elementsMatching(tree: PageTree, query: string, entries: readonly Entry[]): ReadonlySet<string> {
  const isTag = entries.some(({ row }) => row.kind === query)
  const selectors = isTag || SELECTOR_SIGN.test(query) ? parseSelectors(query) : undefined
  return new Set(selectors ? findBySelector(tree, selectors).map(({ uid }) => uid) : [])
}
