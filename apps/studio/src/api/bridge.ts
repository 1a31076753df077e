import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import type { Envelope } from '@atelier/operation'

/** Says that this tab is there and can look at pages for a chat. */
export const beatExecutor = (id: string, executorId: string, scope: string) =>
  call(api.registerExecutor, { params: { id }, body: { executorId, kind: 'view', serves: [`view:${scope}`] } })

/** Hands over to the next tab; also while the tab is closing. */
export function leaveExecutor(id: string, executorId: string): void {
  const path = api.addressOf(api.removeExecutor, { params: { id, executorId } })
  // No caller is left to receive a failure; the lease then expires by itself.
  fetch(path, { method: 'DELETE', keepalive: true, credentials: 'same-origin' }).catch(() => undefined)
}

export const postToolResult = (body: { bridgeId: string; requestId: string; result: Envelope }) =>
  call(api.postToolResult, { body })

/** Where a picture of a chat is read. */
export const pictureUrl = (id: string, hash: string) => api.addressOf(api.readPicture, { params: { id, hash } })
