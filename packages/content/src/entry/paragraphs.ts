import { diffArrays } from 'diff'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/*
 * A long text is kept as blocks, each under an order key of its own, so that two people who edit different paragraphs do
 * not meet. Blocks are joined by one empty line, unless a block begins with a line break or with `<`: it then brings
 * the text before it.
 */

const BETWEEN = '\n\n'
/** From this count on only some of the cuts are made, the same ones whatever stands around them. */
const MAX_BLOCKS = 2_000

/** The text of blocks in their order. */
export function joinBlocks(blocks: Iterable<string>): string {
  let text: string | undefined
  for (const block of blocks) text = text === undefined ? block : text + (bringsItsOwn(block) ? '' : BETWEEN) + block
  return text ?? ''
}

const bringsItsOwn = (block: string) => block.startsWith('\n') || block.startsWith('<')

/** Cuts a text so that `joinBlocks` makes the same text again; at least one block. */
export function cutText(type: 'markdown' | 'richtext', text: string): string[] {
  const cuts = type === 'markdown' ? markdownCuts(text) : richtextCuts(text)
  const pieces = cuts.map((cut, i) => text.slice(cut, cuts[i + 1]))
  return fewer(pieces).map((piece, i) => {
    const bare = piece.slice(BETWEEN.length)
    const plain = i > 0 && piece.startsWith(BETWEEN) && bare !== '' && !bringsItsOwn(bare)
    return plain ? bare : piece
  })
}

/** Where pieces begin: at the line break in front of the empty lines before a paragraph. */
function markdownCuts(text: string): number[] {
  const cuts = [0]
  // Where the last line that has words ends; empty lines in front of the first such line belong to it.
  let wordsEnd = -1
  let wasBlank = false
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (isBlankRange(text, start, end)) wasBlank = true
    else {
      if (wordsEnd >= 0 && wasBlank) cuts.push(wordsEnd)
      wordsEnd = end
      wasBlank = false
    }
    start = end + 1
  }
  return cuts
}

function isBlankRange(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const sign = text[at]
    if (sign !== ' ' && sign !== '\t' && sign !== '\r') return false
  }
  return true
}

const voidElements = new Set(['br', 'hr', 'img', 'input', 'wbr', 'source', 'track', 'embed', 'area', 'col'])

/** The starts of elements that have no parent. A text whose tags do not match is cut less. */
function richtextCuts(text: string): number[] {
  const cuts = [0]
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; ) {
    const comment = text.startsWith('<!--', at)
    const end = comment ? text.indexOf('-->', at + 4) : tagEnd(text, at)
    if (end < 0) break
    const closing = text[at + 1] === '/'
    const name = /^[a-z][a-z0-9]{0,20}/i.exec(text.slice(at + 1, at + 22))?.[0].toLowerCase()
    if (closing) depth -= 1
    else if (name !== undefined) {
      if (depth === 0 && at > 0) cuts.push(at)
      if (!voidElements.has(name) && text[end - 1] !== '/') depth += 1
    }
    at = text.indexOf('<', end)
  }
  return cuts
}

/** The index of the `>` that ends a tag; those inside of quotes do not. */
function tagEnd(text: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '>') return at
    else if (sign === '"' || sign === "'") quote = sign
  }
  return -1
}

/** Joins pieces of a very long text. Whether a cut stays depends only on the piece behind it. */
function fewer(pieces: readonly string[]): readonly string[] {
  if (pieces.length <= MAX_BLOCKS) return pieces
  const every = 2 ** Math.ceil(Math.log2(pieces.length / (MAX_BLOCKS / 2)))
  const joined: string[] = []
  let current = ''
  for (const piece of pieces) {
    if (current !== '' && Number.parseInt(birthMark(piece), 36) % every === 0) {
      joined.push(current)
      current = ''
    }
    current += piece
  }
  if (current !== '') joined.push(current)
  return joined
}

export interface Block {
  /**
   * An order key, a dot and a mark of the writer, or else of the text that it was made with: two who add at one place do
   * not meet.
   */
  key: string
  text: string
}

/** The key of the first block of every text that was written where there was none: who fill the same text meet in it. */
export const FIRST_BLOCK = 'a0.0'

/**
 * The blocks of a new text in the place of others. Those that stayed keep their keys, and those that were edited.
 * @param writer whose new blocks get keys of their own, next to each other, whatever others add there; without one, who
 *   add the same text at the same place add the same block
 */
export function layOver(blocks: readonly Block[], texts: readonly string[], writer?: string): Block[] {
  if (blocks.length === 0) return firstBlocks(texts)
  const matched = matchBlocks(
    blocks.map(({ text }) => text),
    texts,
  )
  const keys = roomBetween(matched.map((index) => (index === undefined ? undefined : blocks[index]?.key)))
  const orders = placeBetween(keys, texts, writer)
  return texts.map((text, i) => ({ key: keys[i] ?? `${orders[i] ?? ''}.${birthMark(writer ?? text)}`, text }))
}

function firstBlocks(texts: readonly string[]): Block[] {
  const orders = generateNKeysBetween(orderOf(FIRST_BLOCK), null, texts.length - 1)
  return texts.map((text, i) => ({ key: i === 0 ? FIRST_BLOCK : `${orders[i - 1]}.${birthMark(text)}`, text }))
}

const orderOf = (key: string | undefined) => key?.split('.', 1)[0] ?? null

