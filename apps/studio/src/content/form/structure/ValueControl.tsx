import { equalJson, type Json } from '@atelier/documents'
import { use, useRef, useState } from 'react'
import { definitionOf, type EntryField, innerField } from '../../entry/fieldDefinition.ts'
import { controlText } from '../../entry/fieldText.ts'
import { fieldLabel } from '../../entry/labelOf.ts'
import { ControlContext } from '../controls/controlContext.ts'
import { Cards } from './Cards.tsx'
import { Chips } from './Chips.tsx'
import { ownProblem } from './problems.ts'
import styles from './Structure.module.css'
import { fieldShape, groupOf, itemsOfValue, typedValue, type Update, withMember } from './structure.ts'

export interface ValueControlProps {
  field: EntryField
  value: Json | undefined
  /** Changes the value as it is at that moment. */
  onUpdate: (change: Update) => void
  /** A control was left. */
  onLeave: () => void
  readsOnly: boolean
  /** The errors of values are shown at their controls. */
  checks: boolean
}

/** One value inside of a list or a group, by its type. */
export function ValueControl(props: ValueControlProps) {
  const { field, value, checks } = props
  const definition = definitionOf(field)
  if (!definition || fieldShape(definition, value) === undefined) return <Leaf {...props} />
  const label = fieldLabel(field)
  const problem = checks ? ownProblem(field, value) : undefined
  return (
    <div className={styles.field}>
      <span className="type-label color-secondary" aria-hidden="true">
        {label}
      </span>
      <StructureEditor {...props} label={label} />
      {problem ? (
        <p className="type-dense color-danger" role="alert">
          {problem}
        </p>
      ) : (
        field.description && <p className="quiet">{field.description}</p>
      )}
    </div>
  )
}

/** The items of a list or the fields of a group, without a label of their own. */
export function StructureEditor({ label, ...props }: ValueControlProps & { label: string }) {
  const { field, value } = props
  const definition = definitionOf(field)
  const shape = definition && fieldShape(definition, value)
  if (!definition || shape === undefined) return null
  if (shape === 'chips') return <Chips {...props} label={label} definition={definition} items={itemsOfValue(value)} />
  if (shape === 'cards') return <Cards {...props} label={label} definition={definition} items={itemsOfValue(value)} />
  return (
    <fieldset className={styles.group} aria-label={label}>
      <GroupFields {...props} />
    </fieldset>
  )
}

/** The fields of a group, one below the other. */
export function GroupFields({ field, value, onUpdate, ...rest }: ValueControlProps) {
  const members = groupOf(value)
  return Object.entries(definitionOf(field)?.fields ?? {}).map(([name, inner]) => (
    <div key={name} data-member={name}>
      <ValueControl
        {...rest}
        field={innerField(name, inner)}
        value={Object.hasOwn(members, name) ? members[name] : undefined}
        onUpdate={(change) => onUpdate((before) => withMember(before, name, change(groupOf(before)[name])))}
      />
    </div>
  ))
}

/** A value with nothing inside of it. A typed text stays as it is while it means the value. */
function Leaf({ field, value, onUpdate, onLeave, readsOnly, checks }: ValueControlProps) {
  const Control = use(ControlContext)
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined }>()
  const isTyped = typed !== undefined && equalJson(typed.value ?? null, value ?? null)
  const text = isTyped ? typed.text : controlText(value, field)
  const latest = useRef(text)
  latest.current = text
  return (
    <Control
      field={field}
      text={text}
      textNow={() => latest.current}
      onText={(next) => {
        const meant = typedValue(next, field)
        latest.current = next
        setTyped({ text: next, value: meant })
        onUpdate(() => meant)
      }}
      onLeave={onLeave}
      error={checks ? ownProblem(field, value) : undefined}
      hint={field.description}
      readsOnly={readsOnly}
    />
  )
}
