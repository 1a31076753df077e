import type { Json } from '@atelier/documents'
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
  /** The newest edits of an entry's document without a gap, the oldest first. */
  history?(documentId: string, limit: number): Promise<readonly LoggedEdit[]>
}
