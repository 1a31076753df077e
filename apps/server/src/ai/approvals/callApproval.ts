import type { Question, ToolCall } from '@atelier/agent'
import { fail, mayNeedApproval, type Operation } from '@atelier/operation'
import { type TSchema, Type } from 'typebox'
import type { Authorize } from '../../operations/authorize.ts'
import type { Approvals } from './approvals.ts'
import type { Confirmations } from './confirmations.ts'
import type { Covered } from './policies.ts'

/** The approval of one call. */
export interface CallApproval {
  authorize: Authorize
  /** The question to the user, if the call was refused because no decision was made yet; the run then waits. */
  question(): Question | undefined
  /** The input of the operation, without the token. */
  input: unknown
}

/** The approval of a call of one run; undefined if its operation never needs one. */
export type ApprovalOf = (operation: Operation, call: ToolCall) => CallApproval | undefined

/** Who runs, in which project and session. */
export type RunOwner = Omit<Covered, 'operation'>

/** The run waits until the user has decided. */
export function waitForApproval(approvals: Approvals, owner: RunOwner): ApprovalOf {
  return (operation, { runId, toolCallId, input }) => {
    if (!mayNeedApproval(operation)) return undefined
    return { ...approvals.before({ ...owner, runId, toolCallId, operation: operation.id, input }), input }
  }
}

/** For callers without an approval card: the call returns a token, which is valid after the user's next message. */
export function askForToken(confirmations: Confirmations, owner: RunOwner, passedOn: readonly string[]): ApprovalOf {
  return (operation, call) => {
    if (!mayNeedApproval(operation)) return undefined
    const { token, input } = withoutToken(call.input)
    const { userId, projectId, sessionId } = owner
    const session = { id: sessionId, runId: call.runId }
    const confirmed = { userId, projectId, operation: operation.id, input, session }
    return { authorize: confirmations.authorize(confirmed, token, passedOn), question: () => undefined, input }
  }
}

/** The call is refused: no person is there to decide. */
export const refuseUnasked: ApprovalOf = ({ name }, { input }) => ({
  input,
  question: () => undefined,
  authorize: async ({ consequence: { target } }) => ({
    ok: false,
    keep: true,
    instead: fail('needs_person', `${name} of ${target} needs the decision of a person, and nobody is asked here.`, {
      hint: 'Use an address that the brief or a result names, or continue without it.',
    }),
  }),
})

const ConfirmationToken = Type.Optional(
  Type.String({
    description:
      'Leave it out at first. The answer then says what will happen: tell the person, and only if their next message agrees call again with the same arguments and this token.',
  }),
)

const taking = new WeakMap<Operation, Operation>()

/** The operation as a model calls it when a token carries the person's decision; the same object each time. */
export function withConfirmationToken(operation: Operation): Operation {
  if (!mayNeedApproval(operation)) return operation
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
