import type { UndoOutcome } from '@atelier/documents'

/** How a person takes back what a run or a call changed, and brings it back. */
export interface Turns {
  /**
   * Undoes or redoes a change set, and what depends on it where it made a part of a generated site.
   * @param changeSetId of a run, the run's id
   */
  turn(changeSetId: string, to: 'undo' | 'redo', userId: string): Promise<UndoOutcome>
}
