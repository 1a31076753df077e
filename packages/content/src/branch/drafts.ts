import {
  type ChangeFeed,
  createMemoryView,
  type Draft,
  type DraftSet,
  equalJson,
  type Json,
  type View,
} from '@atelier/documents'
import type { WriterDraft } from '../entry/entryDocument.ts'
import { readBranchValue, toBranchEntry, toBranchValue, toStoredValue, valueKey, writeOver } from './branchDocument.ts'
import { digestOfMarked, isMark } from './marks.ts'

const nothing = createMemoryView()

/** The key of an entry's document that names its model and its id; of an entry that a branch makes it is kept apart. */
const BIRTH = 'entry'

/**
 * A document as it would be, were the branch merged with everything in it taken over.
 * @param base the document as it is; undefined if the branch makes it
 */
export function branchView(branch: View, documentId: string, base: View = nothing): View {
  const prefix = valueKey(documentId, '')
  const isNew = () => toBranchEntry(branch.get(documentId)) !== undefined

  function get(key: string): Json | undefined {
    const own = readBranchValue(branch, documentId, key)
    if (own) return own.value
    if (key === BIRTH) {
      const created = toBranchEntry(branch.get(documentId))
      if (created) return { model: created.model, id: created.id }
    }
    return base.get(key)
  }

  return {
    get,
    has: (key) => get(key) !== undefined,
    *keys(wanted = '') {
      const shown = new Set(base.keys(wanted))
      const size = shown.size
      if (BIRTH.startsWith(wanted) && isNew()) shown.add(BIRTH)
      let sorted = shown.size === size
      for (const stored of branch.keys(`${prefix}${wanted}`)) {
        const key = stored.slice(prefix.length)
        const own = toBranchValue(branch.get(stored))
        if (!own) continue
        if (own.value === undefined) shown.delete(key)
        else if (!shown.has(key)) {
          shown.add(key)
          sorted = false
        }
      }
      yield* sorted ? shown : [...shown].sort((a, b) => (a < b ? -1 : 1))
    },
    ...(branch.feed && base.feed ? { feed: feedOver(branch, branch.feed, documentId, base) } : {}),
  }
}

/** readers of the base follow its changes; here are the keys that the branch writes. */
function feedOver(branch: View, changes: ChangeFeed, documentId: string, base: View): ChangeFeed {
  const prefix = valueKey(documentId, '')
  const keyOf = (stored: string): string | undefined =>
    stored === documentId ? BIRTH : stored.startsWith(prefix) ? stored.slice(prefix.length) : undefined
  return {
    base,
    *written() {
      if (branch.has(documentId)) yield BIRTH
      for (const stored of branch.keys(prefix)) yield stored.slice(prefix.length)
    },
    onWrite(listener) {
      for (let feed: ChangeFeed | undefined = changes; feed; feed = feed.base?.feed) {
        feed.onWrite((stored) => {
          const key = keyOf(stored)
          if (key !== undefined) listener(key)
        })
      }
    },
  }
}

export interface BranchDraftsOptions {
  /** The change set that writes, by which its part of the branch is known after the merge. */
  by?: string
  /**
   * The identity of this branch among others; by default its name. Paragraphs that are added on two branches do not
   * meet.
   */
  writer?: string
  /** Called with each change of what the branch holds. */
  onWrite?(): void
}

/**
 * Drafts that show documents with the branch's values and write only into the branch document, so that operations edit
 * a branch as they edit live content. A value keeps what the content had when the branch first wrote it; one that is
 * set back to that is no change of the branch any more. Entries that are created live in the branch until it is merged.
 * @param drafts are never written
 */
export function createBranchDrafts(
  branch: Draft,
  drafts: DraftSet,
  { by, writer, onWrite }: BranchDraftsOptions = {},
): DraftSet {
  const opened = new Map<string, Draft>()

  function draftOf(documentId: string, base: View): Draft {
    const known = opened.get(documentId)
    if (known) return known
    const view = branchView(branch, documentId, base)

    function write(key: string, value: Json | undefined): void {
      const place = valueKey(documentId, key)
      const stored = branch.get(place)
      const known = toStoredValue(stored)
      const own = toBranchValue(stored)
      const before = own ? own.base : base.get(key)
      if (equalJson(own ? own.value : before, value)) return
      const seen = value !== undefined && isMark(key) ? digestOfMarked(base, key) : undefined
      const next = writeOver(known, {
        ...(before === undefined ? {} : { base: before }),
        ...(value === undefined ? {} : { value }),
        ...(by === undefined ? {} : { by }),
        ...(seen === undefined ? {} : { seen }),
      })
      if (next === undefined) branch.delete(place)
      else branch.set(place, next)
      onWrite?.()
    }

    function writeBirth(value: Json): boolean {
      const created = toBranchEntry(value)
      if (base.has(BIRTH) || !created) return false
      const { model, id } = created
      branch.set(documentId, { model, id, ...(by === undefined ? {} : { by }) })
      onWrite?.()
      return true
    }

    const name = branch.get('name')
    const draft: WriterDraft = {
      ...view,
      writer: writer ?? (typeof name === 'string' ? name : ''),
      set(key, value) {
        if (key !== BIRTH || !writeBirth(value)) write(key, value)
      },
      delete(key) {
        if (key !== BIRTH || !branch.has(documentId)) return write(key, undefined)
        branch.delete(documentId)
        onWrite?.()
      },
    }
    opened.set(documentId, draft)
    return draft
  }

  return {
    async open(documentId) {
      const known = opened.get(documentId)
      if (known) return known
      if (toBranchEntry(branch.get(documentId))) return draftOf(documentId, nothing)
      const base = await drafts.open(documentId)
      return base && draftOf(documentId, base)
    },
    create(documentId, kind) {
      if (kind !== 'entry') throw new Error(`A branch makes entries, no document of kind "${kind}".`)
      return draftOf(documentId, nothing)
    },
  }
}
