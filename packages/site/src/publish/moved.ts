import type { Draft, View } from '@atelier/documents'
import { rewriteDeclaration } from '../css/edit.ts'
import { preludeKey } from '../css/records.ts'
import { readRules, walkRules } from '../css/rules.ts'
import { setAttribute } from '../document/edit.ts'
import { homePage, pages } from '../document/pages.ts'
import { pageAddress, pagePath } from '../document/paths.ts'
import { nodeAttributes, readTree } from '../document/tree.ts'
import { sitePath, siteUrl } from '../media/resolve.ts'
import { mapAttributeUrls, mapCssUrls } from '../media/shown.ts'
import { sheetOf } from '../sheet/cascade.ts'
import { relativeUrl } from '../sheet/path.ts'

/** The root-relative address of every page by its id. */
export function pageAddresses(site: View): Map<string, string> {
  const home = homePage(site)?.id
  return new Map(
    pages(site).flatMap((entry) => {
      const path = entry.kind === 'page' ? pagePath(entry, entry.id === home) : undefined
      return path === undefined ? [] : [[entry.id, pageAddress(path)] as const]
    }),
  )
}

/**
 * Rewrites the relative URLs of moved pages to keep their targets: in attributes, and in the styles inside the page.
 * @param before the addresses before the move (`pageAddresses`)
 */
export async function keepTargets(
  site: Draft,
  before: ReadonlyMap<string, string>,
  open: (pageId: string) => Promise<Draft | undefined>,
): Promise<void> {
  for (const [id, to] of pageAddresses(site)) {
    const from = before.get(id)
    if (from === undefined || folderOf(from) === folderOf(to)) continue
    const page = await open(id)
    if (page) moveUrls(site, page, from, to)
  }
}

const folderOf = (address: string) => address.slice(0, address.lastIndexOf('/'))

const ACTIONS: ReadonlySet<string> = new Set(['action', 'formaction'])

/** Rewrites the relative URLs of one page to keep their targets after its address changed. */
export function moveUrls(site: Draft, page: Draft, from: string, to: string): void {
  const target = (url: string) => {
    // A fragment moves with its page; a root-relative URL stays correct; a token may be the whole URL.
    if (/^\s*[?#/\\]/.test(url) || url.includes('{')) return undefined
    const path = sitePath(url, from)
    if (path === undefined) return undefined
    return { path: `/${path}` === from ? to.slice(1) : path, rest: /[?#][\s\S]*$/.exec(url)?.[0] ?? '' }
  }
  const relative = (url: string) => {
    const found = target(url)
    return found && relativeUrl(to, found.path) + found.rest
  }
  // A stylesheet inside a page keeps the base of its URLs, so its references become root-relative.
  const rooted = (url: string) => {
    const found = target(url)
    return found && siteUrl(found.path) + found.rest
  }
  const tree = readTree(page)
  for (const top of new Set([tree.head, tree.root])) {
    if (top === '') continue
    for (const node of [...tree.walk(top)]) {
      if (node.kind !== 'element') continue
      const sheet = sheetOf(node)
      if (sheet !== undefined && node.tag === 'style') moveStyles(site, sheet, rooted)
      for (const [name, value] of nodeAttributes(node)) {
        // The link to a stylesheet of the site gets its address when it is printed.
        if (sheet !== undefined && name === 'href') continue
        const moved = ACTIONS.has(name.toLowerCase()) ? relative(value) : mapAttributeUrls(name, value, relative)
        if (moved !== undefined && moved !== value) setAttribute(page, node, name, moved)
      }
    }
  }
}

function moveStyles(site: Draft, sheet: string, map: (url: string) => string | undefined): void {
  for (const [rule] of walkRules(readRules(site, sheet))) {
    if (rule.kind === 'statement' || rule.kind === 'raw') {
      const prelude = mapCssUrls(rule.prelude, map)
      if (prelude !== rule.prelude) site.set(preludeKey(rule.id), prelude)
    }
    for (const declaration of rule.declarations.slice()) {
      if (declaration.text.includes('(')) {
        rewriteDeclaration(site, rule, declaration, mapCssUrls(declaration.text, map))
      }
    }
  }
}
