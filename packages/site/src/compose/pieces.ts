import type { Attribute, Namespace, NodeKind } from '../document/node.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import type { LoopEntry, LoopSource } from '../loop/source.ts'
import type { IdSpace } from './ids.ts'

/** The entry that a loop has come to. */
export interface Turn {
  readonly entry: LoopEntry
  readonly source: LoopSource
  /** From 1. */
  readonly index: number
}

/** Where a node is printed: which tree it is of, and what its tokens and slots stand for there. */
export interface Scope {
  readonly documentId: string
  readonly tree: PageTree
  /** Of the loops around it, the innermost first. */
  readonly turns: readonly Turn[]
  /** Of the component around it. */
  readonly params?: ReadonlyMap<string, string>
  /** What the instance puts into each slot. */
  readonly fills?: ReadonlyMap<string, readonly PageNode[]>
  /** Where that was written. */
  readonly fillScope?: Scope
  /** The components around it, outermost first. */
  readonly components: readonly string[]
  readonly ids?: IdSpace
  /** Of a template: what goes where its outlet is, and which outlet that is. */
  readonly inner?: Scope
  readonly outlet?: string
  /** Whether its elements are addressed by their uid: those of the page itself, not of copies. */
  readonly addressed: boolean
}

/** A node as it is printed in a scope of its own: what stands in a component, a loop or a template. */
export class Placed {
  readonly kind: NodeKind
  readonly tag: string
  readonly ns: Namespace | undefined
  readonly text: string
  readonly scope: Scope
  /** Absent for an element that stands for no node (around the entries of a loop, or its links). */
  readonly node: PageNode | undefined
  /** Instead of the node's own; tokens are filled in already. */
  readonly attrs: readonly Attribute[] | undefined
  /** Instead of the node's own. */
  readonly pieces: readonly Piece[] | undefined
  /** The node of the page that this stands for, if it is not `node`. */
  uid: string | undefined

  constructor(
    scope: Scope,
    node: PageNode | undefined,
    made?: { tag?: string; text?: string; attrs?: readonly Attribute[]; pieces?: readonly Piece[] },
  ) {
    this.kind = made?.text === undefined ? (node?.kind ?? 'element') : 'text'
    this.tag = made?.tag ?? node?.tag ?? ''
    this.ns = node?.ns
    this.text = made?.text ?? node?.text ?? ''
    this.scope = scope
    this.node = node
    this.attrs = made?.attrs
    this.pieces = made?.pieces
    this.uid = undefined
  }
}

/** What is printed: a node of the page itself, as cheaply as without any of this, or a placed one. */
export type Piece = PageNode | Placed
