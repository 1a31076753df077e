import type { ContentField } from '@atelier/api'
import { excerpt } from '@atelier/operation'
import { Select } from '../../ui/index.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import styles from './Import.module.css'
import type { ReadFile } from './messages.ts'
import type { Target } from './plan.ts'
import * as strings from './strings.ts'
import { isBlankCell } from './values.ts'

export interface ColumnTableProps {
  file: ReadFile
  targets: readonly Target[]
  /** The fields of an existing model; a new one has a field for each column. */
  fields: readonly ContentField[] | undefined
  isDocument: boolean
  typeOf: (field: string) => string | undefined
  onTarget: (column: number, target: Target) => void
  onType: (field: string, type: string) => void
}

/** The types that a new field can have without further settings. */
const offered = [
  'string',
  'text',
  'markdown',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'email',
  'url',
  'color',
  'phone',
  'image',
  'file',
  'select',
  'array',
]

/** Each column with its first values, and what it becomes. */
export function ColumnTable({ file, targets, fields, isDocument, typeOf, onTarget, onType }: ColumnTableProps) {
  const options = [
    { value: 'none', label: strings.leftOut },
    { value: 'id', label: isDocument ? strings.isSlug : strings.isId },
    { value: 'status', label: strings.isStatus },
    ...(fields
      ? fields
          .filter(({ name }) => !(isDocument && name === 'slug'))
          .map((field) => ({ value: `field ${field.name}`, label: fieldLabel(field) }))
      : [{ value: 'field', label: strings.isField }]),
  ]
  return (
    <div className={styles.scroll}>
      <table className={styles.columns} aria-label={strings.columns}>
        <thead>
          <tr>
            <th scope="col">{strings.column}</th>
            <th scope="col">{strings.becomes}</th>
            {!fields && <th scope="col">{strings.type}</th>}
            <th scope="col">{strings.example}</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, at) => {
            const target = targets[at] ?? { kind: 'none' }
            const name = target.kind === 'field' ? target.name : undefined
            const type = name === undefined ? undefined : typeOf(name)
            const value = target.kind !== 'field' ? target.kind : fields ? `field ${target.name}` : 'field'
            return (
              <tr key={column} data-lost={target.kind === 'none' || undefined}>
                <th scope="row">{column}</th>
                <td>
                  <Select
                    label={strings.becomesOf(column)}
                    hideLabel
                    value={value}
                    options={options}
                    onChange={(next) => onTarget(at, columnTarget(next))}
                  />
                </td>
                {!fields && (
                  <td>
                    {name !== undefined && type !== undefined && (
                      <Select
                        label={strings.typeOf(column)}
                        hideLabel
                        value={type}
                        options={[...new Set([...offered, type])].map((each) => ({ value: each, label: each }))}
                        onChange={(next) => onType(name, next)}
                      />
                    )}
                  </td>
                )}
                <td className={styles.example}>{exampleOf(file, at)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function columnTarget(value: string): Target {
  if (value === 'id' || value === 'status' || value === 'none') return { kind: value }
  return { kind: 'field', name: value.slice('field '.length) }
}

function exampleOf({ sample }: ReadFile, column: number): string {
  const found: string[] = []
  for (const row of sample.slice(0, 200)) {
    const cell = row[column]
    if (isBlankCell(cell)) continue
    const text = typeof cell === 'string' ? cell.trim() : JSON.stringify(cell)
    found.push(excerpt(text, 40))
    if (found.length === 3) break
  }
  return found.join(' · ')
}
