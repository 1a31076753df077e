import type { ContentModel } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { entryQuery } from '../../api/content.ts'
import { Button, Dialog, ErrorNote, TextField } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'

/** Asks for another id of an entry, which of a document is its slug; references to it follow. */
export function RenameEntry({
  model,
  entryId,
  onClose,
}: {
  model: Pick<ContentModel, 'id' | 'kind'>
  entryId: string
  onClose: () => void
}) {
  const { session, project, place, go } = useContent()
  const queries = useQueryClient()
  const form = useId()
  const [name, setName] = useState(entryId)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isSlug = model.kind === 'document'

  const rename = async (event: FormEvent) => {
    event.preventDefault()
    const newId = name.trim()
    if (newId === entryId) return onClose()
    if (newId === '') return setError(isSlug ? strings.slugIsMissing : strings.idIsMissing)
    setBusy(true)
    const answer = await session.run(operations.renameEntry, { model: model.id, entryId, newId })
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    // Known under the new id at once, so that the form is found again when this is undone before it has been read.
    const known = queries.getQueryData(entryQuery(project.id, model.id, entryId).queryKey)
    if (known) queries.setQueryData(entryQuery(project.id, model.id, newId).queryKey, { ...known, id: newId })
    onClose()
    go({ ...place, entry: newId }, { replace: true })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isSlug ? strings.changeSlug : strings.changeId}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {strings.rename}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={rename} noValidate style={{ display: 'grid', gap: 12 }}>
        <TextField
          label={isSlug ? strings.slug : strings.entryId}
          hint={strings.renameHint}
          value={name}
          mono
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
