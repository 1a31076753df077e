import type { Operation } from './operation.ts'

/** The weight of a word, by the field of the operation that has it. */
const WEIGHT = { name: 6, keyword: 5, summary: 4, parameter: 3, description: 1 }
/** Words that say nothing of what is wanted. */
const FILLER = new Set(
  'a an the of to in on at for from with by and or as is are be it its my our your this that i we me us you how do does can could would should please want need let make set change get put give use new some any all into'.split(
    ' ',
  ),
)

/**
 * The operations that fit a query, the best first: by their names, keywords, summaries, parameters and descriptions. A
 * word that many operations have counts less, and an operation that has more of the words counts more.
 */
export function searchOperations(operations: readonly Operation[], query: string): Operation[] {
  const asked = [...new Set(nameWords(query))]
  const telling = asked.filter((word) => !FILLER.has(word))
  const wanted = telling.length > 0 ? telling : asked
  const indexed = operations.map((operation) => ({ operation, words: indexOf(operation) }))
  const rarity = new Map(
    wanted.map((word) => {
      const having = indexed.filter(({ words }) => matchWeight(words, word) > 0).length
      return [word, Math.log(1 + operations.length / (having + 1))]
    }),
  )
  const phrase = ` ${nameWords(query).join(' ')} `
  const scored = indexed.map(({ operation, words }) => {
    let score = 0
    let found = 0
    for (const word of wanted) {
      const weight = matchWeight(words, word)
      if (weight === 0) continue
      found += 1
      score += weight * (rarity.get(word) ?? 0)
    }
    // A match of the whole phrase counts more than its words one by one.
    const called = [operation.name, ...operation.keywords].filter((each) =>
      phrase.includes(` ${nameWords(each).join(' ')} `),
    )
    const longest = Math.max(0, ...called.map((each) => nameWords(each).length))
    return { operation, score: score * (found / wanted.length) + longest * 12 }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ operation }) => operation)
}

type Words = ReadonlyMap<string, number>

const indexes = new WeakMap<object, Words>()

/** The words of an operation with the most that each counts. */
function indexOf(operation: Operation): Words {
  const known = indexes.get(operation)
  if (known) return known
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of nameWords(text)) words.set(word, Math.max(weight, words.get(word) ?? 0))
  }
  add(operation.name, WEIGHT.name)
  for (const keyword of operation.keywords) add(keyword, WEIGHT.keyword)
  add(operation.summary, WEIGHT.summary)
  for (const name of parameterNames(operation.input)) add(name, WEIGHT.parameter)
  add(operation.description, WEIGHT.description)
  indexes.set(operation, words)
  return words
}

/** The names of the fields of an input, at every depth. */
function parameterNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(parameterNames)
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(parameterNames)]
}

function matchWeight(words: Words, wanted: string): number {
  const whole = words.get(wanted)
  if (whole !== undefined) return whole
  let best = 0
  for (const [word, weight] of words) if (weight > best && alike(word, wanted)) best = weight
  // Only its beginning is the same.
  return best * 0.7
}

/** `undoRun` and `undo_run` are both `undo` and `run`; forms of one word are one: `wraps`, `wrapping`. */
function nameWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('colour', 'color')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map(stem)
}

/** A word without the endings of English, as far as searching needs it: `classes` and `class`, `copies` and `copy`. */
function stem(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const bare = word.replace(/(?:sses|ing|ed|es|s)$/, (ending) => (ending === 'sses' ? 'ss' : ''))
  const short = bare.length < 3 || word.endsWith('ss') ? word : bare
  const single = /([b-df-hj-np-tv-z])\1$/.test(short) && !/(?:ss|ll)$/.test(short) ? short.slice(0, -1) : short
  return single.length > 3 && single.endsWith('e') ? single.slice(0, -1) : single
}

/** Whether one word begins with the other: `nav` and `navigation`, `breakpoint` and `breakpoints`. */
function alike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short)
}
