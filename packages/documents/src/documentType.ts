import type { Beside, CommittedDocument } from './beside.ts'
import type { ProjectViews } from './projectDocuments.ts'
import type { UndoGuard, UndoMerge } from './undo.ts'
import type { Draft, Json, Patch, View } from './view.ts'

/**
 * One kind of live document, as the package that knows the meaning of its keys defines it; given to `createDocuments`.
 * `kind`, `version` and `describe` are required. No member MUST keep the views that it is given.
 */
export interface DocumentType {
  /** Stored with each document of this type; unique among all types. */
  readonly kind: string
  /**
   * The version of the schema, that is of what keys and values mean; 1 for a new type. Documents that were stored in an
   * older version are migrated when they are opened, those of a newer one are refused.
   */
  readonly version: number
  /**
   * Brings a document from version `from` to `from + 1`, by writing to the draft; required from version 2 on. It MUST be
   * pure, since it is also called on states of the past: undo and versions reach over a migration by it. It MAY await to
   * let others run while it migrates a large document.
   */
  migrate?(draft: Draft, from: number): void | Promise<void>
  /**
   * Whether tabs write to it over their sockets; `accepts` then checks what they write. Without it they read it there, and it
   * is written by operations.
   */
  readonly writtenByTabs?: true
  /**
   * Checks the value that a key has once a tab's update is in; undefined if the update deletes the key. Returns what is wrong
   * with it as a sentence, or undefined. `read` and `keys` return what the document holds then, under a key and under all keys
   * that begin with a prefix. Without it every JSON value and every deletion is accepted.
   */
  accepts?(
    key: string,
    value: Json | undefined,
    read: (key: string) => Json | undefined,
    keys: (prefix: string) => Iterable<string>,
  ): string | undefined
  /** Decides what an undo leaves as it is. Without it an undo keeps only what was changed since. */
  readonly undoGuard?: UndoGuard
  /** Takes a change out of a value that another user has changed since. Without it such a value stays as it is. */
  readonly undoMerge?: UndoMerge
  /**
   * Whether a key stays with a document that the undone change set made and that others have written in since; everything
   * else that the change set wrote is taken back. Without it such a document stays whole.
   */
  staysWith?(key: string): boolean
  /** Whether an undo and a redo leave a key as it is, since its value is about the present only. */
  staysOnUndo?(key: string): boolean
  /**
   * The value that hides a document, for a call that takes back its making: a call writes into documents, and removes
   * none. Without it such a document stays as it is, where nothing names it any more.
   */
  readonly hidden?: { readonly key: string; readonly value: Json }
  /**
   * Adds rows that are derived from the documents, appends and expectations to every commit that changes them: of a call, a
   * tab, an undo or redo, a creation, an import, a removal and a migration.
   */
  readonly beside?: Beside
  /**
   * Says why an agent may not make a change, since a person has locked what it touches; undefined if it may. Called for each
   * document of a commit that an agent makes, in whichever way: a call, an import, an undo, a tab's update. The whole commit
   * is refused then, with the code `locked`. A person's commits are not asked about.
   * @param project the documents as they are before the commit
   */
  readonly lockedReason?: (document: CommittedDocument, project: LockedProject) => Promise<string | undefined>
  /**
   * Describes a change of one document for a person.
   * @param all every document of the same change, such as the one that holds the titles of the others
   * @returns no lines if nothing that a person can see has changed
   */
  describe(document: ChangedDocument, all: readonly ChangedDocument[]): Omit<DocumentChanges, 'documentId'>
}

/** The committed documents of a project, as a rule about locks reads them. */
export interface LockedProject extends ProjectViews {
  /** As `open`. The decision relies on it: if the document moves before the commit, it is made anew. */
  hold(documentId: string): Promise<View | undefined>
  /** The ids of the documents of a kind. */
  idsOf(kind: string): Promise<readonly string[]>
}

export interface ChangedDocument {
  documentId: string
  kind: string
  patches: readonly Patch[]
  /** The document without the changes, and with them. */
  before: View
  after: View
}

export interface ChangeLine {
  kind: 'added' | 'removed' | 'changed'
  /** The changed thing, by a term of the document's type, such as `page`, `rule` or `attribute`. */
  what: string
  /** The id of the part of the document to show. */
  target?: string
  /** Names the part for a person. */
  label: string
  before?: string
  after?: string
  /** Names the changes of the line, to revert only these: a key of the document, or the prefix of several. */
  part?: string
  /** Whether it has been reverted since. */
  restored?: boolean
}

export interface DocumentChanges {
  documentId: string
  title: string
  lines: ChangeLine[]
}

/** A document that this server cannot open: it has no type of its kind, or only an older version of its type. */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
  readonly code: 'document_kind_unknown' | 'document_newer'

  constructor(code: UnreadableDocument['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The document types of a program, by kind. */
export interface DocumentTypes {
  /** Throws `UnreadableDocument` if there is none. */
  of(kind: string): DocumentType
  /** Whether any of them has the hook `beside`. */
  readonly haveBeside: boolean
  /** Whether any of them has locks. */
  readonly haveLocks: boolean
  /** Throws `UnreadableDocument` if there is no type, or if it is of an older version than this. */
  expectReadable(kind: string, schemaVersion: number): void
  /** Brings the draft of a document in an older schema to the type's own. */
  upgrade(kind: string, schemaVersion: number, draft: Draft): Promise<void>
  /** Describes the changes of several documents, leaving out those without a visible change. */
  describe(documents: readonly ChangedDocument[]): DocumentChanges[]
}

/** Throws if two types have the same kind, or one of version 2 or later cannot migrate. */
export function createDocumentTypes(types: readonly DocumentType[]): DocumentTypes {
  const byKind = new Map(types.map((type) => [type.kind, type]))
  if (byKind.size < types.length) throw new Error('Two document types have the same kind.')

  for (const { kind, version, migrate } of types) {
    if (!Number.isInteger(version) || version < 1) throw new Error(`The version of "${kind}" is not 1 or more.`)
    if (version > 1 && !migrate) throw new Error(`The document type "${kind}" does not migrate older versions.`)
  }

  function of(kind: string): DocumentType {
    const type = byKind.get(kind)
    if (type) return type
    const known = [...byKind.keys()].join(', ')
    throw new UnreadableDocument(
      'document_kind_unknown',
      `There is no document type "${kind}". This server has: ${known}.`,
    )
  }

  return {
    of,
    haveBeside: types.some(({ beside }) => beside !== undefined),
    haveLocks: types.some(({ lockedReason }) => lockedReason !== undefined),
    expectReadable(kind, schemaVersion) {
      if (schemaVersion <= of(kind).version) return
      const message = 'A newer version of Atelier has changed this document. Update this server to open it.'
      throw new UnreadableDocument('document_newer', message)
    },
    async upgrade(kind, schemaVersion, draft) {
      const type = of(kind)
      for (let from = schemaVersion; from < type.version; from += 1) await type.migrate?.(draft, from)
    },
    describe: (documents) =>
      documents.flatMap((document) => {
        const { title, lines } = of(document.kind).describe(document, documents)
        return lines.length > 0 ? [{ documentId: document.documentId, title, lines }] : []
      }),
  }
}
