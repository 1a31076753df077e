import { randomBytes } from 'node:crypto'
import type { BodyOf, ConversationKey, createConversationKey, updateConversationKey } from '@atelier/api'
import { ProjectRole } from '@atelier/api'
import { contentOperations } from '@atelier/content'
import type { Restriction } from '@atelier/operation'
import { affectedBy, type Database, type Query, type QueryResult, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Identities, Identity } from '../auth/identity.ts'
import { digest } from '../auth/secrets.ts'
import type { Tables } from '../database/tables.ts'

/** The first characters of every key of the Conversation API. */
export const KEY_START = 'atl_conv_'
/** The characters of a key that people are shown. */
const PREFIX = 16
const MINUTE = 60_000

type Row = Tables['conversation_keys']
type Limits = BodyOf<typeof createConversationKey>

export type TakenTurn = { ok: true } | { ok: false; limit: 'minute' | 'month'; retryAfterSeconds: number }

/** The keys for the Conversation API and the read API. Only the digest of a key is stored. */
export interface ConversationKeys {
  /** Those of a project, the newest first. */
  list(projectId: string): Promise<ConversationKey[]>
  /** Only this answer contains the key itself. */
  create(owner: Identity, projectId: string, limits: Limits): Promise<ConversationKey & { key: string }>
  /** Undefined if the project has no such key. */
  update(
    projectId: string,
    id: string,
    change: BodyOf<typeof updateConversationKey>,
  ): Promise<ConversationKey | undefined>
  /** False if the project has no such key. */
  remove(projectId: string, id: string): Promise<boolean>
  /**
   * Who a key acts as: the person whose key it is, within what it allows. Undefined if there is no such key, or if that
   * person is no member of the workspace any more.
   */
  open(key: string): Promise<Identity | undefined>
  /** The current rights of an identity that a key gave; undefined if the key was revoked. */
  find(id: string): Promise<Identity['key']>
  /** The owner's instructions for the agent; empty if nothing. */
  instructions(id: string): Promise<string>
  /** Whether one of a project's keys answers pages of this origin. */
  hasOrigin(projectId: string, origin: string): Promise<boolean>
  /** Counts one message, over all servers, unless a limit is reached. */
  take(id: string): Promise<TakenTurn>
  /** The runs at work that a key has begun. */
  activeRuns(id: string): Promise<string[]>
}

export function createConversationKeys({
  database,
  identities,
  now,
  newId,
}: {
  database: Database
  identities: Pick<Identities, 'member'>
  now(): number
  newId(): string
}): ConversationKeys {
  const db = queryBuilder<Tables>(database.dialect)
  const all = db.selectFrom('conversation_keys').selectAll()

  const rowOf = async (id: string): Promise<Row | undefined> =>
    (await database.read(rowsOf(all.where('id', '=', id))))[0]

  async function shown(projectId: string, id?: string): Promise<ConversationKey[]> {
    const ofProject = db
      .selectFrom('conversation_keys as key')
      .innerJoin('auth_users as user', 'user.id', 'key.user_id')
      .selectAll('key')
      .select('user.name as owner')
      .where('key.project_id', '=', projectId)
      .orderBy('key.created_at', 'desc')
      .orderBy('key.id', 'desc')
    const rows = await database.read(rowsOf(id === undefined ? ofProject : ofProject.where('key.id', '=', id)))
    return rows.map((row) => shownKey(row, row.owner, now()))
  }

  /** At most once a minute, so that reading costs no writing. */
  async function noteUse({ id, last_used_at }: Row): Promise<void> {
    const at = now()
    if (last_used_at !== null && Math.abs(at - last_used_at) < MINUTE) return
    await database.write(affectedBy(db.updateTable('conversation_keys').set({ last_used_at: at }).where('id', '=', id)))
  }

  function* takeTurn(id: string, at: number): Generator<Query, TakenTurn | undefined, QueryResult> {
    const own = all.where('id', '=', id)
    // Messages of one key are counted one after the other.
    const [row] = yield* rowsOf(database.dialect === 'postgres' ? own.forUpdate() : own)
    if (!row) return undefined
    // Later times are of a clock that was set back since.
    const recent = numbersIn(row.recent).filter((each) => Math.abs(at - each) < MINUTE)
    const month = monthOf(at)
    const count = row.month === month ? row.month_count : 0
    if (count >= row.per_month)
      return { ok: false, limit: 'month', retryAfterSeconds: Math.ceil((nextMonth(at) - at) / 1000) }
    const first = recent[recent.length - row.per_minute]
    if (first !== undefined)
      return { ok: false, limit: 'minute', retryAfterSeconds: Math.max(1, Math.ceil((first + MINUTE - at) / 1000)) }
    const counted = {
      recent: JSON.stringify([...recent, at]),
      month,
      month_count: count + 1,
      last_used_at: at,
    }
    yield* affectedBy(db.updateTable('conversation_keys').set(counted).where('id', '=', id))
    return { ok: true }
  }

  return {
    list: (projectId) => shown(projectId),
    async create(owner, projectId, limits) {
      const key = `${KEY_START}${randomText(32)}`
      const id = newId()
      await database.write(
        affectedBy(
          db.insertInto('conversation_keys').values({
            id,
            workspace_id: owner.workspaceId,
            project_id: projectId,
            user_id: owner.userId,
            hash: digest(key),
            prefix: key.slice(0, PREFIX),
            ...{ origins: '[]', instructions: '', per_minute: 10, per_month: 1000 },
            ...columnsOf(limits),
            name: limits.name,
            role: limits.role,
            recent: '[]',
            month: monthOf(now()),
            month_count: 0,
            created_at: now(),
            last_used_at: null,
          }),
        ),
      )
      const [made] = await shown(projectId, id)
      if (!made) throw new Error(`The key ${id} is gone`)
      return { ...made, key }
    },
    async update(projectId, id, change) {
      const columns = columnsOf(change)
      const query = db.updateTable('conversation_keys').set(columns)
      if (Object.keys(columns).length > 0)
        await database.write(affectedBy(query.where('id', '=', id).where('project_id', '=', projectId)))
      return (await shown(projectId, id))[0]
    },
    async remove(projectId, id) {
      const query = db.deleteFrom('conversation_keys').where('id', '=', id).where('project_id', '=', projectId)
      return (await database.write(affectedBy(query))) > 0
    },
    async open(key) {
      if (!key.startsWith(KEY_START)) return undefined
      const [row] = await database.read(rowsOf(all.where('hash', '=', digest(key))))
      const person = row && (await identities.member(row.user_id, row.workspace_id))
      if (!person) return undefined
      await noteUse(row)
      return { ...person, key: apiKeyFromRow(row) }
    },
    async find(id) {
      const row = await rowOf(id)
      return row && apiKeyFromRow(row)
    },
    instructions: async (id) => (await rowOf(id))?.instructions ?? '',
    async hasOrigin(projectId, origin) {
      const rows = await database.read(
        rowsOf(db.selectFrom('conversation_keys').select('origins').where('project_id', '=', projectId)),
      )
      return rows.some(({ origins }) => textsIn(origins).includes(origin))
    },
    async take(id) {
      return (
        (await database.transact(() => takeTurn(id, now()))) ?? { ok: false, limit: 'minute', retryAfterSeconds: 60 }
      )
    },
    async activeRuns(id) {
      const query = db
        .selectFrom('runs as run')
        .innerJoin('sessions as session', 'session.id', 'run.session_id')
        .select('run.id')
        .where('session.conversation_key_id', '=', id)
        .where('run.ended_at', 'is', null)
      return (await database.read(rowsOf(query))).map((run) => run.id)
    },
  }
}

