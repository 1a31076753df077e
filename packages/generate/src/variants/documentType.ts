import type { DocumentType } from '@atelier/documents'
import { readVariants } from './variants.ts'

/** Three variants of a section that wait for a choice. Written by the server only. */
export const variantsType: DocumentType = {
  kind: 'variants',
  version: 1,
  accepts: () => undefined,
  describe: ({ before, after }) => {
    const title = `Variants of ${readVariants(after)?.section.title ?? 'a section'}`
    const [was, is] = [readVariants(before)?.state, readVariants(after)?.state]
    const lines = {
      taken: [{ kind: 'changed' as const, what: 'variants', label: 'One was taken', part: 'state' }],
      dismissed: [{ kind: 'changed' as const, what: 'variants', label: 'The present section was kept', part: 'state' }],
    }
    return { title, lines: was !== is && (is === 'taken' || is === 'dismissed') ? lines[is] : [] }
  },
}
