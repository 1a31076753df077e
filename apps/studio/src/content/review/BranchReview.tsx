import type { ContentBranch, ContentEntryChange } from '@atelier/api'
import type { Resolution } from '@atelier/content'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, GitMerge, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { branchQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, Skeleton, useToast } from '../../ui/index.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import { RequestChanges, RequestedChanges } from '../comments/RequestChanges.tsx'
import { fieldLabel } from '../entry/labelOf.ts'
import { SitePreview } from '../preview/SitePreview.tsx'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { EntryCard } from './EntryCard.tsx'
import { joinPages, type ShownBranch } from './joinPages.ts'
import { MergeLater } from './MergeLater.tsx'
import styles from './Review.module.css'
import { type Decision, resolutionsOf } from './resolutions.ts'
import { Sides } from './Sides.tsx'

/** What, who and when, then each change as before and after, and the decision on it. */
export function BranchReview({ overview, branchId }: { overview: ContentOverview; branchId: string }) {
  const { project } = useContent()
  const branch = overview.branches.find(({ id }) => id === branchId)
  const query = useInfiniteQuery(branchQuery(project.id, branchId))
  const [shown, setShown] = useState<ContentEntryChange>()
  const { data, error, refetch } = query
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
  const letter = (
    <main className={styles.main} aria-busy={!data}>
      <div className={styles.column}>
        <Link to={paths.content(project.id, { review: 'all' })} className={styles.back}>
          <ArrowLeft size={14} aria-hidden="true" />
          {strings.review}
        </Link>
        <div>
          <h1 className="break-anywhere type-title">{branch.title}</h1>
          <p className="quiet">
            {branch.createdBy === undefined
              ? ago(branch.updatedAt)
              : strings.byWhen(branch.createdBy, ago(branch.updatedAt))}
            {branch.state !== 'open' && ` · ${strings.branchStates[branch.state]}`}
            {branch.mergeAt !== undefined && ` · ${strings.mergesAt(dateAndTime(branch.mergeAt))}`}
          </p>
        </div>
        {branch.state === 'open' && <RequestedChanges branchId={branch.id} />}
        {branch.scheduleEnded !== undefined && (
          <p role="status">{strings.scheduleEndedHint(dateAndTime(branch.scheduleEnded))}</p>
        )}
        {data ? (
          <Letter
            overview={overview}
            branch={branch}
            changes={joinPages(data.pages)}
            shown={shown}
            onShow={setShown}
            more={
              query.hasNextPage && (
                <Button
                  className={styles.more}
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {strings.showMore}
                </Button>
              )
            }
          />
        ) : (
          <>
            <Skeleton height={96} radius={10} />
            <Skeleton height={96} radius={10} />
          </>
        )}
      </div>
    </main>
  )
  if (!shown || branch.state !== 'open') return letter
  return (
    <div className={styles.room}>
      <div className={styles.beside}>
        {letter}
        <SitePreview
          model={shown.model}
          entryId={shown.entry}
          locales={localesOf(shown, overview)}
          branch={branch.id}
          version={`${branch.updatedAt} ${overview.seq}`}
        />
      </div>
    </div>
  )
}

/** The languages in which an entry is changed; all of its model where that concerns each of them. */
function localesOf({ model, values }: ContentEntryChange, { models }: ContentOverview): readonly string[] {
  const all = models.find(({ id }) => id === model)?.locales ?? []
  const changed = all.filter((each) => values.some(({ locale }) => locale === each))
  return changed.length > 0 ? changed : all
}

