import type { Attribute } from '../document/node.ts'
import type { ParsedDocument } from '../html/document.ts'
import type { ParsedNode } from '../html/parse.ts'
import { sitePath } from '../media/resolve.ts'
import { mapAttributeUrls, mapCssUrls } from '../media/shown.ts'
import { relativeUrl } from '../sheet/path.ts'

/**
 * Rewrites URLs relative to a page's `<base>` to be relative to the page, since pages here have no base. Writes to the
 * document. Returns true if a base applied.
 * @param path of the page
 * @param text of the page
 */
export function withoutBase(document: ParsedDocument, path: string, text: string): boolean {
  const href = document.refused.some(({ what }) => /^<base\b/i.test(what)) ? baseOf(text) : undefined
  const map = href === undefined ? undefined : mapperOf(href.trim(), `/${path}`)
  if (!map) return false
  const visit = (nodes: readonly ParsedNode[]) => {
    for (const node of nodes) {
      if (node.attrs) node.attrs = node.attrs.map((attribute) => moved(attribute, map))
      if (node.css !== undefined) node.css = mapCssUrls(node.css, map)
      if (node.children) visit(node.children)
    }
  }
  visit(document.head.nodes)
  visit(document.body.nodes)
  return true
}

type Map = (url: string) => string | undefined

const moved = ([name, value]: Attribute, map: Map): Attribute =>
  /^(?:form)?action$/i.test(name) ? [name, map(value) ?? value] : [name, mapAttributeUrls(name, value, map)]

/** The address of the first `<base>` that has one. HTML, 4.2.3. */
export function baseOf(text: string): string | undefined {
  for (const [tag] of text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .matchAll(/<base\b(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*/gi)) {
    const found = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag)
    const href = found?.[1] ?? found?.[2] ?? found?.[3]
    if (href !== undefined) return href.replaceAll('&amp;', '&')
  }
  return undefined
}

/** A bare fragment stays a reference to the same page, as links and drawings intend it. */
const isPart = (url: string) => /^\s*(?:#|$)/.test(url)

function mapperOf(base: string, page: string): Map | undefined {
  const absolute = base.startsWith('//') ? `https:${base}` : base
  if (/^https?:\/\//i.test(absolute) && URL.canParse(absolute)) {
    const isWhole = (url: string) => /^\s*(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url)
    return (url) =>
      isPart(url) || isWhole(url) || !URL.canParse(url, absolute) ? undefined : new URL(url, absolute).href
  }
  const folder = sitePath(base, page)
  if (folder === undefined || folderOf(`/${folder}`) === folderOf(page)) return undefined
  return (url) => {
    const target = isPart(url) || /^\s*[/\\]/.test(url) ? undefined : sitePath(url, `/${folder}`)
    return target === undefined ? undefined : relativeUrl(page, target) + (/[?#][\s\S]*$/.exec(url)?.[0] ?? '')
  }
}

const folderOf = (address: string) => address.slice(0, address.lastIndexOf('/'))
