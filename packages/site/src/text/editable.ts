import { instanceAround } from '../document/instances.ts'
import { isComponent } from '../document/special.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import { MARK_TAGS } from './run.ts'

/** Elements that are there to hold a text, also while they are empty. */
const TEXT_ELEMENTS =
  /^(?:p|h[1-6]|a|span|li|button|td|th|strong|em|figcaption|label|blockquote|dt|dd|summary|caption|legend)$/
/** Elements whose whole content is text, so that a link or bold word in them is edited as part of it. */
const PARAGRAPHS = /^(?:p|h[1-6]|blockquote|figcaption|dt|dd)$/

/**
 * The element at or above `id` that is edited as one text: the paragraph around a bold word, rather than the word. In
 * an instance of a component it is the instance, whose parameters are its texts. Undefined if there is no text, and for
 * what fills a slot: the canvas shows that as a part of the instance.
 */
export function editableAt(tree: PageTree, id: string): string | undefined {
  const instance = tree.node(id)
  if (instance && isComponent(instance)) return id
  if (instanceAround(tree, id) !== undefined) return undefined
  const own = nearestText(tree, id)
  let found = own
  let node = own === undefined ? undefined : tree.node(own)
  while (node && !node.ns && MARK_TAGS.has(node.tag)) {
    const parent = tree.node(node.parent)
    if (!parent || parent.id === tree.root) break
    if (PARAGRAPHS.test(parent.tag) || holdsText(tree, parent.id)) found = parent.id
    node = parent
  }
  return found
}

/**
 * The text of the page behind the one of `id`, or before it: where Tab goes while one types. Undefined at the end.
 * @param hasTexts whether an instance of a component shows texts of its own
 */
export function textBeside(
  tree: PageTree,
  id: string,
  isBackwards: boolean,
  hasTexts: (instance: PageNode) => boolean,
): string | undefined {
  const all = editableTexts(tree, tree.root, hasTexts)
  const at = all.indexOf(id)
  return at < 0 ? undefined : all[at + (isBackwards ? -1 : 1)]
}

/**
 * The elements below a node that are edited as one text each, in document order.
 * @param hasTexts whether an instance of a component shows texts of its own; it is then among them
 */
export function editableTexts(
  tree: PageTree,
  top: string,
  hasTexts: (instance: PageNode) => boolean = () => false,
): string[] {
  const texts = new Set<string>()
  for (const node of tree.walk(top)) {
    const text = isComponent(node) ? (hasTexts(node) ? node.id : undefined) : ownText(tree, node)
    if (text !== undefined) texts.add(text)
  }
  return [...texts]
}

/** The element that is edited as one text for what a text node says, or for an element that waits for its text. */
function ownText(tree: PageTree, node: PageNode): string | undefined {
  if (node.kind === 'element') {
    return TEXT_ELEMENTS.test(node.tag) && tree.children(node.id).length === 0 ? editableAt(tree, node.id) : undefined
  }
  const isShown =
    node.text.trim() !== '' && !/^(?:script|style|textarea|option)$/.test(tree.node(node.parent)?.tag ?? '')
  return isShown ? editableAt(tree, node.id) : undefined
}

function nearestText(tree: PageTree, id: string): string | undefined {
  for (let node = tree.node(id); node?.parent; node = tree.node(node.parent)) {
    if (node.kind !== 'element' || node.ns) continue
    if (tree.children(node.id).length === 0 && TEXT_ELEMENTS.test(node.tag)) return node.id
    if (holdsText(tree, node.id)) return node.id
  }
  return undefined
}

function holdsText(tree: PageTree, id: string): boolean {
  return tree.children(id).some((child) => child.kind === 'text' && child.text.trim() !== '')
}
