import type { ConversationKey } from '@atelier/api'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { createContentKey, updateContentKey } from '../../api/contentForms.ts'
import { credentialsQuery, modelsQuery, operationsQuery } from '../../api/index.ts'
import { Button, Check, Dialog, ErrorNote, Segmented, Select, TextArea, TextField } from '../../ui/index.ts'
import { CopyCode } from '../forms/CopyCode.tsx'
import { type ContentOverview, useContent } from '../session/context.ts'
import { Examples } from './Examples.tsx'
import styles from './Keys.module.css'
import { fieldsOfKey, freshKey, type KeyFields, type KeyProblems, keyBody } from './keyForm.ts'
import * as strings from './strings.ts'

interface KeyDialogProps {
  overview: ContentOverview
  /** The key that is changed; undefined for a new one. */
  known: ConversationKey | undefined
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** Asks what a key may do; a new one is shown this once, with ready lines that use it. */
export function KeyDialog({ overview, known, onSaved, onClose }: KeyDialogProps) {
  const { project } = useContent()
  const form = useId()
  const [fields, setFields] = useState(known ? fieldsOfKey(known) : freshKey)
  const [problems, setProblems] = useState<KeyProblems>({})
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<string>()
  const set = (change: Partial<KeyFields>) => {
    setFields({ ...fields, ...change })
    setProblems({})
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const asked = keyBody(fields)
    setProblems(asked.ok ? {} : asked.problems)
    if (!asked.ok) return
    setBusy(true)
    const saved = known && (await updateContentKey(project.id, known.id, asked.body))
    const created = known ? undefined : await createContentKey(project.id, asked.body)
    setBusy(false)
    for (const answer of [saved, created]) if (answer && !answer.ok) return setError(sentence(answer.error))
    await onSaved()
    if (created?.ok) setMade(created.value.key)
    else onClose()
  }
  return (
    <Dialog
      open
      wide={made !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={made ? strings.created : known ? strings.editKey(known.name) : strings.newKey}
      description={made ? strings.createdHint : undefined}
      footer={
        made ? (
          <Button variant="primary" onClick={onClose}>
            {strings.done}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{strings.cancel}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {known ? strings.save : strings.create}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className={styles.form}>
          <CopyCode label={strings.key} text={made} />
          <Examples keyText={made} model={fields.models?.[0] ?? overview.models[0]?.id ?? 'post'} use={fields.use} />
        </div>
      ) : (
        <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <KeyFieldset overview={overview} fields={fields} problems={problems} onSet={set} />
          {error !== undefined && <ErrorNote title={error} />}
        </form>
      )}
    </Dialog>
  )
}

interface FieldsetProps {
  overview: ContentOverview
  fields: KeyFields
  problems: KeyProblems
  onSet: (change: Partial<KeyFields>) => void
}

function KeyFieldset({ overview, fields, problems, onSet }: FieldsetProps) {
  const talks = fields.use === 'talk'
  const locales = [...new Set(overview.models.flatMap((model) => model.locales))].filter((each) => each !== '*')
  return (
    <>
      <TextField
        label={strings.name}
        autoFocus
        autoComplete="off"
        maxLength={100}
        placeholder={strings.nameExample}
        value={fields.name}
        error={problems.name}
        onChange={(event) => onSet({ name: event.currentTarget.value })}
      />
      <Segmented
        label={strings.use}
        value={fields.use}
        onChange={(use) => onSet({ use })}
        options={(['read', 'talk'] as const).map((value) => ({ value, label: strings.uses[value] }))}
      />
      {talks && (
        <Select
          label={strings.role}
          hint={strings.roleHint}
          value={fields.role}
          options={(['viewer', 'editor', 'admin'] as const).map((value) => ({ value, label: strings.roles[value] }))}
          onChange={(role) => onSet({ role: role === 'admin' || role === 'editor' ? role : 'viewer' })}
        />
      )}
      <Limited
        label={strings.models}
        all={strings.all(strings.models)}
        names={overview.models.map(({ id }) => id)}
        chosen={fields.models}
        problem={problems.models}
        onChange={(models) => onSet({ models })}
      />
      {locales.length > 1 && (
        <Limited
          label={strings.locales}
          all={strings.all(strings.locales)}
          names={locales}
          chosen={fields.locales}
          problem={problems.locales}
          onChange={(next) => onSet({ locales: next })}
        />
      )}
      {talks && <AgentFields fields={fields} problems={problems} onSet={onSet} />}
      <TextArea
        label={strings.origins}
        hint={strings.originsHint}
        rows={2}
        mono
        spellCheck={false}
        value={fields.origins}
        onChange={(event) => onSet({ origins: event.currentTarget.value })}
      />
    </>
  )
}

function AgentFields({ fields, problems, onSet }: Omit<FieldsetProps, 'overview'>) {
  const tools = useQuery(operationsQuery('content'))
  const credentials = useQuery(credentialsQuery())
  const known = credentials.data?.credentials ?? []
  const models = useQueries({
    queries: known.map((credential) => ({ ...modelsQuery(credential.provider, credential.id), retry: false })),
  })
  const options = known.flatMap(({ id, label }, at) =>
    (models[at]?.data?.models ?? []).map((model) => ({ value: `${id}/${model.id}`, label: model.label, group: label })),
  )
  const isKnown = fields.model === '' || options.some(({ value }) => value === fields.model)
  return (
    <>
      <Limited
        label={strings.tools}
        all={strings.usualTools}
        names={tools.data?.operations.map(({ name }) => name) ?? []}
        chosen={fields.tools}
        problem={problems.tools}
        onChange={(next) => onSet({ tools: next })}
      />
      <TextArea
        label={strings.instructions}
        hint={strings.instructionsHint}
        rows={3}
        maxLength={2000}
        value={fields.instructions}
        onChange={(event) => onSet({ instructions: event.currentTarget.value })}
      />
      {(options.length > 0 || !isKnown) && (
        <Select
          label={strings.model}
          value={fields.model}
          options={[
            { value: '', label: strings.usualModel },
            ...(isKnown ? [] : [{ value: fields.model, label: fields.model }]),
            ...options,
          ]}
          onChange={(model) => onSet({ model })}
        />
      )}
      <div className={styles.pair}>
        <TextField
          label={strings.perMinute}
          inputMode="numeric"
          value={fields.perMinute}
          error={problems.perMinute}
          onChange={(event) => onSet({ perMinute: event.currentTarget.value })}
        />
        <TextField
          label={strings.perMonth}
          inputMode="numeric"
          value={fields.perMonth}
          error={problems.perMonth}
          onChange={(event) => onSet({ perMonth: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

interface LimitedProps {
  label: string
  all: string
  names: readonly string[]
  /** Null for all. */
  chosen: readonly string[] | null
  problem: string | undefined
  onChange: (chosen: readonly string[] | null) => void
}

/** All of some names, or only those that are checked. */
function Limited({ label, all, names, chosen, problem, onChange }: LimitedProps) {
  return (
    <fieldset className={styles.choice} aria-label={label}>
      <span className="quiet">{label}</span>
      <Segmented
        label={label}
        value={chosen ? 'chosen' : 'all'}
        onChange={(next) => onChange(next === 'all' ? null : [])}
        options={[
          { value: 'all', label: all },
          { value: 'chosen', label: strings.chosen },
        ]}
      />
      {chosen && (
        <div className={styles.options}>
          {names.map((name) => (
            <Check
              key={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={(isChosen) => onChange(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name))}
            />
          ))}
        </div>
      )}
      {problem !== undefined && (
        <p className="type-dense color-danger" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
