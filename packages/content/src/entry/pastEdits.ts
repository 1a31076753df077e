import type { View } from '@atelier/documents'
import type { Model } from '../model/definition.ts'
import { type HistoryStep, historyOf, type LoggedEdit, rewind } from './history.ts'

/** Reads edits of an entry's document before a number: the newest ones of them without a gap, the oldest first. */
export type ReadEdits = (limit: number, before: number | undefined) => Promise<readonly LoggedEdit[]>

/** Edits that are read at once, so that an entry with thousands of them takes little memory. */
const AT_ONCE = 500
/** The most edits that one call goes back. */
const MOST = 50_000

/**
 * Goes back through the edits of an entry, the newest first, and calls `visit` with the steps of each part of them.
 * @param view the entry as it is now
 * @param before edits with this number or a higher one are passed over
 * @param visit returns whether it has enough
 */
export async function walkHistory(
  read: ReadEdits,
  { view, model, before = Infinity }: { view: View; model: Model; before?: number | undefined },
  visit: (steps: readonly HistoryStep[]) => boolean,
): Promise<void> {
  let state: View = view
  let from: number | undefined
  for (let passed = 0; passed < MOST; ) {
    const edits = await read(AT_ONCE, from)
    const [oldest] = edits
    if (!oldest) return
    const isBefore = edits.filter(({ seq }) => seq < before)
    const then = isBefore.length === edits.length ? state : rewind(state, edits.slice(isBefore.length))
    if (isBefore.length > 0 && visit(historyOf(then, model, isBefore))) return
    state = rewind(then, isBefore)
    from = oldest.seq
    passed += edits.length
    if (edits.length < AT_ONCE) return
  }
}

/** The entry as it was after the edit with this number; undefined if the log has no such edit of it. */
export async function viewAfter(read: ReadEdits, view: View, seq: number): Promise<View | undefined> {
  let state: View = view
  let from: number | undefined
  for (let passed = 0; passed < MOST; ) {
    const edits = await read(AT_ONCE, from)
    const [oldest] = edits
    if (!oldest) return undefined
    const since = edits.filter((each) => each.seq > seq)
    state = rewind(state, since)
    if (edits.some((each) => each.seq === seq)) return state
    if (since.length < edits.length || edits.length < AT_ONCE) return undefined
    from = oldest.seq
    passed += edits.length
  }
  return undefined
}
