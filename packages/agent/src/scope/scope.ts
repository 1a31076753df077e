import type {
  Actor,
  Capability,
  Envelope,
  Operation,
  OperationContext,
  OtherOperations,
  Restriction,
} from '@atelier/operation'
import type { Query } from '@atelier/streams'
import type { Rehearsal } from '../contract/rehearsal.ts'
import type { ContentAffected } from '../contract/run.ts'
import type { PostRunReport } from '../loop/options.ts'

/**
 * The types of the package that keeps documents, which this package does not import: `drafts` for a call, `documents`
 * for reading what is committed, `surface` for a page on a screen, `kernel` for what builds a part.
 */
export interface ScopeTypes {
  drafts: unknown
  documents: unknown
  surface: unknown
  kernel: unknown
}

export interface ScopeProject {
  id: string
  /** The id of the document that holds the project's site. */
  siteDocumentId: string
}

/** Where a person's editor is, or where a call is aimed: ids by name. They may be stale, and of another scope. */
export type Focus = { readonly documentId?: string; readonly [name: string]: string | undefined }

/** One call of an operation, before its scope has made the operation's context from it. */
export interface ScopeCall<Types extends ScopeTypes = ScopeTypes> extends OperationContext {
  readonly project: ScopeProject
  readonly focus: Focus
  /** The conversation whose run makes the call; absent of a call that a person or a program makes itself. */
  readonly sessionId?: string | undefined
  /** The API key that a program makes the call with. */
  readonly keyId?: string | undefined
  readonly drafts: Types['drafts']
  /** The change set that what is written goes into; absent for a read of a person's. */
  readonly changeSetId?: string | undefined
  /** The called operation: a scope MAY refuse it in the state that its project is in. */
  readonly operation: Pick<Operation, 'id' | 'name' | 'summary' | 'effect' | 'phases' | 'workflow' | 'fromReading'>
  /** Its arguments: `validate(operation.input, …)` has accepted it. */
  readonly input: unknown
  /** Only for the operations of the executor `view`: where pages are rendered. */
  readonly surface?: Types['surface']
  /** Whether the caller wants a picture and can see it, of an operation with `wantsVision`. */
  readonly picture?: boolean | undefined
  /** Only for the operations of the executor `kernel`: answers from what was built before the call. */
  readonly kernel?: Types['kernel'] | undefined
  /** The operations of the other scopes. Absent where none are at hand, as in a thread. */
  readonly others?: OtherOperations | undefined
}

/** Rows that are stored in the commit of a call. */
export type CallRows = readonly Query[]

/** The context of a call, or the result of a call that has none, such as that its document is gone. */
export type CallContext<Context> =
  | {
      ok: true
      context: Context
      /** The documents that the call is aimed at. Approvals are bound to their heads unless the operation names others. */
      documentIds: readonly string[]
      /**
       * Called once it is known whether what the call did is stored, before a repeated call gets a context of its own:
       * notes made by the context's services count only then.
       */
      settled?(stored: boolean): void
      /**
       * Called with the result of the call before its commit, and with the documents that it has opened; MAY write to their
       * drafts. Returns the result of the call, which MAY be an error: then nothing is committed.
       */
      finish?(result: Envelope, opened: readonly string[]): Promise<Envelope>
      /** Notes that outlive this process: rows that are stored with the call's result, in one commit. */
      rows?(): CallRows
    }
  | { ok: false; result: Envelope<never> }

/** A run of this scope. */
export interface ScopeRun<Types extends ScopeTypes = ScopeTypes> {
  readonly project: ScopeProject
  /** Where the editor was when the person sent the prompt. */
  readonly focus: Focus
  /** The document that the conversation was opened on. */
  readonly documentId?: string
  readonly documents: Types['documents']
  /** Its conversation. */
  readonly sessionId?: string
  /** The person's message, which the run begins with. */
  readonly prompt?: string
  /** Who the calls of the run are made for. */
  readonly actor?: Actor
  /** The person's rights; absent if nothing is restricted. */
  readonly capabilities?: ReadonlySet<Capability>
  /** For people to read. */
  readonly role?: string
  readonly restriction?: Restriction
}

