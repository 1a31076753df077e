import { editDistance, type Steps } from '@atelier/operation'

/** A known word that a word of a query may mean. */
export interface AlikeWord {
  word: string
  /** From 0 to 1; 1 is the word itself. */
  quality: number
  /** It is the word, a form of it or one that begins so; otherwise letters of it are other ones. */
  isSure: boolean
}

export interface Vocabulary {
  /**
   * The known words that a word may mean, the best first: itself, what it begins, other forms of it; if there is none of
   * these, those with a letter or two that are other ones.
   * @param isLast it may be the beginning of a word
   */
  alike(word: string, isLast: boolean): AlikeWord[]
}

const QUALITY = { same: 1, begins: 0.85, form: 0.7, oneLetter: 0.6, twoLetters: 0.45 }
/** Words of fewer letters have no other forms, and no wrong letters. */
const SHORTEST = 4
/** From this many letters on two may be wrong. */
const LONG = 7
/** The most words that one word is taken for. */
const MOST = 40
/** The most letters that the ending of a form has. */
const ENDING = 4
const RUN = 256

export function* createVocabulary(words: Iterable<string>): Steps<Vocabulary> {
  const sorted = [...words].sort()
  yield
  const known = new Set(sorted)
  const masks = new Int32Array(sorted.length)
  const byLength = new Map<number, number[]>()
  for (const [at, word] of sorted.entries()) {
    masks[at] = maskOf(word)
    const alike = byLength.get(word.length)
    if (alike) alike.push(at)
    else byLength.set(word.length, [at])
    if (at % RUN === 0) yield
  }

  /** Words that begin with some letters. */
  function* beginning(start: string): Generator<string> {
    for (let at = firstFrom(sorted, start); at < sorted.length; at += 1) {
      const word = sorted[at] ?? ''
      if (!word.startsWith(start)) return
      yield word
    }
  }

  function forms(word: string, isLast: boolean): AlikeWord[] {
    const found: AlikeWord[] = known.has(word) ? [{ word, quality: QUALITY.same, isSure: true }] : []
    for (const longer of beginning(word)) {
      if (found.length >= MOST) break
      const isForm = word.length >= SHORTEST && longer.length - word.length <= ENDING
      if (longer !== word && (isForm || isLast)) found.push({ word: longer, quality: QUALITY.begins, isSure: true })
    }
    const stem = stemOf(word)
    if (stem.length < SHORTEST) return found
    for (const other of beginning(stem)) {
      if (found.length >= MOST) break
      const isForm = other.length - stem.length <= ENDING && other !== word && !other.startsWith(word)
      if (isForm) found.push({ word: other, quality: QUALITY.form, isSure: true })
    }
    return found
  }

  function misspelled(word: string): AlikeWord[] {
    if (word.length < SHORTEST) return []
    const most = word.length >= LONG ? 2 : 1
    const mask = maskOf(word)
    const found: AlikeWord[] = []
    for (let length = word.length - most; length <= word.length + most; length += 1) {
      for (const at of byLength.get(length) ?? []) {
        // Each changed letter sets at most two bits.
        if (bits((masks[at] ?? 0) ^ mask) > 2 * most) continue
        const other = sorted[at] ?? ''
        if (!beginsAlike(word, other)) continue
        const distance = editDistance(word, other, most + 1)
        if (distance <= most)
          found.push({ word: other, quality: distance === 1 ? QUALITY.oneLetter : QUALITY.twoLetters, isSure: false })
      }
    }
    return found.sort((a, b) => b.quality - a.quality).slice(0, MOST)
  }

  return {
    alike(word, isLast) {
      const found = forms(word, isLast)
      if (found.length > 0) return found
      const near = misspelled(word)
      if (near.length > 0) return near
      // A form of a word with a wrong letter: its stem is looked for.
      const stem = stemOf(word)
      return stem === word ? [] : misspelled(stem)
    },
  }
}

/** Endings of English, German and Turkish words, the longest first; the texts have no marks. */
const ENDINGS = (
  'lerimiz larimiz lerini larini leriniz lariniz lerin larin lere lara lerde larda lerden lardan leri lari ler lar ' +
  'ungen ings ing edly ies ied y es ed er ern en em est s e n ' +
  'sinin sini nin nun imiz umuz dan den tan ten nda nde da de ta te yi yu ya ye in un im um i u a'
)
  .split(' ')
  .sort((a, b) => b.length - a.length)

/** A word without its ending, so that its other forms are found. At least four letters stay. */
export function stemOf(word: string): string {
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= SHORTEST)
  return ending === undefined ? word : word.slice(0, -ending.length)
}

/** The letters of a word as bits of a number. */
function maskOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) % 32)
  return mask
}

/** How many bits of a 32-bit number are set. */
function bits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** One of the first two letters is right: few mistype both. */
function beginsAlike(one: string, other: string): boolean {
  const [a, b] = [one.charCodeAt(0), one.charCodeAt(1)]
  const [c, d] = [other.charCodeAt(0), other.charCodeAt(1)]
  return a === c || b === d || a === d || b === c
}

function firstFrom(sorted: readonly string[], start: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < start) from = middle + 1
    else to = middle
  }
  return from
}
