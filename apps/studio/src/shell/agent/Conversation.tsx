import type { RunRecord } from '@atelier/agent'
import type { RunSummary } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import { runSummaryQuery } from '../../api/index.ts'
import { Approval } from './approvals/ApprovalCard.tsx'
import { PictureSession } from './pictures/ShownPictures.tsx'
import { RunCard, type RunCardProps } from './run/RunCard.tsx'
import { Transcript, type TranscriptProps } from './transcript/Transcript.tsx'
import { isActive } from './transcript/transcript.ts'
import type { ToolItem, Turn } from './transcript/view.ts'

export interface ConversationProps
  extends Pick<TranscriptProps, 'turns' | 'earlier' | 'onEarlier' | 'pendingPrompt' | 'running' | 'onTarget'> {
  sessionId: string | undefined
  /** The changes of runs when they were read, by their ids. */
  summaries: ReadonlyMap<string, RunSummary>
  /** Operations' icons by their names. */
  icons: ReadonlyMap<string, string | undefined>
  /** Documents' titles by their ids. */
  titles: ReadonlyMap<string, string>
  onContinue: (run: RunRecord | undefined) => void
  onRetry: (prompt: string | undefined) => void
  onNewChat: RunCardProps['onNewChat']
  /** An open question is answered, and the focus is gone with it. */
  onGone: () => void
  onCompare?: RunCardProps['onCompare']
  runPictures?: RunCardProps['runPictures']
}

/** A chat with messages: what was said and done, questions to decide on, and a card under each run that is over. */
export const Conversation = memo(function Conversation({
  sessionId,
  turns,
  earlier,
  onEarlier,
  summaries,
  pendingPrompt,
  running,
  icons,
  titles,
  onTarget,
  onContinue,
  onRetry,
  onNewChat,
  onGone,
  onCompare,
  runPictures,
}: ConversationProps) {
  const iconOf = useCallback((name: string) => icons.get(name), [icons])
  const documentTitle = useCallback((id: string) => titles.get(id), [titles])
  const footer = useCallback(
    (turn: Turn, last: boolean) =>
      sessionId !== undefined && turn.run && !isActive(turn.run) ? (
        <RunCard
          sessionId={sessionId}
          turn={turn}
          summary={summaries.get(turn.runId)}
          last={last}
          onContinue={() => onContinue(turn.run)}
          onRetry={() => onRetry(turn.prompt)}
          onNewChat={onNewChat}
          documentTitle={documentTitle}
          onSelect={onTarget}
          onCompare={onCompare}
          runPictures={runPictures}
        />
      ) : null,
    [sessionId, summaries, onContinue, onRetry, onNewChat, documentTitle, onTarget, onCompare, runPictures],
  )
  const approval = useCallback(
    (item: ToolItem) =>
      sessionId === undefined ? null : (
        <Approval sessionId={sessionId} item={item} onTarget={onTarget} onGone={onGone} />
      ),
    [sessionId, onTarget, onGone],
  )
  useReadSummaries(sessionId, summaries)
  return (
    <PictureSession value={sessionId}>
      <Transcript
        {...{ turns, earlier, onEarlier, pendingPrompt, running, iconOf, documentTitle, onTarget, approval, footer }}
      />
    </PictureSession>
  )
})

/** Takes what was read with the chat in place of what was known of its runs before. */
function useReadSummaries(sessionId: string | undefined, summaries: ReadonlyMap<string, RunSummary>) {
  const queryClient = useQueryClient()
  const taken = useRef(new Set<RunSummary>())
  useLayoutEffect(() => {
    if (sessionId === undefined) return
    for (const [runId, summary] of summaries) {
      // Only once: it may have been undone since.
      if (taken.current.has(summary)) continue
      taken.current.add(summary)
      queryClient.setQueryData(runSummaryQuery(sessionId, runId).queryKey, summary)
    }
  }, [sessionId, summaries, queryClient])
}
