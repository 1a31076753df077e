import { expect, it } from 'vitest'
import { httpError, isContextOverflow, scrub, streamError } from './errors.ts'

const credential = { provider: 'anthropic' as const, apiKey: 'sk-ant-very-secret' }
const failed = (status: number, body: string) =>
  httpError('Anthropic', { status, headers: new Headers(), body, now: 0 }, credential)

it.each([
  [401, 'authentication', false],
  [402, 'billing', false],
  [403, 'permission', false],
  [404, 'not_found', false],
  [429, 'rate_limit', true],
  [500, 'server', true],
  [529, 'overloaded', true],
  [400, 'invalid_request', false],
])('names what %i means', (status, code, retryable) => {
  expect(failed(status, '{"error":{"message":"because"}}')).toMatchObject({ code, retryable, status })
  expect(failed(status, '{"error":{"message":"because"}}').message).toContain('It said: because')
})

it('knows the ways to say that a conversation is too long, and never takes a 429 for one', () => {
  for (const text of [
    'prompt is too long: 210000 tokens > 200000 maximum',
    'Your input exceeds the context window of this model',
    "This model's maximum context length is 8192 tokens",
    'the request exceeds the available context size',
    'Please reduce the length of the messages',
    'input length and `max_tokens` exceed context limit: 190000 + 16000 > 200000',
    'Input tokens exceed the configured limit of 272000 tokens',
    'the request exceeds the available context size, try increasing it',
    'tokens to keep is greater than the context length',
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)',
    'Input is too long for requested model.',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    'prompt too long; exceeded max context length by 4 tokens',
    'context_length_exceeded',
    'exceed_context_size_error',
  ]) {
    expect(isContextOverflow(text)).toBe(true)
    expect(failed(400, JSON.stringify({ error: { message: text } }))).toMatchObject({
      code: 'context_overflow',
      retryable: false,
    })
    expect(failed(429, JSON.stringify({ error: { message: text } })).code).toBe('rate_limit')
  }
})

it.each([400, 413])('takes a %i without a word for a request that is too large', (status) => {
  expect(failed(status, '')).toMatchObject({ code: 'context_overflow', retryable: false })
  expect(failed(429, '').code).toBe('rate_limit')
})

it.each([
  [400, '{"error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API."}}'],
  [429, '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota."}}'],
])('knows an empty account under %i, and does not ask it again', (status, body) => {
  expect(failed(status, body)).toMatchObject({ code: 'billing', retryable: false })
})

it('says what the server behind a gateway said, and what the failure is called', () => {
  const raw = JSON.stringify({ error: { message: 'invalid tool name' } })
  const body = JSON.stringify({ error: { code: 400, message: 'Provider returned error', metadata: { raw } } })
  expect(failed(400, body).message).toContain('Provider returned error: invalid tool name')
  const named = '{"error":{"type":"invalid_request_error","code":"invalid_encrypted_content","message":"no"}}'
  expect(failed(400, named).wireCode).toBe('invalid_encrypted_content')
})

it('reads an error that comes in a list, as Google sends it', () => {
  const body = '[{"error":{"code":400,"message":"Function call is missing.","status":"INVALID_ARGUMENT"}}]'
  expect(failed(400, body)).toMatchObject({ code: 'invalid_request', wireCode: 'INVALID_ARGUMENT' })
  expect(failed(400, body).message).toContain('It said: Function call is missing.')
  expect(failed(400, '[]').message).not.toContain('It said')
})

it('reads the fields that a validator refuses', () => {
  const detail = [
    { type: 'extra_forbidden', loc: ['body', 'messages', 2, 'name'], msg: 'Extra inputs are not permitted' },
  ]
  const said = 'It said: body.messages.2.name: Extra inputs are not permitted'
  expect(failed(422, JSON.stringify({ object: 'error', message: { detail } })).message).toContain(said)
  expect(failed(422, JSON.stringify({ detail })).message).toContain(said)
  expect(failed(422, '{"detail":"Not that."}').message).toContain('It said: Not that.')
})

it('keeps a web page out of the message and says which status it was', () => {
  expect(failed(502, '<html><title>Bad gateway</title></html>').message).toBe(
    'Anthropic failed (502). Try again in a moment.',
  )
})

it.each([
  [undefined, 'Wait a little and send'],
  ['3', 'Wait a little and send'],
  ['40', 'Wait 40 seconds and send'],
  ['300', 'Wait 5 minutes and send'],
  ['9000', 'Wait 3 hours and send'],
])('says how long to wait where the server said %s seconds', (seconds, words) => {
  const headers = new Headers(seconds === undefined ? {} : { 'retry-after': seconds })
  const failure = { status: 429, headers, body: '', now: 0 }
  expect(httpError('Anthropic', failure, credential).message).toContain(words)
})

it('cuts keys out of what a server says', () => {
  expect(failed(401, '{"error":{"message":"bad key sk-ant-very-secret"}}').message).not.toContain('very-secret')
  expect(scrub('Incorrect API key provided: sk-other-12345678. Bearer abc.def', [])).toBe(
    'Incorrect API key provided: [key]. Bearer [key]',
  )
})

it('distinguishes errors within a stream by their type', () => {
  expect(streamError('Anthropic', 'overloaded_error', 'Overloaded')).toMatchObject({
    code: 'overloaded',
    retryable: true,
  })
  expect(streamError('Anthropic', 'invalid_request_error', 'no')).toMatchObject({
    code: 'invalid_request',
    retryable: false,
  })
  expect(streamError('OpenAI', 'image_parse_error', 'no')).toMatchObject({ code: 'invalid_request', retryable: false })
  expect(streamError('OpenAI', 'bio_policy', 'no')).toMatchObject({ code: 'invalid_request', retryable: false })
  expect(streamError('OpenAI', 'something_new', 'no')).toMatchObject({ code: 'server', retryable: true })
  expect(streamError('OpenRouter', '', 'no', 402)).toMatchObject({ code: 'billing', retryable: false })
  expect(streamError('OpenRouter', '', 'prompt is too long', 429)).toMatchObject({ code: 'rate_limit' })
  expect(streamError('OpenRouter', '', 'prompt is too long', 400)).toMatchObject({ code: 'context_overflow' })
})
