import type { Database } from '@atelier/streams'
import type { WireProvider } from '../src/contract/provider.ts'
import type { RunRecord } from '../src/contract/run.ts'
import { anthropic } from '../src/providers/anthropicMessages.ts'
import type { RunRequest } from '../src/queue/requests.ts'
import type { RunnerOptions } from '../src/run/runner.ts'
import type { PreparedRun } from '../src/run/scope.ts'
import { createFetchProvider, type FetchOptions } from '../src/wire/fetchProvider.ts'
import { type AnthropicBlock, anthropicBody } from './recordings.ts'
import { type Recording, type Replay, startReplay } from './replay.ts'
import { createWorld, type World } from './world.ts'

export interface SceneOptions {
  wire?: WireProvider
  fetchOptions?: Partial<FetchOptions>
  runner?: Partial<RunnerOptions>
  prepared?: Partial<PreparedRun>
  toy?: Parameters<typeof createWorld>[1]
}

/** One session against a provider that answers with recordings. */
export interface Scene extends World {
  replay: Replay
  /** Sends a message and waits for the run's end. */
  say(prompt?: string, images?: RunRequest['images']): Promise<RunRecord>
  /** Sends a message and does not wait. */
  send(prompt?: string, images?: RunRequest['images']): Promise<string>
  abort(runId: string): Promise<boolean>
  /** Stops the runner as a server does that is shut down, and starts another. */
  restart(): Promise<void>
  /** The messages of the request that the provider was sent, by its number. */
  sent(at: number): { role: string; content: unknown }[]
  close(): Promise<void>
}

export function answer(
  blocks: readonly AnthropicBlock[],
  stopReason?: string,
  extra: Partial<Recording> = {},
): Recording {
  return { body: anthropicBody(blocks, stopReason), ...extra }
}

export async function createScene(
  database: Database,
  recordings: Parameters<typeof startReplay>[0],
  options: SceneOptions = {},
): Promise<Scene> {
  const wire = options.wire ?? anthropic
  const replay = await startReplay(recordings)
  const credential = {
    provider: wire.id,
    apiKey: 'sk-secret-of-the-scene',
    baseUrl: wire.id === 'compatible' ? `${replay.url}/v1` : replay.url,
  }
  const provider = createFetchProvider(wire, credential, { fetch, now: Date.now, ...options.fetchOptions })
  const world = await createWorld(database, options.toy)
  const begin = () => {
    const begun = world.runner(provider, {
      ...options.runner,
      ...(options.prepared ? { prepared: options.prepared } : {}),
    })
    begun.start()
    return begun
  }
  let runner = begin()
  const send: Scene['send'] = async (prompt = 'Go', images = []) => {
    const outcome = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt, images })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.runId
  }
  return {
    ...world,
    replay,
    send,
    say: async (prompt, images) => world.ended(await send(prompt, images)),
    abort: (runId) => runner.abort(runId),
    async restart() {
      await runner.stop()
      runner = begin()
    },
    sent(at) {
      const body = replay.requests[at]?.body
      if (typeof body !== 'object' || body === null || !('messages' in body) || !Array.isArray(body.messages))
        throw new Error(`no request ${at}`)
      return body.messages
    },
    async close() {
      await runner.stop()
      await replay.close()
    },
  }
}
