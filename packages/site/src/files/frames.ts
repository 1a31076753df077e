import type { Draft } from '@atelier/documents'
import { CURRENT_CLASS, leadsTo, OTHER_CLASS } from '../compose/currentLink.ts'
import type { SiteContext } from '../context/context.ts'
import { setAttribute } from '../document/edit.ts'
import { homePage, type PageEntry } from '../document/pages.ts'
import { nodeAttributes, type PageNode, type PageTree, readTree, splitClasses } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'
import { pageUrl } from '../loop/pages.ts'
import { type FileLinks, fileLinks } from './links.ts'
import { type SharedPart, sharedParts } from './list.ts'

/** An element of a page that belongs to the frame of every page. */
interface Comparable {
  tag: string
  text: string
  attributes: readonly (readonly [string, string])[]
  children: readonly Comparable[]
  /** Only of a shared part. */
  node?: PageNode
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
 * is a shared part, but for how it shows the current link, is taken out; how it shows that becomes part of the shared one.
 */
export async function sharedFrames(
  context: SiteContext,
  entry: PageEntry,
  links: FileLinks,
  given: readonly ParsedNode[],
): Promise<BroughtFrames> {
  const parts = await sharedParts(context)
  const found: BroughtFrames = { nodes: [...given], taken: [], differing: [] }
  if (parts.length === 0) return found
  const address = pageUrl(entry, entry.id === homePage(context.site)?.id)
  const templates = await openTemplates(context, parts)
  // A link of the shared part may have been written before its page was there.
  const own = fileLinks(context.site)
  const withoutFrames = (nodes: readonly ParsedNode[], depth: number): ParsedNode[] =>
    nodes.flatMap((node): ParsedNode[] => {
      if (node.kind !== 'element') return [node]
      const part = parts.find(({ name }) => name === node.tag)
      if (part) {
        const template = templates.get(part.template.id)
        const shared = template?.tree.node(part.node.id)
        const brought = ofParsed(node, links)
        const differences =
          template &&
          shared &&
          currentDifferences(ofNode(template.tree, shared, { address, links: own }), brought, address)
        if (differences) {
          showCurrent(template, shared, differences, address)
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

interface OpenTemplate {
  draft: Draft
  tree: PageTree
}

async function openTemplates(
  { drafts }: SiteContext,
  parts: readonly SharedPart[],
): Promise<Map<string, OpenTemplate>> {
  const templates = new Map<string, OpenTemplate>()
  for (const { template } of parts) {
    const draft = templates.has(template.id) ? undefined : await drafts.open(template.id)
    if (draft) templates.set(template.id, { draft, tree: readTree(draft) })
  }
  return templates
}

interface Comparing {
  /** The address of the page whose frame it is compared with: its links are as on that page. */
  address: string
  links: FileLinks
}

function ofNode(tree: PageTree, node: PageNode, comparing: Comparing): Comparable {
  const { address, links } = comparing
  const attributes = node.kind === 'element' ? links.stored(node.tag, nodeAttributes(node)) : []
  const children = counted(tree.children(node.id).map((child) => ofNode(tree, child, comparing)))
  const own = { tag: node.tag, text: node.kind === 'text' ? squashed(node.text) : '', attributes, children, node }
  const isCurrent = leadsTo(linkIn(own), address)
  const further = attributes.find(([name]) => name === (isCurrent ? CURRENT_CLASS : OTHER_CLASS))?.[1]
  if (further === undefined && !attributes.some(([name]) => name === CURRENT_CLASS)) return own
  const others = attributes.filter(([name]) => name !== 'class' && name !== CURRENT_CLASS && name !== OTHER_CLASS)
  const classes = `${attributes.find(([name]) => name === 'class')?.[1] ?? ''} ${further ?? ''}`.trim()
  return { ...own, attributes: classes === '' ? others : [...others, ['class', classes]] }
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

/** An element of a shared part whose classes differ from those on a page, or that the page marks as its current link. */
interface CurrentDifference {
  node: PageNode
  /** The address of the link that it is, holds or is in. */
  link: string
  shared: string
  brought: string
}

/**
 * The differences of a shared part and the frame of a page if these are only how at most two links show that they are the
 * current one; undefined if others are.
 */
function currentDifferences(one: Comparable, other: Comparable, address: string): CurrentDifference[] | undefined {
  const found: CurrentDifference[] = []
  const current = new Set<string>()
  const same = (left: Comparable, right: Comparable, around: string | undefined): boolean => {
    if (left.tag !== right.tag || left.text !== right.text || left.children.length !== right.children.length)
      return false
    if (attributesOf(left, false) !== attributesOf(right, false)) return false
    const link = left.tag === 'a' || left.tag === 'li' ? linkIn(left) : around
    const [shared, brought] = [attributesOf(left, true), attributesOf(right, true)]
    const isMarked = right.tag === 'a' && right.attributes.some(([name]) => name === 'aria-current')
    if (shared !== brought) {
      if (link === undefined) return false
      current.add(link)
    }
    if (left.node && link !== undefined && (shared !== brought || (isMarked && leadsTo(link, address))))
      found.push({ node: left.node, link, shared, brought })
    return left.children.every((child, i) => {
      const twin = right.children[i]
      return twin !== undefined && same(child, twin, link)
    })
  }
  return same(one, other, undefined) && current.size <= MOST_CURRENT ? found : undefined
}

/** The attributes that count, as a text: the classes, or all others. */
const attributesOf = ({ attributes }: Comparable, classes: boolean): string =>
  attributes
    .filter(([name]) => (name === 'class') === classes && !IGNORED.has(name))
    .map(([name, value]) => (classes ? splitClasses(value).sort().join(' ') : `${name}=${value}`))
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

/**
 * Lets a shared part show the current link as a page did: what the classes of that link are there, and what they are on
 * other pages, also for the links beside it that look alike.
 */
function showCurrent(
  { draft, tree }: OpenTemplate,
  part: PageNode,
  differences: readonly CurrentDifference[],
  address: string,
): void {
  for (const { node, link, shared, brought } of differences) {
    const isHere = leadsTo(link, address)
    // The other one is the link of the page that the shared part was written for.
    const [here, elsewhere] = (isHere ? [brought, shared] : [shared, brought]).map(splitClasses)
    const list = linkListText(tree, node)
    for (const each of tree.walk(part.id)) {
      if (each.kind !== 'element' || each.tag !== node.tag) continue
      if (each.id === node.id || (linkListText(tree, each) === list && looksAs(each, elsewhere)))
        setCurrentClasses(draft, each, here ?? [], elsewhere ?? [])
    }
  }
}

/** Gives an element the classes that it has on the page that its link leads to, and on others. */
function setCurrentClasses(draft: Draft, node: PageNode, here: readonly string[], elsewhere: readonly string[]): void {
  const onlyHere = here.filter((name) => !elsewhere.includes(name))
  const onlyElsewhere = elsewhere.filter((name) => !here.includes(name))
  const all = [...new Set([...frameClasses(node), ...here])]
  const always = all.filter((name) => here.includes(name) && elsewhere.includes(name))
  setAttribute(draft, node, 'class', always.length === 0 ? null : always.join(' '))
  setAttribute(draft, node, CURRENT_CLASS, onlyHere.join(' '))
  setAttribute(draft, node, OTHER_CLASS, onlyElsewhere.length === 0 ? null : onlyElsewhere.join(' '))
}

/** The id of the list of links that an element belongs to. */
function linkListText(tree: PageTree, node: PageNode): string {
  const parent = tree.node(node.parent)
  return node.tag !== 'li' && parent?.tag === 'li' ? parent.parent : node.parent
}

const frameClasses = (node: PageNode) =>
  splitClasses(nodeAttributes(node).find(([name]) => name === 'class')?.[1] ?? '')

/** Whether an element around or of a link has these classes, and no others for its current state. */
function looksAs(node: PageNode, classes: readonly string[] = []): boolean {
  if (nodeAttributes(node).some(([name]) => name === CURRENT_CLASS)) return false
  const own = new Set(frameClasses(node))
  return own.size === classes.length && classes.every((name) => own.has(name))
}
