import type { View } from '@atelier/documents'
import type { PageEntry } from '../document/pages.ts'
import type { PageTree } from '../document/tree.ts'
import { printHtml } from '../html/print.ts'

/** What a page is composed from. Whoever gives it can note what was asked for: that is what the page depends on. */
export interface Composition {
  readonly site: View
  /** The tree of a page, template or component; undefined where there is none. */
  tree(documentId: string): PageTree | undefined
}

/** A page as visitors get it: its template around it, components and loops filled in. */
export interface ComposedPage {
  /** The whole `<body>…</body>`. */
  body: string
  /** What could not be filled in, as sentences, with the node. */
  problems: { documentId: string; nodeId: string; message: string }[]
}

/** Composes the body of one page. Hidden nodes are left out. */
export function composePage(entry: PageEntry, composition: Composition): ComposedPage {
  const tree = composition.tree(entry.id)
  const body = tree?.root ? printHtml(tree, tree.root, { hidden: false }) : '<body></body>'
  return { body, problems: [] }
}
