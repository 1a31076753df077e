import type { Expectation } from '@atelier/streams'
import type { UserMessage, WaitingMessage } from '../contract/message.ts'
import { messageInserted, messageUpdated, runUpdated } from '../contract/records.ts'
import type { EndedRun, ScheduledRun } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import type { RunStep } from '../contract/step.ts'
import type { Journal } from '../transcript/journal.ts'

/** A message that waits to join the active run. */
export interface Steered {
  /** Its own run, as stored in the stream: it ends as `joined` when the message is delivered. */
  run: ScheduledRun
  /** The pending message. */
  message: WaitingMessage
  /** Takes it from the queue; met by one delivery only. */
  taken: Expectation
}

/** The session's queue, as the loop sees it. */
export interface Steering {
  /** The messages that steer, oldest first. */
  waiting(): Promise<Steered[]>
}

export interface SteeringOptions {
  runId: string
  journal: Journal
  steering?: Steering | undefined
  newId(): string
  now(): number
  step?: ((name: RunStep) => void) | undefined
}

/**
 * Delivers what waits to steer the run: in one commit the message leaves the queue and is stored where the model reads it
 * next. `taken` is the number delivered.
 */
export async function deliverSteering(options: SteeringOptions): Promise<{ taken: number } | 'lost'> {
  const { journal, runId, now } = options
  let taken = 0
  for (const waiting of (await options.steering?.waiting()) ?? []) {
    const { delivery: _, ...said } = waiting.message
    const delivered: UserMessage = {
      ...said,
      id: options.newId(),
      runId,
      status: 'complete',
      createdAt: now(),
    }
    const joined: EndedRun = {
      ...waiting.run,
      status: 'complete',
      joined: runId,
      stopReason: 'joined',
      endedAt: now(),
    }
    const records: SessionRecord[] = [
      messageUpdated({ ...waiting.message, supersededBy: delivered.id, updatedAt: now() }),
      messageInserted(delivered),
      runUpdated(joined),
    ]
    const outcome = await journal.commitIf(records, [waiting.taken])
    if (outcome === 'lost') return 'lost'
    if (outcome === 'done') taken += 1
  }
  if (taken > 0) options.step?.('steered')
  return { taken }
}