/** The part of a request that changes from one to the next: the state of what the run works on. */
export interface Suffix {
  /** Where the run begins. It moves when a call's result says so (`focusOf`). */
  focus: Focus
  /** The state now, in lines: always as many, in the same order. Called before each request. */
  lines(focus: Focus): Promise<readonly string[]>
  /** The lines as a model reads them, inside a block that marks them as data: all, or only those that changed. */
  text(lines: readonly string[], which: 'all' | 'changed'): string
}

/** A run that has changed something and is about to end. */
export interface RunToCheck<Types extends ScopeTypes = ScopeTypes> {
  readonly project: ScopeProject
  readonly changeSetId: string
  /** The document that the run began on. */
  readonly documentId?: string
  readonly documents: Types['documents']
}

/** A run that is about to end. */
export interface EndingRun {
  readonly project: ScopeProject
  /** The scope of its conversation. */
  readonly scope: string
  readonly changeSetId: string
}

/** The members of a scope that do not depend on the context of its operations. */
export interface ScopeBase<Types extends ScopeTypes = ScopeTypes> {
  /** A lower-case word: the part of every operation's id before the dot, and the `scope` of its conversations. */
  readonly id: string
  /**
   * Values that an editor of this scope sends with a prompt besides `documentId`: names of a `Focus`, such as
   * `selectedNodeId`. The server keeps these and no others with the run. None if it is left out.
   */
  readonly focusFields?: readonly string[]
  /**
   * Clients that are sent the operations of all scopes at once, as those of MCP, are not sent this one's: they find them
   * with `find_operations` and call them by name. For a scope of many, so that the list stays short.
   */
  readonly unlisted?: true
  /**
   * Its operations hold a caller's restriction to models and locales in all that they read and write. The calls of other
   * scopes are refused to callers who have a restriction.
   */
  readonly holdsRestrictions?: true
  /** The system prompt: MUST be the same for every run, so that the providers' caches hold. */
  readonly prompt: string
  /** MUST read only. `error` is a sentence for the person; the run then ends with it. */
  suffix(run: ScopeRun<Types>): Promise<Suffix | { error: string }>
  /** Scripts for a server without a model; may be empty. */
  readonly rehearsals: readonly Rehearsal[]
  /** Those that fit the state of a project, to be offered there. All of them if it is left out. */
  rehearsalsFor?(projectId: string): Promise<readonly Rehearsal[]>
  /** Checks what a run changed. It is called for runs of other scopes too, which may have called operations of this one. */
  afterRun?(run: RunToCheck<Types>): Promise<PostRunReport | undefined>
  /** The content that a run has changed, for the run's end; asked of every scope. Undefined if it has nothing to say. */
  affected?(run: EndingRun): Promise<ContentAffected | undefined>
  /** Other scopes whose later calls mean the document of `focusOf` too. */
  readonly aims?: readonly string[]
  /** The document that later calls of the run mean if they name none; undefined if the result leaves it as it was. */
  focusOf(result: Envelope, operation: Pick<Operation, 'name' | 'effect'>): string | undefined
}

/**
 * Everything that Atelier has to know of one kind of work (`site`, later `content`, `cms`, `part`). Chat, NDJSON, HTTP,
 * MCP, the command line, approvals, budgets, usage, rehearsals, and undo are written once, for any scope.
 *
 * To add one: write its operations with `defineOperation` (their ids begin with the scope's id), put them with a prompt
 * into an object of this type, and name its registration in the server's list (`apps/server/src/compose/scopes.ts`).
 * `CONTRIBUTING.md` has a worked example. `Types` are the types of `@atelier/documents` that the scope uses; `Context` is
 * what its operations are given. The changes of its documents are described by their document types.
 *
 * Every member MUST be safe to call for several projects and users at the same time.
 */
export interface Scope<Context extends OperationContext, Types extends ScopeTypes = ScopeTypes>
  extends ScopeBase<Types> {
  readonly operations: readonly Operation<Context>[]
  /** Makes the context of one call, again on fresh drafts if the call is repeated. MUST change nothing. */
  context(call: ScopeCall<Types>): Promise<CallContext<Context>>
}
