import { createHmac } from 'node:crypto'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { GuardedFetch } from '../../web/guardedFetch.ts'
import { createPeriodic, type Periodic } from '../schedule/periodic.ts'
import type { Mailer } from './mail.ts'
import type { FormTargets } from './targets.ts'

const MINUTE = 60_000
/** How long after each try the next one follows; after the last one it is given up. */
const PAUSES = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE)
const LATEST = 2 * Math.max(...PAUSES)
const AT_ONCE = 10
/** How long it is shown what arrived. */
const SHOWN_MS = 7 * 24 * 60 * MINUTE
/** How long one call may take, and how long no other server tries the same one. */
const CALL_MS = 10_000
const CLAIM_MS = 2 * CALL_MS

/** Notes in the transaction that stores a submission whom its form is to tell of it: a webhook, people by mail. */
export function* deliver(
  db: ReturnType<typeof queryBuilder<Tables>>,
  {
    projectId,
    modelId,
    submissionId,
    at,
    newId,
  }: { projectId: string; modelId: string; submissionId: string; at: number; newId(): string },
) {
  const target = db
    .selectFrom('form_targets')
    .select(['webhook_url', 'mail_to'])
    .where('project_id', '=', projectId)
    .where('model_id', '=', modelId)
  const [found] = yield* rowsOf(target)
  const kinds = [...(found?.webhook_url ? ['webhook'] : []), ...(found?.mail_to ? ['mail'] : [])]
  for (const kind of kinds) {
    const place = { id: newId(), project_id: projectId, submission_id: submissionId }
    yield* affectedBy(db.insertInto('form_deliveries').values({ ...place, kind, tries: 0, next_at: at, problem: null }))
  }
}

/** Tells of submissions what is due, and of an example at once. */
export interface FormDeliveries extends Periodic {
  /** Undefined if it arrived, otherwise why not. */
  test(kind: 'webhook' | 'mail', projectId: string, modelId: string): Promise<string | undefined>
}

/**
 * Calls the webhooks of forms, and sends mail, about each submission until it is taken. If there are several servers, one makes a delivery: the first one that moves its time on. A server that dies with
 * it leaves it to another one, so that a webhook may be told twice of one submission, by the same id.
 * @param mailer absent where no server of mail is configured
 */
export function createFormDeliveries({
  database,
  targets,
  fetch,
  mailer,
  now,
  failed,
}: {
  database: Database
  targets: FormTargets
  fetch: GuardedFetch
  mailer?: Mailer | undefined
  now(): number
  failed(error: unknown): void
}): FormDeliveries {
  const db = queryBuilder<Tables>(database.dialect)

  async function work(signal: AbortSignal): Promise<void> {
    await forgetDelivered()
    for (;;) {
      const query = db
        .selectFrom('form_deliveries')
        .innerJoin('submissions', 'submissions.id', 'form_deliveries.submission_id')
        .select([
          'form_deliveries.id',
          'form_deliveries.kind',
          'form_deliveries.tries',
          'form_deliveries.next_at',
          'submissions.id as submission_id',
          'submissions.project_id',
          'submissions.model_id',
          'submissions.locale',
          'submissions.data',
          'submissions.created_at',
        ])
        .where((all) =>
          // A time later than any possible due date was noted by a clock that ran ahead.
          all.or([all('form_deliveries.next_at', '<=', now()), all('form_deliveries.next_at', '>', now() + LATEST)]),
        )
        .orderBy('form_deliveries.next_at')
        .limit(AT_ONCE)
      const due = await database.read(rowsOf(query))
      await Promise.all(due.map((delivery) => attempt(delivery, signal)))
      if (due.length < AT_ONCE || signal.aborted) return
    }
  }

  async function forgetDelivered(): Promise<void> {
    const old = db
      .selectFrom('submissions')
      .select('id')
      .where('created_at', '<', now() - SHOWN_MS)
    const query = db
      .deleteFrom('form_deliveries')
      .where('next_at', 'is', null)
      .where('problem', 'is', null)
      .where('submission_id', 'in', old)
    await database.write(affectedBy(query))
  }

  async function attempt(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { id, tries, next_at } = delivery
    const claim = db
      .updateTable('form_deliveries')
      .set({ next_at: now() + CLAIM_MS })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
    if (signal.aborted || (await database.write(affectedBy(claim))) === 0) return
    const problem = await (delivery.kind === 'mail' ? write(delivery) : call(delivery, signal))
    const pause = problem === undefined ? undefined : PAUSES[tries]
    const next = {
      tries: tries + 1,
      problem: problem?.slice(0, 500) ?? null,
      next_at: pause === undefined ? null : now() + pause,
    }
    // A server that is being stopped has not tried.
    if (signal.aborted && problem !== undefined) Object.assign(next, { tries, next_at: now() })
    await database.write(affectedBy(db.updateTable('form_deliveries').set(next).where('id', '=', id)))
  }

  /** Undefined once the webhook has taken it, or there is none any more; otherwise why not. */
  async function call(
    { submission_id, project_id, model_id, locale, data, created_at }: Told,
    signal: AbortSignal,
    event: 'submission.created' | 'test' = 'submission.created',
  ) {
    const webhook = await targets.webhook(project_id, model_id)
    if (!webhook) return undefined
    const body = JSON.stringify({
      event,
      id: submission_id,
      project: project_id,
      model: model_id,
      locale,
      data: JSON.parse(data),
      createdAt: new Date(created_at).toISOString(),
    })
    const signature = createHmac('sha256', webhook.secret).update(body).digest('hex')
    const answer = await fetch(webhook.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-atelier-delivery': submission_id,
        'x-atelier-signature': `sha256=${signature}`,
      },
      maxBytes: 1_000,
      timeoutMs: CALL_MS,
      follow: false,
      signal,
    })
    if (!answer.ok) return answer.problem
    return answer.status >= 200 && answer.status < 300 ? undefined : `It answered ${answer.status}.`
  }

  /** The same by mail. A visitor's words are only in the text, never in a header. */
  async function write({ project_id, model_id, data, created_at }: Told, isTest = false) {
    const { mail } = await targets.find(project_id, model_id)
    if (mail.length === 0) return undefined
    if (!mailer) return 'This server has no server of mail: ATELIER_SMTP_URL is not set.'
    const values: Record<string, unknown> = JSON.parse(data)
    const lines = Object.entries(values).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    const sent = `Sent on ${new Date(created_at).toISOString()}. It waits in the studio.`
    const end = isTest ? 'This is a test. No visitor has sent anything.' : sent
    const subject = `${isTest ? 'Test' : 'New submission'}: ${model_id}`
    return mailer.send({ to: mail, subject, text: [...lines, '', end].join('\n') })
  }

  return {
    ...createPeriodic(work, failed),
    test(kind, project_id, model_id) {
      const example = { submission_id: 'test', project_id, model_id, locale: '*', data: '{}', created_at: now() }
      return kind === 'mail' ? write(example, true) : call(example, AbortSignal.timeout(CALL_MS), 'test')
    },
  }
}

type Told = Pick<Tables['submissions'], 'project_id' | 'model_id' | 'locale' | 'data' | 'created_at'> & {
  submission_id: string
}
type Delivery = Told & Pick<Tables['form_deliveries'], 'id' | 'kind' | 'tries' | 'next_at'>