/** Takes the keys of blocks away that were added at one place at once, where something now comes between them. */
function roomBetween(keys: readonly (string | undefined)[]): (string | undefined)[] {
  let [last, gap]: [string | null, boolean] = [null, false]
  return keys.map((key) => {
    if (key === undefined) {
      gap = true
      return undefined
    }
    const order = orderOf(key)
    if (gap && order === last) return undefined
    last = order
    gap = false
    return key
  })
}

/**
 * Order keys for the gaps of a list whose other members have theirs, in rising order. Those that one writer adds to a gap
 * are close together, where hardly anybody else's are.
 */
function placeBetween(
  keys: readonly (string | undefined)[],
  texts: readonly string[],
  writer: string | undefined,
): (string | undefined)[] {
  const orders: (string | undefined)[] = keys.map(() => undefined)
  for (let from = 0; from < keys.length; from += 1) {
    if (keys[from] !== undefined) continue
    let to = from
    while (to < keys.length && keys[to] === undefined) to += 1
    const seed = writer ?? (to - from > 1 ? texts.slice(from, to).join('\n') : undefined)
    const [low, high] =
      seed === undefined ? [orderOf(keys[from - 1]), orderOf(keys[to])] : ownPlace(keys, from, to, seed)
    const made = generateNKeysBetween(low, high, to - from)
    for (let i = from; i < to; i += 1) orders[i] = made[i - from]
    from = to
  }
  return orders
}

type Bounds = [low: string | null, high: string | null]

/** The part of a gap in which a writer adds: of the whole gap among the blocks of others, so that it stays the same one. */
function ownPlace(keys: readonly (string | undefined)[], from: number, to: number, seed: string): Bounds {
  const mark = birthMark(seed)
  const isOwn = (key: string | undefined) => key?.endsWith(`.${mark}`) === true
  let [left, right] = [from - 1, to]
  while (isOwn(keys[left])) left -= 1
  while (isOwn(keys[right])) right += 1
  const place = narrow([orderOf(keys[left]), orderOf(keys[right])], mark)
  const own: Bounds = [left < from - 1 ? orderOf(keys[from - 1]) : place[0], right > to ? orderOf(keys[to]) : place[1]]
  const isOpen = own[0] === null || own[1] === null || own[0] < own[1]
  return isOpen ? own : [orderOf(keys[from - 1]), orderOf(keys[to])]
}

/** One of 256 parts of the room between two order keys. */
function narrow([low, high]: Bounds, mark: string): Bounds {
  let number = Number.parseInt(mark, 36) % 256
  let bounds: Bounds = [low, high]
  for (let bit = 0; bit < 8; bit += 1) {
    const middle = generateKeyBetween(...bounds)
    bounds = number % 2 === 1 ? [middle, bounds[1]] : [bounds[0], middle]
    number = Math.floor(number / 2)
  }
  return bounds
}

/** A digest of a text, of six characters. */
function birthMark(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-6)
}

const MAX_EDITS = 500
/** How many signs at the ends of two blocks are compared. */
const COMPARED = 200
const MAX_PAIRS = 4_000

/** For each new block the index of the old one that it is, equal or edited; rising. */
export function matchBlocks(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const found: (number | undefined)[] = after.map(() => undefined)
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) {
    found[start] = start
    start += 1
  }
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    found[after.length - 1 - end] = before.length - 1 - end
    end += 1
  }
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const changes = diffArrays(a, b, { maxEditLength: MAX_EDITS })
  let [i, j] = [start, start]
  let [gapA, gapB] = [start, start]
  const closeGap = () => {
    for (const [x, y] of pairEdited(before.slice(gapA, i), after.slice(gapB, j))) found[gapB + y] = gapA + x
  }
  for (const { value, added, removed } of changes ?? []) {
    if (added) j += value.length
    else if (removed) i += value.length
    else {
      closeGap()
      for (let n = 0; n < value.length; n += 1) found[j + n] = i + n
      i += value.length
      j += value.length
      gapA = i
      gapB = j
    }
  }
  if (!changes) [i, j] = [before.length - end, after.length - end]
  closeGap()
  return found
}

/** Which of the new blocks are edits of which old ones: as many as can be in order, the most alike first. */
function pairEdited(before: readonly string[], after: readonly string[]): [number, number][] {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return []
  if (n * m > MAX_PAIRS || (n === 1 && m === 1)) {
    return Array.from({ length: Math.min(n, m) }, (_, i) => [i, i])
  }
  const best: number[][] = Array.from({ length: n + 1 }, () => new Array<number>(m + 1).fill(0))
  const gain = (i: number, j: number) => 0.01 + likeness(before[i] ?? '', after[j] ?? '')
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = n - 1; i >= 0; i -= 1) {
    const row = best[i] ?? []
    for (let j = m - 1; j >= 0; j -= 1) row[j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + gain(i, j))
  }
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < n && j < m) {
    if (at(i, j) === at(i + 1, j)) i += 1
    else if (at(i, j) === at(i, j + 1)) j += 1
    else {
      pairs.push([i, j])
      i += 1
      j += 1
    }
  }
  return pairs
}

/** How much of two texts is the same at both ends, from 0 to 1. */
function likeness(a: string, b: string): number {
  const most = Math.min(a.length, b.length, COMPARED)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return (start + end) / Math.max(1, Math.min(Math.max(a.length, b.length), COMPARED))
}
