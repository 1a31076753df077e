import { randomBytes } from 'node:crypto'
import type { ProjectRole } from '@atelier/api'
import { affectedBy, type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import type { ServerTables } from '../database/tables.ts'
import type { Identity } from './identity.ts'
import { peopleTopic } from './peopleTopic.ts'
import { digest } from './secrets.ts'

export interface KeyInfo {
  id: string
  name: string
  role: string
  /** The key's last four characters. */
  hint: string
  createdAt: number
}

export interface Keys {
  list(identity: Identity): Promise<KeyInfo[]>
  /** Only this answer contains the key itself; only its digest is kept. */
  create(
    identity: Identity,
    input: { name: string; role: ProjectRole; projectIds?: string[] },
  ): Promise<KeyInfo & { key: string }>
  /** False if the caller has no such key. */
  remove(identity: Identity, id: string): Promise<boolean>
}

export function createKeys(database: Database, now: () => number, newId: () => string): Keys {
  const db = queryBuilder<ServerTables>(database.dialect)
  return {
    async list({ userId, workspaceId }) {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('api_keys')
            .selectAll()
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId)
            .orderBy('id', 'desc'),
        ),
      )
      return rows.map(({ id, name, role, hint, created_at }) => ({ id, name, role, hint, createdAt: created_at }))
    },
    async create({ userId, workspaceId }, { name, role, projectIds }) {
      const key = `atl_${randomBytes(30).toString('base64url')}`
      const info = { id: newId(), name, role, hint: key.slice(-4), createdAt: now() }
      await database.write(
        affectedBy(
          db.insertInto('api_keys').values({
            id: info.id,
            workspace_id: workspaceId,
            user_id: userId,
            name,
            hash: digest(key),
            hint: info.hint,
            role,
            project_ids: projectIds ? JSON.stringify(projectIds) : null,
            created_at: info.createdAt,
          }),
        ),
      )
      return { ...info, key }
    },
    async remove({ userId, workspaceId }, id) {
      const key = db.deleteFrom('api_keys').where('id', '=', id).where('user_id', '=', userId)
      return database.transact(
        function* (): Script<boolean> {
          return (yield* affectedBy(key.where('workspace_id', '=', workspaceId))) > 0
        },
        (isRemoved) => (isRemoved ? [peopleTopic] : []),
      )
    },
  }
}
