import type { MessageRecord } from '../contract/message.ts'
import type { ModelRequest, Provider, ProviderId, Turn } from '../contract/provider.ts'
import type { RunRecord } from '../contract/run.ts'
import { bindsReasoning } from '../providers/anthropicModels.ts'
import { isScripted } from '../providers/facts.ts'
import { checkTurns } from '../transcript/check.ts'
import type { Journal } from '../transcript/journal.ts'
import { charactersPerToken } from '../transcript/measure.ts'
import { firstMisfit, requestDigests } from '../transcript/requestDigest.ts'
import { type Transcript, transcriptOf } from '../transcript/toTurns.ts'
import { type AnswerPoint, resultsOf } from './resume.ts'

/** What a run's requests have in common. */
export interface BaseRequest extends Omit<ModelRequest, 'turns' | 'results' | 'image'> {
  /** Bytes of a stored picture, base64. */
  loadImage?: ((hash: string) => Promise<string | undefined>) | undefined
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
  /** Of the request, for the answer to keep. */
  digest: string
  /** The first answer whose reasoning belongs to another request than the one now before it. */
  misfit: string | undefined
}

/**
 * The request of the next round: the history as legal turns, and the pictures that they show.
 * @throws if the turns break a rule of every wire, which is a bug in Atelier
 */
export async function buildRequest(
  options: ContextOptions,
  run: RunRecord,
  point: AnswerPoint,
  pictures: Pictures = createPictures(options.request.loadImage),
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
  const { loaded, tooMany } = base.vision ? await pictures.of(turns) : noPictures
  const { contextWindow: window, maxOutputTokens } = base
  const built: ModelRequest = {
    ...base,
    maxOutputTokens:
      window === undefined ? maxOutputTokens : Math.min(maxOutputTokens, Math.ceil(window * answerShare)),
    turns,
    results: resultsOf(messages, run.id),
    image: (hash) => loaded.get(hash),
    tooMany,
    ...adapted(messages, provider.id, base),
  }
  const digests = requestDigests(built, answers)
  const binds = !isScripted(provider.id) && bindsReasoning(base.model)
  return { request: built, digest: digests.whole, misfit: binds ? firstMisfit(answers, digests) : undefined }
}

/**
 * What this model refused and demanded when it was asked before in this session, so that a request that it refuses is not
 * sent with every round. What it refused of thinking applies only to the level that was asked for.
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

/** The pictures of a run's requests, read once each. */
export interface Pictures {
  of(turns: readonly Turn[]): Promise<ShownPictures>
}

export interface ShownPictures {
  /** Those that the turns show and that a request can carry, by hash, base64; the newest ones if there are too many. */
  loaded: ReadonlyMap<string, string>
  /** The others that are stored. */
  tooMany: ReadonlySet<string>
}

const noPictures: ShownPictures = { loaded: new Map(), tooMany: new Set() }

/** What one request carries at most, in characters of base64 and in pictures. */
const maxPictureBytes = 20_000_000
const maxPictures = 50

export function createPictures(load: BaseRequest['loadImage']): Pictures {
  let known: ReadonlyMap<string, string> = new Map()
  const sizes = new Map<string, number>()
  return {
    async of(turns) {
      if (!load) return noPictures
      const loaded = new Map<string, string>()
      const tooMany = new Set<string>()
      let bytes = 0
      for (const hash of new Set(hashesOf(turns).toReversed())) {
        const size = sizes.get(hash)
        if (loaded.size >= maxPictures || (size !== undefined && bytes + size > maxPictureBytes)) {
          tooMany.add(hash)
          continue
        }
        const data = known.get(hash) ?? (await load(hash))
        if (data === undefined) continue
        sizes.set(hash, data.length)
        if (bytes + data.length > maxPictureBytes) {
          tooMany.add(hash)
          continue
        }
        bytes += data.length
        loaded.set(hash, data)
      }
      // Only what the last request showed is kept: it is what the next one shows.
      known = loaded
      return { loaded, tooMany }
    },
  }
}

function hashesOf(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) =>
    turn.blocks.flatMap((block) => {
      if (block.kind === 'image') return [block.hash]
      return block.kind === 'toolResult' ? (block.images ?? []).map(({ hash }) => hash) : []
    }),
  )
}
