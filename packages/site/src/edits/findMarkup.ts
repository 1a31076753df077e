import type { Source } from './find.ts'
import {
  BLOCK_NAME,
  type MarkupAttribute,
  type Piece,
  type Pieces,
  piecesOf,
  type SoftTag,
  type Tag,
} from './markup.ts'
import { occurrences } from './tokens.ts'
import { keepsWhiteSpace } from './whiteSpace.ts'

/** A place of an HTML text that means the same as a search. */
export interface MarkupMatch {
  readonly from: number
  readonly to: number
  /** The pieces of the search, and for each one its characters in the source. */
  readonly sought: Pieces
  readonly places: readonly { readonly from: number; readonly to: number }[]
  /** The pieces of the source. */
  readonly there: readonly Piece[]
}

/** An end tag with another tag inside. */
const TAG_IN_END_TAG = /<\/[a-z][\w-]{0,40}\s{0,200}</i

/** A search of fewer characters of text and no tag is taken only as it is written. */
const LEAST_TEXT = 4

/**
 * The places of a source that differ from a search only in what HTML lets one write in several ways, or what the view of
 * the page added or dropped: the order of attributes, entities, kinds of quotes and dashes, optional end tags,
 * `data-block` and handlers.
 * @param most the places that are enough; one more may be returned
 */
export function findMarkup(source: Source, search: string, most: number): MarkupMatch[] {
  // A line may be missing between the beginning of an end tag and the next tag.
  if (TAG_IN_END_TAG.test(search)) return []
  const sought = piecesOf(search, true)
  const { list } = sought
  const first = list[0]?.tag?.cut === 'start' ? 1 : 0
  const last = list.at(-1)?.tag?.cut === 'end' ? list.length - 1 : list.length
  const pattern = list.slice(first, last)
  if (pattern.length === 0 || (!list.some(({ tag }) => tag) && textLength(list) < LEAST_TEXT)) return []
  const matches: MarkupMatch[] = []
  for (const at of occurrences(source.pieces.list, pattern)) {
    const match = matchAt(source, search, sought, at - first)
    if (match) matches.push(match)
    if (matches.length > most) break
  }
  return matches
}

const textLength = (list: readonly Piece[]) => list.reduce((sum, { text }) => sum + text.length, 0)

/** The match whose first piece is the source's `first`. */
function matchAt(source: Source, search: string, sought: Pieces, first: number): MarkupMatch | undefined {
  const { list } = source.pieces
  const there = list.slice(first, first + sought.list.length)
  if (first < 0 || there.length < sought.list.length) return undefined
  const places: { from: number; to: number }[] = []
  for (const [i, piece] of sought.list.entries()) {
    const other = there[i]
    if (!other) return undefined
    const place = findPlace(piece, other)
    if (!place) return undefined
    places.push(place)
    const [before, otherBefore] = [sought.list[i - 1], there[i - 1]]
    if (before && otherBefore && !isSameGap(source, search, [before, piece], [otherBefore, other])) return undefined
  }
  const edges = edgesOf(source.pieces, sought, first)
  const [start, end] = [places[0], places.at(-1)]
  if (!edges || !start || !end) return undefined
  return { from: edges.from ?? start.from, to: edges.to ?? end.to, sought, places, there }
}

/** The characters of the source that a piece of a search means; undefined if the piece is another one. */
function findPlace({ tag }: Piece, other: Piece): { from: number; to: number } | undefined {
  if (!tag) return other
  if (!other.tag) return undefined
  if (tag.cut !== undefined) return cutPlace(tag, other, other.tag)
  return isSameBlock(tag, other.tag) ? other : undefined
}

/** The names that blocks can have; a page shows another one for what was written otherwise. */
const NAME = /^[a-z\d][a-z\d-]{0,40}$/

/** Whether two tags can be the same block: a name that a search gives has to agree. */
function isSameBlock(tag: Tag, other: Tag): boolean {
  const [sought, name] = [tag, other].map(
    ({ attributes }) => attributes.find((each) => each.name === BLOCK_NAME)?.value,
  )
  return sought === undefined || sought === name || !NAME.test(sought)
}

/** The part of a tag whose attributes are those of a tag that was cut. */
function cutPlace(tag: Tag, piece: Piece, other: Tag): { from: number; to: number } | undefined {
  const shown = other.attributes.filter(({ name }) => name !== BLOCK_NAME)
  const count = tag.attributes.length
  if (tag.cut === 'start') {
    const part = shown.slice(Math.max(0, shown.length - count))
    return isSameList(tag.attributes, part) && part[0] ? { from: part[0].from, to: piece.to } : undefined
  }
  if (tag.name !== other.name) return undefined
  const part = shown.slice(0, count)
  return isSameList(tag.attributes, part) && part.length > 0
    ? { from: piece.from, to: part.at(-1)?.to ?? piece.to }
    : undefined
}

function isSameList(one: readonly MarkupAttribute[], other: readonly MarkupAttribute[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, value }, i) => name === other[i]?.name && value === other[i]?.value)
  )
}

type Pair = readonly [Piece, Piece]

/** Whether what is between two pieces means the same in the search and the source. */
function isSameGap({ text, html }: Source, search: string, [a, b]: Pair, [c, d]: Pair): boolean {
  const [ours, theirs] = [search.slice(a.to, b.from), text.slice(c.to, d.from)]
  if (ours === theirs) return true
  if (html && keepsWhiteSpace(text, c.to)) return false
  const isLoose = a.isMarkup || b.isMarkup
  if (!isSameSoft(b.before, d.before, b.isMarkup)) return false
  return isLoose || (ours === '') === (theirs === '')
}

/** Whether soft tags agree; before markup the search may lack some that the parser added. */
function isSameSoft(ours: readonly SoftTag[], theirs: readonly SoftTag[], beforeMarkup: boolean): boolean {
  if (!beforeMarkup && ours.length !== theirs.length) return false
  let at = 0
  for (const { name } of theirs) if (name === ours[at]?.name) at += 1
  return at === ours.length
}

/** Where a match begins and ends if the search begins or ends with soft tags; undefined if the source has others there. */
function edgesOf({ list, behind }: Pieces, sought: Pieces, first: number): { from?: number; to?: number } | undefined {
  const lead = sought.list[0]?.before ?? []
  const before = list[first]?.before ?? []
  const after = list[first + sought.list.length]?.before ?? behind
  const opening = before.slice(before.length - lead.length)
  const closing = after.slice(0, sought.behind.length)
  const isSame = (a: readonly SoftTag[], b: readonly SoftTag[]) =>
    a.length === b.length && a.every(({ name }, i) => name === b[i]?.name)
  if (!isSame(lead, opening) || !isSame(sought.behind, closing)) return undefined
  const [from, to] = [opening[0]?.from, closing.at(-1)?.to]
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
