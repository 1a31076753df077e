import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BareRepository } from '../git/bareRepository.ts'
import type { CollectedCall, GitCall } from '../git/git.ts'
import { branchRef } from '../git/names.ts'
import { openQuarantine } from '../git/quarantine.ts'
import { fetchedTips, type ListedBranches, listedBranches } from './remoteOutput.ts'
import { problemOf, type RemoteProblem, remoteProblem } from './remoteProblem.ts'
import type { Credentials, RemoteAddress, RemotePolicy } from './remoteUrl.ts'
import { openSsh } from './ssh.ts'

/** The credentials of a remote; unsealed just before. */
export type RemoteSecret = ({ kind: 'token' } & Credentials) | { kind: 'key'; privateKey: string } | { kind: 'none' }

export interface RemoteOptions {
  repository: BareRepository
  address: RemoteAddress
  secret: RemoteSecret
  policy: RemotePolicy
  /** Where a key file is kept for the time of a connection. */
  keyFolder: string
  /** The host key of ssh that was seen at first; absent before the first connection. */
  hostKey?: string
  /** The most bytes that a fetch brings, on the wire and unpacked of one object; 200 MB when absent. */
  maxBytes?: number
  /** Milliseconds for one act, such as a fetch; two minutes when absent. */
  timeoutMs?: number
  signal?: AbortSignal
  /** The name or path of ssh. */
  sshProgram?: string
}

export type RemoteOutcome<T> = ({ ok: true; hostKey?: string } & T) | RemoteProblem

/** The other side of a repository. Each method makes one connection; none rejects because of what the remote does. */
export interface Remote {
  /** Its branches and the one that it calls the default. */
  list(): Promise<RemoteOutcome<ListedBranches>>
  /**
   * Fetches branches and sets `refs/remotes/origin/<name>` to what they are, whatever they were; a branch that is
   * named and no longer there is removed. Nothing moves before all objects are there, checked and within the limits.
   */
  fetch(names: readonly string[]): Promise<RemoteOutcome<{ tips: ReadonlyMap<string, string> }>>
  /** Sets branches there, each only forward, and removes those with `to` undefined if they are still at `from`. */
  push(changes: readonly PushChange[]): Promise<RemoteOutcome<{ pushed: string[] }>>
}

const MB = 1024 * 1024
/** A list of refs is given up after so long, and git may take so many MB for it. */
const LIST_MS = 20_000
const LIST_MB = 256
const MAX_OBJECTS = 1_000_000
/** Branches that are listed and fetched at most. */
const MAX_BRANCHES = 2000
/** Addresses of one host that are tried. */
const MAX_ADDRESSES = 4
/** Refs that mirror the remote's branches. */
export const TRACKED = 'refs/remotes/origin/'

export interface PushChange {
  name: string
  /** Where the branch was last seen there; only asked of what is removed. */
  from?: string
  /** The commit; undefined removes the branch. */
  to: string | undefined
}

export function openRemote(options: RemoteOptions): Remote {
  const { repository, address, maxBytes = 200 * MB } = options
  const { git, path } = repository
  const within = <T>(act: (call: GitCall) => Promise<RemoteOutcome<T>>) => connected(options, act)

  return {
    list: () =>
      within(async (call) => {
        const args = ['ls-remote', '--symref', '--end-of-options', address.url, 'HEAD', 'refs/heads/*']
        const outcome = await git.run(args, listing(call))
        if (!outcome.ok) return problemOf(outcome)
        const listed = listedBranches(outcome.output.toString('utf8'))
        return listed.branches.size > MAX_BRANCHES
          ? remoteProblem('too_large', `The remote has more than ${MAX_BRANCHES} branches.`)
          : { ok: true, ...listed }
      }),

    fetch: (names) =>
      within(async (call) => {
        const refs = names.map((name) => branchRef(name))
        const quarantine = await openQuarantine(repository)
        const full = new AbortController()
        const watching = setInterval(() => {
          void quarantine.size().then((size) => size > maxBytes && full.abort())
        }, 100)
        try {
          const listed = await git.run(['ls-remote', '--end-of-options', address.url, ...refs], listing(call))
          if (!listed.ok) return problemOf(listed)
          const { branches } = listedBranches(listed.output.toString('utf8'))
          const wanted = refs.filter((ref) => branches.has(branchName(ref)))
          if (wanted.length === 0) return await track(repository, names, new Map())
          const flags = ['--no-tags', '--no-auto-maintenance', '--no-recurse-submodules', '--no-write-commit-graph']
          const outcome = await git.run(['fetch', '--quiet', ...flags, '--end-of-options', address.url, ...wanted], {
            ...call,
            env: { ...call.env, ...quarantine.env },
            signal: call.signal ? AbortSignal.any([call.signal, full.signal]) : full.signal,
            config: { ...call.config, 'fetch.unpackLimit': '1', 'core.bigFileThreshold': '16m' },
          })
          if (full.signal.aborted) return remoteProblem('too_large')
          if (!outcome.ok) return problemOf(outcome)
          if (!(await quarantine.withinLimits({ maxBytes, maxObjects: MAX_OBJECTS }))) return remoteProblem('too_large')
          // The fetched commits are named in a file, and by no ref yet.
          const tips = fetchedTips(await readFile(join(path, 'FETCH_HEAD'), 'utf8'))
          await quarantine.admit()
          return await track(repository, names, tips)
        } finally {
          clearInterval(watching)
          await quarantine.remove()
        }
      }),

    push: (changes) =>
      within(async (call) => {
        if (changes.length === 0) return { ok: true, pushed: [] }
        const leases = changes.flatMap(({ name, from, to }) =>
          to === undefined ? [`--force-with-lease=${branchRef(name)}:${from ?? ''}`] : [],
        )
        const specs = changes.map(({ name, to }) => `${to ?? ''}:${branchRef(name)}`)
        const flags = [
          '--porcelain',
          '--no-verify',
          '--no-follow-tags',
          '--recurse-submodules=no',
          '--no-signed',
          '--quiet',
        ]
        const outcome = await git.run(['push', ...flags, ...leases, '--end-of-options', address.url, ...specs], call)
        if (!outcome.ok) return problemOf(outcome)
        return { ok: true, pushed: changes.map(({ name }) => name) }
      }),
  }
}

