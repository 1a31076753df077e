import { type Capability, inSlices } from '@atelier/operation'
import {
  type Append,
  affectedBy,
  type Committer,
  type Database,
  type Expectation,
  type Fence,
  type Query,
} from '@atelier/streams'
import * as Y from 'yjs'
import { createCommitDocuments, isByAgent } from './beside.ts'
import type { ChangeGroup } from './changeSetQueries.ts'
import { type ChangeSet, createChangeSets, type UndoOutcome } from './changeSets.ts'
import { createDocumentCache, topicOf } from './documentCache.ts'
import {
  type ChangedDocument,
  createDocumentTypes,
  type DocumentChanges,
  type DocumentType,
  UnreadableDocument,
} from './documentType.ts'
import { fieldsText, stateSteps } from './encode.ts'
import { inspectionSteps, UPDATE_LIMITS, type UpdateLimits } from './inspect.ts'
import { keyWriters } from './keyWriters.ts'
import type { LiveDocument, LiveState } from './live.ts'
import { openLocal } from './local.ts'
import { createLocks } from './locks.ts'
import { createMemoryView, plainView } from './memory.ts'
import { createMigrations } from './migrate.ts'
import { createProjectDocuments, type ProjectDocuments, type StoredFields } from './projectDocuments.ts'
import { createQueries, type Origin, SYSTEM } from './queries.ts'
import { REFUSED } from './refused.ts'
import { createTransact, holdsBeside, type TransactOutcome } from './transact.ts'
import type { Fields, HeldDraftSet, Patch, View } from './view.ts'
import { writtenKeys } from './writtenKeys.ts'

export interface DocumentsOptions {
  database: Database
  streams: Committer
  /** Milliseconds since the epoch. */
  now(): number
  newId(): string
  /** Every kind of document that can be created and opened, each once. */
  types: readonly DocumentType[]
  limits?: UpdateLimits
  /** Milliseconds without use after which a document leaves memory. */
  idleMs?: number
  /** How many documents may wait in memory for so long; of more, those that were used last. */
  mostIdle?: number
  /** Updates since the last snapshot after which the next is made. */
  snapshotEvery?: number
  /** Called with failures of work in the background: catching up, compaction, unloading. */
  onError?(error: unknown): void
}

export interface TransactRequest<Result> {
  projectId: string
  origin: Origin
  /** The same key delivered again, to any process, changes nothing and returns the stored result. */
  key?: string
  fence?: Fence
  changeSetId?: string
  /** The group that the change set is a member of: it is undone and redone by the group's id too, with all members. */
  group?: ChangeGroup | undefined
  /** Names the change set when this is its first commit. */
  label?: string
  /** The kind of the edit for the hooks of document types; `edit` if absent. */
  source?: 'edit' | 'import' | 'merge'
  /** Whether an agent outside makes it in a person's name, as over MCP: it changes nothing that is locked. */
  byAgent?: boolean | undefined
  /** For an import in several commits: the contents of the other commits, by the names that the hooks of its types know. */
  arriving?: ReadonlySet<string>
  /** The capabilities of the author; absent if nothing is restricted. */
  capabilities?: ReadonlySet<Capability> | undefined
  /**
   * MUST write only to its drafts, MUST NOT call `transact` itself, and MAY be run again on fresh drafts. With
   * `commit: false` no draft is written, but key, result, appends and rows are stored; with `keep: false` as well,
   * nothing is. The result MUST be JSON if there is a key.
   */
  body(drafts: HeldDraftSet): Promise<{ result: Result; commit: boolean; keep?: boolean }>
  appends?(result: Result): Append[]
  rows?(result: Result): Query[]
  /** Expectations beyond the documents; if one fails, the outcome is refused with its code. */
  expect?(result: Result): Expectation[]
}

export type ReceiveOutcome =
  | { ok: true }
  | {
      ok: false
      /**
       * `document_not_found`, `invalid_update`, `out_of_order`, `written_by_operations`, the code of an `UnreadableDocument`, or that of an expectation
       * which the hook of the document's type has added.
       */
      refused: string
      message: string
    }

