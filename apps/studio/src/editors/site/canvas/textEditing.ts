import type { PageTree } from '@atelier/site'
import type { CanvasTree } from '../model/plan.ts'
import type { Renderer } from './renderer.ts'

/** The text typed into an element, as the smallest edit that expresses it. */
export type TypedChange =
  | { kind: 'none' }
  | { kind: 'text'; texts: readonly { nodeId: string; text: string }[] }
  | { kind: 'html'; html: string }

export interface TextEditing {
  readonly nodeId: string
  /** Stops, hands over what was typed, and shows the element again as the document has it. */
  finish(keep: boolean): void
}

/** The nearest node at or above `id` whose own children include text; undefined if there is no text to edit. */
export function editableAt(tree: PageTree, id: string): string | undefined {
  for (let node = tree.node(id); node?.parent; node = tree.node(node.parent)) {
    if (node.kind !== 'element' || node.ns) continue
    const children = tree.children(node.id)
    if (
      children.length === 0 &&
      /^(p|h[1-6]|a|span|li|button|td|th|strong|em|figcaption|label|blockquote)$/.test(node.tag)
    )
      return node.id
    if (children.some((child) => child.kind === 'text' && child.text.trim() !== '')) return node.id
  }
  return undefined
}

/** Lets a person type in one element of the frame, in its place and with its own look. */
export function editText(
  renderer: Renderer,
  element: HTMLElement,
  nodeId: string,
  at: { x: number; y: number } | undefined,
  tree: () => PageTree,
  /** The page as it is to be shown again. */
  canvas: () => CanvasTree,
  done: (change: TypedChange) => void,
): TextEditing {
  const frame = element.ownerDocument
  renderer.hold(nodeId)
  const attribute = element.getAttribute('contenteditable')
  element.setAttribute('contenteditable', 'plaintext-only')
  if (element.contentEditable !== 'plaintext-only') element.setAttribute('contenteditable', 'true')
  // The page's own focus ring would show beside the studio's; showing the element again removes it.
  element.style.outline = 'none'
  frame.defaultView?.focus()
  element.focus({ preventScroll: true })
  placeCaret(frame, element, at)

  let finished = false
  const finish = (keep: boolean) => {
    if (finished) return
    finished = true
    element.removeEventListener('blur', onBlur)
    element.removeEventListener('keydown', onKey)
    element.removeEventListener('paste', onPaste)
    if (attribute === null) element.removeAttribute('contenteditable')
    else element.setAttribute('contenteditable', attribute)
    frame.getSelection()?.removeAllRanges()
    element.blur()
    const change = keep ? readChange(renderer, element, nodeId, tree()) : { kind: 'none' as const }
    renderer.release(canvas())
    done(change)
  }
  const onBlur = () => finish(true)
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      finish(false)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      finish(true)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    frame.execCommand(
      'insertText',
      false,
      text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    )
  }
  element.addEventListener('blur', onBlur)
  element.addEventListener('keydown', onKey)
  element.addEventListener('paste', onPaste)
  return { nodeId, finish }
}

function placeCaret(frame: Document, element: HTMLElement, at: { x: number; y: number } | undefined) {
  const selection = frame.getSelection()
  if (!selection) return
  const position = at ? frame.caretPositionFromPoint?.(at.x, at.y) : undefined
  if (position && element.contains(position.offsetNode)) {
    selection.collapse(position.offsetNode, position.offset)
    return
  }
  selection.selectAllChildren(element)
}

/** Compares the DOM with the document. Plain text stays one text edit; anything else becomes HTML. */
function readChange(renderer: Renderer, element: HTMLElement, nodeId: string, tree: PageTree): TypedChange {
  const plain = tree.children(nodeId).every((child) => child.kind === 'text')
  if (plain) {
    const typed = textOf(element)
    const before = tree
      .children(nodeId)
      .map((child) => child.text)
      .join('')
    return typed === before ? { kind: 'none' } : { kind: 'text', texts: [{ nodeId, text: typed }] }
  }
  const known = [...tree.walk(nodeId)].filter((node) => node.id !== nodeId).map((node) => node.id)
  const seen: string[] = []
  const texts: { nodeId: string; text: string }[] = []
  let strange = false
  const walker = element.ownerDocument.createTreeWalker(element)
  for (let dom = walker.nextNode(); dom; dom = walker.nextNode()) {
    const id = renderer.ownId(dom)
    if (id === undefined) {
      if (dom.nodeType !== 3 || dom.nodeValue !== '') strange = true
      continue
    }
    seen.push(id)
    const node = tree.node(id)
    if (node?.kind === 'text' && dom.nodeValue !== node.text) texts.push({ nodeId: id, text: dom.nodeValue ?? '' })
  }
  if (!strange && seen.length === known.length && seen.every((id, index) => id === known[index])) {
    return texts.length > 0 ? { kind: 'text', texts } : { kind: 'none' }
  }
  return { kind: 'html', html: element.innerHTML }
}

/** The text as typed; a line break that the browser wrote as `<br>` is a newline, and the last one is its own. */
function textOf(element: HTMLElement): string {
  let text = ''
  const walker = element.ownerDocument.createTreeWalker(element)
  for (let dom = walker.nextNode(); dom; dom = walker.nextNode()) {
    if (dom.nodeType === 3) text += dom.nodeValue ?? ''
    else if (dom.nodeName === 'BR') text += '\n'
  }
  return text.replace(/\n$/, '')
}
