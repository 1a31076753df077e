import { postToolResult, readPicture, registerExecutor, removeExecutor } from '@atelier/api'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { projectAccess } from '../../workspaces/access.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Bridge } from './bridge.ts'
import { readResult } from './result.ts'
import { tabLeaseMs } from './tabs.ts'

interface BridgeServices extends MountServices {
  bridge: Bridge
  blobs: Blobs
  sessions: Sessions
}

/** Tabs that carry out calls, their answers, and the pictures of conversations. */
export function bridgeRoutes(services: BridgeServices): Hono<Environment> {
  const { bridge, blobs, sessions } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services, services.sessions)

  mount(routes, registerExecutor, async ({ session, body: { executorId, serves } }) => {
    const { holds } = await bridge.tabs.beat({ id: executorId, sessionId: session.id, userId: session.user_id, serves })
    return { holds, leaseMs: tabLeaseMs }
  })

  mount(routes, removeExecutor, async ({ session, params: { executorId } }) => {
    await bridge.tabs.leave(session.id, executorId)
  })

  mount(routes, postToolResult, async ({ identity, body }) => {
    const request = await bridge.requests.find(body.requestId)
    if (!request || request.bridge_id !== body.bridgeId) throw notFound('request')
    const session = await sessions.find(identity, request.session_id)
    if (!session) throw notFound('request')
    if (session.project_id)
      await projectAccess(services, identity, session.project_id, 'ai.tools.write').catch((error) => {
        throw error instanceof Refusal && error.status === 404 ? notFound('request') : error
      })
    const read = readResult(body.result)
    if ('issue' in read) {
      const { status, code, message, ...extra } = read.issue
      throw new Refusal(status, code, message, extra)
    }
    const outcome = await bridge.requests.answer(body.requestId, read.result)
    if (outcome === 'gone') throw notFound('request: its result is no longer awaited')
    return { accepted: outcome === 'accepted' }
  })

  mount(routes, readPicture, async ({ session, params: { hash }, context }) => {
    const blob = await blobs.load(session.id, hash)
    if (!blob) throw notFound('picture')
    return context.body(new Uint8Array(blob.bytes), 200, {
      'Content-Type': blob.mimeType,
      // Its address is its content, but who may read it can change.
      'Cache-Control': 'private, max-age=3600',
      'Content-Disposition': 'inline',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
  })

  return routes
}
