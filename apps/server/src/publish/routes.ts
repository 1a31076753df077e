import { deleteRelease, exportSite, listReleases, publish, restoreRelease } from '@atelier/api'
import type { Finding } from '@atelier/site'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import type { Environment } from '../auth/environment.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import type { Log } from '../log/log.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import type { Publisher, PublishOptions, PublishOutcome, Release } from './publisher.ts'

interface PublishServices extends MountServices {
  publisher: Publisher
  log: Log
  siteUrl(slug: string): string
}

/** Publishing a project, and its releases. */
export function publishRoutes(services: PublishServices): Hono<Environment> {
  const { publisher } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  const shown = (project: ProjectRow, { versionId: _, ...release }: Release) => ({
    ...release,
    url: services.siteUrl(project.slug),
  })

  mount(routes, publish, async ({ identity, access: { project }, query: { despite, only }, context }) => {
    const answer = (outcome: PublishOutcome) => {
      if (!outcome.ok && outcome.problem !== undefined) throw conflict('not_published', outcome.problem)
      if (!outcome.ok) throw held(outcome.findings)
      return {
        ...shown(project, outcome.release),
        report: outcome.report,
        ...(outcome.unchanged ? { unchanged: true } : {}),
      }
    }
    const options: PublishOptions = {
      despiteFindings: despite === 'findings',
      ...(only === 'content' ? { only } : {}),
    }
    if (!context.req.header('accept')?.includes('application/x-ndjson')) {
      return answer(await publisher.publish(project.id, identity.userId, options))
    }
    context.header('Content-Type', 'application/x-ndjson')
    return stream(context, async (out) => {
      const say = (line: object) => out.write(`${JSON.stringify(line)}\n`)
      try {
        const outcome = await publisher.publish(project.id, identity.userId, {
          ...options,
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

  mount(routes, listReleases, async ({ access: { project } }) => ({
    releases: (await publisher.list(project.id)).map((release) => shown(project, release)),
  }))

  mount(routes, restoreRelease, async ({ access: { project }, params: { releaseId } }) => {
    const release = await publisher.restore(project.id, releaseId)
    if (!release) throw notFound('release')
    return shown(project, release)
  })

  mount(routes, deleteRelease, async ({ access: { project }, params: { releaseId } }) => {
    const removed = await publisher.removeRelease(project.id, releaseId)
    if (removed === 'live') {
      throw conflict('release_live', 'Visitors see this release now.', 'Publish again or put another one back first.')
    }
    if (!removed) throw notFound('release')
  })

  mount(routes, exportSite, async ({ access: { project } }) => {
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

/** The refusal of the project's gates: the findings, in words. */
function held(findings: readonly Finding[]): Refusal {
  const shown = findings.slice(0, 20).map(({ message }) => message)
  const more = findings.length > shown.length ? [`and ${findings.length - shown.length} more`] : []
  return new Refusal(
    409,
    'publish_held',
    `The checks keep this site from being published: ${[...shown, ...more].join(' ')}`,
    {
      hint: 'Fix them, change the gates in the site settings, or publish with ?despite=findings.',
    },
  )
}
