import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookDelivery } from '@atelier/api'
import type { StoredLocales } from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Secrets } from '../../auth/secrets.ts'
import type { Tables } from '../../database/tables.ts'
import { comingTimes } from './commitEvents.ts'
import { createOutbox, eventsIn, type WebhookEventName } from './outbox.ts'

/** Webhooks that a project may have. */
export const MOST_WEBHOOKS = 20
/** Deliveries of a webhook that are kept and shown, besides those that wait. */
export const MOST_DELIVERIES = 50

/** The webhooks of projects; their addresses and secrets are sealed. */
export interface Webhooks {
  list(projectId: string): Promise<Webhook[]>
  /** @returns the webhook with the secret that signs its calls; undefined if the project has as many as it may */
  create(
    projectId: string,
    userId: string,
    webhook: { name: string; url: string; events: readonly WebhookEventName[] },
  ): Promise<{ webhook: Webhook; secret: string } | undefined>
  remove(projectId: string, id: string): Promise<boolean>
  /** The last deliveries, the newest first; undefined if there is no such webhook. */
  deliveries(projectId: string, id: string): Promise<WebhookDelivery[] | undefined>
  /** Makes another delivery of the same event, to be sent now. @returns whether there is such a delivery */
  repeat(projectId: string, id: string, deliveryId: string): Promise<boolean>
  /** Where a webhook is called, and the secret of it. */
  target(id: string): Promise<{ url: string; secret: string } | undefined>
}

const secretPlace = (id: string) => `webhook/${id}`
/** The address has a context of its own, so that it cannot be taken for the secret. */
const addressPlace = (id: string) => `webhook-address/${id}`

/** Entries whose times are looked at in one statement, when a project gets its first webhook. */
const AT_ONCE = 500

export function createWebhooks({
  database,
  secrets,
  now,
  newId,
}: {
  database: Database
  secrets: Pick<Secrets, 'seal' | 'unseal'>
  now(): number
  newId(): string
}): Webhooks {
  const db = queryBuilder<Tables>(database.dialect)
  const outbox = createOutbox(database)

  const shown = (row: Tables['webhooks']): Webhook => ({
    id: row.id,
    name: row.name,
    url: secrets.unseal(row.url, addressPlace(row.id)) ?? '',
    events: eventsIn(row.events),
    createdAt: row.created_at,
  })

  async function has(projectId: string, id: string): Promise<boolean> {
    const query = db.selectFrom('webhooks').select('id').where('id', '=', id).where('project_id', '=', projectId)
    return (await database.read(rowsOf(query))).length > 0
  }

  /** Notes the times that are set on entries already; times that are set later are noted as they are set. */
  async function keepTimes(projectId: string): Promise<void> {
    const at = now()
    let after = ''
    for (;;) {
      const query = db
        .selectFrom('content_entries')
        .select(['document_id', 'model_id', 'entry_id', 'data'])
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .where('next_at', '>', at)
        .where('document_id', '>', after)
        .orderBy('document_id')
        .limit(AT_ONCE)
      const rows = await database.read(rowsOf(query))
      await database.transact(function* () {
        for (const { document_id: documentId, model_id: model, entry_id: id, data } of rows) {
          const locales: StoredLocales = data === null ? {} : JSON.parse(data)
          yield outbox.forget(documentId, 'time')
          for (const [locale, { meta }] of Object.entries(locales))
            for (const { event, time } of meta.status === 'published'
              ? comingTimes(locale, meta.publish_at, meta.expire_at, at)
              : []) {
              const entries = [{ model, id, locale }]
              yield outbox.keep(newId(), projectId, undefined, {
                ...{ event, cause: 'time', at: time, documentId, locale },
                data: { entries },
              })
            }
        }
      })
      const last = rows.at(-1)
      if (!last || rows.length < AT_ONCE) return
      after = last.document_id
    }
  }

  return {
    async list(projectId) {
      const query = db.selectFrom('webhooks').selectAll().where('project_id', '=', projectId).orderBy('id')
      return (await database.read(rowsOf(query))).map(shown)
    },
    async create(projectId, userId, { name, url, events }) {
      const id = newId()
      const secret = randomBytes(32).toString('base64url')
      const row: Tables['webhooks'] = {
        id,
        project_id: projectId,
        name,
        url: secrets.seal(url, addressPlace(id)),
        secret: secrets.seal(secret, secretPlace(id)),
        events: JSON.stringify(events),
        created_by: userId,
        created_at: now(),
      }
      const before = await database.transact(function* () {
        const known = yield* rowsOf(db.selectFrom('webhooks').select('id').where('project_id', '=', projectId))
        if (known.length < MOST_WEBHOOKS) yield* affectedBy(db.insertInto('webhooks').values(row))
        return known.length
      })
      if (before >= MOST_WEBHOOKS) return undefined
      if (before === 0) await keepTimes(projectId)
      return { webhook: shown(row), secret }
    },
    async remove(projectId, id) {
      const query = db.deleteFrom('webhooks').where('id', '=', id).where('project_id', '=', projectId)
      if ((await database.write(affectedBy(query))) === 0) return false
      const left = db.selectFrom('webhooks').select('id').where('project_id', '=', projectId).limit(1)
      const events = db
        .deleteFrom('webhook_events')
        .where('project_id', '=', projectId)
        .where(({ not, exists }) => not(exists(left)))
      await database.write(affectedBy(events))
      return true
    },
    async deliveries(projectId, id) {
      if (!(await has(projectId, id))) return undefined
      const query = db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_DELIVERIES)
      return (await database.read(rowsOf(query))).map((row) => ({
        id: row.id,
        eventId: row.event_id,
        event: row.event,
        state: row.next_at !== null ? 'waiting' : row.problem === null ? 'delivered' : 'failed',
        createdAt: row.created_at,
        tries: row.tries,
        ...(row.next_at === null ? {} : { nextAt: row.next_at }),
        ...(row.tried_at === null ? {} : { triedAt: row.tried_at }),
        ...(row.status === null ? {} : { status: row.status }),
        ...(row.problem === null ? {} : { problem: row.problem }),
        body: row.body,
      }))
    },
    async repeat(projectId, id, deliveryId) {
      if (!(await has(projectId, id))) return false
      const at = now()
      const again = newId()
      return database.transact(function* () {
        const known = db.selectFrom('webhook_deliveries').selectAll().where('id', '=', deliveryId)
        const [row] = yield* rowsOf(known.where('webhook_id', '=', id))
        if (!row) return false
        const fresh = { tries: 0, next_at: at, status: null, problem: null, created_at: at, tried_at: null }
        yield* affectedBy(db.insertInto('webhook_deliveries').values({ ...row, id: again, ...fresh }))
        return true
      })
    },
    async target(id) {
      const [row] = await database.read(rowsOf(db.selectFrom('webhooks').selectAll().where('id', '=', id)))
      const url = row && secrets.unseal(row.url, addressPlace(id))
      const secret = row && secrets.unseal(row.secret, secretPlace(id))
      return url !== undefined && secret !== undefined ? { url, secret } : undefined
    },
  }
}
