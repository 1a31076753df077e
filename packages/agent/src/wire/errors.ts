import { excerpt, isRecord } from '@atelier/operation'
import type { Credential, HttpFailure, ProviderError } from '../contract/provider.ts'
import { retryAdvice } from './retry.ts'

type Code = ProviderError['code']

/** How the providers say that a request does not fit the model's window. A 429 is never that. */
const overflowPatterns = [
  // Anthropic, and Anthropic through others
  /prompt is too long/i,
  /input length and `?max_tokens`? exceed context limit/i,
  /request_too_large/i,
  /model_context_window_exceeded/i,
  // OpenAI
  /exceeds the context window/i,
  /context[_ ]length[_ ]exceeded/i,
  /input tokens exceed the configured limit/i,
  // OpenRouter, vLLM, and OpenAI's chat completions
  /maximum context length (is|of) [\d,]+ tokens/i,
  /longer than the model'?s (maximum )?context length/i,
  // llama.cpp, LM Studio, Ollama
  /exceeds the available context size/i,
  /exceed_context_size_error/i,
  /greater than the context length/i,
  /prompt too long; exceeded (max )?context length/i,
  // Groq, Gemini, Bedrock, xAI, Mistral, Moonshot, MiniMax
  /reduce the length of the messages/i,
  /input token count[\s\d(),]*exceeds the maximum/i,
  /input is too long for requested model/i,
  /maximum prompt length is [\d,]+/i,
  /too large for model with [\d,]+ maximum context length/i,
  /exceeded model token limit/i,
  /context window exceeds limit/i,
]

/** How they say that there is nothing left to pay with, under a status that says something else. */
const billingPatterns = [/credit balance is too low/i, /insufficient[_ ](quota|credits|funds)/i, /billing_hard_limit/i]

export function isContextOverflow(text: string): boolean {
  return overflowPatterns.some((pattern) => pattern.test(text))
}

/**
 * A failed HTTP answer as an error for a person. The key is cut out of whatever the server said. A 413, and a 400
 * without a word (Cerebras), mean that the request is too large.
 */
export function httpError(label: string, failure: HttpFailure, credential: Credential): ProviderError {
  const { status, headers, body, now } = failure
  const told = toldBy(body)
  const said = scrub(told.said, secretsOf(credential))
  const advice = retryAdvice(status, headers, now)
  const large = isContextOverflow(body) || status === 413 || (status === 400 && body.trim() === '')
  const overflow = status !== 429 && large
  const unpaid = !overflow && status < 500 && billingPatterns.some((pattern) => pattern.test(body))
  const code: Code = overflow ? 'context_overflow' : unpaid ? 'billing' : codeOf(status)
  // Waiting makes no request smaller and pays no bill, whatever the status says of trying again.
  const retryable = overflow || unpaid ? false : advice.retryable
  return {
    code,
    message: sentence(label, code, status, said, advice.retryAfterMs),
    status,
    ...advice,
    retryable,
    ...(told.wireCode === '' ? {} : { wireCode: told.wireCode }),
  }
}

/** An error that came as an event within a stream, named by the wire's own type, or numbered like an HTTP status. */
export function streamError(label: string, type: string, text: string, status?: number): ProviderError {
  const named = typeCodes[type] ?? (status === undefined ? unnamed(type) : codeOf(status))
  const overflow = named !== 'rate_limit' && isContextOverflow(`${type} ${text}`)
  const unpaid = billingPatterns.some((pattern) => pattern.test(text))
  const code: Code = overflow ? 'context_overflow' : unpaid ? 'billing' : named
  const retryable = code === 'overloaded' || code === 'rate_limit' || code === 'server' || code === 'timeout'
  const wireCode = type === '' ? {} : { wireCode: type }
  return { code, message: sentence(label, code, undefined, clip(text)), retryable, ...wireCode }
}

/** A failure that is not in the table: the names of those that come from the request say so. */
function unnamed(type: string): Code {
  return /^(invalid|unsupported|unknown|missing|image|empty|failed_to_download|data_residency|string_above)_|_policy/.test(
    type,
  )
    ? 'invalid_request'
    : 'server'
}

/** The stream broke a rule of its wire, or ended without its terminal event. */
export function protocolError(label: string, what: string): ProviderError {
  return { code: 'protocol', message: `${label} ${what} Send the message again.`, retryable: true }
}

const typeCodes: Record<string, Code> = {
  authentication_error: 'authentication',
  permission_error: 'permission',
  billing_error: 'billing',
  insufficient_quota: 'billing',
  rate_limit_error: 'rate_limit',
  rate_limit_exceeded: 'rate_limit',
  too_many_requests: 'rate_limit',
  overloaded_error: 'overloaded',
  server_is_overloaded: 'overloaded',
  slow_down: 'overloaded',
  timeout_error: 'timeout',
  invalid_request_error: 'invalid_request',
  context_length_exceeded: 'context_overflow',
  not_found_error: 'not_found',
  model_not_found: 'not_found',
  invalid_api_key: 'authentication',
  request_too_large: 'context_overflow',
  api_error: 'server',
  server_error: 'server',
}

