import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { chatBody, chatDelta } from '../../testing/recordings.ts'
import { type Replay, startReplay } from '../../testing/replay.ts'
import { answer, createScene } from '../../testing/scene.ts'
import {
  deepseekHost,
  geminiHost,
  kimiHost,
  mistralHost,
  type StrictHost,
  type StrictHostOptions,
} from '../../testing/strictHosts.ts'
import { expectCutAndKilled, say, startHosted, strictRuns } from '../../testing/strictRuns.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import type { Runner } from '../run/runner.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'

describe.each(testDatabases())('hosts that refuse what the real ones refuse, on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  const runners: Runner[] = []
  const replays: Replay[] = []
  beforeAll(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()))
    await Promise.all(replays.splice(0).map((replay) => replay.close()))
  })
  afterAll(() => opened.close())

  const hosted = (host: Pick<StrictHost, 'answers'>, model: string, world: World) =>
    startHosted({ runners, replays }, host, model, world)

  it.each(strictRuns)('$name runs rounds with tools, cut and killed in each of them', async (strict) => {
    // `strict-hosts.deep.test.ts` has ten rounds of each host.
    await expectCutAndKilled({ runners, replays }, opened.database, strict, 3)
  })

  const learnt: [string, (options: StrictHostOptions) => StrictHost, number][] = [
    ['demands signatures', geminiHost, 0],
    ['demands reasoning_content', (options) => deepseekHost({ ...options, thinks: () => false }), 1],
    ['demands reasoning_content that is not empty', (options) => kimiHost({ ...options, thinks: () => false }), 2],
    ['refuses reasoning_content', mistralHost, 1],
  ]

  it.each(learnt)('an unknown host that %s gets one repeated request, and no more', async (_, strictHost, most) => {
    const world = await createWorld(opened.database)
    const host = strictHost({ rounds: 4 })
    const { start } = await hosted(host, 'house-model', world)
    const runner = start()
    expect(await say(world, runner, 'Go')).toMatchObject({ status: 'complete', rounds: 5 })
    expect(host.refusals).toHaveLength(most)
    // Learnt rules are in the record, so that the next process knows them too.
    await runner.stop()
    expect(await say(world, start(), 'And more')).toMatchObject({ status: 'complete', rounds: 5 })
    expect(host.refusals).toHaveLength(most)
  })

  it('thinking that a model refuses is requested again only at another level', async () => {
    const world = await createWorld(opened.database)
    const refused: unknown[] = []
    const host: Pick<StrictHost, 'answers'> = {
      answers({ body }) {
        const { reasoning_effort: effort, messages } = Object(body)
        if (effort === undefined) {
          const call = { index: 0, id: `call-${messages.length}`, function: { name: 'look', arguments: '{}' } }
          const isLast = messages.some(({ role }: { role: string }) => role === 'tool')
          return { body: chatBody([chatDelta(isLast ? { content: 'Done.' } : { tool_calls: [call] }, 'stop')]) }
        }
        refused.push(effort)
        return { status: 400, body: '{"error":{"message":"\\"llava\\" does not support thinking"}}' }
      },
    }
    const { start } = await hosted(host, 'llava', world)
    const first = start({ thinking: 'high' })
    expect(await say(world, first, 'Go')).toMatchObject({ status: 'complete', rounds: 2 })
    await say(world, first, 'And more')
    expect(refused).toEqual(['high'])
    await first.stop()
    await say(world, start({ thinking: 'low' }), 'And now?')
    expect(refused).toEqual(['high', 'low'])
  })

  const begun: [string, string, (options: StrictHostOptions) => StrictHost, number][] = [
    ['Gemini', 'google/gemini-3-flash-preview', geminiHost, 0],
    ['a gateway that does not name Gemini', 'house-model', geminiHost, 1],
    ['DeepSeek', 'deepseek-v4-pro', deepseekHost, 0],
    ['Kimi', 'kimi-k2.5', kimiHost, 1],
    ['Mistral', 'mistral-medium', mistralHost, 1],
  ]

  it.each(begun)('a chat that began with Claude continues with %s', async (_, model, strictHost, most) => {
    const call = { type: 'tool_use', name: 'look', json: '{"at":"top"}' } as const
    const scene = await createScene(opened.database, [
      answer(
        [
          { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
          { ...call, id: 'toolu_1' },
          { ...call, id: 'toolu_2' },
        ],
        'tool_use',
      ),
      answer([{ type: 'text', text: 'Seen.' }]),
    ])
    expect(await scene.say()).toMatchObject({ status: 'complete' })
    await scene.close()
    const host = strictHost({ rounds: 2 })
    const { start } = await hosted(host, model, scene)
    expect(await say(scene, start(), 'And now?')).toMatchObject({ status: 'complete', rounds: 3 })
    expect(host.refusals.slice(most)).toEqual([])
  })

  it('Gemini’s signatures go only to other models of Gemini', async () => {
    const world = await createWorld(opened.database)
    const host = geminiHost({ rounds: 1 })
    const first = await hosted(host, 'gemini-3-pro-preview', world)
    const runner = first.start()
    await say(world, runner, 'Go')
    await runner.stop()
    const { replay, start } = await hosted(host, 'models/gemini-3-flash', world)
    const other = start()
    await say(world, other, 'And now?')
    expect(JSON.stringify(replay.requests[0]?.body)).toContain('sign+/')
    expect(JSON.stringify(replay.requests[0]?.body)).toContain('text+/')
    await other.stop()
    const foreign = await hosted(mistralHost({ rounds: 1, thinks: () => false }), 'mistral-medium', world)
    await say(world, foreign.start(), 'And you?')
    expect(JSON.stringify(foreign.replay.requests)).not.toMatch(/sign\+|text\+|extra_content/)
    const claude = await startReplay([answer([{ type: 'text', text: 'Hello.' }])])
    replays.push(claude)
    await Promise.all(runners.map((each) => each.stop()))
    const provider = createFetchProvider(
      anthropic,
      { provider: 'anthropic', baseUrl: claude.url },
      { fetch, now: Date.now },
    )
    const last = world.runner(provider, { prepared: { model: 'claude-opus-4-8' } })
    runners.push(last)
    last.start()
    expect(await say(world, last, 'And you?')).toMatchObject({ status: 'complete' })
    expect(JSON.stringify(claude.requests)).not.toMatch(/sign\+|text\+/)
    await last.stop()
    // They are still known when the chat comes back.
    const back = await hosted(host, 'gemini-3-pro-preview', world)
    expect(await say(world, back.start(), 'And again?')).toMatchObject({ status: 'complete' })
    expect(JSON.stringify(back.replay.requests[0]?.body).match(/sign\+/g)).toHaveLength(2)
    expect(host.refusals).toEqual([])
  })
})
