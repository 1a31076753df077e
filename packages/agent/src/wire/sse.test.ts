import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { createSseDecoder, type SseEvent } from './sse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function decode(text: string, cuts: readonly number[] = []): SseEvent[] {
  const decoder = createSseDecoder()
  const whole = bytes(text)
  const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length]
  const events = places.slice(1).flatMap((to, at) => decoder.push(whole.subarray(places[at], to)))
  return [...events, ...decoder.end()]
}

const stream = [
  ': a comment',
  'event: one',
  'data: first line',
  'data: second line — ünïcödé 🙂',
  'id: 7',
  '',
  'data:no space',
  '',
  'event: without data',
  '',
  'data',
  '',
  'data: {"a":"🙂🙂"}',
  '',
  '',
].join('\n')
const events = [
  { event: 'one', data: 'first line\nsecond line — ünïcödé 🙂' },
  { event: '', data: 'no space' },
  { event: '', data: '' },
  { event: '', data: '{"a":"🙂🙂"}' },
]

it.each(['\n', '\r\n', '\r'])('reads fields, comments and several data lines with line ends %j', (lineEnd) => {
  expect(decode(stream.replaceAll('\n', lineEnd))).toEqual(events)
})

it('returns the same events however the bytes are cut, also within a code point or a CRLF', () => {
  fc.assert(
    fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(500), { maxLength: 40 }), (lineEnd, cuts) => {
      expect(decode(stream.replaceAll('\n', lineEnd), cuts)).toEqual(events)
    }),
  )
  const single = Array.from({ length: bytes(stream).length }, (_, at) => at)
  expect(decode(stream, single)).toEqual(events)
})

it('returns events as soon as their bytes are there, not a packet later', () => {
  const decoder = createSseDecoder()
  expect(decoder.push(bytes('data: a\r\n\r'))).toEqual([{ event: '', data: 'a' }])
  expect(decoder.push(bytes('\ndata: b\n\n'))).toEqual([{ event: '', data: 'b' }])
})

it('returns a last event whose blank line never came', () => {
  expect(decode('data: [DONE]')).toEqual([{ event: '', data: '[DONE]' }])
})

it('takes a long line in one-byte packets in linear time', async () => {
  const prepare = (length: number) => {
    const decoder = createSseDecoder()
    const whole = bytes(`data: ${'x'.repeat(length)}\n\n`)
    return () => {
      let count = 0
      for (let at = 0; at < whole.length; at++) count += decoder.push(whole.subarray(at, at + 1)).length
      expect(count).toBe(1)
    }
  }
  expect(await growthOf(prepare, 400_000, { once: true })).toBeLessThan(LINEAR)
})
