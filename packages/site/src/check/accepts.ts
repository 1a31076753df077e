import type { DocumentKind, Json } from '@atelier/documents'
import { checkPageValue } from './page.ts'
import type { ReadValue } from './shapes.ts'
import { checkSiteValue } from './site.ts'

/**
 * What is wrong with a value that a client writes into a live document, as a sentence; undefined where nothing is.
 * Scripts, event handlers, URLs that run something, values that are too large and keys or shapes that mean nothing are
 * refused. Whatever the operations of this package write passes.
 *
 * @param read what the document holds, with the values that come together with this one. It decides what an edit of an
 *   attribute is an edit of; without it the strictest answer holds
 */
export function acceptsPatch(
  kind: DocumentKind,
  key: string,
  value: Json,
  read: ReadValue = () => undefined,
): string | undefined {
  switch (kind) {
    case 'page':
      return checkPageValue(key, value, read)
    case 'site':
      return checkSiteValue(key, value)
    default:
      return undefined
  }
}
