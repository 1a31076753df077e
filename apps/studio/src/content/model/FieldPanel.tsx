import { type FieldDefinition, fieldNamePattern } from '@atelier/content'
import { Check } from '../../ui/Check.tsx'
import { Select } from '../../ui/index.ts'
import { CommitField } from './CommitField.tsx'
import { type ConstraintProps, Default, Files, Options, Range, Targets } from './constraintFields.tsx'
import { constraintsOf, labelIn, ownLabel, typeOf, typeOptions, withLabel, withMember, withType } from './fieldTypes.ts'
import { InnerFields } from './InnerFields.tsx'
import styles from './Model.module.css'
import * as strings from './strings.ts'

export interface FieldPanelProps {
  name: string
  field: FieldDefinition
  /** It names an entry. */
  isTitle: boolean
  isSingleton: boolean
  locale: string
  taken: readonly string[]
  targets: readonly { id: string; name: string }[]
  disabled: boolean
  onRename: (name: string) => void
  onChange: (field: FieldDefinition) => void
}

/** Everything that can be said of a field, by its type. */
export function FieldPanel(props: FieldPanelProps) {
  const { name, field, isTitle, isSingleton, locale, taken, targets, disabled, onRename, onChange } = props
  const offers = constraintsOf(field.type)
  const set = <Name extends keyof FieldDefinition>(member: Name, value: FieldDefinition[Name] | undefined) =>
    onChange(withMember(field, member, value))
  const label = labelIn(name, field, locale)
  return (
    <div className={styles.panel}>
      <div className={styles.pair}>
        <CommitField
          label={strings.label}
          value={ownLabel(field, locale)}
          placeholder={label}
          disabled={disabled}
          onCommit={(text) => {
            onChange(withLabel(field, locale, text.trim()))
            return undefined
          }}
        />
        <CommitField
          label={strings.fieldName}
          hint={strings.fieldNameHint}
          value={name}
          mono
          disabled={disabled}
          onCommit={(text) => {
            const next = text.trim()
            if (!fieldNamePattern.test(next)) return strings.fieldNameWrong
            if (taken.includes(next)) return strings.fieldNameTaken(next)
            onRename(next)
            return undefined
          }}
        />
        <Select
          label={strings.typeOfField}
          value={field.type}
          options={typeOptions}
          disabled={disabled}
          hint={strings.types[field.type].about}
          onChange={(next) =>
            onChange(
              withType(
                field,
                typeOf(next),
                targets.map(({ id }) => id),
              ),
            )
          }
        />
        <CommitField
          label={strings.description}
          hint={strings.descriptionHint}
          value={field.description ?? ''}
          disabled={disabled}
          onCommit={(text) => {
            set('description', text.trim() === '' ? undefined : text.trim())
            return undefined
          }}
        />
      </div>
      <div className="grid gap-8">
        <Check
          label={strings.required}
          hint={isTitle ? strings.requiredTitle : strings.requiredHint}
          checked={field.required === true}
          disabled={disabled || isTitle}
          onChange={(next) => set('required', next || undefined)}
        />
        {offers.unique && !isSingleton && (
          <Check
            label={strings.unique}
            hint={strings.uniqueHint}
            checked={field.unique === true}
            disabled={disabled}
            onChange={(next) => set('unique', next || undefined)}
          />
        )}
      </div>
      <div className={styles.pair}>
        {offers.range && <Range {...props} range={offers.range} />}
        {offers.pattern && (
          <CommitField
            label={strings.pattern}
            hint={strings.patternHint}
            value={field.pattern ?? ''}
            mono
            disabled={disabled}
            onCommit={(text) => {
              set('pattern', text === '' ? undefined : text)
              return undefined
            }}
          />
        )}
        {offers.files && <Files {...props} />}
        {offers.options && <Options {...props} />}
        {offers.default && <Default {...props} />}
      </div>
      {offers.targets && <Targets {...props} />}
      {offers.items && <Items {...props} />}
      {offers.fields && (
        <InnerFields
          fields={field.fields ?? {}}
          disabled={disabled}
          targets={targets}
          onChange={(next) => set('fields', next)}
        />
      )}
    </div>
  )
}

function Items({ field, disabled, onChange, targets }: ConstraintProps) {
  const items: FieldDefinition = typeof field.items === 'object' ? field.items : { type: field.items ?? 'string' }
  const offers = constraintsOf(items.type)
  const set = (next: FieldDefinition) =>
    onChange(withMember(field, 'items', Object.keys(next).length === 1 ? next.type : next))
  const part = { field: items, disabled, targets, onChange: set }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{strings.items}</legend>
      <Select
        label={strings.typeOfField}
        hint={strings.itemsHint}
        value={items.type}
        options={typeOptions}
        disabled={disabled}
        onChange={(next) =>
          set(
            withType(
              items,
              typeOf(next),
              targets.map(({ id }) => id),
            ),
          )
        }
      />
      {offers.options && <Options {...part} />}
      {offers.targets && <Targets {...part} />}
      {offers.fields && (
        <InnerFields
          fields={items.fields ?? {}}
          disabled={disabled}
          targets={targets}
          onChange={(next) => set(withMember(items, 'fields', next))}
        />
      )}
    </fieldset>
  )
}
