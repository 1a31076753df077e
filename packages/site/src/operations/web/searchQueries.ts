import { type Envelope, excerpt, fail, parseLooseJson } from '@atelier/operation'
import { Type } from 'typebox'
import { isRecord } from '../../document/node.ts'

/** One thing to search for, as it was meant. */
export interface SearchQuery {
  /** Holds a letter or digit; white space is collapsed. */
  query: string
  /** 1 to 5. */
  count: number
  /** Its other fields, as they were sent. */
  fields: Readonly<Record<string, unknown>>
}

interface ReadQueries {
  queries: SearchQuery[]
  /** Omitted or changed parts, as sentences. */
  dropped: string[]
}

/** The field of an operation's input that `readQueries` reads. */
export const SearchQueries = Type.Union([
  Type.Array(Type.Unknown()),
  Type.String(),
  Type.Record(Type.String(), Type.Unknown()),
])

/** The most queries of one call. */
const MAX_QUERIES = 12
const MAX_COUNT = 5
const MAX_QUERY = 300
/** A longer text is not repaired: no list of queries is that long. */
const MAX_REPAIRED = 8_000

const QUERY_KEYS = ['query', 'q', 'text', 'term', 'keyword', 'keywords', 'prompt', 'subject', 'description', 'name']
const COUNT_KEYS = ['count', 'n', 'limit', 'number', 'amount']

/**
 * The queries in what a model sent as `queries`: records, plain texts, a single one of them, or any of these as JSON,
 * even broken JSON. Parts that are no query are left out and named.
 * @param defaultCount of a query that says no count
 */
export async function readQueries(given: unknown, defaultCount: number): Promise<ReadQueries> {
  const queries: SearchQuery[] = []
  const dropped: string[] = []
  const take = (text: unknown, fields: Readonly<Record<string, unknown>>) => {
    const query = Array.isArray(text) ? text.filter((each) => typeof each === 'string').join(' ') : text
    const clean = typeof query === 'string' && query.length <= MAX_QUERY ? query.replace(/\s+/g, ' ').trim() : ''
    if (!/[\p{L}\p{N}]/u.test(clean)) {
      const shown = shorten(typeof query === 'string' ? query : (JSON.stringify(query ?? fields) ?? ''), 60)
      dropped.push(`“${shown}” is no query: it is words of 1 to ${MAX_QUERY} characters.`)
      return
    }
    if (queries.length === MAX_QUERIES) {
      dropped.push(`“${shorten(clean, 60)}” was left out: one call takes ${MAX_QUERIES} queries.`)
      return
    }
    const asked = Number(COUNT_KEYS.map((key) => fields[key]).find((value) => value !== undefined) ?? defaultCount)
    const count = Math.min(MAX_COUNT, Math.max(1, Math.round(Number.isNaN(asked) ? defaultCount : asked)))
    if (count !== asked) dropped.push(`“${shorten(clean, 60)}” is searched for ${count} (1 to ${MAX_COUNT} can be).`)
    queries.push({ query: clean, count, fields })
  }
  const read = async (value: unknown, depth: number): Promise<void> => {
    if (typeof value === 'string') {
      const parsed = depth < 2 ? await parseText(value) : undefined
      if (parsed !== undefined && typeof parsed !== 'string') await read(parsed, depth + 1)
      else take(parsed ?? value, {})
    } else if (Array.isArray(value)) {
      for (const each of value.slice(0, 4 * MAX_QUERIES)) await read(each, depth + 1)
      if (value.length > 4 * MAX_QUERIES) dropped.push(`${value.length - 4 * MAX_QUERIES} more were not read.`)
    } else if (isRecord(value) && value.queries !== undefined && depth < 2) {
      await read(value.queries, depth + 1)
    } else if (isRecord(value)) {
      take(
        QUERY_KEYS.map((key) => value[key]).find((each) => each !== undefined),
        value,
      )
    } else take(value, {})
  }
  await read(given, 0)
  return { queries, dropped }
}

/** The refusal of an input in which there is nothing to search for. */
export function noQueries(dropped: readonly string[], example: string): Envelope<never> {
  const message = ['No query was sent.', ...dropped.slice(0, 5)].join(' ')
  return fail('no_queries', message, { path: '/queries', expected: '1 to 12 queries', hint: `Send ${example}.` })
}

/** The value of a text that is meant as JSON; undefined if it is a query itself. */
async function parseText(text: string): Promise<unknown> {
  const json = text.trim()
  if (!/^(?:```|[[{"])/.test(json) || json.length > MAX_REPAIRED) return undefined
  const loose = parseLooseJson(json)
  if (loose) return loose.value
  const { jsonrepair } = await import('jsonrepair')
  try {
    return JSON.parse(jsonrepair(json))
  } catch {
    // Nothing in it is JSON, so that its words are what is searched for.
    return undefined
  }
}

export const shorten = (text: string, length: number) => excerpt(text, length)
