import { nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'
import { isUnheard, type PageCheck, tagOf } from './facts.ts'

const FIELDS = new Set(['input', 'select', 'textarea'])
/** Input types that need no label. */
const UNLABELLED = new Set(['hidden', 'submit', 'button', 'reset', 'image'])
/** Elements that may render text although they contain none now. */
const FILLED = new Set([
  'atelier-slot',
  'atelier-component',
  'atelier-loop',
  'instatic-loop',
  'atelier-outlet',
  'instatic-outlet',
])

/** Fields without a label, links, buttons and frames without a name. WCAG 1.3.1, 2.4.4, 4.1.2. */
export const checkNames: PageCheck = function* ({ elements, page }, add) {
  let labelled: Set<string> | undefined
  const labels = () => {
    labelled ??= new Set(elements.flatMap((node) => (node.tag === 'label' ? (nodeAttribute(node, 'for') ?? []) : [])))
    return labelled
  }
  for (const node of elements) {
    yield
    const { tag } = node
    const at = { nodeId: node.id, excerpt: '' }
    if (FIELDS.has(tag)) {
      const type = nodeAttribute(node, 'type')?.toLowerCase() ?? ''
      if (tag === 'input' && UNLABELLED.has(type)) continue
      const id = nodeAttribute(node, 'id')
      if (isNamed(node) || (id && labels().has(id)) || isInLabel(page, node) || isUnheard(page, node)) continue
      const hint = 'Put it into a <label>, or give one for="" with its id.'
      at.excerpt = tagOf(node, 'type', 'name')
      add({ code: 'missing-label', severity: 'error', message: 'A field has no label.', hint, ...at })
    } else if (tag === 'button' || nodeAttribute(node, 'role') === 'button') {
      if (isNamed(node) || saysSomething(page, node) || isUnheard(page, node)) continue
      at.excerpt = tagOf(node, 'class')
      const hint = 'Give it text, or an aria-label that says what it does.'
      add({ code: 'empty-button', severity: 'error', message: 'A button has no name.', hint, ...at })
    } else if ((tag === 'a' || tag === 'area') && nodeAttribute(node, 'href') !== undefined) {
      const named = isNamed(node) || (tag === 'area' && nodeAttribute(node, 'alt')?.trim())
      if (named || saysSomething(page, node) || isUnheard(page, node)) continue
      at.excerpt = tagOf(node, 'href')
      const hint = 'Give it text, or an aria-label that says where it leads.'
      add({ code: 'empty-link', severity: 'error', message: 'A link has no name.', hint, ...at })
    } else if (tag === 'iframe' && !isNamed(node) && !isUnheard(page, node)) {
      at.excerpt = tagOf(node, 'src')
      const hint = 'Give it a title that says what it holds.'
      add({ code: 'missing-frame-title', severity: 'warning', message: 'A frame has no title.', hint, ...at })
    }
  }
}

const isNamed = (node: PageNode) =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => nodeAttribute(node, name)?.trim())

function isInLabel(page: PageTree, node: PageNode): boolean {
  for (let at = page.node(node.parent); at; at = page.node(at.parent)) if (at.tag === 'label') return true
  return false
}

/** Whether the content has a text alternative: text, a picture's `alt`, a drawing's title, or a label of its own. */
export function saysSomething(page: PageTree, node: PageNode): boolean {
  for (const each of page.walk(node.id)) {
    if (each.kind === 'text' && each.text.trim() !== '') return true
    if (each.kind !== 'element' || each.id === node.id) continue
    if (FILLED.has(each.tag) || isNamed(each)) return true
    if (each.tag === 'img' && nodeAttribute(each, 'alt')?.trim()) return true
  }
  return false
}
