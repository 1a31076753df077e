import {
  type ContentSchema,
  type Form,
  HONEYPOT,
  type Model,
  readSubmission,
  type SubmissionError,
} from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { AddressLimit } from '../../http/addressLimit.ts'
import type { ContentProjects } from '../contentProjects.ts'
import { deliver } from './deliveries.ts'

const MINUTE = 60_000

/** The form of a model that takes something now. */
export interface OpenForm {
  model: Model
  form: Form
  schema: ContentSchema
}

export type SendOutcome =
  | { ok: true; form: Form; model: Model }
  /** `closed`: it takes nothing, or there is none; `too_many` says after how many seconds to try again. */
  | { ok: false; code: 'closed' }
  | { ok: false; code: 'too_many'; retryAfterSeconds: number }
  | { ok: false; code: 'invalid'; form: Form; model: Model; errors: SubmissionError[] }

/** What visitors send through the forms of sites. */
export interface Forms {
  /** Undefined if there is no such form, or it is closed. */
  find(projectId: string, modelId: string): Promise<OpenForm | undefined>
  /**
   * Takes what a visitor sent as a submission that waits for a decision. What a program seems to have sent is kept
   * apart as spam and answered as if it were not.
   * @param sent by the name of the input; of a browser lists of texts
   * @param address of the visitor; only a digest of it is kept, for a minute
   */
  send(projectId: string, modelId: string, sent: ReadonlyMap<string, unknown>, address: string): Promise<SendOutcome>
}

export function createForms({
  database,
  projects,
  addressLimit,
  now,
  newId,
}: {
  database: Database
  projects: ContentProjects
  addressLimit: Pick<AddressLimit, 'keyOf' | 'wait' | 'fill'>
  now(): number
  newId(): string
}): Forms {
  const db = queryBuilder<Tables>(database.dialect)

  /** Counts one more until a time; returns when the count ends where it is over the limit, which it then does not raise. */
  function* count(key: string, most: number, until: number, at: number) {
    const over = sql<boolean>`form_counts.until <= ${at}`
    const counted = db
      .insertInto('form_counts')
      .values({ key, count: 1, until })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when ${over} then 1 when form_counts.count > ${most} then form_counts.count else form_counts.count + 1 end`,
          until: sql<number>`case when ${over} then ${until} else form_counts.until end`,
        }),
      )
      .returning(['count', 'until'])
    const [row] = yield* rowsOf(counted)
    return row && row.count > most ? row.until : undefined
  }

  async function find(projectId: string, modelId: string): Promise<OpenForm | undefined> {
    const schema = (await projects.find(projectId))?.schema
    const form = schema?.forms && Object.hasOwn(schema.forms, modelId) ? schema.forms[modelId] : undefined
    const model = schema?.models.find(({ id }) => id === modelId)
    return schema && model && form?.open ? { schema, model, form } : undefined
  }

  /** Counts what an address sends before it is looked at: over all servers, until it has sent as much as it may. */
  async function refuseFlood(projectId: string, { form, model }: OpenForm, address: string) {
    const at = now()
    const key = `address ${addressLimit.keyOf(`form ${projectId} ${model.id}`, address)}`
    // A flood costs no transaction then.
    const wait = addressLimit.wait(key)
    if (wait !== undefined) return secondsUntil(at + wait, at)
    const until = await database.transact(function* () {
      yield* affectedBy(db.deleteFrom('form_counts').where('until', '<=', at))
      return yield* count(key, form.perMinute, at + MINUTE, at)
    })
    if (until === undefined) return undefined
    addressLimit.fill(key, Number(until))
    return secondsUntil(until, at)
  }

  async function store(
    projectId: string,
    { form, model }: OpenForm,
    submission: { state: 'pending' | 'spam'; data: string },
  ): Promise<number | undefined> {
    const at = now()
    const until = await database.transact(function* () {
      const over = yield* count(`month ${projectId} ${model.id}`, form.perMonth, nextMonth(at), at)
      if (over !== undefined) return over
      const id = newId()
      const row = { id, project_id: projectId, model_id: model.id, locale: form.locale, created_at: at }
      yield* affectedBy(
        db
          .insertInto('submissions')
          .values({ ...row, ...submission, entry_id: null, decided_by: null, decided_at: null }),
      )
      // Spam is delivered to nobody.
      if (submission.state === 'pending')
        yield* deliver(db, { projectId, modelId: model.id, submissionId: id, at, newId })
      return undefined
    })
    return until === undefined ? undefined : secondsUntil(until, at)
  }

  return {
    find,
    async send(projectId, modelId, sent, address) {
      const open = await find(projectId, modelId)
      if (!open) return { ok: false, code: 'closed' }
      const { form, model } = open
      const wait = await refuseFlood(projectId, open, address)
      if (wait !== undefined) return { ok: false, code: 'too_many', retryAfterSeconds: wait }
      const read = readSubmission(form, model, sent)
      const isSpam = isFilled(sent.get(HONEYPOT))
      if (!read.ok)
        return isSpam ? { ok: true, form, model } : { ok: false, code: 'invalid', form, model, errors: read.errors }
      const state = isSpam ? 'spam' : 'pending'
      const over = await store(projectId, open, { state, data: JSON.stringify(read.values) })
      return over === undefined ? { ok: true, form, model } : { ok: false, code: 'too_many', retryAfterSeconds: over }
    },
  }
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isFilled) : typeof value === 'string' ? value.trim() !== '' : value != null

const secondsUntil = (until: number, at: number): number => Math.max(1, Math.ceil((Number(until) - at) / 1000))

/** When the next month begins, in UTC. */
function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
