import type { ContentModel } from '@atelier/api'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
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
  const { session, place, go } = useContent()
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
