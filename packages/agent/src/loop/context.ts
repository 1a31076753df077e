import type { MessageRecord } from '../contract/message.ts'
import type { ModelRequest, Provider, ProviderId, Turn } from '../contract/provider.ts'
import type { RunRecord } from '../contract/run.ts'
import { bindsReasoning } from '../providers/anthropicModels.ts'
import { isScripted } from '../providers/index.ts'
import { pictureRule } from '../providers/pictures.ts'
import { checkTurns } from '../transcript/check.ts'
import type { Journal } from '../transcript/journal.ts'
import { charactersPerToken } from '../transcript/measure.ts'
import { firstMisfit, requestDigests } from '../transcript/requestDigest.ts'
import { type Transcript, transcriptOf } from '../transcript/toTurns.ts'
import { createPictures, type LoadImage, noPictures, type Pictures } from './pictures.ts'
import { type AnswerPoint, resultsOf } from './resume.ts'

/** The parts that a run's requests share. */
export interface BaseRequest
  extends Omit<ModelRequest, 'turns' | 'results' | 'image' | 'tooMany' | 'scaled' | 'refused'> {
  loadImage?: LoadImage | undefined
}

export interface ContextOptions {
  journal: Journal
  provider: Provider
  request: BaseRequest
}

/** How much of a known window one result and one answer may take. */
const resultShare = 0.2
export const answerShare = 0.2

/** The history as this run's model will read it. */
export function historyTurns(options: ContextOptions, messages: readonly MessageRecord[], open: boolean): Turn[] {
  return historyOf(options, messages, open).turns
}

function historyOf(options: ContextOptions, messages: readonly MessageRecord[], open: boolean): Transcript {
  const { provider, request } = options
  const window = request.contextWindow
  return transcriptOf(messages, {
    provider: provider.id,
    model: request.model,
    open,
    ...(window === undefined
      ? {}
      : { maxResultLength: Math.min(200_000, Math.floor(window * resultShare * charactersPerToken)) }),
  })
}

export interface BuiltRequest {
  request: ModelRequest
  /** The digest of the request, for the answer to keep. */
  digest: string
  /** The first answer whose reasoning belongs to another request than the one now before it. */
  misfit: string | undefined
}

/** The pictures of a run's requests, as its provider takes them. */
export function picturesFor({ provider, request }: Pick<ContextOptions, 'provider' | 'request'>): Pictures {
  return createPictures(request.loadImage, pictureRule(provider.id, request.model))
}

/** The hashes of the pictures that this model of this provider refused. */
function refusedPictures(
  messages: readonly MessageRecord[],
  { provider, model }: { provider: string; model: string },
): ReadonlySet<string> {
  const marks = messages.flatMap(({ picturesDropped }) => picturesDropped ?? [])
  const own = marks.filter((mark) => mark.provider === provider && mark.model === model)
  return new Set(own.flatMap(({ hashes }) => hashes))
}

/**
 * The request of the next round: the history as legal turns, and the pictures that they show.
 * @throws if the turns break a rule of every wire, which is a bug in Atelier
 */
export async function buildRequest(
  options: ContextOptions,
  run: RunRecord,
  point: AnswerPoint,
  pictures: Pictures = picturesFor(options),
): Promise<BuiltRequest> {
  const { journal, provider, request } = options
  const messages = journal.folder.messages()
  const { turns, answers } = historyOf(
    options,
    messages.filter((message) => message.id !== point.supersedes?.id),
    point.open,
  )
  const problems = checkTurns(turns, point.open)
  if (problems.length > 0) throw new Error(`The transcript of ${journal.stream} is not legal: ${problems.join(' ')}`)
  const { loadImage: _, ...base } = request
  const refused = refusedPictures(messages, { provider: provider.id, model: base.model })
  const { loaded, tooMany, scaled } = base.vision ? await pictures.of(turns, refused) : noPictures
  const { contextWindow: window, maxOutputTokens } = base
  const built: ModelRequest = {
    ...base,
    maxOutputTokens:
      window === undefined ? maxOutputTokens : Math.min(maxOutputTokens, Math.ceil(window * answerShare)),
    turns,
    results: resultsOf(messages, run.id),
    image: (hash) => loaded.get(hash),
    tooMany,
    scaled,
    refused,
    ...adapted(messages, provider.id, base),
  }
  const digests = requestDigests(built, answers)
  const binds = !isScripted(provider.id) && bindsReasoning(base.model)
  return { request: built, digest: digests.whole, misfit: binds ? firstMisfit(answers, digests) : undefined }
}

/**
 * The earlier refusals and demands of this model in this session, so that a request that it refuses is not sent with
 * every round. A refusal of thinking applies only to the requested level.
 */
function adapted(
  messages: readonly MessageRecord[],
  provider: ProviderId,
  { model, thinking }: Pick<ModelRequest, 'model' | 'thinking'>,
): Pick<ModelRequest, 'omit' | 'demands'> {
  const learnt = messages
    .filter((message) => message.role === 'assistant')
    .findLast((message) => message.adaptation && message.provider === provider && message.model === model)?.adaptation
  if (!learnt) return {}
  const omit = learnt.omit.filter(
    (part) => (part !== 'thinking' && part !== 'reasoningSummary') || learnt.thinking === thinking,
  )
  return { omit, demands: learnt.demands }
}
