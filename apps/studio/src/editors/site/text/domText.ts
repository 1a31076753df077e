import {
  isBreak,
  isMark,
  type KnownNode,
  lineBreak,
  MARK_TAGS,
  type Mark,
  type Run,
  type TextRange,
} from '@atelier/site'

/** One element of the frame whose text is being typed, as the page knows it. */
export interface TypedElement {
  readonly root: HTMLElement
  /** The node that this DOM node was rendered from. */
  nodeOf(dom: Node): KnownNode | undefined
}

const BLOCKS = /^(?:div|p|ul|ol|li|h[1-6]|blockquote|pre)$/
const TEXT = 3
const ELEMENT = 1

/** The element's content in the frame now. The browser's own last line break is left out. */
export function readRuns(typed: TypedElement): Run[] {
  const runs: Run[] = []
  const visit = (dom: Node, marks: readonly Mark[]) => {
    if (dom.nodeType === TEXT) {
      runs.push({ text: dom.nodeValue ?? '', marks })
      return
    }
    const node = typed.nodeOf(dom)
    if (node && isMark(node)) {
      const { tag = '', attrs = [], uid } = node
      const mark = { tag, attrs, uid }
      for (const child of dom.childNodes) visit(child, [...marks, mark])
      return
    }
    if (node) {
      runs.push({ atom: node, marks })
      return
    }
    if (dom.nodeType !== ELEMENT) return
    const tag = dom.nodeName.toLowerCase()
    if (tag === 'br') {
      if (!isFiller(typed, dom)) runs.push(lineBreak(marks))
      return
    }
    if (BLOCKS.test(tag) && runs.length > 0) runs.push(lineBreak(marks))
    const isFormat = MARK_TAGS.has(tag) && tag !== 'span' && tag !== 'font'
    const inside = isFormat ? [...marks, { tag, attrs: [] }] : marks
    for (const child of dom.childNodes) visit(child, inside)
  }
  for (const child of typed.root.childNodes) visit(child, [])
  return runs
}

/** The text of an element in which plain text was typed: what the browser made a line break is one of the text. */
export function typedPlainText(root: HTMLElement): string {
  const runs = readRuns({ root, nodeOf: () => undefined })
  return runs.map(({ text, atom }) => (atom ? '\n' : (text ?? ''))).join('')
}

/** Whether a line break is there only so that the last line has a height: the last one, which the page does not have. */
function isFiller(typed: TypedElement, dom: Node): boolean {
  if (dom.nodeName !== 'BR' || typed.nodeOf(dom)) return false
  for (let at: Node = dom; at !== typed.root; at = at.parentNode ?? typed.root) {
    for (let next = at.nextSibling; next; next = next.nextSibling)
      if (next.textContent !== '' || next.nodeName === 'BR') return false
  }
  return true
}

/** Whether a DOM node counts as one character. */
function isAtom(typed: TypedElement, dom: Node): boolean {
  const node = typed.nodeOf(dom)
  if (node) return node.kind !== 'text' && !isMark(node)
  return dom.nodeName === 'BR'
}

function lengthIn(typed: TypedElement, dom: Node): number {
  if (dom.nodeType === TEXT) return dom.nodeValue?.length ?? 0
  if (isFiller(typed, dom)) return 0
  if (isAtom(typed, dom)) return 1
  let length = 0
  for (const child of dom.childNodes) length += lengthIn(typed, child)
  return length
}

/** The position of a DOM position, as runs count. */
function offsetOf(typed: TypedElement, container: Node, offset: number): number {
  let total = 0
  let at = container
  if (container.nodeType === TEXT) total = offset
  else for (const child of [...container.childNodes].slice(0, offset)) total += lengthIn(typed, child)
  while (at !== typed.root) {
    for (let before = at.previousSibling; before; before = before.previousSibling) total += lengthIn(typed, before)
    const parent: Node | null = at.parentNode
    if (!parent) break
    if (parent !== typed.root && isAtom(typed, parent)) total = 0
    at = parent
  }
  return total
}

/** The selected range of the element; undefined if the selection is elsewhere. */
export function selectedRange(typed: TypedElement): TextRange | undefined {
  const selection = typed.root.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  if (!typed.root.contains(startContainer) || !typed.root.contains(endContainer)) return undefined
  const from = offsetOf(typed, startContainer, startOffset)
  return { from, to: Math.max(from, offsetOf(typed, endContainer, endOffset)) }
}

/** The DOM position of a position as runs count: in a text if one is there. */
function positionAt(typed: TypedElement, offset: number): [node: Node, offset: number] {
  let left = offset
  const visit = (dom: Node): [Node, number] | undefined => {
    for (const [index, child] of [...dom.childNodes].entries()) {
      const length = lengthIn(typed, child)
      if (left > length || (left === length && child.nodeType !== TEXT && isAtom(typed, child))) {
        left -= length
        continue
      }
      if (child.nodeType === TEXT) return [child, left]
      if (isAtom(typed, child) || isFiller(typed, child)) return [dom, index]
      const inside = visit(child)
      if (inside) return inside
    }
    return undefined
  }
  return visit(typed.root) ?? [typed.root, typed.root.childNodes.length]
}

export function selectRange(typed: TypedElement, { from, to }: TextRange): void {
  const selection = typed.root.ownerDocument.getSelection()
  if (!selection) return
  const [start, startOffset] = positionAt(typed, from)
  const [end, endOffset] = from === to ? [start, startOffset] : positionAt(typed, to)
  selection.setBaseAndExtent(start, startOffset, end, endOffset)
}

/**
 * Where a position is after the text around it has changed: in what is equal at the start or the end it stays where it
 * was, otherwise behind what was put in.
 */
export function movedOffset(before: string, after: string, offset: number): number {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  if (offset <= start) return offset
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const fromEnd = before.length - offset
  return fromEnd <= end ? after.length - fromEnd : Math.max(start, after.length - end)
}

/** The text of runs with one character for each atom, so that positions in it are those of the runs. */
export function positionText(runs: readonly Run[]): string {
  return runs.map((run) => run.text ?? (isBreak(run) ? '\n' : '\ufffc')).join('')
}

/**
 * Non-breaking spaces that the browser put in for spaces as they were typed become spaces; those of words that had them
 * before stay.
 */
export function withoutTypedSpaces(runs: readonly Run[], base: readonly Run[]): Run[] {
  const nbsp = /\u00a0/
  if (!runs.some(({ text }) => text !== undefined && nbsp.test(text))) return [...runs]
  const words = (list: readonly Run[]) => list.flatMap(({ text }) => text?.split(' ') ?? [])
  const before = new Set(words(base).filter((word) => nbsp.test(word)))
  return runs.map((run) =>
    run.text === undefined
      ? run
      : {
          ...run,
          text: run.text
            .split(' ')
            .map((word) => (before.has(word) ? word : word.replaceAll('\u00a0', ' ')))
            .join(' '),
        },
  )
}
