import { type FieldDefinition, fieldNamePattern } from '@atelier/content'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Check } from '../../ui/Check.tsx'
import { Button, IconButton, Select, TextField } from '../../ui/index.ts'
import { Options, Targets } from './constraintFields.tsx'
import { constraintsOf, newField, typeOf, typeOptions, withMember, withType } from './fieldTypes.ts'
import styles from './Model.module.css'
import * as strings from './strings.ts'

/** The fields within a group: what they are called and of which type. More of them is said in the model's JSON. */
export function InnerFields({
  fields,
  disabled,
  targets,
  onChange,
}: {
  fields: Readonly<Record<string, FieldDefinition>>
  disabled: boolean
  targets: readonly { id: string; name: string }[]
  onChange: (fields: Record<string, FieldDefinition>) => void
}) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const ids = targets.map(({ id }) => id)
  const add = () => {
    if (!fieldNamePattern.test(name)) return setError(strings.fieldNameWrong)
    if (Object.hasOwn(fields, name)) return setError(strings.fieldNameTaken(name))
    onChange({ ...fields, [name]: newField('string', ids) })
    setName('')
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{strings.innerFields}</legend>
      {Object.entries(fields).map(([each, field]) => {
        const set = (next: FieldDefinition) => onChange({ ...fields, [each]: next })
        const offers = constraintsOf(field.type)
        const part = { field, disabled, targets, onChange: set }
        return (
          <div key={each} className={styles.inner}>
            <span className={styles.innerName}>{each}</span>
            <Select
              label={`${strings.typeOfField}: ${each}`}
              hideLabel
              value={field.type}
              options={typeOptions}
              disabled={disabled}
              onChange={(next) => set(withType(field, typeOf(next), ids))}
            />
            <Check
              label={strings.required}
              checked={field.required === true}
              disabled={disabled}
              onChange={(next) => set(withMember(field, 'required', next || undefined))}
            />
            <IconButton
              size="sm"
              label={strings.removeInner(each)}
              disabled={disabled || Object.keys(fields).length === 1}
              onClick={() => {
                const { [each]: _, ...others } = fields
                onChange(others)
              }}
            >
              <Trash2 size={14} />
            </IconButton>
            {(offers.options || offers.targets) && (
              <div className={styles.innerMore}>
                {offers.options && <Options {...part} />}
                {offers.targets && <Targets {...part} />}
              </div>
            )}
          </div>
        )
      })}
      {!disabled && (
        <div className={styles.innerAdd}>
          <TextField
            label={strings.innerName}
            mono
            value={name}
            autoComplete="off"
            {...(error === undefined ? {} : { error })}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add()
            }}
          />
          <Button icon={<Plus size={14} />} onClick={add}>
            {strings.addInner}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
