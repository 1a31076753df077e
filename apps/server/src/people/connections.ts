import type { Database } from '@atelier/streams'
import type { Identities, Identity } from '../auth/identity.ts'
import { peopleTopic } from '../auth/peopleTopic.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import { createLongAnswer } from './longAnswer.ts'

/** The compared rights of a caller. */
export interface Rights {
  userId: string
  role: string
  /** The role in each project; empty for owners and admins, who have that role in all of them. */
  projects: ReadonlyMap<string, string>
  /** When the caller's session ends, in epoch milliseconds; absent for a key. */
  expiresAt?: number
}

/** Ends what stays open beyond a request, sockets and streams, when its caller may no longer do what they could. */
export interface Connections {
  /** The present rights of a request's caller; undefined if the caller is not signed in. */
  rights(headers: Headers): Promise<Rights | undefined>
  /** The rights of a known user. */
  rightsOf(identity: Identity): Promise<Rights>
  /**
   * Calls `end` once, when the caller of `headers` has lost some of `rights`: at once after a change of the people or the
   * end of a session or a key, and within a second after a session has expired. Returns the way to stop.
   */
  watch(headers: Headers, rights: Rights, end: () => void): () => void
  /**
   * The answer of `begin`, which ends early and cleanly when its caller may no longer do what they could. The client
   * asks again, and is then answered by what it may do now.
   * @throws Refusal 401 or 403 if that happens before there is an answer
   */
  answer(
    caller: { headers: Headers; identity: Identity },
    begin: (ended: AbortSignal) => Promise<Response>,
  ): Promise<Response>
  close(): void
}

/** How often expired sessions are looked for, in milliseconds. */
const EXPIRY_MS = 1_000

interface Watched {
  headers: Headers
  rights: Rights
  end(): void
}

export function createConnections(services: {
  database: Pick<Database, 'subscribe'>
  identities: Pick<Identities, 'of'>
  workspaces: Pick<Workspaces, 'all'>
  onError(error: unknown): void
  now(): number
  /** How often all are checked, in case that a notification was lost. */
  everyMs?: number
}): Connections {
  const { database, identities, workspaces, onError, now, everyMs = 10_000 } = services
  const open = new Set<Watched>()
  let checking: Promise<void> = Promise.resolve()
  let next: Set<Watched> | undefined

  const rightsOf = async (identity: Identity): Promise<Rights> => {
    const { userId, role, expiresAt } = identity
    const all = role === 'member' ? await workspaces.all(identity) : []
    const projects = new Map(all.map((access) => [access.project.id, access.role]))
    return { userId, role, projects, ...(expiresAt === undefined ? {} : { expiresAt }) }
  }
  const rights = async (headers: Headers) => {
    const identity = await identities.of(headers)
    return identity && (await rightsOf(identity))
  }

  /** Several tabs of one session are looked up once. */
  const check = async (some: Iterable<Watched>) => {
    const found = new Map<string, Promise<Rights | undefined>>()
    for (const watched of [...some]) {
      const caller = ['authorization', 'cookie', 'atelier-workspace']
        .map((name) => watched.headers.get(name))
        .join('\n')
      const current = found.get(caller) ?? rights(watched.headers)
      found.set(caller, current)
      const held = await current
      if (held && keepsRights(watched.rights, held)) watched.rights = held
      else if (open.delete(watched)) watched.end()
    }
  }
  /** Those that arrived during a check are checked together after it: a burst of them is one look-up per caller. */
  const checkSoon = (some: Iterable<Watched>) => {
    const waited = next !== undefined
    next ??= new Set()
    for (const watched of some) next.add(watched)
    if (waited) return
    checking = checking
      .then(() => {
        const due = next ?? []
        next = undefined
        return check(due)
      })
      .catch(onError)
  }

  const unsubscribe = database.subscribe(peopleTopic, () => checkSoon(open))
  const timer = setInterval(() => checkSoon(open), everyMs)
  timer.unref()
  // A session is prolonged by its use, so that one that seems to have expired is looked up.
  const expiry = setInterval(() => {
    const at = now()
    const expired = [...open].filter(({ rights }) => rights.expiresAt !== undefined && rights.expiresAt <= at)
    if (expired.length > 0) checkSoon(expired)
  }, EXPIRY_MS)
  expiry.unref()

  const watch: Connections['watch'] = (headers, rights, end) => {
    const watched = { headers, rights, end }
    open.add(watched)
    // A change since the rights were read has notified no one.
    checkSoon([watched])
    return () => open.delete(watched)
  }

  return {
    rights,
    rightsOf,
    watch,
    answer: createLongAnswer({ rights, rightsOf, watch }),
    close() {
      unsubscribe()
      clearInterval(timer)
      clearInterval(expiry)
      open.clear()
    },
  }
}

/** Does the caller still have all that they had? A project that was added takes nothing away. */
function keepsRights(before: Rights, after: Rights): boolean {
  if (after.userId !== before.userId || after.role !== before.role) return false
  return [...before.projects].every(([projectId, role]) => after.projects.get(projectId) === role)
}
