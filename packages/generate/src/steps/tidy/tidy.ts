import type { View } from '@atelier/documents'
import { repeatedBlocks } from './blocks.ts'
import { repeatedInlineStyles } from './inlineStyles.ts'
import { readTidySite, type TidyDocument, type TidyProposal } from './proposal.ts'
import { repeatedRules } from './rules.ts'
import { valuesWorthTokens } from './values.ts'

/**
 * What can be tidied up in a site without changing what visitors see: repeated styles of elements and equal rules become
 * classes, repeated values tokens, blocks that stand on several pages components. The calls of each proposal are those
 * of one `batch`. Carry proposals out in their order; one that is left out, or refused, holds no other one back.
 * The same site has the same proposals.
 */
export function planTidy(site: View, documents: readonly TidyDocument[]): TidyProposal[] {
  const read = readTidySite(site, documents)
  return [
    ...repeatedInlineStyles(read),
    ...repeatedRules(read),
    ...valuesWorthTokens(read),
    // Last: what moves into a component gets ids of its own.
    ...repeatedBlocks(read),
  ]
}
