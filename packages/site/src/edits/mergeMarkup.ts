import { diffArrays } from 'diff'
import type { Source } from './find.ts'
import type { MarkupMatch } from './findMarkup.ts'
import { BLOCK_NAME, type Piece, piecesOf, type Tag } from './markup.ts'

/** More differing pieces than this between a search and its replacement are not aligned. */
const MOST_DIFFERENCES = 4000

/**
 * The replacement of a place that means the same as its search. Common parts of search and replacement stay as the
 * source has them; a start tag that changes keeps its `data-block`.
 */
export function mergeMarkup(source: Source, search: string, replace: string, match: MarkupMatch): string {
  const { sought, places, there } = match
  if (replace.trim() === '') return ''
  const given = piecesOf(replace, true)
  const { shared, changed } = alignment(search, sought.list, replace, given.list)
  /** The gap between a piece of the search and the one before it, in the search and in the source. */
  const gapBefore = (i: number) => search.slice(sought.list[i - 1]?.to, sought.list[i]?.from)
  const gapInFile = (i: number) => source.text.slice(places[i - 1]?.to, places[i]?.from)
  let text = ''
  for (const [j, piece] of given.list.entries()) {
    const written = replace.slice(piece.from, piece.to)
    const [i, last] = [shared[j], j === 0 ? undefined : shared[j - 1]]
    const gap = replace.slice(given.list[j - 1]?.to ?? 0, piece.from)
    if (j === 0) text += isBlankGap(gap) && isSameStart(search, sought.list[0]) ? '' : gap
    else {
      // A gap that the search has beside the same piece is the source's there.
      const beside = [i, last === undefined ? undefined : last + 1]
      const same = beside.find((at) => at !== undefined && at > 0 && at < places.length && gapBefore(at) === gap)
      text += same === undefined ? gap : gapInFile(same)
    }
    const place = i === undefined ? undefined : places[i]
    const old = changed.get(j)
    const tag = old === undefined ? undefined : there[old]?.tag
    if (place) text += source.text.slice(place.from, place.to)
    else text += piece.tag && tag ? withBlock(source, written, piece.tag, tag) : written
  }
  const end = replace.slice(given.list.at(-1)?.to ?? 0)
  const searchEnd = search.slice(sought.list.at(-1)?.to ?? 0)
  return text + (end.trim() === searchEnd.trim() ? tailOf(source, match) : end.trimEnd())
}

/** The source's soft tags at the end of a match. */
const tailOf = ({ text }: Source, { places, to }: MarkupMatch) => text.slice(places.at(-1)?.to ?? to, to)

const isBlankGap = (gap: string) => gap.trim() === ''

/** Whether a search begins with white space only, which its match does not cover. */
const isSameStart = (search: string, first: Piece | undefined) => isBlankGap(search.slice(0, first?.from ?? 0))

/**
 * For each piece of the replacement the index of the piece of the search that it is, and for changed start tags that of
 * the tag that they were.
 */
function alignment(search: string, sought: readonly Piece[], replace: string, given: readonly Piece[]) {
  const texts = (text: string, list: readonly Piece[]) => list.map(({ from, to }) => text.slice(from, to))
  const parts = diffArrays(texts(search, sought), texts(replace, given), { maxEditLength: MOST_DIFFERENCES })
  const shared: (number | undefined)[] = []
  const changed = new Map<number, number>()
  let at = 0
  let removed: number[] = []
  /** The first piece of the replacement behind the last shared one. */
  let start = 0
  for (const part of parts ?? [{ added: true, removed: false, count: given.length }]) {
    if (!part.removed && !part.added) {
      for (let i = 0; i < part.count; i += 1) shared.push(at++)
      removed = []
      start = shared.length
      continue
    }
    for (let i = 0; i < part.count; i += 1) {
      if (part.removed) removed.push(at++)
      else shared.push(undefined)
    }
    removed = pairTags(removed, start, shared.length)
  }
  return { shared, changed }

  /** Pairs added start tags with removed ones of the same element, in order. Returns those that are left. */
  function pairTags(left: readonly number[], from: number, to: number): number[] {
    let rest = [...left]
    for (let j = from; j < to; j += 1) {
      const name = given[j]?.tag?.name
      const index = name === undefined || changed.has(j) ? -1 : rest.findIndex((i) => sought[i]?.tag?.name === name)
      const old = rest[index]
      if (old === undefined) continue
      changed.set(j, old)
      rest = rest.slice(index + 1)
    }
    return rest
  }
}

/** A start tag as it was written, with the block name that the source's tag has. */
function withBlock({ text }: Source, written: string, tag: Tag, old: Tag): string {
  const block = old.attributes.find(({ name }) => name === BLOCK_NAME)
  if (!block || tag.cut === 'end' || tag.attributes.some(({ name }) => name === BLOCK_NAME)) return written
  const end = written.endsWith('/>') ? written.length - 2 : written.length - 1
  return `${written.slice(0, end).trimEnd()} ${text.slice(block.from, block.to)}${written.slice(end)}`
}
