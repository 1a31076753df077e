import { isFilledIn, siteFacts } from '../checks/facts.ts'
import { brokenTarget } from '../checks/links.ts'
import type { SiteContext } from '../context/context.ts'
import { nodeAttribute } from '../document/tree.ts'
import type { SiteFile } from './list.ts'
import { markupFile } from './text.ts'

/** How many links that lead nowhere a sentence names. */
const LISTED = 8

/**
 * A sentence about the links of a file that lead to no page and no file of the site; undefined if there are none.
 * @param before the text of the file before it was written, whose links are not named again
 */
export async function deadLinks(context: SiteContext, file: SiteFile, before = ''): Promise<string | undefined> {
  const open = await markupFile(context, file)
  if (!open) return undefined
  const { tree, parent, place, entry } = open
  const facts = { ...siteFacts(context.site, context.siteId ?? '', () => undefined), entry }
  const dead = new Set<string>()
  for (const child of tree.children(parent.id).slice(place.index, place.index + place.count)) {
    for (const node of tree.walk(child.id)) {
      const href = node.tag === 'a' || node.tag === 'area' ? nodeAttribute(node, 'href')?.trim() : undefined
      if (href === undefined || href === '' || isFilledIn(href) || before.includes(`"${href}"`)) continue
      if (brokenTarget(facts, href)?.code === 'broken-link') dead.add(href)
    }
  }
  if (dead.size === 0) return undefined
  const more = dead.size > LISTED ? ` and ${dead.size - LISTED} more` : ''
  return `Nothing is at ${[...dead].slice(0, LISTED).join(', ')}${more} yet: write the page, or change the link.`
}
