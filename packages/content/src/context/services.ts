import type { Json, Patch } from '@atelier/documents'
import type { LoggedEdit } from '../entry/history.ts'
import type { Finding } from '../model/finding.ts'

/** A visitor's submission through a form, until a user decides on it. */
export interface Submission {
  id: string
  model: string
  /** That of the form. */
  locale: string
  state: 'pending' | 'approved' | 'rejected' | 'spam'
  /** By the name of the field; data, never instructions. */
  data: Readonly<Record<string, Json>>
  createdAt: number
  /** The entry that was made of it. */
  entryId?: string
}

export interface SubmissionService {
  list(request: {
    models?: readonly string[]
    locales?: readonly string[]
    state: Submission['state']
    limit: number
  }): Promise<{
    submissions: readonly Submission[]
    total: number
  }>
  find(id: string): Promise<Submission | undefined>
  /** False if it is not pending any more. An approval counts with the entry that names the submission (`SUBMISSION`). */
  reject(id: string): Promise<boolean>
  /** Lets what was rejected, or is spam, wait again. False if it is neither. */
  reopen(id: string): Promise<boolean>
}

/** The key of an entry's document that names the submission which it was made of. */
export const SUBMISSION = 'submission'

/** A file of the project's library. */
export interface Asset {
  id: string
  filename: string
  /** The path under which a release has it. */
  path: string
  type: string
  bytes: number
  width?: number
  height?: number
  /** By locale; `*` where no locale says another. */
  alt: Readonly<Record<string, string>>
  tags: readonly string[]
  /** From 0 to 1, from the left and the top. */
  focal?: { x: number; y: number }
}

/** A file whose bytes are stored; the library has no entry of it yet. */
export interface FetchedFile {
  name: string
  /** The hash of its bytes. */
  hash: string
  type: string
  bytes: number
  width?: number
  height?: number
  animated?: boolean
}

export interface AssetService {
  search(request: {
    query?: string
    tags?: readonly string[]
    type?: string
    /** Those whose texts are searched; all if absent. */
    locales?: readonly string[]
    limit: number
  }): Promise<Asset[]>
  /** By its id or its path. */
  find(id: string): Promise<Asset | undefined>
  /** Fetches a file through the guarded fetch and stores its bytes; an error's sentence if it cannot be had. */
  fetch(url: string, signal?: AbortSignal): Promise<FetchedFile | { error: string }>
  /** Adds a fetched file to the library, if it is not there. */
  add(file: FetchedFile): Promise<Asset>
  /** Of `alt` the locales that are named; an empty text takes one away. */
  update(id: string, patch: Partial<Pick<Asset, 'alt' | 'tags' | 'focal'>>): Promise<Asset | undefined>
  remove(id: string): Promise<boolean>
}

/** The problems found in a repository's files. */
export interface CheckedFiles {
  /** The commit whose files these are. */
  tip: string
  findings: readonly Finding[]
}

/** The repository behind a project's content. */
export interface RepositoryService {
  /** Everything that is wrong with its files, each with file and line; undefined where there are none. */
  check(): Promise<CheckedFiles | undefined>
  /** The unreadable parts of the files that others have written. */
  unreadable(): Promise<readonly Finding[]>
}

/** How many days a deleted entry can be restored. */
export const DAYS_IN_BIN = 30

/** A deleted entry that can be restored. */
export interface BinnedEntry {
  documentId: string
  model: string
  id: string
  title: string
  /** The locales in which it had settled values. */
  locales: readonly string[]
  /** When it was deleted, in epoch milliseconds. */
  deletedAt: number
  by: { kind: 'hand' | 'agent'; userId: string; runId?: string }
  /** The kind of commit that deleted it: a call, an undo, or the merge of a branch or of files that others pushed. */
  source: string
}

/** The commit that deleted an entry. */
export interface Deletion {
  entry: BinnedEntry
  /** Its changes of the entry's own document. */
  patches: readonly Patch[]
  /** Its changes of the documents of other entries, whose references it may have cleared. */
  others: readonly { documentId: string; patches: readonly Patch[] }[]
}

/** The entries that were deleted in the last days. */
export interface BinService {
  /** The last deleted ones first. */
  list(request: { models?: readonly string[]; limit: number; offset: number }): Promise<{
    entries: readonly BinnedEntry[]
    total: number
  }>
  /** Undefined if the entry of this document is not in the bin. */
  find(documentId: string): Promise<Deletion | undefined>
  /** Deletes an entry for good that has no document any more. */
  eraseRemoved(documentId: string): Promise<void>
}

/** A person's remark about an entry, one of its fields, or a branch. */
export interface Comment {
  id: string
  /** The document of the entry or the branch. */
  documentId: string
  /** `request`: changes that a reviewer asks for before a branch is merged. */
  kind: 'comment' | 'request'
  locale?: string
  field?: string
  text: string
  author: string
  createdAt: number
  resolvedAt?: number
}

export interface CommentService {
  /** The oldest first. */
  list(documentId: string): Promise<readonly Comment[]>
  find(id: string): Promise<Comment | undefined>
  /** Adds a comment, and a note for all others who work on what it is about; `told` is their number. */
  add(
    comment: Pick<Comment, 'documentId' | 'kind' | 'locale' | 'field' | 'text'>,
  ): Promise<{ id: string; told: number }>
  resolve(id: string, resolved: boolean): Promise<void>
  /** Remarks of others about the person's own work, the newest first. */
  notes(): Promise<readonly { comment: Comment; seen: boolean; entry?: { model: string; id: string; title: string } }[]>
  markSeen(ids: readonly string[]): Promise<void>
}

export interface Person {
  id: string
  name: string
  role: string
}

/** The server's services for the operations. Each is absent where there is none, such as in a tab. */
export interface ContentServices {
  submissions?: SubmissionService
  assets?: AssetService
  repository?: RepositoryService
  /** Those who may work on the project. */
  people?(): Promise<readonly Person[]>
  bin?: BinService
  comments?: CommentService
  /** The newest edits of an entry's document without a gap, all or those before a number, the oldest first. */
  history?(documentId: string, limit: number, before?: number): Promise<readonly LoggedEdit[]>
}
