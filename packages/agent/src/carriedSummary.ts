import type { MessageRecord, SessionRecord } from './message.ts'
import { excerpt, summaryText } from './transcript/compact.ts'
import { activeHistory } from './transcript/history.ts'

/** The longest summary that another conversation begins with, in weight (`weightOfText`). */
const longest = 12_000

/**
 * The record with which a new conversation begins where another one ended: that one's summary and its newest entries,
 * and what was changed in it. Undefined where nothing was said in it. No model is asked.
 * @param messages the folded messages of the other conversation
 * @param changes what its runs changed, in words
 */
export function carriedSummary(
  messages: readonly MessageRecord[],
  changes: string,
  made: { id: string; createdAt: number },
): SessionRecord | undefined {
  const last = messages.findLast(({ compacts }) => compacts === undefined)
  if (!last) return undefined
  const content = summaryText(excerpt(activeHistory(messages), longest), changes, longest)
  const value: MessageRecord = {
    ...made,
    runId: last.runId,
    attempt: 1,
    role: 'system',
    status: 'complete',
    compacts: last.id,
    content,
    blocks: [{ kind: 'text', text: content }],
  }
  return { type: 'message', key: made.id, value, headers: { operation: 'insert' } }
}
