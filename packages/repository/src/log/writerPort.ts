import type { FileChange } from '../git/fastImport.ts'
import type { Change, ChangeGroup } from './groups.ts'

/** How far a project's changes have come. */
export interface Progress {
  /** The last change that there is. */
  seq: number
  /** The last change that is in the repository. */
  written: number
  /** The tip that the content's branch was left with; absent before the first write. */
  tip?: string
}

/**
 * The database port of the writer, for one project. The lease MUST be held by one owner at a time and end by itself
 * when its owner does not renew it.
 */
export interface WriterPort {
  /**
   * Waits until nobody else of this process is at work on the repository, in the order of asking, so that steady writing
   * lets a synchronization have its turn. @returns ends the turn
   */
  turn?(): Promise<() => void>
  /** Takes the lease: `abandoned` if its last owner did not give it back; undefined while another one has it. */
  take(): Promise<'taken' | 'abandoned' | undefined>
  /** Whether the lease is still this owner's, for as long again. */
  renew(): Promise<boolean>
  release(): Promise<void>
  progress(): Promise<Progress>
  /** Changes after `fromSeq`, ascending, at most `limit`. */
  pending(fromSeq: number, limit: number): Promise<readonly Change[]>
  /** Records how far the repository is. False, and nothing recorded, if the lease is no longer this owner's. */
  written(seq: number, tip: string | undefined): Promise<boolean>
  /** Records why the repository is not written, or that it is again. */
  problem(text: string | undefined): Promise<void>
}

/** The files that a group changes, and the subject of its commit. */
export interface PreparedCommit {
  subject: string
  files: Iterable<FileChange> | AsyncIterable<FileChange>
  /** Commits of others that it brings in. */
  merged?: string[]
}

/** How changes of rows turn into files. */
export interface CommitSource {
  /**
   * Prepares the commits of one write.
   *
   * @param tips by ref: the commits that the files are compared with; undefined for a branch that is not there yet
   */
  open(groups: readonly ChangeGroup[], tips: ReadonlyMap<string, string | undefined>): Promise<OpenSource>
}

export interface OpenSource {
  /** Called for each group in their order; undefined if no file is different by it. */
  commitOf(group: ChangeGroup): Promise<PreparedCommit | undefined>
  close(): Promise<void>
}