function codeOf(status: number): Code {
  if (status === 401) return 'authentication'
  if (status === 402) return 'billing'
  if (status === 403) return 'permission'
  if (status === 404) return 'not_found'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate_limit'
  if (status === 529 || status === 503) return 'overloaded'
  return status >= 500 ? 'server' : 'invalid_request'
}

/** The failure and its remedy, for a person; the server's own message comes last. */
function sentence(label: string, code: Code, status: number | undefined, said: string, retryAfterMs?: number): string {
  const number = status === undefined ? '' : ` (${status})`
  const quote = said === '' ? '' : ` It said: ${said}`
  const wait = retryAfterMs === undefined || retryAfterMs < 10_000 ? 'Wait a little' : `Wait ${spell(retryAfterMs)}`
  switch (code) {
    case 'authentication':
      return `${label} did not accept the key${number}. Check the credential in the AI settings.${quote}`
    case 'permission':
      return `${label} does not allow this key to use the model${number}. Pick another model, or another key in the AI settings.${quote}`
    case 'billing':
      return `${label} wants payment first${number}: the account has no credit left. Add credit there, or pick another model.${quote}`
    case 'rate_limit':
      return `${label} limits how often it may be asked${number}. ${wait} and send the message again.${quote}`
    case 'overloaded':
      return `${label} is overloaded right now${number}. ${wait} and send the message again.${quote}`
    case 'context_overflow':
      return `The conversation no longer fits the model's window${number}. Start a new one or pick a larger model.${quote}`
    case 'not_found':
      return `${label} does not know this model or address${number}. Pick another model, or check the base URL in the AI settings.${quote}`
    case 'timeout':
      return `${label} took too long to answer${number}. Send the message again.${quote}`
    case 'invalid_request':
      return `${label} refused the request${number}. Pick another model or start a new chat.${quote}`
    default:
      return `${label} failed${number}. Try again in a moment.${quote}`
  }
}

/** A length of time as text: “40 seconds”, “5 minutes”, “2 hours”; rounded up, so that waiting it is enough. */
function spell(ms: number): string {
  if (ms < 90_000) return `${Math.ceil(ms / 1000)} seconds`
  if (ms < 90 * 60_000) return `${Math.ceil(ms / 60_000)} minutes`
  return `${Math.ceil(ms / 3_600_000)} hours`
}

/**
 * The message in the server's body, and its name for the failure: the message of a JSON error, with what the server
 * behind it said (OpenRouter's `metadata.raw`), or nothing for a web page.
 */
function toldBy(body: string): { said: string; wireCode: string } {
  const text = body.trim()
  if (text === '' || text.startsWith('<')) return { said: '', wireCode: '' }
  try {
    return toldIn(unlisted(JSON.parse(text)))
  } catch {
    // Not JSON: plain text is what was said.
    return { said: clip(text), wireCode: '' }
  }
}

/** An error out of the list that it came in (Google). */
export function unlisted(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

function toldIn(parsed: unknown): { said: string; wireCode: string } {
  if (!isRecord(parsed)) return { said: '', wireCode: '' }
  const error = isRecord(parsed.error) ? parsed.error : parsed
  const message = typeof parsed.error === 'string' ? parsed.error : error.message
  const said = typeof message === 'string' ? message : invalidFields(isRecord(message) ? message : parsed)
  const raw = isRecord(error.metadata) && typeof error.metadata.raw === 'string' ? toldBy(error.metadata.raw).said : ''
  const name = [error.code, error.type, error.status].find((each) => typeof each === 'string' && each !== '')
  return {
    said: clip([said, raw].filter((part) => part !== '').join(': ')),
    wireCode: typeof name === 'string' && name !== 'error' ? name : '',
  }
}

/** A validator's list of invalid fields as text (FastAPI, Mistral): `body.messages.2.name: Extra inputs are not permitted`. */
function invalidFields({ detail }: Record<string, unknown>): string {
  if (typeof detail === 'string') return detail
  if (!Array.isArray(detail)) return ''
  return detail
    .filter(isRecord)
    .map(({ loc, msg }) => [Array.isArray(loc) ? loc.join('.') : '', typeof msg === 'string' ? msg : ''])
    .map((parts) => parts.filter((part) => part !== '').join(': '))
    .join('; ')
}

function clip(text: string): string {
  return excerpt(text, 300)
}

export function secretsOf(credential: Credential): string[] {
  return credential.apiKey ? [credential.apiKey] : []
}

/** Cuts secrets out of a text that another server wrote, also ones that only look like keys. */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[key]')
  return clean.replace(/\b(sk|pk|key|api)[-_][A-Za-z0-9_*-]{6,}/g, '[key]').replace(/Bearer\s+\S+/gi, 'Bearer [key]')
}
