import { isRecord } from '@atelier/operation'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { chatBody, chatDelta } from '../../testing/recordings.ts'
import type { Recording } from '../../testing/replay.ts'
import { answer, createScene, type Scene, type SceneOptions } from '../../testing/scene.ts'
import { ollama } from '../providers/chatCompletions.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterEach(closeScenes)
afterAll(() => opened.close())

// All of them look at one queue, so that none is left behind by a test that failed.
const scenes: Scene[] = []
async function stage(recordings: Parameters<typeof createScene>[1], options: SceneOptions = {}): Promise<Scene> {
  await closeScenes()
  const scene = await createScene(opened.database, recordings, options)
  scenes.push(scene)
  return scene
}

async function closeScenes() {
  await Promise.all(scenes.splice(0).map((scene) => scene.close()))
}

const long = 'word '.repeat(1300)
const prepared: NonNullable<SceneOptions['prepared']> = {
  abilities: { vision: false, contextWindow: 5000 },
  maxOutputTokens: 100,
  changesOf: async (runIds) => `${runIds.length} pages were made.`,
}

/** An unknown window, and answers too short to be what is refused. */
const unknown = { prepared: { maxOutputTokens: 100 } }
const isSummary = (body: unknown) => JSON.stringify(isRecord(body) ? body.system : '').includes('You keep the memory')
const full =
  'This chat no longer fits the model’s window, even with its older part summarised. Start a new chat with the summary, send a shorter message, or pick a larger model.'
const overflow: Recording = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long' } }),
}

