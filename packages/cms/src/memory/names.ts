import type { Entity } from './entity.ts'
import { messageWords, nameWords, type Word } from './words.ts'

/** Things by the first word of their names, to find these names in texts. */
export type Names = ReadonlyMap<string, readonly { words: readonly string[]; entity: Entity }[]>

/** A name of one of these words, or of fewer letters, is no name by itself: it may be any word. */
const COMMON: ReadonlySet<string> = new Set(
  'home about over here more news info contact team blog shop start page post menu unser unsere uber alles kontakt neues hier mehr hakkinda iletisim haberler daha'.split(
    ' ',
  ),
)
const SHORTEST = 4

export function indexNames(entities: readonly Entity[]): Names {
  const names = new Map<string, { words: readonly string[]; entity: Entity }[]>()
  const seen = new Set<string>()
  for (const entity of entities) {
    const words = nameWords(entity.name)
    const [first] = words
    const key = `${entity.kind} ${entity.id}`
    if (first === undefined || seen.has(key)) continue
    seen.add(key)
    const known = names.get(first) ?? []
    known.push({ words, entity })
    names.set(first, known)
  }
  return names
}

export interface FoundName {
  entity: Entity
  /** The words of the text that are the name, by their index. */
  from: number
  to: number
}

/** The things whose whole names a text has, in its order; of two at one place the longer name. */
export function readNames(names: Names, text: string | readonly Word[]): FoundName[] {
  const words = typeof text === 'string' ? messageWords(text) : text
  const found: FoundName[] = []
  for (let at = 0; at < words.length; at += 1) {
    const here = (names.get(words[at]?.word ?? '') ?? []).flatMap((candidate) => {
      const to = endOfName(candidate.words, words, at)
      return to === undefined ? [] : [{ entity: candidate.entity, to }]
    })
    const longest = Math.max(...here.map(({ to }) => to))
    for (const { entity, to } of here) {
      const isName = standsInQuotes(words, at, to) || isTelling(words.slice(at, to))
      if (to === longest && isName) found.push({ entity, from: at, to })
    }
    if (here.length > 0) at = longest - 1
  }
  return found
}

/** The index behind a name that begins at a word; marks of punctuation in between are read over. */
export function endOfName(name: readonly string[], words: readonly Word[], at: number): number | undefined {
  let index = at
  for (const wanted of name) {
    while (index > at && words[index]?.isMark) index += 1
    if (words[index]?.word !== wanted) return undefined
    index += 1
  }
  return index
}

const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„', '«', '»', '‘', '’', "'"])

export const standsInQuotes = (words: readonly Word[], from: number, to: number): boolean =>
  QUOTES.has(words[from - 1]?.text ?? '') && QUOTES.has(words[to]?.text ?? '')

function isTelling(words: readonly Word[]): boolean {
  const own = words.filter(({ isMark }) => !isMark)
  if (own.length > 1) return true
  const [only] = own
  return only !== undefined && only.word.length >= SHORTEST && !COMMON.has(only.word)
}
