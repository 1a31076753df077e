import type { Focus } from '@atelier/agent'
import type { Documents, View } from '@atelier/documents'
import { type Envelope, validationError } from '@atelier/operation'
import type { Identity } from '../auth/identity.ts'
import { digest } from '../auth/secrets.ts'
import { nodeId } from '../documents/nodeId.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import { lacking } from '../workspaces/access.ts'
import type { Access, ProjectRow } from '../workspaces/workspaces.ts'
import type { Authorize } from './authorize.ts'
import type { Executors } from './executors.ts'
import { readInput } from './readInput.ts'
import type { ServerOperation } from './scopes.ts'

export interface CallServices {
  projects: {
    /** A document of the project as it is committed now; undefined if the project has none of that id. */
    view(project: ProjectRow, documentId: string): Promise<View | undefined>
  }
  documents: Pick<Documents, 'mayGrow'>
  executors: Executors
  stopping: AbortSignal
}

export interface UserCall {
  identity: Identity
  access: Access
  operation: ServerOperation
  /** As it came: it is read by `normalizeInput` before it is checked. */
  input: unknown
  focus: Focus
  /** For an operation that can make a picture: is one wanted? */
  picture?: boolean | undefined
  /** The change set of an earlier call that this one adds to. */
  joins?: string | undefined
  /** Whether an agent makes the call in the user's name, as over MCP; a program with a key counts as one anyway. */
  byAgent?: boolean | undefined
  /** Chosen by the caller: the same call with the same key is made once. */
  key?: string | undefined
}

/** The result of the call and, if it wrote, the change set by which it is undone (`documents.undo`). */
export interface UserCallResult {
  result: Envelope
  changeSetId?: string
}

/**
 * One operation that a user or program calls, over HTTP or MCP: the same checks in the same order for both.
 * @param authorizeOf returns what authorizes the resolved call within the transaction, after all other checks
 * @throws Refusal 403 if the role lacks the operation's capability, 400 if the input is invalid, 404 if the
 *   document is not the project's, 409 if the documents were edited faster than the call could be made
 */
export async function callOperation(
  services: CallServices,
  call: UserCall,
  authorizeOf?: (call: UserCall) => Authorize,
): Promise<UserCallResult> {
  const { identity, access, operation: bound, focus, picture = false, joins, key } = call
  const { operation } = bound
  const { project, role, capabilities, restriction } = access
  if (!capabilities.has(operation.capability)) throw lacking(role, operation.capability)
  const { input, issues } = readInput(operation.input, call.input)
  if (issues.length > 0) {
    const { code, message, ...extra } = validationError(issues)
    throw new Refusal(400, code, message, extra)
  }
  if (focus.documentId !== undefined && !(await services.projects.view(project, focus.documentId)))
    throw notFound('document')
  const actor = { kind: 'hand' as const, userId: identity.userId }
  const authorize = authorizeOf?.({ ...call, input })
  if (joins !== undefined && !(await services.documents.mayGrow(joins, project.id, identity.userId)))
    throw conflict(
      'change_set_undone',
      'The change set is undone, not there, or not one that you made by hand.',
      'Make the call without it.',
    )
  const changeSetId = operation.effect === 'read' ? undefined : (joins ?? nodeId())
  const outcome = await services.executors.execute({
    project,
    operation: bound,
    input,
    actor,
    byAgent: call.byAgent === true || identity.key !== undefined,
    keyId: identity.key?.id,
    key: key && callKey([project.id, identity.userId, operation.id, key, input]),
    capabilities,
    restriction,
    focus,
    authorize,
    changeSetId,
    picture: picture && operation.wantsVision,
    signal: services.stopping,
  })
  if (!outcome.ok) throw conflict('conflict', outcome.message, 'Read the document again and repeat the call.')
  const wrote = outcome.changed.length > 0
  return { result: outcome.result, ...(wrote && changeSetId !== undefined ? { changeSetId } : {}) }
}

/** The key of one call: another call with the same key of its caller's is another. */
const callKey = (of: readonly unknown[]) => `call:${digest(JSON.stringify(of))}`
