import { randomBytes } from 'node:crypto'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../database/tables.ts'
import { insertPassword, insertUser } from './account.ts'
import { hashPassword } from './password.ts'
import { digest } from './secrets.ts'

export interface NewOwner {
  name: string
  email: string
  password: string
}

/** Makes the first owner, once: with the one-time link that the start prints, or from the environment. */
export interface Setup {
  /** Is there still no owner? */
  needed(): Promise<boolean>
  /** A new one-time token; any earlier one is void from now on. Only its digest is kept. */
  issueToken(): Promise<string>
  /** Uses up the token and makes the owner, as one. Returns false for a wrong or used token, or if an owner exists. */
  redeem(token: string, owner: NewOwner): Promise<boolean>
  /** Makes the owner without a token, for the environment's first owner. False if there is one already. */
  create(owner: NewOwner): Promise<boolean>
  /** The default workspace, made if there is none. */
  workspace(): Promise<string>
}

const tokenSetting = 'setup_token'
const workspaceSetting = 'default_workspace'

export function createSetup(options: { database: Database; now(): number; newId(): string }): Setup {
  const { database, now, newId } = options
  const query = queryBuilder<ServerTables>(database.dialect)

  function* findOwner() {
    return yield* rowsOf(query.selectFrom('workspace_members').select('user_id').where('role', '=', 'owner').limit(1))
  }

  /** The settings row decides which of two servers that start at once makes it. */
  function* ensureWorkspace(id: string) {
    const claim = query
      .insertInto('server_settings')
      .values({ key: workspaceSetting, value: id })
      .onConflict((conflict) => conflict.doNothing())
    if ((yield* affectedBy(claim)) === 1) {
      yield* affectedBy(query.insertInto('workspaces').values({ id, name: 'My workspace', created_at: now() }))
      return id
    }
    const setting = query.selectFrom('server_settings').select('value').where('key', '=', workspaceSetting)
    const [known] = yield* rowsOf(setting)
    return known?.value ?? id
  }

  const make = async (owner: NewOwner, token: string | undefined): Promise<boolean> => {
    const password = await hashPassword(owner.password)
    const userId = newId()
    const accountId = newId()
    const newWorkspace = newId()
    const at = now()
    return database.transact(function* () {
      const workspaceId = yield* ensureWorkspace(newWorkspace)
      // If two servers start at once, the second one waits here, and then sees the owner that the first one made.
      yield* affectedBy(
        query
          .updateTable('server_settings')
          .set((set) => ({ value: set.ref('value') }))
          .where('key', '=', workspaceSetting),
      )
      if ((yield* findOwner()).length > 0) return false
      const settings = query.deleteFrom('server_settings').where('key', '=', tokenSetting)
      const used = yield* affectedBy(token === undefined ? settings : settings.where('value', '=', digest(token)))
      if (token !== undefined && used === 0) return false
      yield* insertUser(query, { ...owner, id: userId, at })
      yield* insertPassword(query, { id: accountId, userId, password, at })
      yield* affectedBy(
        query
          .insertInto('workspace_members')
          .values({ workspace_id: workspaceId, user_id: userId, role: 'owner', created_at: now() }),
      )
      return true
    })
  }

  return {
    needed: async () => (await database.read(findOwner())).length === 0,
    async issueToken() {
      const token = randomBytes(24).toString('base64url')
      await database.transact(function* () {
        yield* affectedBy(query.deleteFrom('server_settings').where('key', '=', tokenSetting))
        yield* affectedBy(query.insertInto('server_settings').values({ key: tokenSetting, value: digest(token) }))
      })
      return token
    },
    redeem: (token, owner) => make(owner, token),
    create: (owner) => make(owner, undefined),
    workspace() {
      const id = newId()
      return database.transact(() => ensureWorkspace(id))
    },
  }
}
