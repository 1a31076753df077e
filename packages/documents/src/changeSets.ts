import type { Capability } from '@atelier/operation'
import type { Committer, Database } from '@atelier/streams'
import type { StoredChangeSet } from './changeSetQueries.ts'
import type { DocumentCache } from './documentCache.ts'
import type { DocumentType, DocumentTypes } from './documentType.ts'
import { createMemoryView } from './memory.ts'
import type { Migrations } from './migrate.ts'
import { applyPatches } from './overlay.ts'
import type { Origin, Queries } from './queries.ts'
import { REFUSED } from './refused.ts'
import type { Changed, createTransact, WideDraftSet } from './transact.ts'
import { afterView, beforeView, type UndoGuard, type UndoMerge, type Undone, undoPatches } from './undo.ts'
import type { Draft, Patch, View } from './view.ts'

export interface ChangeSetDocument {
  documentId: string
  kind: string
  /** Made by this change set. */
  created: boolean
  /** In the order in which they were made. */
  patches: Patch[]
  /** The document as it would be without the change set, and with it; everybody else's edits are in both. */
  before: View
  after: View
  /** Its type's report about undoing it. */
  rules: Pick<DocumentType, 'hidden'> & { guard: UndoGuard | undefined; merge: UndoMerge | undefined }
}

export interface ChangeSet {
  id: string
  projectId: string
  runId?: string
  state: 'applied' | 'undone'
  label?: string
  createdAt: number
  documents: ChangeSetDocument[]
}

export type UndoOutcome =
  | {
      ok: true
      state: 'applied' | 'undone'
      /** How many keys were changed. */
      applied: number
      /** The keys that keep their values, and why; an empty key means the whole document. */
      kept: { documentId: string; key: string; reason: string }[]
      changed: Changed[]
    }
  | {
      ok: false
      /**
       * `change_set_not_found`, `already_undone`, `already_applied`, `undone_together`, `change_set_moved`, `not_allowed`
       * or a transaction's refusal.
       */
      refused: string
      message: string
    }

export interface ChangeSetsOptions {
  database: Database
  streams: Committer
  queries: Queries
  cache: DocumentCache
  transact: ReturnType<typeof createTransact>
  types: DocumentTypes
  translate: Migrations['translate']
  now(): number
}

type Transition = {
  applied: number
  kept: { documentId: string; key: string; reason: string }[]
  emptied: string[]
  restored: string[]
}

