/** The longest message that references are looked for in, in characters, and the most words of it. */
const MOST_CHARACTERS = 4_000
const MOST_WORDS = 800
const PIECES = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)?|[^\s\p{L}\p{N}\p{M}]/gu
const LETTER = /^[\p{L}\p{N}]/u

/** A word of a message, or a mark of punctuation. */
export interface Word {
  /** Without case, marks, and what follows an apostrophe. */
  word: string
  /** As it is written. */
  text: string
  isMark: boolean
  start: number
  end: number
}

/** The words and marks of a message in their order, the first 800. */
export function messageWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.slice(0, MOST_CHARACTERS).matchAll(PIECES)) {
    const [piece] = match
    const isMark = !LETTER.test(piece)
    const [first = ''] = piece.split(/['’]/)
    words.push({
      word: isMark ? piece : foldWord(first),
      text: piece,
      isMark,
      start: match.index,
      end: match.index + piece.length,
    })
    if (words.length === MOST_WORDS) break
  }
  return words
}

/** A word without case and marks; İ, I and ı of Turkish are one letter. */
export function foldWord(word: string): string {
  return word
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
}

/** The words of a name, without marks of punctuation. */
export const nameWords = (name: string): string[] =>
  messageWords(name.slice(0, 200)).flatMap(({ word, isMark }) => (isMark ? [] : [word]))
