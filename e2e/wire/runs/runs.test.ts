import type { MessageRecord } from '@atelier/agent'
import { ok } from '@atelier/operation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../apps/server/testing/databases.ts'
import { type WireId, wireIds } from '../judge/script.ts'
import { type Captured, COMPILER_MS, typeProblems } from '../types/check.ts'
import { createJudgedScene, type JudgedAnswer, type JudgedScene } from './scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
const captured: Captured[] = []
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

type Options = Parameters<typeof createJudgedScene>[3]

/** Plays a conversation, and shows what was refused before anything else. */
async function scene(
  wire: WireId,
  script: Parameters<typeof createJudgedScene>[2],
  play: (scene: JudgedScene) => Promise<void>,
  options?: Options,
) {
  const played = await createJudgedScene(opened.database, wire, script, options)
  try {
    await play(played)
  } finally {
    await played.close()
    captured.push(...played.captured)
    expect(played.refusals().flatMap(({ problems }) => problems)).toEqual([])
  }
  expect(played.bugs).toEqual([])
}

const look = { name: 'look', input: { at: 'top' } }
const write = (text: string) => ({ name: 'write', input: { text } })
const thinking = { reasoning: 'First I look.', redacted: true }
const done: JudgedAnswer = { reasoning: 'All there.', text: 'Done.' }

/** Another wire; over all of them, every one is resumed by the next and by the one after that. */
const after = (wire: WireId, steps: number): WireId => wireIds[(wireIds.indexOf(wire) + steps) % wireIds.length] ?? wire

const isBeingSaid = ({ role, status, content }: MessageRecord) =>
  role === 'assistant' && status === 'streaming' && (content ?? '') !== ''

