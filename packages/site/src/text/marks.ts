import type { Attribute } from '../document/node.ts'
import { joinRuns, lengthOf, type Mark, type Run, runLength, sameMark } from './run.ts'

/** The formats that a person can give a piece of text, by the written tag; other tags count as the same thing. */
export const FORMATS = {
  strong: ['strong', 'b'],
  em: ['em', 'i'],
  code: ['code'],
  s: ['s', 'del', 'strike'],
  a: ['a'],
} as const satisfies Record<string, readonly string[]>
export type Format = keyof typeof FORMATS

/** A part of a text: positions as runs count them. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Cuts runs at both ends of a range. */
function cut(runs: readonly Run[], { from, to }: TextRange): [before: Run[], inside: Run[], after: Run[]] {
  const parts: [Run[], Run[], Run[]] = [[], [], []]
  let at = 0
  for (const run of runs) {
    const end = at + runLength(run)
    if (run.atom) parts[at >= from && at < to ? 1 : at < from ? 0 : 2].push(run)
    else {
      const pieces = [
        run.text.slice(0, Math.max(0, from - at)),
        run.text.slice(Math.max(0, from - at), Math.max(0, to - at)),
        run.text.slice(Math.max(0, to - at, from - at)),
      ]
      for (const [i, text] of pieces.entries()) if (text !== '') parts[i]?.push({ text, marks: run.marks })
    }
    at = end
  }
  return parts
}

/** The runs of a range. */
export const sliceRuns = (runs: readonly Run[], range: TextRange): Run[] => cut(runs, range)[1]

/** Puts runs in the place of a range. */
export function replaceRange(runs: readonly Run[], range: TextRange, by: readonly Run[]): Run[] {
  const [before, , after] = cut(runs, range)
  return joinRuns([...before, ...by, ...after])
}

const isFormat = (format: Format, { tag }: Mark) => FORMATS[format].some((each) => each === tag)

/** The marks that text typed at a position gets: those of the character before it, or of the first one. */
export function marksAt(runs: readonly Run[], at: number): readonly Mark[] {
  let start = 0
  for (const run of runs) {
    const end = start + runLength(run)
    if (at > start && at <= end) return run.marks
    start = end
  }
  return at === 0 ? (runs[0]?.marks ?? []) : []
}

/** Whether all of a range is formatted so; for an empty range, whether text typed there is. */
export function hasFormat(runs: readonly Run[], range: TextRange, format: Format): boolean {
  if (range.from === range.to) return marksAt(runs, range.from).some((mark) => isFormat(format, mark))
  const inside = sliceRuns(runs, range)
  return inside.length > 0 && inside.every(({ marks }) => marks.some((mark) => isFormat(format, mark)))
}

/** Formats a range, or, if all of it is formatted so, takes that away. */
export function toggleFormat(runs: readonly Run[], range: TextRange, format: Format): Run[] {
  return hasFormat(runs, range, format) ? clearFormat(runs, range, format) : setFormat(runs, range, format)
}

/** Takes a format away from a range; the elements of other marks stay. */
export function clearFormat(runs: readonly Run[], range: TextRange, format: Format): Run[] {
  const [before, inside, after] = cut(runs, range)
  return joinRuns([...before, ...inside.map((run) => without(run, format)), ...after])
}

function without(run: Run, format: Format): Run {
  return { ...run, marks: run.marks.filter((mark) => !isFormat(format, mark)) }
}

/**
 * Formats a range with one element: that of the range or of a neighbour if there is one, which then grows, otherwise a
 * new one. It stands inside the elements that are around all of the range, and around the others.
 */
