import type { ProjectRole } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { createApiKey, meQuery, projectsQuery, sentence } from '../api/index.ts'
import { Button, Dialog, ErrorNote, Select, TextField } from '../ui/index.ts'
import { CopyField } from './CopyField.tsx'
import { everywhere, keyBody, keyRoles, roleOf } from './keys.ts'
import styles from './People.module.css'
import * as strings from './strings.ts'

/** Asks what the key is for, then shows it once. */
export function CreateKey({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState<string>()
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setKey(undefined)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={key ? strings.copyTheKeyNow : strings.newApiKey}
      description={key ? strings.itIsShownOnlyNowThe : strings.itMayNeverDoMoreThan}
      footer={
        key ? (
          <Button variant="primary" onClick={() => close(false)}>
            {strings.done}
          </Button>
        ) : (
          <>
            <Button onClick={() => close(false)}>{strings.cancel}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {strings.createKey}
            </Button>
          </>
        )
      }
    >
      {key ? (
        <CopyField label={strings.key} value={key} hint={strings.programsSendItAsAuthorizationBearer} />
      ) : (
        <KeyForm id={form} onBusy={setBusy} onMade={setKey} />
      )}
    </Dialog>
  )
}

function KeyForm({
  id,
  onBusy,
  onMade,
}: {
  id: string
  onBusy: (busy: boolean) => void
  onMade: (key: string) => void
}) {
  const me = useQuery(meQuery())
  const projects = useQuery(projectsQuery())
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<ProjectRole>('editor')
  const [project, setProject] = useState(everywhere)
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<string>()
  const roles = keyRoles(me.data?.workspace.role)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setError(undefined)
    const asked = keyBody({ name, role, project })
    if (!asked.ok) {
      setProblem(asked.problem)
      return
    }
    onBusy(true)
    const answer = await createApiKey(asked.body)
    onBusy(false)
    if (!answer.ok) {
      setError(sentence(answer.error))
      return
    }
    await Promise.all(['keys', 'people'].map((each) => queryClient.invalidateQueries({ queryKey: [each] })))
    onMade(answer.value.key)
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={strings.whatItIsFor}
        size="lg"
        autoFocus
        required
        autoComplete="off"
        maxLength={100}
        placeholder={strings.deployScript}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Select
        label={strings.role}
        size="lg"
        value={role}
        options={roles}
        onChange={(chosen) => setRole(roleOf(roles, chosen))}
        hint={roles.find(({ value }) => value === role)?.hint}
      />
      <Select
        label={strings.where}
        size="lg"
        value={project}
        options={[
          { value: everywhere, label: strings.everyProjectOfMine },
          ...(projects.data?.projects.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        onChange={setProject}
      />
      {error && <ErrorNote title={error} />}
    </form>
  )
}
