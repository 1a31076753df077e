import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  repeatWebhookDelivery,
  testWebhook,
} from '@atelier/api'
import { Hono } from 'hono'
import type { Audit } from '../../ai/audit/audit.ts'
import type { Environment } from '../../auth/environment.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { WebhookSender } from './sender.ts'
import { MOST_WEBHOOKS, type Webhooks } from './webhooks.ts'

interface WebhookServices extends MountServices {
  webhooks: Webhooks
  webhookSender: Pick<WebhookSender, 'test' | 'run'>
  audit: Audit
  failed(what: string): (error: unknown) => void
}

/** Where owners and admins add, test and delete the webhooks of a project, and see what they were told. */
export function webhookSettingRoutes(services: WebhookServices): Hono<Environment> {
  const { webhooks, webhookSender, audit, failed } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, listWebhooks, async ({ access: { project } }) => ({ webhooks: await webhooks.list(project.id) }))

  mount(routes, createWebhook, async ({ identity: { userId, workspaceId }, access: { project }, body }) => {
    if (!(URL.canParse(body.url) && /^https?:$/.test(new URL(body.url).protocol)))
      throw new Refusal(400, 'invalid_input', 'The address of a webhook begins with https:// or http://.', {
        path: '/url',
      })
    const made = await webhooks.create(project.id, userId, body)
    if (!made) throw new Refusal(409, 'too_many', `A project has at most ${MOST_WEBHOOKS} webhooks.`)
    const detail = { name: made.webhook.name, projectId: project.id }
    await audit.record({ workspaceId, userId, kind: 'webhook.created', subject: made.webhook.id, detail })
    return { ...made.webhook, secret: made.secret }
  })

  mount(routes, deleteWebhook, async ({ identity: { userId, workspaceId }, access: { project }, params }) => {
    if (!(await webhooks.remove(project.id, params.webhook))) throw notFound('webhook')
    const detail = { projectId: project.id }
    await audit.record({ workspaceId, userId, kind: 'webhook.deleted', subject: params.webhook, detail })
  })

  mount(routes, testWebhook, async ({ access: { project }, params }) => {
    if (!(await webhooks.list(project.id)).some(({ id }) => id === params.webhook)) throw notFound('webhook')
    const problem = await webhookSender.test(params.webhook)
    return problem === undefined ? {} : { problem }
  })

  mount(routes, listWebhookDeliveries, async ({ access: { project }, params }) => {
    const deliveries = await webhooks.deliveries(project.id, params.webhook)
    if (!deliveries) throw notFound('webhook')
    return { deliveries }
  })

  mount(routes, repeatWebhookDelivery, async ({ access: { project }, params }) => {
    if (!(await webhooks.repeat(project.id, params.webhook, params.delivery))) throw notFound('delivery')
    void webhookSender.run().catch(failed('a delivery could not be repeated'))
  })

  return routes
}
