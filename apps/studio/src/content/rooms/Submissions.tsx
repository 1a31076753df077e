import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check as CheckIcon, Download, Inbox, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { contentKey } from '../../api/content.ts'
import { submissionsFile } from '../../api/contentForms.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, Check, EmptyState, ErrorNote, Segmented, Select, Skeleton, useToast } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { submissionsQuery } from '../session/reads.ts'
import * as strings from '../strings.ts'
import { decideAll } from './decideAll.ts'
import styles from './Rooms.module.css'
import * as words from './submissionStrings.ts'

const reviewers: ReadonlySet<string> = new Set(['owner', 'admin', 'reviewer'])
const shown = ['pending', 'approved', 'rejected', 'spam'] as const
const ALL = ''

/** Visitors' submissions through the site's forms: read, made entries of, or rejected. */
export function Submissions({ overview }: { overview: ContentOverview }) {
  const { session, project, go } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const [state, setState] = useState<(typeof shown)[number]>('pending')
  const [form, setForm] = useState(ALL)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery(submissionsQuery(project.id, state, form === ALL ? undefined : form))
  const mayDecide = reviewers.has(project.role)
  const submissions = data?.submissions ?? []
  const selected = submissions.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const withForm = overview.models.filter((model) => model.form || submissions.some((each) => each.model === model.id))
  const modelOf = (id: string) => overview.models.find((model) => model.id === id)
  const change = (next: { state?: (typeof shown)[number]; form?: string }) => {
    setState(next.state ?? state)
    setForm(next.form ?? form)
    setChosen(new Set())
  }
  const told = (title: string, undo: (() => void) | undefined) =>
    show({
      title,
      tone: 'done',
      id: 'content-submission',
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
  const failed = (message: string) => show({ title: message, tone: 'danger', id: 'content-submission' })

  const approve = async (ids: readonly string[]) => {
    setBusy(true)
    const answer = await session.runAll(
      operations.approveSubmission,
      ids.map((submissionId) => ({ submissionId })),
    )
    setBusy(false)
    setChosen(new Set())
    if (!answer.ok) return failed(sentence(answer.error))
    const { data: made, undo } = answer.value
    told(words.approvedSubmissions(made.length), undo)
    const [only] = made
    const model = submissions.find(({ id }) => id === ids[0])?.model
    if (made.length === 1 && only?.merged && model !== undefined) go({ model, entry: only.entryId })
  }
  const decide = async (ids: readonly string[], what: 'reject' | 'reopen') => {
    setBusy(true)
    const answer = await decideAll(session, ids, what)
    await queries.invalidateQueries({ queryKey: contentKey(project.id) })
    setBusy(false)
    setChosen(new Set())
    if (!answer.ok) return failed(sentence(answer.error))
    told(what === 'reject' ? words.rejectedSubmissions(ids.length) : words.waitAgain(ids.length), session.undo)
  }

  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={styles.column}>
        <div className="row wrap gap-8">
          <h1 className="type-title">{strings.submissions}</h1>
          <span className="grow" />
          {withForm.length > 1 && (
            <Select
              label={words.form}
              hideLabel
              value={form}
              options={[
                { value: ALL, label: words.allForms },
                ...withForm.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(next) => change({ form: next })}
            />
          )}
          <Segmented
            label={strings.state}
            value={state}
            onChange={(next) => change({ state: next })}
            options={shown.map((value) => ({ value, label: strings.submissionStates[value] }))}
          />
        </div>
        {data && submissions.length > 0 && (
          <div className="row wrap gap-8">
            {mayDecide && state !== 'approved' && (
              <Check
                label={selected.length === 0 ? strings.selectAll : strings.selected(selected.length)}
                checked={selected.length === submissions.length}
                mixed={selected.length > 0 && selected.length < submissions.length}
                onChange={(all) => setChosen(new Set(all ? submissions.map(({ id }) => id) : []))}
              />
            )}
            {selected.length > 0 && (
              <Decisions
                state={state}
                busy={busy}
                name={words.theSelected}
                onApprove={() => void approve(selected)}
                onDecide={(what) => void decide(selected, what)}
              />
            )}
            <span className="grow" />
            <span className="quiet">{words.shownOf(submissions.length, data.total)}</span>
            {(form !== ALL ? [form] : withForm.length === 1 ? withForm.map(({ id }) => id) : []).map((model) => (
              <a
                key={model}
                className="inline-row gap-6 color-text"
                href={submissionsFile(project.id, model, state)}
                download
              >
                <Download size={14} aria-hidden="true" /> {words.exportCsv}
              </a>
            ))}
          </div>
        )}
        {error && !data ? (
          <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
        ) : !data ? (
          <Skeleton height={96} radius={10} />
        ) : submissions.length === 0 ? (
          <EmptyState icon={<Inbox size={20} />} title={strings.noSubmissions}>
            {withForm.length === 0 ? words.noForms : strings.noSubmissionsHint}
          </EmptyState>
        ) : (
          <ul className="grid" aria-label={strings.submissions}>
            {submissions.map(({ id, model, locale, data: values, createdAt, entryId }) => {
              const name = submissionTitle(values, modelOf(model)?.titleField)
              return (
                <li key={id} className={styles.card}>
                  <div className="row wrap gap-8">
                    {mayDecide && state !== 'approved' && (
                      <input
                        type="checkbox"
                        aria-label={words.select(name)}
                        checked={chosen.has(id)}
                        onChange={(event) => {
                          const next = new Set(chosen)
                          if (event.currentTarget.checked) next.add(id)
                          else next.delete(id)
                          setChosen(next)
                        }}
                      />
                    )}
                    <span className="quiet">
                      {[modelOf(model)?.name ?? model, ...(locale === '*' ? [] : [locale]), ago(createdAt)].join(' · ')}
                    </span>
                    <span className="grow" />
                    {mayDecide && (
                      <Decisions
                        state={state}
                        busy={busy}
                        name={name}
                        onApprove={() => void approve([id])}
                        onDecide={(what) => void decide([id], what)}
                      />
                    )}
                    {entryId !== undefined && (
                      <Link to={paths.content(project.id, { model, entry: entryId })}>{words.openEntry}</Link>
                    )}
                  </div>
                  <dl className={styles.facts}>
                    {Object.entries(values).map(([field, value]) => (
                      <Fact
                        key={field}
                        name={fieldLabel(modelOf(model)?.fields.find((each) => each.name === field) ?? { name: field })}
                        value={value}
                      />
                    ))}
                  </dl>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </main>
  )
}

interface DecisionProps {
  state: (typeof shown)[number]
  busy: boolean
  /** The subject of the decision, for screen readers. */
  name: string
  onApprove: () => void
  onDecide: (what: 'reject' | 'reopen') => void
}

function Decisions({ state, busy, name, onApprove, onDecide }: DecisionProps) {
  if (state === 'approved') return null
  if (state !== 'pending')
    return (
      <Button
        size="sm"
        icon={<RotateCcw size={14} />}
        disabled={busy}
        aria-label={`${words.reopen}: ${name}`}
        onClick={() => onDecide('reopen')}
      >
        {words.reopen}
      </Button>
    )
  return (
    <>
      <Button
        size="sm"
        icon={<CheckIcon size={14} />}
        disabled={busy}
        aria-label={`${strings.approve}: ${name}`}
        onClick={onApprove}
      >
        {strings.approve}
      </Button>
      <Button
        size="sm"
        icon={<X size={14} />}
        disabled={busy}
        aria-label={`${strings.reject}: ${name}`}
        onClick={() => onDecide('reject')}
      >
        {strings.reject}
      </Button>
    </>
  )
}

/** The title of a submission: the value of the title, or the first text in it. */
function submissionTitle(values: Readonly<Record<string, unknown>>, titleField: string | undefined): string {
  const texts = Object.values(values).filter((value) => typeof value === 'string')
  const title = titleField === undefined ? undefined : values[titleField]
  return typeof title === 'string' ? title : (texts[0]?.slice(0, 60) ?? strings.untitled)
}

function Fact({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {typeof value === 'string'
          ? value
          : typeof value === 'boolean'
            ? value
              ? strings.yes
              : strings.no
            : Array.isArray(value)
              ? value.join(', ')
              : JSON.stringify(value)}
      </dd>
    </>
  )
}
