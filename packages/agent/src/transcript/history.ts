import type { MessageRecord } from '../contract/message.ts'

/** The summary that replaces the oldest part of a conversation, if there is one. */
export function activeSummary<Message extends MessageRecord>(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.compacts !== undefined && message.status === 'complete')
}

/**
 * The part of a conversation that a model sees: the newest summary in place of everything it replaces, then the rest.
 * The person's request in the summarised run stays, word for word. A summary of another conversation, with which this
 * one began, comes before everything.
 */
export function activeHistory<Message extends MessageRecord>(messages: readonly Message[]): Message[] {
  const summary = activeSummary(messages)
  const rest = messages.filter((message) => message.compacts === undefined)
  const last = summary ? rest.findIndex((message) => message.id === summary.compacts) : -1
  if (!summary) return rest
  return [summary, ...rest.filter((message, at) => at > last || stays(message, summary))]
}

/** A message that is still queued is delivered later, and so is not part of the summary. */
function stays(message: MessageRecord, summary: MessageRecord): boolean {
  return message.role === 'user' && (message.runId === summary.runId || message.status === 'pending')
}