/** An id is not enough to open a document, so that an id from a request or a document never leads to another project's. */
export interface Documents {
  /** The documents of one project; those of others are not there. */
  inProject(projectId: string): ProjectDocuments
  /** Edits any number of documents of one project in one commit. Throws what the body or the database throws. */
  transact<Result>(request: TransactRequest<Result>): Promise<TransactOutcome<Result>>
  /**
   * Takes a tab's update: looks at it, makes it durable, and only then applies it. An update that holds nothing new is
   * accepted without a commit. Throws when the database fails; then nothing was applied.
   */
  receive(documentId: string, update: Uint8Array, origin: Origin): Promise<ReceiveOutcome>
  /** Creates a document and returns its id. Throws if the id is taken or the kind has no registered type. */
  create(request: { projectId: string; kind: string; id?: string; fields: Fields; origin?: Origin }): Promise<string>
  /** Brings fields that were kept elsewhere, such as in a version, to the schema of their type. */
  upgrade(kind: string, schemaVersion: number, fields: Fields): Promise<Fields>
  /**
   * The keys that were written or deleted after a head. Undefined if there is no such document or head, or if the
   * updates from there on have gone into a snapshot.
   */
  writtenSince(documentId: string, head: number): Promise<{ head: number; keys: string[] } | undefined>
  /**
   * Who wrote or deleted the last values of some keys, the last writer first; keys whose updates have gone into a snapshot are
   * absent. Undefined if there is no such document.
   */
  writersOf(documentId: string, keys: Iterable<string>): Promise<ReadonlyMap<string, readonly Origin[]> | undefined>
  /** Stores a snapshot and drops the updates behind it. */
  compact(documentId: string): Promise<void>
  /** The whole state as one Yjs update, format 1. Throws if there is no such document. */
  encode(documentId: string): Promise<Uint8Array>
  /** Removes a document for every user; its rows stay for the change sets. False if there is none. */
  remove(documentId: string): Promise<boolean>
  /** Removes all documents of a project that is gone, in one statement. Those that are open are left at their next edit. */
  removeAll(projectId: string): Promise<void>
  exists(documentId: string): Promise<boolean>
  /** Whether tabs may write to documents of this kind over their sockets. Throws `UnreadableDocument` if there is no such kind. */
  writtenByTabs(kind: string): boolean
  /** The documents of a project, or those of some kinds. */
  list(
    projectId: string,
    kinds?: readonly string[],
  ): Promise<{ id: string; kind: string; head: number; createdAt: number }[]>
  /** When a document of a project was last written, in epoch milliseconds; undefined if none has been. */
  changedAt(projectId: string): Promise<number | undefined>
  changes(changeSetId: string): Promise<ChangeSet | undefined>
  /** Whether a person's further call may add to a change set of the project: they made it by hand, and it is not undone. */
  mayGrow(changeSetId: string, projectId: string, userId: string): Promise<boolean>
  /** The run and the user that made a change set; undefined if there is none of this id. */
  changeSetOwner(changeSetId: string): Promise<{ runId?: string; userId?: string } | undefined>
  /** Describes changes for a person, each document by its type; documents without a visible change are left out. */
  describe(documents: readonly ChangedDocument[]): DocumentChanges[]
  /**
   * Takes a change set back, except for keys that have changed since. Further commits into it are refused with
   * `change_set_undone`. With the id of a group it takes back all its change sets that are applied, in one commit.
   * @param capabilities of the caller; refused with `not_allowed` if they could not make the change themselves
   */
  undo(changeSetId: string, origin: Origin, capabilities?: ReadonlySet<Capability>): Promise<UndoOutcome>
  redo(changeSetId: string, origin: Origin, capabilities?: ReadonlySet<Capability>): Promise<UndoOutcome>
  /** Stores what is only in updates as snapshots and releases everything. */
  close(): Promise<void>
}

/** For the live socket, which asks for access to the project of a document after it has found that. */
export interface AllDocuments extends Documents {
  /**
   * Undefined if there is none or it is removed. Observe it to keep it in memory. Throws `UnreadableDocument` if it has no
   * registered type.
   */
  open(documentId: string): Promise<LiveDocument | undefined>
  /** As that of `ProjectDocuments`. */
  projection(documentId: string): Promise<StoredFields | undefined>
}

/** How often a commit is made again because its document moved. */
const ATTEMPTS = 12

const WRITTEN_BY_OPERATIONS = {
  ok: false,
  refused: 'written_by_operations',
  message: 'This document is changed by operations only.',
} as const

const NOT_FOUND = { ok: false, refused: REFUSED.notFound, message: 'There is no such document.' } as const

