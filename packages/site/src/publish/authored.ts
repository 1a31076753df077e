import type { View } from '@atelier/documents'
import { type Attribute, outer } from '../document/node.ts'
import type { PageEntry } from '../document/pages.ts'
import { unescapeTokens } from '../document/tokenText.ts'
import { bareAttributes, nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'
import { printDocument, type Zone } from '../html/document.ts'
import { escapeText, openTag, printNodes } from '../html/print.ts'
import type { SheetPrinting } from '../sheet/printing.ts'
import type { HeadItem } from './page.ts'
import { pageSettings } from './settings.ts'

/** A page that was authored as a whole document, with its own html and head elements. */
export interface AuthoredPage {
  tree: PageTree | undefined
  sheets: SheetPrinting
  own: OwnHead
}

/** The head items of the page's own settings, which replace authored ones. */
export interface OwnHead {
  title?: string
  language?: string
  direction?: string
  /** The kinds of head items (`itemKind`). */
  kinds: ReadonlySet<string>
}

/** Settings of a page, each with the kind of head item that it makes. */
const KINDS = [
  ['description', 'meta description'],
  ['canonical', 'link canonical'],
  ['noindex', 'meta robots'],
  ['ogTitle', 'meta og:title'],
  ['ogDescription', 'meta og:description'],
  ['ogImage', 'meta og:image'],
  ['themeColor', 'meta theme-color'],
] as const

/** The kinds that settings make. */
export const headKinds: ReadonlySet<string> = new Set(KINDS.map(([, kind]) => kind))

export function ownHead(site: View, entry: PageEntry): OwnHead {
  const page = pageSettings(site, entry.id)
  const kinds = new Set<string>()
  for (const [setting, kind] of KINDS) if (page[setting] !== undefined) kinds.add(kind)
  const own: OwnHead = { kinds }
  const renamed = site.get(`page:${entry.id}/title`)
  const title = page.metaTitle ?? (typeof renamed === 'string' ? renamed : undefined)
  if (title !== undefined) own.title = title
  if (page.language !== undefined) own.language = page.language
  if (page.direction !== undefined) own.direction = page.direction
  return own
}

/** The kind of an item that a head has once: `meta description`, `meta og:title`, `link canonical`; undefined for everything else. */
function itemKind(tag: string, attribute: (name: string) => string | undefined): string | undefined {
  const text = tag === 'meta' ? (attribute('name') ?? attribute('property')) : attribute('rel')
  if (text === undefined || text.trim() === '') return undefined
  const words = text.trim().toLowerCase().split(/\s+/)
  if (tag === 'meta') return `meta ${words.join(' ')}`
  if (tag !== 'link') return undefined
  return words.includes('icon') ? 'link icon' : `link ${words.join(' ')}`
}

const headItemKind = ({ tag, attributes }: HeadItem) =>
  itemKind(tag, (name) => attributes.find(([each]) => each === name)?.[1])

export interface AuthoredRequest extends AuthoredPage {
  tree: PageTree
  body: string
  title: string
  items: readonly HeadItem[]
  /** Elements at the end of the head, as HTML. */
  end: readonly string[]
}

/**
 * The page with its authored html and head: each node of the head in its place, except what the page's own settings
 * replace, followed by items of settings that the head lacks.
 */
export function renderAuthored({ tree, sheets, own, body, title, items, end }: AuthoredRequest): string {
  const html = tree.node(tree.html)
  const head = tree.node(tree.head)
  const children = tree.children(tree.head)
  const waiting = new Map<string, HeadItem>()
  const rest: HeadItem[] = []
  const authored = new Set(children.flatMap((node) => (node.kind === 'element' ? (kindOfNode(node) ?? []) : [])))
  for (const item of items) {
    const kind = headItemKind(item)
    if (kind === undefined || !authored.has(kind)) rest.push(item)
    else if (own.kinds.has(kind)) waiting.set(kind, item)
  }
  const source = {
    attributes: (node: PageNode) => sheets.attributes(node, bareAttributes(node)),
    children: (node: PageNode) => tree.children(node.id),
    skip: (node: PageNode) => node.hidden,
    text: ({ text }: PageNode) => unescapeTokens(text),
    sheet: sheets.css,
  }
  let inside = ''
  let titled = false
  for (const node of children) {
    const kind = node.kind === 'element' ? kindOfNode(node) : undefined
    if (node.tag === 'title' && node.kind === 'element' && !titled) {
      titled = true
      inside += own.title === undefined ? printNodes([node], source) : titleTag(own.title)
    } else if (kind !== undefined && own.kinds.has(kind)) {
      const item = waiting.get(kind)
      waiting.delete(kind)
      if (item) inside += openTag(item.tag, undefined, item.attributes)
    } else inside += printNodes([node], source)
  }
  const added = [
    ...(titled ? [] : own.title === undefined && head ? [] : [titleTag(own.title ?? title)]),
    ...rest.map(({ tag, attributes }) => openTag(tag, undefined, attributes)),
    ...end,
  ]
  inside += added.map((line) => `${line}\n`).join('')
  const around = aroundOf(tree)
  return printDocument({
    doctype: html?.birth.doctype ?? 'html',
    html: withAttribute(withAttribute(html ? bareAttributes(html) : [], 'dir', own.direction), 'lang', own.language),
    around: (zone) => printNodes(around.get(zone) ?? [], source),
    head: `${openTag('head', undefined, head ? bareAttributes(head) : [])}${inside}</head>`,
    body,
  })
}

const kindOfNode = (node: PageNode) => itemKind(node.tag, (name) => nodeAttribute(node, name))

const titleTag = (title: string) => `<title>${escapeText(title)}</title>`

function withAttribute(
  attributes: readonly Attribute[],
  name: string,
  value: string | undefined,
): readonly Attribute[] {
  if (value === undefined) return attributes
  return [[name, value], ...attributes.filter(([each]) => each !== name)]
}

/** The nodes around head and body, by the part that follows them. */
function aroundOf(tree: PageTree): ReadonlyMap<Zone, PageNode[]> {
  const zones = new Map<Zone, PageNode[]>()
  for (const node of tree.children(tree.html)) {
    const zone = zoneOf(node.order)
    const list = zones.get(zone) ?? []
    list.push(node)
    zones.set(zone, list)
  }
  return zones
}

function zoneOf(order: string): Zone {
  if (order < outer.doctype) return 'doctype'
  if (order < outer.html) return 'html'
  if (order < outer.head) return 'head'
  if (order < outer.body) return 'body'
  return order < outer.end ? 'end' : 'after'
}
