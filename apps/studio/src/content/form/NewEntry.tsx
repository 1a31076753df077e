import type { ContentField, ContentModel } from '@atelier/api'
import { slugOf } from '@atelier/content'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { NO_LOCALE, saveInput } from '../../api/saveInput.ts'
import { Button, Dialog, ErrorNote, TextField, useToast } from '../../ui/index.ts'
import { controlOf, readText } from '../entry/fieldText.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import * as publishStrings from '../publish/strings.ts'
import { usePutOnline } from '../publish/usePutOnline.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import { FieldControl } from './FieldControl.tsx'

/** The value of the button that publishes the new entry at once. */
const PUBLISH = 'publish'

/** Asks for what a new entry must have, makes it as a draft or published and opens it, or hands it to who asked for it. */
export function NewEntry({
  model,
  title: known = '',
  onMade,
  onClose,
}: {
  model: ContentModel
  /** The part of its title that is known already. */
  title?: string
  onMade?: (made: { id: string; title: string }) => void
  onClose: () => void
}) {
  const { session, go } = useContent()
  const { show } = useToast()
  const say = usePutOnline()
  const form = useId()
  const [title, setTitle] = useState(known)
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({})
  const [slug, setSlug] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const titleField = model.fields.find(({ name }) => name === model.titleField)
  const hasSlug = model.kind === 'document'
  const asked = model.fields.filter(
    (field) => field.required && field.name !== titleField?.name && field.name !== 'slug' && isShort(field),
  )
  const wantedSlug = slug ?? slugOf(title)

  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { nativeEvent } = event
    const publishes =
      nativeEvent instanceof SubmitEvent &&
      nativeEvent.submitter instanceof HTMLButtonElement &&
      nativeEvent.submitter.value === PUBLISH
    if (hasSlug && wantedSlug === '') return setError(strings.slugIsMissing)
    const values: Record<string, unknown> = titleField && title.trim() !== '' ? { [titleField.name]: title.trim() } : {}
    for (const field of asked) {
      const read = readText(others[field.name] ?? '', field)
      if (!read.ok) return setError(`${fieldLabel(field)}: ${read.error}`)
      if (read.value !== null) values[field.name] = read.value
    }
    setBusy(true)
    const [locale = ''] = model.locales
    const answer = await session.run(
      operations.saveContent,
      saveInput(model, hasSlug ? wantedSlug : 'new', locale, values),
    )
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    const [made] = answer.value.data.entries
    onClose()
    if (!made) return
    if (onMade) return onMade({ id: made.id, title: title.trim() })
    go({ model: model.id, entry: made.id })
    if (publishes) await publish(made.id)
  }

  const publish = async (id: string) => {
    const [locale = NO_LOCALE] = model.locales
    const answer = await session.run(operations.updateStatus, {
      model: model.id,
      entryIds: [id],
      status: 'published',
      ...(locale === NO_LOCALE ? {} : { locale }),
    })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-status' })
    if (answer.value.data.merged) await say(publishStrings.publishedIt(title.trim()), answer.value.undo)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.newEntryIn(model.name)}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          {!onMade && (
            <Button type="submit" form={form} value={PUBLISH} disabled={busy}>
              {strings.createAndPublish}
            </Button>
          )}
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {strings.create}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={make} noValidate style={{ display: 'grid', gap: 12 }}>
        {titleField && (
          <TextField
            label={fieldLabel(titleField)}
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
        {asked.map((field) => (
          <FieldControl
            key={field.name}
            field={field}
            text={others[field.name] ?? ''}
            textNow={() => others[field.name] ?? ''}
            onText={(text) => setOthers((before) => ({ ...before, [field.name]: text }))}
            onLeave={() => undefined}
            error={undefined}
            hint={undefined}
            readsOnly={false}
          />
        ))}
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}

/** Whether a field fits into a dialog: no text of paragraphs, no list and no choice of other entries. */
function isShort(field: ContentField): boolean {
  const control = controlOf(field)
  return control !== 'long' && control !== 'json' && control !== 'relation' && control !== 'relations'
}
