import type { RunSummary, UndoResult } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, GitCompare, Redo2, RotateCcw, SquarePen, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorOf, redoRun, runSummaryQuery, sentence, undoRun } from '../../../api/index.ts'
import { Button, ErrorNote, Skeleton } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import type { Turn } from '../transcript/view.ts'
import { cardContent, facts } from './card.ts'
import styles from './RunCard.module.css'
import { RunFindings } from './RunFindings.tsx'
import { type ChangeSummary, plural, summarize } from './summary.ts'

export interface RunCardProps {
  sessionId: string
  turn: Turn
  /** Its changes when the chat was read; asked for when it is not known. */
  summary: RunSummary | undefined
  /** Whether it is the last run of the chat, which can be continued. */
  last: boolean
  onContinue: () => void
  onRetry: () => void
  /** Goes on in a new chat that begins with the summary of this one. */
  onNewChat: () => Promise<void>
  documentTitle: (documentId: string) => string | undefined
  onSelect: (nodeId: string, documentId: string) => void
  /** Shows before and after a run. */
  onCompare?: (run: { sessionId: string; runId: string }) => void
  /** Shows before and after its change set. */
  runPictures?: ((changeSetId: string) => ReactNode) | undefined
}

/** The changes of a finished run, and the actions on them. One that changed nothing and ended well has a line. */
export function RunCard({
  sessionId,
  turn,
  summary: known,
  last,
  onContinue,
  onRetry,
  onNewChat,
  documentTitle,
  onSelect,
  onCompare,
  runPictures,
}: RunCardProps) {
  const { run } = turn
  const queryClient = useQueryClient()
  const hasChanges = run?.changeSetId !== undefined
  const changes = useQuery({
    ...runSummaryQuery(sessionId, turn.runId),
    enabled: hasChanges,
    ...(known && { initialData: known }),
  })
  const [busy, setBusy] = useState<'undo' | 'redo' | 'newChat'>()
  const [outcome, setOutcome] = useState<UndoResult>()
  const [error, setError] = useState<string>()
  if (!run) return null
  const undone = changes.data?.state === 'undone'
  const summary = changes.data ? summarize(changes.data) : undefined
  const shown = cardContent({ run, items: turn.items }, { summary, undone, failed: changes.isError }, last)
  if (shown.quiet) {
    const line = [shown.unchanged ? strings.nothingWasChanged : '', facts(run)]
      .filter((part) => part !== '')
      .join(' · ')
    return line === '' ? null : <p className="type-dense tabular-nums color-faint">{line}</p>
  }

  const take = async (kind: 'undo' | 'redo') => {
    setBusy(kind)
    setError(undefined)
    const answer = await (kind === 'undo' ? undoRun : redoRun)(sessionId, turn.runId)
    if (answer.ok) setOutcome(answer.value)
    else setError(sentence(answer.error))
    await queryClient.invalidateQueries({ queryKey: ['changes', sessionId] })
    setBusy(undefined)
  }

  return (
    <section className={styles.card} aria-label={strings.whatThisRunDid} data-undone={undone ? '' : undefined}>
      <div className="flex items-baseline gap-8">
        <span className={styles.title}>{undone ? 'Undone' : shown.title}</span>
        <span className="ms-auto tabular-nums quiet">{facts(run)}</span>
      </div>
      {shown.note && <p className="text-pretty color-secondary">{shown.note}</p>}
      {hasChanges && changes.isPending && <Skeleton width="70%" height={14} />}
      {changes.isError && (
        <p className="text-pretty color-secondary">
          {strings.whatItChangedCannotBeShown(errorOf(changes.error).message)}
        </p>
      )}
      {shown.unchanged && !summary && <p className="color-secondary">{strings.nothingWasChanged}</p>}
      {summary && <Counts summary={summary} undone={undone} />}
      {run.changeSetId !== undefined && summary && !undone && runPictures?.(run.changeSetId)}
      {run.findings && !undone && (
        <RunFindings findings={run.findings} documentTitle={documentTitle} onSelect={onSelect} />
      )}
      {outcome && outcome.kept.length > 0 && (
        <ErrorNote tone="attention" title={`${plural(outcome.kept.length, 'change')} left as it is`}>
          {[...new Set(outcome.kept.map((each) => each.reason))].join(' ')}
        </ErrorNote>
      )}
      {error && <ErrorNote title={error}>{strings.nothingWasChangedTryAgain}</ErrorNote>}
      <div className={styles.actions}>
        {shown.hasLines && (
          <>
            {undone ? (
              <Button size="sm" icon={<Redo2 size={13} />} busy={busy === 'redo'} onClick={() => take('redo')}>
                {strings.redo}
              </Button>
            ) : (
              <Button size="sm" icon={<Undo2 size={13} />} busy={busy === 'undo'} onClick={() => take('undo')}>
                {strings.undo}
              </Button>
            )}
            {onCompare && (
              <Button
                size="sm"
                icon={<GitCompare size={13} />}
                onClick={() => onCompare({ sessionId, runId: turn.runId })}
              >
                {strings.compare}
              </Button>
            )}
          </>
        )}
        {shown.newChat && (
          <Button
            size="sm"
            variant="primary"
            icon={<SquarePen size={13} />}
            busy={busy === 'newChat'}
            onClick={async () => {
              setBusy('newChat')
              await onNewChat()
              setBusy(undefined)
            }}
          >
            {strings.newChatWithTheSummary}
          </Button>
        )}
        {shown.retry && (
          <Button size="sm" icon={<RotateCcw size={13} />} onClick={onRetry}>
            {strings.retry}
          </Button>
        )}
        {shown.goOn && (
          <Button size="sm" variant="quiet" icon={<ArrowRight size={13} />} onClick={onContinue}>
            {strings.continueText}
          </Button>
        )}
      </div>
    </section>
  )
}

function Counts({ summary, undone }: { summary: ChangeSummary; undone: boolean }) {
  if (summary.lines === 0) return <p className="text-pretty color-secondary">{strings.nothingInTheSiteDiffersFrom}</p>
  const most = 4
  const { sentences } = summary
  return (
    <>
      {undone && <p className="text-pretty color-secondary">{strings.theSiteIsAsItWas}</p>}
      <ul className="grid tabular-nums color-secondary">
        {sentences.slice(0, most).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {sentences.length > most && <li>{strings.andOfChange(plural(sentences.length - most, 'more kind'))}</li>}
      </ul>
    </>
  )
}
