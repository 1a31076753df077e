import type { Draft, View } from '@atelier/documents'
import { setAttribute } from '../document/edit.ts'
import { type PageEntry, page } from '../document/pages.ts'
import { pagesInLocale, sourcePage } from '../document/translated.ts'
import { nodeAttribute, nodeAttributes, readTree } from '../document/tree.ts'
import { sitePath } from '../media/resolve.ts'
import { mapAttributeUrls } from '../media/shown.ts'
import { pageAddresses } from '../publish/moved.ts'

/** The attributes that lead a reader to another page. */
const LINKS: ReadonlySet<string> = new Set(['href', 'action', 'formaction'])

/**
 * Leads the links of a page to the translations of the pages that they name, where there are some in its language.
 * @param only the page whose links are led elsewhere; otherwise all
 * @returns how many links were changed
 */
export function linkTranslations(site: View, entry: PageEntry, draft: Draft, only?: string): number {
  const addresses = pageAddresses(site)
  const own = addresses.get(entry.id) ?? '/'
  const targets = new Map<string, string>()
  const ids = [...addresses.keys()].flatMap((id) => page(site, id) ?? [])
  for (const each of pagesInLocale(ids, entry.locale)) {
    const source = sourcePage(site, each)
    const [from, to] = [source && addresses.get(source.id), addresses.get(each.id)]
    if (!source || from === undefined || to === undefined || (only !== undefined && only !== source.id)) continue
    targets.set(plainPath(decodeURIComponent(from.slice(1))), to)
  }
  if (targets.size === 0) return 0
  const map = (url: string) => {
    if (/^\s*[?#]/.test(url) || url.includes('{')) return undefined
    const path = sitePath(url, own)
    const to = path === undefined ? undefined : targets.get(plainPath(path))
    return to === undefined ? undefined : to + (/[?#][\s\S]*$/.exec(url)?.[0] ?? '')
  }
  let changed = 0
  const tree = readTree(draft)
  for (const node of [...tree.walk()]) {
    // A link that names its language leads to the page in that language.
    if (node.kind !== 'element' || nodeAttribute(node, 'hreflang') !== undefined) continue
    for (const [name, value] of nodeAttributes(node)) {
      if (!LINKS.has(name.toLowerCase()) && !name.startsWith('param-')) continue
      const led = name.toLowerCase() === 'href' ? mapAttributeUrls(name, value, map) : rooted(name, value, map)
      if (led === value) continue
      setAttribute(draft, node, name, led)
      changed += 1
    }
  }
  return changed
}

/** A parameter of a component may be any text: only what is an address from the root is one surely. */
function rooted(name: string, value: string, map: (url: string) => string | undefined): string {
  return name.startsWith('param-') && !value.startsWith('/') ? value : (map(value) ?? value)
}

/** `about` of `about`, `about/` and `about/index.html`. */
function plainPath(path: string): string {
  return path.replace(/(?:^|\/)index\.html$/, '').replace(/\/$/, '')
}
