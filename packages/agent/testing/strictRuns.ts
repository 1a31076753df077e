import type { Database } from '@atelier/streams'
import { expect } from 'vitest'
import type { WireProvider } from '../src/contract/provider.ts'
import { compatible } from '../src/providers/chatCompletions.ts'
import { openai, openrouter } from '../src/providers/responses.ts'
import type { Runner } from '../src/run/runner.ts'
import type { PreparedRun } from '../src/run/scope.ts'
import { createFetchProvider } from '../src/wire/fetchProvider.ts'
import { type Replay, startReplay } from './replay.ts'
import {
  deepseekHost,
  geminiHost,
  kimiHost,
  mistralHost,
  type StrictHost,
  type StrictHostOptions,
} from './strictHosts.ts'
import { openaiHost, openrouterHost } from './strictResponses.ts'
import { createWorld, type World } from './world.ts'

/** A host in which a run is cut and killed in every round. */
export interface StrictRun {
  name: string
  wire: WireProvider
  model: string
  host(options: StrictHostOptions): StrictHost
  /** How many requests it may refuse until what it demands is in the record: none if that is known before. */
  mostRefusals: number
}

const thinks = (round: number) => round % 3 !== 0

export const strictRuns: readonly StrictRun[] = [
  { name: 'Gemini', wire: compatible, model: 'gemini-3-pro-preview', host: geminiHost, mostRefusals: 0 },
  {
    name: 'DeepSeek',
    wire: compatible,
    model: 'deepseek-reasoner',
    host: (options) => deepseekHost({ ...options, thinks }),
    mostRefusals: 0,
  },
  // An answer that is cut or left by its process takes what it learnt with it, so that each of three tries may learn it.
  {
    name: 'Kimi',
    wire: compatible,
    model: 'kimi-k2.5',
    host: (options) => kimiHost({ ...options, thinks }),
    mostRefusals: 3,
  },
  { name: 'Mistral', wire: compatible, model: 'mistral-medium', host: mistralHost, mostRefusals: 3 },
  { name: 'OpenAI', wire: openai, model: 'gpt-5.1', host: openaiHost, mostRefusals: 0 },
  { name: 'OpenRouter', wire: openrouter, model: 'openai/gpt-5.1', host: openrouterHost, mostRefusals: 0 },
]

/** Runners and hosts of one test, which are stopped after it. */
export interface Hosting {
  runners: Runner[]
  replays: Replay[]
}

/** Starts a host, and runners that ask it about a model: the newest adopts what the one before has. */
export async function startHosted(
  { runners, replays }: Hosting,
  host: Pick<StrictHost, 'answers'>,
  model: string,
  world: World,
  wire: WireProvider = compatible,
) {
  const replay = await startReplay((request) => host.answers(request))
  replays.push(replay)
  const baseUrl = wire.id === 'compatible' ? `${replay.url}/v1` : replay.url
  const provider = createFetchProvider(
    wire,
    { provider: wire.id, apiKey: 'sk-secret-of-the-test', baseUrl },
    { fetch, now: Date.now },
  )
  return {
    replay,
    start(more: Partial<PreparedRun> = {}) {
      const patience = { pollMs: 60_000, leaseMs: 600_000, heartbeatMs: 600_000 }
      const runner = world.runner(provider, { adopt: true, ...patience, prepared: { model, ...more } })
      runners.push(runner)
      runner.start()
      return runner
    },
  }
}

/** Sends a message, and waits until its run has ended. */
export async function say(world: World, runner: Runner, prompt: string) {
  const asked = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt })
  if (!asked.ok) throw new Error(asked.message)
  return await world.ended(asked.runId)
}

/** Runs so many rounds with tools; in each, one answer is cut, and the process is killed in the next try. */
export async function expectCutAndKilled(hosting: Hosting, database: Database, strict: StrictRun, rounds: number) {
  const world = await createWorld(database)
  let kill: () => unknown = () => undefined
  const host = strict.host({
    rounds,
    trouble(_round, tries) {
      if (tries === 1) return 'cut'
      if (tries !== 2) return undefined
      // The process is left in the middle of the answer, and another takes its place.
      setTimeout(() => kill(), 20)
      return 'hang'
    },
  })
  const { start, replay } = await startHosted(hosting, host, strict.model, world, strict.wire)
  kill = () => start()
  const run = await say(world, start(), 'Go')
  // Every second round has two calls.
  const calls = rounds + Math.floor(rounds / 2)
  expect(run.error).toBeUndefined()
  expect(run).toMatchObject({ status: 'complete', stopReason: 'end', rounds: rounds + 1 })
  expect(new Set(world.asked).size).toBe(calls)
  expect(await world.applied()).toHaveLength(calls)
  expect(hosting.runners).toHaveLength(rounds + 1)
  expect(replay.requests).toHaveLength(3 * rounds + 1 + host.refusals.length)
  expect(await say(world, start(), 'And more')).toMatchObject({ status: 'complete', rounds: rounds + 1 })
  expect(host.refusals.slice(strict.mostRefusals)).toEqual([])
  expect(world.bugs).toEqual([])
}
