import type { Person } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { type AccessChoice, changePerson, meQuery, sentence } from '../api/index.ts'
import { Button, Dialog, ErrorNote } from '../ui/index.ts'
import { AccessFields } from './AccessFields.tsx'
import styles from './People.module.css'
import * as strings from './strings.ts'
import { rolesToGive } from './words.ts'

/** Gives a member another role, or other projects. */
export function ChangeAccess({
  person,
  open,
  onOpenChange,
}: {
  person: Person
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.whatMayDo(person.name)}
      description={strings.itHoldsAtOnceAlsoIn}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {strings.save}
          </Button>
        </>
      }
    >
      <ChangeForm id={form} person={person} onBusy={setBusy} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ChangeForm({
  id,
  person,
  onBusy,
  onDone,
}: {
  id: string
  person: Person
  onBusy: (busy: boolean) => void
  onDone: () => void
}) {
  const me = useQuery(meQuery())
  const queryClient = useQueryClient()
  const [access, setAccess] = useState<AccessChoice>({ role: person.role, projects: person.projects })
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    onBusy(true)
    setError(undefined)
    const answer = await changePerson(person.id, access)
    onBusy(false)
    if (!answer.ok) {
      setError(sentence(answer.error))
      return
    }
    await queryClient.invalidateQueries({ queryKey: ['people'] })
    onDone()
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      <AccessFields value={access} onChange={setAccess} roles={rolesToGive(me.data?.workspace.role)} />
      {error && <ErrorNote title={error} />}
    </form>
  )
}
