import type { UndoGuard } from './undo.ts'
import type { Json, Patch, View } from './view.ts'

/**
 * One kind of live document, as the package that knows the meaning of its keys defines it; given to `createDocuments`.
 * `kind`, `version` and `describe` are required. Every member is called synchronously and MUST NOT keep what it is given.
 */
export interface DocumentType {
  /** Stored with each document of this type; unique among all types. */
  readonly kind: string
  /**
   * Checks a value that a tab sets. Returns what is wrong with it as a sentence, or undefined. `read` returns the values of
   * other keys, those of the same update first. Without it every JSON value is accepted.
   */
  accepts?(key: string, value: Json, read: (key: string) => Json | undefined): string | undefined
  /** Decides what an undo leaves as it is. Without it an undo keeps only what was changed since. */
  readonly undoGuard?: UndoGuard
  /**
   * Describes a change of one document for a person.
   * @param all every document of the same change, such as the one that holds the titles of the others
   * @returns no lines if nothing that a person can see has changed
   */
  describe(document: ChangedDocument, all: readonly ChangedDocument[]): Omit<DocumentChanges, 'documentId'>
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
  /** What was changed, by a word of the document's type, such as `page`, `rule` or `attribute`. */
  what: string
  /** The id of the part of the document to show. */
  target?: string
  /** Names the part for a person. */
  label: string
  before?: string
  after?: string
}

export interface DocumentChanges {
  documentId: string
  title: string
  lines: ChangeLine[]
}

/** A stored document that this server cannot open, or a kind for which there is no type. */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
  readonly code: 'document_kind_unknown'

  constructor(code: UnreadableDocument['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The document types of a program, by kind. */
export interface DocumentTypes {
  /** Throws `UnreadableDocument` if there is none. */
  of(kind: string): DocumentType
  /** Describes the changes of several documents, leaving out those without a visible change. */
  describe(documents: readonly ChangedDocument[]): DocumentChanges[]
}

/** Throws if two types have the same kind. */
export function createDocumentTypes(types: readonly DocumentType[]): DocumentTypes {
  const byKind = new Map(types.map((type) => [type.kind, type]))
  if (byKind.size < types.length) throw new Error('Two document types have the same kind.')

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
    describe: (documents) =>
      documents.flatMap((document) => {
        const { title, lines } = of(document.kind).describe(document, documents)
        return lines.length > 0 ? [{ documentId: document.documentId, title, lines }] : []
      }),
  }
}
