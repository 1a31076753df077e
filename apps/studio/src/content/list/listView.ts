import { ContentListView, type ContentModel } from '@atelier/api'
import { Value } from 'typebox/value'

/** The parameters of an address that say how a list is shown. */
export const listParams: readonly string[] = ['columns', 'sort', 'in', 'status', 'state', 'where', 'find']

/** How many fields a list shows as columns by default. */
const MOST_COLUMNS = 3
const plain: ReadonlySet<string> = new Set([
  'string',
  'select',
  'date',
  'datetime',
  'number',
  'integer',
  'decimal',
  'percent',
  'boolean',
  'relation',
  'rating',
])

/** The view that an address asks for; what it cannot mean is left out. */
export function viewOf(params: Readonly<Record<string, string>> = {}): ContentListView {
  const { columns, sort, in: locale, status, state, where, find: search } = params
  return cleaned({
    ...(columns === undefined ? {} : { columns: columns.split(',').filter((name) => name !== '') }),
    ...(sort === undefined ? {} : { sort }),
    ...(locale === undefined ? {} : { locale }),
    ...(status === undefined ? {} : { status }),
    ...(state === undefined ? {} : { state }),
    ...(where === undefined ? {} : { where: readJson(where) }),
    ...(search === undefined ? {} : { search }),
  })
}

/** The parameters of the address of a view. */
export function paramsOf({ columns, sort, locale, status, state, where, search }: ContentListView) {
  const params: Record<string, string | undefined> = {
    columns: columns?.join(','),
    sort,
    in: locale,
    status,
    state,
    where: where && Object.keys(where).length > 0 ? JSON.stringify(where) : undefined,
    find: search === '' ? undefined : search,
  }
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Each member by itself, so that one that is wrong takes none of the others with it. */
function cleaned(given: object): ContentListView {
  let view: ContentListView = {}
  for (const [name, value] of Object.entries(given)) {
    const next = { ...view, [name]: value }
    if (Value.Check(ContentListView, next)) view = next
  }
  return view
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The columns of a view, and where it has none the first fields that a line can show. */
export function columnsIn(
  { columns }: ContentListView,
  { fields, titleField, orderField }: Pick<ContentModel, 'fields' | 'titleField' | 'orderField'>,
) {
  if (columns) return columns.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return fields
    .filter(({ name, type }) => name !== titleField && name !== orderField && plain.has(type))
    .slice(0, MOST_COLUMNS)
}

/** The view with a click on the heading of a column: up, down, and as it is without an order. */
export function sortedBy({ sort, ...view }: ContentListView, name: string): ContentListView {
  if (sort === name) return { ...view, sort: `-${name}` }
  return sort === `-${name}` ? view : { ...view, sort: name }
}

/** Whether a view leaves entries out. */
export const isFiltered = ({ status, state, where, search }: ContentListView): boolean =>
  status !== undefined || state !== undefined || search !== undefined || Object.keys(where ?? {}).length > 0

const listViewKey = (userId: string, projectId: string, model: string) => `atelier.list.${userId}.${projectId}.${model}`

/** The view in which a person last saw a list, in the words of the address. Their search text is not kept. */
export function recallView(userId: string, projectId: string, model: string, storage: Storage = window.localStorage) {
  const stored = readJson(storage.getItem(listViewKey(userId, projectId, model)) ?? 'null')
  return Value.Check(ContentListView, stored) ? stored : undefined
}

export function rememberView(
  { userId, projectId, model }: { userId: string; projectId: string; model: string },
  { search: _, ...view }: ContentListView,
  storage: Storage = window.localStorage,
): void {
  if (Object.keys(view).length === 0) storage.removeItem(listViewKey(userId, projectId, model))
  else storage.setItem(listViewKey(userId, projectId, model), JSON.stringify(view))
}

/** A condition on one field, as the list offers them. */
export interface Condition {
  field: string
  how: 'is' | 'not' | 'contains' | 'above' | 'below' | 'set' | 'empty'
  value: string
}

const comparisons = { not: 'ne', contains: 'contains', above: 'gte', below: 'lte' } as const

/** The conditions of a view; those of another form, such as an agent's, are not listed. */
export function conditionsOf({ where = {} }: ContentListView): Condition[] {
  return Object.entries(where).flatMap(([field, condition]): Condition[] => {
    if (typeof condition !== 'object' || condition === null) return [{ field, how: 'is', value: String(condition) }]
    const [[name, operand] = ['', '']] = Object.entries(condition)
    if (name === 'exists') return [{ field, how: operand === false ? 'empty' : 'set', value: '' }]
    const how = (['not', 'contains', 'above', 'below'] as const).find((each) => comparisons[each] === name)
    return how ? [{ field, how, value: String(operand) }] : []
  })
}

/** The view with one more condition, in place of another one on the same field. */
export function withCondition(view: ContentListView, { field, how, value }: Condition, type: string): ContentListView {
  const operand = valueFor(value, type)
  const condition =
    how === 'set' || how === 'empty'
      ? { exists: how === 'set' }
      : how === 'is'
        ? operand
        : { [comparisons[how]]: operand }
  return { ...view, where: { ...view.where, [field]: condition } }
}

export function withoutCondition({ where = {}, ...view }: ContentListView, field: string): ContentListView {
  const left = Object.fromEntries(Object.entries(where).filter(([name]) => name !== field))
  return Object.keys(left).length > 0 ? { ...view, where: left } : view
}

const numbers: ReadonlySet<string> = new Set(['number', 'integer', 'decimal', 'percent', 'rating'])

function valueFor(text: string, type: string): string | number | boolean {
  if (type === 'boolean') return text === 'true'
  const number = Number(text.replace(',', '.'))
  return numbers.has(type) && text.trim() !== '' && Number.isFinite(number) ? number : text
}

/** How a field can be compared, the most usual one first. */
export function comparisonsOf(type: string): Condition['how'][] {
  if (type === 'boolean') return ['is', 'set', 'empty']
  if (type === 'select') return ['is', 'not', 'set', 'empty']
  if (numbers.has(type) || type === 'date' || type === 'datetime') return ['is', 'above', 'below', 'set', 'empty']
  if (type === 'relation' || type === 'relations') return ['set', 'empty']
  if (type === 'array') return ['contains', 'set', 'empty']
  return ['contains', 'is', 'not', 'set', 'empty']
}
