import type { Envelope } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import type { ChildRange } from '../document/replace.ts'
import type { PageNode } from '../document/tree.ts'
import { contextOf, type ParsedHtml, type ParsedNode, parseHtml } from '../html/parse.ts'
import { SourceWatch } from '../lint/htmlSource.ts'
import { type Incoming, incomingHtml } from '../lint/incoming.ts'
import { Mistakes } from '../lint/mistakes.ts'
import { isBlock } from './blocks.ts'
import { htmlMistakes } from './mistakes.ts'
import { NOTHING_UNSEEN } from './seen.ts'
import { innerText, type MarkupText } from './text.ts'
import { type WrittenNodes, writeNodes } from './write.ts'

/** The characters in which two texts differ: `start` is the same in both. */
interface Change {
  start: number
  oldEnd: number
  newEnd: number
}

/**
 * Writes a change of a file's text into the document: only the smallest element that holds all of it is parsed and
 * compared, and of its children only those that it touches. Undefined if the change reaches beyond the nodes of the
 * file, or needs more than the nodes: then the whole file is to be written.
 */
export async function writeChange(
  context: SiteContext,
  current: MarkupText,
  text: string,
  parts: readonly string[],
): Promise<{ parsed: ParsedHtml; written: WrittenNodes; text?: string } | { problem: Envelope<never> } | undefined> {
  const change = changeBetween(current.text, text)
  if (change.start < current.inner.start || change.oldEnd > current.inner.end) return undefined
  const { tree } = current
  for (let at: PageNode | undefined = innermost(current, change); at; at = tree.node(at.parent)) {
    const place = touchedChildren(current, at, change)
    const piece = place && pieceOf(current, at, place, change, text)
    const parsed = piece === undefined ? undefined : parsePiece(current, at, piece)
    if (place && piece !== undefined && parsed) {
      const incoming = incomingHtml(piece, {
        tree,
        hint: 'Send the whole replacement, or change only what differs.',
        parse: (): Incoming<ParsedHtml> => ({ found: parsed }),
      })
      if (incoming.refused) return { problem: incoming.refused }
      const written = writeNodes(context, {
        open: current,
        parent: at,
        place,
        nodes: parsed.nodes,
        parts,
        exact: true,
        others: NOTHING_UNSEEN,
      })
      const mistakes = await htmlMistakes(context, {
        source: piece,
        nodes: parsed.nodes,
        context: contextOf(tree, at.id),
      })
      parsed.warnings.push(...mistakes)
      return { parsed, written, ...textAfter(context, current, at, parsed) }
    }
    if (at === current.parent) return undefined
  }
  return undefined
}

/**
 * The whole text after a change inside an element, by printing only that element. None where the names of other blocks
 * may have changed too.
 */
function textAfter(context: SiteContext, current: MarkupText, at: PageNode, { nodes }: ParsedHtml): { text?: string } {
  const range = at === current.parent ? undefined : current.ranges.get(at.id)
  if (!range || nodes.some(holdsBlock)) return {}
  const { text } = current
  return { text: text.slice(0, range.innerStart) + innerText(context, current, at.id) + text.slice(range.innerEnd) }
}

const holdsBlock = (node: ParsedNode): boolean => isBlock(node) || (node.children ?? []).some(holdsBlock)

function changeBetween(before: string, after: string): Change {
  const length = Math.min(before.length, after.length)
  let start = 0
  while (start < length && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let same = 0
  while (
    same < length - start &&
    before.charCodeAt(before.length - same - 1) === after.charCodeAt(after.length - same - 1)
  )
    same += 1
  return { start, oldEnd: before.length - same, newEnd: after.length - same }
}

/** The innermost element whose content holds a change. */
function innermost({ tree, parent, place, ranges }: MarkupText, { start, oldEnd }: Change): PageNode {
  const holds = ({ id, kind }: PageNode) => {
    const range = kind === 'element' ? ranges.get(id) : undefined
    return range !== undefined && range.innerStart <= start && oldEnd <= range.innerEnd && range.innerEnd < range.end
  }
  let at = parent
  let children = tree.children(parent.id).slice(place.index, place.index + place.count)
  for (let inner = children.find(holds); inner; inner = children.find(holds)) {
    at = inner
    children = [...tree.children(inner.id)]
  }
  return at
}

/** The children that a change touches, or that are beside it; undefined if one of them is not printed. */
function touchedChildren(current: MarkupText, at: PageNode, { start, oldEnd }: Change): ChildRange | undefined {
  const { tree, ranges } = current
  const all = tree.children(at.id)
  const { index, count } = at === current.parent ? current.place : { index: 0, count: all.length }
  let [first, last] = [index, index]
  for (let i = index; i < index + count; i += 1) {
    const range = ranges.get(all[i]?.id ?? '')
    if (!range) return undefined
    if (range.end < start) first = i + 1
    if (range.start <= oldEnd) last = i + 1
  }
  return { index: first, count: Math.max(0, last - first) }
}

/** The new text of some children. */
function pieceOf(current: MarkupText, at: PageNode, place: ChildRange, change: Change, text: string): string {
  const children = current.tree.children(at.id).slice(place.index, place.index + place.count)
  const [first, last] = [children[0], children.at(-1)].map((node) => node && current.ranges.get(node.id))
  const start = Math.min(first?.start ?? change.start, change.start)
  const end = Math.max(last?.end ?? change.oldEnd, change.oldEnd)
  return text.slice(start, end + (change.newEnd - change.oldEnd))
}

/** The nodes of a piece; undefined if it cannot be read without what is around it. */
function parsePiece({ tree, parent }: MarkupText, at: PageNode, piece: string): ParsedHtml | undefined {
  if (/<(?:script|html|head|body)\b/i.test(piece)) return undefined
  const context = contextOf(tree, at.id)
  const mistakes = new Mistakes()
  const watch = new SourceWatch(piece, context, mistakes)
  const parsed = parseHtml(piece, { context, watch: watch.attach, keepStyles: true })
  const isWhole = parsed.misplaced === undefined && watch.tableParts.length === 0
  // Beside the outermost nodes there is nothing that could make up for a mistake.
  const stands = isWhole && mistakes.sentences().length === 0
  return stands || (isWhole && at === parent) ? parsed : undefined
}
