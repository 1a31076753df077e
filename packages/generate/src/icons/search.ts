import type { FoundIcon, IconFinder, IconQuery } from '@atelier/site'
import { type Icon, type IconCatalogue, iconWords, kebab, readIcons } from './catalogue.ts'
import { relatedWords } from './terms.ts'

export interface IconSearchOptions {
  /**
   * The bytes of a file in pieces of some 100 kB, by its `file:` URL: one of a package with icons. Called at the first
   * search; each piece is read without a pause.
   */
  read(url: string): AsyncIterable<Uint8Array>
  /** Lets other requests have their turn; called between pieces of work of a few milliseconds. */
  rest(): Promise<void>
}

/** The score of a match, added to that of an icon. */
const SCORE = { name: 100, tag: 60, word: 40, term: 20, prefix: 10 }
/** The most words of a query that count. */
const MAX_WORDS = 8
/** Shorter beginnings of words say nothing. */
const SHORTEST_PREFIX = 2
/** Answers that are kept, the least recently used one is dropped first. */
const MAX_ANSWERS = 500

/** Finds icons of Lucide, Heroicons, Tabler and Phosphor by their names. The sets are read at the first search. */
export function createIconSearch({ read, rest }: IconSearchOptions): IconFinder {
  const answers = new Map<string, FoundIcon[]>()
  let reading: Promise<IconCatalogue> | undefined
  const open = () => {
    reading ??= readIcons({ read, rest }).catch((error: unknown) => {
      // The next search tries again.
      reading = undefined
      throw error
    })
    return reading
  }
  return {
    async search(queries) {
      const catalogue = await open()
      const found: FoundIcon[][] = []
      for (const query of queries) {
        const key = JSON.stringify([query.query, query.count, query.style])
        let answer = answers.get(key)
        if (!answer) {
          if (found.length > 0) await rest()
          answer = findIcons(catalogue, query)
        }
        answers.delete(key)
        answers.set(key, answer)
        for (const oldest of answers.keys()) {
          if (answers.size <= MAX_ANSWERS) break
          answers.delete(oldest)
        }
        found.push(answer)
      }
      return found
    },
  }
}

function findIcons(catalogue: IconCatalogue, { query, count, style }: IconQuery): FoundIcon[] {
  const { icons, groups } = catalogue
  const scores = scoresOf(catalogue, query)
  /** The icon that represents each group, as its index and 1; 0 if none does. */
  const best = new Uint32Array(groups)
  for (const [at, icon] of icons.entries()) {
    if (scores[at] === 0 || icon.style !== style) continue
    const other = icons[(best[icon.group] ?? 0) - 1]
    if (!other || icon.rank < other.rank) best[icon.group] = at + 1
  }
  const top: Scored[] = []
  for (const one of best) {
    const icon = icons[one - 1]
    if (!icon) continue
    const candidate = { icon, score: (scores[one - 1] ?? 0) + icon.bonus }
    let place = top.length
    for (let other = top[place - 1]; other && precedes(candidate, other); other = top[place - 1]) place -= 1
    if (place >= count) continue
    top.splice(place, 0, candidate)
    top.length = Math.min(top.length, count)
  }
  return top.map(({ icon }) => ({ name: icon.name, set: icon.set, svg: svgOf(icon), style: icon.style }))
}

interface Scored {
  icon: Icon
  score: number
}

const precedes = (a: Scored, b: Scored): boolean =>
  a.score > b.score || (a.score === b.score && a.icon.base.length < b.icon.base.length)

/**
 * The scores of all icons, without the bonus of their set; 0 for one that does not match. Each word of the query counts
 * by the best of its matches, so that an icon that is named by all words comes before one that is named by one. The
 * time for a query is linear in the number of icons.
 */
function scoresOf({ icons, byName, byTag, byTerm, byWord }: IconCatalogue, query: string): Float64Array {
  const scores = new Float64Array(icons.length)
  const whole = kebab(query)
  const words = [...new Set(iconWords(query))].slice(0, MAX_WORDS)
  const raise = (points: Uint8Array, found: readonly number[] | undefined, to: number) => {
    for (const at of found ?? []) if ((points[at] ?? 0) < to) points[at] = to
  }
  const add = (points: Uint8Array) => {
    for (let at = 0; at < points.length; at += 1) scores[at] = (scores[at] ?? 0) + (points[at] ?? 0)
  }
  const names = new Uint8Array(icons.length)
  raise(names, byName.get(whole), SCORE.name)
  add(names)
  const tags = new Uint8Array(icons.length)
  for (const tag of [whole, ...words]) raise(tags, byTag.get(tag), SCORE.tag)
  add(tags)
  for (const word of words) {
    const points = new Uint8Array(icons.length)
    raise(points, byWord.get(word), SCORE.word)
    for (const related of relatedWords(word)) raise(points, byName.get(related), SCORE.term)
    raise(points, byTerm.get(word), SCORE.term)
    if (word.length >= SHORTEST_PREFIX) {
      for (const [other, found] of byWord) if (other.startsWith(word)) raise(points, found, SCORE.prefix)
    }
    add(points)
  }
  return scores
}

/** An icon at 24 px in the colour of the text around it. */
function svgOf({ body, width, height }: Icon): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 ${width} ${height}" aria-hidden="true">${body}</svg>`
}
