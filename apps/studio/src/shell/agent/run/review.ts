import type { ChangeLine, RunChanges } from '@atelier/api'
import type { ReactNode } from 'react'

/** A line that the user asked to see. Each request is a new object. */
export interface ShownLine {
  documentId: string
  line: ChangeLine
}

export interface FramesProps {
  documents: RunChanges['documents']
  shown: ShownLine | undefined
}

/** How an editor shows a change, and takes parts of it back: the shell does not know what is edited. */
export interface ChangeReview {
  /** The document before and after, with the changed parts marked. */
  readonly frames: (props: FramesProps) => ReactNode
  /**
   * Reverts the change of one line, as one step of undo. Resolves with a sentence if something could not be taken back.
   * Absent if nothing can be.
   */
  restore?(documentId: string, part: string): Promise<string | undefined>
}
