import type { TransactOutcome } from '@atelier/documents'
import { type AskOutside, type Envelope, fail, unknownOutcome } from '@atelier/operation'
import { untilAborted } from '../web/untilAborted.ts'
import { type Authorization, authorizationOutdated } from './authorize.ts'
import {
  authorizationOf,
  MAX_AUTHORIZATIONS,
  type OperationCall,
  type OperationServices,
  originOf,
  runAgain,
  runOnce,
  settleCall,
  startCall,
} from './runOnce.ts'

/** The code of a call that was stopped before the world had answered; nothing was done, and it has no result. */
export const ABORTED = 'aborted'

/**
 * Runs one operation on the live documents of a project, as one commit. A failing operation changes nothing; its
 * envelope is the result all the same.
 */
export async function runOperation(
  services: OperationServices,
  call: OperationCall,
): Promise<TransactOutcome<Envelope>> {
  return call.operation.operation.outside ? runAsking(services, call) : runAgain(services, call)
}

/**
 * Runs an operation that asks the world. First it is checked and authorized on the documents as every call is, then it asks
 * with none of them open and no lock held, and then its body runs with the answer, as often as it has to.
 *
 * An authorization is used up before the world is asked, in a commit of its own, and is not required again when the
 * documents have moved meanwhile. The same commit marks an `external` call as sent, under the run's fence. A server that
 * finds the mark without a result does not send the call again.
 */
async function runAsking(services: OperationServices, call: OperationCall): Promise<TransactOutcome<Envelope>> {
  if (await isMarked(services, call)) return settleAsUnknown(services, call)
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, ask } = await runOnce(services, call, { pause: true })
    if (ask) {
      const begun = await begin(services, call, ask)
      if (begun.kind === 'begun') return answered(services, call, begun.ask)
      if (begun.kind === 'sent') return settleAsUnknown(services, call)
      const refused = begun.kind === 'refused' && begun.outcome
      if (refused && refused.refused !== authorizationOutdated) return refused
      if (attempt === MAX_AUTHORIZATIONS) return refused || KEEPS_CHANGING
      continue
    }
    if (outcome.ok) return outcome
    const again = outcome.derived ? attempt === 1 : outcome.refused === authorizationOutdated
    if (!again || attempt === MAX_AUTHORIZATIONS) return outcome
  }
}

const KEEPS_CHANGING = {
  ok: false,
  refused: authorizationOutdated,
  message: 'What this call relies on kept changing. Try again.',
} as const

/** Where the mark of a call that is sent is kept; undefined for calls that are not marked. */
function markOf({ operation: { operation }, run, key = run?.key }: OperationCall): string | undefined {
  return key !== undefined && operation.effect === 'external' ? `${key}:sent` : undefined
}

/**
 * The result of a call that was sent and has none. It is stored for a run, under that run's lease. Another delivery of a
 * program's call may be at work still, and stores its own.
 */
async function settleAsUnknown(services: OperationServices, call: OperationCall): Promise<TransactOutcome<Envelope>> {
  const result = unknownOutcome(call.operation.operation)
  if (call.run || call.key === undefined) return settleCall(services, call, result)
  return services.documents.transact<Envelope>({
    projectId: call.project.id,
    origin: originOf(call.actor),
    key: call.key,
    body: async () => ({ result, commit: false, keep: false }),
  })
}

/** Whether an earlier delivery of the call was sent. */
async function isMarked({ documents }: OperationServices, call: OperationCall): Promise<boolean> {
  const key = markOf(call)
  if (key === undefined) return false
  const found = await documents.transact({
    projectId: call.project.id,
    origin: originOf(call.actor),
    key,
    body: async () => ({ result: null, commit: false, keep: false }),
  })
  return found.ok && found.replayed
}

type Begun =
  | { kind: 'begun'; ask: AskOutside }
  /** By another delivery of the same call. */
  | { kind: 'sent' }
  /** It may not run, or has nothing to ask, as the documents are now. */
  | { kind: 'again' }
  | { kind: 'refused'; outcome: Extract<TransactOutcome<never>, { ok: false }> }

/** Uses the call's authorization up, and marks the call as sent if it is external. Most calls need neither. */
async function begin(services: OperationServices, call: OperationCall, asked: AskOutside): Promise<Begun> {
  const { project, actor, run, authorize, operation: bound } = call
  if (!authorize && bound.operation.effect !== 'external') return { kind: 'begun', ask: asked }
  const key = markOf(call)
  let authorization: Authorization | undefined
  let ask: AskOutside | undefined
  const outcome = await services.documents.transact({
    projectId: project.id,
    origin: originOf(actor),
    ...(run ? { fence: run.fence } : {}),
    ...(key === undefined ? {} : { key }),
    async body(drafts) {
      ask = undefined
      const started = await startCall(services, call, drafts)
      if (!started.ok) return { result: null, commit: false, keep: false }
      authorization = await authorizationOf(call, started, drafts)
      if (authorization?.ok !== false) ask = await started.outside()
      started.settled(false)
      return { result: null, commit: false, keep: ask !== undefined }
    },
    appends: () => [...(authorization?.appends ?? []), ...(key === undefined ? [] : (run?.sending?.() ?? []))],
    expect: () => authorization?.expect ?? [],
  })
  if (!outcome.ok) return { kind: 'refused', outcome }
  if (outcome.replayed) return { kind: 'sent' }
  if (!ask) return { kind: 'again' }
  if (key !== undefined) run?.passed?.('callMarked')
  return { kind: 'begun', ask }
}

async function answered(
  services: OperationServices,
  call: OperationCall,
  ask: AskOutside,
): Promise<TransactOutcome<Envelope>> {
  const { operation } = call.operation
  const { signal = new AbortController().signal, run } = call
  let answer: unknown
  try {
    answer = await untilAborted(ask(signal), signal)
  } catch (error) {
    if (!signal.aborted) services.log.error({ err: error, operation: operation.id }, 'an operation threw outside')
    if (operation.effect === 'external') return settleAsUnknown(services, call)
    if (signal.aborted)
      return { ok: false, refused: ABORTED, message: `${operation.name} was stopped before it had an answer.` }
    const failed = fail('internal', `${operation.name} failed in an unexpected way; nothing was changed.`, {
      hint: 'Try it with other input.',
    })
    return settleCall(services, call, failed)
  }
  if (markOf(call) !== undefined) run?.passed?.('callAnswered')
  try {
    return await runAgain(services, { ...call, authorize: undefined }, answer)
  } catch (error) {
    if (operation.effect !== 'external') throw error
    // It took place, but what became of it could not be stored.
    services.log.error({ err: error, operation: operation.id }, 'the answer to a call could not be stored')
    return settleAsUnknown(services, call)
  }
}
