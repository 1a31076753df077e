import { fail } from '@atelier/operation'
import type { Query } from '@atelier/streams'
import type { ContentBlock, StreamedMessage } from '../contract/message.ts'
import type { StopReason } from '../contract/provider.ts'
import { callMessage, errorMessage, messageInserted, messageUpdated, runUpdated } from '../contract/records.ts'
import type { ActiveRun, EndedRun, RunAffected, RunEnd, RunFinding } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { withdrawnRecords } from '../transcript/approval.ts'
import { asRecord, blocksText } from '../transcript/fold.ts'
import { unanswered } from '../transcript/heal.ts'
import type { Answer } from './answer.ts'
import { resolved, resultRecords } from './calls.ts'
import { emptyEnding } from './emptyAnswer.ts'
import type { LoopEnd, LoopOptions } from './options.ts'
import { runPostRunCheck, writesOf } from './postRunCheck.ts'
import { activeRunOf } from './resume.ts'
import type { RoundEnd } from './round.ts'

/** A budget would not have paid for the request, so it was not sent; what was done until then stays. */
export async function exhausted(
  options: LoopOptions,
  round: Extract<RoundEnd, { kind: 'exhausted' }>,
  run: ActiveRun,
): Promise<LoopEnd> {
  const sentence = note(options, round.sentence)
  const message = cut(round, 'error', options.now())
  if (message.type === 'message' && !round.answer.visible()) message.value.supersededBy = sentence.key
  const ending: RunEnding = { status: 'complete', stopReason: 'budget', limit: round.limit }
  return await end(options, [message, sentence], run, ending, round.rows)
}

/** The error of a run for which not even a summary makes room. */
export const overflowSentence =
  'This chat no longer fits the model’s window, even with its older part summarised. Start a new chat with the summary, send a shorter message, or pick a larger model.'

export function endSentence(reason: StopReason, detail: string | undefined): string | undefined {
  const why = detail ? ` It said: ${detail}` : ''
  if (reason === 'refusal') return `The model declined to answer.${why}`
  if (reason === 'content_filter') return `The provider's content filter stopped the answer.${why}`
  if (reason === 'context_overflow') return overflowSentence
  return undefined
}

/** The error of a run whose changes were undone while it was active. */
export const undoneSentence = 'The changes of this run were undone while it was at work, so it ended.'

export async function failed(
  options: LoopOptions,
  round: Extract<RoundEnd, { kind: 'failed' }>,
  run: ActiveRun,
): Promise<LoopEnd> {
  const sentence = note(options, round.error.message)
  const message = cut(round, 'error', options.now())
  // An answer without any content is not shown; the error replaces it.
  if (message.type === 'message' && !round.answer.visible()) message.value.supersededBy = sentence.key
  const ending: RunEnding = { status: 'error', stopReason: 'error', error: round.error.message }
  return await end(options, [message, sentence], run, ending, round.rows)
}

/** The model gave no answer, also when it was asked once more. */
export async function endedEmpty(
  options: LoopOptions,
  round: RoundEnd,
  reason: StopReason,
  run: ActiveRun,
  findings: RunFinding[],
): Promise<LoopEnd> {
  const { status, sentence } = emptyEnding(reason, writesOf(options).length > 0)
  const said = note(options, sentence)
  const message = cut(round, 'error', options.now())
  // White space by itself is not shown either; reasoning is.
  const shown = message.type === 'message' && (message.value.blocks ?? []).some(isShown)
  if (message.type === 'message' && !shown) message.value.supersededBy = said.key
  const how = status === 'error' ? { status, stopReason: 'error', error: sentence } : { status, stopReason: 'empty' }
  return await end(options, [message, said], run, { ...how, findings }, round.rows)
}

function isShown(block: ContentBlock): boolean {
  return (block.kind === 'text' || block.kind === 'reasoning') && block.text.trim() !== ''
}

