import type { KnownNode } from '../document/replace.ts'
import type { PageNode, PageTree } from '../document/tree.ts'

/** Elements that keep their white space. */
const VERBATIM: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing', 'xmp', 'style', 'script'])
/** Inline elements, where white space shows. HTML, 3.2.5.2.5. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br button cite code data del dfn em i img input ins kbd label map mark meter output picture progress q ruby s samp select slot small span strong sub sup svg time u var wbr'.split(
    ' ',
  ),
)

/** How many further texts are compared to find the old version of one. */
const REACH = 50

/**
 * New versions of children with the white space of the old ones, wherever nothing but white space differs: a model that
 * writes a page anew indents it in its own way. Between words and between parts of a line it matters whether there is
 * any. Elements of `nodes` are changed in place.
 * @param versions the nodes of the page of which elements in `nodes` are new versions
 */
export function keepWhiteSpace(
  tree: PageTree,
  old: readonly PageNode[],
  nodes: readonly KnownNode[],
  versions: ReadonlyMap<KnownNode, PageNode>,
): readonly KnownNode[] {
  if (isWrittenAlike(old, nodes, versions)) {
    for (const node of nodes) keepInside(tree, node, versions)
    return nodes
  }
  const [before, after] = [spread(old), spread(nodes)]
  const places = new Map(before.map(({ node }, i) => [node, i]))
  const kept: KnownNode[] = []
  let at = 0
  let last = -1
  const addGap = (gap: string, place: number | undefined, shows: boolean) => {
    const own = place !== undefined && place === last + 1 ? (before[place]?.gap ?? behind(old)) : undefined
    const text = own === undefined || (shows && (own === '') !== (gap === '')) ? gap : own
    if (text !== '') kept.push({ kind: 'text', text })
  }
  for (const [i, { node, gap, text, isLine }] of after.entries()) {
    const version = versions.get(node)
    const place = version
      ? places.get(version)
      : before.findIndex((each, j) => j >= at && j < at + REACH && each.node.kind === node.kind && each.text === text)
    const found =
      place === undefined || place < 0 || (node.kind === 'element') !== (version !== undefined) ? undefined : place
    addGap(gap, found, isLine && after[i - 1]?.isLine === true)
    const twin = found === undefined ? undefined : before[found]?.node
    if (node.kind !== 'element') kept.push(twin ? { ...node, text: twin.text } : node)
    else {
      keepInside(tree, node, versions)
      kept.push(node)
    }
    last = found ?? Number.NaN
    if (found !== undefined && found >= at) at = found + 1
  }
  addGap(behind(nodes), last === before.length - 1 ? before.length : undefined, false)
  return kept
}

function keepInside(tree: PageTree, node: KnownNode, versions: ReadonlyMap<KnownNode, PageNode>): void {
  const version = node.children && versions.get(node)
  if (!version || !node.children || VERBATIM.has(node.tag ?? '')) return
  node.children = keepWhiteSpace(tree, tree.children(version.id), node.children, versions)
}

/** Whether the children are the old ones in their order, with the same white space around them. */
function isWrittenAlike(
  old: readonly PageNode[],
  nodes: readonly KnownNode[],
  versions: ReadonlyMap<KnownNode, PageNode>,
): boolean {
  if (old.length !== nodes.length) return false
  for (const [i, node] of nodes.entries()) {
    const before = old[i]
    if (!before) return false
    if (node.kind === 'element' ? versions.get(node) !== before : before.kind !== node.kind) return false
    if (node.kind === 'text' && before.text !== node.text && (isWhiteSpaceNode(node) || isWhiteSpaceNode(before)))
      return false
    if (node.kind === 'text' && before.text !== node.text && squashed(before) === squashed(node)) return false
  }
  return true
}

const squashed = ({ text = '' }: Readable) => text.replace(/[\t\n\f\r ]+/g, ' ').trim()

interface Spread<Node> {
  node: Node
  /** The white space in front. */
  gap: string
  /** The text without white space that does not show. */
  text: string
  /** Whether it is inline. */
  isLine: boolean
}

type Readable = { readonly kind: string; readonly tag?: string; readonly text?: string }

/** The nodes that are not just white space, each with what is in front of it. */
function spread<Node extends Readable>(nodes: readonly Node[]): Spread<Node>[] {
  const found: Spread<Node>[] = []
  let gap = ''
  for (const node of nodes) {
    if (isWhiteSpaceNode(node)) gap += node.text ?? ''
    else {
      found.push({ node, gap, text: '', isLine: isInline(node) })
      gap = ''
    }
  }
  for (const [i, each] of found.entries()) {
    if (each.node.kind === 'element') continue
    const text = (each.node.text ?? '').replace(/[\t\n\f\r ]+/g, ' ')
    const start = found[i - 1]?.isLine === true ? text : text.trimStart()
    each.text = found[i + 1]?.isLine === true ? start : start.trimEnd()
  }
  return found
}

/** The white space at the end of a list. */
function behind(nodes: readonly Readable[]): string {
  const last = nodes.at(-1)
  return last && isWhiteSpaceNode(last) ? (last.text ?? '') : ''
}

const isWhiteSpaceNode = ({ kind, text }: Readable) => kind === 'text' && !/[^\t\n\f\r ]/.test(text ?? '')

function isInline({ kind, tag = '' }: Readable): boolean {
  return kind === 'text' || (kind === 'element' && INLINE.has(tag))
}
