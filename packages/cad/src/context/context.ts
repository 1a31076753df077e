import type { Draft, Patch } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'
import type { Kernel } from '../kernel/port.ts'

/** One call that changed a part. */
export interface Step {
  /** A few words about what it did. */
  action: string
  patches: readonly Patch[]
}

/** The calls that can be taken back, the last one last, and those that were. */
export interface Steps {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
  /** Tells that this call takes the last step back, or makes it again. */
  turned(to: 'undo' | 'redo'): void
}

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
  /** The calls of this run, or of this caller, on the part. */
  readonly steps: Steps
  /** Whether the caller can see pictures. */
  readonly seesPictures: boolean
  /** Opens a sketch for the calls after this one; undefined closes it. */
  enterSketch(id: string | undefined): void
}
