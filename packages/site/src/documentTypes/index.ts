import { pageType } from './page.ts'
import { siteType } from './site.ts'

export { pageType, siteType }

/** The types of document that a website consists of. */
export const siteDocumentTypes = [siteType, pageType] as const

/** Their kinds. */
export const siteKinds: readonly string[] = siteDocumentTypes.map(({ kind }) => kind)
