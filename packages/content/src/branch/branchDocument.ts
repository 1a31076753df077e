import { type Draft, equalJson, type Json, type View } from '@atelier/documents'
import { isList, isRecord } from '../model/json.ts'

export const branchStates = ['open', 'merged', 'rejected'] as const
export type BranchState = (typeof branchStates)[number]

/** Values that one branch can hold; an operation that would pass it is refused. */
export const MAX_BRANCH_VALUES = 20_000

/** A branch's value of one key of a document. An absent side means that the key is not there. */
export interface BranchValue {
  /** The value in the content when the branch first wrote it. */
  base?: Json
  value?: Json
  /** The change set that wrote it last; absent for an edit of a person's tab. */
  by?: string
  /** For a deletion mark: the digest of what it deletes, as it was then (`digestOfMarked`). */
  seen?: string
}

/** A value of a branch that another change set has written over. */
export interface CoveredValue {
  value?: Json
  by?: string
}

/** A value as a branch stores it. */
export interface StoredValue extends BranchValue {
  /**
   * Values written by other change sets before, oldest first: the undo of one of them leaves theirs, also after the
   * merge. While there is any, the value stays stored when it is set back to its base, and counts as no change then.
   */
  under: readonly CoveredValue[]
}

/** An entry that a branch makes: its document is made when the branch is merged. */
export interface BranchEntry {
  model: string
  id: string
  by?: string
}

export interface BranchDocument {
  documentId: string
  /** Set if the branch makes it. */
  created?: BranchEntry
  /** By key of the document, in the order of keys. */
  values: ReadonlyMap<string, BranchValue>
}

/** A branch document as a plain value: changes that are not applied yet. */
export interface Branch {
  state: BranchState
  /** `cr/…`, by which it is known in the repository and in every call. */
  name: string
  title: string
  about: string
  /** The conversation that opened it, the only one that writes on it by itself. */
  session?: string
  /** When it is merged by itself, in epoch milliseconds. */
  mergeAt?: number
  documents: ReadonlyMap<string, BranchDocument>
  /** The values that cover others, by document and key; also those that are set back to their base, which `documents` lacks. */
  covering: ReadonlyMap<string, ReadonlyMap<string, StoredValue>>
}

/** The key of a branch document at which the value of a document's key is. */
export const valueKey = (documentId: string, key: string): string => `${documentId}/${key}`

/** The document and its key that a key of a branch document represents; undefined for those of the branch itself. */
export function readValueKey(key: string): { documentId: string; key: string } | undefined {
  const slash = key.indexOf('/')
  return slash < 1 || slash === key.length - 1
    ? undefined
    : { documentId: key.slice(0, slash), key: key.slice(slash + 1) }
}

const own = new Set(['state', 'name', 'title', 'about', 'session', 'merge_at', 'merge_models', 'merge_set'])

/** Whether a key says what the branch is, apart from what it changes. */
export const isOwnKey = (key: string): boolean => own.has(key)

/** Whether a key of a branch document is a part of what the branch changes. */
export const changesValues = (key: string): boolean => !own.has(key)

/** Sets when a branch is merged by itself, as its values are now, or takes that back; `set` is the time now. */
export function scheduleMerge(draft: Draft, schedule?: { at: number; set: number; models: boolean }): void {
  if (schedule === undefined) {
    for (const key of ['merge_at', 'merge_models', 'merge_set']) draft.delete(key)
    return
  }
  draft.set('merge_at', schedule.at)
  // The same time set once more is a change too: it holds for the values as they are then.
  draft.set('merge_set', schedule.set)
  if (schedule.models) draft.set('merge_models', true)
  else draft.delete('merge_models')
}

/** Whether a key of a branch document represents an entry that the branch makes. */
export const isEntryKey = (key: string): boolean => !own.has(key) && !key.includes('/')

/** The document of the content that a key of a branch document is about; undefined for those of the branch itself. */
export const documentOfKey = (key: string): string | undefined =>
  isEntryKey(key) ? key : readValueKey(key)?.documentId

/** Writes a new branch into its empty document. */
export function openBranch(
  draft: Draft,
  about: { name: string; title: string; about?: string; session?: string | undefined },
): void {
  draft.set('state', 'open')
  draft.set('name', about.name)
  draft.set('title', about.title)
  if (about.about) draft.set('about', about.about)
  if (about.session !== undefined) draft.set('session', about.session)
}

/** A branch whose state is missing or unknown counts as rejected: nothing is written or merged by mistake. */
export function readState(view: View): BranchState {
  const state = view.get('state')
  return branchStates.find((known) => known === state) ?? 'rejected'
}

