import type { EntityKind } from './entity.ts'
import { entityKinds } from './entity.ts'
import table from './referenceWords.json' with { type: 'json' }
import type { Word } from './words.ts'

const setOf = (words: readonly string[]): ReadonlySet<string> => new Set(words)

/** The small words that references are made of, in the languages that are read. */
export const vocabulary = {
  heads: setOf(table.one),
  demonstrative: setOf(table.demonstrative),
  demonstrativeMany: setOf(table.demonstrativeMany),
  definite: setOf(table.definite),
  indefinite: setOf(table.indefinite),
  other: setOf(table.other),
  previous: setOf(table.previous),
  newest: setOf(table.new),
  selfContained: setOf(table.selfContained),
  number: setOf(table.number),
  pronouns: setOf(table.pronouns),
  guardedPronouns: setOf(table.guardedPronouns),
  pronounsMany: setOf(table.pronounsMany),
  guardedMany: setOf(table.guardedMany),
  pair: setOf(table.pair),
  emptyBefore: setOf(table.emptyBefore),
  emptyAfter: setOf(table.emptyAfter),
  follows: setOf(table.follows),
  called: setOf(table.called),
  stops: setOf(table.stops),
  headless: setOf(table.headless),
}

const ordinals: ReadonlyMap<string, number> = new Map(
  Object.entries(table.ordinals).flatMap(([number, words]) =>
    words.map((word) => [word, Number(word === '' ? 0 : number)] as const),
  ),
)

/** The place that a word names: 1 is the first, −1 the last. */
export const ordinalOf = (word: string): number | undefined => ordinals.get(word)

/** The longest ending that Turkish puts behind a stem, in letters. */
const LONGEST_ENDING = 8

export interface KindWord {
  kind: EntityKind
  isMany: boolean
  /** A Turkish form with an ending: a definite thing, also without another word. */
  isDefinite: boolean
  /** The first part of a German compound: `kontakt` of `Kontaktseite`. */
  compound?: string
}

const kindsByWord: ReadonlyMap<string, KindWord> = new Map(
  entityKinds.flatMap((kind): [string, KindWord][] => {
    const { one, many, stems } = table.kinds[kind]
    return [
      ...[...one, ...stems].map((word): [string, KindWord] => [word, { kind, isMany: false, isDefinite: false }]),
      ...many.map((word): [string, KindWord] => [word, { kind, isMany: true, isDefinite: false }]),
    ]
  }),
)
const stems = entityKinds.flatMap((kind) => table.kinds[kind].stems.map((stem) => ({ kind, stem })))
const compounds = ['seite', 'beitrag', 'artikel', 'abschnitt', 'bild', 'foto', 'eintrag']
/** Compounds that are no thing of a site. */
const notCompounds = setOf([
  'webseite',
  'internetseite',
  'website',
  'vorbild',
  'startseite',
  'hauptseite',
  'unterseite',
])

/** The kind of thing that a word names. */
export function kindOf(word: string): KindWord | undefined {
  const known = kindsByWord.get(word)
  if (known) return known
  const turkish = stems.find(({ stem }) => word.startsWith(stem) && word.length <= stem.length + LONGEST_ENDING)
  if (turkish) {
    const ending = word.slice(turkish.stem.length)
    return { kind: turkish.kind, isMany: /^l[ae]r/.test(ending), isDefinite: true }
  }
  const last = compounds.find((each) => word.endsWith(each) && word.length >= each.length + 3)
  const base = last === undefined ? undefined : kindsByWord.get(last)
  if (!base || last === undefined || notCompounds.has(word)) return undefined
  return { ...base, compound: word.slice(0, -last.length) }
}

/** Phrases of several words. */
const phrases = (list: readonly string[]): readonly (readonly string[])[] =>
  list.map((phrase) => phrase.split(' ')).sort((a, b) => b.length - a.length)
const homes = phrases(table.home)
const undos = phrases(table.undo)
const lastWeeks = phrases(table.lastWeek)
const days = Object.entries(table.times).map(([ago, list]) => ({ ago: Number(ago), list: phrases(list) }))

function lengthAt(list: readonly (readonly string[])[], words: readonly Word[], at: number): number | undefined {
  return list.find((phrase) => phrase.every((word, index) => words[at + index]?.word === word))?.length
}

export const homeAt = (words: readonly Word[], at: number): number | undefined => lengthAt(homes, words, at)
export const undoAt = (words: readonly Word[], at: number): number | undefined => lengthAt(undos, words, at)

/** A span of days before today. */
export interface DaySpan {
  /** Days before today of the first and the last day; or a day of the week, 0 is Sunday. */
  from: number
  to: number
  weekday?: number
  length: number
}

/** The time that is named at a word, if one is. */
export function timeAt(words: readonly Word[], at: number): DaySpan | undefined {
  const week = lengthAt(lastWeeks, words, at)
  if (week !== undefined) return { from: 14, to: 1, length: week }
  const named = days
    .flatMap(({ ago, list }) => {
      const length = lengthAt(list, words, at)
      return length === undefined ? [] : [{ from: ago, to: ago, length }]
    })
    .sort((a, b) => b.length - a.length)
  if (named[0]) return named[0]
  const weekday = table.weekdays.findIndex((list) => list.includes(words[at]?.word ?? ''))
  return weekday < 0 ? undefined : { from: 7, to: 0, weekday, length: 1 }
}
