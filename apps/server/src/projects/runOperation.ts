import type { Documents, HeldDraftSet, Origin, TransactOutcome } from '@atelier/documents'
import { type Actor, type Envelope, fail, type Operation } from '@atelier/operation'
import type { EditorContext, SiteContext } from '@atelier/site'
import type { Append, Fence, Query } from '@atelier/streams'
import { nodeId } from '../documents/nodeId.ts'
import { isHeavy, runHeavy } from '../heavy/heavyCalls.ts'
import type { Threads } from '../heavy/threads.ts'
import type { Log } from '../log/log.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { askedOf, type Gate, gateMoved, type Passage } from './gate.ts'
import type { SiteServicesOf } from './siteServices.ts'

export interface OperationCall {
  project: Pick<ProjectRow, 'id' | 'site_document_id'>
  operation: Operation<SiteContext>
  /** Checked against the operation's schema already. */
  input: unknown
  actor: Actor
  editor: EditorContext
  /** Asked before the operation runs; without one nobody is asked. */
  gate?: Gate
  /** The change set of a call that is not a run's, by which what it writes is taken back. */
  changeSetId?: string
  /** What a run adds: the call's key, its fence, its change set and its records. */
  run?: {
    key: string
    fence: Fence
    changeSetId: string
    appends(result: Envelope): Append[]
    rows?(result: Envelope): Query[]
  }
}

/** How often a gate is asked again because what it rested on had changed by the commit. */
const gateAttempts = 5

/**
 * Runs one operation on the live documents of a project, as one commit. A failing operation changes nothing; its
 * envelope is the result all the same.
 */
export async function runOperation(
  services: OperationServices,
  call: OperationCall,
): Promise<TransactOutcome<Envelope>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runOnce(services, call)
    if (outcome.ok || outcome.refused !== gateMoved || attempt === gateAttempts) return outcome
  }
}

interface OperationServices {
  siteServices: SiteServicesOf
  documents: Documents
  threads: Threads
  now(): number
  log: Log
}

function runOnce(
  services: OperationServices,
  { project, operation, input, actor, editor, gate, changeSetId, run }: OperationCall,
): Promise<TransactOutcome<Envelope>> {
  const origin: Origin = { kind: actor.kind, userId: actor.userId, ...(actor.runId ? { runId: actor.runId } : {}) }
  let passage: Passage | undefined
  return services.documents.transact<Envelope>({
    projectId: project.id,
    origin,
    label: operation.summary,
    changeSetId,
    ...run,
    async body(drafts) {
      passage = undefined
      const site = await drafts.open(project.site_document_id)
      if (!site) return { result: fail('not_found', 'The site of this project is gone.'), commit: false }
      const context: SiteContext = {
        actor,
        now: services.now,
        newId: nodeId,
        site,
        siteId: project.site_document_id,
        drafts,
        editor,
        services: services.siteServices(project, actor),
      }
      const asked = gate && (await askedOf(operation, context, input, project.site_document_id, drafts))
      passage = asked && (await gate?.(asked))
      if (passage?.ok === false) return { result: passage.instead, commit: false, keep: passage.keep }
      const result = await attempt(services, operation, context, drafts, input)
      return { result, commit: result.ok && operation.effect !== 'read' }
    },
    appends: (result) => [...(run?.appends(result) ?? []), ...(passage?.appends ?? [])],
    rows: (result) => [...(run?.rows?.(result) ?? []), ...(passage?.ok === false ? (passage.rows ?? []) : [])],
    expect: () => passage?.expect ?? [],
  })
}

/** A throw is a bug of the operation: it is logged whole, and is a failed result for whoever called. */
async function attempt(
  { threads, log }: OperationServices,
  operation: Operation<SiteContext>,
  context: SiteContext,
  drafts: HeldDraftSet,
  input: unknown,
) {
  try {
    if (isHeavy(operation, input)) return await runHeavy(threads, operation, context, drafts, input)
    return await operation.run(context, input)
  } catch (error) {
    log.error({ err: error, operation: operation.id }, 'an operation threw')
    return fail('internal', `${operation.name} failed in an unexpected way; nothing was changed.`, {
      hint: 'Try it with other input.',
    })
  }
}
