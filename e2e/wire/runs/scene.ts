import {
  createFetchProvider,
  type EnqueueOutcome,
  type PreparedRun,
  type Runner,
  type RunnerOptions,
  type RunRecord,
  type RunRequest,
  type StateSource,
} from '@atelier/agent'
import type { Database } from '@atelier/streams'
import { createWorld, type World } from '../../../packages/agent/testing/world.ts'
import type { WireId } from '../judge/script.ts'
import { type JudgedAnswer, type JudgeScript, type JudgeServer, startJudge } from '../judge/server.ts'
import type { Captured } from '../types/check.ts'
import { wires } from '../wires.ts'

/** The model that a session of each wire has, unless a test switches it. */
export const usualModels: Record<WireId, string> = {
  anthropic: 'claude-sonnet-4-20250514',
  openai: 'gpt-5.1',
  openrouter: 'anthropic/claude-sonnet-4.5',
  ollama: 'qwen3:8b',
  compatible: 'local',
}

export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

export interface RunnerChoice {
  prepared?: Partial<PreparedRun>
  runner?: Partial<RunnerOptions>
}

/** One session, whose runners ask judges: a judge per provider that it is switched to. */
export interface JudgedScene extends World {
  /** The judge of the present provider. */
  judge: JudgeServer
  /** Sends a message and waits for the run's end. */
  say(prompt?: string, more?: Partial<RunRequest>): Promise<RunRecord>
  /** Sends a message and continues. */
  send(prompt?: string, more?: Partial<RunRequest>): Promise<string>
  abort(runId: string): Promise<boolean>
  /** Stops the runner as a restart does, and starts another: for another provider where one is named. */
  restart(choice?: RunnerChoice & { wire?: WireId; script?: JudgeScript }): Promise<void>
  /** Every request for an answer, to any provider, legal or not. */
  captured: Captured[]
  /** The refusals of any judge. */
  refusals(): JudgeServer['refusals']
  close(): Promise<void>
}

export async function createJudgedScene(
  database: Database,
  wire: WireId,
  script: JudgeScript,
  choice: RunnerChoice & { toy?: Parameters<typeof createWorld>[1] } = {},
): Promise<JudgedScene> {
  const world = await createWorld(database, choice.toy)
  const judges = new Map<WireId, JudgeServer>()
  const captured: Captured[] = []
  let judge: JudgeServer
  let runner: Runner

  async function judgeOf(id: WireId, plays: JudgeScript | undefined): Promise<JudgeServer> {
    const known = judges.get(id)
    if (known && plays) known.plays(plays)
    if (known) return known
    const onRequest = ({ body }: { body: unknown }) => void captured.push({ wire: id, body })
    const started = await startJudge({ wire: id, script: plays ?? [{ text: 'Hello.' }], onRequest })
    judges.set(id, started)
    return started
  }

  function start(id: WireId, { prepared, runner: options }: RunnerChoice) {
    const credential = { provider: id, apiKey: 'sk-secret-of-the-scene', baseUrl: judge.baseUrl }
    const provider = createFetchProvider(wires[id], credential, { fetch, now: Date.now })
    runner = world.runner(provider, {
      ...options,
      // No waiting between tries.
      random: () => 1,
      adopt: true,
      prepared: {
        model: usualModels[id],
        abilities: { vision: true },
        maxOutputTokens: 4000,
        loadImage: async () => onePixel,
        state: changing(world),
        ...prepared,
      },
    })
    runner.start()
  }

  let current = wire
  judge = await judgeOf(wire, script)
  start(wire, choice)
  const send: JudgedScene['send'] = async (prompt = 'Go', more = {}) => {
    const outcome: EnqueueOutcome = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt, ...more })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.runId
  }
  return {
    ...world,
    get judge() {
      return judge
    },
    captured,
    send,
    say: async (prompt, more) => world.ended(await send(prompt, more)),
    abort: (runId) => runner.abort(runId),
    async restart({ wire: next, script: plays, ...other } = {}) {
      await runner.stop()
      current = next ?? current
      judge = await judgeOf(current, plays)
      start(current, { ...choice, ...other })
    },
    refusals: () => [...judges.values()].flatMap(({ refusals }) => refusals),
    async close() {
      await runner.stop()
      for (const each of judges.values()) await each.close()
    },
  }
}

/** A state of which one line changes with each call, and the others stay. */
function changing({ asked }: World): StateSource {
  return {
    lines: async () => ['Site: "Test"', `Calls: ${asked.length}`, 'Tokens: (none)'],
    text: (lines, which) => `<state note="${which}">\n${lines.join('\n')}\n</state>`,
  }
}

export type { JudgedAnswer }
