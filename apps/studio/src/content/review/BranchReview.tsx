import type { ContentBranch } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, GitMerge, X } from 'lucide-react'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, Skeleton, useToast } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import { branchQuery, type ShownBranch } from './branchQuery.ts'
import { ConflictChoice, type Take } from './ConflictChoice.tsx'
import styles from './Review.module.css'
import { Sides } from './Sides.tsx'

/** What, who and when, then each change as before and after, and the decision on it. */
export function BranchReview({ overview, branchId }: { overview: ContentOverview; branchId: string }) {
  const { project } = useContent()
  const branch = overview.branches.find(({ id }) => id === branchId)
  const { data, error, refetch } = useQuery(branchQuery(project.id, branchId))
  if (!branch || (error && !data)) {
    const failure = error ? errorOf(error) : undefined
    return (
      <main className={styles.main}>
        <ErrorNote
          title={branch ? (failure?.message ?? strings.branchIsGone) : strings.branchIsGone}
          actions={
            <>
              {branch && (
                <Button size="sm" onClick={() => void refetch()}>
                  {strings.tryAgain}
                </Button>
              )}
              <Link to={paths.content(project.id, { review: 'all' })}>{strings.backTo(strings.review)}</Link>
            </>
          }
        >
          {branch && failure?.hint}
        </ErrorNote>
      </main>
    )
  }
  return (
    <main className={styles.main} aria-busy={!data}>
      <div className={styles.column}>
        <Link to={paths.content(project.id, { review: 'all' })} className={styles.back}>
          <ArrowLeft size={14} aria-hidden="true" />
          {strings.review}
        </Link>
        <div>
          <h1 className={styles.title}>{branch.title}</h1>
          <p className={styles.quiet}>
            {branch.createdBy === undefined
              ? ago(branch.updatedAt)
              : strings.byWhen(branch.createdBy, ago(branch.updatedAt))}
            {branch.state !== 'open' && ` · ${strings.branchStates[branch.state]}`}
          </p>
        </div>
        {data ? (
          <Letter overview={overview} branch={branch} changes={data} />
        ) : (
          <>
            <Skeleton height={96} radius={10} />
            <Skeleton height={96} radius={10} />
          </>
        )}
      </div>
    </main>
  )
}

