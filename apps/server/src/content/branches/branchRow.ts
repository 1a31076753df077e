import { branchStates, changesValues, countValues } from '@atelier/content'
import type { CommittedDocument, Origin } from '@atelier/documents'

/**
 * The listed columns of a branch. One whose creation was taken back is closed. Its time is left as the row has it unless
 * it is set, and ends with any other change of its values: what is merged by itself is what was approved.
 * @param ends when it would have been merged, if this change ends that
 */
export function branchRow({ documentId, event, patches, after }: CommittedDocument, origin: Origin, ends?: number) {
  const text = (key: string) => {
    const value = after.get(key)
    return typeof value === 'string' ? value : ''
  }
  const session = after.get('session')
  const time = after.get('merge_at')
  const mergeAt = typeof time === 'number' ? time : null
  const isSet = event !== 'changed' || patches.some(({ key }) => key === 'merge_at' || key === 'merge_set')
  const state = branchStates.find((each) => each === text('state')) ?? 'rejected'
  // A merge that is taken back is not made again at once.
  const isOver = event === 'removed' || state !== 'open'
  return {
    id: documentId,
    name: text('name'),
    title: text('title'),
    state: event === 'removed' ? 'rejected' : state,
    changes: countValues(after),
    mergeAt: isOver || patches.some(({ key }) => changesValues(key)) ? null : isSet ? mergeAt : undefined,
    scheduleEnded: isOver || isSet ? null : ends,
    createdBy: origin.userId,
    sessionId: typeof session === 'string' ? session : null,
  }
}
