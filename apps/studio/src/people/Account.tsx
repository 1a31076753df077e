import type { Me } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { changePassword, meQuery, renameMe, sentence } from '../api/index.ts'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { Button, ErrorNote, Skeleton, TextField } from '../ui/index.ts'
import { AgentPolicies } from './AgentPolicies.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import styles from './People.module.css'
import * as strings from './strings.ts'
import { roleLabel } from './words.ts'

/** The user's own name, password and API keys, and what the agent may do in their name without asking. */
export function Account() {
  const me = useQuery(meQuery())
  return (
    <SettingsPage
      title={strings.account}
      lead={me.data ? `${me.data.user.email} · ${roleLabel(me.data.workspace.role)}` : ' '}
    >
      {me.data ? <NameForm user={me.data.user} /> : <Skeleton height={112} radius={10} />}
      <PasswordForm email={me.data?.user.email} />
      <ApiKeys />
      <AgentPolicies />
    </SettingsPage>
  )
}

function NameForm({ user }: { user: Me['user'] }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(user.name)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const answer = await renameMe(name.trim())
    setBusy(false)
    if (!answer.ok) {
      setError(sentence(answer.error))
      return
    }
    setSaved(true)
    await Promise.all(['me', 'people'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }
  return (
    <section className={`${styles.card} ${styles.panel}`} aria-label={strings.name}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={strings.yourName}
          size="lg"
          autoComplete="name"
          maxLength={100}
          hint={strings.othersSeeItBesideWhatYou}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setSaved(false)
          }}
        />
        {error && <ErrorNote title={error} />}
        <div className={styles.row}>
          <Button type="submit" busy={busy} disabled={name.trim() === '' || name.trim() === user.name}>
            {strings.saveName}
          </Button>
          {saved && (
            <span className="color-done" role="status">
              {strings.saved}
            </span>
          )}
        </div>
      </form>
    </section>
  )
}

function PasswordForm({ email }: { email: string | undefined }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const [problems, setProblems] = useState<{ current?: string; next?: string }>({})
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaved(false)
    setError(undefined)
    if (next.length < 8) {
      setProblems({ next: strings.useAtLeast8Characters })
      return
    }
    setBusy(true)
    const answer = await changePassword({ current, next })
    setBusy(false)
    if (!answer.ok) {
      if (answer.error.path === '/current') setProblems({ current: answer.error.message })
      else setError(sentence(answer.error))
      return
    }
    setCurrent('')
    setNext('')
    setSaved(true)
  }
  return (
    <section className="grid one-column gap-12">
      <h2 className="type-subheading">{strings.password}</h2>
      <div className={`${styles.card} ${styles.panel}`}>
        <form className={styles.form} onSubmit={submit} noValidate>
          <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
          <TextField
            label={strings.currentPassword}
            type="password"
            size="lg"
            autoComplete="current-password"
            value={current}
            error={problems.current}
            onChange={(event) => {
              setCurrent(event.target.value)
              setProblems({ ...problems, current: undefined })
            }}
          />
          <TextField
            label={strings.newPassword}
            type="password"
            size="lg"
            autoComplete="new-password"
            maxLength={128}
            hint={strings.atLeast8CharactersALong}
            value={next}
            error={problems.next}
            onChange={(event) => {
              setNext(event.target.value)
              setProblems({ ...problems, next: undefined })
            }}
          />
          {error && <ErrorNote title={error} />}
          <div className={styles.row}>
            <Button type="submit" busy={busy} disabled={current === '' || next === ''}>
              {strings.changePassword}
            </Button>
            {saved && (
              <span className="color-done" role="status">
                {strings.changedEverywhereElseYouAreSigned}
              </span>
            )}
          </div>
        </form>
      </div>
    </section>
  )
}
