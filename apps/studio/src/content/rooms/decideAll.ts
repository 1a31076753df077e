import type { Answer } from '@atelier/api/client'
import type { LocalUndo } from '@atelier/documents'
import { type ContentSession, callOperation } from '../session/contentSession.ts'
import { operations } from '../session/handles.ts'

/** Rejects submissions, or lets them wait again: one step of the undo. */
export async function decideAll(
  session: Pick<ContentSession, 'projectId' | 'recordRun'>,
  ids: readonly string[],
  what: 'reject' | 'reopen',
): Promise<Answer<LocalUndo>> {
  const send = async (decision: 'reject' | 'reopen'): Promise<Answer<LocalUndo>> => {
    const operation = decision === 'reject' ? operations.rejectSubmission : operations.reopenSubmission
    for (const submissionId of ids) {
      const answer = await callOperation(session.projectId, operation, { submissionId })
      if (!answer.ok) return answer
    }
    return { ok: true, value: { applied: ids.length, kept: [] } }
  }
  const answer = await send(what)
  const other = what === 'reject' ? 'reopen' : 'reject'
  if (answer.ok) session.recordRun((to) => send(to === 'undo' ? other : what))
  return answer
}
