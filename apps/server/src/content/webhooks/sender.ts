import { createHmac } from 'node:crypto'
import { isSeen, type StoredLocales } from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { GuardedFetch } from '../../web/guardedFetch.ts'
import { createPeriodic, type Periodic } from '../schedule/periodic.ts'
import { removeEvent, takersOf } from './outbox.ts'
import { MOST_DELIVERIES, type Webhooks } from './webhooks.ts'

const MINUTE = 60_000
/** How long after each try the next one follows; after the last one, a day after the first, it is given up. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720, 99].map((minutes) => minutes * MINUTE)
const LATEST = 2 * Math.max(...PAUSES)
/** Events that are passed on at once. */
const EVENTS_AT_ONCE = 50
/** Webhooks that are called at the same time. */
const HOOKS_AT_ONCE = 20
/** Calls of one webhook in a row, and for how long, before others have their turn. */
const CALLS_IN_A_ROW = 20
const ROW_MS = 15_000
/** How long one call may take, and how long no other server tries the same one. */
const CALL_MS = 10_000
const CLAIM_MS = 2 * CALL_MS

export interface WebhookSender extends Periodic {
  /** Calls a webhook with an example. @returns why it did not arrive; undefined if it did */
  test(webhookId: string): Promise<string | undefined>
}

type Delivery = Tables['webhook_deliveries']

/**
 * Passes events on to the webhooks of their projects, and calls these until they take it. If there are several servers, one
 * makes a call: the first one that moves its time on. A server that dies with it leaves it to another one, so that a webhook
 * may be called twice for one event, by the same id. A webhook that never answers holds up no other one.
 */
