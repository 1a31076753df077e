import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { testDatabases } from '../apps/server/src/database/testing.ts'
import { anthropic, createFetchProvider } from '../packages/agent/src/index.ts'
import { createWorld } from '../packages/agent/src/testing/world.ts'

const deltas = 20_000

/**
 * 20,000 text deltas of an Anthropic stream at full speed, from the socket through driver, loop and journal into a
 * SQLite stream; beside it, in the same process, a bare fetch + SSE + JSON.parse + one NDJSON line per event. The
 * provider runs in a process of its own, so that its work is not counted.
 */
export async function run(): Promise<object> {
  const replay = await startReplayProcess()
  const [sqlite] = testDatabases().filter(({ name }) => name === 'sqlite')
  if (!sqlite) throw new Error('SQLite is always there')
  const opened = await sqlite.open()
  try {
    await bare(replay.url)
    const baseline = await measured(() => bare(replay.url))
    await throughRuntime(opened.database, replay.url)
    const ours = await measured(() => throughRuntime(opened.database, replay.url))
    return { deltas, bare: baseline, runtime: ours, cpuRatio: round(ours.cpuMsPer1k / baseline.cpuMsPer1k) }
  } finally {
    replay.stop()
    await opened.close()
  }
}

async function measured(work: () => Promise<void>) {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { tokensPerSecond: Math.round(deltas / seconds), cpuMsPer1k: round((user + system) / 1000 / (deltas / 1000)) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

async function bare(url: string) {
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', body: '{}' })
  const decoder = new TextDecoder()
  let rest = ''
  let bytes = 0
  let seen = 0
  for await (const piece of response.body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      const event = JSON.parse(line.slice(6))
      if (event.type === 'content_block_delta') seen += 1
      bytes += `${JSON.stringify({ type: 'text', text: event.delta?.text })}\n`.length
    }
  }
  if (seen !== deltas || bytes === 0) throw new Error(`The bare loop saw ${seen} deltas`)
}

async function throughRuntime(database: Parameters<typeof createWorld>[0], url: string) {
  const world = await createWorld(database)
  const provider = createFetchProvider(anthropic, { provider: 'anthropic', baseUrl: url }, { fetch, now: Date.now })
  const runner = world.runner(provider)
  runner.start()
  const asked = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt: 'Go' })
  if (!asked.ok) throw new Error(asked.message)
  // Reading the session while it is written would be counted too.
  await until(() => runner.active().length > 0)
  await until(() => runner.active().length === 0)
  await runner.stop()
  const { messages } = await world.session()
  const length = messages.at(-1)?.content?.length
  if (length !== deltas * 'word '.length) throw new Error(`The runtime kept ${length} characters`)
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
}

async function startReplayProcess() {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./support/replay.ts', import.meta.url)), String(deltas)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), stop: () => child.kill() }
}
