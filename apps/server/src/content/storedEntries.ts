import type { ContentSchema, Finding, Model, StoredEntry } from '@atelier/content'
import { inSlices, pause, type Steps } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'
import type { ContentProject } from './contentProjects.ts'
import { fromStored, type StoredLocales } from './storedValues.ts'

/** The entries of one model in the order in which they were made. */
export interface EntriesOfModel {
  all: readonly StoredEntry[]
  byId: ReadonlyMap<string, StoredEntry>
}

export interface StoredEntries {
  /** As they are committed: what has changed since the last call is read, and no more. */
  of(projectId: string, project: ContentProject, schema: ContentSchema, model: string): Promise<EntriesOfModel>
}

interface Kept {
  seq: number
  schemaSeq: number
  byDocument: Map<string, StoredEntry & { stored: StoredLocales | undefined; size: number }>
  entries: EntriesOfModel | undefined
  size: number
}

/** How many rows are read at once, so that other requests have their turn meanwhile. */
const AT_ONCE = 500

/** The texts of all entries in memory, in characters. */
const MOST_KEPT = 32 * 1024 * 1024

const nothing: EntriesOfModel = { all: [], byId: new Map() }

/** Keeps the entries that were read last in memory. */
export function createStoredEntries(database: Database): StoredEntries {
  const db = queryBuilder<Tables>(database.dialect)
  const models = new Map<string, Kept>()
  const reading = new Map<string, Promise<unknown>>()

  async function catchUp(projectId: string, model: Model, kept: Kept, project: ContentProject): Promise<void> {
    if (kept.schemaSeq !== project.schemaSeq) {
      await inSlices(nameAll(kept, model))
      kept.schemaSeq = project.schemaSeq
      kept.entries = undefined
    }
    if (kept.seq >= project.seq) return
    const changed = await changedSince(projectId, model.id, kept.seq)
    for (let from = 0; from < changed.length; from += AT_ONCE) {
      if (from > 0) await pause()
      keepRows(await rowsOfDocuments(changed.slice(from, from + AT_ONCE)), model, kept)
    }
    // A row that has changed while others were read has a higher number, and is read again.
    for (const { seq } of changed) kept.seq = Math.max(kept.seq, seq)
    kept.seq = Math.max(kept.seq, project.seq)
  }

  async function changedSince(projectId: string, model: string, seq: number) {
    const query = db
      .selectFrom('content_entries')
      .select(['document_id', 'seq'])
      .where('project_id', '=', projectId)
      .where('model_id', '=', model)
      .where('seq', '>', seq)
    return database.read(rowsOf(query))
  }

  async function rowsOfDocuments(changed: readonly { document_id: string }[]) {
    const ids = changed.map(({ document_id }) => document_id)
    return database.read(rowsOf(db.selectFrom('content_entries').selectAll().where('document_id', 'in', ids)))
  }

  function keepRows(rows: readonly Tables['content_entries'][], model: Model, kept: Kept): void {
    for (const row of rows) {
      kept.size -= kept.byDocument.get(row.document_id)?.size ?? 0
      kept.byDocument.delete(row.document_id)
      if (row.deleted_at !== null) continue
      const stored: StoredLocales | undefined = row.data === null ? undefined : JSON.parse(row.data)
      const issues: Finding[] = JSON.parse(row.issues)
      const size = (row.data?.length ?? 0) + row.issues.length + 500
      const entry = {
        model: model.id,
        id: row.entry_id,
        documentId: row.document_id,
        head: row.head,
        title: row.title,
        issues,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        stored,
        size,
      }
      kept.byDocument.set(row.document_id, named(entry, model))
      kept.size += size
    }
    if (rows.length > 0) kept.entries = undefined
  }

  function makeRoom(): void {
    let size = 0
    for (const kept of models.values()) size += kept.size
    for (const [key, kept] of models) {
      if (size <= MOST_KEPT || models.size <= 1) return
      models.delete(key)
      size -= kept.size
    }
  }

  return {
    async of(projectId, project, schema, modelId) {
      const model = schema.models.find(({ id }) => id === modelId)
      if (!model) return nothing
      const key = `${projectId}/${modelId}`
      // One after another, so that a slow reading never puts old rows over newer ones.
      const before = reading.get(key)
      const kept: Kept = models.get(key) ?? {
        seq: 0,
        schemaSeq: project.schemaSeq,
        byDocument: new Map(),
        entries: undefined,
        size: 0,
      }
      models.delete(key)
      models.set(key, kept)
      const mine = (before ?? Promise.resolve()).then(async () => {
        await catchUp(projectId, model, kept, project)
        // Before the next one reads, of which some rows would be in it.
        kept.entries ??= listed(kept)
        return kept.entries
      })
      const settled = mine.catch(() => undefined)
      reading.set(key, settled)
      try {
        return await mine
      } finally {
        if (reading.get(key) === settled) reading.delete(key)
        makeRoom()
      }
    },
  }
}

function* nameAll({ byDocument }: Kept, model: Model): Steps<void> {
  for (const [id, entry] of byDocument) {
    byDocument.set(id, named(entry, model))
    yield
  }
}

function named<Each extends StoredEntry & { stored: StoredLocales | undefined }>(entry: Each, model: Model): Each {
  const { stored, id } = entry
  if (!stored) return entry
  return { ...entry, settled: { model: model.id, id, locales: fromStored(stored, model) } }
}

function listed({ byDocument }: Kept): EntriesOfModel {
  const all = [...byDocument.values()].sort(
    (a, b) => a.createdAt - b.createdAt || (a.documentId < b.documentId ? -1 : 1),
  )
  return { all, byId: new Map(all.map((entry) => [entry.id, entry])) }
}
