import type { View } from '@atelier/documents'
import type { Steps } from '@atelier/operation'

import { repeatedBlocks } from './blocks.ts'
import { repeatedInlineStyles } from './inlineStyles.ts'
import { readTidySite, type TidyDocument, type TidyProposal } from './proposal.ts'
import { repeatedRules } from './rules.ts'
import { valuesWorthTokens } from './values.ts'

/**
 * The tidying of a site that does not change what visitors see: repeated styles of elements and equal rules become
 * classes, repeated values tokens, blocks that several pages contain components. The calls of each proposal are those of
 * one `batch`. Carry proposals out in their order; one that is left out, or refused, holds no other one back. The same
 * site has the same proposals. Run it by `inSlices`: a large site takes some time.
 * @param documents all of the site
 * @param own the documents whose content may change; all by default
 */
export function* planTidy(
  site: View,
  documents: readonly TidyDocument[],
  own?: ReadonlySet<string>,
): Steps<TidyProposal[]> {
  const read = yield* readTidySite(site, documents, own)
  const styles = yield* repeatedInlineStyles(read)
  // Rules and values are those of all pages.
  if (own) return [...styles, ...(yield* repeatedBlocks(read))]
  const rules = yield* repeatedRules(read)
  const values = valuesWorthTokens(read)
  // Last: what moves into a component gets ids of its own.
  return [...styles, ...rules, ...values, ...(yield* repeatedBlocks(read))]
}
