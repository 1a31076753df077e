import type { Origin, UndoOutcome } from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import { conflict, forbidden, type Refusal } from '../http/refusal.ts'

/** Who takes a change back, and what they may do: they need what making the change needed. */
export interface Turner {
  origin: Origin
  capabilities: ReadonlySet<Capability>
}

/** How a person takes back what a run or a call changed, and brings it back. */
export interface Turns {
  /**
   * Undoes or redoes a change set, and what depends on it where it made a part of a generated site.
   * @param changeSetId of a run, the run's id
   */
  turn(changeSetId: string, to: 'undo' | 'redo', by: Turner): Promise<UndoOutcome>
}

/** The refusals which mean that nothing is left to do. */
const turned: ReadonlySet<string> = new Set(['already_undone', 'already_applied'])

/** Returns the HTTP refusal for an undo or a redo that was not made. */
export const turnRefusal = ({ refused, message }: { refused: string; message: string }): Refusal =>
  refused === 'not_allowed'
    ? forbidden(message, 'Ask an owner or an admin of the project.')
    : conflict(turned.has(refused) ? refused : 'conflict', message)
