import type { MessageRecord, RunFinding } from '../contract/message.ts'
import type { LoopOptions } from './loop.ts'

/** What a scope has to say about what a run changed. */
export interface WritesChecked {
  /** What was not wrong before, the worst first. */
  findings: RunFinding[]
  /** What the model is told, so that it may mend it; absent where there is nothing that it should. */
  hint?: string
}

/** MUST be quick: the person waits for the run's end meanwhile. Undefined where nothing was looked at. */
export type AfterWrites = () => Promise<WritesChecked | undefined>

/** Has the scope look at what the run changed; undefined where it changed nothing, or where that failed. */
export async function checkWrites(options: LoopOptions): Promise<WritesChecked | undefined> {
  if (!options.afterWrites || writesOf(options).length === 0) return undefined
  try {
    return await options.afterWrites()
  } catch (error) {
    // The run itself went well: it ends as it would have without the check.
    options.onBug(error)
    return undefined
  }
}

/** The run's successful calls that changed something. */
export function writesOf({ journal, runId, findOperation }: LoopOptions): MessageRecord[] {
  return journal.folder.messages().filter((message) => {
    if (message.runId !== runId || message.role !== 'tool_call' || message.status !== 'complete') return false
    const effect = findOperation(message.toolName ?? '')?.effect
    return effect !== undefined && effect !== 'read'
  })
}
