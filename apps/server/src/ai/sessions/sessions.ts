import {
  activeRun,
  activeStatuses,
  createSessionReader,
  createSessionSnapshots,
  type RunTables,
  type SessionRead,
  sessionStream,
} from '@atelier/agent'
import type { ThinkingChoice } from '@atelier/api'
import { affectedBy, type Database, queryBuilder, rowsOf, type SessionStreams, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { Identity } from '../../auth/identity.ts'
import type { Tables } from '../../database/tables.ts'
import type { Choosing, ChosenModel, ModelChoices } from '../models/modelChoice.ts'

export type SessionRow = RunTables['sessions']

export interface SessionInfo {
  id: string
  projectId?: string
  scope: string
  documentId?: string
  title?: string
  credentialId?: string
  modelId?: string
  /** The model's thinking effort; absent for the provider's own default. */
  thinking?: string
  /** Whom its next run will ask: a provider, `rehearsal`, or `none` if no model is chosen. */
  provider: string
  createdAt: number
  updatedAt: number
  /** When either side last wrote in it. */
  lastMessageAt: number
  messageCount: number
  contextTokens?: number
  activeRunId?: string
  /** That run waits for its user. */
  waiting?: true
}

export interface NewSession {
  id?: string
  title?: string
  projectId?: string
  scope: string
  documentId?: string
  credentialId?: string
  modelId?: string
  thinking?: ThinkingChoice
  /** The key of the Conversation API that it is held through. */
  conversationKeyId?: string
}

export interface Sessions {
  /** With an `id` that is taken nothing is made: the session is there already. */
  create(identity: Identity, input: NewSession): Promise<string>
  /** Those that are held in the studio, the last used first. */
  list(identity: Identity, filter: { projectId?: string; scope?: string }): Promise<SessionInfo[]>
  /** Returned only to its own user; undefined for everyone else. */
  find(identity: Identity, id: string): Promise<SessionRow | undefined>
  /** The same for every caller that acts for its user; undefined if it was deleted. */
  row(id: string): Promise<SessionRow | undefined>
  info(row: SessionRow): Promise<SessionInfo>
  /** Its messages, runs and approvals, folded. */
  read(id: string): Promise<SessionRead | undefined>
  hasRun(id: string, runId: string): Promise<boolean>
  update(
    id: string,
    change: {
      title?: string
      credentialId?: string | null
      modelId?: string | null
      /** Null for the provider's own default. */
      thinking?: ThinkingChoice | null
    },
  ): Promise<void>
  /** Hides it from everyone; the next maintenance pass deletes its rows and its stream. */
  remove(id: string): Promise<void>
  /** The same for every session of a project. Returns the runs in them that have not ended. */
  removeOf(projectId: string): Promise<string[]>
}

export interface SessionsOptions {
  database: Database
  streams: SessionStreams
  choices: Pick<ModelChoices, 'in'>
  now(): number
  newId(): string
}

const ownSession = statement(
  (db: Kysely<Tables>, { workspaceId, userId, id }: { workspaceId: string; userId: string; id: string }) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null),
)

/** A session as a run finds it, its removal aside. */
export const sessionById = statement((db: Kysely<Tables>, { id }: { id: string }) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id),
)

