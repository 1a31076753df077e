import { pageType } from './page.ts'
import { siteType } from './site.ts'

export { pageType, siteType }

/** The kinds of document that a website consists of. */
export const siteDocumentTypes = [siteType, pageType] as const
