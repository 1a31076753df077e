import type { Draft } from '@atelier/documents'
import { createRests, stripEnd } from '@atelier/operation'
import {
  deleteNode,
  documentAddress,
  escapeTokens,
  field,
  holdsToken,
  type LooseNode,
  looseCopy,
  nodeAttribute,
  type PageNode,
  type PageTree,
  plantNodes,
  readTree,
  relativeUrl,
  type SiteContext,
  setAttribute,
  sitePath,
} from '@atelier/site'
import { isStateClass, type Menu, type MenuCopy, type MenuItem } from './menus.ts'

/** Attributes of an item that are about the page that is open, or about one link alone. */
const STATE: ReadonlySet<string> = new Set(['aria-current', 'title', 'id', 'target', 'rel'])

/** Adds an item behind the last of a menu in every copy, in the shape of its neighbours; nothing else is changed. */
export async function addItem(context: SiteContext, menu: Menu, label: string, href: string): Promise<void> {
  const rest = createRests()
  for (const copy of menu.copies) {
    await rest()
    const page = await context.drafts.open(copy.entry.id)
    const tree = page && readTree(page)
    const last = tree?.node(copy.items.at(-1)?.node.id ?? '')
    if (!page || !tree || !last) continue
    const siblings = tree.children(copy.listId)
    const at = siblings.findIndex(({ id }) => id === last.id)
    const before = siblings[at - 1]
    const space = before?.kind === 'text' && before.text.trim() === '' ? [looseCopy(tree, before)] : []
    const item = itemOf(looseCopy(tree, last), label, hrefIn(context, tree, copy, href))
    plantNodes(page, tree, copy.listId, at + 1, [...space, item], context.newId)
  }
}

/** Takes items out of a menu in every copy, each with the line that it is on. */
export async function removeItems(context: SiteContext, menu: Menu, items: readonly MenuItem[]): Promise<void> {
  const places = new Set(items.map((item) => menu.items.indexOf(item)))
  const rest = createRests()
  for (const { entry, listId, items: copies } of menu.copies) {
    await rest()
    const page = await context.drafts.open(entry.id)
    const siblings = page ? readTree(page).children(listId) : []
    for (const [at, { node }] of copies.entries()) {
      if (!page || !places.has(at)) continue
      const before = siblings[siblings.findIndex(({ id }) => id === node.id) - 1]
      if (before?.kind === 'text' && before.text.trim() === '') deleteNode(page, before.id)
      deleteNode(page, node.id)
    }
  }
}

/** A change of an item; what is absent stays. */
export interface ItemChange {
  label?: string | undefined
  href?: string | undefined
  hidden?: boolean | undefined
}

/** Changes an item of a menu in every copy; nothing else is changed. */
export async function changeItem(context: SiteContext, menu: Menu, item: MenuItem, change: ItemChange): Promise<void> {
  const place = menu.items.indexOf(item)
  const rest = createRests()
  for (const copy of menu.copies) {
    await rest()
    const page = await context.drafts.open(copy.entry.id)
    const tree = page && readTree(page)
    const node = tree?.node(copy.items[place]?.node.id ?? '')
    const link = tree?.node(copy.items[place]?.link.id ?? '')
    if (!page || !tree || !node || !link) continue
    const { label, href, hidden } = change
    if (label !== undefined) writeLabel(page, tree, link, label)
    if (href !== undefined) setAttribute(page, link, 'href', literal(hrefIn(context, tree, copy, href)))
    if (hidden !== undefined) hideItem(page, node, link, hidden)
  }
}

/** Writes the words of a link into its first text, with the white space around it; its further texts become empty. */
function writeLabel(page: Draft, tree: PageTree, link: PageNode, label: string): void {
  const texts = [...tree.walk(link.id)].filter(({ kind, text }) => kind === 'text' && text.trim() !== '')
  for (const [index, { id, text }] of texts.entries()) {
    const words = text.trim()
    const start = text.indexOf(words)
    const next = index === 0 ? text.slice(0, start) + literal(label) + text.slice(start + words.length) : ''
    if (next !== text) page.set(field.text(id), next)
  }
}

/** Hides an item, or shows it again, also if only its link was hidden. */
function hideItem(page: Draft, node: PageNode, link: PageNode, hidden: boolean): void {
  if (hidden && !node.hidden) page.set(field.hidden(node.id), true)
  for (const { id, hidden: isHidden } of hidden ? [] : [node, link]) if (isHidden) page.delete(field.hidden(id))
}

/** An item without its state, with another text and address. */
function itemOf(item: LooseNode, label: string, href: string): LooseNode {
  let isWritten = false
  const rewrite = (node: LooseNode, inLink: boolean): LooseNode => {
    if (node.kind === 'text') {
      if (!inLink || (node.text ?? '').trim() === '') return node
      const text = isWritten ? '' : literal(label)
      isWritten = true
      return { kind: 'text', text }
    }
    if (node.kind !== 'element') return node
    const isLink = node.tag === 'a' && node.ns === undefined
    const attrs = (node.attrs ?? []).flatMap(([name, value]): (readonly [string, string])[] => {
      if (STATE.has(name)) return []
      if (isLink && name === 'href') return [[name, literal(href)]]
      if (name !== 'class') return [[name, node.plain?.includes(name) ? escapeTokens(value) : value]]
      const kept = value.split(/\s+/).filter((each) => each !== '' && !isStateClass(each))
      return kept.length === 0 ? [] : [[name, kept.join(' ')]]
    })
    const children = (node.children ?? []).map((child) => rewrite(child, inLink || isLink))
    const { plain: _plain, attrs: _attrs, ...rest } = node
    return { ...rest, ...(attrs.length > 0 ? { attrs } : {}), children }
  }
  return rewrite(item, false)
}

/** A value in which no token is filled in. */
const literal = (text: string) => (holdsToken(text) ? escapeTokens(text) : text)

/** An address in the form that the neighbours have: relative or from the root, with a slash at its end or without. */
function hrefIn({ site }: SiteContext, tree: PageTree, copy: MenuCopy, href: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  const hash = /[?#].*$/s.exec(href)?.[0] ?? ''
  const path = hash === '' ? href : href.slice(0, -hash.length)
  const own = documentAddress(site, copy.entry.id)
  const written = copy.items
    .map(({ link }) => nodeAttribute(tree.node(link.id) ?? link, 'href') ?? '')
    .filter((each) => sitePath(each, own) !== undefined && !/^\/?(?:index\.html)?$/.test(each))
  const isFile = /\.[a-z0-9]+$/i.test(path)
  const hasSlash = written.some((each) => each.endsWith('/'))
  const formed = path === '/' || isFile ? path : `${stripEnd(path, '/')}${hasSlash || written.length === 0 ? '/' : ''}`
  if (copy.entry.kind !== 'page' || written.length === 0 || written.some((each) => each.startsWith('/')))
    return formed + hash
  return relativeUrl(own, decodeURI(formed.slice(1))) + hash
}
