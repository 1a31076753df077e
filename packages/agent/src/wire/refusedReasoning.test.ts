import { expect, it } from 'vitest'
import type { ContentBlock } from '../contract/message.ts'
import type { ProviderError } from '../contract/provider.ts'
import { refusesReasoning } from './refusedReasoning.ts'

const call: ContentBlock = { kind: 'toolCall', toolCallId: 'c', toolName: 'look', input: {} }
const signed: ContentBlock = { ...call, signature: 'c2ln' }
const refused = (message: string): ProviderError => ({ code: 'invalid_request', message, retryable: false })
const refuses = (block: ContentBlock, message: string) =>
  refusesReasoning({ turns: [{ role: 'assistant', blocks: [block] }] }, refused(message))

it('is a signature that is not valid, on a call too, and not one that is missing', () => {
  expect(refuses(signed, 'Thought signature is not valid.')).toBe(true)
  expect(refuses(signed, 'Invalid thought_signature in functionCall parts.')).toBe(true)
  expect(refuses(call, 'Thought signature is not valid.')).toBe(false)
  const missing = 'Function call is missing a thought_signature in functionCall parts. This is required for tools.'
  expect(refuses(signed, missing)).toBe(false)
})

it('is not a field that has to be in every answer', () => {
  const thought: ContentBlock = { kind: 'reasoning', text: 'Hm.', format: 'reasoning_content' }
  expect(refuses(thought, 'The `reasoning_content` in the thinking mode must be passed back to the API.')).toBe(false)
})
