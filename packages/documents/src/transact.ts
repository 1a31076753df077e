import { createRests, inSlices } from '@atelier/operation'
import type { Append, Commit, Database, Expectation, Fence, Query } from '@atelier/streams'
import * as Y from 'yjs'
import {
  type CommitDocuments,
  type CommittedDocument,
  type Derived,
  type DocumentCommit,
  type HeldDocument,
  isByAgent,
} from './beside.ts'
import type { ChangeGroup, StoredPatches } from './changeSetQueries.ts'
import { type DocumentCache, topicOf } from './documentCache.ts'
import { type DocumentTypes, UnreadableDocument } from './documentType.ts'
import { encodeDocument, encodingSteps, patchesText } from './encode.ts'
import type { LiveState } from './live.ts'
import type { Locks } from './locks.ts'
import { createMemoryView } from './memory.ts'
import { createNew, createOverlay, type Overlay } from './overlay.ts'
import type { Origin, Queries } from './queries.ts'
import { REFUSED } from './refused.ts'
import type { EncodedDocument, Fields, HeldDraftSet, Patch, SharedPart } from './view.ts'

export interface Changed {
  documentId: string
  patches: Patch[]
}

export interface ChangedOfKind extends Changed {
  kind: string
}

/** The parts of the commit beyond the drafts. */
export interface Additions {
  expect?: readonly Expectation[]
  appends?: readonly Append[]
  rows?: readonly Query[]
  /** Documents whose deletion mark is set or taken away by `rows`. */
  removed?: readonly string[]
  restored?: readonly string[]
}

export interface Work<Result> {
  projectId: string
  origin: Origin
  key?: string
  fence?: Fence
  changeSetId?: string
  group?: ChangeGroup | undefined
  label?: string
  body(drafts: WideDraftSet): Promise<{ result: Result; commit: boolean; keep?: boolean }>
  /** The kind of the edit for the hooks of document types; `edit` if absent. */
  source?: DocumentCommit['source']
  byAgent?: DocumentCommit['byAgent']
  arriving?: DocumentCommit['arriving']
  capabilities?: DocumentCommit['capabilities']
  add?(result: Result, changed: readonly ChangedOfKind[]): Additions
}

/** A draft set that also opens removed documents, for undo and redo, and expects them unchanged. */
export interface WideDraftSet extends HeldDraftSet {
  openAny(documentId: string): Promise<(Overlay & { kind: string; removed: boolean }) | undefined>
}

export type TransactOutcome<Result> =
  | { ok: true; result: Result /** Stored by an earlier delivery of the key. */; replayed: boolean; changed: Changed[] }
  | {
      ok: false
      /** A commit's refusal, or `busy` if others kept changing the same documents. */
      refused: string
      message: string
      /** The refusal of an expectation that a hook has added: its message says to a person what is in the way. */
      derived?: true
    }

/** How often a body is run again because its documents moved. */
const ATTEMPTS = 12

interface Opened {
  live: LiveState
  head: number
  removed: boolean
  overlay: Overlay
  /** The body relies on its head, and on whether it is removed. */
  held: boolean
}

interface Created {
  kind: string
  overlay: Overlay
  /** Its stored form, if it was encoded elsewhere. */
  encoded?: EncodedDocument
}

export interface TransactOptions {
  database: Database
  commitDocuments: CommitDocuments
  queries: Queries
  types: DocumentTypes
  locks: Locks
  cache: DocumentCache
  now(): number
}

/**
 * Runs a body on drafts and commits what it wrote. The first try runs without locks, to learn which documents it
 * needs; if one of them has changed meanwhile, the next tries run under the locks of all that are known by then. No lock
 * of the database is held while a body runs, and nothing is applied to a live document before its commit is durable.
 */