/** Reads the value of one key; undefined if the branch leaves it as it is. */
export function readBranchValue(view: View, documentId: string, key: string): BranchValue | undefined {
  return toBranchValue(view.get(valueKey(documentId, key)))
}

/** Undefined for what is no value of a branch, or changes nothing. */
export function toBranchValue(stored: Json | undefined): BranchValue | undefined {
  const value = toStoredValue(stored)
  if (!value || (value.under.length > 0 && equalJson(value.base, value.value))) return undefined
  const { under: _, ...own } = value
  return own
}

/** Undefined for what is no value of a branch. */
export function toStoredValue(stored: Json | undefined): StoredValue | undefined {
  if (!isRecord(stored)) return undefined
  const { base, seen, under } = stored
  return {
    ...(base === undefined ? {} : { base }),
    ...coveredValue(stored),
    ...(typeof seen === 'string' ? { seen } : {}),
    under: isList(under) ? under.flatMap((each) => (isRecord(each) ? coveredValue(each) : [])) : [],
  }
}

const coveredValue = ({ value, by }: Readonly<Record<string, Json>>): CoveredValue => ({
  ...(value === undefined ? {} : { value }),
  ...(typeof by === 'string' ? { by } : {}),
})

/** Values that are kept under one, and the characters that they take together; the oldest go first. */
const MAX_UNDER = 12
const MAX_UNDER_LENGTH = 50_000

/** A value as it is stored, written by `by` over `known`. Undefined if nothing of it is worth storing. */
export function writeOver(known: StoredValue | undefined, next: BranchValue): Json | undefined {
  const { base, value, by, seen } = next
  const covered = known && known.by !== by ? [...known.under, coveredOf(known)] : (known?.under ?? [])
  const under = newest(covered)
  if (under.length === 0 && equalJson(base, value)) return undefined
  return {
    ...(base === undefined ? {} : { base }),
    ...(value === undefined ? {} : { value }),
    ...(by === undefined ? {} : { by }),
    ...(seen === undefined ? {} : { seen }),
    ...(under.length === 0 ? {} : { under: under.map(({ ...each }) => each) }),
  }
}

const coveredOf = ({ value, by }: StoredValue): CoveredValue => ({
  ...(value === undefined ? {} : { value }),
  ...(by === undefined ? {} : { by }),
})

function newest(covered: readonly CoveredValue[]): readonly CoveredValue[] {
  let left = MAX_UNDER_LENGTH
  const from = covered.findLastIndex((each, at) => {
    left -= JSON.stringify(each).length
    return left < 0 || covered.length - at > MAX_UNDER
  })
  return covered.slice(from + 1)
}

export function toBranchEntry(stored: Json | undefined): BranchEntry | undefined {
  if (!isRecord(stored)) return undefined
  const { model, id, by } = stored
  if (typeof model !== 'string' || typeof id !== 'string') return undefined
  return { model, id, ...(typeof by === 'string' ? { by } : {}) }
}

/** Reads a whole branch document. Keys that are no value of a branch are left out. */
export function readBranch(view: View): Branch {
  type Written = { documentId: string; created?: BranchEntry; values: Map<string, BranchValue> }
  const documents = new Map<string, Written>()
  const covering = new Map<string, Map<string, StoredValue>>()
  const of = (documentId: string) => {
    const known: Written = documents.get(documentId) ?? { documentId, values: new Map() }
    documents.set(documentId, known)
    return known
  }
  for (const key of view.keys()) {
    const place = readValueKey(key)
    if (place) {
      const stored = view.get(key)
      const value = toBranchValue(stored)
      if (value) of(place.documentId).values.set(place.key, value)
      const whole = toStoredValue(stored)
      if (!whole || whole.under.length === 0) continue
      const own = covering.get(place.documentId) ?? new Map<string, StoredValue>()
      covering.set(place.documentId, own.set(place.key, whole))
    } else if (isEntryKey(key)) {
      const created = toBranchEntry(view.get(key))
      if (created) of(key).created = created
    }
  }
  const mergeAt = view.get('merge_at')
  const session = view.get('session')
  return {
    state: readState(view),
    name: textAt(view, 'name'),
    title: textAt(view, 'title'),
    about: textAt(view, 'about'),
    ...(typeof session === 'string' ? { session } : {}),
    ...(typeof mergeAt === 'number' ? { mergeAt } : {}),
    documents,
    covering,
  }
}

/** How many values a branch holds. */
export function countValues(view: View): number {
  let count = 0
  for (const key of view.keys()) if (key.includes('/') && toBranchValue(view.get(key))) count += 1
  return count
}

function textAt(view: View, key: string): string {
  const text = view.get(key)
  return typeof text === 'string' ? text : ''
}