export function createChangeSets(options: ChangeSetsOptions) {
  const { database, streams, queries, cache, types, translate, transact, now } = options

  /** One part of a change set by document, in the schemas that the documents have now. */
  async function partsOf(commits: StoredChangeSet['commits'], part: 'do' | 'undo'): Promise<Part[]> {
    const parts: Part[] = []
    for (const { documentId, created, bySchema } of byDocument(commits, part)) {
      // Opened first, which migrates it: patches in an older schema are translated by the state from before that.
      const kind = (await cache.open(documentId))?.kind ?? created
      const patches: Patch[] = []
      for (const [schemaVersion, stored] of bySchema) {
        patches.push(...(kind === undefined ? stored : await translate(documentId, kind, schemaVersion, stored)))
      }
      const stays = kind === undefined ? undefined : types.of(kind).staysOnUndo
      const turned = stays ? patches.filter(({ key }) => !stays(key)) : patches
      parts.push({ documentId, kind, created: created !== undefined, patches: turned })
    }
    return parts
  }

  /** A change set with its documents' patches and views; undefined if there is none. */
  async function changes(id: string): Promise<ChangeSet | undefined> {
    const stored = await database.read(queries.changeSet(id))
    if (!stored) return undefined
    const { commits, ...set } = stored
    const documents: ChangeSetDocument[] = []
    for (const { documentId, created, kind, patches } of await partsOf(commits, 'do')) {
      const live = await cache.open(documentId)
      if (!kind) continue
      const view = live?.view ?? createMemoryView()
      const { undoGuard: guard, undoMerge: merge, hidden } = types.of(kind)
      documents.push({
        documentId,
        kind,
        created,
        patches,
        before: beforeView(view, patches),
        after: afterView(view, patches),
        rules: { guard, merge, ...(hidden ? { hidden } : {}) },
      })
    }
    return { ...set, documents }
  }

  async function transition(
    id: string,
    to: 'applied' | 'undone',
    origin: Origin,
    capabilities?: ReadonlySet<Capability>,
  ): Promise<UndoOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      // Whoever still writes into it is refused from here on: an undo that only read again might never catch up.
      // Where it may be refused to the caller, the first attempt finds that out and closes nothing.
      if (to === 'undone' && (attempt > 1 || capabilities === undefined))
        await streams.commit({ rows: [queries.closeChangeSet(id)] })
      const stored = await database.read(queries.changeSet(id))
      if (!stored) return { ok: false, refused: 'change_set_not_found', message: 'There is no such change set.' }
      if (stored.state === to) return to === 'undone' ? ALREADY_UNDONE : ALREADY_APPLIED
      if (stored.undoneIn !== undefined) return UNDONE_TOGETHER
      const outcome = await transitionStored(stored, to, origin, capabilities)
      if (outcome.ok || outcome.refused !== REFUSED.stateMoved || attempt === ATTEMPTS) return outcome
    }
  }

  /** Undoes or redoes a change set as it was read; refused with `change_set_moved` if it has changed by the commit. */
  async function transitionStored(
    stored: StoredChangeSet,
    to: 'applied' | 'undone',
    origin: Origin,
    capabilities: ReadonlySet<Capability> | undefined,
  ): Promise<UndoOutcome> {
    const { id, projectId } = stored
    const outcome = await transact<Transition>({
      projectId,
      origin,
      capabilities,
      body: async (drafts) => ({
        result: to === 'undone' ? await revert(stored, drafts) : await reapply(stored, drafts),
        commit: true,
      }),
      source: to === 'undone' ? 'undo' : 'redo',
      add: ({ emptied, restored }, changed) => ({
        expect: queries.moveChangeSet(stored, to),
        rows: [
          queries.forgetUndo(id),
          ...(to === 'undone'
            ? changed.map(({ kind, documentId, patches }) => {
                const schemaVersion = types.of(kind).version
                return queries.insertPatches(id, { part: 'undo', documentId, patches, schemaVersion })
              })
            : []),
          ...emptied.map((documentId) => queries.mark(documentId, projectId, now())),
          ...restored.map((documentId) => queries.mark(documentId, projectId, null)),
        ],
        removed: emptied,
        restored,
      }),
    })
    if (!outcome.ok) {
      return outcome.refused === REFUSED.stateMoved
        ? { ...outcome, message: 'Another user has just undone or redone these changes.' }
        : outcome
    }
    const { applied, kept } = outcome.result
    return { ok: true, state: to, applied, kept, changed: outcome.changed }
  }

  async function revert(set: StoredChangeSet, drafts: WideDraftSet): Promise<Transition> {
    const parts = await partsOf(set.commits, 'do')
    const made = parts.filter(({ created }) => created !== undefined)
    // Documents made by the change set that stay. A key of another document that names one is kept with it, and a key
    // that is kept keeps the document that it names: until none is added.
    const held = new Map<string, string>()
    for (;;) {
      const size = held.size
      const found = await revertAround(parts, drafts, held)
      for (const { key } of found.kept) {
        for (const { documentId } of made) {
          if (key.includes(documentId) && !held.has(documentId)) held.set(documentId, NAMED_ELSEWHERE)
        }
      }
      if (held.size > size) continue
      for (const { draft, patches } of found.undone) applyPatches(draft, patches)
      const applied = found.undone.reduce((sum, { patches }) => sum + patches.length, 0)
      return { applied, kept: found.kept, emptied: found.emptied, restored: [] }
    }
  }

  async function revertAround(parts: readonly Part[], drafts: WideDraftSet, held: Map<string, string>) {
    const kept: Transition['kept'] = []
    const emptied: string[] = []
    const undone: { draft: Draft; patches: Patch[] }[] = []
    for (const { documentId, created, patches } of parts) {
      const draft = await drafts.openAny(documentId)
      if (!draft || draft.removed) continue
      const { undoGuard: guard, undoMerge: merge, staysWith } = types.of(draft.kind)
      let own = patches
      if (created) {
        const taken = undoPatches(draft, patches, { guard, context: { documentId, kind: draft.kind, created: true } })
        if (!held.has(documentId) && isEmpty(afterView(draft, taken.patches))) {
          emptied.push(documentId)
          undone.push({ draft, patches: taken.patches })
          continue
        }
        if (!staysWith) {
          const reason = held.get(documentId) ?? whyCreatedStays(draft, patches, taken)
          // Half a document would be a broken one: it stays whole.
          held.set(documentId, reason)
          kept.push({ documentId, key: '', reason })
          continue
        }
        own = patches.filter(({ key }) => !staysWith(key))
      }
      const ask: UndoGuard = (view, patch, ownKeys, context) =>
        [...held.keys()].some((id) => patch.key.includes(id)) ? DOCUMENT_STAYS : guard?.(view, patch, ownKeys, context)
      const taken = undoPatches(draft, own, { guard: ask, merge, context: { documentId, kind: draft.kind } })
      kept.push(...taken.kept.map((key) => ({ documentId, ...key })))
      undone.push({ draft, patches: taken.patches })
    }
    return { kept, emptied, undone }
  }

  async function reapply(set: StoredChangeSet, drafts: WideDraftSet): Promise<Transition> {
    const result: Transition = { applied: 0, kept: [], emptied: [], restored: [] }
    const made = new Set(set.commits.filter(({ created }) => created).map(({ documentId }) => documentId))
    for (const documentId of made) {
      const draft = await drafts.openAny(documentId)
      if (draft?.removed) result.restored.push(documentId)
    }
    for (const { documentId, patches } of await partsOf(set.commits, 'undo')) {
      const draft = await drafts.openAny(documentId)
      if (!draft || (draft.removed && !made.has(documentId))) continue
      const brought = undoPatches(draft, patches, { merge: types.of(draft.kind).undoMerge })
      applyPatches(draft, brought.patches)
      result.applied += brought.patches.length
      result.kept.push(...brought.kept.map((key) => ({ documentId, ...key })))
    }
    return result
  }

  return {
    changes,
    undo: (id: string, origin: Origin, capabilities?: ReadonlySet<Capability>) =>
      transition(id, 'undone', origin, capabilities),
    redo: (id: string, origin: Origin, capabilities?: ReadonlySet<Capability>) =>
      transition(id, 'applied', origin, capabilities),
  }
}