function Letter({
  overview,
  branch,
  changes,
  shown,
  onShow,
  more,
}: {
  overview: ContentOverview
  branch: ContentBranch
  changes: ShownBranch
  /** The entry whose page is shown beside it. */
  shown: ContentEntryChange | undefined
  onShow: (change: ContentEntryChange | undefined) => void
  /** Reads the next page; nothing after the last one. */
  more: ReactNode
}) {
  const { conflicts, conflictCount, entries, models, settings, vocabulary } = changes
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const resolutions = resolutionsOf(conflicts, decisions)
  const isEmpty = entries.length + models.length + settings.length + vocabulary.length + conflicts.length === 0
  const modelOf = (id: string) => overview.models.find((model) => model.id === id)
  const nameOf = (id: string) => modelOf(id)?.name ?? id
  const fieldOf = (model: string, name: string) =>
    fieldLabel(modelOf(model)?.fields.find((field) => field.name === name) ?? { name: name.replace(/^:/, '') })
  /** An entry as people know it. */
  const placeOf = (model: string, entry: string) => {
    const title = entries.find((each) => each.model === model && each.entry === entry)?.title
    return [nameOf(model), title || entry].filter((part) => part !== '').join(' · ')
  }
  return (
    <>
      {conflicts.length > 0 && (
        <section className="grid gap-8" aria-label={strings.conflicts}>
          <h2 className={styles.heading}>{strings.conflicts}</h2>
          <p className="quiet">{strings.conflictsHint}</p>
          {conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.id}
              conflict={conflict}
              place={placeOf(conflict.model, conflict.entry)}
              field={fieldOf(conflict.model, conflict.field)}
              decision={decisions.get(conflict.id)}
              onDecide={(decision) => setDecisions(new Map(decisions).set(conflict.id, decision))}
            />
          ))}
        </section>
      )}
      {entries.map((change) => {
        const { model, entry } = change
        const isShown = shown?.model === model && shown.entry === entry
        const hasPage = branch.state === 'open' && change.change !== 'deleted' && modelOf(model)?.route !== undefined
        return (
          <EntryCard
            key={`${model}/${entry}`}
            change={change}
            modelName={nameOf(model)}
            fieldOf={(field) => fieldOf(model, field)}
            shown={isShown}
            onShow={hasPage ? () => onShow(isShown ? undefined : change) : undefined}
          />
        )
      })}
      {models.map(({ model, change, properties, fields }) => (
        <section key={model} className={styles.card}>
          <h2 className={styles.cardTitle}>
            {nameOf(model)}
            <span className="quiet">
              {strings.model} · {strings.changeOf(change)}
            </span>
          </h2>
          {properties.map(({ property, before, after }) => (
            <div key={property} className="grid gap-2">
              <span className="type-caption color-secondary">{property}</span>
              <Sides before={before} after={after} />
            </div>
          ))}
          {fields.map((each) => (
            <p key={each.field} className="quiet">
              {strings.fieldChange(fieldOf(model, each.field), strings.changeOf(each.change))}
            </p>
          ))}
        </section>
      ))}
      {[
        ...settings,
        ...vocabulary.map(({ term, locale, ...rest }) => ({ property: strings.fieldIn(term, locale), ...rest })),
      ].map(({ property, before, after }) => (
        <section key={property} className={styles.card}>
          <div className="grid gap-2">
            <span className="type-caption color-secondary">{property}</span>
            <Sides before={before} after={after} />
          </div>
        </section>
      ))}
      {isEmpty && <p className="quiet">{strings.noChanges}</p>}
      {more}
      {branch.state === 'open' && (
        <MergeOrReject
          branch={branch}
          resolutions={resolutions}
          conflictCount={conflictCount}
          left={conflictCount - resolutions.length}
        />
      )}
    </>
  )
}

const reviewers: ReadonlySet<string> = new Set(['owner', 'admin', 'reviewer'])

function MergeOrReject({
  branch,
  resolutions,
  conflictCount,
  left,
}: {
  branch: ContentBranch
  resolutions: Resolution[]
  conflictCount: number
  /** Conflicts that are to be decided. */
  left: number
}) {
  const { session, project, go } = useContent()
  const { show } = useToast()
  const [busy, setBusy] = useState<'merge' | 'reject'>()
  const [error, setError] = useState<string>()
  if (!reviewers.has(project.role)) return <p className="quiet">{strings.onlyReviewers}</p>

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
      <div className="row wrap gap-8">
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
        <RequestChanges branch={branch} />
        {(conflictCount === 0 || branch.mergeAt !== undefined) && <MergeLater branch={branch} />}
        {left > 0 && <span className="quiet">{strings.leftToDecide(left)}</span>}
        {conflictCount > 0 && branch.mergeAt !== undefined && (
          <span className="quiet">{strings.conflictsAtItsTime}</span>
        )}
      </div>
    </div>
  )
}
