import { isScripted } from '@atelier/agent'
import { duration } from '../transcript/toolLine.ts'
import type { Turn } from '../transcript/view.ts'
import { type ChangeSummary, cost, ending, plural } from './summary.ts'

type FinishedRun = NonNullable<Turn['run']>

/** The known changes of a run: nothing while they are read, and nothing when they cannot be. */
export interface KnownChanges {
  summary: ChangeSummary | undefined
  undone: boolean
  failed: boolean
}

export interface CardContent {
  /** A run that changed nothing and ended well has one quiet line in place of a card. */
  quiet: boolean
  /** It changed nothing, which its card says. */
  unchanged: boolean
  title: string
  /** The meaning of its end, if it is neither plain from the title nor said above the card already. */
  note?: string
  /** Its changes can be undone or redone, and compared. */
  hasLines: boolean
  newChat: boolean
  retry: boolean
  goOn: boolean
}

/** The content of a finished run's card. `last`: it is the last run of the chat, which can be continued. */
export function cardContent(
  { run, items }: { run: FinishedRun; items: Turn['items'] },
  { summary, undone, failed }: KnownChanges,
  last: boolean,
): CardContent {
  const { title, note } = ending(run)
  const hasLines = summary !== undefined && summary.lines > 0
  const changed = run.changeSetId !== undefined && (failed || undone || hasLines)
  // A run that was stopped before it changed anything has nothing to keep.
  const nothingKept = run.status === 'aborted' && summary?.lines === 0
  const told = items.some(({ kind }) => kind === 'error')
  return {
    // In a chat without an editor nothing else shows it, whatever the model claims.
    unchanged: run.scope === 'cms' && !changed && (run.changeSetId === undefined || summary !== undefined),
    quiet: !changed && run.status === 'complete' && note === undefined,
    title,
    note: undone || told || nothingKept ? undefined : note,
    hasLines,
    newChat: last && run.stopReason === 'context_overflow',
    retry: last && run.status === 'error',
    goOn: last && run.status !== 'error',
  }
}

/** The figures of a run on one line: “3 rounds · 12 s · $0.004”; empty when none is known. */
export function facts(run: FinishedRun): string {
  const parts: string[] = []
  if (run.rounds !== undefined) parts.push(plural(run.rounds, 'round'))
  if (run.startedAt !== undefined && run.endedAt !== undefined) parts.push(duration(run.endedAt - run.startedAt))
  if (isScripted(run.provider)) parts.push('rehearsal')
  else if (run.costUsd !== undefined) parts.push(cost(run.costUsd))
  return parts.join(' · ')
}
