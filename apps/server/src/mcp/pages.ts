import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Identity } from '../auth/identity.ts'
import type { CallServices } from '../operations/callOperation.ts'
import { callOperation } from '../operations/callOperation.ts'
import type { Scopes } from '../operations/scopes.ts'
import type { Projects } from '../projects/projects.ts'
import type { Access } from '../workspaces/workspaces.ts'

interface PageServices extends CallServices {
  projects: Projects
  scopes: Scopes
}

/** A page as a resource of the protocol. */
export interface PageResource {
  uri: string
  name: string
  title: string
  mimeType: string
}

const address = /^atelier:\/\/projects\/([^/]+)\/pages\/([^/]+)$/

const Part = Type.Object({
  html: Type.String(),
  css: Type.String(),
  pageInfo: Type.Object({ nextPart: Type.Union([Type.Number(), Type.Null()]) }),
})

/** The pages of a project, if the caller may read them. */
export async function listPages(services: PageServices, { project, capabilities }: Access): Promise<PageResource[]> {
  if (!capabilities.has('document.read')) return []
  const pages = await services.projects.pages(project)
  return pages.map(({ documentId, title, slug }) => ({
    uri: `atelier://projects/${project.id}/pages/${documentId}`,
    name: `${project.slug}/${slug}`,
    title: `${title} (${project.name})`,
    mimeType: 'text/html',
  }))
}

/** The page as `read_document` returns it, all parts of it; undefined if the caller has no such page. */
export async function readPage(
  services: PageServices,
  identity: Identity,
  accesses: readonly Access[],
  uri: string,
): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  const [, projectId, documentId] = address.exec(uri) ?? []
  const access = accesses.find(({ project }) => project.id === projectId)
  const operation = services.scopes.bound('site.read_document')
  if (!access || documentId === undefined || !operation) return undefined
  if (!(await services.projects.pages(access.project)).some((page) => page.documentId === documentId)) return undefined
  let html = ''
  let css = ''
  for (let part: number | null = 1; part !== null; ) {
    const input = { document: { type: 'page', id: documentId }, part }
    const { result } = await callOperation(services, { identity, access, operation, input, focus: {} })
    if (!result.ok) return undefined
    const read = Value.Parse(Part, result.data)
    html += read.html
    css += read.css
    part = read.pageInfo.nextPart
  }
  return { uri, mimeType: 'text/html', text: css === '' ? html : `<style>\n${css}\n</style>\n${html}` }
}
