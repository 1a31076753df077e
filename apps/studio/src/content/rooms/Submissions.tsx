import { useQuery } from '@tanstack/react-query'
import { Check, Inbox, X } from 'lucide-react'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { Button, EmptyState, ErrorNote, Segmented, Skeleton, useToast } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import { labelOf } from '../entry/labelOf.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { submissionsQuery } from '../session/reads.ts'
import * as strings from '../strings.ts'
import styles from './Rooms.module.css'

const reviewers: ReadonlySet<string> = new Set(['owner', 'admin', 'reviewer'])
const shown = ['pending', 'approved', 'rejected', 'spam'] as const

/** What visitors have sent by the site's forms: read, made an entry of, or rejected. */
export function Submissions({ overview }: { overview: ContentOverview }) {
  const { session, project, go } = useContent()
  const { show } = useToast()
  const [state, setState] = useState<(typeof shown)[number]>('pending')
  const { data, error } = useQuery(submissionsQuery(project.id, state))
  const mayDecide = reviewers.has(project.role)
  const failed = (message: string) => show({ title: message, tone: 'danger', id: 'content-submission' })
  const approve = async (submissionId: string, model: string) => {
    const answer = await session.run(operations.approveSubmission, { submissionId })
    if (!answer.ok) return failed(sentence(answer.error))
    const { data: made, undo } = answer.value
    show({
      title: strings.approved,
      tone: 'done',
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    if (made.merged) go({ model, entry: made.entryId })
  }
  const reject = async (submissionId: string) => {
    const answer = await session.run(operations.rejectSubmission, { submissionId })
    if (!answer.ok) return failed(sentence(answer.error))
    show({ title: strings.rejectedSubmission })
  }
  const modelOf = (id: string) => overview.models.find((model) => model.id === id)
  return (
    <main className={styles.main}>
      <div className={styles.column}>
        <div className={styles.row}>
          <h1 className={styles.title}>{strings.submissions}</h1>
          <span className={styles.spring} />
          <Segmented
            label={strings.state}
            value={state}
            onChange={setState}
            options={shown.map((value) => ({ value, label: strings.submissionStates[value] }))}
          />
        </div>
        {error && !data ? (
          <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
        ) : !data ? (
          <Skeleton height={96} radius={10} />
        ) : data.submissions.length === 0 ? (
          <EmptyState icon={<Inbox size={20} />} title={strings.noSubmissions}>
            {strings.noSubmissionsHint}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={strings.submissions}>
            {data.submissions.map(({ id, model, locale, data: values, createdAt }) => (
              <li key={id} className={styles.card}>
                <div className={styles.row}>
                  <span className={styles.quiet}>
                    {[modelOf(model)?.name ?? model, ...(locale === '*' ? [] : [locale]), ago(createdAt)].join(' · ')}
                  </span>
                  <span className={styles.spring} />
                  {mayDecide && state === 'pending' && (
                    <>
                      <Button size="sm" icon={<Check size={14} />} onClick={() => void approve(id, model)}>
                        {strings.approve}
                      </Button>
                      <Button size="sm" icon={<X size={14} />} onClick={() => void reject(id)}>
                        {strings.reject}
                      </Button>
                    </>
                  )}
                </div>
                <dl className={styles.facts}>
                  {Object.entries(values).map(([name, value]) => (
                    <Fact
                      key={name}
                      name={labelOf(modelOf(model)?.fields.find((field) => field.name === name) ?? { name })}
                      value={value}
                    />
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  )
}

function Fact({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </>
  )
}
