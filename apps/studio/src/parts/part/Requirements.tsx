import type { PartBuild } from '@atelier/api'
import { Check, Plus, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { CommitField } from '../../content/forms/CommitField.tsx'
import { IconButton, Select, TextField } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Part.module.css'
import { dimensionIn, numberText, requirementText, unitOf } from './words.ts'

type Requirement = PartBuild['requirements'][number]
type Units = PartBuild['units']
type Is = Requirement['is']

const measures = Object.entries(strings.measureNames).map(([value, label]) => ({ value, label }))
const isComparison = (value: string): value is Is => Object.hasOwn(strings.comparisons, value)

/** The requirements of a part, each with a tick or the measured value. */
export function Requirements({ requirements, units }: { requirements: readonly Requirement[]; units: Units }) {
  const { readsOnly } = usePart()
  return (
    <section>
      <h2 className={styles.heading}>{strings.requirements}</h2>
      {requirements.length === 0 && <p className={styles.hint}>{strings.noRequirements}</p>}
      {requirements.length > 0 && (
        <table className={styles.table} aria-label={strings.requirements}>
          <tbody>
            {requirements.map((requirement) => (
              <RequirementRow key={requirement.id} requirement={requirement} units={units} />
            ))}
          </tbody>
        </table>
      )}
      {!readsOnly && <NewRequirement names={requirements.map(({ name }) => name)} />}
    </section>
  )
}

function RequirementRow({ requirement, units }: { requirement: Requirement; units: Units }) {
  const { session, readsOnly } = usePart()
  const { id, name, measure, is, value, measured, holds } = requirement
  const unit = unitOf(measure, units)
  return (
    <tr>
      <th scope="row">
        {name} <span className="color-faint">{strings.comparisons[is]}</span>
      </th>
      <td>
        <CommitField
          label={strings.wantedFor(name)}
          hideLabel
          size="sm"
          disabled={readsOnly}
          maxLength={500}
          trailing={unit && <span className={styles.unit}>{unit}</span>}
          value={requirementText(value, measure, units)}
          onCommit={(next) => void session.run('setRequirement', { name, measure, is, value: dimensionIn(next) })}
        />
      </td>
      <td className={styles.value} data-holds={holds}>
        {holds ? (
          <Check size={14} role="img" aria-label={strings.holds} />
        ) : measured === undefined ? (
          strings.notMeasured
        ) : (
          strings.holdsNot(numberText(Number(requirementText(measured, measure, units))))
        )}
      </td>
      {!readsOnly && (
        <td className={styles.remove}>
          <IconButton
            label={strings.deleteRequirement(name)}
            size="sm"
            onClick={() => void session.run('deleteRequirement', { requirementId: id })}
          >
            <X size={13} />
          </IconButton>
        </td>
      )}
    </tr>
  )
}

/** A requirement is called by what it measures. */
function NewRequirement({ names }: { names: readonly string[] }) {
  const { session } = usePart()
  const [measure, setMeasure] = useState('box.x')
  const [is, setIs] = useState<Is>('=')
  const [value, setValue] = useState('')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const label = measures.find((each) => each.value === measure)?.label ?? measure
    const name = names.includes(label) ? `${label} ${strings.comparisons[is]}` : label
    if (await session.run('setRequirement', { name, measure, is, value: dimensionIn(value) })) setValue('')
  }
  return (
    <form className={styles.requiring} onSubmit={submit}>
      <Select
        label={strings.requirementMeasure}
        hideLabel
        size="sm"
        value={measure}
        onChange={setMeasure}
        options={measures}
      />
      <Select
        label={strings.comparison}
        hideLabel
        size="sm"
        value={is}
        onChange={(next) => isComparison(next) && setIs(next)}
        options={Object.entries(strings.comparisons).map(([each, label]) => ({ value: each, label }))}
      />
      <TextField
        label={strings.requirementValue}
        hideLabel
        size="sm"
        maxLength={500}
        placeholder={strings.valueHint}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <IconButton label={strings.newRequirement} size="sm" type="submit" disabled={value.trim() === ''}>
        <Plus size={14} />
      </IconButton>
    </form>
  )
}
