import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { changesQuery } from '../../api/agent.ts'
import { errorOf } from '../../api/client.ts'
import { ChangeList } from '../../shell/agent/run/Changes.tsx'
import { changesInWords } from '../../shell/agent/run/changeList.ts'
import { Button, EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Review.module.css'

/**
 * The changes of an agent's run: each entry, model and page with its fields and paragraphs before and after.
 * @param run the id of its chat, a dot, its own
 */
export function RunReview({ run }: { run: string }) {
  const { place, go } = useContent()
  const [sessionId = '', runId = ''] = run.split('.')
  const { data, error, refetch } = useQuery(changesQuery(sessionId, runId))
  const failure = error ? errorOf(error) : undefined
  return (
    <main className={styles.main} aria-label={strings.changedByThisRun} aria-busy={!data && !failure}>
      <div className={styles.column}>
        <Button size="sm" icon={<ArrowLeft size={13} />} onClick={() => go(place)} className={styles.back}>
          {strings.back}
        </Button>
        <div>
          <h1 className="break-anywhere type-title">{strings.changedByThisRun}</h1>
          {data && data.documents.length > 0 && <p className="quiet">{changesInWords(data)}</p>}
        </div>
        {failure && (
          <ErrorNote
            title={failure.message}
            actions={
              <Button size="sm" onClick={() => void refetch()}>
                {strings.tryAgain}
              </Button>
            }
          >
            {failure.hint}
          </ErrorNote>
        )}
        {!data && !failure && <Skeleton height={120} />}
        {data?.documents.length === 0 && <EmptyState title={strings.nothingIsDifferent} />}
        {data && <ChangeList changes={data} documentTitle={() => undefined} />}
      </div>
    </main>
  )
}