function setFormat(runs: readonly Run[], range: TextRange, format: Format): Run[] {
  const [before, inside, after] = cut(runs, range)
  const found = (run: Run | undefined) => run?.marks.find((mark) => isFormat(format, mark))
  const cleared = inside.map((run) => without(run, format))
  const depth = commonDepth(cleared)
  const around = cleared[0]?.marks.slice(0, depth) ?? []
  const neighbour = [before.at(-1), after[0]].find((run) => {
    const mark = run?.marks[depth]
    return mark && isFormat(format, mark) && around.every((each, i) => sameMark(each, run?.marks[i]))
  })
  const known = inside.map(found).find((mark) => mark !== undefined) ?? neighbour?.marks[depth]
  const mark: Mark = known ?? { tag: format, attrs: [] }
  const marked = cleared.map((run) => ({ ...run, marks: run.marks.toSpliced(depth, 0, mark) }))
  return joinRuns([...before, ...marked, ...after])
}

/** How many marks all of these runs share, from the outside. */
function commonDepth(runs: readonly Run[]): number {
  const [first, ...others] = runs
  let depth = 0
  while (first?.marks[depth] && others.every(({ marks }) => sameMark(marks[depth], first.marks[depth]))) depth += 1
  return depth
}

/** A link in a text: where it stands, and its attributes. */
export interface TextLink extends TextRange {
  readonly attrs: readonly Attribute[]
}

/** The link around or at a position, or the first one that a range touches. */
export function linkAt(runs: readonly Run[], { from, to }: TextRange): TextLink | undefined {
  const links: { from: number; to: number; mark: Mark }[] = []
  let start = 0
  for (const run of runs) {
    const end = start + runLength(run)
    const mark = run.marks.find((each) => isFormat('a', each))
    const last = links.at(-1)
    if (mark && last?.to === start && sameMark(last.mark, mark)) last.to = end
    else if (mark) links.push({ from: start, to: end, mark })
    start = end
  }
  const found = links.find((link) =>
    from === to ? link.from <= from && link.to >= to : link.from < to && link.to > from,
  )
  return found && { from: found.from, to: found.to, attrs: found.mark.attrs }
}

/** The values of a link that are set by hand; a value that is undefined takes the attribute away. */
export interface LinkValues {
  href: string
  target?: string
  rel?: string
}

/**
 * Makes a range a link, or changes the link around it as a whole; its other attributes stay. Without a range and
 * without a link there, the address itself is inserted as the link's text.
 */
export function setLink(runs: readonly Run[], range: TextRange, values: LinkValues): Run[] {
  const link = linkAt(runs, range)
  const whole = link && range.from >= link.from && range.to <= link.to ? { from: link.from, to: link.to } : range
  if (whole.from === whole.to) {
    const text = values.href.replace(/^(?:mailto|tel):/, '')
    const marks = marksAt(runs, range.from)
    const linked = { text, marks: [...marks, { tag: 'a', attrs: linkAttributes([], values) }] }
    return replaceRange(runs, range, [linked])
  }
  const marked = setFormat(runs, whole, 'a')
  const [before, inside, after] = cut(marked, whole)
  const changed = inside.map((run) => ({
    ...run,
    marks: run.marks.map((mark) =>
      isFormat('a', mark) ? { ...mark, attrs: linkAttributes(mark.attrs, values) } : mark,
    ),
  }))
  return joinRuns([...before, ...changed, ...after])
}

/** Removes the link around a range or touched by it; its text stays. */
export function removeLink(runs: readonly Run[], range: TextRange): Run[] {
  const link = linkAt(runs, range)
  return clearFormat(runs, link && range.from === range.to ? link : range, 'a')
}

function linkAttributes(attrs: readonly Attribute[], values: LinkValues): Attribute[] {
  const wanted: Record<string, string | undefined> = { href: values.href, target: values.target, rel: values.rel }
  const kept = attrs.flatMap(([name, value]): Attribute[] => {
    if (!Object.hasOwn(wanted, name)) return [[name, value]]
    const next = wanted[name]
    delete wanted[name]
    return next ? [[name, next]] : []
  })
  return [...kept, ...Object.entries(wanted).flatMap(([name, value]): Attribute[] => (value ? [[name, value]] : []))]
}

/** The two halves of a text. */
export function splitRuns(runs: readonly Run[], at: number): [Run[], Run[]] {
  const end = lengthOf(runs)
  return [sliceRuns(runs, { from: 0, to: at }), sliceRuns(runs, { from: at, to: end })]
}
