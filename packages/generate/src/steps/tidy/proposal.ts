import type { Json, View } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import {
  allRules,
  codeAssets,
  documents as listed,
  nodeAttribute,
  nodeClasses,
  type PageEntry,
  type PageNode,
  type PageTree,
  type Rule,
  readTree,
  siteFramework,
} from '@atelier/site'
import { readSubjects, type Subject } from './subjects.ts'

/** One thing that can be tidied up. */
export interface TidyProposal {
  kind: 'class' | 'token' | 'component'
  /** For a person: what becomes what. */
  title: string
  /** Calls of operations, in order; an input may hold `$0.componentId`, as in `batch`. */
  calls: { name: string; input: { [field: string]: Json } }[]
}

/** A document of the site, as it is. */
export interface TidyDocument {
  id: string
  view: View
}

/** A site as it is read to be tidied up. */
export interface TidySite {
  site: View
  pages: {
    entry: PageEntry
    tree: PageTree
    /** Whether it is a page whose content may change. */
    mayChange: boolean
  }[]
  /** The rules of all stylesheets, with the rules around each. */
  rules: readonly (readonly [Rule, readonly Rule[]])[]
  /** The same by what they are about, where that can be told. */
  subjects: readonly Subject[]
  /** Why no element can be given a class: something else depends on which ones it has. */
  keepsClasses: boolean
  /** The names that no new class can have. */
  taken: Set<string>
  /** The classes of the design system. */
  utilities: ReadonlySet<string>
}

export function* readTidySite(
  site: View,
  documents: readonly TidyDocument[],
  own: ReadonlySet<string> | undefined,
): Steps<TidySite> {
  const views = new Map(documents.map(({ id, view }) => [id, view]))
  const pages = listed(site).flatMap((entry) => {
    const view = views.get(entry.id)
    const mayChange = entry.kind === 'page' && (own?.has(entry.id) ?? true)
    return view ? [{ entry, tree: readTree(view), mayChange }] : []
  })
  const rules = [...allRules(site)].filter(([{ kind }]) => kind === 'style')
  const { subjects, classes, attributes } = readSubjects(rules)
  const utilities = new Set(siteFramework(site).utilities.keys())
  const taken = new Set([...classes, ...utilities])
  let hasTokens = false
  for (const { tree } of pages) {
    for (const node of everyElement(tree)) {
      yield
      for (const name of nodeClasses(node)) taken.add(name)
      if (nodeAttribute(node, 'class')?.includes('{')) hasTokens = true
    }
  }
  const isCode = codeAssets(site).some(({ type, content }) => type === 'style' || /style|class/i.test(content))
  const keepsClasses = hasTokens || isCode || attributes.has('class') || attributes.has('style')
  return { site, pages, rules, subjects, keepsClasses, taken, utilities }
}

/** The elements of a document, those of its head too. */
export function* everyElement(tree: PageTree): Generator<PageNode> {
  const html = tree.node(tree.html)
  if (html) yield html
  for (const top of [tree.head, tree.root]) {
    if (top === '') continue
    for (const node of tree.walk(top)) if (node.kind === 'element') yield node
  }
}

/** A name that is not taken yet; it is taken then. */
export function freeName(stem: string, taken: Set<string>): string {
  let name = stem
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`
  taken.add(name)
  return name
}
