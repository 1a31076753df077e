import type { CallCommit, Focus, StartedCall } from '@atelier/agent'
import type { Kernel } from '@atelier/cad'
import type { ChangeGroup, Documents, DraftSet, HeldDraftSet, Origin, TransactOutcome } from '@atelier/documents'
import type { Actor, AskOutside, Capability, Envelope, Restriction } from '@atelier/operation'
import { fail } from '@atelier/operation'
import type { Query } from '@atelier/streams'
import { nodeId } from '../documents/nodeId.ts'
import { isHeavy, runHeavy } from '../heavy/heavyCalls.ts'
import type { Threads } from '../heavy/threads.ts'
import type { Log } from '../log/log.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { AnswerMissing } from './answerMissing.ts'
import { type Authorization, type Authorize, authorizationOutdated, proposedCall } from './authorize.ts'
import type { ServerOperation } from './scopes.ts'

export interface OperationCall {
  project: Pick<ProjectRow, 'id' | 'site_document_id'>
  operation: ServerOperation
  /** Checked against the operation's schema already. */
  input: unknown
  actor: Actor
  /** Whether an agent outside makes the call in the person's name, as over MCP: it changes nothing that is locked. */
  byAgent?: boolean | undefined
  capabilities: ReadonlySet<Capability>
  /** Further limits of the caller, such as those of a key. */
  restriction?: Restriction | undefined
  focus: Focus
  /** The conversation of the run that makes the call. */
  sessionId?: string
  /** The API key that a program makes the call with. */
  keyId?: string | undefined
  /** A key for a call outside of a run. A second call with the same key returns the stored result. */
  key?: string | undefined
  /** Called before the operation runs; without it, every call is allowed. */
  authorize?: Authorize
  /** The change set of a call that is not a run's, by which what it writes is undone. */
  changeSetId?: string
  /** The group that the change set is a member of. */
  group?: ChangeGroup | undefined
  /** The additions of a run: the call's key, its fence, its change set and its records. */
  run?: CallCommit & { key: string; changeSetId: string; group?: ChangeGroup | undefined }
  /** Aborted when the result is no longer needed; what the call asks of the world ends with it. */
  signal?: AbortSignal
  /** Is a picture wanted, by a caller that can see it? */
  picture?: boolean
  /** Answers what the operation asks a kernel; throws `AnswerMissing` if it has no answer. */
  kernel?: Kernel
  /** Makes the source of ids for one try. Random ids are made when absent. */
  newIds?: () => () => string
}

/** How often a call is authorized again because what its authorization relied on had changed by the commit. */
export const MAX_AUTHORIZATIONS = 5

/**
 * Runs a call that has nothing to ask of the world, or has its answer, as one commit. A call that met another one in a name,
 * a unique value or a reference runs once more, since it may use the results of that call.
 */
export async function runAgain(
  services: OperationServices,
  call: OperationCall,
  answer?: unknown,
): Promise<TransactOutcome<Envelope>> {
  for (let attempt = 1; ; attempt += 1) {
    const { outcome } = await runOnce(services, call, { answer })
    if (outcome.ok) return outcome
    const again = outcome.derived ? attempt === 1 : outcome.refused === authorizationOutdated
    if (!again || attempt === MAX_AUTHORIZATIONS) return outcome
  }
}

export interface OperationServices {
  documents: Documents
  threads: Threads
  now(): number
  log: Log
}

/** The author that a change set records for a call. */
export function originOf({ kind, userId, runId }: Actor): Origin {
  return { kind, userId, ...(runId ? { runId } : {}) }
}

/** Stores a result that changes nothing under the call's key, unless the call has one already. */
export async function settleCall(
  { documents }: Pick<OperationServices, 'documents'>,
  { project, actor, run }: Pick<OperationCall, 'actor' | 'run'> & { project: Pick<ProjectRow, 'id'> },
  result: Envelope,
  rows: readonly Query[] = [],
): Promise<TransactOutcome<Envelope>> {
  if (!run) return { ok: true, result, replayed: false, changed: [] }
  return documents.transact<Envelope>({
    projectId: project.id,
    origin: originOf(actor),
    ...run,
    rows: (settled) => [...(run.rows?.(settled) ?? []), ...rows],
    body: async () => ({ result, commit: false }),
  })
}

/** Makes the context of a call on drafts; its scope may refuse it. */
export function startCall(services: Pick<OperationServices, 'now'>, call: OperationCall, drafts: DraftSet) {
  const { project, operation, input, actor, capabilities, restriction, focus, sessionId, keyId, run, kernel, picture } =
    call
  return operation.start(input, {
    actor,
    now: services.now,
    newId: call.newIds?.() ?? nodeId,
    capabilities,
    restriction,
    changeSetId: run?.changeSetId ?? call.changeSetId,
    project: { id: project.id, siteDocumentId: project.site_document_id },
    focus,
    sessionId,
    keyId,
    drafts,
    picture,
    kernel,
  })
}

