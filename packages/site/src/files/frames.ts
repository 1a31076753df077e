import type { SiteContext } from '../context/context.ts'
import { nodeAttributes, type PageNode, type PageTree, readTree } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'
import type { FileLinks } from './links.ts'
import { type SharedPart, sharedParts } from './list.ts'

/** An element of a page that belongs to the frame of every page. */
interface Comparable {
  tag: string
  text: string
  attributes: readonly (readonly [string, string])[]
  children: readonly Comparable[]
}

/** The frame that a page brings, compared with the shared parts. */
export interface BroughtFrames {
  /** The nodes without those that a shared part is already. */
  nodes: ParsedNode[]
  /** The names of these parts. */
  taken: string[]
  /** The names of parts that the page has beside different shared ones. */
  differing: string[]
}

/** The number of links whose looks may differ: the current one of this page and the one of the page before. */
const MOST_CURRENT = 2
/** Elements that may stand around the frame of a page. */
const WRAPPERS: ReadonlySet<string> = new Set(['div', 'body'])
/** The depth at which the frame of a page is looked for. */
const DEEPEST = 3

/**
 * Compares the header, navigation and footer that the text of a page brings with the shared parts of all pages. One that
 * is a shared part, but for how it shows the current link, is taken out.
 */
export async function sharedFrames(
  context: SiteContext,
  links: FileLinks,
  given: readonly ParsedNode[],
): Promise<BroughtFrames> {
  const parts = await sharedParts(context)
  const found: BroughtFrames = { nodes: [...given], taken: [], differing: [] }
  if (parts.length === 0) return found
  const trees = new Map<string, PageTree>()
  for (const { template } of parts) {
    const draft = trees.has(template.id) ? undefined : await context.drafts.open(template.id)
    if (draft) trees.set(template.id, readTree(draft))
  }
  const withoutFrames = (nodes: readonly ParsedNode[], depth: number): ParsedNode[] =>
    nodes.flatMap((node): ParsedNode[] => {
      if (node.kind !== 'element') return [node]
      const part = parts.find(({ name }) => name === node.tag)
      if (part) {
        const tree = trees.get(part.template.id)
        const shared = tree && partTree(tree, part)
        if (shared && isSameFrame(shared, ofParsed(node, links))) {
          found.taken.push(part.name)
          return []
        }
        found.differing.push(part.name)
        return [node]
      }
      if (depth < DEEPEST && WRAPPERS.has(node.tag ?? '') && node.children)
        return [{ ...node, children: withoutFrames(node.children, depth + 1) }]
      return [node]
    })
  found.nodes = withoutFrames(given, 0)
  return found
}

function partTree(tree: PageTree, { node }: SharedPart): Comparable | undefined {
  const now = tree.node(node.id)
  return now && ofNode(tree, now)
}

function ofNode(tree: PageTree, node: PageNode): Comparable {
  return {
    tag: node.tag,
    text: node.kind === 'text' ? squashed(node.text) : '',
    attributes: node.kind === 'element' ? nodeAttributes(node) : [],
    children: counted(tree.children(node.id).map((child) => ofNode(tree, child))),
  }
}

function ofParsed(node: ParsedNode, links: FileLinks): Comparable {
  const tag = node.kind === 'element' ? (node.tag ?? '') : ''
  return {
    tag,
    text: node.kind === 'text' ? squashed(node.text ?? '') : '',
    attributes: node.kind === 'element' ? links.stored(tag, node.attrs ?? []) : [],
    children: counted((node.children ?? []).map((child) => ofParsed(child, links))),
  }
}

const squashed = (text: string) => text.replace(/\s+/g, ' ').trim()
const counted = (nodes: readonly Comparable[]) => nodes.filter(({ tag, text }) => tag !== '' || text !== '')

/** Attributes that say nothing about what an element is. */
const IGNORED: ReadonlySet<string> = new Set(['aria-current', 'data-block', 'data-current', 'data-active'])

/** Whether two elements are the same but for how at most two links show that they are the current one. */
function isSameFrame(one: Comparable, other: Comparable): boolean {
  const current = new Set<string>()
  const same = (left: Comparable, right: Comparable, around: string | undefined): boolean => {
    if (left.tag !== right.tag || left.text !== right.text || left.children.length !== right.children.length)
      return false
    if (attributesOf(left, false) !== attributesOf(right, false)) return false
    const link = left.tag === 'a' || left.tag === 'li' ? linkIn(left) : around
    if (attributesOf(left, true) !== attributesOf(right, true)) {
      if (link === undefined) return false
      current.add(link)
    }
    return left.children.every((child, i) => {
      const twin = right.children[i]
      return twin !== undefined && same(child, twin, link)
    })
  }
  return same(one, other, undefined) && current.size <= MOST_CURRENT
}

/** The attributes that count, as a text: the classes, or all others. */
const attributesOf = ({ attributes }: Comparable, classes: boolean): string =>
  attributes
    .filter(([name]) => (name === 'class') === classes && !IGNORED.has(name))
    .map(([name, value]) => `${name}=${classes ? value.split(/\s+/).sort().join(' ') : value}`)
    .sort()
    .join('\n')

/** The address of the link that an element is or holds. */
function linkIn({ tag, attributes, children }: Comparable): string | undefined {
  if (tag === 'a') return attributes.find(([name]) => name === 'href')?.[1] ?? ''
  for (const child of children) {
    const found = linkIn(child)
    if (found !== undefined) return found
  }
  return undefined
}
