import { branchStates, countValues } from '@atelier/content'
import type { CommittedDocument, Origin } from '@atelier/documents'

/** What is listed of a branch. One whose creation was taken back is closed. */
export function branchRow({ documentId, event, after }: CommittedDocument, origin: Origin) {
  const text = (key: string) => {
    const value = after.get(key)
    return typeof value === 'string' ? value : ''
  }
  const session = after.get('session')
  const mergeAt = after.get('merge_at')
  const state = branchStates.find((each) => each === text('state')) ?? 'rejected'
  return {
    id: documentId,
    name: text('name'),
    title: text('title'),
    state: event === 'removed' ? 'rejected' : state,
    changes: countValues(after),
    mergeAt: typeof mergeAt === 'number' ? mergeAt : null,
    createdBy: origin.userId,
    sessionId: typeof session === 'string' ? session : null,
  }
}
