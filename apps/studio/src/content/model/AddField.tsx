import { type FieldDefinition, type FieldType, fieldNamePattern } from '@atelier/content'
import { Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button, Dialog, TextField } from '../../ui/index.ts'
import { fieldNameOf, groupNames, groups, newField, notInDocuments } from './fieldTypes.ts'
import styles from './Model.module.css'
import * as strings from './strings.ts'

export interface AddFieldProps {
  kind: string
  taken: readonly string[]
  /** The ids of models that a relation may lead to. */
  targets: readonly string[]
  onAdd: (name: string, field: FieldDefinition) => void
  onClose: () => void
}

/** Asks what a new field is called and which of the types it has, each with what it is for. */
export function AddField({ kind, taken, targets, onAdd, onClose }: AddFieldProps) {
  const form = useId()
  const [label, setLabel] = useState('')
  const [ownName, setOwnName] = useState<string>()
  const [type, setType] = useState<FieldType>('string')
  const [words, setWords] = useState('')
  const [error, setError] = useState<string>()
  const name = ownName ?? fieldNameOf(label)
  const matches = (each: FieldType) =>
    `${each} ${strings.types[each].name} ${strings.types[each].about}`
      .toLowerCase()
      .includes(words.trim().toLowerCase())
  const offered = groupNames.flatMap((group) => {
    const members = groups[group].filter((each) => matches(each) && !(kind === 'document' && notInDocuments.has(each)))
    return members.length > 0 ? [{ group, members }] : []
  })

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!fieldNamePattern.test(name)) return setError(strings.fieldNameWrong)
    if (taken.includes(name)) return setError(strings.fieldNameTaken(name))
    const isNeeded = type === 'relation' || type === 'relations'
    if (isNeeded && targets.length === 0) return setError(strings.noTargets)
    const text = label.trim()
    onAdd(name, { ...newField(type, targets), ...(text === '' || text === name ? {} : { label: text }) })
    onClose()
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={strings.addFieldTitle}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary">
            {strings.addField}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={add} noValidate className={styles.addField}>
        <div className={styles.pair}>
          <TextField
            label={strings.label}
            hint={strings.labelHint}
            value={label}
            autoFocus
            autoComplete="off"
            onChange={(event) => {
              setLabel(event.currentTarget.value)
              setError(undefined)
            }}
          />
          <TextField
            label={strings.fieldName}
            value={name}
            mono
            autoComplete="off"
            {...(error === undefined ? { hint: strings.fieldNameHint } : { error })}
            onChange={(event) => {
              setOwnName(event.currentTarget.value)
              setError(undefined)
            }}
          />
        </div>
        <TextField
          label={strings.searchTypes}
          hideLabel
          placeholder={strings.searchTypes}
          leading={<Search size={14} aria-hidden="true" />}
          value={words}
          autoComplete="off"
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <fieldset className={styles.types} aria-label={strings.typeOfField}>
          {offered.map(({ group, members }) => (
            <div key={group} className={styles.typeGroup}>
              <h3 className={styles.groupName}>{strings.typeGroups[group]}</h3>
              {members.map((each) => (
                <label key={each} className={styles.type}>
                  <input type="radio" name="type" value={each} checked={each === type} onChange={() => setType(each)} />
                  <span className="font-medium">{strings.types[each].name}</span>
                  <span className={styles.quiet}>{strings.types[each].about}</span>
                </label>
              ))}
            </div>
          ))}
          {offered.length === 0 && <p className={styles.quiet}>{strings.noType(words.trim())}</p>}
        </fieldset>
      </form>
    </Dialog>
  )
}
