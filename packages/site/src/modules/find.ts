import { isComponent, isLoop, isOutlet, isPart, isSlot } from '../document/special.ts'
import { nodeAttribute, nodeClasses, type PageNode, type PageTree } from '../document/tree.ts'
import { modules } from './catalogue.ts'
import type { SiteModule } from './module.ts'

const byId = new Map(modules.map((module) => [module.id, module]))
const TAGS: Readonly<Record<string, string>> = {
  form: 'form',
  iframe: 'video',
  img: 'image',
  label: 'label',
  ol: 'list',
  optgroup: 'option-group',
  option: 'option',
  select: 'select',
  svg: 'svg',
  textarea: 'textarea',
  ul: 'list',
  video: 'video',
}
const TEXT_TAGS = /^(?:p|h[1-6]|span|small|strong|em|b|i|blockquote|figcaption|li|dt|dd|td|th|cite|code|time)$/

/** The module of a node; undefined for a comment. */
export function moduleOf(tree: PageTree, node: PageNode): SiteModule | undefined {
  if (node.kind === 'comment') return undefined
  return byId.get(`base.${node.kind === 'text' ? 'text' : elementName(tree, node)}`)
}

function elementName(tree: PageTree, node: PageNode): string {
  if (node.id === tree.root) return 'body'
  if (isLoop(node)) return 'loop'
  if (isOutlet(node)) return 'outlet'
  if (isComponent(node)) return 'visual-component-ref'
  if (isPart(node)) return 'part'
  if (isSlot(node)) {
    const parent = tree.node(node.parent)
    return parent && isComponent(parent) ? 'slot-instance' : 'slot-outlet'
  }
  if (node.ns !== undefined) return node.tag === 'svg' ? 'svg' : 'container'
  const type = (nodeAttribute(node, 'type') ?? '').trim().toLowerCase()
  if (node.tag === 'input') return inputName(type)
  if (node.tag === 'button') return type === 'button' || type === 'reset' || !inForm(tree, node) ? 'button' : 'submit'
  if (node.tag === 'a') return looksLikeButton(node) ? 'button' : 'link'
  const known = Object.hasOwn(TAGS, node.tag) ? TAGS[node.tag] : undefined
  if (known) return known
  if (/^(?:status|alert)$/.test(nodeAttribute(node, 'role') ?? '') || node.tag === 'output') return 'form-message'
  const isText = TEXT_TAGS.test(node.tag) && tree.children(node.id).every(({ kind }) => kind !== 'element')
  return isText ? 'text' : 'container'
}

function inputName(type: string): string {
  if (type === 'checkbox' || type === 'radio') return type
  return type === 'submit' || type === 'image' ? 'submit' : type === 'button' || type === 'reset' ? 'button' : 'input'
}

function inForm(tree: PageTree, node: PageNode): boolean {
  for (let at = tree.node(node.parent); at; at = tree.node(at.parent)) if (at.tag === 'form') return true
  return nodeAttribute(node, 'form') !== undefined
}

function looksLikeButton(node: PageNode): boolean {
  return nodeAttribute(node, 'role') === 'button' || nodeClasses(node).some((token) => /^(?:btn|button)$/i.test(token))
}
