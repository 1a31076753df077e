import type { ContentModel } from '@atelier/api'
import { slugOf } from '@atelier/content'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { saveInput } from '../../api/saveInput.ts'
import { Button, Dialog, ErrorNote, TextField } from '../../ui/index.ts'
import { labelOf } from '../entry/labelOf.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'

/** Asks for what names a new entry, makes it and opens it. */
export function NewEntry({ model, onClose }: { model: ContentModel; onClose: () => void }) {
  const { session, go } = useContent()
  const form = useId()
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const titleField = model.fields.find(({ name }) => name === model.titleField)
  const hasSlug = model.kind === 'document'
  const wantedSlug = slug ?? slugOf(title)

  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (hasSlug && wantedSlug === '') return setError(strings.slugIsMissing)
    setBusy(true)
    const values = titleField && title.trim() !== '' ? { [titleField.name]: title.trim() } : {}
    const [locale = ''] = model.locales
    const answer = await session.run(
      operations.saveContent,
      saveInput(model, hasSlug ? wantedSlug : 'new', locale, values),
    )
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    const [made] = answer.value.data.entries
    onClose()
    if (made) go({ model: model.id, entry: made.id })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.newEntryIn(model.name)}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {strings.create}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={make} noValidate style={{ display: 'grid', gap: 12 }}>
        {titleField && (
          <TextField
            label={labelOf(titleField)}
            value={title}
            size="lg"
            autoFocus
            autoComplete="off"
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        {hasSlug && (
          <TextField
            label={strings.slug}
            hint={strings.slugHint}
            value={wantedSlug}
            mono
            autoComplete="off"
            onChange={(event) => setSlug(event.currentTarget.value)}
          />
        )}
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