export function createDocuments(options: DocumentsOptions): AllDocuments {
  const { database, streams, now, newId, limits = UPDATE_LIMITS } = options
  const { idleMs = 60_000, mostIdle = 1_000, snapshotEvery = 300, onError = console.error } = options
  const types = createDocumentTypes(options.types)
  const queries = createQueries(database.dialect)
  const locks = createLocks()
  const commitDocuments = createCommitDocuments({
    streams,
    types,
    projectOf: (projectId, held) => ({
      ...inProject(projectId),
      async hold(documentId) {
        const live = await inProject(projectId).live(documentId)
        if (live) held({ documentId, head: live.head, removed: false })
        return live?.view
      },
      idsOf: async (kind) => (await database.read(queries.list(projectId, [kind]))).map(({ id }) => id),
    }),
  })
  const { migrate, translate } = createMigrations({ database, commitDocuments, queries, types, now })
  const cache = createDocumentCache({ database, queries, types, locks, now, idleMs, mostIdle, keep, migrate, onError })
  const run = createTransact({ database, commitDocuments, queries, types, locks, cache, now })
  const changeSets = createChangeSets({ database, streams, queries, cache, types, translate, transact: run, now })

  /** Stores a snapshot of a document whose lock is held. */
  async function keep(live: LiveState): Promise<void> {
    if (live.head === live.snapshotHead) return
    const { head } = live
    const projection = await inSlices(fieldsText(live.view))
    const rows = queries.keepSnapshot(live.id, head, await inSlices(stateSteps(live.doc)), projection)
    const outcome = await streams.commit({ rows })
    if (!outcome.ok) throw new Error(`A snapshot was refused: ${outcome.message}`)
    live.snapshotHead = Math.max(live.snapshotHead, head)
  }

  async function compact(documentId: string): Promise<void> {
    const live = await cache.open(documentId)
    if (!live) return
    const release = await locks.hold([documentId])
    try {
      await keep(live)
    } finally {
      release()
    }
  }

  function compactInTime(live: LiveState | undefined): void {
    if (live && live.head - live.snapshotHead >= snapshotEvery) void compact(live.id).catch(onError)
  }

  async function open(documentId: string): Promise<LiveState | undefined> {
    const live = await cache.open(documentId)
    return live?.removed ? undefined : live
  }

  async function receiveOnce(live: LiveState, update: Uint8Array, origin: Origin): Promise<ReceiveOutcome | 'again'> {
    const { id, kind, projectId, schemaVersion } = live
    const type = types.of(kind)
    const seen = await inSlices(inspectionSteps(live, update, limits, type.writtenByTabs && type.accepts))
    if (!seen.ok) return seen
    if (!seen.fresh) return { ok: true }
    if (!type.writtenByTabs) return WRITTEN_BY_OPERATIONS
    // A hook sees the state that the update leads to, which only holds at the head that it was read at.
    const isDescribed = type.beside !== undefined || (type.lockedReason !== undefined && isByAgent({ origin }))
    const expected = isDescribed ? live.head : undefined
    const outcome = await commitDocuments(
      { projectId, source: 'tab', origin },
      [{ kind, describe: () => ({ documentId: id, kind, event: 'changed', ...changeBy(live, update) }) }],
      (derived) => ({
        expect: [
          ...[
            { documentId: id, expectation: queries.advanceAny(id, schemaVersion, expected) },
            ...holdsBeside(derived.holds, new Set([id]), queries),
          ]
            .sort(byDocumentId)
            .map(({ expectation }) => expectation),
          ...(derived.expect ?? []),
        ],
        appends: derived.appends,
        rows: [queries.insertUpdate(id, update, origin, now()), ...(derived.rows ?? [])],
        wake: [topicOf(id), ...(derived.wake ?? [])],
      }),
    )
    if (!outcome.ok) {
      if (outcome.refused !== REFUSED.headMoved) return outcome
      // Edited by another server, removed, or migrated by a newer one.
      if (!(await database.read(queries.document(id)))) return NOT_FOUND
      await cache.catchUp(live)
      return 'again'
    }
    const advanced = outcome.expected.map(([row]) => numberOf(row)).find((head) => head !== undefined)
    if (advanced === live.head + 1) await live.apply(update, origin)
    else await cache.catchUp(live)
    compactInTime(live)
    return { ok: true }
  }

  async function receive(documentId: string, update: Uint8Array, origin: Origin): Promise<ReceiveOutcome> {
    const release = await locks.hold([documentId])
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const live = await open(documentId)
        if (!live) return NOT_FOUND
        const outcome = await receiveOnce(live, update, origin)
        if (outcome !== 'again') return outcome
      }
      throw new Error(`Others kept changing the document ${documentId}.`)
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error
      return { ok: false, refused: error.code, message: error.message }
    } finally {
      release()
    }
  }

  const { inProject, projection } = createProjectDocuments({ database, queries, types, open })

  return {
    open,
    projection: (documentId) => projection(documentId),
    inProject,
    async transact(request) {
      const { appends, rows, expect, ...work } = request
      const outcome = await run({
        ...work,
        add: (result) => ({ appends: appends?.(result), rows: rows?.(result), expect: expect?.(result) }),
      })
      if (outcome.ok) for (const { documentId } of outcome.changed) compactInTime(await cache.loaded(documentId))
      return outcome
    },
    receive,
    async create({ projectId, kind, id = newId(), fields, origin = SYSTEM }) {
      const outcome = await run({
        projectId,
        origin,
        body: async (drafts) => {
          const draft = drafts.create(id, kind)
          for (const [key, value] of Object.entries(fields)) draft.set(key, value)
          return { result: null, commit: true }
        },
      })
      if (!outcome.ok) throw new Error(`The document ${id} could not be made: ${outcome.message}`)
      return id
    },
    async writtenSince(documentId, since) {
      const live = await open(documentId)
      if (!live || since < 0 || since > live.head) return undefined
      const { head } = live
      if (since === head) return { head, keys: [] }
      const found = await database.read(queries.continuation(documentId, since))
      const updates = (found?.updates ?? []).filter(({ seq }) => seq <= head)
      if (updates[0]?.seq !== since + 1) return undefined
      const keys = writtenKeys(
        live.doc,
        updates.map(({ data }) => data),
      )
      return { head, keys }
    },
    async writersOf(documentId, keys) {
      const live = await open(documentId)
      if (!live) return undefined
      const found = await database.read(queries.continuation(documentId, live.snapshotHead))
      const updates = (found?.updates ?? []).filter(({ seq }) => seq <= live.head)
      return keyWriters(
        live.doc,
        updates.map(({ data, origin }) => ({ data, origin: JSON.parse(origin) })),
        keys,
      )
    },
    async upgrade(kind, schemaVersion, fields) {
      types.expectReadable(kind, schemaVersion)
      if (schemaVersion === types.of(kind).version) return fields
      const draft = createMemoryView(Object.entries(fields))
      await types.upgrade(kind, schemaVersion, draft)
      return plainView(draft)
    },
    compact,
    async encode(documentId) {
      const live = await open(documentId)
      if (!live) throw new Error(`There is no document ${documentId}`)
      return Y.encodeStateAsUpdate(live.doc)
    },
    async remove(documentId) {
      const release = await locks.hold([documentId])
      try {
        for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
          const live = await open(documentId)
          if (!live) return false
          const { kind, projectId, view, head } = live
          const isHooked = types.of(kind).beside !== undefined
          const outcome = await commitDocuments(
            { projectId, source: 'remove', origin: SYSTEM },
            [
              {
                kind,
                describe: () => ({ documentId, kind, event: 'removed', patches: [], before: view, after: view }),
              },
            ],
            (derived) => ({
              expect: [...(isHooked ? [queries.hold(documentId, head, false)] : []), ...(derived.expect ?? [])],
              appends: derived.appends,
              rows: [queries.mark(documentId, projectId, now()), ...(derived.rows ?? [])],
              wake: [topicOf(documentId), ...(derived.wake ?? [])],
            }),
          )
          if (outcome.ok) {
            live.setRemoved(true)
            return true
          }
          if (outcome.refused !== REFUSED.headMoved) {
            throw new Error(`The document ${documentId} could not be removed: ${outcome.message}`)
          }
          await cache.catchUp(live)
        }
        throw new Error(`Others kept changing the document ${documentId}.`)
      } finally {
        release()
      }
    },
    async removeAll(projectId) {
      await database.write(affectedBy(queries.markAll(projectId, now())))
    },
    async exists(documentId) {
      const stored = await database.read(queries.document(documentId))
      return stored !== undefined && stored.deletedAt === null
    },
    writtenByTabs: (kind) => types.of(kind).writtenByTabs === true,
    async list(projectId, kinds) {
      const stored = await database.read(queries.list(projectId, kinds))
      return stored.map(({ id, kind, head, createdAt }) => ({ id, kind, head, createdAt }))
    },
    changedAt: (projectId) => database.read(queries.changedAt(projectId)),
    mayGrow: (changeSetId, projectId, userId) => database.read(queries.mayGrow(changeSetId, projectId, userId)),
    changeSetOwner: (changeSetId) => database.read(queries.changeSetOwner(changeSetId)),
    ...changeSets,
    describe: types.describe,
    close: cache.close,
  }
}

const byDocumentId = (a: { documentId: string }, b: { documentId: string }) => (a.documentId < b.documentId ? -1 : 1)

/** The result of an update, computed on a copy of the document. */
function changeBy(live: LiveState, update: Uint8Array): { before: View; after: View; patches: Patch[] } {
  const copy = openLocal(new Y.Doc())
  Y.applyUpdate(copy.doc, Y.encodeStateAsUpdate(live.doc))
  const patches: Patch[] = []
  copy.observe((changed) => patches.push(...changed))
  Y.applyUpdate(copy.doc, update)
  return { before: live.view, after: copy.view, patches }
}

function numberOf(row: unknown): number | undefined {
  return typeof row === 'object' && row !== null && 'head' in row ? Number(row.head) : undefined
}
