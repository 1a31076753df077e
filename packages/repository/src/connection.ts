import { join } from 'node:path'
import type { Documents } from '@atelier/documents'
import type { Database } from '@atelier/streams'
import type { AllContentProjects } from './contract/projects.ts'
import type { FileReading } from './files/fileReading.ts'
import { tooLarge, wholeContent } from './files/outsideFiles.ts'
import { type BareRepository, CONTENT_BRANCH } from './git/bareRepository.ts'
import { problemAt } from './git/damage.ts'
import type { FoundGit } from './git/git.ts'
import { branchRef } from './git/names.ts'
import { createDatabasePort } from './log/databasePort.ts'
import { underLease } from './log/lease.ts'
import { newWebhookSecret } from './log/webhook.ts'
import { openRemote, type RemoteOptions, type RemoteSecret, TRACKED } from './remote/remote.ts'
import type { ListedBranches } from './remote/remoteOutput.ts'
import type { RemoteStore } from './remote/remoteStore.ts'
import { type RemotePolicy, readRemote } from './remote/remoteUrl.ts'
import { giveUpImport, removeImported } from './sync/giveUpImport.ts'
import {
  beginImport,
  findImport,
  finishImport,
  type ImportedContent,
  type ImportOutcome,
  recordImportFailure,
} from './sync/importContent.ts'
import type { SyncOutcome } from './sync/syncSupport.ts'

/** How a remote is reached: the secret of its URL, a token, or an SSH key. */
export interface RemoteInput {
  url: string
  username?: string
  token?: string
  key?: string
}

/**
 * A remote that was reached is connected even if the first synchronization fails. The secret is new each time, and
 * cannot be read later.
 */
export type ConnectOutcome =
  | { ok: true; webhookSecret: string; sync: SyncOutcome }
  | Extract<SyncOutcome, { ok: false }>

export interface ConnectionOptions {
  git: FoundGit
  dataDir: string
  database: Database
  documents: Documents
  projects: AllContentProjects
  remotes?: { store: RemoteStore; policy: RemotePolicy }
  reading: FileReading
  newId(): string
  owner: string
  leaseMs: number
  now(): number
  /** Aborted when the server ends. */
  ending: AbortSignal
  repositoryOf(projectId: string): Promise<BareRepository>
  sync(projectId: string): Promise<SyncOutcome>
}

export interface Connection {
  /** Connects a remote if it can be reached, and synchronizes with it for the first time. */
  connect(projectId: string, input: RemoteInput): Promise<ConnectOutcome>
  /** Finishes the import of a project that a server which has ended left behind; it waits a while if that fails. */
  resume(projectId: string): Promise<void>
  /** Gives up the import of a project, and takes away what it has made. False if none is under way. */
  giveUp(projectId: string): Promise<boolean>
  /** Resolves when no import is at work any more. */
  rest(): Promise<void>
}

/** Delay before an unfinished import is tried again, in milliseconds: twice as long each time. */
const AGAIN_MS = 30_000
const LONGEST_MS = 60 * 60_000
const GIVEN_UP = 'The import that was under way is given up. Connect the remote again.'
const ELSEWHERE = 'Another server takes the content over at the moment. Try it again when it is there.'

