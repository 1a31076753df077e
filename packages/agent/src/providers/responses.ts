import { stripEnd } from '@atelier/operation'
import type { Omission, Thinking } from '../contract/adaptation.ts'
import type { Credential, ModelRequest, ProviderError, WireProvider } from '../contract/provider.ts'
import { httpError } from '../wire/errors.ts'
import { fingerprint } from '../wire/fingerprint.ts'
import { heldTo, instructions, refusesAnswer } from './answer.ts'
import { knownFact } from './families.ts'
import { providers } from './index.ts'
import { leastEffort, openaiLimit, openaiModels, reasons } from './openaiModels.ts'
import { openrouterModels } from './openrouterModels.ts'
import { outputLimit } from './outputLimit.ts'
import { responsesDecoder } from './responsesDecoder.ts'
import { responsesInput } from './responsesInput.ts'

/** OpenAI Responses: `POST /v1/responses`, stateless. */
export const openai: WireProvider = responses('openai', {
  root: (credential) => root(credential.baseUrl ?? 'https://api.openai.com', /\/v1$/),
  path: '/v1',
  body: (request) => (reasons(request.model) ? reasoning(request, openaiEffort(request)) : {}),
  limit: openaiLimit,
  models: openaiModels,
})

/** OpenRouter's Responses: `POST /api/v1/responses`, a translation to whatever wire the model has, stateless. */
export const openrouter: WireProvider = responses('openrouter', {
  root: (credential) => root(credential.baseUrl ?? 'https://openrouter.ai', /\/api(\/v1)?$|\/v1$/),
  path: '/api/v1',
  body: (request) => ({
    ...(request.thinking === undefined
      ? include(request)
      : reasoning(request, request.thinking === 'off' ? 'none' : request.thinking)),
    // The last breakpoint is placed for us, and moves with the conversation; other models cache by themselves.
    ...(knownFact('cacheBreakpoint', { provider: 'openrouter', model: request.model })
      ? { cache_control: { type: 'ephemeral' } }
      : {}),
  }),
  limit: () => undefined,
  models: openrouterModels,
})

interface Flavour {
  /** The server's root, whatever part of the path the credential's base URL had. */
  root(credential: Credential): string
  path: string
  /** The parts of this provider's bodies besides the common ones. */
  body(request: ModelRequest): object
  /** The longest answer of the model in tokens, if it is known by its id. */
  limit(model: string): number | undefined
  models(api: (credential: Credential) => { url: string; headers: Record<string, string> }): WireProvider['models']
}

function responses(id: 'openai' | 'openrouter', flavour: Flavour): WireProvider {
  const { label } = providers[id]
  const api = (credential: Credential) => ({
    url: flavour.root(credential) + flavour.path,
    headers: headers(credential),
  })
  return {
    id,
    label,
    request: (credential, request) => ({
      url: `${api(credential).url}/responses`,
      headers: headers(credential),
      body: { ...body(request, flavour.limit(request.model)), ...flavour.body(request) },
    }),
    decoder: () => responsesDecoder(label),
    httpError: (failure, credential) => httpError(label, failure, credential),
    recover,
    models: flavour.models(api),
  }
}

function root(baseUrl: string, path: RegExp): string {
  return stripEnd(stripEnd(baseUrl, '/').replace(path, ''), '/')
}

function headers(credential: Credential): Record<string, string> {
  return credential.apiKey ? { authorization: `Bearer ${credential.apiKey}` } : {}
}

const longestCacheKey = 64

/** Nothing is kept at the provider: each request holds the whole history, with the reasoning that came encrypted. */
function body(request: ModelRequest, limit: number | undefined): object {
  const tools = request.tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: tool.inputSchema,
    // Strict schemas know no optional members.
    strict: false,
  }))
  const system = instructions(request)
  const answer = heldTo(request)
  return {
    model: request.model,
    ...(system.trim() === '' ? {} : { instructions: system }),
    input: responsesInput(request),
    ...(tools.length === 0 ? {} : { tools }),
    ...(answer ? { text: { format: { type: 'json_schema', ...answer, strict: false } } } : {}),
    max_output_tokens: Math.max(16, outputLimit(request, limit)),
    store: false,
    stream: true,
    prompt_cache_key: shortKey(request.cacheKey),
  }
}

/** The key itself, or a digest of it if the wire does not accept one that long. */
function shortKey(key: string): string {
  return key.length <= longestCacheKey ? key : `${key.slice(0, 32)}-${fingerprint(key)}`
}

/** The part of the body that is about reasoning; models that do not reason refuse it. */
function reasoning(request: ModelRequest, effort: string | undefined): object {
  const omit = new Set<Omission>(request.omit)
  const asked = {
    ...(effort === undefined || omit.has('thinking') ? {} : { effort }),
    ...(effort === 'none' || omit.has('reasoningSummary') ? {} : { summary: 'auto' }),
  }
  return {
    ...include(request),
    ...(Object.keys(asked).length === 0 ? {} : { reasoning: asked }),
  }
}

function include(request: ModelRequest): object {
  return request.omit?.includes('encryptedReasoning') ? {} : { include: ['reasoning.encrypted_content'] }
}

function openaiEffort({ model, thinking }: ModelRequest): Exclude<Thinking, 'off'> | 'none' | 'minimal' | undefined {
  return thinking === 'off' ? leastEffort(model) : thinking
}

const refusals: readonly [Omission, RegExp][] = [
  ['encryptedReasoning', /encrypted content is not supported/i],
  ['reasoningSummary', /reasoning[._ ]summar(y|ies)/i],
  ['thinking', /reasoning[._ ]effort|reasoning is mandatory|does not support reasoning|unsupported_value/i],
]

function recover(request: ModelRequest, error: ProviderError): ModelRequest | undefined {
  if (error.code !== 'invalid_request') return undefined
  const said = `${error.wireCode ?? ''} ${error.message}`
  if (heldTo(request) && refusesAnswer.test(said)) return { ...request, omit: [...(request.omit ?? []), 'answer'] }
  const omission = refusals.find(([part, pattern]) => !request.omit?.includes(part) && pattern.test(said))?.[0]
  return omission && { ...request, omit: [...(request.omit ?? []), omission] }
}
