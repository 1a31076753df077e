import type { Documents } from '@atelier/documents'
import { isLocked, lockedNodes, pageFileName, pages, siteUtilities } from '@atelier/site'
import type { FileCall } from './siteFiles.ts'

type SiteOf = FileCall['project']

/** The pages of a project's site. */
export async function sitePages(documents: Documents, project: SiteOf) {
  const site = await documents.inProject(project.id).open(project.site_document_id)
  return site ? pages(site).filter(({ kind }) => kind === 'page') : []
}

/** The document of a page by the name of its file; undefined if there is none. */
export async function pageOfFile(documents: Documents, project: SiteOf, filename: string): Promise<string | undefined> {
  const found = (await sitePages(documents, project)).find((page) => pageFileName(page) === filename)
  return found?.id
}

/** The names of a site's pages as files. */
export async function pageFiles(documents: Documents, project: SiteOf): Promise<string[]> {
  return (await sitePages(documents, project)).map(pageFileName)
}

/** Whether a page, or a part of it, is locked for the agent. */
export async function holdsLock(documents: Documents, project: SiteOf, filename: string): Promise<boolean> {
  const id = await pageOfFile(documents, project, filename)
  const site = await documents.inProject(project.id).open(project.site_document_id)
  return id !== undefined && site !== undefined && (isLocked(site, id) || lockedNodes(site, id).size > 0)
}

/** Whether the site of a project styles utility classes itself. */
export async function hasUtilities(documents: Documents, project: SiteOf): Promise<boolean> {
  const site = await documents.inProject(project.id).open(project.site_document_id)
  return site !== undefined && siteUtilities(site) !== undefined
}
