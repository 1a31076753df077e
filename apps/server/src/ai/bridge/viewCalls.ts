import type { CallCommit, ToolCall } from '@atelier/agent'
import type { Actor, Envelope, Operation } from '@atelier/operation'
import type { EditorContext, SiteContext } from '@atelier/site'
import type { Query } from '@atelier/streams'
import type { Access } from '../../workspaces/workspaces.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import type { Bridge } from './bridge.ts'

export interface ViewCallsOptions {
  bridge: Bridge
  blobs: Blobs
  session: Pick<SessionRow, 'id' | 'workspace_id'>
  access: Access
  /** Can the model see pictures? */
  vision: boolean
}

/**
 * Carries out a run's call of a `view` operation. The result names its pictures by hash; `rows` keep their bytes and end
 * the request, in the commit that stores the result.
 */
export type ViewCalls = (
  operation: Operation<SiteContext>,
  actor: Actor,
  /** Where the run stands. */
  editor: EditorContext,
  call: ToolCall,
  commit: CallCommit,
  signal: AbortSignal,
) => Promise<{ result: Envelope; rows: Query[] }>

export function createViewCalls(options: ViewCallsOptions): ViewCalls {
  const { bridge, blobs, session, access, vision } = options
  return async (operation, actor, editor, call, { fence, running }, signal) => {
    const done = await bridge.call(
      {
        project: access.project,
        operation,
        input: call.input,
        actor,
        editor,
        picture: vision && operation.wantsVision,
        sessionId: session.id,
        runId: call.runId,
        toolCallId: call.toolCallId,
        fence,
        running: (execution) => running?.(execution) ?? [],
      },
      signal,
    )
    const owner = { workspaceId: session.workspace_id, sessionId: session.id }
    const { result, rows } = blobs.ofResult(owner, done.result)
    return { result, rows: [...done.rows, ...rows] }
  }
}
