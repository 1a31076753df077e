export { type PageHead, renderPage } from './page.ts'
export { rebaseCss, rebaseHtml } from './rebase.ts'
export { type PublishedFile, type PublishReport, publishSite, type SiteContent } from './site.ts'
