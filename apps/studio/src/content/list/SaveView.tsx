import type { ContentListView, ContentModel } from '@atelier/api'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, Dialog, ErrorNote, TextField, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'

/** Asks for the name under which everyone has this view of a list. */
export function SaveView({
  model,
  view,
  onClose,
}: {
  model: Pick<ContentModel, 'id'>
  view: ContentListView
  onClose: () => void
}) {
  const { session } = useContent()
  const { show } = useToast()
  const form = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    const answer = await session.run(operations.saveList, { model: model.id, name: name.trim(), view })
    if (!answer.ok) return setError(sentence(answer.error))
    const { undo } = answer.value
    show({
      title: strings.savedView(name.trim()),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.saveViewTitle}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" disabled={name.trim() === ''}>
            {strings.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate style={{ display: 'grid', gap: 12 }}>
        <TextField
          label={strings.viewName}
          hint={strings.saveViewHint}
          value={name}
          maxLength={60}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
