import type { ContentModel } from '@atelier/api'
import { ArrowUp } from 'lucide-react'
import { Check, IconButton, useToast } from '../../ui/index.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { typeOf } from '../model/fieldTypes.ts'
import { types } from '../model/strings.ts'
import rooms from '../rooms/Rooms.module.css'
import type { FormSettings } from '../session/handles.ts'
import { CommitField } from './CommitField.tsx'
import styles from './Forms.module.css'
import type { FormChange } from './ModelForm.tsx'
import * as strings from './strings.ts'

interface FormFieldsProps {
  model: ContentModel
  form: FormSettings
  disabled: boolean
  onSave: (change: FormChange) => void
}

/** Which fields of the model a visitor may fill in, in their order, what they are called, and which are required. */
export function FormFields({ model, form, disabled, onSave }: FormFieldsProps) {
  const { show } = useToast()
  const names = [...form.fields, ...form.known.filter((name) => !form.fields.includes(name))]
  const ask = (name: string, asked: boolean) => {
    const fields = asked ? [...form.fields, name] : form.fields.filter((each) => each !== name)
    if (fields.length === 0) return show({ title: strings.atLeastOne, id: 'content-form' })
    onSave({ fields })
  }
  const moveUp = (at: number) => {
    const fields = [...form.fields]
    fields.splice(at - 1, 0, ...fields.splice(at, 1))
    onSave({ fields })
  }
  return (
    <fieldset className={rooms.section} disabled={disabled} aria-label={strings.fields}>
      <h2 className="type-heading">{strings.fields}</h2>
      <p className="quiet">{strings.fieldsHint}</p>
      <ul className="grid">
        {names.map((name, at) => {
          const field = model.fields.find((each) => each.name === name) ?? { name, type: '' }
          const label = fieldLabel(field)
          const isAsked = form.fields.includes(name)
          const byModel = 'required' in field && field.required === true
          return (
            <li key={name} className={styles.field}>
              <Check
                className="min-w-0 break-anywhere"
                label={
                  <span>
                    {label} <span className="quiet">{types[typeOf(field.type)].name}</span>
                  </span>
                }
                aria-label={strings.asks(label)}
                checked={isAsked}
                onChange={(asked) => ask(name, asked)}
              />
              <CommitField
                label={strings.labelFor(label)}
                hideLabel
                size="sm"
                maxLength={200}
                placeholder={label}
                disabled={!isAsked}
                value={form.labels?.[name] ?? ''}
                onCommit={(text) => onSave({ labels: { [name]: text } })}
              />
              <Check
                className="min-w-0 break-anywhere"
                label={strings.isRequired}
                aria-label={strings.requires(label)}
                title={byModel ? strings.requiredByModel : undefined}
                checked={byModel || form.required.includes(name)}
                disabled={byModel || !isAsked}
                onChange={(isRequired) =>
                  onSave({
                    required: isRequired ? [...form.required, name] : form.required.filter((each) => each !== name),
                  })
                }
              />
              <IconButton
                label={strings.moveUp(label)}
                size="sm"
                disabled={!isAsked || at === 0}
                onClick={() => moveUp(at)}
              >
                <ArrowUp size={14} />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