function Letter({
  overview,
  branch,
  changes,
}: {
  overview: ContentOverview
  branch: ContentBranch
  changes: ShownBranch
}) {
  const { conflicts, moreConflicts, entries, models, settings, vocabulary, isCut } = changes
  const [taken, setTaken] = useState<ReadonlyMap<string, Take>>(new Map())
  const isEmpty = entries.length + models.length + settings.length + vocabulary.length + conflicts.length === 0
  const nameOf = (id: string) => overview.models.find((model) => model.id === id)?.name ?? id
  return (
    <>
      {conflicts.length > 0 && (
        <section className={styles.section} aria-label={strings.conflicts}>
          <h2 className={styles.heading}>{strings.conflicts}</h2>
          <p className={styles.quiet}>{strings.conflictsHint}</p>
          {conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.id}
              conflict={conflict}
              taken={taken.get(conflict.id)}
              onTake={(take) => setTaken(new Map(taken).set(conflict.id, take))}
            />
          ))}
          {moreConflicts > 0 && <p className={styles.quiet}>{strings.moreConflicts(moreConflicts)}</p>}
        </section>
      )}
      {entries.map(({ model, entry, title, change, values, more = 0 }) => (
        <section key={`${model}/${entry}`} className={styles.card}>
          <h2 className={styles.cardTitle}>
            {title === '' ? entry : title}
            <span className={styles.quiet}>
              {nameOf(model)} · {strings.changeOf(change)}
            </span>
          </h2>
          {values.map(({ locale, field, paragraphs, before, after }) => (
            <div key={`${locale}/${field}`} className={styles.value}>
              <span className={styles.field}>{locale === '*' ? field : strings.fieldIn(field, locale)}</span>
              {paragraphs ? (
                paragraphs.map((sides, index) => {
                  const key = `paragraph ${index}`
                  return <Sides key={key} before={sides.before} after={sides.after} />
                })
              ) : (
                <Sides before={before} after={after} />
              )}
            </div>
          ))}
          {more > 0 && <p className={styles.quiet}>{strings.moreValues(more)}</p>}
        </section>
      ))}
      {models.map(({ model, change, properties, fields }) => (
        <section key={model} className={styles.card}>
          <h2 className={styles.cardTitle}>
            {nameOf(model)}
            <span className={styles.quiet}>
              {strings.model} · {strings.changeOf(change)}
            </span>
          </h2>
          {properties.map(({ property, before, after }) => (
            <div key={property} className={styles.value}>
              <span className={styles.field}>{property}</span>
              <Sides before={before} after={after} />
            </div>
          ))}
          {fields.map((each) => (
            <p key={each.field} className={styles.quiet}>
              {strings.fieldChange(each.field, strings.changeOf(each.change))}
            </p>
          ))}
        </section>
      ))}
      {[
        ...settings,
        ...vocabulary.map(({ term, locale, ...rest }) => ({ property: strings.fieldIn(term, locale), ...rest })),
      ].map(({ property, before, after }) => (
        <section key={property} className={styles.card}>
          <div className={styles.value}>
            <span className={styles.field}>{property}</span>
            <Sides before={before} after={after} />
          </div>
        </section>
      ))}
      {isEmpty && <p className={styles.quiet}>{strings.noChanges}</p>}
      {isCut && <p className={styles.quiet}>{strings.moreEntries}</p>}
      {branch.state === 'open' && <Decision branch={branch} conflicts={conflicts.map(({ id }) => id)} taken={taken} />}
    </>
  )
}

const reviewers: ReadonlySet<string> = new Set(['owner', 'admin', 'reviewer'])

function Decision({
  branch,
  conflicts,
  taken,
}: {
  branch: ContentBranch
  conflicts: readonly string[]
  taken: ReadonlyMap<string, Take>
}) {
  const { session, project, go } = useContent()
  const { show } = useToast()
  const [busy, setBusy] = useState<'merge' | 'reject'>()
  const [error, setError] = useState<string>()
  const resolutions = conflicts.flatMap((id) => {
    const take = taken.get(id)
    return take ? [{ id, take }] : []
  })
  const left = conflicts.length - resolutions.length
  if (!reviewers.has(project.role)) return <p className={styles.quiet}>{strings.onlyReviewers}</p>

  const decide = async (what: 'merge' | 'reject') => {
    setBusy(what)
    setError(undefined)
    const answer =
      what === 'merge'
        ? await session.run(operations.mergeBranch, { branch: branch.name, resolutions })
        : await session.run(operations.rejectBranch, { branch: branch.name })
    setBusy(undefined)
    if (!answer.ok) return setError(sentence(answer.error))
    const { undo } = answer.value
    show({
      title: what === 'merge' ? strings.mergedIt(branch.title) : strings.rejectedIt(branch.title),
      tone: 'done',
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    go({ review: 'all' })
  }

  return (
    <div className={styles.decision}>
      {error && <ErrorNote title={error}>{strings.nothingWasMerged}</ErrorNote>}
      <div className={styles.actions}>
        <Button
          variant="primary"
          icon={<GitMerge size={15} />}
          busy={busy === 'merge'}
          disabled={left > 0 || busy !== undefined}
          onClick={() => void decide('merge')}
        >
          {strings.merge}
        </Button>
        <Button
          icon={<X size={15} />}
          busy={busy === 'reject'}
          disabled={busy !== undefined}
          onClick={() => void decide('reject')}
        >
          {strings.reject}
        </Button>
        {left > 0 && <span className={styles.quiet}>{strings.leftToDecide(left)}</span>}
      </div>
    </div>
  )
}
