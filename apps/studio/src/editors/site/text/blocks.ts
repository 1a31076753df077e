import {
  type Attribute,
  escapeAttribute,
  escapeText,
  nodeAttributes,
  type PageNode,
  type PageTree,
  printRuns,
  type Run,
  type TextBlock,
} from '@atelier/site'
import type { BlockKind } from '../session/textState.ts'

/** Elements in which Enter continues with another one of their kind. */
const CONTINUED = /^(?:p|li|dt|dd)$/
export const isContinued = (node: PageNode): boolean => CONTINUED.test(node.tag)
export const isHeading = (tag: string): boolean => /^h[1-6]$/.test(tag)

/** The block that a paragraph becomes by its first characters, and their number. */
export interface BlockWish {
  kind: BlockKind
  length: number
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** `# ` to `###### ` make a heading, `- ` and `* ` a list, `1. ` a numbered one. */
export function blockWish(text: string): BlockWish | undefined {
  const [whole, signs = ''] = /^(#{1,6}|[-*]|1[.)])[ \u00a0]/.exec(text) ?? []
  if (whole === undefined) return undefined
  if (signs.startsWith('#')) {
    const kind = HEADINGS[signs.length - 1]
    return kind && { kind, length: whole.length }
  }
  return { kind: signs.startsWith('1') ? 'ol' : 'ul', length: whole.length }
}

/** The keys that turn a text into each kind of block. */
export const blockShortcuts: Readonly<Record<BlockKind, string>> = {
  p: 'mod+alt+0',
  h1: 'mod+alt+1',
  h2: 'mod+alt+2',
  h3: 'mod+alt+3',
  h4: 'mod+alt+4',
  h5: 'mod+alt+5',
  h6: 'mod+alt+6',
  ul: 'mod+shift+8',
  ol: 'mod+shift+7',
}
export const blockKinds: readonly BlockKind[] = ['p', ...HEADINGS, 'ul', 'ol']

/**
 * The kind of block that a key pressed with Ctrl or ⌘ asks for. Shift and Alt change the sign that a digit types, so the
 * key itself counts; AltGr, which browsers report as Ctrl and Alt, types a sign.
 */
export function blockOfKey(
  event: Pick<KeyboardEvent, 'code' | 'altKey' | 'shiftKey' | 'getModifierState'>,
): BlockKind | undefined {
  const [, digit] = /^Digit(\d)$/.exec(event.code) ?? []
  if (digit === undefined || event.getModifierState('AltGraph')) return undefined
  const name = `mod+${event.altKey ? 'alt+' : ''}${event.shiftKey ? 'shift+' : ''}${digit}`
  return blockKinds.find((kind) => blockShortcuts[kind] === name)
}

function openTag(tag: string, attributes: readonly Attribute[], uid?: string): string {
  const all: readonly Attribute[] = [...(uid === undefined ? [] : [['uid', uid] as const]), ...attributes]
  return `<${tag}${all.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')}>`
}

const block = (tag: string, inner: string, attributes: readonly Attribute[] = [], uid?: string) =>
  `${openTag(tag, attributes, uid)}${inner}</${tag}>`

/** A paragraph, heading or item as another element with the same attributes: HTML for `setRichText`. */
export function changedBlock(node: PageNode, kind: BlockKind, runs: readonly Run[]): string {
  const attributes = nodeAttributes(node)
  const inner = printRuns(runs)
  if (kind === 'ul' || kind === 'ol') return block(kind, block('li', inner), attributes, node.id)
  return block(kind, inner, attributes, node.id)
}

/** The attributes of what follows an element: its own, but an id stands once on a page. */
const repeated = (node: PageNode) => nodeAttributes(node).filter(([name]) => name !== 'id')

/** An element cut in two: HTML for `setRichText`. */
export function splitBlock(node: PageNode, first: readonly Run[], second: readonly Run[]): string {
  const itself = block(node.tag, printRuns(first), nodeAttributes(node), node.id)
  return itself + block(node.tag, printRuns(second), repeated(node))
}

/**
 * A list without its item `left`, and a paragraph behind it, or, if no item is left, in its place: HTML for
 * `setRichText` on the list.
 */
export function leaveList(tree: PageTree, list: PageNode, left: string): string {
  const others = tree.children(list.id).some((child) => child.kind === 'element' && child.id !== left)
  if (!others) return changedBlock(list, 'p', [])
  const items = tree.children(list.id).map((child) => {
    if (child.kind === 'text') return escapeText(child.text)
    return child.kind === 'element' && child.id !== left ? block(child.tag, '', [], child.id) : ''
  })
  return block(list.tag, items.join(''), nodeAttributes(list), list.id) + block('p', '')
}

/**
 * An element whose text is followed by pasted blocks: HTML for `setRichText`.
 * @param runs the element's own text, up to where the blocks were pasted and with the first of them
 * @param tag the element's tag, another one where it was empty and a heading was pasted
 */
export function followedBy(node: PageNode, tag: string, runs: readonly Run[], blocks: readonly TextBlock[]): string {
  const isItem = node.tag === 'li'
  let html = block(tag, printRuns(runs), nodeAttributes(node), node.id)
  for (let at = 0; at < blocks.length; ) {
    const each = blocks[at]
    if (!each) break
    if (isItem || each.tag !== 'li') {
      html += block(isItem ? 'li' : each.tag, printRuns(each.runs))
      at += 1
      continue
    }
    const list = each.list ?? 'ul'
    let items = ''
    for (; blocks[at]?.tag === 'li' && (blocks[at]?.list ?? 'ul') === list; at += 1) {
      items += block('li', printRuns(blocks[at]?.runs ?? []))
    }
    html += block(list, items)
  }
  return html
}
