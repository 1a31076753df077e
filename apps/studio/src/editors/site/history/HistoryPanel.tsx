import type { Version } from '@atelier/api'
import { pages } from '@atelier/site'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { GitCompare, History as HistoryIcon, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { errorOf, sentence, unwrap } from '../../../api/client.ts'
import { projectQuery } from '../../../api/projects.ts'
import { comparisonQuery, removeVersion, restoreVersion, saveVersion, versionsQuery } from '../../../api/versions.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { ago, count, dateAndTime } from '../../../ui/words.ts'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { showComparison } from '../session/state.ts'
import { authorsText, ChangeLines } from './ChangeLines.tsx'
import styles from './History.module.css'
import * as strings from './strings.ts'

/** The site over time: keep a version, see what changed since, compare, put back. */
export function HistoryPanel({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title={strings.history} description={strings.historyLead}>
      {open && <Versions />}
    </Dialog>
  )
}

function Versions() {
  const session = useEditor()
  const { projectId } = session
  const queries = useQueryClient()
  const versions = useQuery(versionsQuery(projectId))
  const role = useQuery(projectQuery(projectId)).data?.role
  const reads = role === 'viewer' || role === 'reviewer'
  const [chosen, setChosen] = useState(() => {
    const { lastComparison: last } = session.state.get()
    return last?.of === 'version' ? last.id : undefined
  })
  const [name, setName] = useState('')
  const changed = () => queries.invalidateQueries({ queryKey: ['projects', projectId, 'versions'] })
  const save = useMutation({
    mutationFn: (wanted: string) => unwrap(saveVersion(projectId, wanted)),
    onSuccess: (version, wanted) => {
      setName((now) => (now.trim() === wanted.trim() ? '' : now))
      setChosen(version.id)
    },
    onSettled: changed,
  })
  const all = versions.data?.versions ?? []
  const version = all.find(({ id }) => id === chosen) ?? all[0]
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate(name.trim())
  }
  return (
    <div className={styles.history}>
      <div className="grid content-start gap-10">
        {!reads && (
          <form className={styles.keep} onSubmit={submit}>
            <TextField
              label={strings.nameOfTheVersion}
              hideLabel
              placeholder={strings.nameThisVersion}
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" busy={save.isPending} disabled={name.trim() === ''}>
              {strings.keep}
            </Button>
          </form>
        )}
        {save.error && <ErrorNote title={sentence(errorOf(save.error))} />}
        {versions.error && <ErrorNote title={sentence(errorOf(versions.error))} />}
        {versions.isPending && <Skeleton height={96} radius={8} />}
        <ul className={styles.versions} aria-label={strings.versions}>
          {all.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className={styles.version}
                aria-current={each.id === version?.id ? 'true' : undefined}
                onClick={() => setChosen(each.id)}
              >
                <span className={styles.name}>{each.name}</span>
                <span className={styles.when} title={dateAndTime(each.createdAt)}>
                  {`${ago(each.createdAt)}${each.userName ? ` · ${each.userName}` : ''}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.main}>
        {version ? (
          <OneVersion key={version.id} version={version} others={all} reads={reads} onChanged={changed} />
        ) : (
          versions.isSuccess && (
            <EmptyState icon={<HistoryIcon size={18} />} title={strings.noVersionsYet}>
              {strings.noVersionsHint}
            </EmptyState>
          )
        )}
      </div>
    </div>
  )
}

interface OneVersionProps {
  version: Version
  others: readonly Version[]
  reads: boolean
  onChanged: () => Promise<void>
}

function OneVersion({ version, others, reads, onChanged }: OneVersionProps) {
  const session = useEditor()
  const { projectId } = session
  const { show } = useToast()
  const site = useSite()
  useSiteVersion()
  const [to, setTo] = useState('now')
  const [pageId, setPageId] = useState('')
  const [removing, setRemoving] = useState(false)
  const comparison = useQuery(comparisonQuery(projectId, version.id, to === 'now' ? undefined : to))
  const listed = site ? pages(site.local.view) : []
  const restore = useMutation({
    mutationFn: () =>
      unwrap(
        session.trackServerCall(restoreVersion(projectId, version.id, pageId === '' ? undefined : pageId), (answer) =>
          answer.ok && answer.value.documentIds.length > 0 ? answer.value.changeSetId : undefined,
        ),
      ),
    onSuccess: ({ changeSetId, documentIds }) => {
      show({
        title: documentIds.length === 0 ? strings.nothingWasDifferent : strings.versionRestored(version.name),
        ...(documentIds.length === 0
          ? {}
          : { action: { label: strings.undo, onSelect: () => void session.revert(changeSetId) } }),
      })
    },
    onSettled: onChanged,
  })
  const documents = comparison.data?.documents ?? []
  const other = others.find(({ id }) => id === to)
  const compareThem = () =>
    showComparison(session.state, {
      of: 'version',
      id: version.id,
      name: version.name,
      ...(other ? { to: { id: other.id, name: other.name } } : {}),
    })
  return (
    <>
      <div className={styles.title}>
        <div>
          <h3 className={styles.heading}>{version.name}</h3>
          <p className={styles.when}>
            {`${dateAndTime(version.createdAt)} · ${count(version.pages, 'page')}${version.userName ? ` · ${version.userName}` : ''}`}
          </p>
        </div>
        {!reads && (
          <IconButton label={strings.deleteThisVersion} onClick={() => setRemoving(true)}>
            <Trash2 size={15} />
          </IconButton>
        )}
      </div>
      <div className={styles.controls}>
        <Select
          label={strings.compareWith}
          value={to}
          onChange={setTo}
          options={[
            { value: 'now', label: strings.asItIsNow },
            ...others
              .filter(({ id }) => id !== version.id)
              .map(({ id, name, createdAt }) => ({ value: id, label: name, hint: ago(createdAt) })),
          ]}
        />
        {!reads && (
          <>
            <Select
              label={strings.putBack}
              value={pageId === '' ? 'all' : pageId}
              onChange={(next) => setPageId(next === 'all' ? '' : next)}
              options={[
                { value: 'all', label: strings.theWholeSite },
                ...listed.map(({ id, title }) => ({ value: id, label: title })),
              ]}
            />
            <Button busy={restore.isPending} onClick={() => restore.mutate()}>
              {strings.putBack}
            </Button>
          </>
        )}
      </div>
      {restore.error && <ErrorNote title={sentence(errorOf(restore.error))}>{strings.nothingWasChanged}</ErrorNote>}
      {comparison.error && <ErrorNote title={sentence(errorOf(comparison.error))} />}
      {comparison.isPending && <Skeleton height={120} radius={8} />}
      {comparison.isSuccess && (
        <p className={styles.summary}>
          {documents.length === 0
            ? strings.nothingIsDifferent
            : `Changed since: ${documents.map(({ title }) => title).join(', ')}${comparison.data.authors.length > 0 ? `, by ${authorsText(comparison.data.authors)}` : ''}.`}
        </p>
      )}
      {documents.length > 0 && (
        <div>
          <Button icon={<GitCompare size={14} />} onClick={compareThem}>
            {strings.compare}
          </Button>
        </div>
      )}
      <ChangeLines documents={documents} />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={strings.deleteVersionNamed(version.name)}
        confirm={strings.deleteVersion}
        onConfirm={async () => {
          const answer = await removeVersion(projectId, version.id)
          if (!answer.ok) return sentence(answer.error)
          await onChanged()
          return undefined
        }}
      >
        {strings.deleteVersionEffect}
      </ConfirmDialog>
    </>
  )
}
