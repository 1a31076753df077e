import type { RunChanges } from '@atelier/api'
import { page as pageEntry } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { changesQuery } from '../../../api/agent.ts'
import { errorOf, sentence } from '../../../api/client.ts'
import { projectQuery } from '../../../api/projects.ts'
import { comparisonQuery, unpublishedQuery } from '../../../api/versions.ts'
import { patchStore } from '../../../documents/store.ts'
import { ChangeList } from '../../../shell/agent/run/Changes.tsx'
import { changesInWords } from '../../../shell/agent/run/changeList.ts'
import type { ChangeReview } from '../../../shell/agent/run/review.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState, usePageTree, useSiteVersion } from '../session/context.ts'
import { type Comparison, leaveComparison } from '../session/state.ts'
import styles from './Compare.module.css'
import { reviewOfChangeSet, reviewOfVersion } from './review.tsx'
import * as strings from './strings.ts'

/** After an edit the changes are read again, once it has rested so long, in ms. */
const RESTS_MS = 1_200

/** Before and after in place of the canvas, with the list of changes. */
export function Compare({ comparison }: { comparison: Comparison }) {
  if (comparison.of === 'run') return <RunCompared {...comparison} />
  if (comparison.of === 'version') return <VersionCompared {...comparison} />
  return <ReleaseCompared />
}

function RunCompared({ sessionId, runId }: Extract<Comparison, { of: 'run' }>) {
  const session = useEditor()
  const query = useQuery(changesQuery(sessionId, runId))
  const { data } = query
  const changeSetId = data?.changeSetId ?? undefined
  return (
    <Compared
      title={strings.changedByThisRun}
      query={query}
      changes={data}
      review={data && changeSetId !== undefined ? reviewOfChangeSet(session, { ...data, changeSetId }) : undefined}
    />
  )
}

function VersionCompared({ id, name, to }: Extract<Comparison, { of: 'version' }>) {
  const session = useEditor()
  const query = useQuery(comparisonQuery(session.projectId, id, to?.id))
  return (
    <Compared
      title={to ? strings.changedBetween(name, to.name) : strings.changedSince(name)}
      query={query}
      changes={query.data && { documents: query.data.documents, state: 'applied' }}
      review={reviewOfVersion(session, { id, name }, to && { name: to.name, moment: { version: to.id } })}
    />
  )
}

function ReleaseCompared() {
  const session = useEditor()
  const query = useQuery(unpublishedQuery(session.projectId))
  const { versionId, release, documents = [] } = query.data ?? {}
  return (
    <Compared
      title={strings.changedSinceTheRelease}
      query={query}
      changes={query.data && { documents, state: 'applied' }}
      none={
        release ? undefined : (
          <EmptyState
            title={strings.noReleaseYet}
            actions={
              <Button onClick={() => patchStore(session.state, { dialog: 'publishing' })}>{strings.publish}</Button>
            }
          >
            {strings.noReleaseHint}
          </EmptyState>
        )
      }
      review={
        versionId === undefined ? undefined : reviewOfVersion(session, { id: versionId, name: strings.theRelease })
      }
    />
  )
}

interface ComparedProps {
  title: string
  query: { isPending: boolean; error: Error | null; refetch: () => Promise<unknown> }
  changes: Pick<RunChanges, 'documents' | 'state'> | undefined
  review: ChangeReview | undefined
  /** The content for no difference. */
  none?: ReactNode
}

function Compared({ title, query, changes, review, none }: ComparedProps) {
  const session = useEditor()
  const version = useSiteVersion()
  const tree = usePageTree()
  const role = useQuery(projectQuery(session.projectId)).data?.role
  const reads = role === 'viewer' || role === 'reviewer'
  const { refetch } = query
  useEffect(() => {
    if (version < 0 || !tree) return
    const timer = setTimeout(() => void refetch(), RESTS_MS)
    return () => clearTimeout(timer)
  }, [version, tree, refetch])
  const from = useEditorState((state) => state.comparedFrom)
  const leave = () => leaveComparison(session.state)
  const titleOf = (id: string) => {
    const view = session.site.get()?.local.view
    return view && pageEntry(view, id)?.title
  }
  return (
    <section
      className={styles.compare}
      aria-label={title}
      onKeyDown={(event: KeyboardEvent) => {
        // The slider is a field, where the key is no shortcut.
        if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        leave()
      }}
    >
      <header className={styles.head}>
        <Button size="sm" icon={<ArrowLeft size={13} />} onClick={leave}>
          {from === 'history' ? strings.backToHistory : from ? strings.back : strings.backToThePage}
        </Button>
        <h2 className="m-0 min-w-0 truncate type-heading">{title}</h2>
        {changes && changes.documents.length > 0 && <span className="rigid quiet">{changesInWords(changes)}</span>}
      </header>
      <div className={styles.body}>
        {query.error && <ErrorNote title={sentence(errorOf(query.error))} />}
        {query.isPending && <Skeleton height={320} radius={8} />}
        {!query.isPending &&
          changes?.documents.length === 0 &&
          (none ?? <EmptyState title={strings.nothingIsDifferent} />)}
        {changes && review && (
          <ChangeList
            changes={changes}
            documentTitle={titleOf}
            review={reads ? { frames: review.frames } : review}
            onRestored={() => void refetch()}
          />
        )}
      </div>
    </section>
  )
}
