import type { ExecutedCall, Focus, Question, ToolCall, ToolExecutor } from '@atelier/agent'
import type { ChangeGroup } from '@atelier/documents'
import { type Envelope, fail, mayNeedApproval, needsApproval, type Operation, type Toolbox } from '@atelier/operation'
import type { Executors } from '../operations/executors.ts'
import { type OperationCall, type OperationServices, proposeCall } from '../operations/runOnce.ts'
import { ABORTED } from '../operations/runOperation.ts'
import type { Scopes, ServerOperation } from '../operations/scopes.ts'
import type { Access } from '../workspaces/workspaces.ts'
import type { ApprovalOf } from './approvals/callApproval.ts'

export interface ExecutorOptions extends OperationServices {
  scopes: Scopes
  executors: Executors
  /** The scope of the run. */
  scope: string
  /** How the run's calls are named; it holds only what the role allows. */
  toolbox: Toolbox
  session: { id: string; workspaceId: string }
  userId: string
  access: Access
  /** Where the run begins. */
  focus: Focus
  /** Called when the run goes to another document of its own scope. */
  onMove?(documentId: string): void
  changeSetId: string
  /** The group that it is a member of. */
  group?: ChangeGroup | undefined
  /** Approves the calls that cannot be undone, and those that request an address that no person named. */
  approvalOf: ApprovalOf
  /** Whether the person, or a result of the run, has named an address. */
  isGivenAddress(runId: string, address: string): Promise<boolean>
  /** Can the model see pictures? */
  vision: boolean
}

/**
 * Runs a run's calls on the live documents, those of other scopes as those of its own. The policy is enforced here and
 * not in the interface: the role's capabilities, and a person's decision on what cannot be undone.
 */
export function createExecutor(options: ExecutorOptions): ToolExecutor {
  const { scopes, executors, log, scope, session, userId, access, changeSetId, group } = options
  const { project, capabilities, restriction } = access
  /** Where the run is in each scope that it has called. */
  const focuses = new Map([[scope, options.focus]])
  const focusIn = (of: string): Focus => focuses.get(of) ?? {}
  const move = ({ operation, scope: own }: ServerOperation, result: Envelope) => {
    const documentId = own.focusOf(result, operation)
    if (!documentId) return
    for (const id of [own.id, ...(own.aims ?? [])]) focuses.set(id, { ...focusIn(id), documentId })
    if (own.id === scope) options.onMove?.(documentId)
  }
  /** Also operations that the role does not allow: the refusal then says so. */
  const find = (name: string): ServerOperation | undefined => {
    const named = options.toolbox.find(name)?.id ?? (name.includes('.') ? name : `${scope}.${name}`)
    const found = scopes.find(named)
    return found.ok ? found.operation : undefined
  }
  const approvalOf = async (operation: Operation, call: ToolCall) => {
    const address = operation.address?.(call.input)
    const isNew = address !== undefined && !(await options.isGivenAddress(call.runId, address))
    return isNew || needsApproval(operation) ? options.approvalOf(operation, call) : undefined
  }
  const callOf = (bound: ServerOperation, call: ToolCall, input: unknown) => ({
    project,
    operation: bound,
    input,
    actor: { kind: 'agent' as const, userId, runId: call.runId },
    capabilities,
    restriction,
    focus: focusIn(bound.scope.id),
    sessionId: session.id,
  })

  return {
    resume(finished) {
      for (const { name, result } of finished) {
        const bound = find(name)
        if (bound) move(bound, result)
      }
    },

    async execute(call, commit, signal): Promise<ExecutedCall> {
      const bound = find(call.name)
      const refused = bound ? callRefusal(call, access, bound.operation) : unknownTool(call)
      const approval = bound && !refused ? await approvalOf(bound.operation, call) : undefined
      const run: OperationCall['run'] = {
        key: `${call.runId}:${call.toolCallId}`,
        changeSetId,
        group,
        ...commit,
      }
      const settle = (result: Envelope) =>
        executors.settle({ project, actor: { kind: 'agent', userId, runId: call.runId }, run }, result)
      const apply = async () => {
        if (!bound || refused) return settle(refused ?? unknownTool(call))
        return executors.execute({
          ...callOf(bound, call, approval ? approval.input : call.input),
          run,
          authorize: approval?.authorize,
          picture: options.vision && bound.operation.wantsVision,
          asked: {
            sessionId: session.id,
            workspaceId: session.workspaceId,
            runId: call.runId,
            toolCallId: call.toolCallId,
          },
          signal,
        })
      }
      const failed = async (error: unknown) => {
        log.error({ err: error, operation: call.name }, 'a call could not be committed')
        // Under the same key: if the commit was made after all, its own result counts.
        return await settle(
          fail('internal', `${call.name} failed inside Atelier.`, { hint: 'Read the document, then try another way.' }),
        )
      }
      let outcome: Awaited<ReturnType<typeof settle>>
      try {
        outcome = await apply().catch(failed)
      } catch (cause) {
        return { ok: false, refused: 'unavailable', cause }
      }
      const question = outcome.ok && !outcome.replayed && approval?.question()
      if (question) return { ok: false, refused: 'approval', ...question }
      if (outcome.ok) {
        if (bound) move(bound, outcome.result)
        return { ok: true, result: outcome.result, replayed: outcome.replayed }
      }
      if (outcome.refused === 'fenced') return { ok: false, refused: 'fenced' }
      if (outcome.refused === ABORTED) return { ok: false, refused: 'aborted' }
      if (outcome.refused === 'change_set_undone') return { ok: false, refused: 'undone' }
      throw new Error(`The call ${call.name} could not be committed: ${outcome.message}`)
    },

    async ask(call): Promise<Question | undefined> {
      const bound = find(call.name)
      if (!bound || callRefusal(call, access, bound.operation)) return undefined
      const approval = await approvalOf(bound.operation, call)
      if (!approval) return undefined
      await proposeCall(options, { ...callOf(bound, call, approval.input), authorize: approval.authorize })
      return approval.question()
    },
  }
}

/** A kernel only builds; the documents are changed by the server. */
const commitsOnServer = ({ executor }: Operation) => executor === 'server' || executor === 'kernel'

const unknownTool = ({ name }: ToolCall) => fail('unknown_tool', `There is no tool named "${name}".`)

function callRefusal(
  call: ToolCall,
  { capabilities, role }: Access,
  operation: Operation,
): Envelope<never> | undefined {
  const writes = operation.effect !== 'read'
  if (!capabilities.has(operation.capability) || (writes && !capabilities.has('ai.tools.write'))) {
    return fail('forbidden', `The person's role (${role}) does not allow ${call.name}.`, {
      hint: 'Say so, and offer what can be read.',
    })
  }
  // An authorization is made within a transaction of the server, so it cannot bind an operation that runs elsewhere.
  if (mayNeedApproval(operation) && !commitsOnServer(operation)) {
    return fail('needs_person', `${call.name} needs the person’s decision, so only they may do it.`, {
      hint: 'Tell them what to do and where; continue without it.',
    })
  }
  return undefined
}
