import {
  type ContentSchema,
  editsWait,
  type Finding,
  fromStored,
  inLocalesOf,
  type Model,
  publishedEntry,
  type StoredEntry,
  type StoredLocales,
  type StoredPublished,
  settleAnew,
} from '@atelier/content'
import { inSlices, type Steps, yieldToOthers } from '@atelier/operation'
import type { ContentProject, EntriesOfModel, StoredEntries } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

interface KeptRow {
  stored: StoredLocales | undefined
  /** The published values of locales in which they are others, if there are any. */
  storedPublished: StoredPublished | undefined
  /** Whether its row was derived by models before those of now. */
  stale: boolean
  /** Whether somebody types in it, so that visitors do not see all of it yet. */
  isHeld: boolean
}

type KeptEntry = StoredEntry & KeptRow & { size: number }

interface Kept {
  seq: number
  schemaSeq: number
  /** The model as the entries were read by it. */
  shape: string
  byDocument: Map<string, KeptEntry>
  entries: { all: readonly KeptEntry[]; byId: Map<string, KeptEntry> } | undefined
  size: number
}

/** An entry before and after it was read again; undefined while it is not there. */
interface Replaced {
  before: KeptEntry | undefined
  after: KeptEntry | undefined
}

/** A model in its schema. */
interface Of {
  model: Model
  schema: ContentSchema
}

/** How many rows are read at once, so that other requests have their turn meanwhile. */
const AT_ONCE = 500

/** How many changes are put into a list of entries that is sorted already; with more it is made anew. */
const MOST_PUT = 100

/** The texts of all entries in memory, in characters. */
const MOST_KEPT = 32 * 1024 * 1024

const nothing: EntriesOfModel = { all: [], byId: new Map() }

/** Keeps the entries that were read last in memory. */
export function createStoredEntries(database: Database): StoredEntries {
  const db = queryBuilder<Tables>(database.dialect)
  const models = new Map<string, Kept>()
  const reading = new Map<string, Promise<unknown>>()

  async function catchUp(projectId: string, { model, schema }: Of, kept: Kept, project: ContentProject): Promise<void> {
    if (kept.schemaSeq !== project.schemaSeq) {
      const shape = shownShape({ model, schema })
      await inSlices(nameAll(kept, { model, schema }, kept.shape !== shape))
      kept.schemaSeq = project.schemaSeq
      kept.shape = shape
      kept.entries = undefined
    }
    if (kept.seq >= project.seq) return
    const changed = await changedSince(projectId, model.id, kept.seq)
    const { entries } = kept
    kept.entries = undefined
    const replaced: Replaced[] = []
    for (let from = 0; from < changed.length; from += AT_ONCE) {
      if (from > 0) await yieldToOthers()
      replaced.push(...keepRows(await rowsOfDocuments(changed.slice(from, from + AT_ONCE)), { model, schema }, kept))
    }
    if (replaced.length === 0) kept.entries = entries
    else if (entries && replaced.length <= MOST_PUT) kept.entries = withReplaced(entries, replaced)
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

  function keepRows(rows: readonly Tables['content_entries'][], of: Of, kept: Kept): Replaced[] {
    return rows.map((row) => {
      const before = kept.byDocument.get(row.document_id)
      const after = row.deleted_at === null ? entryOf(row, of) : undefined
      kept.size += (after?.size ?? 0) - (before?.size ?? 0)
      if (after) kept.byDocument.set(row.document_id, after)
      else kept.byDocument.delete(row.document_id)
      return { before, after }
    })
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
        shape: shownShape({ model, schema }),
        byDocument: new Map(),
        entries: undefined,
        size: 0,
      }
      models.delete(key)
      models.set(key, kept)
      const mine = (before ?? Promise.resolve()).then(async () => {
        await catchUp(projectId, { model, schema }, kept, project)
        // Before the next one reads, of which some rows would be in it.
        kept.entries ??= listEntries(kept)
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

/** Text that is another one once entries are to be shown otherwise. */
const shownShape = ({ model, schema: { config } }: Of): string =>
  JSON.stringify([model, config.locales, config.publishEdits])

/** @param changed whether the model is another than that by which they were read */
function* nameAll({ byDocument }: Kept, of: Of, changed: boolean): Steps<void> {
  for (const [id, entry] of byDocument) {
    byDocument.set(id, withTitle({ ...entry, stale: entry.stale || changed }, of))
    yield
  }
}

function entryOf(row: Tables['content_entries'], of: Of): KeptEntry {
  const stored: StoredLocales | undefined = row.data === null ? undefined : JSON.parse(row.data)
  const storedPublished: StoredPublished | undefined = row.published === null ? undefined : JSON.parse(row.published)
  const issues: Finding[] = JSON.parse(row.issues)
  const entry = {
    model: of.model.id,
    id: row.entry_id,
    documentId: row.document_id,
    head: row.head,
    title: row.title,
    issues,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.published_at === null ? {} : { publishedAt: readTimes(row.published_at) }),
    stored,
    storedPublished,
    stale: row.stale !== 0,
    isHeld: row.held_until !== null,
    size: (row.data?.length ?? 0) + 2 * (row.published?.length ?? 0) + row.issues.length + 500,
  }
  return withTitle(entry, of)
}

function readTimes(text: string): Readonly<Record<string, number>> {
  const times: Record<string, number> = JSON.parse(text)
  return times
}

function withTitle<Each extends StoredEntry & KeptRow>(entry: Each, { model, schema }: Of): Each {
  const { stored, storedPublished, stale, isHeld, id } = entry
  if (!stored) return entry
  const before = { model: model.id, id, locales: fromStored(stored, model) }
  const settled = (stale ? settleAnew : inLocalesOf)(before, model, schema)
  if (!storedPublished || !(isHeld || editsWait(schema.config))) return { ...entry, settled }
  const published = publishedEntry(settled, storedPublished, model, schema)
  return { ...entry, settled, published, waiting: Object.keys(storedPublished) }
}

type Order = Pick<StoredEntry, 'createdAt' | 'documentId'>

const compareOrder = (a: Order, b: Order): number =>
  a.createdAt - b.createdAt || (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : 0)

const byIdOf = (all: readonly KeptEntry[]) => new Map(all.map((entry) => [entry.id, entry]))

function listEntries({ byDocument }: Kept): NonNullable<Kept['entries']> {
  const all = [...byDocument.values()].sort(compareOrder)
  return { all, byId: byIdOf(all) }
}

/** Entries with a few of them replaced: `all` is a copy, since others may still read it. */
function withReplaced(
  { all: before, byId }: NonNullable<Kept['entries']>,
  replaced: readonly Replaced[],
): NonNullable<Kept['entries']> {
  const all = [...before]
  for (const { before: was, after: is } of replaced) {
    if (was) {
      all.splice(placeIn(all, was), 1, ...(is ? [is] : []))
      if (byId.get(was.id) === was) byId.delete(was.id)
    } else if (is) all.splice(placeIn(all, is), 0, is)
  }
  for (const { after } of replaced) if (after) byId.set(after.id, after)
  // It is made anew should two have had one name.
  return { all, byId: byId.size === all.length ? byId : byIdOf(all) }
}

/** Where an entry is in a list in order, or belongs. */
function placeIn(all: readonly Order[], entry: Order): number {
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const each = all[middle]
    if (each && compareOrder(each, entry) < 0) from = middle + 1
    else to = middle
  }
  return from
}
