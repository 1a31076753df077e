import { counts } from '../../document/edit.ts'
import type { PageNode, PageTree } from '../../document/tree.ts'
import type { ParsedNode } from '../../html/parse.ts'

/** Where nodes go among all children of a parent, with the white space around and in them. */
export interface Planting {
  index: number
  nodes: ParsedNode[]
}

/** Elements whose white space is content. */
const verbatim = new Set(['pre', 'textarea', 'script', 'style'])

const isSpace = (node: { kind: string; text?: string }) =>
  node.kind === 'text' && !/[^\t\n\f\r ]/.test(node.text ?? '') && node.text !== ''
/** Whether a node is white space with a new line in it. */
export const isLineBreak = (node: { kind: string; text?: string } | undefined) =>
  node !== undefined && isSpace(node) && node.text?.includes('\n') === true
/** A new line with the indentation that white space ends with. */
export const lastLine = (space: string) => space.slice(space.lastIndexOf('\n'))
const line = (text: string): ParsedNode => ({ kind: 'text', text })

/**
 * Puts nodes on lines of their own, indented like the present children, if those are on lines of their own. If they are
 * on one line, or among words, nothing is added: a space between them would show. Only the sections of a page without
 * lines get one each.
 * @param at of all children, as `childIndex` returns it
 */
export function ownLines(tree: PageTree, parentId: string, at: number, nodes: ParsedNode[]): Planting {
  const children = tree.children(parentId)
  const asTheyAre = { index: at, nodes }
  if (isVerbatim(tree, parentId) || children.some((child) => child.kind === 'text' && counts(child))) return asTheyAre
  const start = indentation(children) ?? linesOfTop(tree, parentId, children, nodes)
  if (start === undefined) return asTheyAre
  const index = at === children.length && isLineBreak(children.at(-1)) ? at - 1 : at
  const before = index === 0 ? children.some(isLineBreak) : !isLineBreak(children[index - 1])
  const next = children[index]
  return {
    index,
    nodes: [
      ...(before ? [line(start)] : []),
      ...indented(nodes, start),
      ...(next && !isLineBreak(next) ? [line(start)] : []),
    ],
  }
}

/** Whether white space in a node is content. */
export function isVerbatim(tree: PageTree, id: string): boolean {
  for (let at = tree.node(id); at; at = tree.node(at.parent)) if (verbatim.has(at.tag)) return true
  return false
}

/** The indentation of an element's children, for an element with this one. */
export const oneStepDeeper = (start: string) => `${start}${start.includes('\t') ? '\t' : '  '}`

/** A new line as the children of a parent begin with; undefined if they are on one line. */
export function indentation(children: readonly PageNode[]): string | undefined {
  const first = children.find((child, index) => isLineBreak(child) && index + 1 < children.length)
  if (first) return lastLine(first.text)
  const [only] = children
  // An element with nothing but a new line in it: what comes is one step deeper than its end.
  if (only && isLineBreak(only)) return oneStepDeeper(lastLine(only.text))
  return undefined
}

/** The lines of a page that has none yet, when what comes is written on several. */
function linesOfTop(tree: PageTree, parentId: string, children: readonly PageNode[], nodes: readonly ParsedNode[]) {
  const isAlone = children.length === 0 || children.some(isSpace)
  return parentId === tree.root && !isAlone && nodes.some(hasLines) ? '\n' : undefined
}

const hasLines = (node: ParsedNode): boolean => isLineBreak(node) || (node.children ?? []).some(hasLines)

/** Nodes whose own lines begin deeper, in tabs where the page has tabs. */
function indented(nodes: readonly ParsedNode[], start: string): ParsedNode[] {
  return nodes.map((node) => {
    if (isLineBreak(node)) {
      const text = (node.text ?? '').replaceAll(/\n((?: {2})*)/g, (_all, own: string) =>
        start.includes('\t') ? `${start}${'\t'.repeat(own.length / 2)}` : `${start}${own}`,
      )
      return { ...node, text }
    }
    const { children } = node
    if (!children || verbatim.has(node.tag ?? '')) return node
    return { ...node, children: indented(children, start) }
  })
}
