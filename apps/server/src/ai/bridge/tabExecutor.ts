import type { OperationExecutor } from '../../operations/executors.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Bridge } from './bridge.ts'

/**
 * The executors outside the server: a tab of the conversation that serves the operation, or for `view` a browser of the
 * server. The result of a run's call names its
 * pictures by hash; their bytes are stored with it.
 */
export function createTabExecutor({ bridge, blobs }: { bridge: Bridge; blobs: Blobs }): OperationExecutor {
  return {
    async carryOut(call) {
      const { asked, run, signal } = call
      if (!asked || !run) {
        const result = await bridge.render(call)
        return result ? { result } : { missing: true }
      }
      const { sessionId, runId, toolCallId, workspaceId } = asked
      const running = run.running ?? (() => [])
      const done = await bridge.call({ ...call, sessionId, runId, toolCallId, fence: run.fence, running }, signal)
      if (!done.result) return { missing: true, rows: done.rows }
      const { result, rows } = blobs.ofResult({ workspaceId, sessionId }, done.result)
      return { result, rows: [...done.rows, ...rows] }
    },
  }
}
