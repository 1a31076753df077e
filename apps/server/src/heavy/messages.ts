import type { DocumentKind, Json, Patch } from '@atelier/documents'
import type { Actor, Envelope } from '@atelier/operation'
import type { EditorContext } from '@atelier/site'

/** What the server tells the thread. One call is at work at a time; `id` names one question of it. */
export type ToThread =
  | { type: 'call'; call: ThreadCall }
  /** Part of the fields of a document, before the `opened` that ends them. */
  | { type: 'fields'; id: number; entries: [string, Json][] }
  | { type: 'opened'; id: number; exists: boolean }
  | { type: 'answered'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string }
  /** The last part of the outcome is taken: the next may come. */
  | { type: 'next' }

/** One operation as the thread runs it. */
export interface ThreadCall {
  operationId: string
  input: unknown
  actor: Actor
  editor: EditorContext
  siteId: string
  /** The methods of each service that the server offers. */
  services: Readonly<Record<string, readonly string[]>>
}

/** What the thread tells the server. */
export type FromThread =
  | { type: 'open'; id: number; documentId: string }
  | { type: 'service'; id: number; service: string; method: string; args: unknown[] }
  | { type: 'created'; documentId: string; kind: DocumentKind }
  | { type: 'patches'; documentId: string; patches: Patch[] }
  | { type: 'done'; result: Envelope; changes: number }
  | { type: 'threw'; message: string; stack: string | undefined }
