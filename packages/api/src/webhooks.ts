import { type Static, Type } from 'typebox'
import { route } from './route.ts'

const WebhookEvents = Type.Array(Type.Enum(['publish', 'unpublish', 'submission', 'merge']), {
  minItems: 1,
  maxItems: 4,
})

/** An address that is called when something happens to a project's content. */
export const Webhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: WebhookEvents,
  /** Epoch milliseconds. */
  createdAt: Type.Number(),
})
export type Webhook = Static<typeof Webhook>

/** One event for one webhook. */
export const WebhookDelivery = Type.Object({
  id: Type.String(),
  /** The same in all deliveries of one event, as `X-Atelier-Delivery` says it. */
  eventId: Type.String(),
  /** One of the events, or `test`. */
  event: Type.String(),
  state: Type.Enum(['delivered', 'waiting', 'failed']),
  /** Epoch milliseconds. */
  createdAt: Type.Number(),
  triedAt: Type.Optional(Type.Number()),
  /** When it is tried next; absent once it has arrived or is given up. */
  nextAt: Type.Optional(Type.Number()),
  tries: Type.Integer(),
  /** The status of the last answer. */
  status: Type.Optional(Type.Integer()),
  /** Why the last try failed. */
  problem: Type.Optional(Type.String()),
  /** The text that is sent. */
  body: Type.String(),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const who = { project: 'content.model' } as const

export const listWebhooks = route({
  method: 'GET',
  path: '/api/projects/:id/content/webhooks',
  summary: 'Lists the addresses that are called when content is published, unpublished, submitted or merged',
  who,
  response: Type.Object({ webhooks: Type.Array(Webhook) }),
})

export const createWebhook = route({
  method: 'POST',
  path: '/api/projects/:id/content/webhooks',
  summary:
    'Adds an address that is called when content is published, unpublished, submitted or merged; the secret that signs its calls is returned this once',
  who,
  request: {
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      url: Type.String({ minLength: 1, maxLength: 2_000 }),
      events: WebhookEvents,
    }),
  },
  response: Type.Object({ ...Webhook.properties, secret: Type.String() }),
  status: 201,
})

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/api/projects/:id/content/webhooks/:webhook',
  summary: 'Deletes a webhook with its deliveries; it is not called any more',
  who,
})

export const testWebhook = route({
  method: 'POST',
  path: '/api/projects/:id/content/webhooks/:webhook/test',
  summary: 'Calls a webhook with the event `test`, and returns why it did not arrive',
  who,
  response: Type.Object({ problem: Type.Optional(Type.String()) }),
})

export const listWebhookDeliveries = route({
  method: 'GET',
  path: '/api/projects/:id/content/webhooks/:webhook/deliveries',
  summary: 'Lists the last 50 deliveries of a webhook, the newest first',
  who,
  response: Type.Object({ deliveries: Type.Array(WebhookDelivery) }),
})

export const repeatWebhookDelivery = route({
  method: 'POST',
  path: '/api/projects/:id/content/webhooks/:webhook/deliveries/:delivery/repeat',
  summary: 'Sends the event of a delivery once more',
  who,
})
