import type { Draft, Json, View } from '@atelier/documents'
import { isRecord } from '../model/json.ts'

export const branchStates = ['open', 'merged', 'rejected'] as const
export type BranchState = (typeof branchStates)[number]

/** Values that one branch can hold; an operation that would pass it is refused. */
export const MAX_BRANCH_VALUES = 20_000

/** What a branch makes of one key of a document. An absent side means that the key is not there. */
export interface BranchValue {
  /** The value in the content when the branch first wrote it. */
  base?: Json
  value?: Json
  /** The change set that wrote it last; absent for an edit of a person's tab. */
  by?: string
  /** Of a deletion mark: the digest of what it deletes, as it was then (`digestOfMarked`). */
  seen?: string
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
  /** When it is merged by itself, in epoch milliseconds. */
  mergeAt?: number
  documents: ReadonlyMap<string, BranchDocument>
}

/** The key of a branch document at which the value of a document's key is. */
export const valueKey = (documentId: string, key: string): string => `${documentId}/${key}`

/** The document and its key that a key of a branch document stands for; undefined for those of the branch itself. */
export function readValueKey(key: string): { documentId: string; key: string } | undefined {
  const slash = key.indexOf('/')
  return slash < 1 || slash === key.length - 1
    ? undefined
    : { documentId: key.slice(0, slash), key: key.slice(slash + 1) }
}

const own = new Set(['state', 'name', 'title', 'about', 'merge_at'])

/** Whether a key says what the branch is, apart from what it changes. */
export const isOwnKey = (key: string): boolean => own.has(key)

/** Whether a key of a branch document stands for an entry that the branch makes. */
export const isEntryKey = (key: string): boolean => !own.has(key) && !key.includes('/')

/** Writes a new branch into its empty document. */
export function openBranch(draft: Draft, about: { name: string; title: string; about?: string }): void {
  draft.set('state', 'open')
  draft.set('name', about.name)
  draft.set('title', about.title)
  if (about.about) draft.set('about', about.about)
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

/** Undefined for what is no value of a branch. */
export function toBranchValue(stored: Json | undefined): BranchValue | undefined {
  if (!isRecord(stored)) return undefined
  const { base, value, by, seen } = stored
  return {
    ...(base === undefined ? {} : { base }),
    ...(value === undefined ? {} : { value }),
    ...(typeof by === 'string' ? { by } : {}),
    ...(typeof seen === 'string' ? { seen } : {}),
  }
}

export function toBranchEntry(stored: Json | undefined): BranchEntry | undefined {
  if (!isRecord(stored)) return undefined
  const { model, id, by } = stored
  if (typeof model !== 'string' || typeof id !== 'string') return undefined
  return { model, id, ...(typeof by === 'string' ? { by } : {}) }
}

/** Reads a whole branch document. What is no value of a branch is left out. */
export function readBranch(view: View): Branch {
  type Written = { documentId: string; created?: BranchEntry; values: Map<string, BranchValue> }
  const documents = new Map<string, Written>()
  const of = (documentId: string) => {
    const known: Written = documents.get(documentId) ?? { documentId, values: new Map() }
    documents.set(documentId, known)
    return known
  }
  for (const key of view.keys()) {
    const place = readValueKey(key)
    if (place) {
      const value = toBranchValue(view.get(key))
      if (value) of(place.documentId).values.set(place.key, value)
    } else if (isEntryKey(key)) {
      const created = toBranchEntry(view.get(key))
      if (created) of(key).created = created
    }
  }
  const mergeAt = view.get('merge_at')
  return {
    state: readState(view),
    name: textAt(view, 'name'),
    title: textAt(view, 'title'),
    about: textAt(view, 'about'),
    ...(typeof mergeAt === 'number' ? { mergeAt } : {}),
    documents,
  }
}

/** How many values a branch holds. */
export function countValues(view: View): number {
  let count = 0
  for (const key of view.keys()) if (key.includes('/')) count += 1
  return count
}

function textAt(view: View, key: string): string {
  const text = view.get(key)
  return typeof text === 'string' ? text : ''
}
