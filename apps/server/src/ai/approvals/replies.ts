import table from './replyWords.json' with { type: 'json' }

/** The decision that a person's words are on the open questions. */
export type Reply = 'yes' | 'no' | 'neither'

type Meaning =
  | { kind: 'yes' | 'no' | 'filler' }
  /** One thing: it decides only if one thing is asked about. */
  | { kind: 'pronoun' }
  /** An action or its object, as the names of operations say it. */
  | { kind: 'verb' | 'object'; name: string }

/** The longest reply that is read as a decision, in characters: a longer one says more than that. */
const MOST_CHARACTERS = 120
/** Words and pictographs; whatever else a reply holds is punctuation. */
const PIECES = /[\p{L}\p{N}\p{M}'’]+|\p{Extended_Pictographic}/gu
/** Punctuation that leaves a decision what it is. A question mark, dots in a row or brackets do not. */
const PLAIN = /^[\p{L}\p{N}\p{M}\p{Extended_Pictographic}'’"“”„.,!;:\s–—-]*$/u

/**
 * Reads a person's message as a decision, by rule: every word of it has to be one of the table, and all have to say the
 * same. A condition, a question, another wish or an unknown word makes it neither.
 * @param operations the operations that are asked about, by id: “delete it” decides only on one that deletes
 */
export function readReply(text: string, operations: readonly string[]): Reply {
  const said = text
    .trim()
    .replace(/[:;]-?\)/g, '')
    .replace(/\p{Emoji_Modifier}/gu, '')
  if (said.length > MOST_CHARACTERS || !PLAIN.test(said) || said.includes('..')) return 'neither'
  const pieces = (said.match(PIECES) ?? []).map(foldWord)
  const decisions = new Set<'yes' | 'no'>()
  for (let at = 0; at < pieces.length; ) {
    const found = longestPhrase(pieces, at)
    if (!found || !appliesTo(found.meaning, operations)) return 'neither'
    const { kind } = found.meaning
    if (kind === 'yes' || kind === 'no') decisions.add(kind)
    if (kind === 'verb') decisions.add('yes')
    at += found.length
  }
  const [only, ...others] = decisions
  return only === undefined || others.length > 0 ? 'neither' : only
}

/** Whether a phrase can be about the operations that are asked about. */
function appliesTo(meaning: Meaning, operations: readonly string[]): boolean {
  const names = operations.map((id) => id.slice(id.indexOf('.') + 1).toLowerCase())
  switch (meaning.kind) {
    case 'verb':
      return names.length > 0 && names.every((name) => name.startsWith(meaning.name))
    case 'object':
      return names.length === 1 && names.every((name) => name.includes(meaning.name))
    case 'pronoun':
      return names.length === 1
    default:
      return true
  }
}

function longestPhrase(pieces: readonly string[], at: number): { meaning: Meaning; length: number } | undefined {
  for (let length = Math.min(LONGEST, pieces.length - at); length > 0; length -= 1) {
    const meaning = PHRASES.get(pieces.slice(at, at + length).join(' '))
    if (meaning) return { meaning, length }
  }
  return undefined
}

/** A word without case, marks and apostrophes; İ, I and ı of Turkish are one letter. */
function foldWord(word: string): string {
  return word
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
}

/** Every phrase of the table by its folded words. A no of one language is a no, whatever it is in another. */
const PHRASES: ReadonlyMap<string, Meaning> = readTable()
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

function readTable(): Map<string, Meaning> {
  const phrases = new Map<string, Meaning>()
  const add = (list: readonly string[], meaning: Meaning) => {
    for (const phrase of list) phrases.set((phrase.match(PIECES) ?? []).map(foldWord).join(' '), meaning)
  }
  const { signs, ...languages } = table
  for (const { filler, pronouns, objects, verbs, yes } of Object.values(languages)) {
    add(filler, { kind: 'filler' })
    add(pronouns, { kind: 'pronoun' })
    for (const [name, list] of Object.entries(objects)) add(list, { kind: 'object', name })
    for (const [name, list] of Object.entries(verbs)) add(list, { kind: 'verb', name })
    add(yes, { kind: 'yes' })
  }
  for (const kind of ['filler', 'yes', 'no'] as const) add(signs[kind], { kind })
  for (const { no } of Object.values(languages)) add(no, { kind: 'no' })
  return phrases
}
