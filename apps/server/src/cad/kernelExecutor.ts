import type { Answer, Kernel } from '@atelier/cad'
import { fail } from '@atelier/operation'
import type { Blobs } from '../ai/blobs/blobs.ts'
import { nodeId } from '../documents/nodeId.ts'
import { readOnlyDrafts } from '../documents/readOnlyDrafts.ts'
import { AnswerMissing } from '../operations/answerMissing.ts'
import { type CarriedOut, committed, type ExecutorCall, type OperationExecutor } from '../operations/executors.ts'
import { type OperationServices, startCall } from '../operations/runOnce.ts'
import { ABORTED, runOperation } from '../operations/runOperation.ts'
import { untilAborted } from '../web/untilAborted.ts'
import { type Answers, answerKey } from './answers.ts'

/** How often a call begins again because another edit came between building and committing. */
const MOST_TRIES = 5
/** How long a call may take in all. */
const CALL_MS = 60_000

export interface KernelExecutorOptions {
  services: OperationServices
  answers: Answers
  /** Keeps the pictures of results. */
  blobs: Pick<Blobs, 'ofResult'>
  /** The scopes whose operations it carries out. */
  scopes: ReadonlySet<string>
  /** Carries out those of other scopes. */
  otherwise: OperationExecutor
  callMs?: number
}

/**
 * Carries out operations that ask a kernel, as one commit on the server. Their bodies run on drafts that are never
 * committed first, and what they ask is built meanwhile; then they run in the transaction, where only these answers are
 * there. So no document is held while a kernel works. If another edit came between, an answer is missing, and the call
 * begins again.
 */
export function createKernelExecutor(options: KernelExecutorOptions): OperationExecutor {
  const { services, answers, blobs, scopes, otherwise, callMs = CALL_MS } = options

  /** Runs the body for what it asks only; what becomes of it is found out in the transaction. */
  async function prepare(call: ExecutorCall): Promise<void> {
    const started = await startCall(services, call, readOnlyDrafts(services.documents, call.project.id))
    if (!started.ok) return
    try {
      await started.run()
    } catch (error) {
      services.log.warn({ err: error, operation: call.operation.operation.id }, 'an operation threw before its commit')
    } finally {
      started.settled(false)
    }
  }

  /** Carries out a read that makes a picture, which changes nothing; the picture is kept beside the result. */
  async function look(call: ExecutorCall): Promise<CarriedOut> {
    const started = await startCall(services, call, readOnlyDrafts(services.documents, call.project.id))
    if (!started.ok) return { result: started.result }
    const result = await untilAborted(Promise.resolve(started.run()), call.signal)
    started.settled(false)
    return call.asked ? blobs.ofResult(call.asked, result) : { result }
  }

  return {
    async carryOut(call) {
      if (!scopes.has(call.operation.scope.id)) return otherwise.carryOut(call)
      const { name } = call.operation.operation
      const built = new Map<string, Answer>()
      const newIds = repeatedIds(nodeId)
      const of = { projectId: call.project.id, partId: call.focus.documentId ?? '' }
      const building: Kernel = {
        async evaluate(part, ask) {
          const answer = await answers.evaluate(of, part, ask)
          built.set(answerKey(part, ask), answer)
          return answer
        },
      }
      const reading: Kernel = {
        async evaluate(part, ask) {
          const answer = built.get(answerKey(part, ask))
          if (!answer) throw new AnswerMissing(`${name} asks what was not built`)
          return answer
        },
      }
      if (call.operation.operation.wantsVision) return look({ ...call, kernel: building, newIds })
      const deadline = AbortSignal.timeout(callMs)
      const signal = AbortSignal.any([call.signal, deadline])
      for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
        // A call that waits for a person's decision builds nothing before that.
        if (attempt > 1 || !call.authorize) {
          try {
            await untilAborted(prepare({ ...call, kernel: building, newIds }), signal)
          } catch (error) {
            if (!signal.aborted) throw error
            if (call.signal.aborted)
              return { outcome: { ok: false, refused: ABORTED, message: `${name} was stopped before it was built.` } }
            return {
              result: fail('kernel_timeout', `${name} took longer than ${callMs / 1000} s; nothing was changed.`),
            }
          }
        }
        try {
          return committed(await runOperation(services, { ...call, kernel: reading, newIds }))
        } catch (error) {
          if (!(error instanceof AnswerMissing)) throw error
        }
      }
      return {
        result: fail('busy', `Others kept changing the part while ${name} was built; nothing was changed.`, {
          hint: 'Read the part, and call it again.',
        }),
      }
    },
  }
}

/** Sources of the same ids, one for each try of a call. */
function repeatedIds(newId: () => string): () => () => string {
  const made: string[] = []
  return () => {
    let next = 0
    return () => {
      const id = made[next] ?? newId()
      made[next] = id
      next += 1
      return id
    }
  }
}
