import { isQuirky } from '../document/doctype.ts'
import { nodeAttribute, nodeClasses, type PageTree } from '../document/tree.ts'
import type { ElementTree } from './selectorMatch.ts'

/** The id of the html element, which not every page document contains. */
const HTML = ':html'

/** A page as selectors see it: its elements below an html element. */
export function elementsOf(page: PageTree): ElementTree {
  const lists = new Map<string, readonly string[]>()
  const classes = new Map<string, readonly string[]>()
  const nodeOf = (id: string) => page.node(id === HTML ? page.html : id)
  const childrenOf = (id: string) => page.children(id).flatMap((child) => (child.kind === 'element' ? [child.id] : []))
  const doctype = page.node(page.html)?.birth.doctype
  return {
    quirks: doctype !== undefined && isQuirky(doctype),
    parent(id) {
      if (id === HTML) return undefined
      return id === page.root || id === page.head ? HTML : page.node(id)?.parent
    },
    children(id) {
      const known = lists.get(id)
      if (known) return known
      const list = id === HTML ? [page.head, page.root].filter((top) => top !== '') : childrenOf(id)
      lists.set(id, list)
      return list
    },
    tag: (id) => (id === HTML ? 'html' : (page.node(id)?.tag ?? '')),
    attribute(id, name) {
      const node = nodeOf(id)
      return node && nodeAttribute(node, name)
    },
    classes(id) {
      const known = classes.get(id)
      if (known) return known
      const node = nodeOf(id)
      const own = node ? nodeClasses(node) : []
      classes.set(id, own)
      return own
    },
    isEmpty: (id) =>
      id !== HTML &&
      page.children(id).every(({ kind, text }) => kind === 'comment' || (text === '' && kind === 'text')),
  }
}
