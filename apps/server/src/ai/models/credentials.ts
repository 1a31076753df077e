import {
  type Credential,
  type CredentialProvider as CredentialProviderId,
  credentialProviders,
  type ProviderId,
} from '@atelier/agent'
import { affectedBy, type Database, queryBuilder, type ReadLevel, rowsOf, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Secrets } from '../../auth/secrets.ts'
import type { ServerTables } from '../../database/tables.ts'

/** The providers that a credential can be made for. */
export const CredentialProvider = Type.Unsafe<CredentialProviderId>(
  Type.Union(credentialProviders.map((id) => Type.Literal(id))),
)

/** A credential as it may leave the server: never its key. */
export interface CredentialInfo {
  id: string
  provider: ProviderId
  label: string
  baseUrl?: string
  /** The key's last four characters; empty for one too short to show any. */
  hint?: string
  createdAt: number
}

export interface NewCredential {
  provider: CredentialProviderId
  label: string
  apiKey?: string
  baseUrl?: string
}

export interface Credentials {
  list(workspaceId: string): Promise<CredentialInfo[]>
  find(workspaceId: string, id: string): Promise<CredentialInfo | undefined>
  create(workspaceId: string, input: NewCredential): Promise<string>
  /** An empty `apiKey` or `baseUrl` removes it. False if there is none. */
  update(
    workspaceId: string,
    id: string,
    input: { label?: string; apiKey?: string; baseUrl?: string },
  ): Promise<boolean>
  /** The scopes whose default needs it, if it is therefore kept; `missing` if there is none. */
  remove(workspaceId: string, id: string): Promise<{ ok: true } | { ok: false; missing: boolean; scopes: string[] }>
  /** With its key, for a request to the provider and nothing else. */
  open(
    workspaceId: string,
    id: string,
  ): Promise<{ ok: true; credential: Credential; label: string } | { ok: false; message: string }>
}

const credentialOf = statement((db: Kysely<ServerTables>, { workspaceId, id }: { workspaceId: string; id: string }) =>
  db.selectFrom('ai_credentials').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
)

export function createCredentials(
  database: Database,
  secrets: Secrets,
  now: () => number,
  newId: () => string,
): Credentials {
  const db = queryBuilder<ServerTables>(database.dialect)
  const find = async (workspaceId: string, id: string, level?: ReadLevel) =>
    (await database.read(rowsOf(credentialOf(database.dialect, { workspaceId, id })), level))[0]

  const sealed = (id: string, apiKey: string | undefined) =>
    apiKey
      ? { secret: secrets.seal(apiKey, id), hint: apiKey.length >= 12 ? apiKey.slice(-4) : '' }
      : { secret: null, hint: null }

  return {
    async list(workspaceId) {
      const rows = await database.read(
        rowsOf(db.selectFrom('ai_credentials').selectAll().where('workspace_id', '=', workspaceId).orderBy('id')),
      )
      return rows.map(toInfo)
    },
    async find(workspaceId, id) {
      const row = await find(workspaceId, id)
      return row && toInfo(row)
    },
    async create(workspaceId, { provider, label, apiKey, baseUrl }) {
      const id = newId()
      await database.write(
        affectedBy(
          db.insertInto('ai_credentials').values({
            id,
            workspace_id: workspaceId,
            provider,
            label,
            base_url: baseUrl || null,
            ...sealed(id, apiKey),
            created_at: now(),
          }),
        ),
      )
      return id
    },
    async update(workspaceId, id, { label, apiKey, baseUrl }) {
      const changes = {
        ...(label === undefined ? {} : { label }),
        ...(apiKey === undefined ? {} : sealed(id, apiKey)),
        ...(baseUrl === undefined ? {} : { base_url: baseUrl || null }),
      }
      if (Object.keys(changes).length === 0) return (await find(workspaceId, id)) !== undefined
      const affected = await database.write(
        affectedBy(
          db.updateTable('ai_credentials').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id),
        ),
      )
      return affected > 0
    },
    async remove(workspaceId, id) {
      const needed = db
        .selectFrom('ai_defaults')
        .select('scope')
        .where('workspace_id', '=', workspaceId)
        .where('credential_id', '=', id)
      // One statement, so that a default made in between is not left without its credential.
      const affected = await database.write(
        affectedBy(
          db
            .deleteFrom('ai_credentials')
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', id)
            .where(({ not, exists }) => not(exists(needed))),
        ),
      )
      if (affected > 0) return { ok: true }
      const scopes = (await database.read(rowsOf(needed.orderBy('scope')))).map(({ scope }) => scope)
      return { ok: false, missing: scopes.length === 0, scopes }
    },
    async open(workspaceId, id) {
      const row = await find(workspaceId, id, 'committed')
      if (!row) return { ok: false, message: 'The credential of this conversation is gone. Choose another model.' }
      const apiKey = row.secret === null ? undefined : secrets.unseal(row.secret, row.id)
      if (row.secret !== null && apiKey === undefined) {
        return {
          ok: false,
          message: `The key of "${row.label}" cannot be read: the server's secret has changed since it was saved. Add the key again in the AI settings.`,
        }
      }
      const provider = Value.Parse(CredentialProvider, row.provider)
      return { ok: true, label: row.label, credential: { provider, apiKey, baseUrl: row.base_url ?? undefined } }
    },
  }
}

function toInfo({ id, provider, label, base_url, hint, created_at }: ServerTables['ai_credentials']): CredentialInfo {
  return {
    id,
    provider: Value.Parse(CredentialProvider, provider),
    label,
    ...(base_url === null ? {} : { baseUrl: base_url }),
    ...(hint === null ? {} : { hint }),
    createdAt: created_at,
  }
}
