export { DIRECTIONS, directionOf, shownHtmlAttributes } from '../document/direction.ts'
export { DATA_TYPES, type DataBlock, type DataType, dataBlockProblem } from './dataBlocks.ts'
export { viewOfFields } from './fields.ts'
export type { BlobFile, KeptFile, PublishedFile, ReleaseFile, TextFile } from './files.ts'
export type { StoredFields } from './library.ts'
export { type HeadItem, type PageHead, renderPage } from './page.ts'
export { type BuiltAsset, type BuiltCode, type PageCode, pageCode, publishedCodePath } from './pageCode.ts'
export { renderPreview } from './preview.ts'
export { rebaseCss, rebaseHtml } from './rebase.ts'
export { ReleaseRecord } from './record.ts'
export {
  type CheckedRedirect,
  checkedRedirects,
  REDIRECT_STATUSES,
  type Redirect,
  recordRedirect,
  redirectPage,
  redirectPath,
  redirects,
  redirectsFile,
} from './redirects.ts'
export {
  type PublishReport,
  type ReleaseOptions,
  type RenderedRelease,
  renderRelease,
  type SiteSource,
} from './release.ts'
export {
  type PageSettings,
  pageSettings,
  readBaseUrl,
  type SiteSettings,
  siteSettings,
} from './settings.ts'
