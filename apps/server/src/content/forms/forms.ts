import {
  type ContentSchema,
  type Form,
  HONEYPOT,
  type Model,
  readSubmission,
  type SubmissionError,
} from '@atelier/content'
import type { ContentProjects } from '@atelier/repository'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { AddressLimit } from '../../http/addressLimit.ts'
import { createOutbox } from '../webhooks/outbox.ts'
import { deliver } from './deliveries.ts'
import { createLine } from './line.ts'

const MINUTE = 60_000
/** How often counts that are over are deleted. */
const SWEEP_MS = 1_000
/** Posts that are written at once: users of the studio meanwhile wait for no more than this on disk. */
const AT_ONCE = 4
/** How long the same again from the same address is one submission: a second click, or one on a page that is slow. */
const SAME_MS = 10_000
const MONTH = 31 * 24 * 60 * MINUTE

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

/** The parts of a post that are stored. */
interface Received {
  state: 'pending' | 'spam'
  data: string
  /** The same for what one address sends again; absent of spam. */
  sameKey?: string
}

/** Submissions of visitors through the forms of sites. */
export interface Forms {
  /** Undefined if there is no such form, or it is closed. */
  find(projectId: string, modelId: string): Promise<OpenForm | undefined>
  /**
   * Takes what a visitor sent as a submission that waits for a decision. A submission that looks automatic is kept
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
  const outbox = createOutbox(database)
  const inLine = createLine(AT_ONCE)

  /**
   * Counts one more until a time; returns when the count ends where it is over the limit, which it then does not raise.
   * A count that ends later than one can was begun by a clock that ran ahead, and begins anew.
   * @param span the longest time that a count lasts, in milliseconds
   */
  function* count(key: string, most: number, { at, until, span }: { at: number; until: number; span: number }) {
    const over = sql<boolean>`(form_counts.until <= ${at} or form_counts.until > ${at + 2 * span})`
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

  /** Milliseconds since the epoch at which counts that are over were deleted last. */
  let swept = 0

  /**
   * Counts what an address has sent, over all servers, until that is as much as it may; then what is to be kept. One
   * transaction, since each submission of a flood waits for the disk, and users of the studio wait with it.
   * @returns what it is too much for, and the seconds to wait
   */
  async function take(
    projectId: string,
    { form, model }: OpenForm,
    key: string,
    submission: Received | undefined,
  ): Promise<{ of: 'address' | 'month'; seconds: number } | undefined> {
    const at = now()
    const sweeps = Math.abs(at - swept) >= SWEEP_MS
    if (sweeps) swept = at
    // Spam has a month of its own, so that programs use up nothing of what visitors may send.
    const month = `${submission?.state === 'spam' ? 'spam' : 'month'} ${projectId} ${model.id}`
    function* keep({ state, data }: Received) {
      const ofMonth = yield* count(month, form.perMonth, { at, until: nextMonth(at), span: MONTH })
      if (ofMonth !== undefined) return { of: 'month' as const, until: ofMonth }
      const id = newId()
      const row = { id, project_id: projectId, model_id: model.id, locale: form.locale, created_at: at }
      yield* affectedBy(
        db
          .insertInto('submissions')
          .values({ ...row, state, data, entry_id: null, decided_by: null, decided_at: null }),
      )
      // Spam is not delivered.
      if (state !== 'pending') return undefined
      yield* deliver(db, { projectId, modelId: model.id, submissionId: id, at, newId })
      const submitted = { id, model: model.id, locale: form.locale, data: JSON.parse(data) }
      const event = { event: 'submission', cause: 'now', at, data: { submission: submitted } } as const
      yield outbox.keep(newId(), projectId, undefined, event)
      return undefined
    }
    const over = await database.transact(function* () {
      if (sweeps) yield* affectedBy(db.deleteFrom('form_counts').where('until', '<=', at))
      const ofAddress = yield* count(key, form.perMinute, { at, until: at + MINUTE, span: MINUTE })
      const sameKey = submission?.sameKey
      const isSame = sameKey && (yield* count(sameKey, 1, { at, until: at + SAME_MS, span: SAME_MS })) !== undefined
      // It is answered as the first one was.
      if (isSame) return ofAddress === undefined ? undefined : { of: 'same' as const, until: ofAddress }
      const refused =
        ofAddress === undefined ? submission && (yield* keep(submission)) : { of: 'address' as const, until: ofAddress }
      if (refused && sameKey) yield* affectedBy(db.deleteFrom('form_counts').where('key', '=', sameKey))
      return refused
    })
    if (!over) return undefined
    if (over.of !== 'month') addressLimit.fill(key, Number(over.until))
    return over.of === 'same' ? undefined : { of: over.of, seconds: secondsUntil(over.until, at) }
  }

  return {
    find,
    async send(projectId, modelId, sent, address) {
      const open = await find(projectId, modelId)
      if (!open) return { ok: false, code: 'closed' }
      const { form, model } = open
      const key = `address ${addressLimit.keyOf(`form ${projectId} ${model.id}`, address)}`
      const at = now()
      // A flood of one costs no transaction.
      const wait = addressLimit.wait(key)
      if (wait !== undefined) return { ok: false, code: 'too_many', retryAfterSeconds: secondsUntil(at + wait, at) }
      const read = readSubmission(form, model, sent)
      const isSpam = isFilled(sent.get(HONEYPOT))
      const state = isSpam ? ('spam' as const) : ('pending' as const)
      const data = read.ok ? JSON.stringify(read.values) : ''
      const sameKey = `same ${addressLimit.keyOf(`form ${projectId} ${model.id} ${data}`, address)}`
      const submission = read.ok ? { state, data, ...(isSpam ? {} : { sameKey }) } : undefined
      const over = await inLine(() => take(projectId, open, key, submission))
      // Spam that is too much for a month is left out, and answered alike.
      if (over && (over.of === 'address' || !isSpam))
        return { ok: false, code: 'too_many', retryAfterSeconds: over.seconds }
      if (read.ok || isSpam) return { ok: true, form, model }
      return { ok: false, code: 'invalid', form, model, errors: read.errors }
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
