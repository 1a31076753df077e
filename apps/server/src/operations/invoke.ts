import type { StartedCall } from '@atelier/agent'
import {
  type Consequence,
  type Envelope,
  fail,
  isResultOfHandle,
  needsApproval,
  type Operation,
  type OperationHandle,
  type OtherOperations,
  validationError,
} from '@atelier/operation'
import { readInput } from './readInput.ts'
import type { ServerOperation } from './scopes.ts'

type Call = Parameters<ServerOperation['start']>[1]

/**
 * An operation whose context can run those of the other scopes.
 * @param bound the operation with an id
 */
export function withOthers(
  outer: ServerOperation,
  bound: (id: string) => ServerOperation | undefined,
): ServerOperation {
  return {
    ...outer,
    async start(input, call) {
      const started: StartedCall[] = []
      const others = othersOf(outer.operation, call, bound, started)
      const own = await outer.start(input, { ...call, others })
      if (!own.ok) return own
      return {
        ...own,
        rows: () => [...own.rows(), ...started.flatMap((each) => each.rows())],
        settled(stored) {
          own.settled(stored)
          for (const each of started) each.settled(stored)
        },
      }
    },
  }
}

/** @param started takes the calls that are made, so that they learn whether they are stored */
function othersOf(
  outer: Operation,
  call: Call,
  bound: (id: string) => ServerOperation | undefined,
  started: StartedCall[],
): OtherOperations {
  const start = async (
    id: string,
    given: unknown,
  ): Promise<{ ok: true; call: StartedCall; operation: Operation } | { ok: false; result: Envelope<never> }> => {
    const found = bound(id)
    if (!found) return { ok: false, result: fail('unknown_operation', `There is no operation "${id}".`) }
    const { operation } = found
    if (call.capabilities && !call.capabilities.has(operation.capability)) {
      const hint = `It takes the right "${operation.capability}".`
      return { ok: false, result: fail('forbidden', `This caller may not call ${id}.`, { hint }) }
    }
    const why = refuseWithin(outer, operation)
    if (why !== undefined) return { ok: false, result: fail('not_invocable', why) }
    const { input, issues } = readInput(operation.input, given)
    if (issues.length > 0) return { ok: false, result: { ok: false, error: validationError(issues) } }
    const made = await found.start(input, call)
    if (!made.ok) return made
    started.push(made)
    return { ok: true, call: made, operation }
  }

  return {
    async invoke<Input, Output>(handle: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>> {
      const made = await start(handle.id, input)
      if (!made.ok) return made.result
      const result = await made.call.run()
      if (isResultOfHandle(handle, made.operation.output, result)) return result
      throw new Error(`${handle.id} returned something else than its output`)
    },
    async consequence<Input, Output>(
      handle: OperationHandle<Input, Output>,
      input: Input,
    ): Promise<Consequence | undefined> {
      const made = await start(handle.id, input)
      return made.ok ? await made.call.consequence() : undefined
    },
  }
}

/** Why a call of one operation cannot run another one within it, as a sentence; undefined if it can. */
function refuseWithin(outer: Operation, inner: Operation): string | undefined {
  if (inner.executor !== 'server' && inner.fallback !== 'server')
    return `${inner.id} runs in ${inner.executor}, so no other operation can call it.`
  if (inner.outside) return `${inner.id} asks the world, so no other operation can call it.`
  if (outer.effect === 'read' && inner.effect !== 'read')
    return `${outer.id} reads, and ${inner.id} writes what would not be kept.`
  if (needsApproval(inner) && !needsApproval(outer)) return `${inner.id} waits for a person, and ${outer.id} does not.`
  return undefined
}
