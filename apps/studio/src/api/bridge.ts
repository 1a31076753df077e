import type { Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { call } from './client.ts'
import { Anything } from './schemas.ts'

const Lease = Type.Object({ holds: Type.Boolean(), leaseMs: Type.Number() })
const executors = (sessionId: string) => `/api/ai/sessions/${encodeURIComponent(sessionId)}/executors`

/** Registers this tab for the operations of a scope that need a document on a screen; again within the lease. */
export const beatExecutor = (sessionId: string, executorId: string, scope: string) =>
  call(Lease, executors(sessionId), { method: 'POST', body: { executorId, kind: 'view', serves: [`view:${scope}`] } })

/** Hands over to the next tab; also while the tab is closing. */
export function leaveExecutor(sessionId: string, executorId: string): void {
  const path = `${executors(sessionId)}/${encodeURIComponent(executorId)}`
  // Nobody is left to be told of a failure; the lease then runs out by itself.
  fetch(path, { method: 'DELETE', keepalive: true, credentials: 'same-origin' }).catch(() => undefined)
}

export const postToolResult = (body: { bridgeId: string; requestId: string; result: Envelope }) =>
  call(Anything, '/api/ai/tool-result', { method: 'POST', body })

/** Where a picture of a chat is read. */
export const pictureUrl = (sessionId: string, hash: string) =>
  `/api/ai/sessions/${encodeURIComponent(sessionId)}/images/${encodeURIComponent(hash)}`
