import type { StopReason } from '../contract/provider.ts'
import { isScripted } from '../providers/index.ts'
import { blocksText } from '../transcript/fold.ts'
import type { Answer } from './answer.ts'

/** Stops that are answered in their own way: the user sees the reason, or the model is prompted to continue. */
const explained: ReadonlySet<StopReason> = new Set(['refusal', 'content_filter', 'context_overflow', 'max_tokens'])

/**
 * Whether an answer holds nothing for the user: no call, and no text but white space. Reasoning is not an answer. A call
 * that the model could not spell is none either, whatever text precedes it.
 */
export function isEmptyAnswer(answer: Pick<Answer, 'stop' | 'calls' | 'finish'>, providerId: string): boolean {
  // A script that ends without a word was written so.
  if (isScripted(providerId)) return false
  const reason = answer.stop()?.reason
  if (reason === undefined || explained.has(reason) || answer.calls() > 0) return false
  return reason === 'malformed_call' || blocksText(answer.finish().blocks).trim() === ''
}

export interface EmptyEnding {
  status: 'complete' | 'error'
  sentence: string
}

/**
 * How a run ends whose model gave an empty answer, also when it was asked once more. Some models end like that after
 * their last call, so a run that changed something is complete; any other has nothing to show.
 */
export function emptyEnding(reason: StopReason, changed: boolean): EmptyEnding {
  if (reason === 'malformed_call') {
    return {
      status: 'error',
      sentence: `The model wrote a tool call that cannot be read, twice, so it was not run.${changed ? ' What was changed before is kept.' : ''} Send the message again, or pick another model.`,
    }
  }
  if (changed)
    return { status: 'complete', sentence: 'The model ended without a closing message. Its changes are kept.' }
  return {
    status: 'error',
    sentence: 'The model gave an empty answer twice. Send the message again, or pick another model.',
  }
}
