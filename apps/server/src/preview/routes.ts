import { buildCode, openPreview, readPreview, showPreview } from '@atelier/api'
import { homePage, pageAddress, page as pageEntry, pagePath, rebaseCss, rebaseHtml } from '@atelier/site'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import type { CodeBuilder } from '../code/bundle.ts'
import type { Config } from '../config/config.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { MediaFiles } from '../media/files.ts'
import { contentTypeOf, serveFile } from '../media/serve.ts'
import type { Projects } from '../projects/projects.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { allowKeptScroll, withKeptScroll } from './keptScroll.ts'
import type { Previews } from './previews.ts'

interface PreviewServices extends MountServices {
  previews: Previews
  projects: Projects
  code: CodeBuilder
  config: Config
  mediaFiles: MediaFiles
}

/**
 * A page as visitors will see it, with the site's own scripts running, and what became of those scripts. It lies under
 * a token instead of a session, since its document is a sandbox of no origin: no cookie is sent from it or can be read
 * in it, and it may not ask the studio for anything.
 */
export function previewRoutes(services: PreviewServices): Hono<Environment> {
  const { previews, projects, code } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  /** The address of a new preview of a page, of the home page if none is named. */
  const pageUrl = async (project: ProjectRow, identity: Identity, pageId: string | undefined): Promise<string> => {
    const site = await projects.view(project, project.site_document_id)
    const home = site && homePage(site)
    const entry = pageId === undefined ? home : site && pageEntry(site, pageId)
    if (!entry) throw notFound('page')
    const path = entry.kind === 'page' ? pagePath(entry, entry.id === home?.id) : undefined
    if (path === undefined) {
      throw new Refusal(400, 'invalid_input', 'Only a page that visitors can reach has a preview.', {
        path: '/pageId',
        hint: 'Open a page that uses this template or component.',
      })
    }
    return `${prefixOf(previews.open(project.id, identity))}${pageAddress(path)}`
  }

  mount(
    routes,
    openPreview,
    async ({ identity, access: { project, restriction }, body: { pageId, entry: chosen } }) => {
      if (chosen) {
        // A preview shows whole pages, so that nothing could be left out of them.
        if (restriction)
          throw new Refusal(403, 'forbidden', 'A key that is limited to some content previews no entries.')
        const { locale: _, ...entry } = chosen
        const path = await previews.entryPath(project.id, chosen)
        if (path === undefined) {
          throw new Refusal(404, 'no_page', 'This entry has no page on the site.', {
            hint: 'Its model needs a route, and the site a template of that model.',
          })
        }
        return { url: `${prefixOf(previews.open(project.id, identity, entry))}${pageAddress(path)}` }
      }
      return { url: await pageUrl(project, identity, pageId) }
    },
  )

  mount(routes, showPreview, async ({ identity, access: { project }, params: { pageId }, context }) => {
    context.header('Cache-Control', 'no-store')
    context.header('Referrer-Policy', 'no-referrer')
    return context.redirect(await pageUrl(project, identity, pageId), 302)
  })

  mount(routes, buildCode, async ({ access: { project } }) => {
    const site = await projects.view(project, project.site_document_id)
    if (!site) throw notFound('project')
    const { assets, problems } = await code.build(project.id, site)
    const files = [...assets].map(([assetId, { path, text }]) => ({
      assetId,
      path,
      bytes: Buffer.byteLength(text),
    }))
    return { files, problems }
  })

  mount(routes, readPreview, async ({ params: { token }, context }) => {
    const preview = await previews.of(token)
    // A user who lost the project meanwhile no longer sees any of it.
    if (!preview || !(await services.workspaces.access(preview.identity, preview.projectId))) throw notFound('preview')
    const prefix = prefixOf(token)
    const path = decodePreviewPath(context.req.path.slice(context.req.path.indexOf(token) + token.length + 1))
    const file = path === undefined ? undefined : await previews.file(token, path)
    if (!file) throw notFound('page')
    const headers = {
      'Content-Type': contentTypeOf(file.contentType.split(';')[0] ?? ''),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // To a document of no origin everything is another's.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    if ('blob' in file) {
      const { projectId } = preview
      const served = await serveFile(services.mediaFiles, context.req.raw, {
        projectId,
        hash: file.blob,
        type: file.contentType,
        name: file.path.slice(file.path.lastIndexOf('/') + 1),
        immutable: false,
      })
      if (!served) throw notFound('file')
      for (const [name, value] of Object.entries(headers)) served.headers.set(name, value)
      return served
    }
    if (file.contentType.startsWith('text/css')) return context.body(rebaseCss(file.text, prefix), 200, headers)
    if (!file.contentType.startsWith('text/html')) return context.body(file.text, 200, headers)
    const own = `${services.config.origin ?? new URL(context.req.url).origin}${prefix}/`
    return context.body(withKeptScroll(rebaseHtml(file.text, prefix)), 200, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': previewPolicy(file.policy ?? "default-src 'self'", own),
    })
  })

  return routes
}

const prefixOf = (token: string) => `/api/preview/${token}`

/**
 * A page's own policy, narrowed: its own origin is only this preview and not the studio beside it, and even if it is
 * opened by itself it is a sandbox that may run scripts and nothing else.
 */
export function previewPolicy(policy: string, own: string): string {
  const parts = policy
    .split('; ')
    .map((part) => (part.startsWith('frame-ancestors') ? "frame-ancestors 'self'" : part.replaceAll("'self'", own)))
    .map(allowKeptScroll)
  return [...parts, 'sandbox allow-scripts'].join('; ')
}

function decodePreviewPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return undefined
  }
}
