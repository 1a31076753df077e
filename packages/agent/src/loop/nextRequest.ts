import type { MessageRecord } from '../contract/message.ts'
import type { ModelRequest, ProviderError } from '../contract/provider.ts'
import { messageInserted, systemMessage } from '../contract/records.ts'
import type { RunRecord } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { planCutDown, wholeResultsLimit } from '../transcript/elide.ts'
import { activeSummary } from '../transcript/history.ts'
import { continueText, toTurns } from '../transcript/toTurns.ts'
import { refusesPictures } from '../wire/refusedPictures.ts'
import { refusesReasoning } from '../wire/refusedReasoning.ts'
import { type BuiltRequest, buildRequest } from './context.ts'
import type { LoopOptions } from './options.ts'
import { type Pictures, picturesToDrop } from './pictures.ts'
import type { AnswerPoint } from './resume.ts'

/**
 * Builds the next request. Its parts besides the conversation (the state, system messages, results cut down, reasoning left
 * out) are staged in the journal, and so in the record before it is sent: every later request begins with the same bytes.
 */
export async function nextRequest(
  options: LoopOptions,
  run: RunRecord,
  point: AnswerPoint,
  pictures: Pictures,
): Promise<BuiltRequest> {
  const { journal, provider, request } = options
  const build = () => buildRequest({ journal, provider, request }, run, point, pictures)
  journal.stage(await recordsBefore(options, point))
  const built = await build()
  if (built.misfit === undefined) return built
  const dropped = ourRecord(options, { reasoningDropped: { from: built.misfit } })
  journal.stage([messageInserted(dropped)])
  return await build()
}

/**
 * The record that lets the next request be taken whose predecessor was refused for what it sent back: without reasoning,
 * or without pictures. Undefined if nothing would help.
 */
export function recordAfterRefusal(
  options: LoopOptions,
  request: ModelRequest,
  error: ProviderError,
): MessageRecord | undefined {
  if (refusesReasoning(request, error)) return ourRecord(options, { reasoningDropped: {} })
  const hashes = refusesPictures(error) ? picturesToDrop(request) : []
  if (hashes.length === 0) return undefined
  return ourRecord(options, { picturesDropped: { hashes, provider: options.provider.id, model: request.model } })
}

/** What Atelier itself writes into the conversation. */
export function ourRecord(
  { newId, now, runId }: Pick<LoopOptions, 'newId' | 'now' | 'runId'>,
  said: Pick<MessageRecord, 'content' | 'state' | 'cutDown' | 'reasoningDropped' | 'picturesDropped'>,
): MessageRecord {
  return systemMessage({ id: newId(), runId, createdAt: now() }, said)
}

async function recordsBefore(options: LoopOptions, point: AnswerPoint): Promise<SessionRecord[]> {
  const { journal, request, findOperation } = options
  const messages = journal.folder.messages().filter(({ id }) => id !== point.supersedes?.id)
  const cutDown = planCutDown(messages, {
    heavy: (name) => findOperation(name)?.heavy ?? false,
    limit: wholeResultsLimit(request.contextWindow),
    runBegins: point.rounds === 0,
  })
  const written = cutDown.length > 0 ? [ourRecord(options, { cutDown })] : []
  // A paused model continues its own turn, so nothing may follow that turn.
  if (!point.open) written.push(...word(options, messages), ...(await state(options, messages)))
  return written.map(messageInserted)
}

/** No wire accepts a conversation that ends with the model's turn. */
function word(options: LoopOptions, messages: readonly MessageRecord[]): MessageRecord[] {
  const { provider, request } = options
  const last = toTurns(messages, { provider: provider.id, model: request.model, open: true }).at(-1)
  return last?.role === 'assistant' ? [ourRecord(options, { content: continueText })] : []
}

/** The state record to send next; none if the model already has the current state. */
async function state(options: LoopOptions, messages: readonly MessageRecord[]): Promise<MessageRecord[]> {
  if (!options.state) return []
  const lines = [...(await options.state.lines())]
  const known = messages.slice(messages.findIndex(({ id }) => id === activeSummary(messages)?.id) + 1)
  const before = known.findLast((message) => message.state !== undefined)?.state
  const changed = lines.filter((line, at) => line !== before?.[at])
  if (before?.length === lines.length && changed.length === 0) return []
  const content =
    before?.length === lines.length ? options.state.text(changed, 'changed') : options.state.text(lines, 'all')
  return [ourRecord(options, { content, state: lines })]
}
