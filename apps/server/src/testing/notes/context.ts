import type { Draft } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'

export interface NotesContext extends OperationContext {
  /** Undefined before the first note. */
  readonly notes: Draft | undefined
  create(): Draft
  readonly documentId: string
}