export function createTransact(options: TransactOptions) {
  const { database, commitDocuments, queries, types, locks, cache, now } = options
  // One writer for all server edits of this process, distinct from the ids that the live documents carry.
  const writer = new Y.Doc().clientID

  return async function transact<Result>(work: Work<Result>): Promise<TransactOutcome<Result>> {
    const needed = new Set<string>()
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (work.key !== undefined) {
        const stored = await database.read(queries.appliedKey(work.key))
        if (stored !== undefined) return { ok: true, result: JSON.parse(stored), replayed: true, changed: [] }
      }
      const outcome = await tryOnce(work, needed).catch(refusedAsUnreadable)
      if (outcome !== 'again') return outcome
    }
    return { ok: false, refused: 'busy', message: 'Others kept changing the same documents. Try again.' }
  }

  async function tryOnce<Result>(work: Work<Result>, needed: Set<string>): Promise<TransactOutcome<Result> | 'again'> {
    const opened = new Map<string, Opened>()
    const created = new Map<string, Created>()
    const shared: SharedPart[] = []
    const held = [...needed]
    let release = await locks.hold(held)
    try {
      let answer: { result: Result; commit: boolean; keep?: boolean }
      try {
        answer = await work.body(createDrafts(work.projectId, opened, created, shared))
      } catch (error) {
        // A body that saw a document move under it may have failed only because of that.
        if (held.length === 0 && [...opened.values()].some(hasMoved)) return remember(opened, needed)
        throw error
      }
      const made = answer.commit ? await encodeCreated(created) : []
      if ([...opened.keys()].some((id) => !needed.has(id))) {
        release()
        release = await locks.hold([...opened.keys()])
      }
      if ([...opened.values()].some(hasMoved)) return remember(opened, needed)
      if (answer.keep === false) return { ok: true, result: answer.result, replayed: false, changed: [] }
      return await commit(work, answer, { opened, made, shared, needed })
    } finally {
      release()
    }
  }

  function createDrafts(
    projectId: string,
    opened: Map<string, Opened>,
    created: Map<string, Created>,
    shared: SharedPart[],
  ): WideDraftSet {
    async function openLive(documentId: string): Promise<Opened | undefined> {
      const known = opened.get(documentId)
      if (known) return known
      const live = await cache.open(documentId)
      if (!live || live.projectId !== projectId) return undefined
      // If it was opened twice at once, keep the first one.
      const meanwhile = opened.get(documentId)
      if (meanwhile) return meanwhile
      const { head, removed } = live
      const entry = { live, head, removed, overlay: createOverlay(live.view), held: false }
      opened.set(documentId, entry)
      return entry
    }

    // A body opens many documents one after the other, which are all in memory already.
    const rest = createRests()
    return {
      async open(documentId) {
        await rest()
        const own = created.get(documentId)
        if (own) return own.encoded ? undefined : own.overlay
        const entry = await openLive(documentId)
        return entry && !entry.live.removed ? entry.overlay : undefined
      },
      async openAny(documentId) {
        const entry = await openLive(documentId)
        // The keys that an undo skips were judged by this process's state of the document.
        if (entry) entry.held = true
        return entry && { ...entry.overlay, kind: entry.live.kind, removed: entry.live.removed }
      },
      async head(documentId) {
        const entry = await openLive(documentId)
        if (!entry || entry.live.removed) return undefined
        entry.held = true
        return entry.head
      },
      create(documentId, kind) {
        const known = created.get(documentId)
        if (known) return known.overlay
        types.of(kind)
        const overlay = createNew()
        created.set(documentId, { kind, overlay })
        return overlay
      },
      createEncoded(documentId, encoded) {
        types.of(encoded.kind)
        created.set(documentId, { kind: encoded.kind, overlay: createNew(), encoded })
      },
      alsoIn(part) {
        shared.push(part)
      },
    }
  }

  async function commit<Result>(
    work: Work<Result>,
    answer: { result: Result; commit: boolean },
    tried: {
      opened: ReadonlyMap<string, Opened>
      made: readonly Written[]
      shared: readonly SharedPart[]
      needed: Set<string>
    },
  ): Promise<TransactOutcome<Result> | 'again'> {
    const { opened, made, needed } = tried
    const written = answer.commit ? [...(await writtenOf(opened)), ...made].sort(byDocument) : []
    const kinds = new Map<string, string>()
    for (const { live } of opened.values()) kinds.set(live.id, live.kind)
    for (const { documentId, kind } of written) kinds.set(documentId, kind)
    const shared = (answer.commit ? tried.shared : []).flatMap((part) => {
      const kind = kinds.get(part.documentId)
      return kind === undefined ? [] : [{ part, kind }]
    })
    const changes = written.filter(({ patches }) => patches.length > 0)
    const changed = changes.map(({ documentId, patches }) => ({ documentId, patches }))
    const additions = work.add?.(answer.result, changes) ?? {}
    const moving = new Set(written.map(({ documentId }) => documentId))
    const held = [...opened.values()].filter(({ live, held }) => held && !moving.has(live.id))
    const build = (derived: Derived & { holds?: readonly HeldDocument[] }) =>
      commitOf(work, answer.result, { written, held, shared }, additions, derived)
    // A commit with writes is never empty.
    if (written.length === 0 && isEmpty(await build({})))
      return { ok: true, result: answer.result, replayed: false, changed: [] }

    const { projectId, source = 'edit', origin, byAgent, changeSetId, label, arriving, capabilities } = work
    const about = { projectId, source, origin, byAgent, changeSetId, label, arriving, capabilities }
    // Types with a hook say in it what their changes need.
    if (capabilities?.has('document.write') === false && written.some(({ kind }) => !types.of(kind).beside))
      return { ok: false, refused: REFUSED.notAllowed, message: 'This needs document.write.' }
    const isDescribed = types.haveBeside || (types.haveLocks && isByAgent(about))
    const documents = isDescribed ? committedDocuments(written, additions, opened) : []
    const outcome = await commitDocuments(about, documents, build)
    if (!outcome.ok) {
      if (outcome.refused === REFUSED.keyApplied) return 'again'
      if (outcome.refused !== REFUSED.headMoved) return outcome
      for (const { live } of opened.values()) await cache.catchUp(live)
      return remember(opened, needed)
    }
    const rest = createRests()
    for (const { live, update } of written) {
      if (!live || !update) continue
      await rest()
      await live.apply(update, work.origin)
    }
    for (const id of additions.removed ?? []) opened.get(id)?.live.setRemoved(true)
    for (const id of additions.restored ?? []) opened.get(id)?.live.setRemoved(false)
    return { ok: true, result: answer.result, replayed: false, changed }
  }

  /** A shared part, and the kind of its document. */
  interface OfKind {
    part: SharedPart
    kind: string
  }

  interface Written extends ChangedOfKind {
    live?: LiveState
    /** The update that it adds to an existing document. */
    update?: Uint8Array
    created?: EncodedDocument
  }

  /** The documents of a commit as the hooks of their types see them. */
  function committedDocuments(
    written: readonly Written[],
    { removed = [], restored = [] }: Additions,
    opened: ReadonlyMap<string, Opened>,
  ) {
    const [isRemoved, isRestored] = [new Set(removed), new Set(restored)]
    const isWritten = new Set(written.map(({ documentId }) => documentId))
    const marked = [...removed, ...restored].flatMap((id) => opened.get(id) ?? [])
    const untouched = marked.filter(({ live }) => !isWritten.has(live.id))
    const documents = [
      ...written,
      ...untouched.map(({ live }) => ({ documentId: live.id, kind: live.kind, patches: [], created: undefined })),
    ]
    return documents.map(({ documentId, kind, patches, created }) => ({
      kind,
      describe(): CommittedDocument {
        if (created) {
          const stored: Fields = JSON.parse(created.projection)
          const after = createMemoryView(Object.entries(stored))
          const set = Object.entries(stored).map(([key, value]) => ({ key, after: value }))
          return { documentId, kind, event: 'created', patches: set, before: createMemoryView(), after }
        }
        const entry = opened.get(documentId)
        const before = entry?.live.view ?? createMemoryView()
        const after = entry?.overlay ?? before
        const event = isRemoved.has(documentId) ? 'removed' : isRestored.has(documentId) ? 'restored' : 'changed'
        return { documentId, kind, event, patches, before, after }
      },
    }))
  }

  /** The changes of each draft of an existing document. */
  async function writtenOf(opened: ReadonlyMap<string, Opened>): Promise<Written[]> {
    const written: Written[] = []
    const rest = createRests()
    for (const [documentId, { live, overlay }] of opened) {
      await rest()
      const patches = await inSlices(overlay.patchSteps())
      if (patches.length === 0) continue
      const update = await inSlices(encodingSteps(live.doc, writer, patches))
      written.push({ documentId, kind: live.kind, patches, live, update })
    }
    return written
  }

  /** The new documents, which are independent: an import has hundreds, so other requests are served in between. */
  async function encodeCreated(created: ReadonlyMap<string, Created>): Promise<Written[]> {
    const made: Written[] = []
    for (const [documentId, { kind, overlay, encoded }] of created) {
      if (made.length > 0) await new Promise((resolve) => setImmediate(resolve))
      const patches = await inSlices(overlay.patchSteps())
      made.push({ documentId, kind, patches, created: encoded ?? encodeDocument(kind, patches, writer) })
    }
    return made
  }

  async function commitOf<Result>(
    work: Work<Result>,
    result: Result,
    { written, held, shared }: { written: readonly Written[]; held: readonly Opened[]; shared: readonly OfKind[] },
    additions: Additions,
    derived: Derived & { holds?: readonly HeldDocument[] },
  ): Promise<Commit> {
    const at = now()
    const expect: Expectation[] = []
    const rows: Query[] = []
    if (work.key !== undefined) expect.push(queries.keepKey(work.key, JSON.stringify(result) ?? 'null', at))
    const heads = held.map(({ live: { id }, head, removed }) => {
      return { documentId: id, expectation: queries.hold(id, head, removed) }
    })
    // In one order everywhere, so that servers that lock the same rows do not wait for each other.
    const rest = createRests()
    for (const { documentId, live, created, update } of written) {
      await rest()
      if (live) heads.push({ documentId, expectation: queries.advance(documentId, live.head) })
      else if (created) {
        const { projectId } = work
        const { kind, state, projection } = created
        const schemaVersion = types.of(kind).version
        const document = { id: documentId, projectId, kind, schemaVersion, head: state ? 1 : 0, state, projection }
        heads.push({ documentId, expectation: queries.insertDocument(document, at) })
      }
      if (live && update) rows.push(queries.insertUpdate(documentId, update, work.origin, at))
    }
    heads.push(...holdsBeside(derived.holds, new Set(heads.map(({ documentId }) => documentId)), queries))
    expect.push(...heads.sort(byDocument).map(({ expectation }) => expectation))
    if (work.changeSetId !== undefined && written.length > 0) {
      const { changeSetId: id, projectId, label, group } = work
      expect.push(
        ...queries.growChangeSet(
          { id, projectId, label, group, runId: work.origin.runId, userId: work.origin.userId },
          at,
        ),
      )
      for (const { documentId, kind, patches, created } of written) {
        await rest()
        const stored: StoredPatches = {
          part: 'do',
          documentId,
          patches,
          schemaVersion: types.of(kind).version,
          created: created?.kind,
          text: created?.projection ?? (await inSlices(patchesText(patches))),
        }
        rows.push(queries.insertPatches(id, stored))
      }
    }
    const others = shared.filter(({ part }) => part.changeSetId !== work.changeSetId)
    for (const id of new Set(others.map(({ part }) => part.changeSetId)))
      rows.push(queries.growApplied(id, work.projectId))
    for (const { part, kind } of others) {
      const { changeSetId, documentId, created, patches } = part
      const schemaVersion = types.of(kind).version
      const stored: StoredPatches = { part: 'do', documentId, created, patches: [...patches], schemaVersion }
      rows.push(queries.insertPatches(changeSetId, stored, work.projectId))
    }
    return {
      fence: work.fence,
      expect: [...expect, ...(additions.expect ?? []), ...(derived.expect ?? [])],
      appends: [...(additions.appends ?? []), ...(derived.appends ?? [])],
      rows: [...rows, ...(additions.rows ?? []), ...(derived.rows ?? [])],
      wake: [
        ...[
          ...written.map(({ documentId }) => documentId),
          ...(additions.removed ?? []),
          ...(additions.restored ?? []),
        ].map(topicOf),
        ...(derived.wake ?? []),
      ],
    }
  }
}

/** The expectations on documents that a decision relied on, and that the commit does not expect anyway. */
export function holdsBeside(
  holds: readonly HeldDocument[] = [],
  known: ReadonlySet<string>,
  queries: Pick<Queries, 'hold'>,
): { documentId: string; expectation: Expectation }[] {
  return holds
    .filter(({ documentId }) => !known.has(documentId))
    .map(({ documentId, head, removed }) => ({ documentId, expectation: queries.hold(documentId, head, removed) }))
}

function byDocument(a: { documentId: string }, b: { documentId: string }): number {
  return a.documentId < b.documentId ? -1 : 1
}

function refusedAsUnreadable(error: unknown): TransactOutcome<never> {
  if (!(error instanceof UnreadableDocument)) throw error
  return { ok: false, refused: error.code, message: error.message }
}

function hasMoved({ live, head }: Opened): boolean {
  return live.head !== head || live.closed
}

function remember(opened: ReadonlyMap<string, Opened>, needed: Set<string>): 'again' {
  for (const id of opened.keys()) needed.add(id)
  return 'again'
}

function isEmpty({ fence, expect = [], appends = [], rows = [] }: Commit): boolean {
  return fence === undefined && expect.length + appends.length + rows.length === 0
}
