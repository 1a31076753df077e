import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Api, type SessionView, session, until } from './api.ts'
import { startPrepared } from './preparedServer.ts'
import type { Studio } from './studio.ts'

/** A run, and the conversation that it belongs to. */
export interface AskedRun {
  sessionId: string
  runId: string
}

/** Two servers on one database; its owner speaks to the first one and to the second one. */
export interface TwoServers {
  readonly one: Studio
  readonly two: Studio
  readonly first: Api
  readonly second: Api
  readonly projectId: string
  /** The names of the servers that drive these runs now. */
  holders(runs: readonly { runId: string }[]): Promise<Set<string>>
  /** Notes who drives each of these runs now, to see later how long it took until another did. */
  drivers(runs: readonly { runId: string }[]): Promise<Drivers>
}

export interface Drivers {
  /** How long from now a server that is gone would keep the runs that it drives, in milliseconds. */
  leasedMs: number
  /** Resolves when a live server drives each or it has ended; with the longest that another took, in milliseconds. */
  takenOver(): Promise<number>
}

const MOST_ASKED = 12

/** The leases of the first server. Short ones end sooner after it is lost; it renews either every two seconds. */
export type Leases = 'usual' | 'short'

const leasesEnv = { usual: {}, short: { ATELIER_FAULT: 'ended:1000', ATELIER_LEASE_MS: '3000' } }

/**
 * Starts two servers, which end with the test.
 * @param options.paceMs between the pieces of a rehearsed answer
 */
export async function startTwoServers({
  paceMs = 25,
  leases = 'usual',
}: {
  paceMs?: number
  leases?: Leases
} = {}): Promise<TwoServers> {
  const env = { ATELIER_REHEARSAL_PACE_MS: String(paceMs), NODE_OPTIONS: '--unhandled-rejections=strict' }
  const one = await startPrepared({ database: 'postgres', env: { ...env, ...leasesEnv[leases] } })
  onTestFinished(() => one.studio.remove())
  const two = await one.another({ env })
  onTestFinished(() => two.studio.remove())
  const client = new pg.Client({ connectionString: one.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const holder = async (runId: string) => {
    const { rows } = await client.query('select lease_owner from runs where id = $1', [runId])
    return (rows[0]?.lease_owner as string | null | undefined) ?? undefined
  }
  const holders = async (runs: readonly { runId: string }[]) => {
    const found = await Promise.all(runs.map(({ runId }) => holder(runId)))
    return new Set(found.filter((each) => each !== undefined))
  }
  const drivers = async (runs: readonly { runId: string }[]) => {
    const owners = new Map(await Promise.all(runs.map(async ({ runId }) => [runId, await holder(runId)] as const)))
    const ids = runs.map(({ runId }) => runId)
    const { rows } = await client.query('select max(lease_until) as until from runs where id = any($1)', [ids])
    return {
      leasedMs: Number(rows[0]?.until ?? 0) - Date.now(),
      async takenOver(): Promise<number> {
        const since = Date.now()
        let longest = 0
        const isTaken = async (runId: string) => {
          const owner = await holder(runId)
          if (owner === undefined) return true
          if (owner === owners.get(runId)) return false
          longest = Math.max(longest, Date.now() - since)
          return true
        }
        // Those that the survivor drove all along change no hands; they end.
        const waits = runs.map(({ runId }) =>
          until('a live server to drive it, or its end', () => isTaken(runId), 40_000),
        )
        await Promise.all(waits)
        return longest
      },
    }
  }
  return {
    one: one.studio,
    two: two.studio,
    first: one.api,
    second: two.api,
    projectId: one.projectId,
    holders,
    drivers,
  }
}

/** Asks for a page that is written in many steps. */
export async function askForPage(api: Api, projectId: string): Promise<AskedRun> {
  const { id: sessionId } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
  const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, {
    prompt: 'Build a landing page for Ferment, a bakery in Porto',
  })
  return { sessionId, runId }
}

/** The calls that have a result. */
export const resultIds = ({ messages }: SessionView) =>
  messages.flatMap(({ role, toolCallId }) => (role === 'tool_result' ? [toolCallId] : []))

/** Waits until a run has changed the page, and is not through with it. */
export const midRun = (api: Api, sessionId: string) =>
  until('the run to be in the middle', async () => resultIds(await session(api, sessionId)).length >= 2)

/** Asks for several pages at once until each of the servers drives some; resolves when each page is half done. */
export async function askInTurns({ first, second, projectId, holders }: TwoServers): Promise<AskedRun[]> {
  const asked: AskedRun[] = []
  await until('both servers to drive runs', async () => {
    // Whichever looks first takes a run.
    if (asked.length < MOST_ASKED) {
      asked.push(...(await Promise.all([first, second, first, second].map((api) => askForPage(api, projectId)))))
    }
    for (const { sessionId } of asked) await midRun(second, sessionId)
    return (await holders(asked)).size === 2
  })
  return asked
}