describe('a conversation that fills the window', () => {
  it('is summarised once, with what the change sets tell, and keeps what was asked for', async () => {
    const scene = await stage(
      ({ body }) =>
        isSummary(body)
          ? answer([{ type: 'text', text: 'They wanted a shop.' }])
          : answer([{ type: 'text', text: long }]),
      { prepared },
    )
    await scene.say('first')
    await scene.say('second')
    const run = await scene.say('third')
    expect(run).toMatchObject({ status: 'complete', rounds: 1 })
    expect(scene.replay.requests.map(({ body }) => isSummary(body))).toEqual([false, false, true, false])
    const asked = scene.replay.requests[2]?.body
    expect(asked).not.toHaveProperty('tools')
    expect(scene.sent(2)).toHaveLength(1)
    const told = JSON.stringify(scene.sent(3))
    for (const words of ['They wanted a shop.', '2 pages were made.', 'third']) expect(told).toContain(words)
    expect(told).not.toContain(long)
    // The cost of the summary is part of the run.
    expect(run.usage?.output).toBe(80)
    const { messages } = await scene.session()
    expect(messages.filter(({ compacts }) => compacts)).toMatchObject([{ role: 'system', status: 'complete' }])
    await scene.say('fourth')
    expect(JSON.stringify(scene.sent(4))).toContain('They wanted a shop.')
    expect(scene.replay.requests).toHaveLength(5)
  })

  it('continues with a shortened record if the model’s own summary is not shorter', async () => {
    const rambling = answer([{ type: 'text', text: long.repeat(3) }])
    const scene = await stage(({ body }) => (isSummary(body) ? rambling : answer([{ type: 'text', text: long }])), {
      prepared,
    })
    await scene.say('first')
    await scene.say('second')
    const run = await scene.say('third')
    expect(run).toMatchObject({ status: 'complete', stopReason: 'end' })
    expect(scene.replay.requests.map(({ body }) => isSummary(body))).toEqual([false, false, true, false])
    expect(JSON.stringify(scene.sent(3)).length).toBeLessThan(long.length)
  })

  it('is summarised if the provider says that it is too long, and continues; a second time it ends', async () => {
    let refusals = 1
    const scene = await stage(({ body }) => {
      if (isSummary(body)) return answer([{ type: 'text', text: 'They talked.' }])
      if (refusals-- === 0) return overflow
      return answer([{ type: 'text', text: long }])
    }, unknown)
    await scene.say('first')
    expect(await scene.say('second')).toMatchObject({ status: 'complete', rounds: 1 })
    expect(scene.replay.requests.map(({ body }) => isSummary(body))).toEqual([false, false, true, false])
    const { messages } = await scene.session()
    expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])

    const hopeless = await stage(({ body }, at) => {
      if (isSummary(body)) return answer([{ type: 'text', text: 'They talked.' }])
      return at === 0 ? answer([{ type: 'text', text: long }]) : overflow
    }, unknown)
    await hopeless.say('first')
    const run = await hopeless.say('second')
    expect(run).toMatchObject({ status: 'error', stopReason: 'context_overflow', error: full })
    expect((await hopeless.session()).messages.at(-1)).toMatchObject({ role: 'error', content: full })
    expect(hopeless.replay.requests).toHaveLength(4)
  })

  it('is summarised further if it is refused again, until nothing more can be left out', async () => {
    let refusals = 0
    const scene = await stage(({ body }) => {
      if (isSummary(body)) return answer([{ type: 'text', text: 'They talked.' }])
      return refusals-- > 0 ? overflow : answer([{ type: 'text', text: long }])
    }, unknown)
    for (const prompt of ['one', 'two', 'three', 'four', 'five', 'six']) await scene.say(prompt)
    const kinds = () => scene.replay.requests.splice(0).map(({ body }) => isSummary(body))
    kinds()
    refusals = 2
    expect(await scene.say('seven')).toMatchObject({ status: 'complete' })
    expect(kinds()).toEqual([false, true, false, true, false])
    refusals = 100
    expect(await scene.say('eight')).toMatchObject({ status: 'error', stopReason: 'context_overflow', error: full })
    const asked = kinds()
    expect(asked.length).toBeLessThan(10)
    expect(asked.at(-1)).toBe(false)
    // Nothing is left but what was just asked, and the next message is answered.
    refusals = 0
    expect(await scene.say('nine')).toMatchObject({ status: 'complete' })
  })

  it('is cut between rounds, never between a call and its result, also within the run at work', async () => {
    let rounds = 0
    const scene = await stage(
      ({ body }) => {
        if (isSummary(body)) return answer([{ type: 'text', text: 'It looked around.' }])
        rounds += 1
        if (rounds === 4) return overflow
        const call = (id: string) => ({ type: 'tool_use' as const, id, name: 'write', json: `{"text":"${id}"}` })
        return rounds > 5
          ? answer([{ type: 'text', text: 'Done.' }])
          : answer([call(`a${rounds}`), call(`b${rounds}`)], 'tool_use')
      },
      { ...unknown, toy: async (call) => ({ ok: true, data: { id: call.toolCallId, text: long } }) },
    )
    expect(await scene.say('Write it all')).toMatchObject({ status: 'complete', stopReason: 'end' })
    const at = scene.replay.requests.findIndex(({ body }) => isSummary(body))
    const after = scene.sent(at + 1)
    expect(JSON.stringify(after[0])).toContain('It looked around.')
    expect(JSON.stringify(after[0])).toContain('Write it all')
    const ids = (type: string, key: string) =>
      [...JSON.stringify(after).matchAll(new RegExp(`"type":"${type}","${key}":"(\\w+)"`, 'g'))].map(([, id]) => id)
    expect(ids('tool_use', 'id')).toEqual(['a3', 'b3'])
    expect(ids('tool_result', 'tool_use_id')).toEqual(['a3', 'b3'])
    expect(scene.bugs).toEqual([])
  })

  it('is summarised if the answer itself filled the window, and the run continues from it', async () => {
    const scene = await stage(({ body }, at) => {
      if (isSummary(body)) return answer([{ type: 'text', text: 'They talked.' }])
      return at === 1
        ? answer([{ type: 'text', text: 'Half of it' }], 'model_context_window_exceeded')
        : answer([{ type: 'text', text: at === 0 ? long : 'and the rest.' }])
    }, unknown)
    await scene.say('first')
    expect(await scene.say('second')).toMatchObject({ status: 'complete', stopReason: 'end', rounds: 2 })
    expect(scene.replay.requests.map(({ body }) => isSummary(body))).toEqual([false, false, true, false])
    expect(JSON.stringify(scene.sent(3))).toContain('Half of it')
  })

  it.each([
    // By only the estimate of characters the first would be too full, and the second would not.
    { words: 1300, counted: 1000, summarised: false },
    { words: 200, counted: 3000, summarised: true },
  ])(
    'is measured by what the provider counted: $counted tokens of $words words',
    async ({ words, counted, summarised }) => {
      const text = 'word '.repeat(words)
      const recorded = ({ body, ...rest }: Recording): Recording => ({
        ...rest,
        body: `${body}`.replace('"input_tokens":100', `"input_tokens":${counted}`),
      })
      let rounds = 0
      const scene = await stage(
        ({ body }) => {
          if (isSummary(body)) return answer([{ type: 'text', text: 'It looked around.' }])
          rounds += 1
          const call = { type: 'tool_use' as const, id: `c${rounds}`, name: 'write', json: '{"text":"x"}' }
          return recorded(
            rounds > (summarised ? 3 : 1) ? answer([{ type: 'text', text: 'Done.' }]) : answer([call], 'tool_use'),
          )
        },
        { prepared, toy: async () => ({ ok: true, data: { text } }) },
      )
      expect(await scene.say(text)).toMatchObject({ status: 'complete', stopReason: 'end' })
      expect(scene.replay.requests.some(({ body }) => isSummary(body))).toBe(summarised)
    },
  )

  it('is never sent to a server that would cut it off in silence', async () => {
    const scene = await stage([{ body: chatBody([chatDelta({ content: 'Hello.' }, 'stop')]) }], {
      wire: ollama,
      prepared: { abilities: { vision: false, contextWindow: 2000 } },
    })
    const run = await scene.say(long)
    expect(run).toMatchObject({ status: 'error', stopReason: 'context_overflow' })
    expect(scene.replay.requests).toEqual([])
  })

  it('is summarised again if the process died in between, and left as it was if the user stops the run', async () => {
    let summaries = 0
    const scene = await stage(
      ({ body }) => {
        if (!isSummary(body)) return answer([{ type: 'text', text: long }])
        summaries += 1
        const said = answer([{ type: 'text', text: 'They talked.' }])
        return summaries === 2
          ? said
          : { ...said, cutAt: undefined, body: String(said.body).slice(0, 900), stall: true }
      },
      { prepared },
    )
    await scene.say('first')
    await scene.say('second')
    const cut = await scene.send('third')
    await scene.until('it summarises', () => summaries === 1)
    await scene.restart()
    expect(await scene.ended(cut)).toMatchObject({ status: 'complete' })
    const written = (await scene.session()).messages.filter(({ compacts }) => compacts)
    expect(written).toMatchObject([{ attempt: 2, status: 'complete' }])
    await scene.say('fourth')
    const stopped = await scene.send('fifth')
    await scene.until('it summarises again', () => summaries === 3)
    await scene.abort(stopped)
    expect(await scene.ended(stopped)).toMatchObject({ status: 'aborted' })
    const { messages } = await scene.session()
    expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])
  })
})