const listing = (call: GitCall): CollectedCall => ({
  ...call,
  timeoutMs: Math.min(LIST_MS, call.timeoutMs ?? LIST_MS),
  memoryMb: LIST_MB,
  maxOutput: 4 * MB,
})

const branchName = (ref: string) => ref.slice('refs/heads/'.length)

/** Sets the refs that mirror the remote's branches, and removes those of branches that it no longer has. */
async function track(repository: BareRepository, names: readonly string[], tips: ReadonlyMap<string, string>) {
  const known = await repository.refs(TRACKED)
  const changes = names.flatMap((name) => {
    const ref = `${TRACKED}${name}`
    const change = { ref, from: known.get(ref), to: tips.get(name) }
    return change.from === change.to ? [] : [change]
  })
  // A branch that became a folder of branches is removed before they are set.
  const removed = changes.filter(({ to }) => to === undefined)
  const set = changes.filter(({ to }) => to !== undefined)
  if (!(await repository.setRefs(removed)) || !(await repository.setRefs(set)))
    return remoteProblem('not_fast_forward', 'Another process fetched from the remote at the same time.')
  return { ok: true as const, tips }
}

/** Runs an act with the address of the remote pinned and its secret at hand for as long as it lasts. */
async function connected<T>(
  { repository, address, secret, policy, keyFolder, hostKey, timeoutMs = 120_000, signal, sshProgram }: RemoteOptions,
  act: (call: GitCall) => Promise<RemoteOutcome<T>>,
): Promise<RemoteOutcome<T>> {
  const host = await policy.findHost(address)
  if (!host.ok) return remoteProblem(host.code, host.problem)
  const { protocol, port } = address
  const call: GitCall = {
    repository: repository.path,
    timeoutMs,
    ...(signal ? { signal } : {}),
    env: { GIT_ALLOW_PROTOCOL: protocol },
  }
  if (protocol === 'file') return act(call)
  if (protocol !== 'ssh') {
    const pinned = host.addresses
      .slice(0, MAX_ADDRESSES)
      .map(({ address, family }) => (family === 6 ? `[${address}]` : address))
    return act({
      ...call,
      config: { 'http.curloptResolve': `${address.host}:${port}:${pinned.join(',')}` },
      ...(secret.kind === 'token' ? { credentials: { username: secret.username, password: secret.password } } : {}),
    })
  }
  const [first] = host.addresses
  if (secret.kind !== 'key' || first === undefined) return remoteProblem('unauthorized', 'An ssh remote needs a key.')
  const ssh = await openSsh(address, {
    folder: keyFolder,
    address: first.address,
    privateKey: secret.privateKey,
    ...(hostKey === undefined ? {} : { hostKey }),
    ...(sshProgram === undefined ? {} : { program: sshProgram }),
  })
  try {
    const env = { ...call.env, GIT_SSH_COMMAND: ssh.command, GIT_SSH_VARIANT: 'ssh' }
    const outcome = await act({ ...call, env })
    const seen = outcome.ok ? await ssh.hostKey() : undefined
    return outcome.ok && seen !== undefined ? { ...outcome, hostKey: seen } : outcome
  } finally {
    await ssh.end()
  }
}
