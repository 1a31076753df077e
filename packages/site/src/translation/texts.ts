import type { View } from '@atelier/documents'
import { page } from '../document/pages.ts'
import { isComponent } from '../document/special.ts'
import { readSourceText, type SourceText, sourceField } from '../document/translated.ts'
import { nodeAttribute, nodeAttributes, type PageNode, type PageTree, readTree } from '../document/tree.ts'
import { pageSettings } from '../publish/settings.ts'

/** A text that a translation translates: one of a node, of an attribute, or a setting of the page. */
export interface PageText {
  /** The text node or the element; the id of the page for a setting. */
  nodeId: string
  /** The attribute, or the setting. */
  attribute?: string
  text: string
  /** The page that it translates. */
  of?: SourceText
}

/** The settings of a page that readers see. */
export const TRANSLATED_SETTINGS = ['title', 'metaTitle', 'description', 'ogTitle', 'ogDescription'] as const
export type TranslatedSetting = (typeof TRANSLATED_SETTINGS)[number]

/** Attributes that readers see or hear. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['alt', 'title', 'placeholder', 'aria-label', 'label'])
/** The roles of a `<meta>` for readers, by its name or property. */
const METAS: ReadonlySet<string> = new Set(['description', 'og:title', 'og:description'])
const BUTTONS: ReadonlySet<string> = new Set(['submit', 'button', 'reset'])
/** Elements whose content is no text for readers. */
const CODE: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])

/** The texts of a page's own tree, in document order, those of its head first. */
export function treeTexts(tree: PageTree): PageText[] {
  const found: PageText[] = []
  for (const top of new Set([tree.head, tree.root])) {
    if (top !== '') collect(tree, top, found)
  }
  return found
}

function collect(tree: PageTree, top: string, found: PageText[]): void {
  const start = tree.node(top)
  const stack = start ? [start] : []
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === 'comment') continue
    if (node.kind === 'text') {
      addPageText(found, node, undefined, node.text)
      continue
    }
    if (CODE.has(node.tag) || nodeAttribute(node, 'translate') === 'no') continue
    for (const [name, value] of nodeAttributes(node)) if (isRead(node, name)) addPageText(found, node, name, value)
    for (const child of tree.children(node.id).toReversed()) stack.push(child)
  }
}

function isRead(node: PageNode, name: string): boolean {
  if (ATTRIBUTES.has(name)) return true
  if (name === 'content' && node.tag === 'meta') {
    return METAS.has((nodeAttribute(node, 'name') ?? nodeAttribute(node, 'property') ?? '').toLowerCase())
  }
  if (name === 'value' && node.tag === 'input') return BUTTONS.has(nodeAttribute(node, 'type') ?? '')
  return name.startsWith('param-') && isComponent(node)
}

function addPageText(found: PageText[], { id, edits }: PageNode, attribute: string | undefined, text: string): void {
  if (text.trim() === '') return
  const of = readSourceText(edits.get(sourceField(attribute)))
  found.push({ nodeId: id, ...(attribute === undefined ? {} : { attribute }), text, ...(of ? { of } : {}) })
}

/** The settings of a page that readers see. */
export function settingTexts(site: View, pageId: string): PageText[] {
  const all = pageSettings(site, pageId)
  return TRANSLATED_SETTINGS.flatMap((attribute) => {
    const text = attribute === 'title' ? (page(site, pageId)?.title ?? '') : (all[attribute] ?? '')
    const of = readSourceText(site.get(`page:${pageId}/${sourceField(attribute)}`))
    return text.trim() === '' ? [] : [{ nodeId: pageId, attribute, text, ...(of ? { of } : {}) }]
  })
}

export type OpenView = (documentId: string) => Promise<View | undefined>

/** The trees of the components that a tree shows, also inside of others, by their ids. */
export async function componentsIn(tree: PageTree, open: OpenView): Promise<Map<string, PageTree>> {
  const found = new Map<string, PageTree>()
  const waiting = [tree]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const node of next.walk()) {
      const ref = node.kind === 'element' && isComponent(node) ? nodeAttribute(node, 'ref') : undefined
      if (ref === undefined || found.has(ref)) continue
      const view = await open(ref)
      if (!view) continue
      const inner = readTree(view)
      found.set(ref, inner)
      waiting.push(inner)
    }
  }
  return found
}
