import type { DocumentType } from '@atelier/documents'
import { siteLines } from '../diff/site.ts'
import { siteUndoGuard } from '../diff/undoGuard.ts'
import { siteName } from '../document/pages.ts'
import { checkSiteValue } from '../validate/site.ts'
import { lockedSiteReason } from './locked.ts'

/** The document shared by all pages of a site: settings, the list of pages, styles, tokens, media and code. */
export const siteType: DocumentType = {
  kind: 'site',
  version: 1,
  writtenByTabs: true,
  accepts: checkSiteValue,
  undoGuard: siteUndoGuard,
  lockedReason: lockedSiteReason,
  describe: ({ patches, before, after }) => ({
    title: siteName(after),
    lines: siteLines(
      patches.map(({ key }) => key),
      before,
      after,
    ),
  }),
}