/** A person's stop leaves a transcript that can be sent; a hand-back leaves it as a crash would. */
export async function stopped(
  options: LoopOptions,
  records: SessionRecord[],
  counted?: ActiveRun,
  rows: readonly Query[] = [],
): Promise<LoopEnd> {
  if (options.whyStopped() === 'handedBack') return 'handedBack'
  const { journal, runId, now } = options
  const run = counted ?? activeRunOf(journal, runId)
  const messages = journal.folder.messages()
  const interrupted = fail('aborted', 'The person stopped the run before this call was made.')
  const rest: SessionRecord[] = messages.flatMap((message) => {
    if (message.runId !== runId || message.role !== 'assistant') return []
    if (message.status !== 'complete') return []
    return unanswered(message, messages).flatMap((call) =>
      resultRecords(callMessage(message, resolved(options, call), now()), interrupted, now(), 'aborted'),
    )
  })
  const questions = withdrawnRecords(journal.folder.approvals(), runId, now())
  const ending: RunEnding = { status: 'aborted', stopReason: 'aborted' }
  return await end(options, [...records, ...rest, ...questions], run, ending, rows)
}

/** How a run ends. */
export interface RunEnding {
  status: RunEnd
  stopReason: string
  limit?: string
  /** A sentence for the user, of a run that failed. */
  error?: string | undefined
  /** The findings about its changes, if they were checked already. */
  findings?: RunFinding[]
}

/** Commits the end of a run, after its changes were checked. */
export async function end(
  options: LoopOptions,
  records: SessionRecord[],
  { retry: _, ...run }: ActiveRun,
  ending: RunEnding,
  rows: readonly Query[] = [],
): Promise<LoopEnd> {
  const { error, findings = (await runPostRunCheck(options))?.findings ?? [], ...how } = ending
  const affected = await affectedBy(options)
  const left = unfinished(options, records, how.status === 'aborted' ? 'aborted' : 'error')
  const value: EndedRun = {
    ...run,
    ...how,
    endedAt: options.now(),
    ...(error ? { error } : {}),
    ...(affected ? { affected } : {}),
    ...(findings.length > 0 ? { findings } : {}),
  }
  options.step('ending')
  if (
    !(await options.journal.commit(
      [...records, ...left, runUpdated(value)],
      [...rows, ...options.endRows(value, records)],
    ))
  )
    return 'lost'
  options.step('ended')
  return 'ended'
}

/** Ends the messages that are still streaming. An empty one is not shown. */
function unfinished(
  { journal, runId, now }: LoopOptions,
  records: readonly SessionRecord[],
  status: 'aborted' | 'error',
): SessionRecord[] {
  const note = records.find((record) => record.type === 'message' && record.value.role === 'error')
  return journal.folder.messages().flatMap((message) => {
    if (message.runId !== runId || message.status !== 'streaming') return []
    if (records.some(({ key }) => key === message.id)) return []
    const silent = note !== undefined && (message.content ?? '') === ''
    const by = silent ? { supersededBy: note.key } : {}
    return [messageUpdated({ ...asRecord(message), status, ...by, updatedAt: now() })]
  })
}

/**
 * The run's changes, for clients that refresh only those: the kinds of thing that its successful calls name, and what
 * of the content its stored changes tell.
 */
async function affectedBy(options: LoopOptions): Promise<RunAffected | undefined> {
  const named = writesOf(options).flatMap(({ toolName }) => options.findOperation(toolName ?? '')?.affects ?? [])
  const kinds = [...new Set(named)].sort()
  const content = await options.affected?.().catch(options.onBug)
  if (content) return { ...content, ...(kinds.length > 0 ? { kinds } : {}) }
  return kinds.length > 0 ? kinds : undefined
}

export function cut(
  round: { message: StreamedMessage; answer: Answer },
  status: 'aborted' | 'error',
  now: number,
): SessionRecord {
  // Calls that were still being written never existed.
  const blocks = round.answer.finish().blocks.filter((block) => block.kind !== 'toolCall')
  const message: StreamedMessage = {
    ...round.message,
    ...round.answer.adaptation(),
    status,
    content: blocksText(blocks),
    blocks,
    updatedAt: now,
  }
  return messageUpdated(message)
}

export function note(options: LoopOptions, content: string): SessionRecord {
  const { newId, now, runId } = options
  return messageInserted(errorMessage({ id: newId(), runId, createdAt: now() }, content))
}
