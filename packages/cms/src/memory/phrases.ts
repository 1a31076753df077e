import type { EntityKind } from './entity.ts'
import { type DaySpan, homeAt, kindOf, ordinalOf, timeAt, undoAt, vocabulary as words } from './vocabulary.ts'
import type { Word } from './words.ts'

/** A part of a message that refers to something, before it is known to what. */
export interface Phrase {
  from: number
  /** The index behind its last word. */
  to: number
  kind?: EntityKind
  /** How it says what is meant. */
  way: 'undo' | 'home' | 'pronoun' | 'known' | 'place' | 'other' | 'previous' | 'newest' | 'time' | 'name'
  isMany?: boolean
  /** Exactly two are meant. */
  isPair?: boolean
  place?: number
  time?: DaySpan
  /** The words that name it, the nearest to the kind first. */
  names?: readonly string[]
  /** All of these words have to be in the name. */
  isExact?: boolean
}

/** The most words before a noun that belong to it. */
const MOST_BEFORE = 5
const MOST_BEHIND = 5

/** The phrases of a message that refer to something by more than a name alone, in its order. */
export function readPhrases(message: readonly Word[]): Phrase[] {
  const found: Phrase[] = []
  const isTaken = (at: number) => found.some(({ from, to }) => at >= from && at < to)
  const readers = [undoPhrase, homePhrase, nounPhrase, standingPhrase, pronounPhrase]
  for (const read of readers) {
    for (let at = 0; at < message.length; at += 1) {
      const phrase = isTaken(at) ? undefined : read(message, at)
      if (phrase && !isTaken(phrase.from)) found.push(phrase)
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/** “undo”, with the pronoun behind it. */
function undoPhrase(message: readonly Word[], at: number): Phrase | undefined {
  const length = undoAt(message, at)
  if (length === undefined) return undefined
  const isObject = ({ word }: Word) => words.pronouns.has(word) || words.guardedPronouns.has(word)
  const [before, behind] = [message[at - 1], message[at + length]]
  const from = before && isObject(before) ? at - 1 : at
  const to = at + length + (behind && isObject(behind) && (message[at + length + 1]?.isMark ?? true) ? 1 : 0)
  return { from, to, way: 'undo' }
}

function homePhrase(message: readonly Word[], at: number): Phrase | undefined {
  const length = homeAt(message, at)
  return length === undefined ? undefined : { from: at, to: at + length, way: 'home', kind: 'page' }
}

/** A phrase around a noun: “the second page”, “that post”, “the post from yesterday”, “the page about bread”. */
function nounPhrase(message: readonly Word[], at: number): Phrase | undefined {
  const { word = '' } = message[at] ?? {}
  const noun =
    kindOf(word) ?? (words.heads.has(word) ? { kind: undefined, isMany: false, isDefinite: false } : undefined)
  if (!noun) return undefined
  const compound = 'compound' in noun ? noun.compound : undefined
  const before = wordsBefore(message, at)
  const behind = wordsBehind(message, at)
  const { kind, isMany } = noun
  const base = { from: before.from, to: at + 1, ...(kind === undefined ? {} : { kind }) }
  if (before.isIndefinite) return undefined
  const number = placeBehind(message, at)
  const place = before.place ?? number
  if (place !== undefined) return { ...base, to: number === undefined ? at + 1 : behind.to, way: 'place', place }
  const time = before.time ?? behind.time
  if (time) return { ...base, to: before.time ? at + 1 : behind.to, way: 'time', time }
  if (before.way !== undefined) return { ...base, way: before.way }
  const names = [...(compound === undefined ? [] : [compound]), ...before.names]
  if (names.length > 0) return { ...base, way: 'name', names }
  if (behind.names.length > 0) return { ...base, to: behind.to, way: 'name', names: behind.names, isExact: true }
  const isPointed = before.isDemonstrative || before.isDefinite || noun.isDefinite
  if (!isPointed || (isMany && !before.isDemonstrative) || (kind === undefined && !before.isDemonstrative))
    return undefined
  return { ...base, way: 'known', ...(isMany ? { isMany } : {}) }
}

interface Before {
  from: number
  isIndefinite: boolean
  isDemonstrative: boolean
  isDefinite: boolean
  place?: number
  time?: DaySpan
  way?: 'other' | 'previous' | 'newest'
  names: string[]
}

/** Reads the words before a noun, back to its article. */
function wordsBefore(message: readonly Word[], at: number): Before {
  const read: Before = { from: at, isIndefinite: false, isDemonstrative: false, isDefinite: false, names: [] }
  for (let index = at - 1; index >= Math.max(0, at - MOST_BEFORE); index -= 1) {
    const { word = '', isMark = true, text = '' } = message[index] ?? {}
    if (isMark) {
      if (text === '-' || text === '.') continue
      break
    }
    const time = timeEnding(message, index)
    const place =
      ordinalOf(word) ?? (message[index + 1]?.text === '.' && /^\d{1,2}$/.test(word) ? Number(word) : undefined)
    if (words.indefinite.has(word)) {
      read.isIndefinite = true
      break
    }
    if (time) {
      read.time = time.span
      index = time.from
    } else if (place !== undefined) read.place = place
    else if (words.other.has(word)) read.way = 'other'
    else if (words.previous.has(word)) read.way = 'previous'
    else if (words.newest.has(word)) read.way = 'newest'
    else if (words.definite.has(word) || words.demonstrative.has(word) || words.demonstrativeMany.has(word)) {
      read.isDefinite = words.definite.has(word)
      read.isDemonstrative = !read.isDefinite
      read.from = index
      break
    } else if (words.stops.has(word)) break
    else read.names.push(word)
    read.from = index
  }
  const isBare = !read.isDefinite && !read.isDemonstrative
  // “Create new pages” makes some; “the new page” and “yeni sayfayı” are one that is there.
  if (isBare && read.way === 'newest' && !isTurkish(message[at])) read.isIndefinite = true
  return read
}

const isTurkish = (word: Word | undefined): boolean => {
  const noun = kindOf(word?.word ?? '')
  return noun?.isDefinite === true && !['sayfa', 'yazi', 'gorsel', 'resim', 'bolum'].includes(word?.word ?? '')
}

/** A time whose last word is here. */
function timeEnding(message: readonly Word[], at: number): { span: DaySpan; from: number } | undefined {
  for (let from = Math.max(0, at - 3); from <= at; from += 1) {
    const span = timeAt(message, from)
    if (span && from + span.length === at + 1) return { span, from }
  }
  return undefined
}

/** Reads the words behind a noun: “page about bread”, “post from yesterday”, “page called “About””. */
function wordsBehind(message: readonly Word[], at: number): { to: number; names: string[]; time?: DaySpan } {
  const names: string[] = []
  let to = at + 1
  for (let index = at + 1; index < Math.min(message.length, at + 1 + MOST_BEHIND + 2); index += 1) {
    const time = timeAt(message, index)
    if (time) return { to: index + time.length, names: [], time }
    const { word = '', isMark = true } = message[index] ?? {}
    if (isMark || names.length >= MOST_BEHIND) {
      if (names.length > 0 && isMark) break
      continue
    }
    if (words.called.has(word) && names.length === 0) continue
    if (words.stops.has(word) && names.length > 0) break
    if (words.definite.has(word) || words.stops.has(word)) continue
    names.push(word)
    to = index + 1
  }
  const isNamed = words.called.has(message[at + 1]?.word ?? '') || message[at + 1]?.isMark === true
  return { to, names: isNamed ? names : [] }
}

/** “Page 2”, “section number 3”. */
function placeBehind(message: readonly Word[], at: number): number | undefined {
  const next = message[at + 1]?.word ?? ''
  const number = words.number.has(next) ? (message[at + 2]?.word ?? '') : next
  return /^\d{1,2}$/.test(number) ? Number(number) : undefined
}

/** An adjective without its noun: “the second”, “den anderen”, “ikincisini”, “number 2”, “die von gestern”. */
function standingPhrase(message: readonly Word[], at: number): Phrase | undefined {
  const { word = '' } = message[at] ?? {}
  const [before, next] = [message[at - 1]?.word ?? '', message[at + 1]]
  if (words.number.has(word) && /^\d{1,2}$/.test(next?.word ?? ''))
    return { from: at, to: at + 2, way: 'place', place: Number(next?.word) }
  const isPointed = words.definite.has(before) || words.demonstrative.has(before)
  const stands = words.selfContained.has(word) || (isPointed && endsHere(next))
  const from = isPointed ? at - 1 : at
  const place = ordinalOf(word)
  if (stands && place !== undefined) return { from, to: at + 1, way: 'place', place }
  if (stands && words.other.has(word)) return { from, to: at + 1, way: 'other' }
  if (stands && words.previous.has(word)) return { from, to: at + 1, way: 'previous' }
  const isHeadless = words.headless.has(word) && isPointed
  const time = timeAt(message, isHeadless ? at + 1 : at)
  if (time && isHeadless) return { from, to: at + 1 + time.length, way: 'time', time }
  return time && word.startsWith('dunkun') ? { from: at, to: at + 1, way: 'time', time } : undefined
}

const endsHere = (next: Word | undefined): boolean => next === undefined || next.isMark || words.follows.has(next.word)

function pronounPhrase(message: readonly Word[], at: number): Phrase | undefined {
  const { word = '', text = '' } = message[at] ?? {}
  const [before, next] = [message[at - 1]?.word ?? '', message[at + 1]]
  const isEmpty = words.emptyBefore.has(before) || words.emptyAfter.has(next?.word ?? '')
  if (isEmpty) return undefined
  const phrase = { from: at, to: at + 1, way: 'pronoun' } as const
  if (words.pronounsMany.has(word) || (words.guardedMany.has(word) && endsHere(next)))
    return { ...phrase, isMany: true, ...(words.pair.has(word) ? { isPair: true } : {}) }
  if (words.pronouns.has(word)) return phrase
  const isPolite = text === 'Sie' && at > 0
  return words.guardedPronouns.has(word) && !isPolite && endsHere(next) ? phrase : undefined
}
