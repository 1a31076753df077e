import { branchType, contentType, createContentScope, entryType } from '@atelier/content'
import { createRepositories } from '@atelier/repository'
import type { Database } from '@atelier/streams'
import { capabilitiesOf } from '../auth/roles.ts'
import { createContentStore } from '../content/contentStore.ts'
import { createContentCommitHook } from '../content/entries/contentCommitHook.ts'
import { createSettleAgain } from '../content/entries/settleAgain.ts'
import { createFormDeliveries } from '../content/forms/deliveries.ts'
import { createMailer } from '../content/forms/mail.ts'
import { createSubmissions } from '../content/forms/submissions.ts'
import { createFormTargets } from '../content/forms/targets.ts'
import { createAssets } from '../content/library/assets.ts'
import { createContentChanges } from '../content/projects/changes.ts'
import { createContentProjects } from '../content/projects/contentProjects.ts'
import { listProjectPeople } from '../content/projects/projectPeople.ts'
import { findGit } from '../content/repository/findGit.ts'
import { readInThreads } from '../content/repository/readInThreads.ts'
import { createRemotePolicy } from '../content/repository/remotePolicy.ts'
import { createRemoteStore } from '../content/repository/remotes.ts'
import { createHeldEdits } from '../content/schedule/heldEdits.ts'
import { createScheduleChecks } from '../content/schedule/scheduleChecks.ts'
import { createScheduler } from '../content/schedule/scheduler.ts'
import { createWebhookSender } from '../content/webhooks/sender.ts'
import { createWebhooks } from '../content/webhooks/webhooks.ts'
import { createConversationKeys } from '../conversation/keys.ts'
import { createConversationTasks } from '../conversation/task.ts'
import type { Threads } from '../heavy/threads.ts'
import type { Executors } from '../operations/executors.ts'
import { registerScope, type Scopes, type ServerScope } from '../operations/scopes.ts'
import type { Resolve } from '../web/address.ts'
import type { GuardedFetch } from '../web/guardedFetch.ts'
import type { Base, Extensions } from './base.ts'
import type { composePeople } from './people.ts'
import type { composeSites } from './sites.ts'

type Parts = Pick<ReturnType<typeof composePeople>, 'identities'> &
  Pick<ReturnType<typeof composeSites>, 'mediaFiles' | 'contentProjects' | 'contentEntries'>

export type ContentScopeOptions = Awaited<ReturnType<typeof composeContent>>['options']

/** The scope `content`, whose documents have rows that are derived in the commits that change them. */
export const contentScope = {
  documentTypes: [contentType, entryType, branchType],
  beside: (services: { database: Database; now(): number; newId(): string }) =>
    createContentCommitHook({ ...services, projects: createContentProjects(services.database) }),
  create: ({ content: { store, taskOf, look } }: { content: ContentScopeOptions }): ServerScope =>
    registerScope(createContentScope(store), { taskOf, runLeft: look }),
}

/** Content with its repositories, forms, keys and schedules. */
export async function composeContent(
  base: Base,
  { identities, mediaFiles, contentProjects, contentEntries }: Parts,
  {
    threads,
    webFetch,
    resolve,
    git,
  }: { threads: Threads; webFetch: GuardedFetch; resolve: Resolve; git: Extensions['git'] },
) {
  const { config, log, now, newId, database, streams, documents, secrets, failed } = base
  const formTargets = createFormTargets(database, secrets)
  const webhooks = createWebhooks({ database, secrets, now, newId })
  const submissions = createSubmissions({ database, now })
  const assets = createAssets({ mediaFiles, fetch: webFetch })
  const conversationKeys = createConversationKeys({ database, identities, now, newId })
  const foundGit = git ?? (await findGit())
  if (foundGit.ok && !foundGit.git.capped)
    log.info('the memory of git is not capped on this system, so connect remotes only that you trust')
  /** Writes content to git, behind the database. */
  const repositories = createRepositories({
    git: foundGit,
    dataDir: config.dataDir,
    database,
    documents,
    projects: createContentProjects(database),
    entries: contentEntries,
    owner: newId(),
    newId,
    reading: readInThreads(threads),
    remotes: {
      store: createRemoteStore(database, secrets, config.openRemotes),
      policy: createRemotePolicy(config.openRemotes, resolve),
    },
    now,
    failed: failed('repositories could not be looked for'),
  })
  const content = createContentStore({
    database,
    projects: contentProjects,
    entries: contentEntries,
    onError: failed('what a conversation has read was not kept'),
    services: (call) => ({
      assets: assets(call),
      submissions: submissions(call.project.id, call.actor.userId),
      people: () => listProjectPeople(database, call.project.id),
      repository: {
        check: async () => repositories.check(call.project.id),
        unreadable: async () => repositories.unreadable(call.project.id),
      },
    }),
  })
  return {
    options: { store: content, taskOf: createConversationTasks(conversationKeys), look: () => repositories.look() },
    services: {
      content,
      /** Keys for the Conversation API and the read API. */
      conversationKeys,
      contentChanges: createContentChanges({ database, stopping: base.stopping }),
      formTargets,
      formDeliveries: createFormDeliveries({
        database,
        targets: formTargets,
        fetch: webFetch,
        mailer: config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl),
        now,
        failed: failed('nobody could be told what was sent through a form'),
      }),
      webhooks,
      webhookSender: createWebhookSender({
        database,
        webhooks,
        fetch: webFetch,
        now,
        newId,
        failed: failed('webhooks could not be called'),
      }),
      repositories,
      scheduleChecks: createScheduleChecks({ database, now, failed: failed('schedules could not be checked') }),
      heldEdits: createHeldEdits({ database, documents, now, failed: failed('typed edits could not go out') }),
      settleAgain: createSettleAgain({
        database,
        streams,
        documents,
        projects: createContentProjects(database),
        now,
        failed: failed('entries could not be looked at again'),
      }),
    },
    /** Merges branches at their times, by operations. */
    schedulerOf: ({ scopes, executors }: { scopes: Scopes; executors: Executors }) =>
      createScheduler({
        database,
        documents,
        scopes,
        executors,
        capabilities: capabilitiesOf('owner'),
        reviewing: capabilitiesOf('reviewer'),
        now,
        failed: failed('a branch could not be merged at its time'),
      }),
  }
}
