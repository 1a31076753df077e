import type { AgentActivity } from './AgentPanel.tsx'
import { followedDocument } from './transcript/follow.ts'
import { toolLine } from './transcript/toolLine.ts'
import type { Turn } from './transcript/view.ts'

export interface ActivitySource {
  turns: readonly Turn[]
  running: boolean
  waiting: boolean
  choice: { label: string; contextWindow: number | undefined }
  /** The tokens in the model's window, once they are known. */
  used: number | undefined
  /** Whether an operation of this name changes nothing. */
  isRead: (name: string) => boolean
}

/** The agent's present activity: of a run at work, the node and the document of its latest call. */
export function activityOf({ turns, running, waiting, choice, used, isRead }: ActivitySource): AgentActivity {
  const call = running ? turns.at(-1)?.items.findLast((item) => item.kind === 'tool') : undefined
  return {
    running,
    waiting,
    model: choice.label,
    context: choice.contextWindow && used !== undefined ? Math.min(1, used / choice.contextWindow) : undefined,
    nodeId: call && toolLine(call.name, call.input, call.result).nodeId,
    documentId: call && followedDocument(call, isRead),
  }
}

/** The panel's content between its head and the composer. */
export type PanelView = 'loading' | 'failed' | 'empty' | 'transcript'

/** A message on its way shows the conversation at once, unless the chat cannot be read. */
export function panelView({
  sessionId,
  settled,
  status,
  turns,
  pending,
}: {
  sessionId: string | undefined
  /** It is known which chat is the current one. */
  settled: boolean
  status: string
  turns: number
  pending: boolean
}): PanelView {
  const loading = sessionId === undefined ? !settled : status === 'loading'
  if (loading && !pending) return 'loading'
  if (sessionId !== undefined && status === 'failed') return 'failed'
  const empty = sessionId === undefined || (status === 'live' && turns === 0)
  return empty && !pending ? 'empty' : 'transcript'
}
