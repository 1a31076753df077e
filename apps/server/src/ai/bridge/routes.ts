import { Hono } from 'hono'
import { Type } from 'typebox'
import type { Environment, RequestContext } from '../../auth/environment.ts'
import { readInput } from '../../http/input.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { projectAccess } from '../../workspaces/access.ts'
import type { Workspaces } from '../../workspaces/workspaces.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Bridge } from './bridge.ts'
import { maxResultBytes, readResult, ToolResult } from './result.ts'
import { tabLeaseMs } from './tabs.ts'

interface BridgeServices {
  bridge: Bridge
  blobs: Blobs
  sessions: Sessions
  workspaces: Workspaces
}

const ExecutorId = Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' })
const Executor = Type.Object({ executorId: ExecutorId, kind: Type.Literal('view') })

/** Tabs that carry out calls, their answers, and the pictures of conversations. */
export function bridgeRoutes(services: BridgeServices): Hono<Environment> {
  const { bridge, blobs, sessions } = services
  const routes = new Hono<Environment>()

  /** The caller's session; with `write`, only if the caller may change the project. */
  const ownSession = async (context: RequestContext, id: string, write: boolean) => {
    const identity = context.get('identity')
    const row = await sessions.find(identity, id)
    if (!row) throw notFound('session')
    if (row.project_id) {
      await projectAccess(services, identity, row.project_id, 'ai.chat').catch(() => {
        throw notFound('session')
      })
      if (write) await projectAccess(services, identity, row.project_id, 'ai.tools.write')
    }
    return row
  }

  routes.post('/sessions/:id/executors', async (context) => {
    const row = await ownSession(context, context.req.param('id'), true)
    const { executorId } = await readInput(context, Executor)
    const { holds } = await bridge.tabs.beat({ id: executorId, sessionId: row.id, userId: row.user_id })
    return context.json({ holds, leaseMs: tabLeaseMs })
  })

  routes.delete('/sessions/:id/executors/:executorId', async (context) => {
    const row = await ownSession(context, context.req.param('id'), false)
    await bridge.tabs.leave(row.id, context.req.param('executorId'))
    return context.body(null, 204)
  })

  routes.post('/tool-result', async (context) => {
    const body = await readInput(context, ToolResult, maxResultBytes)
    const request = await bridge.requests.find(body.requestId)
    if (!request || request.bridge_id !== body.bridgeId) throw notFound('request')
    await ownSession(context, request.session_id, true).catch((error) => {
      throw error instanceof Refusal && error.status === 404 ? notFound('request') : error
    })
    const read = readResult(body.result)
    if ('issue' in read) {
      const { status, code, message, ...extra } = read.issue
      throw new Refusal(status, code, message, extra)
    }
    const outcome = await bridge.requests.answer(body.requestId, read.result)
    if (outcome === 'gone') throw notFound('request: nobody waits for its result any more')
    return context.json({ accepted: outcome === 'accepted' })
  })

  routes.get('/sessions/:id/images/:hash', async (context) => {
    const row = await ownSession(context, context.req.param('id'), false)
    const blob = await blobs.load(row.id, context.req.param('hash'))
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
