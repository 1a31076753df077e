import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fullRequest } from '../../testing/conformanceRequests.ts'
import type { ModelRequest, ProviderError } from '../contract/provider.ts'
import { compatible } from './chatCompletions.ts'

const refused = (message: string): ProviderError => ({ code: 'invalid_request', message, retryable: false })
const missing = [
  'The `reasoning_content` in the thinking mode must be passed back to the API.',
  'Missing `reasoning_content` field in the assistant message at message index 2.',
  'thinking is enabled but reasoning_content is missing in assistant tool call message at index 7',
]
const unwanted = [
  "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
  'body.messages.2.assistant.reasoning_content: Extra inputs are not permitted',
  "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
  'The reasoning_content is for display only. Please remove the reasoning_content from your message.',
]

/** The field's values in the earlier answers of a request. */
function fields(request: ModelRequest | undefined, baseUrl?: string): unknown[] {
  if (!request) return ['given up']
  const credential = { provider: 'compatible' as const, ...(baseUrl ? { baseUrl } : {}) }
  const sent: unknown = JSON.parse(JSON.stringify(compatible.request(credential, request).body))
  const messages: unknown[] = Object(sent).messages
  return messages.map(Object).flatMap((message) => (message.role === 'assistant' ? [message.reasoning_content] : []))
}

it.each(missing)('adds the field that is missing, first empty and then with a space: %s', (message) => {
  const request = fullRequest('house-model')
  expect(fields(request)).toEqual([undefined])
  const once = compatible.recover?.(request, refused(message))
  expect(fields(once)).toEqual([''])
  const twice = once && compatible.recover?.(once, refused(message))
  expect(fields(twice)).toEqual([' '])
  const third = twice && compatible.recover?.(twice, refused(message))
  expect(fields(third)).toEqual([undefined])
  expect(third && compatible.recover?.(third, refused(message))).toBeUndefined()
})

it('adds it also where a gateway reports the refusal as a failure of its own', () => {
  const error: ProviderError = { code: 'server', message: `Upstream failed: ${missing[0]}`, retryable: true }
  expect(fields(compatible.recover?.(fullRequest('house-model'), error))).toEqual([''])
  expect(compatible.recover?.(fullRequest('house-model'), { ...error, message: 'Upstream failed.' })).toBeUndefined()
})

it.each(unwanted)('leaves out the field that is refused: %s', (message) => {
  const request: ModelRequest = { ...fullRequest('house-model'), demands: ['reasoningContent'] }
  const instead = compatible.recover?.(request, refused(message))
  expect(fields(instead)).toEqual([undefined])
  expect(instead && compatible.recover?.(instead, refused(message))).toBeUndefined()
})

it('learns the opposite of what is known of a host', () => {
  const baseUrl = 'https://api.groq.com/openai/v1'
  const request = fullRequest('moonshotai/kimi-k2-instruct')
  expect(fields(request, baseUrl)).toEqual([undefined])
  const instead = compatible.recover?.(request, refused(missing[2] ?? ''), { provider: 'compatible', baseUrl })
  expect(fields(instead, baseUrl)).toEqual([''])
})

it('adds a placeholder where a signature is missing, and leaves signatures out where they are refused', () => {
  const request = fullRequest('house-model')
  const sent = (of: ModelRequest | undefined) =>
    of ? JSON.stringify(compatible.request({ provider: 'compatible' }, of).body) : 'given up'
  expect(sent(request)).not.toContain('extra_content')
  const lacking = refused('Function call is missing a thought_signature in functionCall parts. This is required.')
  const once = compatible.recover?.(request, lacking)
  expect(sent(once).split('"thought_signature":"skip_thought_signature_validator"')).toHaveLength(2)
  expect(once && compatible.recover?.(once, lacking)).toBeUndefined()
  const twice = once && compatible.recover?.(once, refused("property 'extra_content' is unsupported"))
  expect(sent(twice)).not.toContain('extra_content')
})

it('comes to an end, whatever is refused', () => {
  const refusals = fc.constantFrom(
    ...missing,
    ...unwanted,
    'Function call is missing a thought_signature.',
    "property 'extra_content' is unsupported",
    'Use max_completion_tokens instead.',
    "Unexpected role 'user' after role 'tool'",
    'unknown reasoning_effort',
  )
  const models = fc.constantFrom('house-model', 'deepseek-chat', 'gemini-3-pro', 'kimi-k2')
  fc.assert(
    fc.property(fc.infiniteStream(refusals), models, (said, model) => {
      let request: ModelRequest | undefined = { ...fullRequest(model), thinking: 'low' }
      let times = 0
      for (const message of said) {
        request = compatible.recover?.(request, refused(message))
        if (!request || ++times > 40) break
      }
      expect(times).toBeLessThan(20)
    }),
    { numRuns: 300 },
  )
})
