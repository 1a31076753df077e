import type { MessageRecord } from '../contract/message.ts'
import type { LoopOptions, PostRunReport } from './options.ts'

/** Runs the scope's check; undefined if the run changed nothing or the check failed. */
export async function runPostRunCheck(options: LoopOptions): Promise<PostRunReport | undefined> {
  if (!options.postRunCheck || writesOf(options).length === 0) return undefined
  try {
    return await options.postRunCheck()
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
