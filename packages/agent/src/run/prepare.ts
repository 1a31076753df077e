import { isRecord } from '@atelier/operation'
import type { RunRow } from '../contract/tables.ts'
import { readPrompt } from '../queue/queue.ts'
import type { AgentScope, PreparedRun, RequestedRun } from './scope.ts'

/** Has the run's scope prepare it; an `error` is a sentence for the person, and what was thrown goes to `onBug`. */
export async function prepare(
  scope: AgentScope | undefined,
  run: RequestedRun,
  onBug: (error: unknown) => void,
): Promise<PreparedRun | { error: string }> {
  if (!scope) return { error: `Conversations of the kind "${run.scope}" cannot run here.` }
  try {
    return await scope.prepare(run)
  } catch (error) {
    onBug(error)
    return { error: 'The run could not be prepared. The server’s log says why.' }
  }
}

/** The request, as its row has it. */
export function requestedRun(row: RunRow): RequestedRun {
  const { text, images } = readPrompt(row)
  const context: unknown = JSON.parse(row.context)
  return {
    id: row.id,
    sessionId: row.session_id,
    scope: row.scope,
    userId: row.user_id,
    prompt: text,
    images,
    context: isRecord(context) ? context : {},
    createdAt: row.created_at,
  }
}
