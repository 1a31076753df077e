import { ProjectRole, WorkspaceRole } from '@atelier/api'
import type { Restriction } from '@atelier/operation'
import { type Database, rowsOf, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ServerTables } from '../database/tables.ts'
import type { AuthLibrary } from './library.ts'
import { digest } from './secrets.ts'

/** Who asks, and in which workspace. */
export interface Identity {
  userId: string
  name: string
  email: string
  workspaceId: string
  workspaceName: string
  role: WorkspaceRole
  /** When the session ends, in epoch milliseconds; absent if a key was used, or for work that continues by itself. */
  expiresAt?: number
  /** The session; absent like `expiresAt`. */
  sessionId?: string
  /** Set if a key was used: at most this role, in these projects (all when undefined). */
  key?: {
    id: string
    role: ProjectRole
    projectIds: readonly string[] | undefined
    /** The models, tools and locales that it is limited to. */
    restriction?: Restriction
    /** For a key of the Conversation API: the origins whose pages it answers, and the model of its conversations. */
    conversation?: { projectId: string; origins: readonly string[]; credentialId?: string; modelId?: string }
  }
}

export interface Identities {
  /** By `Authorization: Bearer` or the session cookie, in the workspace of the header `Atelier-Workspace` or the first one. */
  of(headers: Headers): Promise<Identity | undefined>
  /** A member by id, for work that continues after their request. */
  member(userId: string, workspaceId: string): Promise<Identity | undefined>
  /** Whether a session or a key still counts. */
  counts(by: { sessionId: string } | { keyId: string }): Promise<boolean>
}

const memberships = (db: Kysely<ServerTables>, userId: string) =>
  db
    .selectFrom('workspace_members as member')
    .innerJoin('workspaces as workspace', 'workspace.id', 'member.workspace_id')
    .innerJoin('auth_users as user', 'user.id', 'member.user_id')
    .select([
      'workspace.id as workspaceId',
      'workspace.name as workspaceName',
      'member.role',
      'user.name',
      'user.email',
    ])
    .where('member.user_id', '=', userId)

const firstMembership = statement((db: Kysely<ServerTables>, { userId }: { userId: string }) =>
  memberships(db, userId).orderBy('workspace.id').limit(1),
)

const membershipIn = statement(
  (db: Kysely<ServerTables>, { userId, workspaceId }: { userId: string; workspaceId: string }) =>
    memberships(db, userId).where('workspace.id', '=', workspaceId),
)

const keyOf = statement((db: Kysely<ServerTables>, { hash }: { hash: string }) =>
  db.selectFrom('api_keys').selectAll().where('hash', '=', hash),
)

const keyById = statement((db: Kysely<ServerTables>, { keyId }: { keyId: string }) =>
  db.selectFrom('api_keys').select('id').where('id', '=', keyId),
)

const sessionById = statement((db: Kysely<ServerTables>, { sessionId }: { sessionId: string }) =>
  db.selectFrom('auth_sessions').select('expiresAt').where('id', '=', sessionId),
)

/** @param clock the time, in epoch milliseconds */
export function createIdentities(database: Database, library: AuthLibrary, clock: () => number): Identities {
  // Who asks decides what is read and written after this, so nothing waits for the disk here.
  const first = async <Row>(query: Parameters<typeof rowsOf<Row>>[0]): Promise<Row | undefined> =>
    (await database.read(rowsOf(query), 'committed'))[0]

  const inWorkspace = async (userId: string, workspaceId: string | undefined) => {
    const row = await first(
      workspaceId === undefined
        ? firstMembership(database.dialect, { userId })
        : membershipIn(database.dialect, { userId, workspaceId }),
    )
    return row && { ...row, userId, role: Value.Parse(WorkspaceRole, row.role) }
  }

  const byKey = async (key: string): Promise<Identity | undefined> => {
    const row = await first(keyOf(database.dialect, { hash: digest(key) }))
    const person = row && (await inWorkspace(row.user_id, row.workspace_id))
    if (!person) return undefined
    const projectIds =
      row.project_ids === null ? undefined : Value.Parse(Type.Array(Type.String()), JSON.parse(row.project_ids))
    return { ...person, key: { id: row.id, role: Value.Parse(ProjectRole, row.role), projectIds } }
  }

  const lookUp = async (headers: Headers): Promise<Identity | undefined> => {
    const authorization = headers.get('authorization')
    if (authorization !== null) {
      const key = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
      return key === undefined ? undefined : byKey(key)
    }
    const session = await library.session(headers)
    const person = session && (await inWorkspace(session.userId, headers.get('atelier-workspace') ?? undefined))
    return person && { ...person, expiresAt: session.expiresAt, sessionId: session.sessionId }
  }

  /** Look-ups that began in this turn of the event loop: none of them saw less than the others. */
  const now = new Map<string, Promise<Identity | undefined>>()

  return {
    member: inWorkspace,
    async counts(by) {
      if ('keyId' in by) return (await database.read(rowsOf(keyById(database.dialect, by)))).length > 0
      const [session] = await database.read(rowsOf(sessionById(database.dialect, by)))
      return session !== undefined && Date.parse(session.expiresAt) > clock()
    },
    of(headers) {
      const caller = ['authorization', 'cookie', 'atelier-workspace'].map((name) => headers.get(name)).join('\n')
      const known = now.get(caller)
      if (known) return known
      if (now.size === 0) setImmediate(() => now.clear())
      const found = lookUp(headers)
      now.set(caller, found)
      return found
    },
  }
}
