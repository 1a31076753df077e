import type { View } from '@atelier/documents'
import type { CompileUtilities } from '../context/utilities.ts'
import { everyRule } from '../css/rules.ts'
import type { PageEntry } from '../document/pages.ts'
import type { PageTree } from '../document/tree.ts'
import { frameworkCss } from '../tokens/framework.ts'
import { designSystem, isEmptySystem } from '../tokens/system.ts'
import { addRuleVariables, collectUses } from '../tokens/uses.ts'
import { siteUtilities } from '../utilities/settings.ts'
import { utilityCss } from '../utilities/sheet.ts'
import type { ReleaseRecord } from './record.ts'

/** The number of documents read at a time. */
const BATCH = 50

interface Trees {
  ensure(ids: readonly string[]): Promise<void>
  tree(id: string): PageTree | undefined
  forget(id: string): void
}

/**
 * The CSS before the site's own: of the utility classes that some document uses, and of the design tokens with the used
 * custom properties. It is empty if the site has neither, and then no document is read for it. For documents unchanged
 * since the previous release, its record has what they use.
 */
export async function releaseFramework(
  site: View,
  heads: ReadonlyMap<string, number>,
  listed: readonly PageEntry[],
  trees: Trees,
  record: ReleaseRecord,
  previous: ReleaseRecord | undefined,
  compile?: CompileUtilities,
): Promise<string> {
  if (isEmptySystem(designSystem(site)) && !siteUtilities(site)) return ''
  const unread: { id: string; head: number }[] = []
  for (const { id } of listed) {
    const head = heads.get(id)
    if (head === undefined) continue
    const known = previous?.classes[id]
    if (known?.head === head && known.variables) record.classes[id] = known
    else unread.push({ id, head })
  }
  for (let from = 0; from < unread.length; from += BATCH) {
    const batch = unread.slice(from, from + BATCH)
    await trees.ensure(batch.map(({ id }) => id))
    for (const { id, head } of batch) {
      const tree = trees.tree(id)
      const uses = tree && collectUses(tree)
      if (uses) {
        record.classes[id] = { head, names: [...uses.classes].sort(), variables: [...uses.variables].sort() }
      }
      trees.forget(id)
    }
  }
  const classes = new Set<string>()
  const variables = new Set<string>()
  for (const uses of Object.values(record.classes)) {
    for (const name of uses.names) classes.add(name)
    for (const name of uses.variables ?? []) variables.add(name)
  }
  addRuleVariables(everyRule(site), variables)
  const parts = [await utilityCss(site, classes, compile), frameworkCss(site, { classes, variables })]
  return parts.filter((css) => css !== '').join('\n')
}
