import type { DraftSet } from '@atelier/documents'
import type { ContentReader } from './reader.ts'

/** A branch as the server lists it. */
export interface ListedBranch {
  /** Of its document. */
  id: string
  /** `cr/…`. */
  name: string
  title: string
  state: 'open' | 'merged' | 'rejected'
  /** How many values it holds. */
  changes: number
  /** When it is merged by itself, in epoch milliseconds. */
  mergeAt?: number
  /** A user id. */
  createdBy: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

/** What a decision on branches needs: the content itself, whatever branch the call reads and writes. */
export interface BranchAccess {
  /** Open ones first, the newest first; of the closed ones only the latest. */
  readonly all: readonly ListedBranch[]
  readonly drafts: DraftSet
  /** All of the content, also what the caller may not see. */
  readonly reader: ContentReader
}
