import type { Attribute } from '../document/node.ts'
import { VOID_TAGS } from '../document/tree.ts'
import { refuseTag } from '../html/refuse.ts'
import { ROWS } from './contentSource.ts'
import { type LoopAround, type LoopEntry, type LoopSource, orderEntries } from './source.ts'

/** The default number of entries per page of a paginated loop. */
const DEFAULT_PAGE_SIZE = 10

/** The query of a loop, from its attributes. */
export interface LoopQuery {
  source: LoopSource
  /** Empty: in the source's own order. */
  orderBy: string
  descending: boolean
  limit: number
  offset: number
  /** Entries per page; 0 if everything is on one page. */
  pageSize: number
  /** Whether links to the other pages are printed after the entries. */
  links: boolean
  filters: readonly { name: string; value: string }[]
  /** The element around all entries; empty for none. */
  tag: string
  /** The attributes of that element. */
  attributes: readonly Attribute[]
}

/**
 * Reads a loop's attributes. @param sourcesIn what loops can read: in the locale of the page, or in the one of `data-locale`
 * `problems` lists errors in them, as sentences that name the available options.
 * `query` is undefined if nothing can be looped through.
 */
export function readLoop(
  attributes: readonly Attribute[],
  sourcesIn: readonly LoopSource[] | ((locale: string | undefined) => readonly LoopSource[]),
): { query: LoopQuery | undefined; problems: string[] } {
  const problems: string[] = []
  const given = new Map<string, string>()
  const own: Attribute[] = []
  for (const [name, value] of attributes) {
    if (isSetting(name)) given.set(name.slice('data-'.length), value.trim())
    else own.push([name, value])
  }
  const sourceId = given.get('source-id') ?? ''
  const table = given.get('table-id')
  const sources = typeof sourcesIn === 'function' ? sourcesIn(given.get('locale') || undefined) : sourcesIn
  const source = sources.find((each) => each.id === sourceId && (each.table === undefined || each.table === table))
  if (!source) {
    problems.push(missingSource(sourceId, table, given.get('locale'), sources))
    return { query: undefined, problems }
  }
  const orderBy = given.get('order-by') ?? ''
  const knowsOrder = orderBy === '' || source.orders.some(({ id }) => id === orderBy)
  if (!knowsOrder) {
    problems.push(
      `${source.label} cannot be ordered by “${orderBy}”; use ${joinWithOr(source.orders.map(({ id }) => id))}.`,
    )
  }
  const direction = (given.get('direction') ?? '').toLowerCase()
  if (direction !== '' && direction !== 'asc' && direction !== 'desc') {
    problems.push(`The direction of a loop is asc or desc, not “${direction}”.`)
  }
  const number = (name: string, fallback: number, least: number) => {
    const text = given.get(name) ?? ''
    if (text === '') return fallback
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
    problems.push(`data-${name} is a whole number from ${least}, not “${text}”.`)
    return fallback
  }
  const filters: { name: string; value: string }[] = []
  for (const [name, value] of given) {
    if (!name.startsWith('filter-') || value === '') continue
    const filter = source.filters.find((each) => `filter-${each.name}` === name)
    if (!filter) {
      problems.push(
        `${source.label} have no filter “${name.slice(7)}”; there are ${joinWithOr(source.filters.map((each) => each.name))}.`,
      )
    } else if (filter.values && !filter.values.includes(value)) {
      problems.push(`The filter “${filter.name}” is ${joinWithOr(filter.values)}, not “${value}”.`)
    } else filters.push({ name: filter.name, value })
  }
  const pagination = (given.get('pagination') ?? '').toLowerCase()
  const isPaged = !['', 'none', 'false', 'off'].includes(pagination)
  const pageSize = number('page-size', DEFAULT_PAGE_SIZE, 1)
  const query: LoopQuery = {
    source,
    orderBy: knowsOrder ? orderBy : '',
    descending: direction === 'desc',
    limit: number('limit', Number.POSITIVE_INFINITY, 0),
    offset: number('offset', 0, 0),
    pageSize: isPaged ? pageSize : 0,
    links: isPaged && pagination !== 'tokens',
    filters,
    tag: wrapper(given, own, problems),
    attributes: own,
  }
  return { query, problems }
}

/** Whether an attribute configures the loop; all others belong to the element around the entries. */
function isSetting(name: string): boolean {
  return /^data-(?:source-id|table-id|locale|order-by|direction|limit|offset|pagination|page-size|tag|custom-tag|filter-[\w-]+)$/.test(
    name,
  )
}

/** The entries that a query finds, in order, before they are cut into pages. */
export function queryEntries(
  { source, orderBy, descending, filters, limit, offset }: LoopQuery,
  entries: readonly LoopEntry[],
  around: LoopAround,
): readonly LoopEntry[] {
  const applied = filters.flatMap(({ name, value }) => {
    const filter = source.filters.find((each) => each.name === name)
    return filter ? [{ filter, value }] : []
  })
  let found = entries
  if (applied.length > 0) {
    found = found.filter((entry) => applied.every(({ filter, value }) => filter.accepts(entry, value, around)))
  }
  if (orderBy !== '') found = orderEntries(found, orderBy, descending)
  else if (descending) found = found.toReversed()
  return offset > 0 || found.length > limit ? found.slice(offset, offset + limit) : found
}

/** The element around the entries: as requested, a `<div>` if only attributes need one, otherwise none. */
function wrapper(given: ReadonlyMap<string, string>, own: readonly Attribute[], problems: string[]): string {
  const named = given.get('tag') ?? ''
  const tag = (named === 'custom' ? (given.get('custom-tag') ?? '') : named).toLowerCase()
  if (tag === 'none') return ''
  if (tag === '') return own.length > 0 ? 'div' : ''
  if (!/^[a-z][a-z0-9-]*$/.test(tag) || refuseTag(tag) !== undefined || VOID_TAGS.has(tag)) {
    problems.push(`A loop cannot be put into <${tag}>; it stands in a <div>.`)
    return 'div'
  }
  return tag
}

function missingSource(
  sourceId: string,
  table: string | undefined,
  locale: string | undefined,
  sources: readonly LoopSource[],
): string {
  const known = joinWithOr([...new Set(sources.map(({ id }) => id))])
  if (sourceId === '') return `The loop names no source; set data-source-id to ${known}.`
  if (sourceId === ROWS) {
    const tables = sources.flatMap((each) => each.table ?? [])
    const named = table === undefined || table === '' ? '' : ` “${table}”`
    if (tables.length > 0) return `There is no table${named}; set data-table-id to ${joinWithOr(tables)}.`
    if (locale) return `The content has no locale “${locale}”, so this loop shows nothing.`
    return `There is no table${named}: this site has no content collections yet. Loops can read from ${known}.`
  }
  return `There is no loop source “${sourceId}”; there are ${known}.`
}

/** `a`, `a or b`, `a, b or c`. */
function joinWithOr(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