/** Who the key of a request's `Authorization: Bearer` acts as; undefined without a key that counts. */
export async function keyOfRequest(
  keys: Pick<ConversationKeys, 'open'>,
  headers: Headers,
): Promise<Identity | undefined> {
  const key = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return key === undefined ? undefined : keys.open(key)
}

/** The tools of a key that names none: those that a model is sent. */
export const usualTools: readonly string[] = contentOperations
  .filter(({ onDemand }) => !onDemand)
  .map(({ name }) => name)

function apiKeyFromRow(row: Row): NonNullable<Identity['key']> {
  const restriction: Restriction = {
    ...(row.models === null ? {} : { models: textsIn(row.models) }),
    ...(row.locales === null ? {} : { locales: textsIn(row.locales) }),
    tools: row.tools === null ? usualTools : textsIn(row.tools),
  }
  return {
    id: row.id,
    role: Value.Parse(ProjectRole, row.role),
    projectIds: [row.project_id],
    restriction,
    conversation: {
      projectId: row.project_id,
      origins: textsIn(row.origins),
      ...(row.credential_id === null ? {} : { credentialId: row.credential_id }),
      ...(row.model_id === null ? {} : { modelId: row.model_id }),
    },
  }
}

function shownKey(row: Row, owner: string, at: number): ConversationKey {
  const role = row.role === 'viewer' || row.role === 'editor' ? row.role : 'admin'
  const list = (value: string | null) => (value === null ? null : textsIn(value))
  return {
    id: row.id,
    name: row.name,
    role,
    models: list(row.models),
    tools: list(row.tools),
    locales: list(row.locales),
    origins: textsIn(row.origins),
    instructions: row.instructions,
    credentialId: row.credential_id,
    modelId: row.model_id,
    perMinute: row.per_minute,
    perMonth: row.per_month,
    prefix: row.prefix,
    owner,
    usedThisMonth: row.month === monthOf(at) ? row.month_count : 0,
    createdAt: row.created_at,
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  }
}

/** The columns of a key's limits. */
function columnsOf(limits: BodyOf<typeof updateConversationKey>) {
  const list = (value: readonly string[] | null) => value && JSON.stringify([...new Set(value)])
  const { name, role, models, tools, locales, origins, instructions, credentialId, modelId, perMinute, perMonth } =
    limits
  return {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(models === undefined ? {} : { models: list(models) }),
    ...(tools === undefined ? {} : { tools: list(tools) }),
    ...(locales === undefined ? {} : { locales: list(locales) }),
    ...(origins === undefined ? {} : { origins: JSON.stringify([...new Set(origins)]) }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(credentialId === undefined ? {} : { credential_id: credentialId }),
    ...(modelId === undefined ? {} : { model_id: modelId }),
    ...(perMinute === undefined ? {} : { per_minute: perMinute }),
    ...(perMonth === undefined ? {} : { per_month: perMonth }),
  }
}

const textsIn = (json: string) => Value.Parse(Type.Array(Type.String()), JSON.parse(json))
const numbersIn = (json: string) => Value.Parse(Type.Array(Type.Number()), JSON.parse(json))

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)

/** When the next month begins, in UTC. */
function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits, each as likely as the others: bytes beyond the largest multiple of 62 are left out. */
function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += LETTERS[byte % LETTERS.length]
  return text
}
