import { expect, it } from 'vitest'
import { playHistory, type RunScript } from '../../testing/histories.ts'
import { messageInserted } from '../contract/records.ts'
import { createAnswer } from '../loop/answer.ts'
import { createFolder } from '../transcript/fold.ts'

const deltas = (length: number) => Array.from({ length }, (_, at) => `word ${at} `)
const options = { messageId: 'm', attempt: 1, newId: () => 'c', now: () => 0 }

it('writes of an answer what each packet added, and never the answer so far', () => {
  const bytesOf = (packets: number) => {
    const answer = createAnswer(options)
    let bytes = 0
    answer.push([{ type: 'toolCall', index: 1, providerId: '', name: 'write' }])
    for (const delta of deltas(packets)) {
      bytes += JSON.stringify(
        answer.push([
          { type: 'text', index: 0, delta },
          { type: 'toolArguments', index: 1, delta },
        ]),
      ).length
    }
    return bytes
  }
  expect(bytesOf(4000) / bytesOf(2000)).toBeLessThan(2.1)
})

it('returns the same object for all that did not change while an answer grows', () => {
  const folder = createFolder()
  const base = { runId: 'r', attempt: 1, createdAt: 0 }
  for (let at = 0; at < 50; at++) {
    const value = { ...base, id: `u${at}`, role: 'user' as const, status: 'complete' as const, content: 'x' }
    folder.push(messageInserted(value))
  }
  const value = { ...base, id: 'm', role: 'assistant' as const, status: 'streaming' as const }
  folder.push({ type: 'message', key: 'm', value, headers: { operation: 'insert' } })
  const before = folder.messages().slice(0, 50)
  const answer = createAnswer(options)
  for (const delta of deltas(500))
    for (const record of answer.push([{ type: 'text', index: 0, delta }])) folder.push(record)
  for (const [at, message] of folder.messages().slice(0, 50).entries()) expect(message).toBe(before[at])
})

it('stores of a long session no more than was said and done in it: no copy of what came before', async () => {
  const run: RunScript = {
    prompt: 'Go on',
    provider: 'anthropic',
    model: 'm1',
    answers: [
      {
        packets: [
          [{ type: 'toolCall', index: 0, providerId: '', name: 'look' }],
          [{ type: 'toolArguments', index: 0, delta: '{}' }],
        ],
        end: { kind: 'stop', reason: 'tool_use' },
      },
    ],
    crashes: [],
    decision: 'approved',
  }
  const bytesOf = async (runs: number) =>
    JSON.stringify((await playHistory({ runs: Array.from({ length: runs }, () => run) })).commits).length
  expect((await bytesOf(40)) / (await bytesOf(20))).toBeLessThan(2.1)
})
