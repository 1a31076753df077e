import type { Json } from '@atelier/operation'

export type { Json }

/** The content of a document as one plain object. */
export type Fields = Readonly<Record<string, Json>>

/**
 * A document as everybody but this package sees it: a flat map from keys to JSON values. The meaning of keys belongs
 * to the scope (`packages/site/src/document`). In Yjs it is one Y.Map named `fields`, each value a whole JSON value.
 */
export interface View {
  get(key: string): Json | undefined
  has(key: string): boolean
  /** All keys, or those that start with `prefix`. */
  keys(prefix?: string): Iterable<string>
  /** Keeps what is derived from this view in step with it; if absent, it is derived again each time. */
  readonly feed?: ChangeFeed
}

/** One object for the life of a view. It never holds what is kept in step by it any longer than the view itself. */
export interface ChangeFeed {
  /** For a draft: the view below, for keys that the draft has not written. */
  readonly base?: View
  /** For a draft: the keys written so far, each once. */
  written(): Iterable<string>
  /** Calls `listener` with each key that is written from now on. */
  onWrite(listener: (key: string) => void): void
}

/** A view that can be written. Nothing written here is seen by anybody before it is committed. */
export interface Draft extends View {
  set(key: string, value: Json): void
  /** As `set`, of plain JSON that the caller MUST NOT change afterwards: it is kept without a copy. */
  adopt?(key: string, value: Json): void
  delete(key: string): void
}

/** One key's change; an absent side means that the key was not there. */
export interface Patch {
  key: string
  before?: Json
  after?: Json
}

/** The drafts of one transaction, over any number of documents of one project. */
export interface DraftSet {
  /** The same draft each time; undefined if there is no such document in this project. */
  open(documentId: string): Promise<Draft | undefined>
  /**
   * A new empty document, made durable with the commit.
   * @param kind of a registered `DocumentType`
   */
  create(documentId: string, kind: string): Draft
  /**
   * Records a part of what is written here, or of what was written over here, as a part of another change set too. Its
   * document has been opened or made here. Absent where nothing is recorded.
   */
  alsoIn?(part: SharedPart): void
}

/** A new document in the forms that it is stored in (`encodeDocument`). */
export interface EncodedDocument {
  /** The kind of a registered `DocumentType`. */
  kind: string
  /** A Yjs update of format 2; null if the document is empty. */
  state: Uint8Array | null
  /** Its fields as one JSON object. */
  projection: string
}

/** The drafts of a transaction on the server, which can also hold a document where it is. */
export interface HeldDraftSet extends DraftSet {
  /** Makes a document of what was encoded elsewhere, such as in a thread. It cannot be opened before the commit. */
  createEncoded(documentId: string, document: EncodedDocument): void
  /**
   * The head of a document, undefined if this project has no such document. The caller relies on it: if the
   * document moves before the commit, in any process, the body is run again.
   */
  head(documentId: string): Promise<number | undefined>
  alsoIn(part: SharedPart): void
}

/**
 * The changes that a commit makes on behalf of an earlier change set, such as the merge of a run's proposal: undoing that
 * change set takes it back too, whatever becomes of the one that the commit is a part of.
 */
export interface SharedPart {
  /** Nothing is recorded if it is undone by then, if there is none, or if it is the commit's own. */
  changeSetId: string
  documentId: string
  /** The kind of the document, if that change set counts as its maker: its undo removes the document then. */
  created?: string
  patches: readonly Patch[]
}
