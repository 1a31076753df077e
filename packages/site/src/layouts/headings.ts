import type { PageTree } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'

const levelOf = (tag = '') => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0)

/** Where something is put: before a child of a parent, or at its end. */
interface Place {
  tree: PageTree
  parentId: string
  before: string | undefined
}

/**
 * The nodes of a layout with headings of the level that their place asks for: none is left out below the heading in
 * front of them, and a page has one `<h1>`.
 */
export function levelHeadings(nodes: readonly ParsedNode[], place: Place): readonly ParsedNode[] {
  const top = Math.min(...levelsIn(nodes))
  if (!Number.isFinite(top)) return nodes
  const { last, hasTop } = headingsBefore(place)
  const most = last === 0 ? 2 : last + 1
  const wanted = top === 1 ? (hasTop ? 2 : 1) : Math.min(top, most)
  return wanted === top ? nodes : shifted(nodes, wanted - top)
}

const levelsIn = (nodes: readonly ParsedNode[]): number[] =>
  nodes.flatMap(({ tag, children = [] }) => [...(levelOf(tag) > 0 ? [levelOf(tag)] : []), ...levelsIn(children)])

/** The level of the last heading in front of a place (0 if there is none), and whether the page has an `<h1>`. */
function headingsBefore({ tree, parentId, before }: Place): { last: number; hasTop: boolean } {
  let last = 0
  let hasTop = false
  let isPast = false
  const end = before ?? behind(tree, parentId)
  for (const { id, tag } of tree.walk()) {
    if (id === end) isPast = true
    const level = levelOf(tag)
    if (level === 1) hasTop = true
    if (level > 0 && !isPast) last = level
  }
  return { last, hasTop }
}

/** The node that follows a node and all that is in it. */
function behind(tree: PageTree, id: string): string | undefined {
  for (let at = tree.node(id); at && at.id !== tree.root; at = tree.node(at.parent)) {
    const siblings = tree.children(at.parent)
    const { id: own } = at
    const next = siblings[siblings.findIndex((each) => each.id === own) + 1]
    if (next) return next.id
  }
  return undefined
}

const shifted = (nodes: readonly ParsedNode[], by: number): ParsedNode[] =>
  nodes.map((node) => {
    const level = levelOf(node.tag)
    const tag = level === 0 ? {} : { tag: `h${Math.min(6, level + by)}` }
    return { ...node, ...tag, ...(node.children ? { children: shifted(node.children, by) } : {}) }
  })
