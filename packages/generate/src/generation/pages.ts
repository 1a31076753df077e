import type { Documents } from '@atelier/documents'
import { pageFileName, pages, siteUtilities } from '@atelier/site'
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

/** Whether the site of a project styles utility classes itself. */
export async function hasUtilities(documents: Documents, project: SiteOf): Promise<boolean> {
  const site = await documents.inProject(project.id).open(project.site_document_id)
  return site !== undefined && siteUtilities(site) !== undefined
}
