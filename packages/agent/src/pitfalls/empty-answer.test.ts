import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { anthropicBody, chatBody, chatDelta, sse } from '../../testing/recordings.ts'
import { answer, createScene } from '../../testing/scene.ts'
import type { WireProvider } from '../contract/provider.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { compatible } from '../providers/chatCompletions.ts'
import { openai } from '../providers/responses.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

type Json = Record<string, unknown>

const event = (type: string, fields: Json = {}) => ({ type, ...fields })

function responses(output: readonly Json[], status = 'completed', more: Json = {}): string {
  const usage = { input_tokens: 10, output_tokens: 5 }
  return sse([
    ...output.flatMap((item, index) => [
      event('response.output_item.added', { output_index: index, item: { ...item, content: [] } }),
      event('response.output_item.done', { output_index: index, item }),
    ]),
    event(`response.${status}`, { response: { status, output, usage, ...more } }),
  ])
}

const message = (text: string) => ({ type: 'message', id: 'm', content: [{ type: 'output_text', text }] })
const thought = { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Let me think.' }] }
const usage = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } }
const thinking = { type: 'thinking', thinking: 'Let me think.', signature: 'c2ln' } as const

/** Answers that say nothing, on each wire, and one that does. */
const wires: { wire: WireProvider; empty: Record<string, string>; said: string }[] = [
  {
    wire: compatible,
    empty: {
      'a malformed call': chatBody([chatDelta({ role: 'assistant' }, 'malformed_function_call'), usage]),
      'a malformed call behind a filter': chatBody([
        chatDelta({ content: 'I change it.' }, 'function_call_filter: MALFORMED_FUNCTION_CALL'),
        usage,
      ]),
      nothing: chatBody([chatDelta({ role: 'assistant', content: '' }, 'stop'), usage]),
      'reasoning alone': chatBody([chatDelta({ reasoning_content: 'Let me think.' }), chatDelta({}, 'stop'), usage]),
      'white space': chatBody([chatDelta({ content: ' \n\u00a0' }), chatDelta({}, 'stop'), usage]),
      'no choices': chatBody([usage]),
    },
    said: chatBody([chatDelta({ content: 'Here I am.' }), chatDelta({}, 'stop'), usage]),
  },
  {
    wire: openai,
    empty: {
      'a malformed call': responses([], 'incomplete', { incomplete_details: { reason: 'malformed_function_call' } }),
      nothing: responses([message('')]),
      'reasoning alone': responses([thought]),
      'white space': responses([message(' \n')]),
      'no output': responses([]),
    },
    said: responses([message('Here I am.')]),
  },
  {
    wire: anthropic,
    empty: {
      'a malformed call': anthropicBody([], 'malformed_function_call'),
      nothing: anthropicBody([{ type: 'text', text: '' }]),
      'reasoning alone': anthropicBody([thinking]),
      'white space': anthropicBody([{ type: 'text', text: ' \n' }]),
      'no blocks': anthropicBody([]),
      'a pause without a word': anthropicBody([], 'pause_turn'),
    },
    said: anthropicBody([{ type: 'text', text: 'Here I am.' }]),
  },
]

for (const { wire, empty, said } of wires) {
  describe.each(Object.entries(empty))(`${wire.id}, %s`, (_name, body) => {
    it('is requested once more, as an attempt that supersedes the first, and both are counted', async () => {
      const scene = await createScene(opened.database, [{ body }, { body: said }], { wire })
      const run = await scene.say()
      expect(run).toMatchObject({ status: 'complete', rounds: 1 })
      expect(scene.replay.requests).toHaveLength(2)
      expect(scene.replay.requests[1]?.body).toEqual(scene.replay.requests[0]?.body)
      const { messages } = await scene.session()
      expect(messages.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'Go'],
        ['assistant', 'Here I am.'],
      ])
      expect(messages.at(-1)).toMatchObject({ attempt: 2 })
      const first = (await scene.records()).findLast(({ type, key }) => type === 'message' && key !== messages[1]?.id)
      expect(first).toMatchObject({ value: { supersededBy: messages[1]?.id } })
      const one = await createScene(opened.database, [{ body: said }], { wire })
      const { usage: alone } = await one.say()
      expect(run.usage?.output).toBe(2 * (alone?.output ?? Number.NaN))
      await one.close()
      await scene.close()
    })

    it('ends the run with an error that says so if it comes again, and the chat continues', async () => {
      let works = false
      const scene = await createScene(opened.database, () => ({ body: works ? said : body }), { wire })
      expect(await scene.say()).toMatchObject({
        status: 'error',
        error: expect.stringMatching(/\btwice\b.*another model/),
      })
      expect(scene.replay.requests).toHaveLength(2)
      const { messages } = await scene.session()
      expect(messages.at(-1)).toMatchObject({ role: 'error', content: expect.stringMatching(/\btwice\b/) })
      expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])
      works = true
      expect(await scene.say('And now?')).toMatchObject({ status: 'complete' })
      await scene.close()
    })
  })
}

const call = (name: 'look' | 'write') =>
  answer([{ type: 'tool_use', id: 'toolu_1', name, json: name === 'write' ? '{"text":"a"}' : '{}' }], 'tool_use')

describe('behind the last call', () => {
  it('a run that changed something is complete, with a note', async () => {
    const scene = await createScene(opened.database, [call('write'), answer([])])
    expect(await scene.say()).toMatchObject({ status: 'complete', stopReason: 'empty' })
    expect(scene.replay.requests).toHaveLength(3)
    const { messages } = await scene.session()
    expect(messages.at(-1)).toMatchObject({ role: 'error', content: expect.stringMatching(/changes are kept/) })
    await scene.close()
  })

  it('a run that only read has nothing to show, and fails', async () => {
    const scene = await createScene(opened.database, [call('look'), answer([])])
    expect(await scene.say()).toMatchObject({ status: 'error' })
    expect(scene.replay.requests).toHaveLength(3)
    await scene.close()
  })

  it('a malformed call fails also a run that changed something', async () => {
    const scene = await createScene(opened.database, [call('write'), answer([], 'malformed_function_call')])
    expect(await scene.say()).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/cannot be read.*is kept/),
    })
    await scene.close()
  })
})

it('trusts whole calls over a finish reason that calls them malformed', async () => {
  const tool_calls = [{ index: 0, id: 'c', function: { name: 'write', arguments: '{"text":"a"}' } }]
  const scene = await createScene(
    opened.database,
    [{ body: chatBody([chatDelta({ tool_calls }, 'malformed_function_call')]) }, { body: wires[0]?.said ?? '' }],
    { wire: compatible },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete', rounds: 2 })
  expect(await scene.applied()).toHaveLength(1)
  await scene.close()
})

it('makes a third attempt if the server is stopped during the second', async () => {
  const scene = await createScene(opened.database, (_request, at) => {
    if (at === 0) return answer([])
    return at === 1 ? { body: '', stall: true } : answer([{ type: 'text', text: 'Here I am.' }])
  })
  const runId = await scene.send()
  await scene.until('the second request', () => scene.replay.requests.length === 2)
  await scene.restart()
  expect(await scene.ended(runId)).toMatchObject({ status: 'complete', rounds: 1 })
  const { messages } = await scene.session()
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', attempt: 3, content: 'Here I am.' })
  expect(messages).toHaveLength(2)
  await scene.close()
})
