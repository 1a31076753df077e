import type { View } from '@atelier/documents'
import {
  counts,
  documentAddress,
  nodeAttribute,
  nodeClasses,
  type PageEntry,
  type PageNode,
  type PageTree,
  sitePath,
} from '@atelier/site'

export type MenuLocation = 'header' | 'footer'

/** A link of a menu in one document. */
export interface ItemCopy {
  /** The child of the list. */
  node: PageNode
  link: PageNode
}

/** The list of a menu in one document. */
export interface MenuCopy {
  entry: PageEntry
  listId: string
  items: readonly ItemCopy[]
}

export interface MenuItem {
  label: string
  /** As the first copy writes it. */
  href: string
  /** The path from the site's root without an index file, or the whole address where it leads elsewhere. */
  target: string
  hidden: boolean
}

/** The same list of links in the same landmark of several pages, templates or components. */
export interface Menu {
  location: MenuLocation
  items: readonly MenuItem[]
  copies: readonly MenuCopy[]
}

const LANDMARK_TAGS: ReadonlySet<string> = new Set(['nav', 'header', 'footer'])
const LANDMARK_ROLES: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo'])
/** Attributes in which the items of one list differ. */
const OWN: ReadonlySet<string> = new Set(['href', 'title', 'aria-current', 'id', 'target', 'rel', 'class'])
/** Classes by which a list marks the page that is open. */
const STATE = /^(?:is-)?(?:active|current|selected|here)$|^current[-_](?:menu[-_]item|page[-_]item|page)$/i
const SPACE = /\s+/g

export const isStateClass = (name: string): boolean => STATE.test(name)

/** The menus of some documents of a site, which are read one after the other. */
export interface MenuCollection {
  add(entry: PageEntry, tree: PageTree): void
  /** The largest first in each location. */
  menus(): Menu[]
}

export function collectMenus(site: View): MenuCollection {
  const menus = new Map<string, { location: MenuLocation; items: MenuItem[]; copies: MenuCopy[] }>()
  return {
    add(entry, tree) {
      const lists = listsIn(tree)
      const own = lists.length > 0 ? documentAddress(site, entry.id) : ''
      for (const { location, listId, items } of lists) {
        const read = items.map((item) => readItem(tree, own, item))
        const key = JSON.stringify([location, read.map(({ label, target }) => [label, target])])
        const menu = menus.get(key) ?? { location, items: read, copies: [] }
        menu.copies.push({ entry, listId, items })
        menus.set(key, menu)
      }
    },
    menus: () => [...menus.values()].sort((a, b) => b.copies.length - a.copies.length),
  }
}

/** The address that a link of a menu means, so that two can be compared. */
export const linkTarget = (site: View, documentId: string, href: string): string =>
  targetFrom(documentAddress(site, documentId), href)

function targetFrom(address: string, href: string): string {
  const path = sitePath(href, address)
  if (path === undefined) return href.trim()
  const hash = href.indexOf('#')
  return `/${path.replace(/(?:^|\/)(?:index\.html)?$/, '')}${hash < 0 ? '' : href.slice(hash)}`
}

export function linkLabel(tree: PageTree, id: string): string {
  let text = ''
  for (const node of tree.walk(id)) if (node.kind === 'text') text += node.text
  return text.replace(SPACE, ' ').trim()
}

/** @param address that of the document around it */
function readItem(tree: PageTree, address: string, { node, link }: ItemCopy): MenuItem {
  const href = nodeAttribute(link, 'href') ?? ''
  const target = targetFrom(address, href)
  return { label: linkLabel(tree, link.id), href, target, hidden: node.hidden || link.hidden }
}

/** The list of links of each outermost landmark of a document. */
function listsIn(tree: PageTree): { location: MenuLocation; listId: string; items: readonly ItemCopy[] }[] {
  const found: { location: MenuLocation; listId: string; items: readonly ItemCopy[] }[] = []
  const visit = (node: PageNode) => {
    if (!isLandmark(node)) {
      for (const child of tree.children(node.id)) if (child.kind === 'element') visit(child)
      return
    }
    const list = linkList(tree, node)
    if (list) found.push({ location: isFooter(node) ? 'footer' : 'header', ...list })
  }
  const root = tree.node(tree.root)
  if (root) visit(root)
  return found
}

const isLandmark = (node: PageNode) =>
  node.ns === undefined && (LANDMARK_TAGS.has(node.tag) || LANDMARK_ROLES.has(nodeAttribute(node, 'role') ?? ''))
const isFooter = (node: PageNode) => node.tag === 'footer' || nodeAttribute(node, 'role') === 'contentinfo'

/** The element of a landmark with most children that hold one link each and no other words. */
function linkList(tree: PageTree, landmark: PageNode): { listId: string; items: readonly ItemCopy[] } | undefined {
  let best: { listId: string; items: readonly ItemCopy[] } | undefined
  for (const node of tree.walk(landmark.id)) {
    if (node.kind !== 'element') continue
    const items = itemsOf(tree, node.id)
    if (items.length > Math.max(1, best?.items.length ?? 0)) best = { listId: node.id, items }
  }
  return best
}

/** The children of an element that are alike and hold one link each; none if one of its children is anything else. */
function itemsOf(tree: PageTree, listId: string): ItemCopy[] {
  const items: ItemCopy[] = []
  for (const node of tree.children(listId)) {
    if (!counts(node)) continue
    const link = node.kind === 'element' ? onlyLink(tree, node) : undefined
    if (!link) return []
    items.push({ node, link })
  }
  const [shape] = items.map(({ node }) => itemShape(tree, node))
  return items.every(({ node }) => itemShape(tree, node) === shape) ? items : []
}

/** The one link in an element whose words are all of the element's; undefined if there is none or another one. */
function onlyLink(tree: PageTree, node: PageNode): PageNode | undefined {
  const links = [...tree.walk(node.id)].filter(({ tag, ns }) => tag === 'a' && ns === undefined)
  const [link, ...others] = links
  if (!link || others.length > 0 || nodeAttribute(link, 'href') === undefined) return undefined
  const label = linkLabel(tree, link.id)
  return label !== '' && label === linkLabel(tree, node.id) ? link : undefined
}

/** The elements, attributes and classes of an item without those in which the items of a list differ. */
function itemShape(tree: PageTree, item: PageNode): string {
  const shape: unknown[] = []
  const add = (node: PageNode, depth: number) => {
    if (node.kind !== 'element') return
    const names = [...node.edits.keys()].flatMap((key) => (key.startsWith('attr:') ? key.slice('attr:'.length) : []))
    const all = new Set([...(node.birth.attrs ?? []).map(([name]) => name), ...names])
    const kept = [...all].filter((name) => !OWN.has(name) && nodeAttribute(node, name) !== undefined).sort()
    const classes = nodeClasses(node)
      .filter((name) => !isStateClass(name))
      .sort()
    shape.push([depth, node.tag, classes, kept.map((name) => [name, nodeAttribute(node, name)])])
    for (const child of tree.children(node.id)) add(child, depth + 1)
  }
  add(item, 0)
  return JSON.stringify(shape)
}
