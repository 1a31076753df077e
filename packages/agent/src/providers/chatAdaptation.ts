import type { Demand, Omission } from '../contract/adaptation.ts'
import type { ModelRequest, ProviderError } from '../contract/provider.ts'
import { heldTo, refusesAnswer } from './answer.ts'
import { type Asked, knownFact } from './families.ts'

/** How earlier answers are written for one model at one host. */
export interface ChatRules {
  /** The field `reasoning_content`: nowhere, where something was thought, everywhere, or everywhere and never empty. */
  reasoningContent: 'none' | 'whereThought' | 'everywhere' | 'filled'
  /** Whether signatures of calls and texts go back. */
  signsCalls: boolean
  /** The signature of a call that came without; undefined if it needs none. */
  foreignSignature: string | undefined
}

/** What Gemini documents for calls of other models, also behind a gateway that names its models otherwise. */
const usualForeignSignature = knownFact('foreignSignature', { model: 'gemini-3' })

/** The rules that the request has learnt of its model, and otherwise those known of the host and family. */
export function chatRules(
  asked: Asked,
  { omit = [], demands = [] }: Pick<ModelRequest, 'omit' | 'demands'>,
): ChatRules {
  const signsCalls = !omit.includes('signatures')
  return {
    reasoningContent: reasoningContent(asked, omit, demands),
    signsCalls,
    foreignSignature: demands.includes('signatures') ? usualForeignSignature : knownFact('foreignSignature', asked),
  }
}

function reasoningContent(
  asked: Asked,
  omit: readonly Omission[],
  demands: readonly Demand[],
): ChatRules['reasoningContent'] {
  if (omit.includes('reasoningContent')) return 'none'
  if (demands.includes('filledReasoningContent')) return 'filled'
  if (demands.includes('reasoningContent')) return 'everywhere'
  const wanted = knownFact('reasoningContent', asked)
  return wanted === 'always' ? 'everywhere' : wanted === 'never' ? 'none' : 'whereThought'
}

/** Says that a field is not there, and so should be. */
const missing = /\bmissing\b|\brequired\b|\bmust (not be empty|be (passed|provided|included|present|sent|set))/i
/** Says that a field is there, and should not be. */
const unwanted =
  /\b(not (permitted|allowed|supported|expected)|unsupported|unknown|unrecogni[sz]ed|unexpected|extra_forbidden|remove)\b|\badditional propert/i

/** How Ollama, Gemini and others refuse the effort that was asked for. */
const refusesThinking =
  /reasoning.?effort|does not support thinking|think value|only works in thinking mode|thinking.?(budget|level)/i

/** Servers differ in what they know and in what they demand; the request to send instead of one that was refused. */
export function recoverChat(request: ModelRequest, error: ProviderError, rules: ChatRules): ModelRequest | undefined {
  // Some gateways report the refusal of the host behind them as a failure of their own.
  if (error.code !== 'invalid_request' && error.code !== 'server') return undefined
  const said = error.message
  const isUnwanted = unwanted.test(said) && !missing.test(said)
  if (/reasoning_content/.test(said))
    return isUnwanted ? without(request, 'reasoningContent') : thinkMore(request, rules)
  if (/thought_?signature|extra_content/i.test(said))
    return isUnwanted ? without(request, 'signatures') : demanding(request, 'signatures', 'signatures')
  if (error.code === 'server') return undefined
  if (/max_completion_tokens/.test(said)) return without(request, 'maxTokens')
  if (/user\W+after\W+(role\W+)?tool/i.test(said)) return without(request, 'userAfterTool')
  if (heldTo(request) && refusesAnswer.test(said)) return without(request, 'answer')
  if (request.thinking === undefined) return undefined
  return refusesThinking.test(said) ? without(request, 'thinking') : undefined
}

/** The next form of `reasoning_content` after the one that was refused as too little; in the end without it. */
function thinkMore(request: ModelRequest, { reasoningContent }: ChatRules): ModelRequest | undefined {
  if (reasoningContent === 'filled') return without(request, 'reasoningContent')
  const next = reasoningContent === 'everywhere' ? 'filledReasoningContent' : 'reasoningContent'
  return demanding(request, next, 'reasoningContent')
}

function without(request: ModelRequest, part: Omission): ModelRequest | undefined {
  return request.omit?.includes(part) ? undefined : { ...request, omit: [...(request.omit ?? []), part] }
}

/** Each part is demanded once: after that an omission of it stays. */
function demanding(request: ModelRequest, part: Demand, omission: Omission): ModelRequest | undefined {
  if (request.demands?.includes(part)) return undefined
  const omit = request.omit?.filter((omitted) => omitted !== omission)
  return { ...request, ...(omit ? { omit } : {}), demands: [...(request.demands ?? []), part] }
}
