import { type Envelope, ok } from '@atelier/operation'
import { type Append, createStreamStore, type Database, type SessionStreams } from '@atelier/streams'
import { Type } from 'typebox'
import type { ToolCall, ToolExecutor } from '../src/contract/executor.ts'
import type { Provider } from '../src/contract/provider.ts'
import type { RunRecord } from '../src/contract/run.ts'
import type { SessionRecord } from '../src/contract/sessionRecord.ts'
import type { OperationFacts } from '../src/loop/calls.ts'
import { createRunner, type Runner, type RunnerOptions } from '../src/run/runner.ts'
import type { PreparedRun } from '../src/run/scope.ts'
import { readRecords, readSession, sessionStream } from '../src/transcript/session.ts'

/**
 * The services that a test needs around a runner: a session, a toy executor whose effects are rows, and ways to wait.
 */
export interface World {
  database: Database
  streams: SessionStreams
  sessionId: string
  /** The calls of this world whose effect is in the database, in order. */
  applied(): Promise<string[]>
  /** Every time that the executor was asked, also for calls it had applied before. */
  asked: string[]
  bugs: unknown[]
  runner(provider: Provider, options?: Partial<RunnerOptions> & { prepared?: Partial<PreparedRun> }): Runner
  records(): Promise<SessionRecord[]>
  session(): Promise<NonNullable<Awaited<ReturnType<typeof readSession>>>>
  /** Waits until the run has ended. */
  ended(runId: string): Promise<RunRecord>
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>
  newId(): string
}

export const toyOperations: Record<string, OperationFacts> = {
  look: { effect: 'read', heavy: true, input: Type.Object({ at: Type.Optional(Type.String()) }) },
  write: { effect: 'write', heavy: false, input: Type.Object({ text: Type.String() }) },
}

export const toyTools = Object.entries(toyOperations).map(([name, { input }]) => ({
  name,
  description: name,
  inputSchema: input,
}))

let counter = 0

export async function createWorld(
  database: Database,
  run?: (call: ToolCall, signal: AbortSignal) => Promise<Envelope>,
): Promise<World> {
  const streams = createStreamStore(database, { now: Date.now })
  counter += 1
  const sessionId = `session-${counter}`
  let ids = 0
  const newId = () => `${String(++ids).padStart(6, '0')}-${crypto.randomUUID()}`
  const at = Date.now()
  await database.transact(function* () {
    yield {
      sql: 'create table if not exists toy_calls (id text primary key, result text not null, place integer not null)',
      parameters: [],
    }
    yield {
      sql: `insert into sessions (id, workspace_id, user_id, scope, created_at, updated_at) values ('${sessionId}', 'w', 'u', 'toy', ${at}, ${at})`,
      parameters: [],
    }
  })
  await streams.ensure(sessionStream(sessionId))
  const asked: string[] = []
  const bugs: unknown[] = []

  async function rows(sql: string): Promise<Record<string, unknown>[]> {
    return await database.read(
      (function* () {
        const result = yield { sql, parameters: [] }
        return result.rows as Record<string, unknown>[]
      })(),
    )
  }

  const executor: ToolExecutor = {
    async execute(call, commit, signal) {
      asked.push(call.toolCallId)
      const stored = await rows(`select result from toy_calls where id = '${call.toolCallId}'`)
      if (stored[0]) return { ok: true, result: JSON.parse(String(stored[0].result)), replayed: true }
      const result = run ? await run(call, signal) : ok({ did: call.input })
      const appends: Append[] = commit.appends(result)
      const text = JSON.stringify(result).replaceAll("'", "''")
      const insert = `insert into toy_calls (id, result, place) select '${call.toolCallId}', '${text}', count(*) from toy_calls`
      const outcome = await streams.commit({ fence: commit.fence, appends, rows: [{ sql: insert, parameters: [] }] })
      return outcome.ok ? { ok: true, result, replayed: false } : { ok: false, refused: 'fenced' }
    },
  }

  const until: World['until'] = async (what, holds) => {
    const deadline = Date.now() + 40_000
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}; bugs: ${bugs.map(String).join(', ')}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  return {
    database,
    streams,
    sessionId,
    asked,
    bugs,
    newId,
    until,
    async applied() {
      const ids = (await rows('select id from toy_calls order by place')).map((row) => String(row.id))
      return ids.filter((id) => asked.includes(id))
    },
    records: async () => (await readRecords(streams, sessionId))?.records ?? [],
    async session() {
      const session = await readSession(streams, sessionId)
      if (!session) throw new Error('no session')
      return session
    },
    runner: (provider, { prepared, ...options } = {}) =>
      createRunner({
        database,
        streams,
        now: Date.now,
        newId,
        instanceId: 'one',
        random: () => 1,
        pollMs: 50,
        onBug: (error) => bugs.push(error),
        scopes: {
          toy: {
            prepare: async () => ({
              provider,
              model: 'm1',
              system: 'You are a test.',
              tools: toyTools,
              findOperation: (name) => toyOperations[name],
              executor,
              ...prepared,
            }),
          },
        },
        ...options,
      }),
    async ended(runId) {
      let run: RunRecord | undefined
      let tail: string | undefined
      await until(`run ${runId} has ended`, async () => {
        const info = await streams.info(sessionStream(sessionId))
        if (info?.tailOffset === tail) return false
        tail = info?.tailOffset
        run = (await readSession(streams, sessionId))?.runs.find(({ id }) => id === runId)
        return run?.endedAt !== undefined
      })
      if (!run) throw new Error('no run')
      return run
    },
  }
}
