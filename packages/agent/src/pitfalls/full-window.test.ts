import { ok } from '@atelier/operation'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { createWorld } from '../../testing/world.ts'
import type { ModelRequest, Provider, ProviderEvent } from '../contract/provider.ts'
import type { RunRecord } from '../contract/run.ts'
import type { StateSource } from '../loop/options.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
// All runners look at one queue, so that none is left behind by a test that failed.
const begun: { stop(): Promise<void> }[] = []
const stopAll = () => Promise.all(begun.splice(0).map((runner) => runner.stop()))
afterEach(stopAll)
afterAll(() => opened.close())

/** Texts, and how many tokens a tokenizer of today makes of one of their characters. */
const languages = {
  english: { text: 'The bakery opens at seven and closes at noon. ', perUnit: 0.23 },
  chinese: { text: '面包店早上七点开门，中午关门，周日休息。', perUnit: 0.8 },
  arabic: { text: 'يفتح المخبز في الساعة السابعة صباحا ويغلق ظهرا. ', perUnit: 0.45 },
  code: { text: '<li class="a-1 b_2">{x?.[0]??"—"}</li>\n\t$=>{};', perUnit: 0.5 },
}
type Language = keyof typeof languages

function words(language: Language, length: number): string {
  const { text } = languages[language]
  return text.repeat(Math.ceil(length / text.length)).slice(0, length)
}

/** As the provider counts: dense scripts by the character, whatever is beside them. */
function countTokens(request: ModelRequest, perUnit: number): number {
  const { system, tools, turns } = request
  return Math.ceil(JSON.stringify({ system, tools, turns }).length * perUnit)
}

type Summarises = 'shortly' | 'at length' | 'not at all' | 'never'
/** The model's action in one round: calls something whose result is so long, or says as much. */
type Move = { reads: number } | { says: number }
interface Said {
  prompt: string
  moves: Move[]
}

interface Case {
  language: Language
  /** The provider's limit, in tokens; only a refusal shows it. */
  limit: number
  /** The catalogue's window. */
  known?: number
  summarises?: Summarises
}

/** A session with a provider that refuses what is too long for it, and counts tokens in its own way. */
async function chat({ language, limit: first, known, summarises = 'shortly' }: Case) {
  let limit = first
  const { perUnit } = languages[language]
  const moves: Move[] = []
  const requests: { kind: 'summary' | 'answer'; refused: boolean; text: string }[] = []
  let calls = 0
  const refusal: ProviderEvent = {
    type: 'error',
    error: { code: 'context_overflow', message: 'Too long.', retryable: false },
  }
  function answerTo(request: ModelRequest): ProviderEvent[] {
    const kind = request.system.startsWith('You keep the memory') ? 'summary' : 'answer'
    const tokens = countTokens(request, perUnit)
    const refused = tokens + request.maxOutputTokens > limit
    requests.push({ kind, refused, text: JSON.stringify(request.turns) })
    if (refused) return [refusal]
    const usage: ProviderEvent = { type: 'usage', usage: { input: tokens, output: 10 } }
    const say = (text: string): ProviderEvent[] => [
      { type: 'text', index: 0, delta: text },
      usage,
      { type: 'stop', reason: 'end' },
    ]
    if (kind === 'summary') {
      if (summarises === 'never')
        return [{ type: 'error', error: { code: 'invalid_request', message: 'No.', retryable: false } }]
      return say({ shortly: 'They talked.', 'at length': words(language, 20_000), 'not at all': ' ' }[summarises])
    }
    const move = moves.shift() ?? { says: 10 }
    if ('says' in move) return say(words(language, move.says))
    calls += 1
    return [
      { type: 'toolCall', index: 0, providerId: `c${calls}`, name: 'write' },
      { type: 'toolArguments', index: 0, delta: JSON.stringify({ text: `${calls} of ${move.reads}` }) },
      usage,
      { type: 'stop', reason: 'tool_use' },
    ]
  }
  const provider: Provider = {
    id: 'compatible',
    async *stream(request) {
      yield answerTo(request)
    },
  }
  const world = await createWorld(opened.database, async ({ input }) => {
    const length = Number(/of (\d+)/.exec(JSON.stringify(input))?.[1] ?? 0)
    return ok({ text: words(language, length) })
  })
  const abilities = { vision: false, ...(known === undefined ? {} : { contextWindow: known }) }
  // It changes with each request, and is sent again after each summary.
  const state: StateSource = {
    lines: async () => [words(language, 300), `Requests: ${requests.length}`],
    text: (lines) => `<editor_state>\n${lines.join('\n')}\n</editor_state>`,
  }
  const changesOf = async () => 'A page was made.'
  const runner = world.runner(provider, { prepared: { abilities, changesOf, state } })
  runner.start()
  begun.push(runner)
  return {
    requests,
    bugs: world.bugs,
    async say(said: Said): Promise<RunRecord> {
      moves.splice(0, moves.length, ...said.moves)
      const outcome = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt: said.prompt })
      if (!outcome.ok) throw new Error(outcome.message)
      return await world.ended(outcome.runId)
    },
    session: world.session,
    narrow(tokens: number) {
      limit = tokens
    },
  }
}