/** Decides whether a call may run; undefined if nothing has to be decided. */
export async function authorizationOf(
  { authorize }: Pick<OperationCall, 'authorize'>,
  started: StartedCall,
  drafts: HeldDraftSet,
): Promise<Authorization | undefined> {
  const asked = authorize && (await proposedCall(started, drafts))
  return asked && (await authorize?.(asked))
}

/**
 * One try of a call.
 * @param how `answer`: what the world answered. `pause`: a call that may run, and has something to ask of the world, is not
 *   run yet: `ask` then asks it, and nothing is stored.
 */
export async function runOnce(
  services: OperationServices,
  call: OperationCall,
  how: { answer?: unknown; pause?: boolean },
): Promise<{ outcome: TransactOutcome<Envelope>; ask: AskOutside | undefined }> {
  const { project, operation: bound, actor, capabilities, changeSetId, group, run } = call
  const { operation } = bound
  let authorization: Authorization | undefined
  let latest: StartedCall | undefined
  let ask: AskOutside | undefined
  const outcome = await services.documents.transact<Envelope>({
    projectId: project.id,
    origin: originOf(actor),
    label: operation.summary,
    capabilities,
    byAgent: call.byAgent === true || operation.writesForAgent,
    changeSetId,
    group,
    ...(call.key === undefined ? {} : { key: call.key }),
    ...run,
    async body(given) {
      const { drafts, opened } = noteOpened(given)
      authorization = undefined
      ask = undefined
      latest?.settled(false)
      latest = undefined
      const started = await startCall(services, call, drafts)
      if (!started.ok) return { result: started.result, commit: false }
      latest = started
      authorization = await authorizationOf(call, started, drafts)
      if (authorization?.ok === false) return { result: authorization.instead, commit: false, keep: authorization.keep }
      ask = how.pause ? await started.outside() : undefined
      if (ask) return { result: notAsked, commit: false, keep: false }
      const done = await attempt(services, call, started, { drafts, answer: how.answer })
      const result = await started.finish(done, [...opened])
      return { result, commit: result.ok && operation.effect !== 'read' }
    },
    appends: (result) => [...(run?.appends(result) ?? []), ...(authorization?.appends ?? [])],
    rows: (result) => [
      ...(run?.rows?.(result) ?? []),
      ...(latest?.rows() ?? []),
      ...(authorization?.ok === false ? (authorization.rows ?? []) : []),
    ],
    expect: () => authorization?.expect ?? [],
  })
  latest?.settled(outcome.ok && !outcome.replayed && ask === undefined)
  return { outcome, ask: outcome.ok && !outcome.replayed ? ask : undefined }
}

/** Drafts that note which documents are opened. */
function noteOpened(drafts: HeldDraftSet): { drafts: HeldDraftSet; opened: ReadonlySet<string> } {
  const opened = new Set<string>()
  const open: HeldDraftSet['open'] = (documentId) => {
    opened.add(documentId)
    return drafts.open(documentId)
  }
  return { drafts: { ...drafts, open }, opened }
}

/** The result of a try that stopped before it asked the world; it stays invisible. */
const notAsked = fail('not_asked', 'The call has not asked the world yet.')

/** Asks what authorizes a call about it, and does nothing. */
export async function proposeCall(services: OperationServices, call: OperationCall): Promise<void> {
  await services.documents.transact<Envelope>({
    projectId: call.project.id,
    origin: originOf(call.actor),
    async body(drafts) {
      const started = await startCall(services, call, drafts)
      if (started.ok) {
        await authorizationOf(call, started, drafts)
        started.settled(false)
      }
      const result = fail('asked', 'Nothing was done; it was only asked about.')
      return { result, commit: false, keep: false }
    },
  })
}

/**
 * A throw is a bug of the operation: it is logged whole, and the caller gets a failed result.
 * @throws AnswerMissing
 */
async function attempt(
  { threads, log }: OperationServices,
  call: OperationCall,
  started: StartedCall,
  { drafts, answer }: { drafts: HeldDraftSet; answer: unknown },
) {
  const { operation } = call.operation
  try {
    if (await isHeavy(operation, call.input, started.weight))
      return await runHeavy(threads, { ...call, answer }, started.services, drafts)
    return await started.run(answer)
  } catch (error) {
    if (error instanceof AnswerMissing) throw error
    log.error({ err: error, operation: operation.id }, 'an operation threw')
    return fail('internal', `${operation.name} failed in an unexpected way; nothing was changed.`, {
      hint: 'Try it with other input.',
    })
  }
}
