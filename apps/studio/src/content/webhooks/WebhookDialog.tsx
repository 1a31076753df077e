import { type SubmitEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { createWebhook } from '../../api/contentForms.ts'
import { Button, Check, Dialog, ErrorNote, TextField } from '../../ui/index.ts'
import { CopyCode } from '../forms/CopyCode.tsx'
import keys from '../keys/Keys.module.css'
import { useContent } from '../session/context.ts'
import * as strings from './strings.ts'

const eventNames = ['publish', 'unpublish', 'submission', 'merge'] as const

/** Asks for a new webhook; its secret is shown this once. */
export function WebhookDialog({ onSaved, onClose }: { onSaved: () => Promise<unknown>; onClose: () => void }) {
  const { project } = useContent()
  const form = useId()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly (typeof eventNames)[number][]>(['publish', 'unpublish'])
  const [checked, setChecked] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  const problems = {
    name: name.trim() === '' ? strings.nameIsMissing : undefined,
    url: /^https?:\/\/\S+$/.test(url.trim()) ? undefined : strings.addressIsWrong,
    events: events.length === 0 ? strings.chooseEvent : undefined,
  }
  const shown = checked ? problems : undefined
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problems.name ?? problems.url ?? problems.events) return
    setBusy(true)
    const answer = await createWebhook(project.id, { name: name.trim(), url: url.trim(), events: [...events] })
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    await onSaved()
    setSecret(answer.value.secret)
  }
  return (
    <Dialog
      open
      wide={secret !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={secret === undefined ? strings.newWebhook : strings.created}
      description={secret === undefined ? undefined : strings.createdHint}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{strings.cancel}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {strings.add}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {strings.done}
          </Button>
        )
      }
    >
      {secret !== undefined ? (
        <CopyCode label={strings.secret} text={secret} />
      ) : (
        <form id={form} className={keys.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={strings.name}
            autoFocus
            autoComplete="off"
            maxLength={100}
            placeholder={strings.nameExample}
            value={name}
            error={shown?.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextField
            label={strings.address}
            hint={strings.addressHint}
            mono
            inputMode="url"
            autoComplete="off"
            spellCheck="false"
            maxLength={2000}
            placeholder={strings.addressExample}
            value={url}
            error={shown?.url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <fieldset className={keys.choice}>
            <legend className="type-label">{strings.events}</legend>
            {eventNames.map((each) => (
              <Check
                key={each}
                label={strings.eventNames[each]}
                checked={events.includes(each)}
                onChange={(next) => setEvents(eventNames.filter((one) => (one === each ? next : events.includes(one))))}
              />
            ))}
            {shown?.events !== undefined && <ErrorNote title={shown.events} />}
          </fieldset>
          {error !== undefined && <ErrorNote title={error} />}
        </form>
      )}
    </Dialog>
  )
}
