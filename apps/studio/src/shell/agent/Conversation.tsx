import type { RunRecord } from '@atelier/agent'
import { Approval } from './approvals/ApprovalCard.tsx'
import { PictureSession } from './pictures/ShownPictures.tsx'
import { RunCard, type RunCardProps } from './run/RunCard.tsx'
import { Transcript, type TranscriptProps } from './transcript/Transcript.tsx'
import { isActive } from './transcript/transcript.ts'
import type { ToolItem, Turn } from './transcript/view.ts'

export interface ConversationProps extends Pick<TranscriptProps, 'turns' | 'pendingPrompt' | 'onTarget'> {
  sessionId: string | undefined
  /** Whether a run of it is at work. */
  running: boolean
  /** Operations' icons by their names. */
  icons: ReadonlyMap<string, string | undefined>
  /** Documents' titles by their ids. */
  titles: ReadonlyMap<string, string>
  onContinue: (run: RunRecord | undefined) => void
  onRetry: (prompt: string | undefined) => void
  onNewChat: RunCardProps['onNewChat']
  /** An open question is answered, and the focus is gone with it. */
  onGone: () => void
  onCompare: RunCardProps['onCompare']
}

/** A chat with messages: what was said and done, questions to decide on, and a card under each run that is over. */
export function Conversation({
  sessionId,
  turns,
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
}: ConversationProps) {
  const footer = (turn: Turn, last: boolean) =>
    sessionId !== undefined && turn.run && !isActive(turn.run) ? (
      <RunCard
        sessionId={sessionId}
        turn={turn}
        last={last && !running}
        onContinue={() => onContinue(turn.run)}
        onRetry={() => onRetry(turn.prompt)}
        onNewChat={onNewChat}
        documentTitle={(id) => titles.get(id)}
        onSelect={onTarget}
        onCompare={onCompare}
      />
    ) : null
  const approval = (item: ToolItem) =>
    sessionId === undefined ? null : <Approval sessionId={sessionId} item={item} onTarget={onTarget} onGone={onGone} />
  return (
    <PictureSession value={sessionId}>
      <Transcript
        turns={turns}
        pendingPrompt={pendingPrompt}
        iconOf={(name) => icons.get(name)}
        documentTitle={(id) => titles.get(id)}
        onTarget={onTarget}
        approval={approval}
        footer={footer}
      />
    </PictureSession>
  )
}
