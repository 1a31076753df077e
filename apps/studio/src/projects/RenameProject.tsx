import type { Project } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { renameProject, sentence } from '../api/index.ts'
import { Button, Dialog, ErrorNote, TextField } from '../ui/index.ts'
import * as strings from './strings.ts'

/** Renames a project. Its address stays, so that links to it keep working. */
export function RenameProject({ project, onClose }: { project: Project | undefined; onClose: () => void }) {
  return (
    <Dialog open={project !== undefined} onOpenChange={(open) => !open && onClose()} title={strings.renameProject}>
      {project && <RenameForm project={project} onClose={onClose} />}
    </Dialog>
  )
}

function RenameForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const form = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(project.name)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = await renameProject(project.id, name.trim())
    setBusy(false)
    if (!answer.ok) {
      setError(sentence(answer.error))
      return
    }
    await queryClient.invalidateQueries({ queryKey: ['projects'] })
    onClose()
  }
  return (
    <form id={form} className="grid gap-16" onSubmit={submit}>
      <TextField
        label={strings.name}
        size="lg"
        autoFocus
        required
        maxLength={80}
        hint={strings.itsAddressStays(project.slug)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {error && <ErrorNote title={error} />}
      <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
        {strings.rename}
      </Button>
    </form>
  )
}
