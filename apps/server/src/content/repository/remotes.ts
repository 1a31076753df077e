import { type RemoteSecret, type RemoteStore, readRemote } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Secrets } from '../../auth/secrets.ts'
import type { Tables } from '../../database/tables.ts'

const Stored = Type.Object({
  url: Type.String(),
  /** The secret, sealed for this project. */
  sealed: Type.Optional(Type.String()),
  hostKey: Type.Optional(Type.String()),
  /** The secret of the webhook, sealed for this project. */
  webhook: Type.Optional(Type.String()),
})

const Secret = Type.Union([
  Type.Object({ kind: Type.Literal('token'), username: Type.String(), password: Type.String() }),
  Type.Object({ kind: Type.Literal('key'), privateKey: Type.String() }),
])

/** Keeps the remotes of projects, their secrets sealed. */
export function createRemoteStore(database: Database, secrets: Secrets, open: boolean): RemoteStore {
  const db = queryBuilder<Tables>(database.dialect)
  const context = (projectId: string) => `content-remote/${projectId}`
  const webhookContext = (projectId: string) => `content-webhook/${projectId}`

  async function stored(projectId: string) {
    const query = db.selectFrom('content_projects').select('remote').where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query))
    return row?.remote ? Value.Parse(Stored, JSON.parse(row.remote)) : undefined
  }

  return {
    url: async (projectId) => (await stored(projectId))?.url,
    async find(projectId) {
      const kept = await stored(projectId)
      if (!kept) return undefined
      const read = readRemote(kept.url, open)
      if (!read.ok) return undefined
      const plain = kept.sealed === undefined ? undefined : secrets.unseal(kept.sealed, context(projectId))
      const secret: RemoteSecret = plain === undefined ? { kind: 'none' } : Value.Parse(Secret, JSON.parse(plain))
      const { hostKey, webhook } = kept
      return {
        address: read.address,
        secret,
        ...(hostKey === undefined ? {} : { hostKey }),
        ...(webhook === undefined ? {} : { webhookSecret: secrets.unseal(webhook, webhookContext(projectId)) }),
      }
    },
    async save(projectId, remote) {
      const row = remote && {
        url: remote.address.url,
        ...(remote.secret.kind === 'none'
          ? {}
          : { sealed: secrets.seal(JSON.stringify(remote.secret), context(projectId)) }),
        ...(remote.hostKey === undefined ? {} : { hostKey: remote.hostKey }),
        ...(remote.webhookSecret === undefined
          ? {}
          : { webhook: secrets.seal(remote.webhookSecret, webhookContext(projectId)) }),
      }
      const change = { remote: row === undefined ? null : JSON.stringify(row), pushed_seq: 0 }
      await database.transact(function* () {
        yield db.updateTable('content_projects').set(change).where('project_id', '=', projectId).compile()
      })
    },
  }
}