export function createSessions({ database, streams, choices, now, newId }: SessionsOptions): Sessions {
  const db = queryBuilder<Tables>(database.dialect)
  const own = (identity: Identity) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('workspace_id', '=', identity.workspaceId)
      .where('user_id', '=', identity.userId)
      .where('deleted_at', 'is', null)

  const info = async (row: SessionRow, choose?: (conversation: Choosing) => ChosenModel): Promise<SessionInfo> => {
    const chosen = (choose ?? (await choices.in(row.workspace_id)))(row)
    const active = await activeRun(database, row.id)
    const waits = active !== undefined && (await statusOf(active)) === 'waiting'
    return {
      id: row.id,
      ...defined('projectId', row.project_id),
      scope: row.scope,
      ...defined('documentId', row.document_id),
      ...defined('title', row.title),
      ...defined('credentialId', row.credential_id),
      ...defined('modelId', row.model_id),
      ...defined('thinking', row.thinking),
      provider: chosen.kind === 'model' ? chosen.provider : chosen.kind,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      lastMessageAt: row.last_message_at ?? row.created_at,
      messageCount: row.message_count,
      ...defined('contextTokens', row.context_tokens),
      ...defined('activeRunId', active),
      ...(waits ? { waiting: true } : {}),
    }
  }

  const statusOf = async (runId: string) =>
    (await database.read(rowsOf(db.selectFrom('runs').select('status').where('id', '=', runId))))[0]?.status

  return {
    async create(identity, { id = newId(), title, projectId, scope, documentId, credentialId, modelId, ...further }) {
      const { thinking, conversationKeyId } = further
      const at = now()
      await streams.ensure(sessionStream(id))
      await database.write(
        affectedBy(
          db
            .insertInto('sessions')
            .values({
              id,
              workspace_id: identity.workspaceId,
              project_id: projectId ?? null,
              user_id: identity.userId,
              scope,
              document_id: documentId ?? null,
              title: title ?? null,
              credential_id: credentialId ?? null,
              model_id: modelId ?? null,
              thinking: thinking ?? null,
              conversation_key_id: conversationKeyId ?? null,
              created_at: at,
              updated_at: at,
              last_message_at: at,
              message_count: 0,
              context_tokens: null,
              deleted_at: null,
            })
            .onConflict((conflict) => conflict.column('id').doNothing()),
        ),
      )
      return id
    },
    async list(identity, { projectId, scope }) {
      let query = own(identity)
        .where('conversation_key_id', 'is', null)
        .orderBy('last_message_at', 'desc')
        .orderBy('id', 'desc')
        .limit(200)
      if (projectId !== undefined) query = query.where('project_id', '=', projectId)
      if (scope !== undefined) query = query.where('scope', '=', scope)
      const choose = await choices.in(identity.workspaceId)
      return Promise.all((await database.read(rowsOf(query))).map((row) => info(row, choose)))
    },
    async find({ workspaceId, userId }, id) {
      return (await database.read(rowsOf(ownSession(database.dialect, { workspaceId, userId, id })), 'committed'))[0]
    },
    async row(id) {
      const [row] = await database.read(rowsOf(sessionById(database.dialect, { id })), 'committed')
      return row?.deleted_at === null ? row : undefined
    },
    info: (row) => info(row),
    read: createSessionReader(streams, 16, createSessionSnapshots({ database, streams })),
    async hasRun(id, runId) {
      const query = db.selectFrom('runs').select('id').where('id', '=', runId).where('session_id', '=', id)
      return (await database.read(rowsOf(query)))[0] !== undefined
    },
    async update(id, { title, credentialId, modelId, thinking }) {
      const changes = {
        ...(title === undefined ? {} : { title }),
        ...(credentialId === undefined ? {} : { credential_id: credentialId }),
        ...(modelId === undefined ? {} : { model_id: modelId }),
        ...(thinking === undefined ? {} : { thinking }),
      }
      if (Object.keys(changes).length > 0)
        await database.write(affectedBy(db.updateTable('sessions').set(changes).where('id', '=', id)))
    },
    async remove(id) {
      await database.write(affectedBy(db.updateTable('sessions').set({ deleted_at: now() }).where('id', '=', id)))
    },
    async removeOf(projectId) {
      const sessions = db.selectFrom('sessions').select('id').where('project_id', '=', projectId)
      await database.write(
        affectedBy(
          db
            .updateTable('sessions')
            .set({ deleted_at: now() })
            .where('project_id', '=', projectId)
            .where('deleted_at', 'is', null),
        ),
      )
      const active = await database.read(
        rowsOf(
          db.selectFrom('runs').select('id').where('session_id', 'in', sessions).where('status', 'in', activeStatuses),
        ),
      )
      return active.map(({ id }) => id)
    },
  }
}

function defined<Key extends string, Value>(key: Key, value: Value | null | undefined): Partial<Record<Key, Value>> {
  const entry: Partial<Record<Key, Value>> = {}
  if (value !== null && value !== undefined) entry[key] = value
  return entry
}
