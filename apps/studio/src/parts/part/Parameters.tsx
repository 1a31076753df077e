import type { PartBuild } from '@atelier/api'
import { Plus, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { CommitField } from '../../content/forms/CommitField.tsx'
import { IconButton, TextField } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Part.module.css'
import { isPlainValue, numberText } from './words.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/

/** The named dimensions of a part. An edit that breaks a feature is kept, and shown in the list of features. */
export function Parameters({ parameters }: { parameters: PartBuild['parameters'] }) {
  const { session, readsOnly } = usePart()
  return (
    <section>
      <h2 className={styles.heading}>{strings.parameters}</h2>
      {parameters.length === 0 && <p className={styles.hint}>{strings.noParameters}</p>}
      {parameters.length > 0 && (
        <table className={styles.table} aria-label={strings.parameters}>
          <tbody>
            {parameters.map(({ id, name, expression, value }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>
                  <CommitField
                    label={strings.expressionOf(name)}
                    hideLabel
                    size="sm"
                    disabled={readsOnly}
                    maxLength={500}
                    value={expression}
                    onCommit={(next) => void session.run('setParameter', { name, expression: next, allowErrors: true })}
                  />
                </td>
                <td className={styles.value}>
                  {value !== undefined && !isPlainValue(expression) && `= ${numberText(value)}`}
                </td>
                {!readsOnly && (
                  <td className={styles.remove}>
                    <IconButton
                      label={strings.deleteParameter(name)}
                      size="sm"
                      onClick={() => void session.run('deleteParameter', { name })}
                    >
                      <X size={13} />
                    </IconButton>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!readsOnly && <NewParameter />}
    </section>
  )
}

function NewParameter() {
  const { session } = usePart()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const isWrong = name !== '' && !NAME.test(name.trim())
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await session.run('setParameter', { name: name.trim(), expression: value.trim() }))) return
    setName('')
    setValue('')
  }
  return (
    <form className={styles.adding} onSubmit={submit}>
      <TextField
        label={strings.parameterName}
        hideLabel
        size="sm"
        placeholder={strings.nameHint}
        maxLength={60}
        error={isWrong ? strings.nameProblem : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={strings.parameterValue}
        hideLabel
        size="sm"
        placeholder={strings.valueHint}
        maxLength={500}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <IconButton
        label={strings.newParameter}
        size="sm"
        type="submit"
        disabled={isWrong || name.trim() === '' || value.trim() === ''}
      >
        <Plus size={14} />
      </IconButton>
    </form>
  )
}