describe.each(wireIds)('a judge of %s takes every request of', (wire) => {
  it('a conversation with thoughts, parallel calls and a second message', async () => {
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'I look and write.', calls: [look, write('a'), look] },
      { reasoning: '', calls: [write('b')] },
      done,
    ]
    await scene(wire, script, async ({ say, judge }) => {
      expect(await say()).toMatchObject({ status: 'complete', rounds: 3 })
      expect(await say('And more?')).toMatchObject({ status: 'complete', rounds: 1 })
      expect(judge.requests).toHaveLength(4)
    })
  })

  it('calls that fail: unknown, unreadable, invalid, thrown, with ids and names from elsewhere', async () => {
    const calls = [
      { name: 'nobody', input: {} },
      { name: 'write', json: '{"text": "cut' },
      { name: 'write', json: '[1]' },
      { name: 'look', json: '' },
      { name: 'odd name! with much too long a tail '.repeat(3), input: {} },
      write('x'),
    ]
    const toy = async () => Promise.reject(new Error('out of order'))
    const played = scene(
      wire,
      [{ ...thinking, calls }, done],
      async ({ say }) => {
        expect(await say()).toMatchObject({ status: 'complete', rounds: 2 })
      },
      { toy },
    )
    // The executor broke its promise not to throw; only that is the reported bug.
    await expect(played).rejects.toThrow('out of order')
  })

  it('pictures in messages and in results, and results that hold anything', async () => {
    const toy = async () =>
      ok({ html: '<p>half \ud83d' }, { images: [{ mimeType: 'image/png', hash: 'h2' }], warnings: ['small \udc00'] })
    await scene(
      wire,
      [{ ...thinking, calls: [look, write('\ud83d')] }, done],
      async ({ say }) => {
        const images = [{ mimeType: 'image/png', hash: 'h1' }]
        expect(await say('Like this \ud83d', { images })).toMatchObject({ status: 'complete' })
        expect(await say('', { images })).toMatchObject({ status: 'complete' })
      },
      { toy },
    )
  })

  it('answers that are cut by their length, in the text and in a call', async () => {
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'And then', stop: 'max_tokens' },
      { text: 'it goes on', calls: [{ name: 'write', json: '{"text":"<p' }], stop: 'max_tokens' },
      { reasoning: 'Nothing but thoughts', stop: 'max_tokens' },
      { stop: 'max_tokens' },
      done,
    ]
    await scene(wire, script, async ({ say }) => {
      expect(await say()).toMatchObject({ status: 'complete' })
      expect(await say('And more?')).toMatchObject({ status: 'complete' })
    })
  })

  it('streams that fail in the middle, and answers that fail at once', async () => {
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'A long beginning. '.repeat(20), calls: [write('never')], cutAt: 0.7 },
      { status: 529, headers: { 'retry-after-ms': '1' } },
      { ...thinking, calls: [write('once')] },
      { status: 429, headers: { 'retry-after-ms': '1' } },
      done,
    ]
    await scene(wire, script, async ({ say, applied }) => {
      expect(await say()).toMatchObject({ status: 'complete' })
      expect(await applied()).toHaveLength(1)
      expect(await say('Go on')).toMatchObject({ status: 'complete' })
    })
  })

  it('refusals, filters, and a failure that ends the run', async () => {
    const script: JudgedAnswer[] = [
      { text: 'No.', stop: 'refusal' },
      { text: 'Hm', stop: 'content_filter' },
      { status: 403 },
      { ...thinking, calls: [write('x')], stop: 'refusal' },
      done,
    ]
    await scene(wire, script, async ({ say }) => {
      for (let n = 0; n < 5; n++) await say(`Try ${n}`)
    })
  })

  it('a person who stops: in the text, in a call’s arguments, and while calls run', async () => {
    let running = 0
    const toy = async (_call: unknown, signal: AbortSignal) => {
      running += 1
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return ok('late')
    }
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'Word '.repeat(50), stallAt: 0.6 },
      { text: 'Writing.', calls: [write('a'), write('x'.repeat(400))], stallAt: 0.8 },
      { ...thinking, calls: [write('a'), write('b')] },
      done,
    ]
    await scene(
      wire,
      script,
      async ({ send, abort, ended, until, session, say }) => {
        for (let n = 0; n < 2; n++) {
          const runId = await send(`Go ${n}`)
          await until('something is shown', async () => (await session()).messages.some(isBeingSaid))
          await abort(runId)
          expect(await ended(runId)).toMatchObject({ status: 'aborted' })
        }
        const runId = await send('Go 3')
        await until('a call runs', () => running > 0)
        await abort(runId)
        expect(await ended(runId)).toMatchObject({ status: 'aborted' })
        expect(await say('And now?')).toMatchObject({ status: 'complete' })
      },
      { toy },
    )
  })

  it('messages that steer a run and follow it', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const toy = async () => {
      await held
      return ok('done')
    }
    await scene(
      wire,
      [{ ...thinking, text: 'I write.', calls: [write('a')] }, done],
      async ({ send, ended, until, asked, judge }) => {
        const runId = await send('Go')
        await until('the call runs', () => asked.length === 1)
        const steering = await send('In blue, please', { whenBusy: 'steer' })
        const following = await send('Then another', { whenBusy: 'followUp' })
        release()
        await ended(runId)
        await ended(steering)
        expect(await ended(following)).toMatchObject({ status: 'complete' })
        expect(JSON.stringify(judge.requests.at(1)?.body)).toContain('In blue, please')
      },
      { toy },
    )
  })

  it('a run that another process continues, from wherever it stood', async () => {
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'Slowly. '.repeat(30), calls: [write('a')], stallAt: 0.5 },
      { ...thinking, calls: [look, write('b')] },
      { text: 'Nearly', stallAt: 0.9 },
      done,
    ]
    await scene(wire, script, async ({ send, restart, ended, until, session, judge, say }) => {
      const runId = await send()
      for (const requests of [1, 3]) {
        await until('the answer stands still', () => judge.requests.length === requests)
        await until('it is shown', async () => (await session()).messages.some(isBeingSaid))
        await restart()
      }
      expect(await ended(runId)).toMatchObject({ status: 'complete' })
      expect(await say('More')).toMatchObject({ status: 'complete' })
    })
  })

  it('a conversation that continues with other providers, and comes back', async () => {
    const script: JudgedAnswer[] = [{ ...thinking, text: 'I write.', calls: [write('a'), look] }, done]
    await scene(wire, script, async ({ say, restart }) => {
      expect(await say()).toMatchObject({ status: 'complete' })
      for (const next of [after(wire, 1), after(wire, 2), wire]) {
        await restart({ wire: next, script })
        expect(await say(`Go on with ${next}`)).toMatchObject({ status: 'complete', rounds: 2 })
      }
      await restart({ prepared: { model: 'another-model' }, script })
      expect(await say('Another model')).toMatchObject({ status: 'complete' })
    })
  })

  it('a conversation that no longer fits: what came before is summarised', async () => {
    let answers = 0
    let summaries = 0
    const script = ({ body }: { body: unknown }): JudgedAnswer => {
      if (!JSON.stringify(body).includes('"look"')) {
        summaries += 1
        return { text: 'They want a page; three were written.' }
      }
      answers += 1
      if (answers % 2 === 0) return done
      return { ...thinking, text: 'Words of the answer. '.repeat(60), calls: [write('x'.repeat(2000))] }
    }
    await scene(
      wire,
      script,
      async ({ say, session }) => {
        for (let n = 0; n < 5; n++)
          expect(await say(`Go ${n} ${'and then '.repeat(100)}`)).toMatchObject({ status: 'complete' })
        expect((await session()).messages.some(({ compacts }) => compacts !== undefined)).toBe(true)
        expect(summaries).toBeGreaterThan(0)
      },
      { prepared: { abilities: { vision: true, contextWindow: 7000 }, maxOutputTokens: 1000 } },
    )
  })

  it.each(['off', 'low', 'high'] as const)('a model with a set thinking effort: %s', async (level) => {
    await scene(
      wire,
      [{ ...thinking, calls: [look] }, { calls: [write('a')] }, done],
      async ({ say }) => {
        expect(await say()).toMatchObject({ status: 'complete', rounds: 3 })
        expect(await say('More')).toMatchObject({ status: 'complete' })
      },
      { prepared: { thinking: level } },
    )
  })
})

describe('a judge of anthropic takes every request of', () => {
  it('an answer that is paused, with calls and without', async () => {
    const script: JudgedAnswer[] = [
      { ...thinking, text: 'Wait ', stop: 'pause' },
      { reasoning: 'On.', calls: [look], stop: 'pause' },
      { text: 'A last pause. \n', stop: 'pause' },
      done,
    ]
    await scene('anthropic', script, async ({ say }) => {
      expect(await say()).toMatchObject({ status: 'complete' })
      expect(await say('More')).toMatchObject({ status: 'complete' })
    })
  })
})

it(
  'sends what the types of the official clients take, in all these conversations',
  async () => {
    expect(captured.length).toBeGreaterThan(300)
    const problems = await typeProblems(captured)
    expect([...new Set(problems.flat())]).toEqual([])
  },
  COMPILER_MS,
)
