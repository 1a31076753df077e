import type { View } from '@atelier/documents'

/** The site as it was when its live release was made. */
export interface OnlineSite {
  readonly site: View
  /** A page, template or component as it was; undefined if it was not there. */
  open(documentId: string): Promise<View | undefined>
  /** Whether the content of a document is now as it was. */
  isSame(documentId: string): Promise<boolean>
  /** Whether the title, the address, the settings or the styles of a page itself have changed. */
  isOwnChanged(pageId: string): boolean
  /** Whether styles, tokens or settings that all pages share have changed. */
  readonly isSharedChanged: boolean
}

/** The sites that visitors see. */
export interface OnlineSites {
  /** `nothing` if the site was never published, `unknown` if the version of its live release is no longer kept. */
  find(project: { id: string; siteDocumentId: string }): Promise<OnlineSite | 'nothing' | 'unknown'>
}
