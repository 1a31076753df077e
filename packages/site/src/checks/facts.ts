import type { View } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import { excerpt } from '@atelier/operation'
import type { Rule } from '../css/rules.ts'
import { documents, type PageEntry, pages } from '../document/pages.ts'
import { homeOf, pageAddress, pagePath } from '../document/paths.ts'
import { nodeAttribute, nodeClasses, type PageNode, type PageTree } from '../document/tree.ts'
import { cascadeRules } from '../sheet/cascade.ts'
import { templatesFor } from '../template/resolve.ts'
import type { Finding } from './finding.ts'

/** The input of the checks about a site, read once for all of them. */
export interface SiteFacts {
  site: View
  siteId: string
  all: readonly PageEntry[]
  tree(documentId: string): PageTree | undefined
  /** The address at which a document is published; undefined for components and documents that cannot be published. */
  address(entry: PageEntry): string | undefined
  /** The addresses of the pages, without a slash at the end; the home page's is empty. */
  addresses: ReadonlySet<string>
}

/** The input of the checks about one document. */
export interface PageFacts extends SiteFacts {
  entry: PageEntry
  page: PageTree
  /** The elements that are published, in document order, the body first. */
  elements: readonly PageNode[]
  /** The rules that apply to the document, weakest first. */
  rules: readonly Rule[]
  /** The trees around and inside the document: its templates, and the components of the site. */
  around: readonly PageTree[]
}

/**
 * One check of a document, a step for each element. It MUST be a pure function of the facts, and cost no more than a walk
 * over them.
 */
export type PageCheck = (facts: PageFacts, add: (finding: Omit<Finding, 'documentId'>) => void) => Steps<void>

export function siteFacts(site: View, siteId: string, tree: (documentId: string) => PageTree | undefined): SiteFacts {
  const all = documents(site)
  const listed = pages(site)
  const home = homeOf(listed.filter(({ kind }) => kind === 'page'))
  const address = (entry: PageEntry) => {
    if (entry.kind !== 'page') return undefined
    const path = pagePath(entry, entry.id === home?.id)
    return path === undefined ? undefined : pageAddress(path)
  }
  const addresses = new Set(listed.flatMap((entry) => address(entry)?.replace(/\/$/, '') ?? []))
  return { site, siteId, all, tree, address, addresses }
}

export function* pageFacts(facts: SiteFacts, entry: PageEntry, page: PageTree): Steps<PageFacts> {
  const elements: PageNode[] = []
  const stack = page.root === '' ? [] : [page.node(page.root)]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield
    if (node.kind !== 'element' || (node.hidden && node.id !== page.root)) continue
    elements.push(node)
    const children = page.children(node.id)
    for (let at = children.length - 1; at >= 0; at -= 1) stack.push(children[at])
  }
  const beside = [...templatesFor(entry, facts.all), ...facts.all.filter(({ kind }) => kind === 'component')]
  const around = beside.flatMap(({ id }) => (id === entry.id ? [] : (facts.tree(id) ?? [])))
  return { ...facts, entry, page, elements, rules: cascadeRules(facts.site, page, entry.id), around }
}

/** The classes of an element as one key, which is mostly equal for elements with the same classes. */
export function classKey(node: PageNode): string {
  if (node.edits.size > 0) return nodeClasses(node).join(' ')
  for (const [name, value] of node.birth.attrs ?? []) if (name === 'class') return value
  return ''
}

/** Whether a value has a placeholder that is filled in when the page is rendered: `{currentEntry.title}`. */
export const isFilledIn = (value: string) => /\{[a-zA-Z]\w*\.[^{}]+\}/.test(value)

/** Whether an element is hidden from assistive technology, by `aria-hidden` or `hidden` on it or an ancestor. */
export function isUnheard(page: PageTree, node: PageNode): boolean {
  for (let at: PageNode | undefined = node; at; at = page.node(at.parent)) {
    if (nodeAttribute(at, 'aria-hidden') === 'true' || nodeAttribute(at, 'hidden') !== undefined) return true
  }
  return false
}

/** `<a href="…">`, short enough for a list. */
export function tagOf(node: PageNode, ...names: string[]): string {
  const shown = names.flatMap((name) => {
    const value = nodeAttribute(node, name)
    return value === undefined ? [] : [` ${name}="${excerpt(value, 60)}"`]
  })
  return `<${node.tag}${shown.join('')}>`
}
