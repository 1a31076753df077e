import type { Steps } from '@atelier/operation'
import {
  components,
  counts,
  isSpecial,
  mayHoldToken,
  type PageEntry,
  type PageNode,
  type PageTree,
  printHtml,
  slugify,
} from '@atelier/site'
import { freeName, type TidyProposal, type TidySite } from './proposal.ts'

const BLOCKS: ReadonlySet<string> = new Set('article aside footer header nav section'.split(' '))
/** The names of files of shared parts, which no component has. */
const PART_NAMES = ['header', 'nav', 'footer']
/** A block with fewer elements is not worth a component, one with more nodes is a page of its own. */
const LEAST_ELEMENTS = 4
const MOST_NODES = 600
/** One batch holds two calls for each place. */
const MOST_PLACES = 20

interface Block {
  entry: PageEntry
  tree: PageTree
  node: PageNode
}

/** Blocks that are the same on several pages, as components; each is an instance then. */
export function* repeatedBlocks({ site, pages }: TidySite): Steps<TidyProposal[]> {
  const groups = new Map<string, Block[]>()
  for (const { entry, tree, mayChange } of pages) {
    if (!mayChange) continue
    for (const node of tree.walk()) {
      yield
      const key = BLOCKS.has(node.tag) && node.ns === undefined ? blockHtml(tree, node) : undefined
      if (key === undefined) continue
      const group = groups.get(key) ?? []
      group.push({ entry, tree, node })
      groups.set(key, group)
    }
  }
  const taken = new Set([...PART_NAMES, ...components(site).map(({ title }) => slugify(title))])
  const chosen = new Set<string>()
  const proposals: TidyProposal[] = []
  for (const blocks of groups.values()) {
    const [first, ...others] = blocks
    const count = new Set(blocks.map(({ entry }) => entry.id)).size
    if (!first || count < 2 || blocks.length > MOST_PLACES) continue
    // A block inside one that goes moves with it.
    if (blocks.some(({ tree, node }) => isInside(tree, node, chosen))) continue
    for (const { node } of blocks) chosen.add(node.id)
    const title = blockTitle(first, blocks, taken)
    proposals.push({
      kind: 'component',
      title: `“${title}” is the same on ${count} pages and becomes a component.`,
      calls: [
        { name: 'createComponent', input: { title, nodeIds: [first.node.id] } },
        ...others.flatMap(({ tree, node }): TidyProposal['calls'] => [
          {
            name: 'insertComponent',
            input: { componentId: '$0.componentId', parentId: node.parent, index: childIndex(tree, node) },
          },
          { name: 'deleteNode', input: { nodeId: node.id } },
        ]),
      ],
    })
  }
  return proposals
}

/** A block as HTML; undefined if it cannot move into a component as it is. */
function blockHtml(tree: PageTree, node: PageNode): string | undefined {
  const nodes: PageNode[] = []
  for (const each of tree.walk(node.id)) {
    nodes.push(each)
    if (nodes.length > MOST_NODES) return undefined
  }
  const elements = nodes.filter(({ kind }) => kind === 'element')
  const staysInPage = nodes.some((each) => each.hidden || isSpecial(each) || each.birth.sheet !== undefined)
  if (elements.length < LEAST_ELEMENTS || staysInPage) return undefined
  // Words beside it would run together where white space goes along with it.
  if (tree.children(node.parent).some((each) => each.kind === 'text' && counts(each))) return undefined
  const html = printHtml(tree, node.id)
  return mayHoldToken(html) ? undefined : html
}

function isInside(tree: PageTree, node: PageNode, chosen: ReadonlySet<string>): boolean {
  for (let each: PageNode | undefined = node; each; each = tree.node(each.parent)) if (chosen.has(each.id)) return true
  return false
}

/** The number of a node among its siblings, as operations count. */
const childIndex = (tree: PageTree, { id, parent }: PageNode): number =>
  tree
    .children(parent)
    .filter(counts)
    .findIndex((each) => each.id === id)

/** The label that all have, otherwise the first heading. */
function blockTitle({ tree, node }: Block, blocks: readonly Block[], taken: Set<string>): string {
  const label = blocks.every((each) => each.node.label === node.label) ? node.label : undefined
  const heading = [...tree.walk(node.id)].find(({ tag }) => /^h[1-6]$/.test(tag))
  const words = heading ? [...tree.walk(heading.id)].map(({ text }) => text).join('') : ''
  const text =
    (label ?? words)
      .replace(/[-\s]+/g, ' ')
      .trim()
      .slice(0, 50) || node.tag
  const title = text.charAt(0).toUpperCase() + text.slice(1)
  const slug = slugify(title)
  const free = freeName(slug, taken)
  return free === slug ? title : `${title} ${free.slice(slug.length + 1)}`
}
