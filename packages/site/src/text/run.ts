import type { Attribute } from '../document/node.ts'
import type { KnownNode } from '../document/replace.ts'
import { nodeAttributes, type PageNode, type PageTree } from '../document/tree.ts'
import { type PrintSource, printNodes } from '../html/print.ts'

/** An element around a piece of text that formats it or links it. */
export interface Mark {
  readonly tag: string
  readonly attrs: readonly Attribute[]
  /** The node of the page that it is; absent for a new one. */
  readonly uid?: string
}

/** A piece of text with the elements around it, the outermost first. */
export interface TextRun {
  readonly text: string
  readonly atom?: undefined
  readonly marks: readonly Mark[]
}

/** Something inside a text that counts as one character: a line break, a picture, an icon, a component. */
export interface AtomRun {
  readonly atom: KnownNode
  readonly text?: undefined
  readonly marks: readonly Mark[]
}

/**
 * A piece of the content of an element that holds text. A text as a flat list of these is what formatting, cleaning
 * and merging work on; positions in it count UTF-16 units of text, and one for each atom.
 */
export type Run = TextRun | AtomRun

/** Inline elements whose content is edited as part of the text around them. HTML, 4.5 and 4.7. */
export const MARK_TAGS: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
)

export const runLength = (run: Run): number => (run.atom ? 1 : run.text.length)
export const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + runLength(run), 0)
export const isBreak = (run: Run): boolean => run.atom?.tag === 'br' && run.atom.ns === undefined
export const lineBreak = (marks: readonly Mark[] = []): AtomRun => ({ atom: { kind: 'element', tag: 'br' }, marks })

/** Whether an element formats the text inside it. One without content is a thing of its own, such as an icon. */
export function isMark(node: KnownNode): boolean {
  return (
    node.kind === 'element' &&
    node.ns === undefined &&
    MARK_TAGS.has(node.tag ?? '') &&
    (node.children ?? []).some(({ kind, text }) => kind !== 'text' || text !== '')
  )
}

/** The content of an element as runs. */
export function runsOf(nodes: readonly KnownNode[]): Run[] {
  const runs: Run[] = []
  const collect = (list: readonly KnownNode[], marks: readonly Mark[]) => {
    for (const node of list) {
      if (node.kind === 'text') runs.push({ text: node.text ?? '', marks })
      else if (isMark(node)) {
        const { tag = '', attrs = [], uid } = node
        collect(node.children ?? [], [...marks, { tag, attrs, ...(uid === undefined ? {} : { uid }) }])
      } else runs.push({ atom: node, marks })
    }
  }
  collect(nodes, [])
  return joinRuns(runs)
}

/** Joins neighbours of the same kind, and leaves out empty texts. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (run.text === '') continue
    if (run.text !== undefined && last?.text !== undefined && sameMarks(run.marks, last.marks)) {
      joined[joined.length - 1] = { text: last.text + run.text, marks: last.marks }
    } else joined.push(run)
  }
  return joined
}

/** The runs as nodes, with one element around neighbours that have the same mark. A node of the page stands once. */
export function nodesOf(runs: readonly Run[]): KnownNode[] {
  const used = new Set<string>()
  const build = (list: readonly Run[], depth: number): KnownNode[] => {
    const nodes: KnownNode[] = []
    for (let at = 0; at < list.length; ) {
      const run = list[at]
      if (!run) break
      const mark = run.marks[depth]
      if (!mark) {
        nodes.push(run.atom ?? { kind: 'text', text: run.text })
        at += 1
        continue
      }
      let end = at + 1
      while (end < list.length && sameMark(list[end]?.marks[depth], mark)) end += 1
      nodes.push(markNode(mark, build(list.slice(at, end), depth + 1), used))
      at = end
    }
    return nodes
  }
  return build(joinRuns(runs), 0)
}

/** The element of a mark. Where a mark was cut in two, the second part is a new element, which cannot have the same id. */
function markNode({ tag, attrs, uid }: Mark, children: readonly KnownNode[], used: Set<string>): KnownNode {
  const isFirst = uid !== undefined && !used.has(uid)
  if (isFirst) used.add(uid)
  const own = uid === undefined || isFirst ? attrs : attrs.filter(([name]) => name !== 'id')
  return {
    kind: 'element',
    tag,
    ...(own.length > 0 ? { attrs: own } : {}),
    ...(isFirst ? { uid } : {}),
    children,
  }
}

/**
 * The content of a node of the page as runs; each element names its node.
 * @param shown only what shows: hidden nodes are left out
 */
export function treeRuns(tree: PageTree, nodeId: string, shown = false): Run[] {
  return runsOf(
    tree.children(nodeId).flatMap((child) => (shown && child.hidden ? [] : [knownCopy(tree, child, shown)])),
  )
}

/** A node with everything inside, in which each element names its node. */
export function knownCopy(tree: PageTree, node: PageNode, shown = false): KnownNode {
  if (node.kind !== 'element') return { kind: node.kind, text: node.text }
  const attrs = nodeAttributes(node)
  return {
    kind: 'element',
    tag: node.tag,
    ...(node.ns ? { ns: node.ns } : {}),
    ...(attrs.length > 0 ? { attrs } : {}),
    uid: node.id,
    children: tree.children(node.id).flatMap((child) => (shown && child.hidden ? [] : [knownCopy(tree, child, shown)])),
  }
}

/** The printed form of an atom that the page has: only its uid, since it stays as it is. */
function isStub(node: KnownNode): boolean {
  return node.uid !== undefined && !isMark(node)
}

const source: PrintSource<KnownNode> = {
  attributes: (node) =>
    node.uid === undefined
      ? (node.attrs ?? [])
      : [['uid', node.uid], ...(isStub(node) ? [] : (node.attrs ?? []).filter(([name]) => name !== 'uid'))],
  children: (node) => (isStub(node) ? [] : (node.children ?? [])),
}

const wholeSource: PrintSource<KnownNode> = {
  attributes: ({ uid, attrs = [] }) => (uid === undefined ? attrs : [['uid', uid], ...attrs]),
  children: (node) => node.children ?? [],
}

/** Runs as HTML with uids, as `site.setRichText` takes it. */
export function printRuns(runs: readonly Run[]): string {
  return printNodes(nodesOf(runs), source)
}

/** Whether nodes are exactly the content that a node of the page has; texts beside each other count as one. */
export function isContent(tree: PageTree, nodeId: string, nodes: readonly KnownNode[]): boolean {
  const now = tree.children(nodeId).map((child) => knownCopy(tree, child))
  return printNodes(nodes, wholeSource) === printNodes(now, wholeSource)
}

/** The words of a text; a line break is a newline, and any other atom nothing. */
export function plainText(runs: readonly Run[]): string {
  return runs.map((run) => run.text ?? (isBreak(run) ? '\n' : '')).join('')
}

export function sameMark(a: Mark | undefined, b: Mark | undefined): boolean {
  if (a === b) return true
  return a !== undefined && b !== undefined && a.tag === b.tag && a.uid === b.uid && sameAttributes(a.attrs, b.attrs)
}

export function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, i) => sameMark(mark, b[i]))
}

function sameAttributes(a: readonly Attribute[], b: readonly Attribute[]): boolean {
  return a.length === b.length && a.every(([name, value], i) => b[i]?.[0] === name && b[i]?.[1] === value)
}

/** Whether two lists of runs have the same content. */
export function sameRuns(a: readonly Run[], b: readonly Run[]): boolean {
  return a === b || printRuns(a) === printRuns(b)
}
