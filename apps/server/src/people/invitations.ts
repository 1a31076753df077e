import { randomBytes } from 'node:crypto'
import { ProjectMembership, WorkspaceRole } from '@atelier/api'
import { affectedBy, type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { insertPassword, insertUser } from '../auth/account.ts'
import type { Identity } from '../auth/identity.ts'
import { hashPassword, verifyPassword } from '../auth/password.ts'
import { digest } from '../auth/secrets.ts'
import type { ServerTables } from '../database/tables.ts'
import { lockMembers, mayManage, memberRole, projectIds, setProjects } from './membership.ts'

/** How long a link works. */
export const invitationLastsMs = 7 * 86_400_000

/** An invitation that was not accepted yet. */
export interface Invitation {
  id: string
  email: string
  name?: string
  role: WorkspaceRole
  projects: ProjectMembership[]
  /** Who made it, by name. */
  invitedBy: string
  createdAt: number
  expiresAt: number
}

export interface NewInvitation {
  email: string
  name?: string
  role: WorkspaceRole
  /** Only read for the role `member`: owners and admins are in every project. */
  projects?: readonly ProjectMembership[]
}

export type InviteOutcome =
  | { ok: true; id: string; token: string; expiresAt: number }
  | { ok: false; refused: 'forbidden' | 'only_owner' | 'already_member' }
  | { ok: false; refused: 'project_not_found'; index: number }

/**
 * The invitation, as the holder of a link sees it. `account`: they have a password here already, and accept with it.
 */
export interface Offer {
  email: string
  name?: string
  workspace: string
  invitedBy: string
  role: WorkspaceRole
  expiresAt: number
  account: boolean
}

export type Refused = 'unknown' | 'expired' | 'used'

export type AcceptOutcome =
  | { ok: true; userId: string; email: string }
  | { ok: false; refused: Refused | 'wrong_password' }

export interface Invitations {
  /** Those not accepted yet, newest first; expired ones too, until they are withdrawn or renewed. */
  list(workspaceId: string): Promise<Invitation[]>
  /** A new link; an earlier one for the same address is void from now on. Only this answer contains the token. */
  invite(actor: Identity, invitation: NewInvitation): Promise<InviteOutcome>
  /** False if the workspace has no such invitation, `only_owner` if it makes an owner and the caller is none. */
  withdraw(actor: Identity, id: string): Promise<boolean | 'only_owner'>
  offer(token: string): Promise<{ ok: true; offer: Offer } | { ok: false; refused: Refused }>
  /** Uses up the link and makes the account and its roles, as one. */
  accept(request: { token: string; name: string; password: string }): Promise<AcceptOutcome>
}

const Projects = Type.Array(ProjectMembership)

type Row = ServerTables['invitations']

export function createInvitations(services: { database: Database; now(): number; newId(): string }): Invitations {
  const { database, now, newId } = services
  const query = queryBuilder<ServerTables>(database.dialect)

  const find = async (token: string) =>
    (
      await database.read(rowsOf(query.selectFrom('invitations').selectAll().where('token_hash', '=', digest(token))))
    )[0]

  const problemOf = (row: Row | undefined): Refused | undefined => {
    if (!row) return 'unknown'
    if (row.accepted_at !== null) return 'used'
    return row.expires_at <= now() ? 'expired' : undefined
  }

  /** Who has this address, and the password's hash if they can sign in. */
  const accountOf = (email: string) =>
    query
      .selectFrom('auth_users as user')
      .leftJoin('auth_accounts as account', (join) =>
        join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
      )
      .select(['user.id', 'account.password'])
      .where('user.email', '=', email)

  function* readAccount(email: string) {
    const [account] = yield* rowsOf(accountOf(email))
    return account
  }

  return {
    async list(workspaceId) {
      const rows = await database.read(
        rowsOf(
          query
            .selectFrom('invitations as invitation')
            .innerJoin('auth_users as user', 'user.id', 'invitation.invited_by')
            .selectAll('invitation')
            .select('user.name as inviter')
            .where('invitation.workspace_id', '=', workspaceId)
            .where('invitation.accepted_at', 'is', null)
            .orderBy('invitation.id', 'desc'),
        ),
      )
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        ...(row.name === null ? {} : { name: row.name }),
        role: Value.Parse(WorkspaceRole, row.role),
        projects: Value.Parse(Projects, JSON.parse(row.projects)),
        invitedBy: row.inviter,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }))
    },

    invite(actor, { name, role, projects = [], ...input }) {
      const { workspaceId } = actor
      const email = input.email.toLowerCase()
      const token = randomBytes(24).toString('base64url')
      const id = newId()
      const at = now()
      const expiresAt = at + invitationLastsMs
      return database.transact(function* (): Script<InviteOutcome> {
        yield* lockMembers(query, workspaceId)
        const own = yield* memberRole(query, workspaceId, actor.userId)
        if (!mayManage(own)) return { ok: false, refused: 'forbidden' }
        if (!mayManage(own, role)) return { ok: false, refused: 'only_owner' }
        const known = yield* readAccount(email)
        if (known && (yield* memberRole(query, workspaceId, known.id))) return { ok: false, refused: 'already_member' }
        const there = yield* projectIds(query, workspaceId)
        const index = projects.findIndex(({ projectId }) => !there.has(projectId))
        if (index >= 0) return { ok: false, refused: 'project_not_found', index }
        const earlier = query.deleteFrom('invitations').where('workspace_id', '=', workspaceId)
        yield* affectedBy(earlier.where('email', '=', email).where('accepted_at', 'is', null))
        yield* affectedBy(earlier.where('accepted_at', 'is not', null).where('expires_at', '<=', at))
        const row: Row = {
          id,
          workspace_id: workspaceId,
          email,
          name: name?.trim() ?? null,
          role,
          projects: JSON.stringify(role === 'member' ? projects : []),
          token_hash: digest(token),
          invited_by: actor.userId,
          created_at: at,
          expires_at: expiresAt,
          accepted_at: null,
        }
        yield* affectedBy(query.insertInto('invitations').values(row))
        return { ok: true, id, token, expiresAt }
      })
    },

    withdraw(actor, id) {
      const { workspaceId } = actor
      return database.transact(function* (): Script<boolean | 'only_owner'> {
        const open = query
          .selectFrom('invitations')
          .select('role')
          .where('id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .where('accepted_at', 'is', null)
        const [row] = yield* rowsOf(open)
        if (!row) return false
        const own = yield* memberRole(query, workspaceId, actor.userId)
        if (!mayManage(own, Value.Parse(WorkspaceRole, row.role))) return 'only_owner'
        yield* affectedBy(query.deleteFrom('invitations').where('id', '=', id))
        return true
      })
    },

    async offer(token) {
      const row = await find(token)
      const refused = problemOf(row)
      if (!row || refused) return { ok: false, refused: refused ?? 'unknown' }
      const inviter = query
        .selectFrom('workspaces as workspace')
        .innerJoin('auth_users as user', (join) => join.on('user.id', '=', row.invited_by))
        .select(['workspace.name as workspace', 'user.name as invitedBy'])
        .where('workspace.id', '=', row.workspace_id)
      const [names] = await database.read(rowsOf(inviter))
      if (!names) throw new Error(`The workspace or the inviter of invitation ${row.id} is not there`)
      const account = await database.read(readAccount(row.email))
      return {
        ok: true,
        offer: {
          email: row.email,
          ...(row.name === null ? {} : { name: row.name }),
          ...names,
          role: Value.Parse(WorkspaceRole, row.role),
          expiresAt: row.expires_at,
          account: account?.password != null,
        },
      }
    },

    async accept({ token, name, password }) {
      const row = await find(token)
      const refused = problemOf(row)
      if (!row || refused) return { ok: false, refused: refused ?? 'unknown' }
      const { email, workspace_id: workspaceId } = row
      const before = (await database.read(readAccount(email)))?.password ?? undefined
      if (before !== undefined && !(await verifyPassword({ hash: before, password })))
        return { ok: false, refused: 'wrong_password' }
      const hash = before ?? (await hashPassword(password))
      const ids = { user: newId(), account: newId() }
      const at = now()
      return database.transact(function* (): Script<AcceptOutcome> {
        yield* lockMembers(query, workspaceId)
        const [current] = yield* rowsOf(query.selectFrom('invitations').selectAll().where('id', '=', row.id))
        const problem = problemOf(current)
        if (problem) return { ok: false, refused: problem }
        const known = yield* readAccount(email)
        // The account's password changed while this one was being checked.
        if ((known?.password ?? undefined) !== before) return { ok: false, refused: 'wrong_password' }
        yield* affectedBy(query.updateTable('invitations').set({ accepted_at: at }).where('id', '=', row.id))
        const userId = known?.id ?? ids.user
        if (!known) yield* insertUser(query, { id: userId, name, email, at })
        if (before === undefined) {
          const updatedAt = new Date(at).toISOString()
          const user = query.updateTable('auth_users').set({ name: name.trim(), updatedAt })
          yield* affectedBy(user.where('id', '=', userId))
          yield* insertPassword(query, { id: ids.account, userId, password: hash, at })
        }
        const joined = yield* affectedBy(
          query
            .insertInto('workspace_members')
            .values({ workspace_id: workspaceId, user_id: userId, role: row.role, created_at: at })
            .onConflict((conflict) => conflict.doNothing()),
        )
        if (joined === 0) return { ok: true, userId, email }
        const there = yield* projectIds(query, workspaceId)
        const offered = Value.Parse(Projects, JSON.parse(row.projects))
        const projects = offered.filter(({ projectId }) => there.has(projectId))
        yield* setProjects(query, { workspaceId, userId, projects })
        return { ok: true, userId, email }
      })
    },
  }
}
