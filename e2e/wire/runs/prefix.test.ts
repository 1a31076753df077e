import { messageUpdated } from '@atelier/agent'
import { ok } from '@atelier/operation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../apps/server/testing/databases.ts'
import { toyTools } from '../../../packages/agent/testing/world.ts'
import { createBound } from '../judge/bound.ts'
import { isObject } from '../judge/rules.ts'
import { type WireId, wireIds } from '../judge/script.ts'
import { createSeals } from '../judge/seals.ts'
import { sentParts } from '../judge/sentParts.ts'
import { createJudgedScene, type JudgedAnswer, type JudgedScene } from './scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

/** Models that check what their reasoning goes back behind. */
const models: Record<WireId, string> = {
  anthropic: 'claude-opus-4-8',
  openai: 'gpt-5.1',
  openrouter: 'anthropic/claude-opus-4.8',
  ollama: 'qwen3:8b',
  compatible: 'local',
}
const sealing: WireId[] = ['anthropic', 'openai', 'openrouter']
const look = { name: 'look', input: { at: 'top' } }
const write = (text: string) => ({ name: 'write', input: { text } })
const thinking = { reasoning: 'First I look.', redacted: true }
const done: JudgedAnswer = { reasoning: 'All there.', text: 'Done.' }

async function scene(
  wire: WireId,
  script: Parameters<typeof createJudgedScene>[2],
  options: Parameters<typeof createJudgedScene>[3],
  play: (scene: JudgedScene) => Promise<void>,
) {
  const prepared = { model: models[wire], ...options?.prepared }
  const played = await createJudgedScene(opened.database, wire, script, { ...options, prepared })
  try {
    await play(played)
  } finally {
    await played.close()
    expect(played.refusals().flatMap(({ problems }) => problems)).toEqual([])
  }
  expect(played.bugs).toEqual([])
}

/** How many of the requests do not begin with the one before them. */
function breaks({ captured }: JudgedScene): number {
  const requests = captured.map(({ body }) => sentParts(body))
  return requests.filter((parts, at) => {
    const before = requests[at - 1] ?? []
    return before.some((part, nth) => parts[nth] !== part)
  }).length
}

const sealsSent = ({ captured }: JudgedScene) =>
  captured.map(
    ({ body }) => (JSON.stringify(body).match(/"(signature|data|encrypted_content)":"[\w+/=]{20,}"/g) ?? []).length,
  )

