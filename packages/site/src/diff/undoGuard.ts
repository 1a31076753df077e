import type { UndoGuard, View } from '@atelier/documents'
import { isRecord, ROOT_KEY, readBirth, readPlace, splitKey } from '../document/node.ts'

const ADDED_INSIDE = 'Something has been added inside it since.'
const CHANGED = 'It has been changed since.'
const PLACE_GONE = 'The place it came from is gone.'

/**
 * Keeps parts of a site from an undo: a node, a rule or a page that the change set made and that now holds another
 * user's work, and a move back to a parent that is gone. Passed to the undo of `@atelier/documents`.
 */
export const siteUndoGuard: UndoGuard = (view, patch, ownKeys) => {
  const { key } = patch
  if (key.startsWith('page:')) {
    if (patch.before !== undefined || key.includes('/')) return undefined
    return othersEdits(view, key, ownKeys) ? CHANGED : undefined
  }
  if (key.startsWith('rule:')) {
    if (patch.before !== undefined || key.includes('/')) return undefined
    if (othersEdits(view, key, ownKeys)) return CHANGED
    return othersInside(view, ownKeys).has(key) ? ADDED_INSIDE : undefined
  }
  if (patch.before === undefined && key === ROOT_KEY) {
    const root = view.get(ROOT_KEY)
    return typeof root === 'string' ? guardNode(view, root, ownKeys) : undefined
  }
  const [id, name] = splitKey(key)
  if (name === undefined && patch.before === undefined) return guardNode(view, id, ownKeys)
  if (name === 'at') {
    const place = readPlace(patch.before) ?? readBirth(view.get(id))?.at
    if (!place || place[0] === '') return undefined
    const deleted = `${place[0]}/deleted`
    const gone = !view.has(place[0]) || (view.get(deleted) === true && !ownKeys.has(deleted))
    return gone && !ownKeys.has(place[0]) ? PLACE_GONE : undefined
  }
  return undefined
}

function guardNode(view: View, id: string, ownKeys: ReadonlySet<string>): string | undefined {
  if (othersEdits(view, id, ownKeys)) return CHANGED
  return othersInside(view, ownKeys).has(id) ? ADDED_INSIDE : undefined
}

/** Whether another user wrote a field of a node, rule or page; a deletion by them is not work to keep. */
function othersEdits(view: View, key: string, ownKeys: ReadonlySet<string>): boolean {
  for (const edit of view.keys(`${key}/`)) if (!ownKeys.has(edit) && !edit.endsWith('/deleted')) return true
  return false
}

/**
 * One result per draft of an undo: it is needed once per node, and other users' edits do not change while it runs.
 * Weak, and keyed by the undo's own set of keys first, so that nothing outlives its undo.
 */
const readings = new WeakMap<ReadonlySet<string>, { view: View; parents: ReadonlySet<string> }>()

/** The nodes and rules that hold content added by another user. */
function othersInside(view: View, ownKeys: ReadonlySet<string>): ReadonlySet<string> {
  const known = readings.get(ownKeys)
  if (known?.view === view) return known.parents
  const parents = new Set<string>()
  for (const key of view.keys()) {
    if (key.includes('/') || view.get(`${key}/deleted`) === true) continue
    const value = view.get(key)
    if (key.startsWith('rule:')) {
      if (!ownKeys.has(key) && isRecord(value) && typeof value.parent === 'string') parents.add(`rule:${value.parent}`)
      continue
    }
    const birth = readBirth(value)
    if (!birth) continue
    const moved = readPlace(view.get(`${key}/at`))
    if (!ownKeys.has(moved ? `${key}/at` : key)) parents.add((moved ?? birth.at)[0])
  }
  readings.set(ownKeys, { view, parents })
  return parents
}
