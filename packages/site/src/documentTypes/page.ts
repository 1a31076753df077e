import type { ChangedDocument, DocumentType } from '@atelier/documents'
import { pageLines } from '../diff/page.ts'
import { siteUndoGuard } from '../diff/undoGuard.ts'
import { siteUndoMerge } from '../diff/undoMerge.ts'
import { page } from '../document/pages.ts'
import { checkPageValue } from '../validate/page.ts'
import { lockedPageReason } from './locked.ts'
import { siteType } from './site.ts'

/** One tree of nodes: a page, a template or a visual component. */
export const pageType: DocumentType = {
  kind: 'page',
  version: 1,
  writtenByTabs: true,
  accepts: checkPageValue,
  undoGuard: siteUndoGuard,
  undoMerge: siteUndoMerge,
  lockedReason: lockedPageReason,
  describe: ({ documentId, patches, before, after }, all) => ({
    title: pageTitle(documentId, all),
    lines: pageLines(
      patches.map(({ key }) => key),
      before,
      after,
    ),
  }),
}

/** The title from the site's list of pages, if the site is among the changed documents. */
function pageTitle(pageId: string, all: readonly ChangedDocument[]): string {
  for (const { kind, before, after } of all) {
    if (kind !== siteType.kind) continue
    const entry = page(after, pageId) ?? page(before, pageId)
    if (entry && entry.kind !== 'component') return entry.title
  }
  return 'Page'
}
