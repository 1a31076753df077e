import { entryIdentity, SUBMISSION } from '@atelier/content'
import type { CommittedDocument, Json, View } from '@atelier/documents'

/** The state a submission must have before this decision: undecided, on a branch, or as one of these entries. */
export type SubmissionPlace = 'pending' | 'branch' | readonly string[]

/** The outcome of a submission with the entry that is made of it. */
export interface SubmissionDecision {
  state: 'approved' | 'pending'
  /** Null while the entry is on a branch, or there is none. */
  entryId: string | null
  from: SubmissionPlace
}

const isHeldAt = (key: string) => key.endsWith(`/${SUBMISSION}`)
const isRejected = (branch: View) => branch.get('state') === 'rejected'

/**
 * The decisions of a commit on submissions, by their ids: the entries that were made of them come and go, live or on a branch.
 */
export function decisionsIn(documents: readonly CommittedDocument[]): Map<string, SubmissionDecision> {
  const decided = new Map<string, SubmissionDecision>()
  /** Those that the branches of this commit hold, by whether the branch is open after it. */
  const held = new Map<string, boolean>()
  for (const { kind, event, before, after, patches } of documents) {
    // The others write in entries that they hold already.
    if (kind !== 'branch' || (event === 'changed' && !patches.some(({ key }) => key === 'state' || isHeldAt(key))))
      continue
    const hadBefore = event === 'created' || event === 'restored' || isRejected(before) ? new Set() : heldBy(before)
    const hasAfter = event === 'removed' || isRejected(after) ? new Set<string>() : heldBy(after)
    const isOpen = hasAfter.size > 0 && after.get('state') === 'open'
    for (const id of hasAfter) {
      held.set(id, isOpen)
      if (!hadBefore.has(id)) decided.set(id, { state: 'approved', entryId: null, from: 'pending' })
    }
    for (const id of heldBy(before))
      if (!hasAfter.has(id)) decided.set(id, { state: 'pending', entryId: null, from: 'branch' })
  }
  for (const { kind, event, before, after } of documents) {
    if (kind !== 'entry' || event === 'changed') continue
    const view = event === 'removed' ? before : after
    const id = view.get(SUBMISSION)
    if (typeof id !== 'string') continue
    const named = entryIdentity(view)?.id ?? null
    if (event === 'removed') {
      // Undoing a merge lets the entry wait on its branch again.
      const state = held.get(id) ? 'approved' : 'pending'
      decided.set(id, { state, entryId: null, from: namesOf(view) })
    } else decided.set(id, { state: 'approved', entryId: named, from: held.has(id) ? 'branch' : 'pending' })
  }
  return decided
}

/** The submissions of which a branch makes entries. */
function heldBy(branch: View): Set<string> {
  const found = new Set<string>()
  for (const key of branch.keys()) {
    const id = isHeldAt(key) ? submittedText(branch.get(key)) : undefined
    if (id !== undefined) found.add(id)
  }
  return found
}

/** The id that an entry has, and the one that it was made with. */
function namesOf(entry: View): string[] {
  const birth = entry.get('entry')
  const named = entryIdentity(entry)?.id
  const first = typeof birth === 'object' && birth !== null && 'id' in birth ? birth.id : undefined
  return [named, first].filter((each) => typeof each === 'string')
}

function submittedText(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !('value' in value)) return undefined
  return typeof value.value === 'string' ? value.value : undefined
}
