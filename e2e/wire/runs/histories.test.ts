import {
  type ContentBlock,
  createFetchProvider,
  createFolder,
  type ModelRequest,
  type ProviderEvent,
} from '@atelier/agent'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toTurns } from '../../../packages/agent/src/transcript/toTurns.ts'
import { historyScript, playHistory, type RunScript } from '../../../packages/agent/testing/histories.ts'
import { toyTools } from '../../../packages/agent/testing/world.ts'
import { numRuns } from '../../../scripts/testing/runs.ts'
import { every, inPackets } from '../fold/heard.ts'
import { createJudge, type Judge } from '../judge/judge.ts'
import { type ScriptedAnswer, type ScriptedCall, type WireId, wireIds } from '../judge/script.ts'
import { wires } from '../wires.ts'

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

const words = fc.constantFrom('Hello.', '', ' ', '\n', 'Grüße 🙂', 'half \ud83d', 'Trailing \n')
const call: fc.Arbitrary<ScriptedCall> = fc.record({
  name: fc.constantFrom('look', 'look', 'write', 'remove', 'odd name!'),
  json: fc.constantFrom('', '{}', '{"at":"x"}', '{"text":"one"}', '{"text":"half \\ud83d"}', '{"text":', '[1]'),
})
const said: fc.Arbitrary<ScriptedAnswer> = fc.record(
  {
    reasoning: fc.constantFrom('', 'Hm.', 'So 🙂'),
    redacted: fc.boolean(),
    text: words,
    calls: fc.array(call, { maxLength: 3 }),
    stop: fc.constantFrom(undefined, undefined, undefined, 'max_tokens', 'pause', 'refusal', 'content_filter'),
  },
  { requiredKeys: ['reasoning'] },
)

interface Told {
  answer: ScriptedAnswer
  /** After this share of its packets the connection breaks. */
  cutAt: number | undefined
}
const told: fc.Arbitrary<Told> = fc.record({
  answer: said,
  cutAt: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
})

/** A session's story, each of whose answers the judge of its provider gave: crashes, stops, steering, switches and all. */
const story = fc.record({
  script: historyScript,
  answers: fc.array(told, { minLength: 1, maxLength: 6 }),
  /** Does all of it fit the window, with one model and no stop? Then much is replayed. */
  calm: fc.constantFrom(true, true, false),
  /** The first run's provider, and the one that the others change to and from. */
  providers: fc.tuple(fc.constantFrom(...wireIds), fc.constantFrom(...wireIds)),
})

const request: Omit<ModelRequest, 'model' | 'turns'> = {
  system: 'You are a test.',
  tools: toyTools,
  maxOutputTokens: 4000,
  results: [],
  image: () => onePixel,
  vision: true,
  cacheKey: 'session',
}

/** The events of the wire's own mapping for an answer of the judge. */
async function heard(judge: Judge, wire: WireId, { answer, cutAt }: Told): Promise<RunScript['answers'][number]> {
  const bytes = new TextEncoder().encode(judge.answer(answer, 'm'))
  const provider = createFetchProvider(
    wires[wire],
    { provider: wire, baseUrl: 'http://127.0.0.1:9/v1' },
    { fetch: async () => inPackets(bytes, every(200, bytes.length)), now: () => 0 },
  )
  const packets: ProviderEvent[][] = []
  const asked = { ...request, model: 'm', turns: [] }
  for await (const events of provider.stream(asked, new AbortController().signal)) packets.push(events)
  const last = packets.flat().find((event) => event.type === 'stop')
  const open = packets.map((events) => events.filter(({ type }) => type !== 'stop' && type !== 'error'))
  if (cutAt !== undefined || last?.type !== 'stop')
    return { packets: open.slice(0, Math.floor(open.length * (cutAt ?? 1))), end: { kind: 'cut' } }
  return { packets: open, end: { kind: 'stop', reason: last.reason } }
}

it('leaves what the judge of every provider takes: crashes, stops, steering, summaries and switches', async () => {
  let judged = 0
  let sealed = 0
  await fc.assert(
    fc.asyncProperty(story, async ({ script, answers, calm, providers }) => {
      const judges = new Map(wireIds.map((wire) => [wire, createJudge(wire)]))
      let at = 0
      for (const [nth, run] of script.runs.entries()) {
        const wire = nth % 3 === 1 ? providers[1] : providers[0]
        const judge = judges.get(wire)
        if (!judge) continue
        run.provider = wire
        if (calm) {
          run.model = 'm1'
          delete run.contextWindow
          delete run.abortAt
        }
        const own: RunScript['answers'] = []
        for (let n = 0; n <= run.answers.length; n++) {
          const next = answers[at++ % answers.length]
          if (next) own.push(await heard(judge, wire, next))
        }
        run.answers = own
      }
      const { commits, bugs } = await playHistory(script)
      expect(bugs).toEqual([])
      // Left after each commit, and resumed by any process.
      for (let left = commits.length; left > 0; left -= Math.ceil(commits.length / 8)) {
        const messages = createFolder(commits.slice(0, left).flat()).messages()
        for (const [wire, judge] of judges) {
          for (const model of ['m1', 'm2']) {
            const turns = toTurns(messages, { provider: wire, model })
            if (turns.length === 0) continue
            const { headers, body } = wires[wire].request({ provider: wire }, { ...request, model, turns })
            const problems = judge.problems({ headers, body: JSON.parse(JSON.stringify(body)) })
            expect(problems).toEqual([])
            judged += 1
            sealed += turns.some(({ blocks }) => blocks.some(isSealed)) ? 1 : 0
          }
        }
      }
    }),
    { numRuns: numRuns(50, 100) },
  )
  // The property says something only where there was something to judge.
  expect(judged).toBeGreaterThan(500)
  expect(sealed).toBeGreaterThan(30)
})

function isSealed(block: ContentBlock): boolean {
  return block.kind === 'reasoning' && (block.signature ?? block.encrypted) !== undefined
}
