import type { DraftSet } from '@atelier/documents'
import type { BranchDiff, Conflict } from './comparison.ts'
import type { ContentReader } from './reader.ts'

/** A branch as the server lists it. */
export interface ListedBranch {
  /** Its document's id. */
  id: string
  /** `cr/…`. */
  name: string
  title: string
  state: 'open' | 'merged' | 'rejected'
  /** How many values it holds. */
  changes: number
  /** When it is merged by itself, in epoch milliseconds. */
  mergeAt?: number
  /** When it would have been merged, had it not been changed after that was set, in epoch milliseconds. */
  scheduleEnded?: number
  /** A user id. */
  createdBy: string
  /** Who merged or rejected it: a user id. */
  closedBy?: string
  /** The conversation that it belongs to; absent of one that a person opened beside conversations. */
  sessionId?: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

/** The rights that a decision on branches needs: the content itself, whatever branch the call reads and writes. */
export interface BranchAccess {
  /** Open ones first, the newest first; of the closed ones only the latest. */
  readonly all: readonly ListedBranch[]
  readonly drafts: DraftSet
  /** All of the content, also what the caller may not see. */
  readonly reader: ContentReader
  /** Results about branches for callers who may see the same, valid while nothing of the content changes. */
  readonly kept?: KeptBranches
}

/** A branch beside the content, and whether the caller may see all of it. */
export interface ComparedBranch extends BranchDiff {
  conflicts: Conflict[]
  seesAll: boolean
}

export interface KeptBranches {
  compared(branchId: string, make: () => Promise<ComparedBranch | undefined>): Promise<ComparedBranch | undefined>
  /** Whether the caller may see all of a branch. */
  seesAll(branchId: string, make: () => Promise<boolean>): Promise<boolean>
}

/**
 * The open branch on which a caller writes and reads where none is named: that of the conversation, so that two of them
 * never write on one; beside conversations the person's own. The newest, where there are several.
 */
export function ownBranch(
  open: readonly ListedBranch[],
  { userId, sessionId }: { userId: string; sessionId?: string | undefined },
): ListedBranch | undefined {
  return open
    .filter((branch) => branch.sessionId === sessionId && (sessionId !== undefined || branch.createdBy === userId))
    .reduce<ListedBranch | undefined>((a, b) => (a && a.createdAt >= b.createdAt ? a : b), undefined)
}
