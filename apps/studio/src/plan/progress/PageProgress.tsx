import type { PartStatus, PlannedPage } from '@atelier/generate/plan'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, MessageSquare, RotateCcw, SquareArrowOutUpRight, Undo2, Wrench } from 'lucide-react'
import { decidePage, type PageDecision } from '../../api/generations.ts'
import { errorOf, sentence, unwrap } from '../../api/index.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, IconButton, Spinner, Tooltip, useToast } from '../../ui/index.ts'
import { usePlanScene, useProgress } from '../document/context.ts'
import * as strings from '../strings.ts'
import { DraftPreview, SitePreview } from './PagePreview.tsx'
import styles from './PageProgress.module.css'
import progressStyles from './Progress.module.css'
import { pageVerbs } from './pageVerbs.ts'

/** How a page stands: its picture, its state, and what one can do with it. Nothing before the plan is carried out. */
export function PageProgress({ page, status }: { page: PlannedPage; status: PartStatus | undefined }) {
  const { project, generation, readsOnly } = usePlanScene()
  const { progress } = useProgress() ?? {}
  const queries = useQueryClient()
  const toast = useToast()
  const decide = useMutation({
    mutationFn: (decision: PageDecision) => unwrap(decidePage(project.id, generation.id, page.key, decision)),
    onError: (error) => toast.show({ title: sentence(errorOf(error)), tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['projects', project.id] }),
  })
  const state = progress?.state ?? 'planning'
  if (status === undefined || state === 'planning' || state === 'awaiting-approval') return null
  const verbs = pageVerbs(status, { readsOnly, undone: progress?.undone === true })
  const { sessionId, runId, documentId, why, problems = [] } = status
  const isGone = status.state === 'discarded' || status.state === 'undone'
  const isWriting = status.state === 'writing' && sessionId !== undefined && runId !== undefined
  return (
    <div className="grid one-column gap-6">
      {isWriting ? (
        <DraftPreview title={page.title} filename={page.filename} sessionId={sessionId} runId={runId} />
      ) : (
        documentId !== undefined && !isGone && <SitePreview title={page.title} documentId={documentId} />
      )}
      <div className={styles.line}>
        <span className={progressStyles.chip} data-state={status.state}>
          {status.state === 'writing' && <Spinner size={11} />}
          {problems.length > 0 && !isGone ? strings.doneWithProblems(problems.length) : strings.parts[status.state]}
        </span>
        <span className="flex gap-2">
          {verbs.adopt && (
            <IconButton label={strings.adopt} size="sm" onClick={() => decide.mutate('adopt')}>
              <Check size={14} />
            </IconButton>
          )}
          {verbs.discard && (
            <IconButton label={strings.discard} size="sm" onClick={() => decide.mutate('discard')}>
              <Undo2 size={14} />
            </IconButton>
          )}
          {verbs.retry && (
            <IconButton label={strings.writeAgain} size="sm" onClick={() => decide.mutate('retry')}>
              <RotateCcw size={14} />
            </IconButton>
          )}
          {sessionId !== undefined && (
            <Tooltip label={strings.openChat}>
              <Link
                to={paths.project(project.id, { page: documentId, chat: sessionId })}
                className={styles.link}
                aria-label={strings.openChat}
              >
                <MessageSquare size={14} />
              </Link>
            </Tooltip>
          )}
          {documentId !== undefined && !isGone && (
            <Tooltip label={strings.openPage}>
              <Link
                to={paths.project(project.id, { page: documentId })}
                className={styles.link}
                aria-label={strings.openPage}
              >
                <SquareArrowOutUpRight size={14} />
              </Link>
            </Tooltip>
          )}
        </span>
      </div>
      {problems.length > 0 && !isGone && (
        <details className={styles.why} data-state="failed">
          <summary>{strings.problems}</summary>
          <ul>
            {problems.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          {verbs.mend && (
            <Button
              size="sm"
              variant="agent"
              icon={<Wrench size={13} />}
              busy={decide.isPending}
              onClick={() => decide.mutate('mend')}
            >
              {strings.haveItMended}
            </Button>
          )}
        </details>
      )}
      {why !== undefined && !isGone && (
        <p className={styles.why} data-state={status.state}>
          {why}
        </p>
      )}
    </div>
  )
}
