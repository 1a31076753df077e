import type { PageNode, PageTree } from '../document/tree.ts'

/** The attribute by which a block is named in the text of a page. */
export const BLOCK_ATTRIBUTE = 'data-block'

/** The elements that are blocks. */
const BLOCK_TAGS: ReadonlySet<string> = new Set(['nav', 'header', 'main', 'section', 'article', 'footer', 'aside'])

export const isBlock = ({ tag, ns }: { tag?: string | undefined; ns?: string | undefined }) =>
  ns === undefined && tag !== undefined && BLOCK_TAGS.has(tag)

/** Whether a label can be the name of a block. */
export const isBlockName = (text: string) => /^[a-z][a-z0-9-]{0,40}$/.test(text)

/** The names of a page's blocks. */
export interface BlockNames {
  /** The label if it can be a name and no other node of the page has it, otherwise the id. */
  nameOf(node: PageNode): string
  /** The node that a name means: an id, or the label of only one node. */
  find(name: string): PageNode | undefined
}

/** The names are read from the tree, as it is then, when the first label is looked at. */
export function blockNames(tree: PageTree): BlockNames {
  let byLabel: ReadonlyMap<string, PageNode | undefined> | undefined
  const labelled = (label: string) => {
    byLabel ??= nodesByLabel(tree)
    return byLabel.get(label)
  }
  return {
    nameOf: (node) => (node.label !== undefined && labelled(node.label) === node ? node.label : node.id),
    // A label that is the id of a node is no name.
    find: (name) => tree.node(name) ?? (isBlockName(name) ? labelled(name) : undefined),
  }
}

/** The nodes with a unique label that can be a name; undefined for a label of several. */
function nodesByLabel(tree: PageTree): ReadonlyMap<string, PageNode | undefined> {
  const byLabel = new Map<string, PageNode | undefined>()
  for (const node of tree.walk()) {
    const { label } = node
    if (label === undefined || !isBlockName(label)) continue
    byLabel.set(label, byLabel.has(label) || tree.node(label) !== undefined ? undefined : node)
  }
  return byLabel
}
