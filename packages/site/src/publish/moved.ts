import type { Draft, View } from '@atelier/documents'
import { yieldToOthers } from '@atelier/operation'
import { rewriteDeclaration } from '../css/edit.ts'
import { preludeKey } from '../css/records.ts'
import { readRules, walkRules } from '../css/rules.ts'
import { setAttribute } from '../document/edit.ts'
import { documents, homePage, pages } from '../document/pages.ts'
import { pageAddress, pagePath } from '../document/paths.ts'
import { nodeAttribute, nodeAttributes, readTree } from '../document/tree.ts'
import { sitePath, siteUrl } from '../media/resolve.ts'
import { documentAddress, mapAttributeUrls, mapCssUrls } from '../media/shown.ts'
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

/** Yields to other requests after this many documents. */
const SLICE = 8

/**
 * Rewrites the links to moved pages in all pages, templates and components that can be opened. Links to the home page
 * stay, since they mean whichever page that is. Call it after the move, and after `keepTargets`.
 * @param before the addresses before the move (`pageAddresses`)
 * @returns how many links were rewritten
 */
export async function moveLinks(
  site: Draft,
  before: ReadonlyMap<string, string>,
  open: (pageId: string) => Promise<Draft | undefined>,
): Promise<number> {
  const moved = new Map<string, string>()
  for (const [id, to] of pageAddresses(site)) {
    const from = before.get(id)
    if (from !== undefined && from !== to && from !== '/') moved.set(barePath(sitePath(from) ?? ''), to)
  }
  if (moved.size === 0) return 0
  let count = 0
  for (const [index, { id, kind }] of documents(site).entries()) {
    if (index % SLICE === SLICE - 1) await yieldToOthers()
    const page = await open(id)
    if (!page) continue
    const own = documentAddress(site, id)
    for (const node of [...readTree(page).walk()]) {
      if (node.tag !== 'a' && node.tag !== 'area') continue
      const href = nodeAttribute(node, 'href') ?? ''
      // A relative link of a template or component starts from each page that uses it.
      if (href.includes('{') || (kind !== 'page' && !href.startsWith('/'))) continue
      const path = sitePath(href, own)
      const to = path === undefined ? undefined : moved.get(barePath(path))
      if (to === undefined) continue
      setAttribute(page, node, 'href', linkTo(to, href, own))
      count += 1
    }
  }
  return count
}

/** A path from the root without an index file and without a slash at its end. */
const barePath = (path: string) => path.replace(/(?:^|\/)index\.html$/, '').replace(/\/$/, '')

/** The address of a page as a link wrote the former one: from the root or relative, with a slash at its end or without. */
function linkTo(address: string, former: string, own: string): string {
  const rest = /[?#][\s\S]*$/.exec(former)?.[0] ?? ''
  const path = rest === '' ? former : former.slice(0, -rest.length)
  if (!former.trimStart().startsWith('/')) return relativeUrl(own, sitePath(address) ?? '') + rest
  return (path.endsWith('/') || address === '/' ? address : address.replace(/\/$/, '')) + rest
}

const folderOf = (address: string) => address.slice(0, address.lastIndexOf('/'))

const ACTIONS: ReadonlySet<string> = new Set(['action', 'formaction'])

interface MovedUrls {
  /** The page is a copy: links to the former address stay there. */
  isCopy?: boolean
  /** The URLs become root-relative, for a document that is shown at several addresses. */
  isRooted?: boolean
}

/** Rewrites the relative URLs of one page to keep their targets after its address changed. */
export function moveUrls(
  site: Draft,
  page: Draft,
  from: string,
  to: string,
  { isCopy = false, isRooted = false }: MovedUrls = {},
): void {
  const target = (url: string) => {
    // A fragment moves with its page; a root-relative URL stays correct; a token may be the whole URL.
    if (/^\s*[?#/\\]/.test(url) || url.includes('{')) return undefined
    const path = sitePath(url, from)
    if (path === undefined) return undefined
    return { path: `/${path}` === from && !isCopy ? to.slice(1) : path, rest: /[?#][\s\S]*$/.exec(url)?.[0] ?? '' }
  }
  const relative = (url: string) => {
    const found = target(url)
    return found && (isRooted ? siteUrl(found.path) : relativeUrl(to, found.path)) + found.rest
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
