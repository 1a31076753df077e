import type { ExecutedCall, Question, ToolCall, ToolExecutor } from '@atelier/agent'
import type { Documents } from '@atelier/documents'
import { type Envelope, fail, needsApproval, type Operation } from '@atelier/operation'
import { documentAfter, type EditorContext, type SiteContext } from '@atelier/site'
import type { Query } from '@atelier/streams'
import type { Threads } from '../heavy/threads.ts'
import type { Log } from '../log/log.ts'
import type { Gate } from '../projects/gate.ts'
import { runOperation } from '../projects/runOperation.ts'
import { findOperation } from '../projects/scopes.ts'
import type { SiteServicesOf } from '../projects/siteServices.ts'
import type { Access } from '../workspaces/workspaces.ts'
import type { Guard } from './approvals/guard.ts'
import type { ViewCalls } from './bridge/viewCalls.ts'

export interface ExecutorOptions {
  documents: Documents
  siteServices: SiteServicesOf
  threads: Threads
  now(): number
  log: Log
  scope: string
  userId: string
  access: Access
  editor: EditorContext
  /** Told when the run goes to another document. */
  onMove?(documentId: string): void
  changeSetId: string
  /** Stands before what cannot be taken back. */
  guard: Guard
  /** Carries out the operations that something with the page on its screen has to. */
  view: ViewCalls
}

/**
 * Runs a run's calls on the live documents. The policy is enforced here and not in the interface: the role's
 * capabilities, and a person's decision on what cannot be taken back.
 */
export function createExecutor(options: ExecutorOptions): ToolExecutor {
  const { documents, log, scope, userId, access, changeSetId, guard, view } = options
  /** Where the run stands: where the editor stood, until a call makes another document the current one. */
  let editor = options.editor
  const move = (operation: Operation<SiteContext>, result: Envelope) => {
    const opened = documentAfter(operation, result)
    if (!opened) return
    editor = { ...editor, documentId: opened }
    options.onMove?.(opened)
  }
  return {
    resume(finished) {
      for (const { name, result } of finished) {
        const found = findOperation(`${scope}.${name}`)
        if (found.ok) move(found.operation, result)
      }
    },

    async execute(call, commit, signal): Promise<ExecutedCall> {
      const found = findOperation(`${scope}.${call.name}`)
      const refused = found.ok
        ? refusal(call, access, found.operation)
        : fail('unknown_tool', `There is no tool named "${call.name}".`)
      const actor = { kind: 'agent' as const, userId, runId: call.runId }
      const guarded = found.ok ? guard(found.operation, call) : undefined
      const run = { key: `${call.runId}:${call.toolCallId}`, changeSetId, ...commit }
      /** Stores a result that changes nothing under the call's key, unless the call has one already. */
      const settle = (result: Envelope, rows: readonly Query[] = []) =>
        documents.transact<Envelope>({
          projectId: access.project.id,
          origin: actor,
          ...run,
          rows: (settled) => [...(run.rows?.(settled) ?? []), ...rows],
          body: async () => ({ result, commit: false }),
        })
      const apply = async () => {
        if (!found.ok || refused) return settle(refused ?? fail('unknown_tool', 'There is no such tool.'))
        if (found.operation.executor === 'view') {
          const { result, rows } = await view(found.operation, actor, editor, call, commit, signal)
          return settle(result, rows)
        }
        const { project } = access
        const { input, gate } = guarded ?? { input: call.input, gate: undefined }
        return runOperation(options, { project, operation: found.operation, input, actor, editor, run, gate })
      }
      const failed = async (error: unknown) => {
        log.error({ err: error, operation: call.name }, 'a call could not be committed')
        // Under the same key: where the commit was made after all, its own result stands.
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
      const question = outcome.ok && !outcome.replayed && guarded?.question()
      if (question) return { ok: false, refused: 'approval', ...question }
      if (outcome.ok) {
        if (found.ok) move(found.operation, outcome.result)
        return { ok: true, result: outcome.result, replayed: outcome.replayed }
      }
      if (outcome.refused === 'fenced') return { ok: false, refused: 'fenced' }
      if (outcome.refused === 'change_set_undone') return { ok: false, refused: 'undone' }
      throw new Error(`The call ${call.name} could not be committed: ${outcome.message}`)
    },

    async ask(call): Promise<Question | undefined> {
      const found = findOperation(`${scope}.${call.name}`)
      if (!found.ok || refusal(call, access, found.operation)) return undefined
      const guarded = guard(found.operation, call)
      if (!guarded) return undefined
      const gate: Gate = async (asked) => {
        await guarded.gate(asked)
        return { ok: false, keep: false, instead: fail('asked', 'Nothing was done; it was only asked about.') }
      }
      const actor = { kind: 'agent' as const, userId, runId: call.runId }
      const { operation } = found
      await runOperation(options, { project: access.project, operation, input: guarded.input, actor, editor, gate })
      return guarded.question()
    },
  }
}

function refusal(
  call: ToolCall,
  { capabilities, role }: Access,
  operation: Operation<SiteContext>,
): Envelope<never> | undefined {
  const writes = operation.effect !== 'read'
  if (!capabilities.has(operation.capability) || (writes && !capabilities.has('ai.tools.write'))) {
    return fail('forbidden', `The person's role (${role}) does not allow ${call.name}.`, {
      hint: 'Say so, and offer what can be read.',
    })
  }
  // A gate stands within a transaction of the server; what runs elsewhere cannot be held to it.
  if (needsApproval(operation) && operation.executor !== 'server') {
    return fail('needs_person', `${call.name} needs the person’s decision, so only they may do it.`, {
      hint: 'Tell them what to do and where; go on without it.',
    })
  }
  return undefined
}