/** Connects remotes, and fills projects that have no content yet from theirs. */
export function createConnection(options: ConnectionOptions): Connection {
  const { git, dataDir, database, documents, projects, remotes, newId, now, leaseMs, ending } = options
  /** One at a time for each project. */
  const importing = new Map<string, Promise<ImportOutcome>>()
  const failed = new Map<string, { times: number; next: number }>()

  function importOnce(projectId: string, act: () => Promise<ImportOutcome>): Promise<ImportOutcome> {
    const current = importing.get(projectId)
    if (current) return current
    const started = act().finally(() => importing.delete(projectId))
    importing.set(projectId, started)
    return started
  }

  async function connect(projectId: string, { url, username, token, key }: RemoteInput): Promise<ConnectOutcome> {
    if (!git.ok || !remotes) return { ok: false, problem: git.ok ? 'No remotes are reached.' : git.problem }
    const read = readRemote(url, remotes.policy.open)
    if (!read.ok) return read
    const { address, credentials } = read
    const secret: RemoteSecret =
      key !== undefined
        ? { kind: 'key', privateKey: key }
        : token !== undefined
          ? { kind: 'token', username: username ?? credentials?.username ?? 'git', password: token }
          : credentials
            ? { kind: 'token', ...credentials }
            : { kind: 'none' }
    const repository = await options.repositoryOf(projectId)
    const remote = { repository, address, secret, policy: remotes.policy, keyFolder: join(dataDir, 'content') }
    const listed = await openRemote(remote).list()
    if (!listed.ok) return listed
    const { hostKey } = listed
    const webhookSecret = newWebhookSecret()
    const save = async () => {
      const before = await remotes.store.find(projectId)
      if (before?.address.url !== address.url) await forgetRemote(repository)
      const known = hostKey === undefined ? {} : { hostKey }
      await remotes.store.save(projectId, { address, secret, webhookSecret, ...known })
    }
    const project = await projects.findAny(projectId)
    if (!project || project.importing) {
      const filled = await importOnce(projectId, () =>
        project ? finish(projectId) : fill(projectId, remote, listed, save),
      )
      if (!filled.ok) return filled
    }
    await save()
    return { ok: true, webhookSecret, sync: await options.sync(projectId) }
  }

  /** Fills a project that has no content yet from its remote. Its first commit follows the remote's last one. */
  async function fill(
    projectId: string,
    remote: RemoteOptions,
    { branches, defaultBranch = '' }: ListedBranches,
    save: () => Promise<void>,
  ): Promise<ImportOutcome> {
    const { repository } = remote
    const name = branches.has(CONTENT_BRANCH) ? CONTENT_BRANCH : defaultBranch
    if (!branches.has(name)) return { ok: false, problem: 'Neither the project nor the remote has any content.' }
    const fetched = await openRemote(remote).fetch([name])
    if (!fetched.ok) return fetched
    const tip = fetched.tips.get(name)
    const content = tip === undefined ? undefined : await wholeContent(repository, tip, options).catch(tooLarge)
    if (tip === undefined || !content?.ok) return content ?? { ok: false, problem: 'The remote has changed meanwhile.' }
    // Before there are changes to write, so that they are written on top.
    const ref = branchRef(CONTENT_BRANCH)
    const before = await repository.tip(ref)
    await repository.setRefs([{ ref, from: before, to: tip }])
    const begun = await beginImport(tip, content, { database, documents, projectId, newId })
    if (!begun.ok) {
      await repository.setRefs([{ ref, from: tip, to: before }])
      return begun
    }
    // Comes first, so that the process that finishes the import finds its remote.
    await save()
    return finish(projectId, content)
  }

  /** @param content of the commit that is imported; read when absent */
  async function finish(projectId: string, content?: ImportedContent): Promise<ImportOutcome> {
    const port = createDatabasePort({ database, projectId, owner: options.owner, leaseMs, now, imports: true })
    const leased = await underLease(port, { leaseMs, ending }, async (signal): Promise<ImportOutcome> => {
      const unfinished = await findImport(database, projectId)
      const schema = (await projects.findAny(projectId))?.schema
      if (unfinished && unfinished.tip === undefined) return clear(projectId, unfinished.changeSetId, signal)
      if (!unfinished?.tip || !schema) return { ok: true }
      const read = content ?? (await readImported(projectId, unfinished.tip))
      if ('problem' in read) return read
      return finishImport(unfinished, read, { database, documents, projectId, newId, schema, signal })
    })
    return leased?.result ?? { ok: false, problem: ELSEWHERE }
  }

  /** Removes the changes of an import that was given up, with their history. */
  async function clear(projectId: string, changeSetId: string, signal: AbortSignal): Promise<ImportOutcome> {
    const repository = await options.repositoryOf(projectId)
    const ref = branchRef(CONTENT_BRANCH)
    await repository.setRefs([{ ref, from: await repository.tip(ref), to: undefined }])
    await forgetRemote(repository)
    await removeImported(database, projectId, { changeSetId }, signal)
    return { ok: false, problem: GIVEN_UP }
  }

  async function readImported(projectId: string, tip: string) {
    return wholeContent(await options.repositoryOf(projectId), tip, options).catch(tooLarge)
  }

  return {
    connect,
    async resume(projectId) {
      const before = failed.get(projectId)
      if (before && now() < before.next) return
      try {
        const outcome = await importOnce(projectId, () => finish(projectId))
        if (outcome.ok || outcome.problem === GIVEN_UP) failed.delete(projectId)
        else if (outcome.problem !== ELSEWHERE) throw new Error(outcome.problem)
      } catch (error) {
        const times = (before?.times ?? 0) + 1
        failed.set(projectId, { times, next: now() + Math.min(AGAIN_MS * 2 ** (times - 1), LONGEST_MS) })
        if (ending.aborted) return
        await recordImportFailure(database, projectId, problemAt(error, dataDir))
        throw error
      }
    },
    async giveUp(projectId) {
      if (!(await giveUpImport(database, projectId))) return false
      failed.delete(projectId)
      // Its next part is refused.
      await importing.get(projectId)?.catch(() => undefined)
      await importOnce(projectId, () => finish(projectId))
      return true
    },
    async rest() {
      await Promise.allSettled(importing.values())
    },
  }
}

/** Forgets what was seen of another remote, so that branches which this one never had are not taken for deleted. */
async function forgetRemote(repository: BareRepository): Promise<void> {
  const refs = await repository.refs(TRACKED)
  await repository.setRefs([...refs].map(([ref, from]) => ({ ref, from, to: undefined })))
}
