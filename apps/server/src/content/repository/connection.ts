import { join } from 'node:path'
import type { Documents } from '@atelier/documents'
import type { Database } from '@atelier/streams'
import type { ContentProjects } from '../contentProjects.ts'
import { type BareRepository, CONTENT_BRANCH } from './bareRepository.ts'
import { recordUnreadable } from './databasePort.ts'
import { findingsOf, recordFindings, unreadableSchema } from './findings.ts'
import type { FoundGit } from './git.ts'
import { importContent } from './importContent.ts'
import { branchRef } from './names.ts'
import { tooLarge, wholeContent } from './outsideFiles.ts'
import { openRemote, type RemoteOptions, type RemoteSecret, TRACKED } from './remote.ts'
import type { ListedBranches } from './remoteOutput.ts'
import type { RemoteStore } from './remotes.ts'
import { type RemotePolicy, readRemote } from './remoteUrl.ts'
import type { SyncOutcome } from './syncSupport.ts'
import { newWebhookSecret } from './webhook.ts'

/** How a remote is reached: what stands in its URL, a token, or a key of ssh. */
export interface RemoteInput {
  url: string
  username?: string
  token?: string
  key?: string
}

/**
 * A remote that was reached is connected even if the first synchronization fails. The secret is made anew each time,
 * and told to nobody later.
 */
export type ConnectOutcome =
  | { ok: true; webhookSecret: string; sync: SyncOutcome }
  | Extract<SyncOutcome, { ok: false }>

export interface ConnectOptions {
  git: FoundGit
  dataDir: string
  database: Database
  documents: Documents
  projects: ContentProjects
  remotes?: { store: RemoteStore; policy: RemotePolicy }
  newId(): string
  repositoryOf(projectId: string): Promise<BareRepository>
  sync(projectId: string): Promise<SyncOutcome>
}

/** Connects the remote of a project if it can be reached, and synchronizes with it for the first time. */
export function createConnect(options: ConnectOptions) {
  const { git, dataDir, database, documents, projects, remotes } = options

  return async (projectId: string, { url, username, token, key }: RemoteInput): Promise<ConnectOutcome> => {
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
    const keyFolder = join(dataDir, 'content')
    const listed = await openRemote({ repository, address, secret, policy: remotes.policy, keyFolder }).list()
    if (!listed.ok) return listed
    const { hostKey } = listed
    if (!(await projects.find(projectId))) {
      const filled = await fill(projectId, { repository, address, secret, policy: remotes.policy, keyFolder }, listed)
      if (!filled.ok) return filled
    }
    const before = await remotes.store.find(projectId)
    if (before?.address.url !== address.url) await forgetRemote(repository)
    const webhookSecret = newWebhookSecret()
    await remotes.store.save(projectId, {
      address,
      secret,
      webhookSecret,
      ...(hostKey === undefined ? {} : { hostKey }),
    })
    return { ok: true, webhookSecret, sync: await options.sync(projectId) }
  }

  /** Fills a project that has no content yet from its remote. Its first commit follows the remote's last one. */
  async function fill(
    projectId: string,
    remote: RemoteOptions,
    { branches, defaultBranch = '' }: ListedBranches,
  ): Promise<{ ok: true } | { ok: false; problem: string }> {
    const { repository } = remote
    const name = branches.has(CONTENT_BRANCH) ? CONTENT_BRANCH : defaultBranch
    if (!branches.has(name)) return { ok: false, problem: 'Neither the project nor the remote has any content.' }
    const fetched = await openRemote(remote).fetch([name])
    if (!fetched.ok) return fetched
    const tip = fetched.tips.get(name)
    const content = tip === undefined ? undefined : await wholeContent(repository, tip).catch(tooLarge)
    if (!content?.ok) return content ?? { ok: false, problem: 'The remote has changed meanwhile.' }
    // Before there are changes to write, so that they are written on top.
    const ref = branchRef(CONTENT_BRANCH)
    const before = await repository.tip(ref)
    await repository.setRefs([{ ref, from: before, to: tip }])
    const imported = await importContent(content, { documents, projectId, newId: options.newId })
    if (!imported.ok) {
      await repository.setRefs([{ ref, from: tip, to: before }])
      return imported
    }
    const found = findingsOf(content.broken, content.findings)
    await recordFindings(database, projectId, found)
    await recordUnreadable(database, projectId, unreadableSchema(found))
    return imported
  }
}

/** Forgets what was seen of another remote, so that branches which this one never had are not taken for deleted. */
async function forgetRemote(repository: BareRepository): Promise<void> {
  const refs = await repository.refs(TRACKED)
  await repository.setRefs([...refs].map(([ref, from]) => ({ ref, from, to: undefined })))
}
