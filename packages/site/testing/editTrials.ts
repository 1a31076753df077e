import type { RealEdit } from './realEdits.ts'

/** An edit as a model may send it, of a source that it may have copied wrongly. */
export interface Attempt {
  source: string
  search: string
  replace: string
}

/** A way of carrying out an edit: the new text, or undefined where it is refused. */
export type EditEngine = (attempt: Attempt) => string | undefined

/** The outcome of all attempts with one mutation. */
export interface Tally {
  tries: number
  /** As meant, byte for byte. */
  exact: number
  /** As meant but for white space and the kind of quotes. */
  whiteSpace: number
  refused: number
  /** Refused although the source contains the search exactly once, except for white space and quotes. */
  refusedOnce: number
  /** Another text than was meant, or any change where nothing could be meant. */
  wrong: number
}

interface Mutation {
  /** Whether the edit is still clear; otherwise it has to be refused. */
  meant: boolean
  /** The attempt; undefined if the edit holds nothing to mutate. @param other another edit, of any source */
  mutate(edit: RealEdit, pick: (count: number) => number, other: RealEdit): Attempt | undefined
}

/** Text without white space, with one kind of quotes. */
export const squash = (text: string) => text.replace(/\s+/g, '').replaceAll("'", '"')
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Lines without the indentation that all of them have. */
export function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const width = Math.min(...indents)
  return lines.map((line) => line.slice(Math.min(width, line.length - line.trimStart().length))).join('\n')
}

/** The edit with a search of which one match of `pattern` is another text; undefined if there is no match. */
function changed(edit: RealEdit, pick: (count: number) => number, pattern: RegExp, by: (found: string) => string) {
  const matches = [...edit.search.matchAll(pattern)]
  const match = matches[pick(matches.length)]
  if (!match) return undefined
  const [found] = match
  const search = edit.search.slice(0, match.index) + by(found) + edit.search.slice(match.index + found.length)
  return search === edit.search ? undefined : { ...edit, search }
}

const both = ({ source, search, replace }: RealEdit, write: (text: string) => string): Attempt | undefined =>
  write(search) === search ? undefined : { source, search: write(search), replace: write(replace) }

/** A model's mistakes. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  nothing: { meant: true, mutate: (edit) => edit },
  dedent: { meant: true, mutate: (edit) => both(edit, dedent) },
  'collapsed white space': { meant: true, mutate: (edit) => both(edit, collapse) },
  quotes: {
    meant: true,
    mutate: (edit) =>
      edit.search.includes("'") || edit.replace.includes("'")
        ? undefined
        : both(edit, (text) => text.replaceAll('"', "'")),
  },
  'a letter missing': {
    meant: true,
    mutate: (edit, pick) =>
      changed(edit, pick, /\b[a-z]{4,}\b/g, (word) => {
        const at = 1 + pick(word.length - 2)
        return word.slice(0, at) + word.slice(at + 1)
      }),
  },
  'a line missing': {
    meant: false,
    mutate(edit, pick) {
      const lines = edit.search.split('\n')
      if (lines.length < 4) return undefined
      const at = 1 + pick(lines.length - 2)
      return lines[at]?.trim() ? { ...edit, search: lines.toSpliced(at, 1).join('\n') } : undefined
    },
  },
  'stands twice': { meant: false, mutate: (edit) => ({ ...edit, source: `${edit.source}\n${edit.search}` }) },
  'stands twice, indented differently': {
    meant: false,
    mutate: (edit) => ({
      ...edit,
      source: edit.source.replace(edit.search, () => `${edit.search}\n<hr>\n${dedent(edit.search)}`),
      search: collapse(edit.search),
    }),
  },
  'text of elsewhere': {
    meant: false,
    mutate: ({ source }, _, other) => ({ source, search: other.search, replace: other.replace }),
  },
  'another number': {
    meant: false,
    mutate: (edit, pick) => changed(edit, pick, /\d{1,9}/g, (number) => `${Number(number) + 1}`),
  },
  'another attribute': {
    meant: false,
    mutate: (edit, pick) => changed(edit, pick, / [a-z-]+=/g, (name) => `${name.slice(0, -1)}x=`),
  },
  'another tag': { meant: false, mutate: (edit, pick) => changed(edit, pick, /<[a-z]+/g, (tag) => `${tag}x`) },
  'another name': {
    meant: false,
    mutate: (edit, pick) => changed(edit, pick, /\b[A-Z][a-z]{3,}\b/g, (name) => `${name.slice(0, -1)}q`),
  },
}

/**
 * Tries every mutation of every edit. A mutated search that must be refused, but happens to read like one place of its
 * source and no other, is no mistake that anybody could see, and is left out.
 * @param onWrong is called with each attempt whose result is wrong
 */
export function tryEdits(
  edits: readonly RealEdit[],
  engine: EditEngine,
  onWrong: (mutation: string, attempt: Attempt) => void = () => {},
): Record<string, Tally> {
  const tallies: Record<string, Tally> = {}
  for (const [name, { meant, mutate }] of Object.entries(MUTATIONS)) {
    const pick = createPicker()
    const tally: Tally = { tries: 0, exact: 0, whiteSpace: 0, refused: 0, refusedOnce: 0, wrong: 0 }
    tallies[name] = tally
    for (const edit of edits) {
      const other = edits[pick(edits.length)] ?? edit
      const attempt = mutate(edit, pick, other)
      if (!attempt) continue
      const standing = placesOf(squash(attempt.source), squash(attempt.search))
      if (!meant && (standing === 1 || placesOf(attempt.source, attempt.search) === 1)) continue
      tally.tries += 1
      const result = engine(attempt)
      if (result === undefined) {
        tally.refused += 1
        if (standing !== 1) continue
        tally.refusedOnce += 1
      } else if (meant && result === edit.result) tally.exact += 1
      else if (meant && squash(result) === squash(edit.result)) tally.whiteSpace += 1
      else {
        tally.wrong += 1
        onWrong(name, attempt)
      }
    }
  }
  return tallies
}

/** The number of places of a text in another one; they may overlap. */
function placesOf(text: string, sought: string): number {
  let places = 0
  for (let at = text.indexOf(sought); at !== -1 && sought !== ''; at = text.indexOf(sought, at + 1)) places += 1
  return places
}

/** Numbers below a count, the same ones in every run. Numerical Recipes, 7.1. */
function createPicker(): (count: number) => number {
  let state = 7
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return count === 0 ? 0 : (state >>> 8) % count
  }
}

/** All tallies of a run as one. */
export function total(tallies: Readonly<Record<string, Tally>>): Tally {
  const all: Tally = { tries: 0, exact: 0, whiteSpace: 0, refused: 0, refusedOnce: 0, wrong: 0 }
  for (const tally of Object.values(tallies)) {
    all.tries += tally.tries
    all.exact += tally.exact
    all.whiteSpace += tally.whiteSpace
    all.refused += tally.refused
    all.refusedOnce += tally.refusedOnce
    all.wrong += tally.wrong
  }
  return all
}
