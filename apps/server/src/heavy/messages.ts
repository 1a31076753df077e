import type { Focus, ScopeProject } from '@atelier/agent'
import type { Entry, EntryEdit, FileChanges, Finding, ReadContent, ReadOptions } from '@atelier/content'
import type { EncodedDocument, Json, Patch } from '@atelier/documents'
import type { Actor, Capability, Envelope } from '@atelier/operation'
import type { FilesBefore } from '@atelier/repository'
import type { CompileUtilities, ImportChoices, ImportPlan, ImportReport, LeftOut } from '@atelier/site'

/** The methods of each service that the server offers to a task. */
export type ServiceMethods = Readonly<Record<string, readonly string[]>>

/** The tasks of a thread, one at a time. */
export type Task =
  | {
      kind: 'operation'
      operationId: string
      input: unknown
      /** The world's answer to the call. */
      answer?: unknown
      actor: Actor
      capabilities?: ReadonlySet<Capability>
      focus: Focus
      project: ScopeProject
    }
  /** Reads the files that were sent before, and keeps the bytes of media; the thread holds what it read. */
  | { kind: 'prepareImport'; choices: ImportChoices; keepsMedia: boolean }
  | { kind: 'planImport'; choices: ImportChoices; siteId: string }
  | { kind: 'applyImport'; choices: ImportChoices; siteId: string }
  /** Checks the files of content that were sent before. */
  | { kind: 'checkContent'; options: ReadOptions }
  /** Reads what they hold. */
  | { kind: 'readContent'; options: ReadOptions }
  /** Compares the last of them with the first ones (so many as `before`), which are the same files as they were. */
  | { kind: 'compareContent'; was: FilesBefore; before: number; options: ReadOptions }
  /** Converts texts to HTML. */
  | { kind: 'markdown'; texts: readonly string[] }
  /** Compiles utility classes. */
  | { kind: 'utilities'; source: string; classes: readonly string[] }

/** The result of a task, by its kind. */
export interface Outcome {
  envelope?: Envelope
  plan?: ImportPlan
  /** Files in use that an import would leave out without an agreement. */
  unanswered?: LeftOut[]
  report?: ImportReport
  findings?: Finding[]
  /** Entries and their edits go before it, in parts. */
  read?: Omit<ReadContent, 'entries'>
  fileChanges?: Omit<FileChanges, 'entries'>
  /** The HTML of each text. */
  html?: string[]
  /** The CSS of utility classes, or why there is none. */
  compiled?: Awaited<ReturnType<CompileUtilities>>
  /** How many fields of documents it wrote. */
  changes: number
}

/** A message from the server to a thread; `id` names one question that the thread asked. */
export type ToThread =
  /** Before and after the work of one caller: nothing of it is left for the next. */
  | { type: 'reset' }
  | { type: 'file'; path: string; isLink: boolean; piece: Uint8Array; isLast: boolean }
  | { type: 'task'; task: Task; services: ServiceMethods }
  /** Part of the fields of a document, before the `opened` that ends them. */
  | { type: 'fields'; id: number; entries: [string, Json][] }
  | { type: 'opened'; id: number; exists: boolean }
  | { type: 'answered'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string }
  /** The last part of what was written is taken: the next may come. */
  | { type: 'next' }

/** A message from a thread to the server. */
export type FromThread =
  | { type: 'open'; id: number; documentId: string }
  | { type: 'service'; id: number; service: string; method: string; args: unknown[] }
  | { type: 'progress'; step: 'pages' | 'media'; done: number; total: number }
  | { type: 'created'; documentId: string; document: EncodedDocument }
  | { type: 'patches'; documentId: string; patches: Patch[] }
  | { type: 'entries'; entries: readonly Entry[] }
  | { type: 'edits'; edits: readonly EntryEdit[] }
  | { type: 'done'; outcome: Outcome }
  | { type: 'threw'; message: string; stack: string | undefined }
