import { type FieldDefinition, slugOf } from '@atelier/content'
import type { PlannedField, Target } from './plan.ts'
import type { Table } from './table.ts'
import { guessField } from './values.ts'

/** Columns whose cells are looked at for the type of a field. */
const LOOKED_AT = 2_000
/** Names that mean something else than a field. */
const idNames = new Set(['id', 'slug', 'key', 'uuid', 'entryid'])
const statusNames = new Set(['status', 'state', 'published', 'durum'])

const plainName = (name: string) => slugOf(name).replaceAll('-', '')

/** A name as a field has it. */
export function fieldNameOf(column: string, taken: ReadonlySet<string>): string {
  const words = slugOf(column)
    .replaceAll('-', '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 60)
  const name = words === '' ? 'field' : words
  let unique = name
  for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`
  return unique
}

export interface Proposal {
  id: string
  name: string
  fields: PlannedField[]
  titleField: string | undefined
  targets: Target[]
}

/** A model that has a field for each column of a file, with the type that fits its cells. */
export function proposeModel(
  table: Pick<Table, 'columns' | 'rows'>,
  fileName: string,
  ids: ReadonlySet<string>,
): Proposal {
  const name =
    fileName
      .replace(/\.[^.]*$/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || 'Entries'
  const base = slugOf(name) || 'entries'
  let id = base
  for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`
  const fields: PlannedField[] = []
  const taken = new Set<string>(['slug', 'body'])
  let hasId = false
  const targets = table.columns.map((column, at): Target => {
    const cells = table.rows.slice(0, LOOKED_AT).map((row) => row[at])
    if (!hasId && idNames.has(plainName(column)) && areIds(table.rows, at)) {
      hasId = true
      return { kind: 'id' }
    }
    if (statusNames.has(plainName(column)) && plainName(column) === 'status') return { kind: 'status' }
    const field = fieldNameOf(column, taken)
    taken.add(field)
    const definition = guessField(cells, column)
    fields.push({ name: field, definition: { ...definition, label: column, order: fields.length + 1 } })
    return { kind: 'field', name: field }
  })
  const title =
    fields.find(
      ({ name: each, definition }) => isLine(definition) && /^(?:title|name|label|question|isim|baslik)/.test(each),
    ) ?? fields.find(({ definition }) => isLine(definition))
  if (title) title.definition = { ...title.definition, required: true }
  return { id, name: name[0]?.toUpperCase() + name.slice(1), fields, titleField: title?.name, targets }
}

const isLine = ({ type }: FieldDefinition) => type === 'string'

/** Whether a column has an id of its own in every row. */
function areIds(rows: readonly (readonly unknown[])[], column: number): boolean {
  const ids = rows.map((row) => String(row[column] ?? '').trim())
  return (
    new Set(ids).size === ids.length &&
    ids.every((id) => /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}$/.test(id) && !/^\d+$/.test(id))
  )
}

/** The fields of a model that columns are named after. */
export function matchColumns(
  columns: readonly string[],
  fields: readonly { name: string; label?: string | undefined }[],
): Target[] {
  const used = new Set<string>()
  return columns.map((column): Target => {
    const wanted = plainName(column)
    const field = fields.find(
      ({ name, label }) =>
        !used.has(name) && (plainName(name) === wanted || (label !== undefined && plainName(label) === wanted)),
    )
    if (field && field.name !== 'slug') {
      used.add(field.name)
      return { kind: 'field', name: field.name }
    }
    if (idNames.has(wanted) && !used.has('#id')) {
      used.add('#id')
      return { kind: 'id' }
    }
    if (statusNames.has(wanted) && !used.has('#status')) {
      used.add('#status')
      return { kind: 'status' }
    }
    return { kind: 'none' }
  })
}
