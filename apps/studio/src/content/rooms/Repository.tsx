import type { RepositoryStatus } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Unplug } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import {
  connectRemote,
  contentKey,
  disconnectRemote,
  rebuildRepository,
  repositoryQuery,
  syncRepository,
} from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, FindingLine, numbered, Skeleton, TextField, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { mayConnect } from '../session/mayConnect.ts'
import * as strings from '../strings.ts'
import { LostReferences } from './LostReferences.tsx'
import styles from './Rooms.module.css'

/** How far the repository behind the content is, and the remote that it goes to. */
export function Repository() {
  const { project, readsOnly } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery(repositoryQuery(project.id))
  const again = () => queries.invalidateQueries({ queryKey: contentKey(project.id) })
  const sync = async () => {
    setBusy(true)
    const answer = await syncRepository(project.id)
    setBusy(false)
    await again()
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'content-sync' })
  }
  const makeAnew = async () => {
    setBusy(true)
    const answer = await rebuildRepository(project.id)
    setBusy(false)
    await again()
    show(
      answer.ok ? { title: strings.madeAnew } : { title: sentence(answer.error), tone: 'danger', id: 'content-sync' },
    )
  }
  const isEmpty = data?.phase === 'uninitialized'
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={styles.column}>
        <div className="row wrap gap-8">
          <h1 className="type-title">{strings.repository}</h1>
          <span className="grow" />
          {!readsOnly && data && !isEmpty && (
            <Button icon={<RefreshCw size={14} />} busy={busy} onClick={() => void sync()}>
              {strings.synchronize}
            </Button>
          )}
        </div>
        <p className="quiet">{isEmpty ? strings.takeOverHint : strings.repositoryHint}</p>
        {error && !data ? (
          <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
        ) : !data ? (
          <Skeleton height={96} radius={10} />
        ) : data.import ? (
          <Import {...data.import} onChange={again} />
        ) : isEmpty ? (
          <Link to={paths.content(project.id)}>{strings.beginOtherwise}</Link>
        ) : (
          <>
            {data.error !== undefined && (
              <ErrorNote
                tone="attention"
                title={strings.repositoryProblem}
                actions={
                  data.damaged &&
                  mayConnect(project) && (
                    <Button size="sm" busy={busy} onClick={() => void makeAnew()}>
                      {strings.makeAnew}
                    </Button>
                  )
                }
              >
                {data.error}
              </ErrorNote>
            )}
            <dl className={styles.facts}>
              <dt>{strings.state}</dt>
              <dd>{strings.repositoryStates[data.state]}</dd>
              <dt>{strings.changesMade}</dt>
              <dd>{data.seq}</dd>
              <dt>{strings.inRepository}</dt>
              <dd>{data.written}</dd>
              {data.remote !== undefined && (
                <>
                  <dt>{strings.atRemote}</dt>
                  <dd>{data.pushed}</dd>
                </>
              )}
              {data.tip !== undefined && (
                <>
                  <dt>{strings.newestCommit}</dt>
                  <dd className="break-anywhere type-code">{data.tip}</dd>
                </>
              )}
            </dl>
            {data.findings && <Findings {...data.findings} />}
            <LostReferences />
          </>
        )}
        {mayConnect(project) && data && !data.import && <Remote remote={data.remote} onChange={again} />}
      </div>
    </main>
  )
}

/** Content of a remote that is being taken over, which can be given up. */
function Import({ error, onChange }: NonNullable<RepositoryStatus['import']> & { onChange: () => Promise<unknown> }) {
  const { project } = useContent()
  const { show } = useToast()
  const [busy, setBusy] = useState(false)
  const giveUp = async () => {
    setBusy(true)
    const answer = await disconnectRemote(project.id)
    setBusy(false)
    await onChange()
    show(
      answer.ok ? { title: strings.gaveUp } : { title: sentence(answer.error), tone: 'danger', id: 'content-remote' },
    )
  }
  return (
    <ErrorNote
      tone={error === undefined ? 'info' : 'attention'}
      title={error === undefined ? strings.takingOver : strings.takeOverFailed}
      actions={
        mayConnect(project) && (
          <Button size="sm" busy={busy} onClick={() => void giveUp()}>
            {strings.giveUp}
          </Button>
        )
      }
    >
      {error}
    </ErrorNote>
  )
}

/** The problems of the files that others have written; each that is about an entry leads to it. */
function Findings({ errors, warnings, first }: NonNullable<RepositoryStatus['findings']>) {
  const { go } = useContent()
  const more = errors + warnings - first.length
  return (
    <section className={styles.section} aria-label={strings.filesToMend}>
      <h2 className="type-heading">{strings.filesToMend}</h2>
      <p className="quiet">{strings.filesToMendHint}</p>
      {numbered(first, ({ file, line, model, entry, ...finding }) => (
        <FindingLine
          finding={{ ...finding, ...(file === undefined ? {} : { excerpt: strings.inFile(file, line) }) }}
          onSelect={model !== undefined && entry !== undefined ? () => go({ model, entry }) : undefined}
        />
      ))}
      {more > 0 && <p className="quiet">{strings.moreFindings(more)}</p>}
    </section>
  )
}

/** Connects the repository with one elsewhere, or forgets that one. */
function Remote({ remote, onChange }: { remote: string | undefined; onChange: () => Promise<unknown> }) {
  const { project } = useContent()
  const { show } = useToast()
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() === '') return
    setBusy(true)
    setError(undefined)
    const answer = await connectRemote(project.id, { url: url.trim(), ...(token === '' ? {} : { token }) })
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    setToken('')
    setSecret(answer.value.webhookSecret)
    await onChange()
  }
  const disconnect = async () => {
    const answer = await disconnectRemote(project.id)
    await onChange()
    show(
      answer.ok
        ? { title: strings.disconnected }
        : { title: sentence(answer.error), tone: 'danger', id: 'content-remote' },
    )
  }
  return (
    <section className={styles.section} aria-label={strings.remote}>
      <h2 className="type-heading">{strings.remote}</h2>
      <p className="quiet">{strings.remoteHint}</p>
      {remote !== undefined && (
        <dl className={styles.facts}>
          <dt>{strings.connectedWith}</dt>
          <dd className="break-anywhere type-code">{remote}</dd>
        </dl>
      )}
      <form className={styles.form} onSubmit={connect} noValidate>
        <TextField
          label={strings.remoteAddress}
          placeholder="https://…"
          autoComplete="off"
          value={url}
          error={error}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextField
          label={strings.remoteToken}
          hint={strings.remoteTokenHint}
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <div className="row wrap gap-8">
          <Button type="submit" variant="primary" busy={busy} disabled={url.trim() === ''}>
            {strings.connect}
          </Button>
          {remote !== undefined && (
            <Button icon={<Unplug size={14} />} onClick={() => void disconnect()}>
              {strings.disconnect}
            </Button>
          )}
        </div>
      </form>
      {secret !== undefined && (
        <ErrorNote tone="attention" title={strings.webhookSecret}>
          <span className="break-anywhere type-code">{secret}</span>
        </ErrorNote>
      )}
    </section>
  )
}
