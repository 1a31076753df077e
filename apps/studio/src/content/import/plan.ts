import { checkValue, type FieldDefinition, slugOf } from '@atelier/content'
import { excerpt } from '@atelier/operation'
import type { Cell, Table } from './table.ts'
import { type ColumnStyle, convert, isBlankCell, type Lookup, styleOf, type Unfit } from './values.ts'

/** The target of a column: the id of the entry, its status, a field, or nothing. */
export type Target = { kind: 'none' } | { kind: 'id' } | { kind: 'status' } | { kind: 'field'; name: string }

/** A field as the plan needs it. */
export interface PlannedField {
  name: string
  definition: FieldDefinition
}

/** The model that rows are brought into, which may be one that is still to be made. */
export interface PlannedModel {
  id: string
  kind: 'collection' | 'document'
  titleField?: string | undefined
  fields: readonly PlannedField[]
}

export interface PlanInput {
  table: Pick<Table, 'columns' | 'rows'>
  model: PlannedModel
  /** One for each column. */
  targets: readonly Target[]
  /** The status of every row that no column decides. */
  status: 'draft' | 'published'
  /** Rows whose id an entry has already change that entry; otherwise they are left out. */
  update: boolean
  /** The ids that there are. */
  existing: ReadonlySet<string>
  /** The values that entries have of unique fields, by field, with the id of their entry. */
  unique?: Readonly<Record<string, ReadonlyMap<string, string>>>
  /** Lookups of relations, by field. */
  lookups?: Readonly<Record<string, Lookup>>
}

export interface RowProblem {
  severity: 'error' | 'warning'
  /** The name of the column; absent if it is about the whole row. */
  column?: string
  code: Unfit | 'id' | 'same_id' | 'exists' | 'no_id' | 'status' | 'required' | 'not_unique' | 'value'
  /** The value, or a sentence of the model's own check. */
  text: string
}

export interface PlannedRow {
  /** Counted from 1, without the head. */
  number: number
  /** Undefined if the server gives it one. */
  id: string | undefined
  action: 'create' | 'update' | 'skip'
  status: 'draft' | 'published'
  values: Record<string, unknown>
  problems: RowProblem[]
}

const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}$/
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const PUBLISHED = new Set(['published', 'publish', 'live', 'public', 'true', 'yes', '1', 'veröffentlicht', 'yayında'])
const DRAFT = new Set([
  'draft',
  'unpublished',
  'hidden',
  'private',
  'false',
  'no',
  '0',
  '',
  'entwurf',
  'taslak',
  'archived',
])

/** The values that each row would write, and their problems; row by row, so that a caller may rest in between. */
export function* planRows(input: PlanInput): Generator<PlannedRow, void> {
  const { table, model, targets } = input
  const styles = table.columns.map((_, column) => styleOf(table.rows.slice(0, 2_000).map((row) => row[column])))
  const fields = new Map(model.fields.map(({ name, definition }) => [name, definition]))
  const taken = new Set<string>()
  const held = new Map<string, string>()
  for (const [at, row] of table.rows.entries()) yield planRow(row, at + 1)

  function planRow(row: readonly Cell[], number: number): PlannedRow {
    const problems: RowProblem[] = []
    const values: Record<string, unknown> = {}
    let id: string | undefined
    let { status } = input
    const problem = (
      column: string | undefined,
      code: RowProblem['code'],
      text: string,
      severity: RowProblem['severity'] = 'error',
    ) => problems.push({ severity, code, text, ...(column === undefined ? {} : { column }) })

    for (const [at, target] of targets.entries()) {
      const cell = row[at]
      const column = table.columns[at] ?? ''
      if (target.kind === 'none') continue
      const text = isBlankCell(cell) ? '' : String(cell).trim()
      if (target.kind === 'status') {
        const word = text.toLowerCase()
        if (PUBLISHED.has(word)) status = 'published'
        else if (DRAFT.has(word)) status = 'draft'
        else problem(column, 'status', text)
      } else if (target.kind === 'id') {
        if (text !== '') id = text
      } else {
        const definition = fields.get(target.name)
        if (definition) readField(target.name, definition, cell, column, styles[at])
      }
    }

    function readField(name: string, definition: FieldDefinition, cell: Cell, column: string, style?: ColumnStyle) {
      if (isBlankCell(cell)) return
      const converted = convert(
        cell,
        definition,
        style ?? { decimalComma: false, dayFirst: true },
        input.lookups?.[name],
      )
      if (!converted.ok) return void problem(column, converted.why, short(cell))
      // Values of JSON, as everything that a file holds.
      const value = converted.value as Parameters<typeof checkValue>[1]
      for (const found of checkValue(definition, value, { field: column === '' ? name : column }))
        problem(column, 'value', found.message, found.severity)
      if (definition.unique === true && value !== undefined) isUnique(name, JSON.stringify(value), column, short(cell))
      values[name] = value
    }

    function isUnique(name: string, value: string, column: string, text: string) {
      const key = `${name} ${value}`
      const holder = input.unique?.[name]?.get(value)
      if (held.has(key) || (holder !== undefined && holder !== id)) problem(column, 'not_unique', text)
      held.set(key, String(number))
    }

    if (id === undefined && model.kind === 'document') {
      const title = model.titleField === undefined ? undefined : values[model.titleField]
      const slug = typeof title === 'string' ? slugOf(title) : ''
      if (slug === '') problem(undefined, 'no_id', '')
      else id = slug
    }
    if (id !== undefined && !(model.kind === 'document' ? SLUG : ID).test(id)) problem(undefined, 'id', id)
    if (id !== undefined && taken.has(id)) problem(undefined, 'same_id', id)
    if (id !== undefined) taken.add(id)
    const exists = id !== undefined && input.existing.has(id)
    if (exists && !input.update) problem(undefined, 'exists', id ?? '')
    if (!exists) {
      for (const [name, { required, default: given }] of fields)
        if (required === true && given === undefined && values[name] === undefined && name !== 'slug')
          problem(columnOf(name), 'required', columnOf(name) ?? name)
    }
    const isWrong = problems.some(({ severity }) => severity === 'error')
    return { number, id, action: isWrong ? 'skip' : exists ? 'update' : 'create', status, values, problems }
  }

  function columnOf(name: string): string | undefined {
    const at = targets.findIndex((target) => target.kind === 'field' && target.name === name)
    return at < 0 ? undefined : table.columns[at]
  }
}

function short(cell: Cell): string {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return excerpt(text, 80)
}
