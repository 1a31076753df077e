import type { FieldDefinition } from '@atelier/content'
import { Check } from '../../ui/Check.tsx'
import { Select } from '../../ui/index.ts'
import { controlText, readText } from '../entry/fieldText.ts'
import { CommitField } from './CommitField.tsx'
import { withMember } from './fieldTypes.ts'
import styles from './Model.module.css'
import * as strings from './strings.ts'

export interface ConstraintProps {
  field: FieldDefinition
  disabled: boolean
  /** The models that a relation may lead to. */
  targets: readonly { id: string; name: string }[]
  onChange: (field: FieldDefinition) => void
}

/** A number that was typed; null for nothing, undefined if it is none. */
function numberIn(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : undefined
}

const rangeLabels = {
  length: [strings.minLength, strings.maxLength],
  number: [strings.minNumber, strings.maxNumber],
  items: [strings.minItems, strings.maxItems],
} as const

export function Range({ field, disabled, onChange, range }: ConstraintProps & { range: keyof typeof rangeLabels }) {
  return (['min', 'max'] as const).map((member, at) => (
    <CommitField
      key={member}
      label={rangeLabels[range][at] ?? member}
      inputMode="decimal"
      value={String(field[member] ?? '')}
      disabled={disabled}
      onCommit={(text) => {
        const number = numberIn(text)
        if (number === undefined) return strings.noNumber
        onChange(withMember(field, member, number ?? undefined))
        return undefined
      }}
    />
  ))
}

const MB = 1_000_000

export function Files({ field, disabled, onChange }: ConstraintProps) {
  return (
    <>
      <CommitField
        label={strings.accept}
        hint={strings.acceptHint}
        value={field.accept ?? ''}
        mono
        disabled={disabled}
        onCommit={(text) => {
          onChange(withMember(field, 'accept', text.trim() === '' ? undefined : text.trim()))
          return undefined
        }}
      />
      <CommitField
        label={strings.maxSize}
        inputMode="decimal"
        value={field.maxSize === undefined ? '' : String(field.maxSize / MB)}
        disabled={disabled}
        onCommit={(text) => {
          const number = numberIn(text)
          if (number === undefined || (number !== null && number <= 0)) return strings.noNumber
          onChange(withMember(field, 'maxSize', number === null ? undefined : Math.round(number * MB)))
          return undefined
        }}
      />
    </>
  )
}

export function Options({ field, disabled, onChange }: ConstraintProps) {
  return (
    <CommitField
      label={strings.options}
      hint={strings.optionsHint}
      rows={4}
      value={(field.options ?? []).join('\n')}
      disabled={disabled}
      onCommit={(text) => {
        const lines = text.split('\n').flatMap((line) => line.trim() || [])
        onChange(withMember(field, 'options', [...new Set(lines)]))
        return undefined
      }}
    />
  )
}

const NONE = ' '

export function Default({ field, disabled, onChange }: ConstraintProps) {
  const { type, options = [] } = field
  const text = controlText(field.default, { type })
  if (type === 'boolean' || type === 'select') {
    const choices =
      type === 'boolean'
        ? [
            { value: 'true', label: strings.yes },
            { value: 'false', label: strings.no },
          ]
        : options.map((value) => ({ value, label: value }))
    return (
      <Select
        label={strings.defaultValue}
        hint={strings.defaultHint}
        value={text === '' ? NONE : text}
        disabled={disabled}
        options={[{ value: NONE, label: strings.none }, ...choices]}
        onChange={(next) =>
          onChange(
            withMember(field, 'default', next === NONE ? undefined : type === 'boolean' ? next === 'true' : next),
          )
        }
      />
    )
  }
  const isJson = type === 'array' || type === 'object'
  const isLong = isJson || type === 'markdown' || type === 'richtext' || type === 'text'
  return (
    <CommitField
      label={strings.defaultValue}
      hint={isJson ? strings.jsonDefault : strings.defaultHint}
      value={text}
      disabled={disabled}
      {...(isLong ? { rows: 3 } : {})}
      mono={isJson || type === 'code'}
      onCommit={(next) => {
        const read = readText(next, { type })
        if (!read.ok) return read.error
        // It is checked with the field when that is saved.
        const value = JSON.parse(JSON.stringify(read.value ?? null))
        onChange(withMember(field, 'default', value ?? undefined))
        return undefined
      }}
    />
  )
}

export function Targets({ field, disabled, onChange, targets }: ConstraintProps) {
  const chosen = [field.model ?? []].flat()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{strings.targets}</legend>
      {targets.length === 0 && <p className={styles.quiet}>{strings.noTargets}</p>}
      {targets.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          checked={chosen.includes(id)}
          disabled={disabled || (chosen.length === 1 && chosen.includes(id))}
          onChange={(next) => {
            const ids = next ? [...chosen, id] : chosen.filter((each) => each !== id)
            const [only = id] = ids
            onChange(withMember(field, 'model', ids.length === 1 ? only : ids))
          }}
        />
      ))}
    </fieldset>
  )
}
