import type { CallCommit, Focus, StartedCall } from '@atelier/agent'
import type { ChangeGroup, Documents, HeldDraftSet, Origin, TransactOutcome } from '@atelier/documents'
import { type Actor, type Capability, type Envelope, fail, type Restriction } from '@atelier/operation'
import { nodeId } from '../documents/nodeId.ts'
import { isHeavy, runHeavy } from '../heavy/heavyCalls.ts'
import type { Threads } from '../heavy/threads.ts'
import type { Log } from '../log/log.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { type Authorization, type Authorize, authorizationOutdated, proposedCall } from './authorize.ts'
import type { ServerOperation } from './scopes.ts'

export interface OperationCall {
  project: Pick<ProjectRow, 'id' | 'site_document_id'>
  operation: ServerOperation
  /** Checked against the operation's schema already. */
  input: unknown
  actor: Actor
  capabilities: ReadonlySet<Capability>
  /** What the caller is limited to beside it. */
  restriction?: Restriction | undefined
  focus: Focus
  /** The conversation of the run that makes the call. */
  sessionId?: string
  /** The API key that a program makes the call with. */
  keyId?: string | undefined
  /** Called before the operation runs; without it, every call is allowed. */
  authorize?: Authorize
  /** The change set of a call that is not a run's, by which what it writes is undone. */
  changeSetId?: string
  /** The group that the change set is a member of. */
  group?: ChangeGroup | undefined
  /** What a run adds: the call's key, its fence, its change set and its records. */
  run?: CallCommit & { key: string; changeSetId: string; group?: ChangeGroup | undefined }
}

/** How often a call is authorized again because what its authorization relied on had changed by the commit. */
const maxAuthorizations = 5

/**
 * Runs one operation on the live documents of a project, as one commit. A failing operation changes nothing; its
 * envelope is the result all the same. One that met another call in a name, a unique value or a reference is run once
 * more, since it may go on with what that call has made.
 */
export async function runOperation(
  services: OperationServices,
  call: OperationCall,
): Promise<TransactOutcome<Envelope>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runOnce(services, call)
    if (outcome.ok) return outcome
    const again = outcome.derived ? attempt === 1 : outcome.refused === authorizationOutdated
    if (!again || attempt === maxAuthorizations) return outcome
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

async function runOnce(services: OperationServices, call: OperationCall): Promise<TransactOutcome<Envelope>> {
  const { project, operation: bound, input, actor, capabilities, focus, authorize, changeSetId, group, run } = call
  const { operation } = bound
  let authorization: Authorization | undefined
  let latest: StartedCall | undefined
  const outcome = await services.documents.transact<Envelope>({
    projectId: project.id,
    origin: originOf(actor),
    label: operation.summary,
    capabilities,
    changeSetId,
    group,
    ...run,
    async body(drafts) {
      authorization = undefined
      latest?.settled(false)
      latest = undefined
      const started = await bound.start(input, {
        actor,
        now: services.now,
        newId: nodeId,
        capabilities,
        restriction: call.restriction,
        changeSetId: run?.changeSetId ?? changeSetId,
        project: { id: project.id, siteDocumentId: project.site_document_id },
        focus,
        sessionId: call.sessionId,
        keyId: call.keyId,
        drafts,
      })
      if (!started.ok) return { result: started.result, commit: false }
      latest = started
      const asked = authorize && (await proposedCall(started, drafts))
      authorization = asked && (await authorize?.(asked))
      if (authorization?.ok === false) return { result: authorization.instead, commit: false, keep: authorization.keep }
      const result = await attempt(services, call, started, drafts)
      return { result, commit: result.ok && operation.effect !== 'read' }
    },
    appends: (result) => [...(run?.appends(result) ?? []), ...(authorization?.appends ?? [])],
    rows: (result) => [
      ...(run?.rows?.(result) ?? []),
      ...(authorization?.ok === false ? (authorization.rows ?? []) : []),
    ],
    expect: () => authorization?.expect ?? [],
  })
  latest?.settled(outcome.ok && !outcome.replayed)
  return outcome
}

/** A throw is a bug of the operation: it is logged whole, and the caller gets a failed result. */
async function attempt(
  { threads, log }: OperationServices,
  call: OperationCall,
  started: StartedCall,
  drafts: HeldDraftSet,
) {
  const { operation } = call.operation
  try {
    if (await isHeavy(operation, call.input, started.weight))
      return await runHeavy(threads, call, started.services, drafts)
    return await started.run()
  } catch (error) {
    log.error({ err: error, operation: operation.id }, 'an operation threw')
    return fail('internal', `${operation.name} failed in an unexpected way; nothing was changed.`, {
      hint: 'Try it with other input.',
    })
  }
}