const kinds = Object.keys(languages) as Language[]

describe.each(kinds)('a chat in %s', (language) => {
  it.each<[string, number | undefined]>([
    ['that nobody knows', undefined],
    ['that the catalogue takes for ten times as large', 80_000],
    ['that is known', 8000],
  ])('outgrows a window %s as often as it likes, and each message is answered', async (_what, known) => {
    const open = await chat({ language, limit: 8000, ...(known === undefined ? {} : { known }) })
    for (let at = 0; at < 8; at += 1) {
      const length = (tokens: number) => Math.round(tokens / languages[language].perUnit)
      const prompt = `Message ${at}: ${words(language, length(400))}`
      const run = await open.say({ prompt, moves: [{ reads: length(800) }, { says: length(500) }] })
      expect(run, `message ${at}`).toMatchObject({ status: 'complete', stopReason: 'end' })
    }
    expect(open.bugs).toEqual([])
    const summaries = open.requests.filter(({ kind, refused }) => kind === 'summary' && !refused).length
    expect(summaries).toBeGreaterThan(0)
    // A summary makes room for several messages, not for one.
    expect(summaries).toBeLessThan(8)
  })
})

it('is summarised in steps if one request cannot carry it, and each step is recorded', async () => {
  const open = await chat({ language: 'chinese', limit: 200_000 })
  for (let at = 0; at < 8; at += 1) {
    await open.say({ prompt: `第${at}条：${words('chinese', 3000)}`, moves: [{ says: 3900 }] })
  }
  expect(open.requests.every(({ kind, refused }) => kind === 'answer' && !refused)).toBe(true)
  open.requests.splice(0)
  // Another model, whose window is unknown.
  open.narrow(10_000)
  expect(await open.say({ prompt: '现在呢？', moves: [] })).toMatchObject({ status: 'complete' })
  const read = open.requests.filter(({ kind, refused }) => kind === 'summary' && !refused).map(({ text }) => text)
  expect(read.length).toBeGreaterThan(3)
  for (let at = 0; at < 8; at += 1) {
    expect(read.filter((text) => text.includes(`Person: 第${at}条`)).length, `message ${at}`).toBeLessThan(2)
  }
  // Each step continues from the summary of the one before.
  for (const text of read.slice(1)) expect(text).toContain('Earlier summary: They talked.')
  const summaries = (await open.session()).messages.filter(({ compacts }) => compacts !== undefined)
  expect(summaries.map(({ status }) => status)).toEqual(read.map(() => 'complete'))
})

const said: fc.Arbitrary<Said> = fc.record({
  prompt: fc.integer({ min: 1, max: 12_000 }).map((length) => `${length}`),
  moves: fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 30_000 }).map((reads) => ({ reads })),
      fc.integer({ min: 1, max: 8000 }).map((says) => ({ says })),
    ),
    { maxLength: 4 },
  ),
})

it.each(kinds)(
  'no message in %s fails for ever, whatever was said before, whatever the window is and however the model summarises',
  async (language) => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          limit: fc.integer({ min: 3000, max: 20_000 }),
          believed: fc.constantFrom<(number | undefined)[]>(undefined, 0.5, 1, 3, 50),
          summarises: fc.constantFrom<Summarises[]>('shortly', 'at length', 'not at all', 'never'),
        }),
        fc.array(said, { minLength: 1, maxLength: 6 }),
        async ({ limit, believed, summarises }, messages) => {
          const known = believed === undefined ? {} : { known: Math.floor(limit * believed) }
          const open = await chat({ language, limit, summarises, ...known })
          try {
            for (const message of messages) {
              const length = Number(message.prompt)
              const prompt = words(language, length)
              const run = await open.say({ ...message, prompt })
              // Only a message that is too long for the window itself is refused.
              const fits = length * languages[language].perUnit < limit / 4
              if (fits) expect(run.stopReason, JSON.stringify(run)).not.toBe('context_overflow')
              else if (run.status === 'error') expect(run.stopReason).toBe('context_overflow')
              if (run.status === 'error') continue
              expect(run.status).toBe('complete')
            }
            expect(await open.say({ prompt: 'And now?', moves: [] })).toMatchObject({ status: 'complete' })
            expect(open.bugs).toEqual([])
          } finally {
            await stopAll()
          }
        },
      ),
      { numRuns: numRuns(1, 6) },
    )
  },
  60_000,
)
