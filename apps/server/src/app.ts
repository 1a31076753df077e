import { randomUUID } from 'node:crypto'
import { readHealth, readOpenApi } from '@atelier/api'
import { openApiDocument } from '@atelier/api/openapi'
import { UnreadableDocument } from '@atelier/documents'
import { Hono } from 'hono'
import { authRoutes } from './account/routes.ts'
import { approvalRoutes } from './ai/approvals/routes.ts'
import { bridgeRoutes } from './ai/bridge/routes.ts'
import { providerRoutes } from './ai/models/providerRoutes.ts'
import { sessionRoutes } from './ai/runs/sessionRoutes.ts'
import { serviceRoutes } from './ai/services/routes.ts'
import { usageRoutes } from './ai/usage/routes.ts'
import { type Environment, signedIn } from './auth/environment.ts'
import { partRoutes } from './cad/routes.ts'
import type { Services } from './compose/app.ts'
import { FORM_PATHS, formRoutes } from './content/forms/routes.ts'
import { formSettingRoutes } from './content/forms/settingRoutes.ts'
import { repositoryRoutes, webhookRoutes } from './content/repository/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { webhookSettingRoutes } from './content/webhooks/routes.ts'
import { conversationKeyRoutes } from './conversation/keyRoutes.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { storageFailure } from './database/failure.ts'
import { generationRoutes } from './generations/routes.ts'
import { callerAddress, isUntrustedProxy } from './http/callerAddress.ts'
import { compressedAnswers } from './http/compression.ts'
import { securityHeaders } from './http/guard.ts'
import { notFound, Refusal } from './http/refusal.ts'
import { studioFiles } from './http/studio.ts'
import { importRoutes } from './import/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { previewRoutes } from './preview/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { checkRoutes } from './publish/checkRoutes.ts'
import { domainRoutes } from './publish/domainRoutes.ts'
import { publishRoutes } from './publish/routes.ts'
import { readApiRoutes } from './readApi/routes.ts'
import { openStreams, openStreamsMount } from './streams/openStreams.ts'
import { versionRoutes } from './versions/routes.ts'
import { createMount } from './workspaces/mount.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
export interface AppOptions {
  /** How long a long-poll on the open streams waits; the protocol's default when absent. */
  longPollTimeoutMs?: number
}

/** The studio's HTTP app; tests drive it with `app.request()`. */
export function createApp(services: Services, options: AppOptions = {}): Hono<Environment> {
  const { log, guard } = services
  const app = new Hono<Environment>()

  let proxyNamed = false
  app.use('*', async (context, next) => {
    const requestId = randomUUID()
    const began = performance.now()
    context.set('requestId', requestId)
    const { headers } = context.req.raw
    context.set('address', callerAddress(services.config, context.env, headers))
    if (!proxyNamed && isUntrustedProxy(services.config, context.env, headers)) {
      proxyNamed = true
      log.warn('a proxy is not named in ATELIER_TRUSTED_PROXIES, so that all who come through it share its limits')
    }
    await next()
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
    context.res.headers.set('X-Request-Id', requestId)
    const { method, path } = context.req
    // Answers to signed-in users must not stay in any cache, neither in the browser nor on the way.
    if (path.startsWith('/api/') && !context.res.headers.has('Cache-Control')) {
      context.res.headers.set('Cache-Control', 'no-store')
    }
    const line = { requestId, method, path, status: context.res.status, ms: Math.round(performance.now() - began) }
    if (path.startsWith('/api/')) log.info({ ...line, userId: context.get('identity')?.userId }, 'request')
    else log.debug(line, 'request')
  })

  const mount = createMount(services)
  mount(app, readHealth, () => ({ status: 'ok', version: services.version }))
  if (services.config.openStreams) {
    const { streams: store, now, stopping: signal } = services
    app.route(openStreamsMount, openStreams({ store, now, signal, longPollTimeoutMs: options.longPollTimeoutMs }))
  }

  app.use('*', async (context, next) => {
    // Nothing has such a name, and Postgres takes the character in no text.
    if (/%00/.test(context.req.url)) throw notFound('address')
    const { headers } = context.req.raw
    const host = headers.get('host') ?? new URL(context.req.url).host
    if (!guard.allowedHost(host)) {
      throw new Refusal(403, 'forbidden_host', `This server is not reached as "${host}".`, {
        hint: `Open it as ${guard.origins[0]}, or set ATELIER_ORIGIN to the address that you use.`,
      })
    }
    // Keys of the Conversation API name the origins that they answer, and cookies mean nothing there.
    if (/^\/api\/(conversation|content)\//.test(context.req.path)) return next()
    // Pages of published sites send their forms there, and cookies mean nothing.
    if (context.req.path.startsWith(FORM_PATHS)) return next()
    const guarded = !reading.has(context.req.method) || context.req.path.endsWith('/stream')
    if (guarded && !guard.allowedOrigin(headers)) {
      throw new Refusal(403, 'forbidden_origin', 'A page of another origin may not do this in your name.')
    }
    await next()
  })

  app.use('/api/*', compressedAnswers())
  mount(app, readOpenApi, () => openApiDocument(services.version))
  app.route('/', authRoutes(services))
  app.route('/', peopleRoutes(services))
  // Before those of projects, which ask for a session.
  app.route('/', conversationRoutes(services))
  app.route('/', readApiRoutes(services))
  app.route('/', webhookRoutes(services))
  app.route('/', formRoutes(services))
  app.route('/', projectRoutes(services))
  app.route('/', importRoutes(services))
  app.route('/', checkRoutes(services))
  app.route('/', publishRoutes(services))
  app.route('/', domainRoutes(services))
  app.route('/', versionRoutes(services))
  app.route('/', generationRoutes(services))
  app.route('/', contentRoutes(services))
  app.route('/', conversationKeyRoutes(services))
  app.route('/', formSettingRoutes(services))
  app.route('/', webhookSettingRoutes(services))
  app.route('/', repositoryRoutes(services))
  app.route('/', partRoutes(services))
  app.route('/', mediaRoutes(services))
  app.route('/', previewRoutes(services))
  app.use('/api/ai/*', signedIn(services))
  app.route('/', providerRoutes(services))
  app.route('/', serviceRoutes(services))
  app.route('/', usageRoutes(services))
  app.route('/', sessionRoutes(services))
  app.route('/', approvalRoutes(services))
  app.route('/', bridgeRoutes(services))
  app.all('/api/*', () => {
    throw notFound('route')
  })
  app.route('/mcp', mcpRoutes(services))
  if (services.studioDir) app.route('/', studioFiles(services.studioDir))
  app.notFound((context) => context.json(notFound('page').body, 404))

  app.onError((error, context) => {
    if (error instanceof Refusal) {
      for (const [name, value] of Object.entries(error.headers)) context.header(name, value)
      return context.json(error.body, error.status)
    }
    if (error instanceof UnreadableDocument) {
      return context.json({ error: { code: error.code, message: error.message } }, 409)
    }
    const requestId = context.get('requestId')
    log.error({ requestId, err: error, path: context.req.path }, 'a request failed')
    const unstored = storageFailure(error)
    if (unstored) return context.json({ error: unstored }, 503)
    return context.json(
      {
        error: {
          code: 'internal',
          message: 'Something went wrong on the server.',
          hint: `The log has the details under ${requestId}.`,
        },
      },
      500,
    )
  })
  return app
}
