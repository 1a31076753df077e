import type { View } from '@atelier/documents'
import { rulesFor, summarize } from '../css/applying.ts'
import { printRules } from '../css/printCss.ts'
import type { PageTree } from '../document/tree.ts'
import { type Cleaned, shortenValue } from './shorten.ts'

/**
 * The CSS that can apply to a page, one text per top rule, in order, long data URLs shortened. No text is longer than
 * `budget` characters of JSON.
 */
export function readCss(site: View, tree: PageTree, budget: number, cleaned: Cleaned): string[] {
  const texts: string[] = []
  for (const rule of rulesFor(site, summarize(tree))) {
    const text = `${shortenValue('', printRules([rule]), cleaned)}\n`
    texts.push(JSON.stringify(text).length > budget ? `${text.slice(0, Math.floor(budget / 8))}/* [cut] */\n` : text)
  }
  return texts
}
