import { withoutPaths } from '../git/damage.ts'
import { type GitFailure, noMemory, noRoom } from '../git/git.ts'

export const remoteProblems = [
  'refused',
  'unknown_host',
  'unreachable',
  'timeout',
  'unauthorized',
  'host_key',
  'not_found',
  'redirected',
  'protected',
  'not_fast_forward',
  'too_large',
  'bad_objects',
  'no_room',
  'failed',
] as const
export type RemoteProblemCode = (typeof remoteProblems)[number]

/** Why a remote was not read or written. Holds no secret. */
export interface RemoteProblem {
  ok: false
  code: RemoteProblemCode
  /** A sentence for a person. */
  problem: string
  hint?: string
}

/** Messages of git and of common servers, the most telling first. */
const said: readonly [RegExp, RemoteProblemCode][] = [
  [noRoom, 'no_room'],
  [noMemory, 'too_large'],
  [/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i, 'host_key'],
  [/transport '/, 'refused'],
  [/protected branch|GH006|GH013|not allowed to (?:force )?push|hook declined|rejected by/i, 'protected'],
  [/non-fast-forward|fetch first|stale info|cannot lock ref|failed to update ref/i, 'not_fast_forward'],
  [
    /Authentication failed|could not read (?:Username|Password)|Permission denied|returned error: 40[13]|error: 40[13]\b/i,
    'unauthorized',
  ],
  [/returned error: 3\d\d|redirect/i, 'redirected'],
  [/returned error: 404|not found|does not appear to be a git repository|no such (?:file|repository)/i, 'not_found'],
  [
    /fsck error|index-pack failed|invalid index-pack|bad (?:object|pack|tree)|did not send all necessary objects|pack has bad/i,
    'bad_objects',
  ],
  [/timed out|Operation too slow|less than \d+ bytes\/sec/i, 'timeout'],
  [
    /Could not resolve|Failed to connect|Couldn't connect|Connection (?:refused|reset|closed)|No route|unreachable|early EOF|unexpected disconnect|hung up|Empty reply/i,
    'unreachable',
  ],
]

const texts: Readonly<Record<Exclude<RemoteProblemCode, 'failed'>, readonly [problem: string, hint?: string]>> = {
  refused: ['The remote is not one that is reached.'],
  unknown_host: ['The host name of the remote was not found.'],
  unreachable: ['The remote cannot be reached.', 'Check the address, or try again later.'],
  timeout: ['The remote took too long to answer.', 'Try again later.'],
  no_room: ['The disk of this server is full.', 'It is tried again: make room.'],
  unauthorized: [
    'The remote refused the credentials.',
    'Enter a token or key that may read and write this repository.',
  ],
  host_key: [
    'The remote has another host key than before, so nothing was sent to it.',
    'Ask whoever runs it whether the key was changed, and connect the remote anew if so.',
  ],
  not_found: [
    'The remote has no such repository, or the credentials may not see it.',
    'Check the path of the address.',
  ],
  redirected: [
    'The remote redirects to another address, which is not followed.',
    'Enter the address that it leads to.',
  ],
  protected: ['The remote protects this branch.', 'Allow the key or token to push to it, or unprotect the branch.'],
  not_fast_forward: [
    'The remote has commits that are not here yet.',
    'Synchronize first; they are fetched and merged.',
  ],
  too_large: ['The remote has more than is read: at most 200 MB.'],
  bad_objects: ['The remote sent objects that git does not accept.', 'Run `git fsck` on the repository and mend it.'],
}

/** A problem by its code. */
export function remoteProblem(code: Exclude<RemoteProblemCode, 'failed'>, problem?: string): RemoteProblem {
  const [usual, hint] = texts[code]
  return { ok: false, code, problem: problem ?? usual, ...(hint === undefined ? {} : { hint }) }
}

/** The meaning of a failed fetch or push. A push says on stdout why a ref was refused. */
export function problemOf(failure: GitFailure): RemoteProblem {
  if (failure.code === 'timeout') return remoteProblem('timeout')
  if (failure.code === 'too_large') return remoteProblem('too_large')
  const text = `${failure.printed ?? ''}\n${failure.said}`
  const code = said.find(([pattern]) => pattern.test(text))?.[1]
  if (code !== undefined && code !== 'failed') return remoteProblem(code)
  const last = failure.said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .at(-1)
  return { ok: false, code: 'failed', problem: `git failed: ${withoutPaths(last ?? failure.code).slice(0, 300)}.` }
}
