import {
  exportSubmissions,
  type FormNotifications,
  readFormNotifications,
  setFormNotifications,
  testFormNotifications,
} from '@atelier/api'
import type { ContentProjects } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import type { Config } from '../../config/config.ts'
import type { Tables } from '../../database/tables.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { Access } from '../../workspaces/workspaces.ts'
import { CSV_START, csvRows } from './csv.ts'
import type { FormDeliveries } from './deliveries.ts'
import type { FormTargets } from './targets.ts'

const MOST_EXPORTED = 10_000
const MOST_SHOWN = 20
/** Rows that are read before others have their turn. */
const SLICE = 500

interface FormSettingServices extends MountServices {
  database: Database
  contentProjects: ContentProjects
  formTargets: FormTargets
  formDeliveries: Pick<FormDeliveries, 'test'>
  config: Pick<Config, 'smtpUrl'>
}

/** Routes of a project's forms: exporting submissions as CSV, and setting the webhook and mail addresses of a form. */
export function formSettingRoutes(services: FormSettingServices): Hono<Environment> {
  const { database, contentProjects, formTargets, formDeliveries, config } = services
  const db = queryBuilder<Tables>(database.dialect)
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  /** @throws Refusal 404 if there is no such model, or the caller may not see it */
  async function modelOf({ project, restriction }: Access, id: string) {
    const schema = (await contentProjects.find(project.id))?.schema
    const model = schema?.models.find((each) => each.id === id)
    if (!model || restriction?.models?.includes(id) === false) throw notFound('model')
    return model
  }

  async function notificationsOf(projectId: string, modelId: string): Promise<FormNotifications> {
    const query = db
      .selectFrom('form_deliveries')
      .innerJoin('submissions', 'submissions.id', 'form_deliveries.submission_id')
      .select(['submission_id', 'kind', 'problem', 'tries', 'next_at', 'created_at'])
      .where('form_deliveries.project_id', '=', projectId)
      .where('model_id', '=', modelId)
      .orderBy('submission_id', 'desc')
      .limit(MOST_SHOWN)
    const last = await database.read(rowsOf(query))
    const failed = await database.read(rowsOf(query.where('problem', 'is not', null)))
    return {
      ...(await formTargets.find(projectId, modelId)),
      hasMail: config.smtpUrl !== undefined,
      deliveries: last.map(({ submission_id, kind, problem, tries, next_at, created_at }) => ({
        submissionId: submission_id,
        kind: kind === 'mail' ? 'mail' : 'webhook',
        state: next_at !== null ? 'waiting' : problem === null ? 'delivered' : 'failed',
        sentAt: created_at,
        tries,
        ...(problem === null ? {} : { problem }),
      })),
      failures: failed.map(({ submission_id, problem, tries, next_at }) => ({
        submissionId: submission_id,
        problem: problem ?? '',
        tries,
        ...(next_at === null ? {} : { nextAt: next_at }),
      })),
    }
  }

  mount(routes, readFormNotifications, async ({ access, params: { model } }) => {
    const { id } = await modelOf(access, model)
    return notificationsOf(access.project.id, id)
  })

  mount(routes, setFormNotifications, async ({ access, params: { model }, body: { webhookUrl, mail } }) => {
    const { id } = await modelOf(access, model)
    const url = webhookUrl ?? undefined
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new Refusal(400, 'invalid_input', 'The address of a webhook begins with https:// or http://.', {
        path: '/webhookUrl',
      })
    const webhookSecret =
      webhookUrl === undefined ? undefined : await formTargets.setWebhook(access.project.id, id, url)
    if (mail) await formTargets.setMail(access.project.id, id, mail)
    const found = await notificationsOf(access.project.id, id)
    return webhookSecret === undefined ? found : { ...found, webhookSecret }
  })

  mount(routes, testFormNotifications, async ({ access, params: { model }, body: { kind } }) => {
    const { id } = await modelOf(access, model)
    const { webhookUrl, mail } = await formTargets.find(access.project.id, id)
    if (kind === 'webhook' ? webhookUrl === undefined : mail.length === 0)
      throw new Refusal(409, 'not_set', kind === 'webhook' ? 'This form has no webhook.' : 'This form mails nobody.')
    const problem = await formDeliveries.test(kind, access.project.id, id)
    return problem === undefined ? {} : { problem }
  })

  mount(routes, exportSubmissions, async ({ access, params: { model: modelId }, query: { status } }) => {
    const model = await modelOf(access, modelId)
    const { project, restriction } = access
    const query = db
      .selectFrom('submissions')
      .select(['id', 'created_at', 'state', 'locale', 'data'])
      .where('project_id', '=', project.id)
      .where('model_id', '=', model.id)
      .$if(status !== undefined, (each) => each.where('state', '=', status ?? ''))
      .$if(restriction?.locales !== undefined, (each) =>
        each.where('locale', 'in', ['*', ...(restriction?.locales ?? [])]),
      )
      .orderBy('id', 'desc')
      .limit(MOST_EXPORTED)
    const names = model.fields.map(({ name }) => name)
    const text = [CSV_START, csvRows([['id', 'sent', 'status', 'locale', ...names]])]
    const rows = await database.read(rowsOf(query))
    for (let from = 0; from < rows.length; from += SLICE) {
      const some = rows.slice(from, from + SLICE).map(({ id, created_at, state, locale, data }) => {
        const values: Record<string, unknown> = JSON.parse(data)
        return [id, new Date(created_at).toISOString(), state, locale, ...names.map((name) => values[name])]
      })
      text.push(csvRows(some))
      await new Promise((done) => setImmediate(done))
    }
    return new Response(text.join(''), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${model.id}.csv"`,
      },
    })
  })

  return routes
}
