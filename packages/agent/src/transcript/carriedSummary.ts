import type { MessageRecord } from '../contract/message.ts'
import { messageInserted, systemMessage } from '../contract/records.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { conversationExcerpt, hasWords, summaryText } from './compact.ts'

/** The longest summary that another conversation begins with, in weight (`weightOfText`). */
const longest = 12_000

/**
 * The record with which a new conversation begins where another one ended: that one's summary and its newest entries,
 * and what was changed in it. Undefined if nothing was said in it. No model is called.
 * @param messages the folded messages of the other conversation
 * @param changes what its runs changed, as text
 */
export function carriedSummary(
  messages: readonly MessageRecord[],
  changes: string,
  made: { id: string; createdAt: number },
): SessionRecord | undefined {
  const last = messages.at(-1)
  if (!last) return undefined
  // In a chat that no longer fits, the newest summary may be one that had no room for words. The record has them.
  const summaries = messages.filter(({ compacts, status }) => compacts !== undefined && status === 'complete')
  const summary = summaries.findLast(hasWords)
  const said = messages.filter(({ compacts }) => compacts === undefined)
  const content = summaryText(conversationExcerpt(summary ? [summary, ...said] : said, longest), changes, longest)
  const kept = { compacts: last.compacts ?? last.id, content, blocks: [{ kind: 'text' as const, text: content }] }
  return messageInserted(systemMessage({ ...made, runId: last.runId }, kept))
}
