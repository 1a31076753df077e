import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJudge } from '../judge/judge.ts'
import { type ScriptedAnswer, wireIds } from '../judge/script.ts'
import { wires } from '../wires.ts'
import { every } from './heard.ts'
import { officialFold } from './official.ts'
import { ourFold } from './ours.ts'

const look = { name: 'look', input: {} }
const write = {
  name: 'write',
  input: { text: '<h1>Wörter “ü” 🙂 \u2028 end</h1>', deep: { list: [1, 2.5, null, true] } },
}

const answers: [string, ScriptedAnswer][] = [
  ['a short text', { text: 'Hello.' }],
  ['text beyond ASCII, in small pieces', { text: 'Grüße 🙂👩‍👩‍👧 – 日本語 \\ " \n\t end', piece: 1 }],
  ['with CRLF', { text: 'Two\r\nlines 🙂', reasoning: 'So…', lineEnd: '\r\n', piece: 3 }],
  ['reasoning, text and two calls', { reasoning: 'First look, then write 🙂.', text: 'On it.', calls: [look, write] }],
  ['sealed reasoning that shows nothing', { reasoning: '', redacted: true, text: 'Done.', calls: [write] }],
  ['the same tool three times', { calls: [write, write, write] }],
  ['a call without arguments', { calls: [{ name: 'look', json: '' }] }],
  ['cut by its length', { text: 'And then', stop: 'max_tokens' }],
  ['filtered', { text: 'And', stop: 'content_filter' }],
  [
    'usage that fills every bucket',
    { text: 'x', usage: { input: 7, cacheRead: 5, cacheWrite5m: 3, output: 2, reasoning: 1 } },
  ],
  ['no cache at all', { text: 'x', usage: { input: 7, cacheRead: 0, cacheWrite5m: 0, output: 2, reasoning: 0 } }],
]
const onlyOn: Record<string, [string, ScriptedAnswer][]> = {
  anthropic: [
    ['paused', { text: 'Wait', stop: 'pause' }],
    ['declined', { text: 'No', stop: 'refusal' }],
    ['full', { text: 'Too', stop: 'context_overflow' }],
    ['written to the longer cache', { text: 'x', usage: { cacheWrite5m: 0, cacheWrite1h: 9 } }],
  ],
  openai: [['declined', { text: 'No.', stop: 'refusal' }]],
  openrouter: [['declined', { text: 'No.', stop: 'refusal' }]],
}
const encode = (text: string) => new TextEncoder().encode(text)

describe.each(wireIds)('%s', (id) => {
  const judge = createJudge(id)
  const bytesOf = (answer: ScriptedAnswer) => encode(judge.answer(answer, 'judged'))

  it.each([...answers, ...(onlyOn[id] ?? [])])('is read as its own client reads it: %s', async (_name, answer) => {
    const bytes = bytesOf(answer)
    const official = await officialFold(id, bytes)
    for (const ends of [
      every(1, bytes.length),
      every(2, bytes.length),
      every(3, bytes.length),
      every(97, bytes.length),
      [],
    ]) {
      expect(await ourFold(wires[id], bytes, ends)).toEqual({ ok: true, heard: official })
    }
  })

  it('is read the same wherever its bytes are cut', async () => {
    const bytes = bytesOf({ reasoning: 'Hm 🙂', text: 'Grüße 🙂', calls: [look, write], lineEnd: '\r\n', piece: 2 })
    const official = await officialFold(id, bytes)
    const place = fc.nat(bytes.length)
    await fc.assert(
      fc.asyncProperty(fc.array(place, { maxLength: 40 }), async (places) => {
        const ends = [...places].sort((a, b) => a - b)
        expect(await ourFold(wires[id], bytes, ends)).toEqual({ ok: true, heard: official })
      }),
      { numRuns: 40 },
    )
  })

  it('fails if its own client fails: an answer that stops before its end', async () => {
    const whole = judge.answer({ reasoning: 'Hm', text: 'Hello 🙂', calls: [write] }, 'judged')
    const events = whole.split(/(?<=\n\n)/).filter((event) => event !== '')
    // All but what ends it: the last event, or on chat completions the finish reason, the usage and `[DONE]`.
    const least = events.length - { anthropic: 1, openai: 1, openrouter: 2, ollama: 3, compatible: 3 }[id]
    for (let kept = 1; kept <= least; kept += 3) {
      const bytes = encode(events.slice(0, kept).join(''))
      await expect(officialFold(id, bytes)).rejects.toThrow()
      expect(await ourFold(wires[id], bytes, [])).toEqual({ ok: false, code: 'protocol' })
    }
  })
})
