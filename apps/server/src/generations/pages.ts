import type { Documents } from '@atelier/documents'
import { pageFileName, pages } from '@atelier/site'

async function pagesOf(documents: Documents, siteId: string) {
  const site = await documents.open(siteId)
  return site ? pages(site.view).filter(({ kind }) => kind === 'page') : []
}

/** The document of a page by the name of its file; undefined if there is none. */
export async function pageOfFile(documents: Documents, siteId: string, filename: string): Promise<string | undefined> {
  const found = (await pagesOf(documents, siteId)).find((page) => pageFileName(page) === filename)
  return found?.id
}

/** The names of a site's pages as files. */
export async function pageFiles(documents: Documents, siteId: string): Promise<string[]> {
  return (await pagesOf(documents, siteId)).map(pageFileName)
}