/** How often a change set is read again because it moved. */
const ATTEMPTS = 12

const ALREADY_UNDONE: UndoOutcome = {
  ok: false,
  refused: 'already_undone',
  message: 'These changes are undone already.',
}
const UNDONE_TOGETHER: UndoOutcome = {
  ok: false,
  refused: 'undone_together',
  message: 'These changes were undone together with others, and come back only with them.',
}
const ALREADY_APPLIED: UndoOutcome = {
  ok: false,
  refused: 'already_applied',
  message: 'These changes are not undone.',
}

const WORKED_IN = 'This document has been edited since.'
const NAMED_ELSEWHERE = 'Something that belongs to this document has been changed since.'
const DOCUMENT_STAYS = 'The document that this belongs to stays.'

/** A document that the change set created stays because it holds other work, or else because its type says so. */
function whyCreatedStays(draft: View, patches: readonly Patch[], { kept }: Undone): string {
  const isGuarded = isEmpty(afterView(draft, undoPatches(draft, patches).patches))
  return (isGuarded ? kept[0]?.reason : undefined) ?? WORKED_IN
}

function isEmpty(view: View): boolean {
  return [...view.keys()].length === 0
}

interface Part {
  documentId: string
  kind: string | undefined
  created: boolean
  patches: Patch[]
}

interface StoredPart {
  documentId: string
  /** Its kind, if the change set created it. */
  created: string | undefined
  /** In the order in which they were made, and so in ascending order of their schemas. */
  bySchema: Map<number, Patch[]>
}

/** One part's patches by document, documents made by the change set first. */
function byDocument(commits: StoredChangeSet['commits'], part: 'do' | 'undo'): StoredPart[] {
  const parts = new Map<string, StoredPart>()
  for (const { part: of, documentId, created, schemaVersion, patches } of commits) {
    if (of !== part) continue
    const known = parts.get(documentId) ?? { documentId, created: undefined, bySchema: new Map() }
    const sameSchema = known.bySchema.get(schemaVersion) ?? []
    sameSchema.push(...patches)
    known.bySchema.set(schemaVersion, sameSchema)
    known.created ??= created
    parts.set(documentId, known)
  }
  return [...parts.values()].sort((a, b) => Number(b.created !== undefined) - Number(a.created !== undefined))
}
