import type { Service } from '@atelier/api'
import type { Answer } from '@atelier/api/client'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  acceptServiceKey,
  deleteServiceKey,
  deletionFailure,
  sentence,
  setServiceKey,
  testServiceKey,
} from '../../api/index.ts'
import { Button, ConfirmDialog, cx, IconButton, TextField } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './AiSettings.module.css'

type Busy = 'adding' | 'accepting' | 'testing'

/** One service: what it is for, its key, and what can be done with it. */
export function ServiceLine({ service }: { service: Service }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<Busy>()
  const [result, setResult] = useState<{ ok: boolean; message: string }>()
  const [replacing, setReplacing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { name, label, key } = service
  const asks = !key || replacing
  const line = useRef<HTMLDivElement>(null)
  const asked = useRef(asks)
  // The focused element was replaced: a field for the buttons, or the reverse.
  useLayoutEffect(() => {
    if (asked.current === asks) return
    asked.current = asks
    if (document.activeElement !== document.body) return
    line.current?.querySelector<HTMLElement>(asks ? 'input' : 'button')?.focus()
  }, [asks])
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['services'] })

  const test = async (added: boolean) => {
    const answer = await testServiceKey(name)
    const tested = answer.ok ? answer.value : { ok: false, message: sentence(answer.error) }
    setResult(added && !tested.ok ? { ok: false, message: strings.keptAllTheSame(tested.message) } : tested)
  }
  /** Saves a key, then tests it. @returns what was wrong with it */
  const save = async (how: Busy, saving: Promise<Answer<undefined>>): Promise<string | undefined> => {
    setBusy(how)
    setResult(undefined)
    const saved = await saving
    if (saved.ok) {
      setReplacing(false)
      await refresh()
      await test(true)
    }
    setBusy(undefined)
    return saved.ok ? undefined : sentence(saved.error)
  }
  const accept = async () => {
    const problem = await save('accepting', acceptServiceKey(name))
    if (problem !== undefined) setResult({ ok: false, message: problem })
  }
  const testAgain = async () => {
    setBusy('testing')
    await test(false)
    setBusy(undefined)
  }
  const remove = async () => {
    const failure = deletionFailure(await deleteServiceKey(name))
    if (failure !== undefined) return failure
    setResult(undefined)
    await refresh()
    return undefined
  }

  return (
    <div ref={line} className={cx(styles.line, styles.service)}>
      <div className={styles.what}>
        <p className="font-medium">{label}</p>
        <p className={styles.meta}>
          <span>{service.purpose}</span>
          {!key ? (
            <a href={service.keysAt} target="_blank" rel="noreferrer" aria-label={strings.getAKeyFor(label)}>
              {strings.getAKey}
            </a>
          ) : (
            key.hint && (
              <span>
                {strings.keyEndsIn} <code>{key.hint}</code>
              </span>
            )
          )}
        </p>
        {asks && (
          <KeyForm
            label={label}
            busy={busy === 'adding'}
            save={(apiKey) => save('adding', setServiceKey(name, apiKey))}
          >
            {replacing ? (
              <Button onClick={() => setReplacing(false)}>{strings.cancel}</Button>
            ) : (
              service.inEnvironment && (
                <Button busy={busy === 'accepting'} onClick={accept}>
                  {strings.useEnvironmentKey}
                </Button>
              )
            )}
          </KeyForm>
        )}
        {result && (
          <p className={styles.result} data-ok={result.ok ? '' : undefined} role="status">
            {result.message}
          </p>
        )}
      </div>
      {!asks && (
        <>
          <Button aria-label={strings.replaceKeyOf(label)} onClick={() => setReplacing(true)}>
            {strings.replaceKey}
          </Button>
          <Button busy={busy === 'testing'} aria-label={strings.testKeyOf(label)} onClick={testAgain}>
            {strings.test}
          </Button>
          <IconButton label={strings.deleteKeyOf(label)} onClick={() => setRemoving(true)}>
            <Trash2 size={15} />
          </IconButton>
        </>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={strings.deleteKeyQuestion(label)}
        confirm={strings.deleteKey}
        onConfirm={remove}
      >
        <p>{strings.deleteKeyEffect}</p>
      </ConfirmDialog>
    </div>
  )
}

interface KeyFormProps {
  label: string
  busy: boolean
  /** Returns what is wrong with the key. */
  save: (apiKey: string) => Promise<string | undefined>
  children: ReactNode
}

function KeyForm({ label, busy, save, children }: KeyFormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const apiKey = text.trim()
    if (apiKey === '') return setProblem(strings.pasteTheKey)
    setProblem(/\s/.test(apiKey) ? strings.keyHasNoSpaces : await save(apiKey))
  }
  return (
    <form className={styles.keyForm} onSubmit={submit} noValidate>
      <TextField
        className={styles.keyField}
        label={strings.serviceKey(label)}
        hideLabel
        type="password"
        mono
        autoComplete="off"
        spellCheck="false"
        placeholder={strings.pasteAKey}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" busy={busy}>
        {strings.addKeyAndTest}
      </Button>
      {children}
    </form>
  )
}
