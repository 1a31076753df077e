import { elementsOf } from '../css/elements.ts'
import type { ComplexSelector } from '../css/selector.ts'
import { matchSelectors } from '../css/selectorMatch.ts'
import { nodeAttribute, nodeAttributes, nodeClasses, type PageNode, type PageTree } from '../document/tree.ts'
import { outlineText } from './outline.ts'

const BEFORE = 30
const AFTER = 60

export interface Match {
  uid: string
  path: string
  excerpt: string
}

/** The elements that match a selector, in document order. */
export function findBySelector(tree: PageTree, selectors: readonly ComplexSelector[]): Match[] {
  const elements = elementsOf(tree)
  const found: Match[] = []
  for (const node of tree.walk()) {
    if (node.kind !== 'element' || matchSelectors(elements, node.id, selectors)?.length !== 0) continue
    found.push({ uid: node.id, path: pathOf(tree, node), excerpt: outlineText(tree, node) })
  }
  return found
}

/** The elements whose own text or attributes contain the words, ignoring case and white space. */
export function findByText(tree: PageTree, text: string): Match[] {
  const wanted = fold(text)
  if (wanted === '') return []
  const found = new Map<string, Match>()
  for (const node of tree.walk()) {
    const [owner, excerpt] =
      node.kind === 'element'
        ? [node, inAttributes(node, wanted)]
        : [tree.node(node.parent), matchWithContext(node.text, wanted)]
    if (!owner || excerpt === undefined || found.has(owner.id) || node.kind === 'comment') continue
    found.set(owner.id, { uid: owner.id, path: pathOf(tree, owner), excerpt })
  }
  return [...found.values()]
}

function inAttributes(node: PageNode, wanted: string): string | undefined {
  for (const [name, value] of nodeAttributes(node)) {
    const excerpt = matchWithContext(value, wanted)
    if (excerpt !== undefined) return `${name}="${excerpt}"`
  }
  return undefined
}

function matchWithContext(text: string, wanted: string): string | undefined {
  const line = text.replace(/\s+/g, ' ')
  const at = line.toLowerCase().indexOf(wanted)
  if (at < 0) return undefined
  const start = Math.max(0, at - BEFORE)
  const end = Math.min(line.length, at + wanted.length + AFTER)
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** The path of an element: `main > section.hero > h1`; for a deep one, only its nearest ancestors. */
export function pathOf(tree: PageTree, node: PageNode): string {
  const steps: string[] = []
  let at: PageNode | undefined = node
  for (; at && at.id !== tree.root && steps.length < 5; at = tree.node(at.parent)) steps.unshift(stepOf(at))
  if (steps.length === 0) return stepOf(node)
  return `${at && at.id !== tree.root ? '… > ' : ''}${steps.join(' > ')}`
}

function stepOf(node: PageNode): string {
  const id = nodeAttribute(node, 'id')
  if (id) return `${node.tag}#${id.slice(0, 40)}`
  const [first] = nodeClasses(node)
  return first === undefined ? node.tag : `${node.tag}.${first.slice(0, 40)}`
}
