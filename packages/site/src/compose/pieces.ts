import type { Attribute, Namespace, NodeKind } from '../document/node.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import type { LoopEntry, LoopSource } from '../loop/source.ts'
import type { IdSpace } from './ids.ts'

/** The current entry of a loop. */
export interface Turn {
  readonly entry: LoopEntry
  readonly source: LoopSource
  /** From 1. */
  readonly index: number
}

/** The entry of a collection that a page shows, and the text in the outlet of its template. */
export interface ShownEntry {
  readonly entry: LoopEntry
  readonly source: LoopSource
}

/** A field of an entry that a text shows. */
export interface FieldOrigin extends ShownEntry {
  /** As in the token: `title`, `author.name`. */
  readonly field: string
  /** The format behind the bar of the token. */
  readonly format: string | undefined
}

/** The context of a printed node: its tree, and the values of tokens and slots. */
export interface Scope {
  readonly documentId: string
  readonly tree: PageTree
  /** The current entries of the surrounding loops, the innermost first. */
  readonly turns: readonly Turn[]
  /** The parameter values of the surrounding component. */
  readonly params?: ReadonlyMap<string, string>
  /** The fields of entries that these values are. */
  readonly paramOrigins?: ReadonlyMap<string, FieldOrigin>
  /** The instance's content for each slot. */
  readonly fills?: ReadonlyMap<string, readonly PageNode[]>
  /** The scope in which that content was written. */
  readonly fillScope?: Scope
  /** The surrounding components, outermost first. */
  readonly components: readonly string[]
  readonly ids?: IdSpace
  /** For a template: the content of its outlet, and the outlet's id. */
  readonly inner?: Scope
  /** The long text that is the content of an entry's page, as HTML that was not cleaned yet. */
  readonly content?: string
  readonly outlet?: string
  /** Whether its elements are addressed by their uid: those of the page itself, not of copies. */
  readonly addressed: boolean
}

/** A node that is printed in its own scope: inside a component, a loop or a template. */
export class Placed {
  readonly kind: NodeKind
  readonly tag: string
  readonly ns: Namespace | undefined
  readonly text: string
  readonly scope: Scope
  /** Absent for an element without a node (around the entries of a loop, or its links). */
  readonly node: PageNode | undefined
  /** Instead of the node's own; tokens are filled in already. */
  readonly attrs: readonly Attribute[] | undefined
  /** Instead of the node's own. */
  readonly pieces: readonly Piece[] | undefined
  /** The node of the page that this represents, if it is not `node`. */
  uid: string | undefined

  constructor(
    scope: Scope,
    node: PageNode | undefined,
    made?: {
      kind?: NodeKind
      tag?: string
      ns?: Namespace | undefined
      text?: string
      attrs?: readonly Attribute[]
      pieces?: readonly Piece[]
    },
  ) {
    this.kind = made?.kind ?? (made?.text === undefined ? (node?.kind ?? 'element') : 'text')
    this.tag = made?.tag ?? node?.tag ?? ''
    this.ns = made?.ns ?? node?.ns
    this.text = made?.text ?? node?.text ?? ''
    this.scope = scope
    this.node = node
    this.attrs = made?.attrs
    this.pieces = made?.pieces
    this.uid = undefined
  }
}

/** A printed item: a node of the page itself, at no extra cost, or a placed one. */
export type Piece = PageNode | Placed
