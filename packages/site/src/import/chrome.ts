import type { ParsedNode } from '../html/parse.ts'
import { printLoose } from '../html/print.ts'
import type { PreparedPage } from './prepare.ts'

/** A header, navigation or footer that is the same on several pages. */
export interface SharedChrome {
  tag: string
  /** The paths of the pages. */
  pages: string[]
  /** Its beginning, for showing. */
  excerpt: string
}

const CHROME: ReadonlySet<string> = new Set(['header', 'nav', 'footer'])

/** The headers, navigation and footers directly in the body that several pages share. */
export function sharedChrome(pages: readonly PreparedPage[]): SharedChrome[] {
  const found = new Map<string, SharedChrome>()
  for (const { path, document } of pages) {
    for (const node of document.body.nodes) {
      if (!isChrome(node)) continue
      const html = printLoose([node])
      const known = found.get(html)
      if (known) known.pages.push(path)
      else found.set(html, { tag: node.tag ?? '', pages: [path], excerpt: html.slice(0, 200) })
    }
  }
  return [...found.values()].filter((each) => each.pages.length > 1)
}

function isChrome({ kind, tag, ns }: ParsedNode): boolean {
  return kind === 'element' && ns === undefined && CHROME.has(tag ?? '')
}

/** The number of body nodes that all pages begin with and end with. */
export interface CommonEnds {
  first: number
  last: number
}

/**
 * The nodes that can move to a template for all pages: the nodes that every body begins with and ends with, up to the last header
 * or navigation at the beginning and from the first footer (or header) at the end. Undefined if they share none.
 */
export function commonEnds(pages: readonly PreparedPage[]): CommonEnds | undefined {
  const [model, ...others] = pages.map(({ document }) => document.body.nodes)
  if (!model || others.length === 0) return undefined
  const printed = (node: ParsedNode | undefined) => (node ? printLoose([node]) : undefined)
  const shortest = Math.min(model.length, ...others.map((nodes) => nodes.length))
  const same = (index: number, fromEnd: boolean) => {
    const at = (nodes: readonly ParsedNode[]) => printed(fromEnd ? nodes.at(-1 - index) : nodes[index])
    const wanted = at(model)
    return others.every((nodes) => at(nodes) === wanted)
  }
  let first = 0
  for (let index = 0; index < shortest && same(index, false); index += 1) {
    const node = model[index]
    if (node && isChrome(node)) first = index + 1
  }
  let last = 0
  for (let index = 0; index < shortest - first && same(index, true); index += 1) {
    const node = model.at(-1 - index)
    if (node && isChrome(node)) last = index + 1
  }
  return first + last > 0 && first + last < shortest ? { first, last } : undefined
}
