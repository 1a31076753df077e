import type { TransactOutcome } from '@atelier/documents'
import { type Envelope, type ExecutorKind, fail, type Operation } from '@atelier/operation'
import type { Query } from '@atelier/streams'
import { type OperationCall, type OperationServices, settleCall } from './runOnce.ts'
import { runOperation } from './runOperation.ts'

/** One call for an executor. Its input and the caller's rights have been checked. */
export interface ExecutorCall extends OperationCall {
  /** Is a picture wanted, by a caller that can see it? */
  picture: boolean
  /** The run's call, for executors outside the server: they send the request to the conversation's tabs. */
  asked?: { sessionId: string; workspaceId: string; runId: string; toolCallId: string }
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal
}

/** A call of an operation that needs a page on a screen. */
export type RenderCall = Pick<ExecutorCall, 'project' | 'operation' | 'input' | 'actor' | 'focus' | 'picture'>

export type CarriedOut =
  /** The result of a call that changed no document. `rows` are stored with it. */
  | { result: Envelope; rows?: readonly Query[] }
  /** The call is committed, or its commit was refused. */
  | { outcome: TransactOutcome<Envelope> }
  /** Nothing is connected that could carry it out. */
  | { missing: true; rows?: readonly Query[] }

/**
 * Carries out the operations of one kind (`ExecutorKind`). A call that fails is a result; throwing is for bugs. It MUST
 * return within the run's time for a call, and soon after `signal` is aborted.
 */
export interface OperationExecutor {
  carryOut(call: ExecutorCall): Promise<CarriedOut>
}

/** The executors that are registered, beside the server's own. */
export type ExecutorRegistry = Readonly<Partial<Record<Exclude<ExecutorKind, 'server'>, OperationExecutor>>>

export interface Executors {
  /**
   * Has a call carried out by the executor of its operation. If none is registered or connected, the server runs the
   * operations that declare it as their fallback; the result of any other is an error that names the executor.
   */
  execute(call: ExecutorCall): Promise<TransactOutcome<Envelope>>
  /** Stores a result that changes nothing under the call's key, unless the call has one already. */
  settle(call: SettledCall, result: Envelope, rows?: readonly Query[]): Promise<TransactOutcome<Envelope>>
}

export type SettledCall = Pick<ExecutorCall, 'project' | 'actor' | 'run'>

/** The result of a call that documents held by others prevent: the model reads it, and a program has its code. */
export const committed = (outcome: TransactOutcome<Envelope>): CarriedOut =>
  !outcome.ok && outcome.derived ? { result: fail(outcome.refused, outcome.message) } : { outcome }

export function createExecutors(services: OperationServices, registered: ExecutorRegistry): Executors {
  const byKind: Readonly<Partial<Record<ExecutorKind, OperationExecutor>>> = {
    ...registered,
    server: {
      carryOut: async (call) => committed(await runOperation(services, call)),
    },
  }

  const settle: Executors['settle'] = ({ project, actor, run }, result, rows) =>
    settleCall(services, { project, actor, run }, result, rows)

  return {
    settle,
    async execute(call) {
      const { operation } = call.operation
      // An editor shows all of a project, so it carries out nothing for a caller who may not see all of it.
      const executor = call.restriction && operation.executor !== 'server' ? undefined : byKind[operation.executor]
      const done = (await executor?.carryOut(call)) ?? { missing: true }
      if ('outcome' in done) return done.outcome
      if ('result' in done) return settle(call, done.result, done.rows)
      if (operation.fallback !== 'server') return settle(call, missingExecutor(operation), done.rows)
      const { run } = call
      if (!run) return runOperation(services, call)
      const rows = (result: Envelope) => [...(run.rows?.(result) ?? []), ...(done.rows ?? [])]
      return runOperation(services, { ...call, run: { ...run, rows } })
    },
  }
}

/** The executors of each kind of operation, and how a user connects one. */
const EXECUTORS: Readonly<Record<ExecutorKind, { what: string; hint: string }>> = {
  server: { what: 'the server', hint: 'Try it again.' },
  view: {
    what: 'an editor tab or a browser of the server',
    hint: 'Open the project in an editor tab, or install Chromium on the server. Otherwise continue without this call.',
  },
  kernel: {
    what: 'a worker with the CAD kernel',
    hint: 'Open the part in an editor tab, which starts the kernel. Otherwise continue without this call.',
  },
}

function missingExecutor({ name, executor }: Operation): Envelope<never> {
  const { what, hint } = EXECUTORS[executor]
  const code = executor === 'view' ? 'needs_editor' : 'needs_executor'
  const message = `${name} was not run: it needs the executor "${executor}" (${what}), and none is connected.`
  return fail(code, message, { hint })
}