export function createWebhookSender({
  database,
  webhooks,
  fetch,
  now,
  newId,
  failed,
}: {
  database: Database
  webhooks: Webhooks
  fetch: GuardedFetch
  now(): number
  newId(): string
  failed(error: unknown): void
}): WebhookSender {
  const db = queryBuilder<Tables>(database.dialect)

  async function passOn(signal: AbortSignal): Promise<void> {
    for (;;) {
      const query = db.selectFrom('webhook_events').selectAll().where('at', '<=', now()).orderBy('at').orderBy('id')
      const due = await database.read(rowsOf(query.limit(EVENTS_AT_ONCE)))
      for (const event of due) {
        if (signal.aborted) return
        await passOnEvent(event)
      }
      if (due.length < EVENTS_AT_ONCE) return
    }
  }

  async function passOnEvent(row: Tables['webhook_events']): Promise<void> {
    const holds = row.cause === 'now' || (await stillHolds(row))
    const body = JSON.stringify({
      event: row.event,
      id: row.id,
      project: row.project_id,
      createdAt: new Date(row.at).toISOString(),
      by: await authorName(row.user_id),
      ...JSON.parse(row.data),
    })
    await database.transact(function* () {
      if ((yield* removeEvent(db, row.id)) === 0 || !holds) return
      for (const webhookId of yield* takersOf(db, row)) {
        const delivery = newDelivery(`${row.id}.${webhookId}`, webhookId, { id: row.id, event: row.event, body })
        yield* affectedBy(db.insertInto('webhook_deliveries').values(delivery))
      }
    })
  }

  /** Whether visitors see now what an event to come has announced. */
  async function stillHolds({ document_id, locale, event }: Tables['webhook_events']): Promise<boolean> {
    const query = db
      .selectFrom('content_entries')
      .select('data')
      .where('document_id', '=', document_id)
      .where('deleted_at', 'is', null)
    const [row] = await database.read(rowsOf(query))
    const locales: StoredLocales = row?.data ? JSON.parse(row.data) : {}
    const own = locales[locale ?? '']
    return own !== undefined && isSeen(own, now()) === (event === 'publish')
  }

  async function authorName(userId: string | null): Promise<string | null> {
    if (userId === null) return null
    const [user] = await database.read(rowsOf(db.selectFrom('auth_users').select('name').where('id', '=', userId)))
    return user?.name ?? null
  }

  const newDelivery = (
    id: string,
    webhookId: string,
    event: { id: string; event: string; body: string },
  ): Delivery => ({
    id,
    webhook_id: webhookId,
    event_id: event.id,
    event: event.event,
    body: event.body,
    tries: 0,
    next_at: now(),
    status: null,
    problem: null,
    created_at: now(),
    tried_at: null,
  })

  const isDue = () =>
    db
      .selectFrom('webhook_deliveries')
      // A time later than any possible due date was noted by a clock that ran ahead.
      .where((all) => all.or([all('next_at', '<=', now()), all('next_at', '>', now() + LATEST)]))

  async function callAll(signal: AbortSignal): Promise<void> {
    const hooks = isDue()
      .select(['webhook_id', ({ fn }) => fn.min('next_at').as('first')])
      .groupBy('webhook_id')
      .orderBy('first')
      .limit(HOOKS_AT_ONCE)
    const due = await database.read(rowsOf(hooks))
    await Promise.all(due.map(({ webhook_id }) => callInARow(webhook_id, signal)))
  }

  /** Makes the calls of one webhook that are due, until one fails: the others follow then with the next pass. */
  async function callInARow(webhookId: string, signal: AbortSignal): Promise<void> {
    const until = now() + ROW_MS
    const query = isDue().selectAll().where('webhook_id', '=', webhookId).orderBy('next_at').orderBy('created_at')
    for (const delivery of await database.read(rowsOf(query.limit(CALLS_IN_A_ROW)))) {
      if (signal.aborted || now() > until) break
      if ((await attempt(delivery, signal)) !== undefined) break
    }
    await forgetOld(webhookId)
  }

  async function forgetOld(webhookId: string): Promise<void> {
    const of = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
    const kept = of.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_DELIVERIES)
    const ids = (await database.read(rowsOf(kept))).map(({ id }) => id)
    if (ids.length < MOST_DELIVERIES) return
    const old = db.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).where('next_at', 'is', null)
    await database.write(affectedBy(old.where('id', 'not in', ids)))
  }

  /**
   * @param most how often it is tried
   * @returns why it did not arrive; undefined if it did, or another server makes the call
   */
  async function attempt(
    delivery: Delivery,
    signal: AbortSignal,
    most = PAUSES.length + 1,
  ): Promise<string | undefined> {
    const { id, tries, next_at } = delivery
    const own = db.updateTable('webhook_deliveries').where('id', '=', id)
    const claim = own.set({ next_at: now() + CLAIM_MS }).where('next_at', '=', next_at)
    if ((await database.write(affectedBy(claim))) === 0) return undefined
    const { status, problem } = await call(delivery, signal)
    // A server that is being stopped has not tried.
    const stopped = signal.aborted && problem !== undefined
    const pause = problem === undefined || tries + 1 >= most ? undefined : PAUSES[tries]
    const tried = {
      tries: tries + 1,
      status: status ?? null,
      problem: problem?.slice(0, 500) ?? null,
      tried_at: now(),
      next_at: pause === undefined ? null : now() + pause,
    }
    await database.write(affectedBy(own.set(stopped ? { next_at: now() } : tried)))
    return problem
  }

  async function call(
    { webhook_id, event_id, event, body }: Delivery,
    signal: AbortSignal,
  ): Promise<{ status?: number; problem?: string }> {
    const target = await webhooks.target(webhook_id)
    if (!target) return { problem: 'This server cannot read the address of the webhook.' }
    const timestamp = String(Math.floor(now() / 1000))
    const signature = createHmac('sha256', target.secret).update(`${timestamp}.${body}`).digest('hex')
    const answer = await fetch(target.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-atelier-event': event,
        'x-atelier-delivery': event_id,
        'x-atelier-timestamp': timestamp,
        'x-atelier-signature': `sha256=${signature}`,
      },
      maxBytes: 1_000,
      timeoutMs: CALL_MS,
      follow: false,
      signal,
    })
    if (!answer.ok) return { problem: answer.problem }
    const { status } = answer
    return status >= 200 && status < 300 ? { status } : { status, problem: `It answered ${status}.` }
  }

  return {
    ...createPeriodic(async (signal) => {
      await passOn(signal)
      if (!signal.aborted) await callAll(signal)
    }, failed),
    async test(webhookId) {
      const id = newId()
      const body = JSON.stringify({ event: 'test', id, createdAt: new Date(now()).toISOString() })
      const delivery = { ...newDelivery(id, webhookId, { id, event: 'test', body }), next_at: now() + CLAIM_MS }
      await database.write(affectedBy(db.insertInto('webhook_deliveries').values(delivery)))
      const problem = await attempt(delivery, AbortSignal.timeout(CLAIM_MS), 1)
      await forgetOld(webhookId)
      return problem
    },
  }
}
