import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'
import { contentKey } from './content.ts'

/*
 * Forms and keys apart from the rest of the content: the editor of a site needs none of it to begin with.
 */

/** Where a form tells of what was sent through it. */
export const notificationsQuery = (id: string, model: string) =>
  queryOptions({
    queryKey: [...contentKey(id), 'notifications', model],
    queryFn: ({ signal }) => unwrap(call(api.readFormNotifications, { params: { id, model } }, { signal })),
  })

export const setNotifications = (id: string, model: string, body: api.BodyOf<typeof api.setFormNotifications>) =>
  call(api.setFormNotifications, { params: { id, model }, body })

export const testNotifications = (id: string, model: string, kind: 'webhook' | 'mail') =>
  call(api.testFormNotifications, { params: { id, model }, body: { kind } })

/** Where what was sent by a form is downloaded. */
export const submissionsFile = (id: string, model: string, status: string) =>
  `/api/projects/${encodeURIComponent(id)}/content/forms/${encodeURIComponent(model)}/submissions.csv?status=${status}`

/** The keys for the Conversation API and the read API. */
export const contentKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'contentKeys'],
    queryFn: ({ signal }) => unwrap(call(api.listConversationKeys, { params: { id } }, { signal })),
  })

export const createContentKey = (id: string, body: api.BodyOf<typeof api.createConversationKey>) =>
  call(api.createConversationKey, { params: { id }, body })

export const updateContentKey = (id: string, key: string, body: api.BodyOf<typeof api.updateConversationKey>) =>
  call(api.updateConversationKey, { params: { id, key }, body })

export const deleteContentKey = (id: string, key: string) => call(api.deleteConversationKey, { params: { id, key } })

/** The addresses that are called when something happens to the content. */
export const webhooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'webhooks'],
    queryFn: ({ signal }) => unwrap(call(api.listWebhooks, { params: { id } }, { signal })),
  })

/** The last deliveries of a webhook, which change as they are tried again. */
export const webhookDeliveriesQuery = (id: string, webhook: string) =>
  queryOptions({
    queryKey: ['projects', id, 'webhooks', webhook],
    queryFn: ({ signal }) => unwrap(call(api.listWebhookDeliveries, { params: { id, webhook } }, { signal })),
    refetchInterval: 5_000,
  })

export const createWebhook = (id: string, body: api.BodyOf<typeof api.createWebhook>) =>
  call(api.createWebhook, { params: { id }, body })

export const deleteWebhook = (id: string, webhook: string) => call(api.deleteWebhook, { params: { id, webhook } })

export const testWebhook = (id: string, webhook: string) => call(api.testWebhook, { params: { id, webhook } })

export const repeatWebhookDelivery = (id: string, webhook: string, delivery: string) =>
  call(api.repeatWebhookDelivery, { params: { id, webhook, delivery } })
