import { affectedBy, type Database, type Query, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'

export const webhookEvents = ['publish', 'unpublish', 'submission', 'merge'] as const
export type WebhookEventName = (typeof webhookEvents)[number]

/** A language of an entry that came to visitors, or went. */
export interface ChangedEntry {
  model: string
  id: string
  locale: string
}

/** The event's data, as the call to a webhook sends it. */
export type WebhookEventData =
  | { entries: readonly ChangedEntry[]; more?: number }
  | { branch: string; title: string }
  | { submission: { id: string; model: string; locale: string; data: unknown } }

export interface WebhookEvent {
  event: WebhookEventName
  /** It happened; or it follows an edit, or a time that is set, unless the entry is changed again before. */
  cause: 'now' | 'edit' | 'time'
  /** When it is passed on, in epoch milliseconds. */
  at: number
  documentId?: string
  locale?: string
  data: WebhookEventData
}

/** Entries that one call names; it says how many more there are. */
const MOST_NAMED = 500

/** The statements that keep events until they are passed on, in the commits that they are about. */
export function createOutbox({ dialect }: Pick<Database, 'dialect'>) {
  const db = queryBuilder<Tables>(dialect)

  return {
    /** Keeps an event, if the project has any webhook. */
    keep(id: string, projectId: string, userId: string | undefined, event: WebhookEvent): Query {
      const { documentId = null, locale = null, cause, at } = event
      const number = (value: number) => sql<number>`cast(${value} as bigint)`
      const text = (value: string | null) => sql<string>`cast(${value} as text)`
      return db
        .insertInto('webhook_events')
        .columns(['id', 'project_id', 'document_id', 'locale', 'event', 'cause', 'user_id', 'data', 'at'])
        .expression((all) =>
          all
            .selectFrom('webhooks')
            .select([
              text(id).as('id'),
              'project_id',
              text(documentId).as('document_id'),
              text(locale).as('locale'),
              text(event.event).as('event'),
              text(cause).as('cause'),
              text(userId ?? null).as('user_id'),
              text(JSON.stringify(withFewEntries(event.data))).as('data'),
              number(at).as('at'),
            ])
            .where('project_id', '=', projectId)
            .limit(1),
        )
        .compile()
    },

    /** Forgets the events to come of an entry that was changed. */
    forget: (documentId: string, cause: 'edit' | 'time', locale?: string): Query =>
      db
        .deleteFrom('webhook_events')
        .where('document_id', '=', documentId)
        .where('cause', '=', cause)
        .$if(locale !== undefined, (query) => query.where('locale', '=', locale ?? ''))
        .compile(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>

function withFewEntries(data: WebhookEventData): WebhookEventData {
  if (!('entries' in data) || data.entries.length <= MOST_NAMED) return data
  return { entries: data.entries.slice(0, MOST_NAMED), more: data.entries.length - MOST_NAMED }
}

/** The webhooks of a project that take an event. */
export function* takersOf(
  db: ReturnType<typeof queryBuilder<Tables>>,
  { project_id, event }: Pick<Tables['webhook_events'], 'project_id' | 'event'>,
) {
  const query = db.selectFrom('webhooks').select(['id', 'events']).where('project_id', '=', project_id)
  const rows = yield* rowsOf(query)
  return rows.filter(({ events }) => eventsIn(events).some((each) => each === event)).map(({ id }) => id)
}

export function eventsIn(text: string): WebhookEventName[] {
  const names: unknown = JSON.parse(text)
  return webhookEvents.filter((each) => Array.isArray(names) && names.includes(each))
}

/** Takes an event out; 0 where another server has just done so. */
export const removeEvent = (db: ReturnType<typeof queryBuilder<Tables>>, id: string) =>
  affectedBy(db.deleteFrom('webhook_events').where('id', '=', id))