const stateOf = (parts: readonly string[]) => parts.join('\n').match(/<state note=\\?"(\w+)/g)

describe.each(wireIds)('what %s was once sent', (wire) => {
  it('stays as it was: over rounds, further questions, steering, failures and another process', async () => {
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'I look and write.', calls: [look, write('a')] },
      { status: 529, headers: { 'retry-after-ms': '1' } },
      { reasoning: 'Hm.', calls: [write('b')] },
      { ...thinking, text: 'Slowly. '.repeat(30), calls: [write('c')], stallAt: 0.5 },
      { ...thinking, calls: [write('c')] },
      { text: 'And then', stop: 'max_tokens' },
      done,
    ]
    await scene(wire, script, {}, async (played) => {
      const { send, say, restart, ended, until, session, judge } = played
      const runId = await send()
      await until('the answer stands still', () => judge.requests.length === 4)
      await until('it is shown', async () => (await session()).messages.some(({ status }) => status === 'streaming'))
      await restart()
      expect(await ended(runId)).toMatchObject({ status: 'complete' })
      await say('And more?')
      expect(breaks(played)).toBe(0)
      // The state is sent whole once, and after that only its changes.
      const states = stateOf(sentParts(played.captured.at(-1)?.body)) ?? []
      expect(states.map((state) => state.endsWith('all'))).toEqual([true, ...states.slice(1).map(() => false)])
      expect(states.length).toBeGreaterThan(2)
      const told = (await session()).messages.filter(({ state }) => state !== undefined)
      expect(told).toHaveLength(states.length)
      expect(told.every(({ role }) => role === 'system')).toBe(true)
      // A request that is sent again, by this process or another, is the same to the byte.
      const [, second, again, cut, resumed] = played.captured.map(({ body }) => sentParts(body).join('\n'))
      expect(again).toBe(second)
      expect(resumed).toBe(cut)
    })
  })

  it('holds the state within its results, never behind them', async () => {
    const script: JudgedAnswer[] = [{ ...thinking, calls: [look, write('a')] }, { calls: [write('b')] }, done]
    await scene(wire, script, {}, async (played) => {
      await played.say()
      const last = sentParts(played.captured.at(-1)?.body)
      const told = last.filter((part) => part.includes('<state note'))
      expect(told).toHaveLength(3)
      for (const part of told.slice(1)) expect(part).toMatch(/tool_use_id|"call_id"|tool_call_id/)
    })
  })

  it('changes only in recorded steps: results that are cut down, and a summary', async () => {
    let summaries = 0
    let rounds = 0
    const script = ({ body }: { body: unknown }): JudgedAnswer => {
      if (!JSON.stringify(body).includes('"look"')) {
        summaries += 1
        return { text: 'They want a page.' }
      }
      rounds += 1
      return rounds % 12 === 0 ? done : { ...thinking, text: 'So.'.repeat(40), calls: [rounds % 2 ? look : write('x')] }
    }
    const toy = async () => ok({ html: '<p>word</p>'.repeat(400) })
    const prepared = { abilities: { vision: true, contextWindow: 30_000 }, maxOutputTokens: 1000 }
    await scene(wire, script, { toy, prepared }, async (played) => {
      for (let n = 0; n < 3; n++) expect(await played.say(`Go ${n}`)).toMatchObject({ status: 'complete' })
      const { messages } = await played.session()
      const steps = messages.filter(({ cutDown, compacts }) => cutDown ?? compacts).length
      expect(messages.filter(({ cutDown }) => cutDown).length).toBeGreaterThan(1)
      expect(breaks(played)).toBeLessThanOrEqual(steps + 2 * summaries)
      expect(breaks(played)).toBeGreaterThan(0)
      if (!sealing.includes(wire)) return
      // Reasoning is gone where a step changed what stood before it, and nowhere else.
      const dropped = messages.filter(({ reasoningDropped }) => reasoningDropped).length
      expect(dropped).toBeGreaterThan(0)
      expect(dropped).toBeLessThanOrEqual(steps)
      const sent = sealsSent(played)
      expect(sent.filter((count, at) => count < (sent[at - 1] ?? 0)).length).toBeLessThanOrEqual(steps + summaries)
      expect(Math.max(...sent)).toBeGreaterThan(5)
    })
  })
})

describe.each(sealing)('reasoning of %s', (wire) => {
  it('stays out for good once the tools are others, and what comes after that goes back', async () => {
    const script: JudgedAnswer[] = [{ ...thinking, calls: [look] }, done]
    await scene(wire, script, {}, async (played) => {
      await played.say()
      const others = toyTools.map((tool) => ({ ...tool, description: `${tool.description}s` }))
      await played.restart({ prepared: { model: models[wire], tools: others }, script })
      await played.say('With others')
      const afterSwitch = sealsSent(played)
      expect(afterSwitch.slice(2)).toEqual([0, expect.any(Number)])
      expect(afterSwitch[3]).toBeGreaterThan(0)
      await played.restart({ prepared: { model: models[wire] }, script })
      await played.say('And back')
      // Results made with the others no longer fit, and omitted parts do not come back.
      expect(sealsSent(played)[4]).toBe(0)
    })
  })

  it('of answers that were stored without a digest stays out, and the conversation continues', async () => {
    const script: JudgedAnswer[] = [{ ...thinking, calls: [look] }, done]
    await scene(wire, script, {}, async (played) => {
      await played.say()
      const records = await played.records()
      const answers = records.flatMap((record) =>
        record.type === 'message' && record.value.role === 'assistant' && record.value.status === 'complete'
          ? [record.value]
          : [],
      )
      for (const { requestDigest: _, ...old } of answers) {
        const record = messageUpdated(old)
        await played.streams.commit({
          appends: [
            { stream: `sessions/${played.sessionId}`, entries: [new TextEncoder().encode(JSON.stringify(record))] },
          ],
        })
      }
      played.judge.plays(script)
      await played.say('Go on')
      expect(sealsSent(played).at(2)).toBe(0)
      expect(sealsSent(played).at(3)).toBeGreaterThan(0)
    })
  })
})

