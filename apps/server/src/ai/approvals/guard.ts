import type { Question, ToolCall } from '@atelier/agent'
import { needsApproval, type Operation } from '@atelier/operation'
import { type TSchema, Type } from 'typebox'
import type { Gate } from '../../projects/gate.ts'
import type { Approvals } from './approvals.ts'
import type { Confirmations } from './confirmations.ts'
import type { Covered } from './policies.ts'

/** One call as it stands before its gate. */
export interface Guarded {
  gate: Gate
  /** What a person is asked if the gate lacked a decision; the run then waits. */
  question(): Question | undefined
  /** What the operation is given. */
  input: unknown
}

/** Stands before those calls of one run that cannot be taken back. */
export type Guard = (operation: Operation, call: ToolCall) => Guarded | undefined

/** Whose run it is, and where. */
export type RunPlace = Omit<Covered, 'operation'>

/** The run waits until the person has decided. */
export function waitingGuard(approvals: Approvals, place: RunPlace): Guard {
  return (operation, { runId, toolCallId, input }) => {
    if (!needsApproval(operation)) return undefined
    return { ...approvals.before({ ...place, runId, toolCallId, operation: operation.id, input }), input }
  }
}

/** Nobody sees a card: the call answers with a token, which counts once the person has said something more. */
export function tokenGuard(confirmations: Confirmations, place: RunPlace, passedOn: readonly string[]): Guard {
  return (operation, call) => {
    if (!needsApproval(operation)) return undefined
    const { token, input } = withoutToken(call.input)
    const { userId, projectId, sessionId } = place
    const session = { id: sessionId, runId: call.runId }
    const confirmed = { userId, projectId, operation: operation.id, input, session }
    return { gate: confirmations.gate(confirmed, token, passedOn), question: () => undefined, input }
  }
}

const ConfirmationToken = Type.Optional(
  Type.String({
    description:
      'Leave it out at first. The answer then says what will happen: tell the person, and only if their next message agrees call again with the same arguments and this token.',
  }),
)

const taking = new WeakMap<Operation, Operation>()

/** The operation as a model calls it when a token stands for the person's decision; the same object each time. */
export function withConfirmationToken(operation: Operation): Operation {
  if (!needsApproval(operation)) return operation
  const known = taking.get(operation) ?? addTokenField(operation)
  taking.set(operation, known)
  return known
}

function addTokenField(operation: Operation): Operation {
  const { input } = operation
  const properties = 'properties' in input && typeof input.properties === 'object' ? input.properties : {}
  const schema: TSchema = { ...input, properties: { ...properties, confirmationToken: ConfirmationToken } }
  return { ...operation, input: schema }
}

function withoutToken(input: unknown): { token: string | undefined; input: unknown } {
  if (typeof input !== 'object' || input === null || !('confirmationToken' in input)) return { token: undefined, input }
  const { confirmationToken: token, ...rest } = input
  return { token: typeof token === 'string' && token !== '' ? token : undefined, input: rest }
}
