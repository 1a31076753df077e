import type { Draft } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'
import type { Kernel } from '../kernel/port.ts'

/** The context of a part's operations. */
export interface PartContext extends OperationContext {
  /** The part that the call is aimed at. */
  readonly documentId: string
  readonly name: string
  readonly draft: Draft
  readonly kernel: Kernel
  /** The editor's selection, as refs and ids of features. */
  readonly selection: readonly string[]
  /** The sketch that is open in this conversation, or in the editor. */
  readonly openSketch: string | undefined
  /** Opens a sketch for the calls after this one; undefined closes it. */
  enterSketch(id: string | undefined): void
}
