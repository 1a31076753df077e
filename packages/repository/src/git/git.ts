import type { Readable, Writable } from 'node:stream'

/** Why a git process did not do what it was asked. */
export type GitFailureCode = 'missing' | 'failed' | 'timeout' | 'aborted' | 'too_large'

export interface GitFailure {
  ok: false
  code: GitFailureCode
  /** The exit status, when git ended by itself. */
  status?: number
  /** git's stderr, without secrets and cut at 20,000 characters. */
  said: string
  /** The beginning of what `run` read from stdout. */
  printed?: string
}

export interface GitCall {
  /** The bare repository that is worked on; none for `version` and `init`. */
  repository?: string
  /** Milliseconds until the process is killed; 60,000 when absent. */
  timeoutMs?: number
  /** The most memory that the process, and each that it starts, may take, in MB; 768 when absent. Only where git is `capped`. */
  memoryMb?: number
  signal?: AbortSignal
  /**
   * Settings for this process only, besides the sealed ones. They are visible on the command line, so never a secret.
   */
  config?: Readonly<Record<string, string>>
  /** Further variables of the environment, such as GIT_ALLOW_PROTOCOL; never a secret. */
  env?: Readonly<Record<string, string>>
  /** The answer of a credential helper, handed over by a pipe that no other process of the machine can read. */
  credentials?: { username: string; password: string }
}

export interface CollectedCall extends GitCall {
  input?: string | Uint8Array
  /** The most bytes of stdout; a process that writes more is killed. 1 MiB when absent. */
  maxOutput?: number
}

/** A running git process. Whoever starts one MUST read `stdout` to its end or call `kill`. */
export interface GitProcess {
  /** The id of the process; undefined if it could not be started. */
  pid: number | undefined
  stdin: Writable
  stdout: Readable
  /** Settles when the process is gone and its output is read; never rejects. */
  ended: Promise<{ ok: true } | GitFailure>
  /** Kills the process and all that it started. */
  kill(): void
}

/** The machine's git: the port that a program which may start processes implements. */
export interface Git {
  /** As git prints it, such as `2.39.5`. */
  version: string
  /** Whether the memory and the computing time of its processes are capped by the system, as on Linux. */
  capped: boolean
  start(args: readonly string[], call?: GitCall): GitProcess
  /** Runs git to its end and returns what it printed. Never rejects. */
  run(args: readonly string[], call?: CollectedCall): Promise<{ ok: true; output: Buffer } | GitFailure>
}

export type FoundGit = { ok: true; git: Git } | { ok: false; problem: string }

/** The first version that pins the address of a remote (`http.curloptResolve`). */
export const leastGit = [2, 37] as const

/** git's message when the disk, or the size that a process may write, is full; often followed by what that broke. */
export const noRoom = /No space left on device|File too large|Disk quota exceeded/i

/** Matches the messages of git when it may take no more memory. */
export const noMemory = /out of memory|cannot allocate memory|mmap failed/i
