import type { Draft } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'

/** What the operations on a plan are given. */
export interface GenerateContext extends OperationContext {
  /** The plan, a document of kind `blueprint`. */
  plan: Draft
  documentId: string
}