it('requests that can begin alike have one cache key: those of a session, with the same tools', async () => {
  const keys = async (tools = toyTools) => {
    const found: unknown[] = []
    await scene('openai', [done], { prepared: { tools } }, async (played) => {
      await played.say()
      await played.say('More')
      await played.restart({ prepared: { tools: tools.slice(1) } })
      await played.say('With fewer')
      found.push(...played.captured.map(({ body }) => (isObject(body) ? body.prompt_cache_key : undefined)))
    })
    return found
  }
  const [first, second, fewer] = await keys()
  expect(first).toMatch(/^toy-/)
  expect(second).toBe(first)
  expect(fewer).not.toBe(first)
  expect(await keys()).not.toContain(first)
})

const refusals: readonly [WireId, string][] = [
  ['anthropic', 'messages.1.content.0: Invalid `signature` in `thinking` block'],
  [
    'anthropic',
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest message cannot be modified.',
  ],
  ['anthropic', 'messages.1.content.0: this block is bound to a different conversation'],
  ['openai', 'The encrypted content for item rs_1 could not be verified.'],
  ['openai', "Item 'rs_1' of type 'reasoning' was provided without its required following item."],
  ['openrouter', 'Provider returned error: messages.1.content.0: Invalid `signature` in `thinking` block'],
]

it.each(refusals)(
  'reasoning that %s refuses stays out from then on, and the run continues: %s',
  async (wire, message) => {
    const script: JudgedAnswer[] = [
      { ...thinking, calls: [look] },
      { status: 400, message },
      { ...thinking, calls: [look] },
      done,
    ]
    await scene(wire, script, {}, async (played) => {
      expect(await played.say()).toMatchObject({ status: 'complete', rounds: 3 })
      const sent = sealsSent(played)
      expect(sent.slice(0, 3)).toEqual([0, sent[1], 0])
      expect(sent[1]).toBeGreaterThan(0)
      // Later reasoning goes back.
      expect(sent[3]).toBeGreaterThan(0)
      const { messages } = await played.session()
      expect(messages.filter(({ reasoningDropped }) => reasoningDropped)).toMatchObject([
        { role: 'system', reasoningDropped: {} },
      ])
      played.judge.plays([done])
      expect(await played.say('And more?')).toMatchObject({ status: 'complete' })
    })
  },
)

it('reasoning that a compatible server refuses stays out from then on', async () => {
  const message = 'The reasoning_content of earlier messages is not allowed here.'
  const script: JudgedAnswer[] = [{ ...thinking, calls: [look] }, { status: 400, message }, done]
  await scene('compatible', script, {}, async (played) => {
    expect(await played.say()).toMatchObject({ status: 'complete' })
    const thought = played.captured.map(({ body }) => JSON.stringify(body).includes('"reasoning_content"'))
    expect(thought).toEqual([false, true, false])
  })
})

it('a refusal that is repeated without reasoning is reported, and asked no further', async () => {
  const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  const script: JudgedAnswer[] = [
    { ...thinking, calls: [look] },
    { status: 400, message },
  ]
  await scene('anthropic', script, {}, async (played) => {
    const run = await played.say()
    expect(run).toMatchObject({ status: 'error' })
    expect(run.error).toContain('Invalid `signature`')
    expect(played.captured).toHaveLength(3)
  })
})

it('models that take a thinking budget keep reasoning whatever precedes it', async () => {
  const model = 'claude-sonnet-4-20250514'
  await scene('anthropic', [{ ...thinking, calls: [look] }, done], { prepared: { model } }, async (played) => {
    await played.say()
    const others = toyTools.map((tool) => ({ ...tool, description: `${tool.description}s` }))
    await played.restart({ prepared: { model, tools: others } })
    await played.say('With others')
    expect(sealsSent(played).at(-1)).toBeGreaterThan(0)
    expect((await played.session()).messages.filter(({ reasoningDropped }) => reasoningDropped)).toEqual([])
  })
})

it('the judge itself refuses reasoning behind anything else', () => {
  const seals = createSeals('salt')
  const bound = createBound(seals)
  const body = (question: string, ...more: object[]) => ({
    model: 'claude-opus-4-8',
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: question }] }, ...more],
  })
  bound.asked(body('Go'))
  const signature = seals.begin().seal('thinking', 'Hm.')
  const answer = { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature }] }
  expect(bound.problems(body('Go', answer))).toEqual([])
  expect(bound.problems(body('Went', answer))).toEqual([expect.stringContaining('bound to a different conversation')])
  expect(bound.problems({ ...body('Went', answer), model: 'claude-sonnet-4-20250514' })).toEqual([])
})
