import type { Draft } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'

/** The outside services of the notes. */
export interface NotesServices {
  /** Posts a text; returns what is answered. */
  post(url: string, text: string, signal: AbortSignal): Promise<string>
}

export interface NotesContext extends OperationContext {
  /** Undefined before the first note. */
  readonly notes: Draft | undefined
  create(): Draft
  readonly documentId: string
  readonly services: NotesServices
}
