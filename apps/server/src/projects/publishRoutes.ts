import type { Finding } from '@atelier/site'
import { Hono } from 'hono'
import { streamText } from 'hono/streaming'
import type { Environment } from '../auth/environment.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import type { Log } from '../log/log.ts'
import type { Publisher, PublishOutcome, Release } from '../publish/publisher.ts'
import { projectAccess } from '../workspaces/access.ts'
import type { ProjectRow, Workspaces } from '../workspaces/workspaces.ts'

interface PublishServices {
  publisher: Publisher
  log: Log
  siteUrl(slug: string): string
  workspaces: Workspaces
}

/** Publishing a project, and its releases. */
export function publishRoutes(services: PublishServices): Hono<Environment> {
  const { publisher } = services
  const routes = new Hono<Environment>()
  const shown = (project: ProjectRow, release: Release) => ({ ...release, url: services.siteUrl(project.slug) })

  routes.post('/projects/:id/publish', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const answer = (outcome: PublishOutcome) => {
      if (!outcome.ok) throw held(outcome.findings)
      return { ...shown(project, outcome.release), report: outcome.report }
    }
    const despiteFindings = context.req.query('despite') === 'findings'
    if (!context.req.header('accept')?.includes('application/x-ndjson')) {
      return context.json(answer(await publisher.publish(project.id, identity.userId, { despiteFindings })), 201)
    }
    context.header('Content-Type', 'application/x-ndjson')
    return streamText(context, async (stream) => {
      const say = (line: object) => stream.write(`${JSON.stringify(line)}\n`)
      try {
        const outcome = await publisher.publish(project.id, identity.userId, {
          despiteFindings,
          onProgress: (progress) => void say({ type: 'progress', ...progress }),
        })
        await say({ type: 'release', release: answer(outcome) })
      } catch (error) {
        if (!(error instanceof Refusal)) services.log.error({ err: error }, 'publishing failed')
        const failure =
          error instanceof Refusal ? error : new Refusal(500, 'internal', 'Publishing failed; what was online stays.')
        await say({ type: 'error', ...failure.body })
      }
    })
  })

  routes.get('/projects/:id/releases', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    return context.json({ releases: (await publisher.list(project.id)).map((release) => shown(project, release)) })
  })

  routes.post('/projects/:id/releases/:releaseId/restore', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const release = await publisher.restore(project.id, context.req.param('releaseId'))
    if (!release) throw notFound('release')
    return context.json(shown(project, release))
  })

  routes.delete('/projects/:id/releases/:releaseId', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const removed = await publisher.removeRelease(project.id, context.req.param('releaseId'))
    if (removed === 'live') {
      throw conflict('release_live', 'Visitors see this release now.', 'Publish again or put another one back first.')
    }
    if (!removed) throw notFound('release')
    return context.body(null, 204)
  })

  routes.get('/projects/:id/export', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    const body = await publisher.archive(project.id)
    return new Response(body, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="site.zip"; filename*=UTF-8''${encodeURIComponent(project.slug)}.zip`,
      },
    })
  })

  return routes
}

/** What the project's gates refuse: the findings, in words. */
function held(findings: readonly Finding[]): Refusal {
  const shown = findings.slice(0, 20).map(({ message }) => message)
  const more = findings.length > shown.length ? [`and ${findings.length - shown.length} more`] : []
  return new Refusal(
    409,
    'publish_held',
    `The checks keep this site from being published: ${[...shown, ...more].join(' ')}`,
    {
      hint: 'Mend them, change the gates in the site settings, or publish with ?despite=findings.',
    },
  )
}
