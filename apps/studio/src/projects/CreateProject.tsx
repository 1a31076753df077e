import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { createProject, sentence } from '../api/index.ts'
import { useNavigate } from '../navigation/context.ts'
import { paths } from '../navigation/paths.ts'
import { Button, Dialog, ErrorNote, TextField } from '../ui/index.ts'
import * as strings from './strings.ts'

/** Asks for a name and opens the new project. */
export function CreateProject({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const form = useId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setBusy(true)
    setError(undefined)
    const answer = await createProject({ name: name.trim() })
    setBusy(false)
    if (!answer.ok) {
      setError(sentence(answer.error))
      return
    }
    onOpenChange(false)
    setName('')
    await queryClient.invalidateQueries({ queryKey: ['projects'] })
    navigate(paths.project(answer.value.id))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.newProject}
      description={strings.itBeginsWithTheStarterSite}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={name.trim() === ''}>
            {strings.createProject}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-16" onSubmit={submit}>
        <TextField
          label={strings.name}
          size="lg"
          autoFocus
          required
          maxLength={80}
          placeholder={strings.kilnCoBakery}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
