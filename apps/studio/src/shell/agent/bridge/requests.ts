import type { FoldedMessage } from '@atelier/agent'

/** A request to a tab: a call of a run that needs a page on a screen. */
export interface ViewRequest {
  bridgeId: string
  requestId: string
  executorId: string
  toolName: string
  input: unknown
  /** Is a picture to be made? */
  picture: boolean
  documentId?: string
  activeBreakpointId?: string
}

/** The present calls to tabs. */
export function viewRequests(messages: readonly FoldedMessage[]): ViewRequest[] {
  const running = messages.filter(({ status }) => status === 'running')
  return running.flatMap(({ role, execution, toolName, toolArgs }) =>
    role === 'tool_call' && execution && toolName ? [{ ...execution, toolName, input: toolArgs }] : [],
  )
}
