import type { PartRequest, PublishedPart } from '../context/parts.ts'

/** How composed pages get the files of a part; undefined for one that has none. */
export interface PartView {
  show(request: PartRequest): PublishedPart | undefined
  problemOf(request: PartRequest): string | undefined
}
