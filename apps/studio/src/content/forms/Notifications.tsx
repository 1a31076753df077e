import type { FormNotifications } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { notificationsQuery, setNotifications, testNotifications } from '../../api/contentForms.ts'
import { Button, ErrorNote, Skeleton, TextField, useToast } from '../../ui/index.ts'
import { ago } from '../../ui/time.ts'
import rooms from '../rooms/Rooms.module.css'
import { useContent } from '../session/context.ts'
import { CopyCode } from './CopyCode.tsx'
import styles from './Forms.module.css'
import * as strings from './strings.ts'

/** Whom a form tells of what is sent through it: a webhook, and people by mail. */
export function Notifications({ model }: { model: string }) {
  const { project } = useContent()
  const { data, error } = useQuery(notificationsQuery(project.id, model))
  return (
    <section className={rooms.section} aria-label={strings.notifications}>
      <h2 className="type-heading">{strings.notifications}</h2>
      {error && !data ? (
        <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
      ) : !data ? (
        <Skeleton height={96} radius={10} />
      ) : (
        <>
          <Webhook model={model} known={data} />
          <Mail model={model} known={data} />
          <Deliveries known={data} />
        </>
      )}
    </section>
  )
}

interface PartProps {
  model: string
  known: FormNotifications
}

/** Saves a part, and calls what it tells with an example. */
function usePart(model: string) {
  const { project } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  return {
    error,
    setError,
    busy,
    async save(body: Parameters<typeof setNotifications>[2]) {
      setBusy(true)
      const answer = await setNotifications(project.id, model, body)
      setBusy(false)
      setError(answer.ok ? undefined : sentence(answer.error))
      if (!answer.ok) return undefined
      await queries.invalidateQueries({ queryKey: notificationsQuery(project.id, model).queryKey })
      return answer.value
    },
    async test(kind: 'webhook' | 'mail') {
      setBusy(true)
      const answer = await testNotifications(project.id, model, kind)
      setBusy(false)
      const problem = answer.ok ? answer.value.problem : sentence(answer.error)
      if (problem === undefined) show({ title: strings.testArrived, tone: 'done', id: 'content-form-test' })
      else show({ title: strings.testFailed(problem), tone: 'danger', id: 'content-form-test' })
    },
  }
}

function Webhook({ model, known: { webhookUrl } }: PartProps) {
  const { error, busy, save, test } = usePart(model)
  const [typed, setTyped] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const send = async (url: string | null) => {
    const saved = await save({ webhookUrl: url })
    if (!saved) return
    setTyped(undefined)
    setSecret(saved.webhookSecret)
  }
  const url = (typed ?? webhookUrl ?? '').trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url !== '' && url !== webhookUrl) void send(url)
  }
  return (
    <form className={rooms.form} onSubmit={submit} noValidate>
      <TextField
        label={strings.webhookAddress}
        hint={strings.webhookHint}
        error={error}
        mono
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
        placeholder="https://example.com/hooks/form"
        value={typed ?? webhookUrl ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="row wrap gap-8">
        <Button
          type="submit"
          busy={busy}
          disabled={url === '' || url === webhookUrl}
          aria-label={`${strings.save}: ${strings.webhook}`}
        >
          {strings.save}
        </Button>
        {webhookUrl !== undefined && (
          <>
            <Button
              onClick={() => void test('webhook')}
              disabled={busy}
              aria-label={`${strings.sendTest}: ${strings.webhook}`}
            >
              {strings.sendTest}
            </Button>
            <Button
              onClick={() => void send(null)}
              disabled={busy}
              aria-label={`${strings.remove}: ${strings.webhook}`}
            >
              {strings.remove}
            </Button>
          </>
        )}
      </div>
      {secret !== undefined && (
        <ErrorNote tone="attention" title={strings.secret}>
          {strings.secretHint}
          <CopyCode label={strings.secret} text={secret} />
        </ErrorNote>
      )}
    </form>
  )
}

function Mail({ model, known: { mail, hasMail } }: PartProps) {
  const { error, setError, busy, save, test } = usePart(model)
  const saved = mail.join(', ')
  const [typed, setTyped] = useState<string>()
  if (!hasMail)
    return (
      <ErrorNote tone="attention" title={strings.noMail}>
        {strings.noMailHint}
      </ErrorNote>
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const addresses = (typed ?? saved).split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
    const wrong = addresses.find((each) => !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(each))
    if (wrong !== undefined) return setError(strings.notAnAddress(wrong))
    if (await save({ mail: addresses })) setTyped(undefined)
  }
  return (
    <form className={rooms.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={strings.mailAddresses}
        hint={strings.mailHint}
        error={error}
        autoComplete="off"
        placeholder="office@example.com"
        value={typed ?? saved}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <div className="row wrap gap-8">
        <Button
          type="submit"
          busy={busy}
          disabled={typed === undefined || typed === saved}
          aria-label={`${strings.save}: ${strings.mail}`}
        >
          {strings.save}
        </Button>
        {mail.length > 0 && (
          <Button onClick={() => void test('mail')} disabled={busy} aria-label={`${strings.sendTest}: ${strings.mail}`}>
            {strings.sendTest}
          </Button>
        )}
      </div>
    </form>
  )
}

function Deliveries({ known: { deliveries } }: { known: FormNotifications }) {
  return (
    <div>
      <h3 className="type-heading">{strings.lastDeliveries}</h3>
      {deliveries.length === 0 ? (
        <p className="quiet">{strings.noDeliveries}</p>
      ) : (
        <ul className="grid" aria-label={strings.lastDeliveries}>
          {deliveries.map(({ submissionId, kind, state, sentAt, tries, problem }) => (
            <li key={`${submissionId} ${kind}`} className={rooms.item}>
              <span>{kind === 'mail' ? strings.mail : strings.webhook}</span>
              <span className={state === 'delivered' ? styles.done : state === 'failed' ? styles.failed : 'quiet'}>
                {strings.deliveryStates[state]}
              </span>
              <span className="quiet">
                {[ago(sentAt), strings.tries(tries), ...(problem === undefined ? [] : [problem])].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
