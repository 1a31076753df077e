import type { RunChanges } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { changesQuery } from '../api/agent.ts'
import { errorOf, sentence } from '../api/client.ts'
import type { Moment } from '../api/versions.ts'
import { pageToShow } from '../editors/site/history/framing.ts'
import { markOf, marksOf } from '../editors/site/history/marks.ts'
import { ChangeList } from '../shell/agent/run/Changes.tsx'
import { changesInWords } from '../shell/agent/run/changeList.ts'
import type { ChangeReview, FramesProps } from '../shell/agent/run/review.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Spinner.tsx'
import styles from './Assistant.module.css'
import { PageFrame } from './PageFrame.tsx'
import type { ListedPages } from './SitePreview.tsx'
import * as strings from './strings.ts'

export interface RunReviewProps {
  projectId: string
  run: { sessionId: string; runId: string }
  pages: ListedPages
  onLeave: () => void
}

/** The changes of a run: their list, and the changed page before and after. */
export function RunReview({ projectId, run, pages, onLeave }: RunReviewProps) {
  const query = useQuery(changesQuery(run.sessionId, run.runId))
  const { data } = query
  const titleOf = (id: string) => pages.find(({ documentId }) => documentId === id)?.title
  const showsPage = data?.documents.some(({ documentId }) => titleOf(documentId) !== undefined)
  const review: ChangeReview | undefined =
    data?.changeSetId && showsPage
      ? { frames: (props) => <Sides {...props} projectId={projectId} pages={pages} changes={data} /> }
      : undefined
  return (
    <section className={styles.site} aria-label={strings.changedByThisRun}>
      <header className={styles.head}>
        <Button size="sm" icon={<ArrowLeft size={13} />} onClick={onLeave}>
          {strings.backToThePage}
        </Button>
        <h2 className="m-0 min-w-0 truncate type-heading">{strings.changedByThisRun}</h2>
        {data && data.documents.length > 0 && <span className="rigid quiet">{changesInWords(data)}</span>}
      </header>
      <div className={styles.body}>
        {query.error && <ErrorNote title={sentence(errorOf(query.error))} />}
        {query.isPending && <Skeleton height={320} radius={8} />}
        {data?.documents.length === 0 && <EmptyState title={strings.nothingIsDifferent} />}
        {data && data.documents.length > 0 && (
          <ChangeList changes={data} documentTitle={titleOf} {...(review ? { review } : {})} />
        )}
      </div>
    </section>
  )
}

type Side = 'before' | 'after'

function Sides({
  projectId,
  pages,
  changes,
  documents,
  shown,
}: FramesProps & { projectId: string; pages: ListedPages; changes: RunChanges }) {
  const [side, setSide] = useState<Side>('after')
  const marks = useMemo(() => marksOf(documents), [documents])
  const only = useMemo(() => shown && markOf(shown.line), [shown])
  const ids = pages.map(({ documentId }) => documentId)
  const pageId = pageToShow(ids, documents, undefined)
  const asked = shown && ids.includes(shown.documentId) ? shown.documentId : pageId
  const page = pages.find(({ documentId }) => documentId === asked)
  const changeSet = changes.changeSetId
  const moment = useMemo((): Moment => (changeSet ? { changeSet, side } : {}), [changeSet, side])
  if (!page) return null
  const isAfter = side === 'after'
  return (
    <div className={styles.sides}>
      <Segmented
        label={strings.state}
        value={side}
        onChange={setSide}
        options={[
          { value: 'before', label: strings.before },
          { value: 'after', label: strings.after },
        ]}
      />
      <PageFrame
        projectId={projectId}
        pageId={page.documentId}
        moment={moment}
        title={isAfter ? strings.pageAfter(page.title) : strings.pageBefore(page.title)}
        marks={marks}
        only={only}
      />
    </div>
  )
}
