import type { PageNode, PageTree } from '../document/tree.ts'

/** Every node of a document: its html element, its head and its body with all that is in them. */
export function* everyNode(tree: PageTree): Generator<PageNode> {
  const html = tree.node(tree.html)
  if (html) yield html
  if (tree.head !== '') yield* tree.walk(tree.head)
  if (tree.root !== '') yield* tree.walk()
}
