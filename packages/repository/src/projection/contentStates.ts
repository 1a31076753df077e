import { setImmediate } from 'node:timers/promises'
import {
  type ContentSchema,
  deriveEntry,
  type Entry,
  editsWait,
  entryIdentity,
  entryName,
  type Finding,
  fromStored,
  heldLocaleOf,
  inLocalesOf,
  type KnownPublished,
  localesOf,
  type Model,
  publicationOf,
  publishedEntry,
  readHeld,
  readSchema,
  rewrittenBy,
  type StoredLocales,
  type StoredPublished,
  toStored,
  unsettledLocales,
} from '@atelier/content'
import { beforeView, type Documents, type Patch, type ProjectViews, type View } from '@atelier/documents'
import { inSlices, type Steps } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ContentProjects, StoredEntries } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import type { Stamp } from '../files/lastEditors.ts'
import { committer } from '../git/commits.ts'
import type { ChangeGroup } from '../log/groups.ts'

/** An entry that a group of changes touches. */
export interface EditedEntry {
  documentId: string
  model: string
  /** As it is called after the group; what is deleted keeps its name. */
  id: string
  /** As it was called before; undefined if it was not there. */
  was: string | undefined
  /** Whether files show anything of what the group changed in it. */
  settled: boolean
  /** The locales in which the group publishes it. */
  published?: ReadonlySet<string>
}

/** The state of an entry in the files, and the locales whose live values its model does not accept. */
interface ShownState {
  shown: Entry | undefined
  unsettled: ReadonlySet<string>
}

/** An entry with locales whose live values its model does not accept. */
export interface UnsettledEntry {
  /** As it is called after the group, and as it was before. */
  id: string
  was: string
  /** Its visible values, with the last settled ones in those locales; undefined if nothing was ever settled. */
  last: Entry | undefined
  locales: ReadonlySet<string>
}

export interface EntriesAt {
  settled: readonly Entry[]
  unsettled: readonly UnsettledEntry[]
}

/** The content after each of several groups of changes: the rows as they are, without what came later. */
export interface ContentStates {
  schemas(group: ChangeGroup): Promise<{ before: ContentSchema | undefined; after: ContentSchema | undefined }>
  /** The entries of a model. */
  entries(group: ChangeGroup, model: Model): Promise<EntriesAt>
  edited(group: ChangeGroup): Promise<readonly EditedEntry[]>
  /** Models whose files the group has written anew in the canonical form, by their ids; the settings as an empty text. */
  rewritten(group: ChangeGroup): Promise<ReadonlySet<string>>
  /** Who changed entries of a model last, by their names: those of the group, or all. */
  stamps(group: ChangeGroup, model: Model, all: boolean): Promise<ReadonlyMap<string, Stamp>>
}

export interface StatesOptions {
  database: Database
  documents: Pick<Documents, 'inProject'>
  projects: ContentProjects
  entries: StoredEntries
  projectId: string
  now(): number
}

interface Logged {
  seq: number
  document_id: string
}

/** How many rows are read by their documents at once. */
const AT_ONCE = 200

/** The content as it was with the change of one number and none behind it. */
export interface ContentAt extends ProjectViews {
  /** The document of models and settings; undefined if there is none. */
  documentId: string | undefined
  schema: ContentSchema | undefined
  /** The entries of a model of that schema. */
  entries(model: Model): Promise<EntriesAt>
}

export async function contentAt(options: StatesOptions, seq: number): Promise<ContentAt> {
  const nothing = { kind: 'person' as const }
  const change = { seq: seq + 1, ref: '', documents: [], cause: nothing, by: committer, label: '', at: 0 }
  const group = { ref: '', cause: nothing, by: committer, coAuthors: [], changes: [change], upTo: seq }
  const states = await createContentStates(options, [group])
  return {
    documentId: (await options.projects.find(options.projectId))?.documentId,
    schema: (await states.schemas(group)).after,
    entries: (model) => states.entries(group, model),
    projectId: options.projectId,
    open: (documentId) => states.view(documentId, seq),
  }
}

/** @param groups in the order of their commits; asked for one after another */
export async function createContentStates(
  options: StatesOptions,
  groups: readonly ChangeGroup[],
): Promise<ContentStates & { view(documentId: string, seq: number): Promise<View | undefined> }> {
  const { database, documents, projects, projectId, now } = options
  const views = documents.inProject(projectId)
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const base = Math.min(...groups.flatMap(({ changes }) => changes.map(({ seq }) => seq))) - 1
  const project = await projects.find(projectId)
  let known = base
  /** The log of a document since, in order. */
  const byDocument = new Map<string, Logged[]>()
  const indexOf = new Map(groups.map((group, index) => [group, index]))

  /** Reads what is logged since it was read last. Rows that were read before it hold no change that is not known then. */
  async function readLog(): Promise<void> {
    const query = db
      .selectFrom('content_changes')
      .select(['seq', 'document_id'])
      .where('project_id', '=', projectId)
      .where('seq', '>', known)
      .orderBy('seq')
    for (const row of await database.read(rowsOf(query))) {
      const changes = byDocument.get(row.document_id) ?? []
      byDocument.set(row.document_id, changes)
      // Two groups may be asked for at once.
      if (row.seq > (changes.at(-1)?.seq ?? base)) changes.push(row)
      known = Math.max(known, row.seq)
    }
  }
  await readLog()

  /** By document: the groups that change it, and the last number of each. */
  const touched = new Map<string, { index: number; seq: number }[]>()
  for (const [index, { changes }] of groups.entries()) {
    for (const { documents, seq } of changes) {
      for (const id of documents) {
        const known = touched.get(id) ?? []
        const last = known.at(-1)
        if (last?.index === index) last.seq = Math.max(last.seq, seq)
        else known.push({ index, seq })
        touched.set(id, known)
      }
    }
  }
  /** The last change of a document up to the end of the group with this index; changes behind it are later ones. */
  const limitOf = (documentId: string, index: number): number =>
    touched.get(documentId)?.findLast((each) => each.index <= index)?.seq ?? base
  const isLater = (documentId: string, limit: number) => (byDocument.get(documentId)?.at(-1)?.seq ?? 0) > limit

  /** The logs of documents since, by document, in order. */
  async function patchesSince(ids: readonly string[], seq: number) {
    const query = db
      .selectFrom('content_changes')
      .select(['document_id', 'seq', 'patches'])
      .where('document_id', 'in', ids)
      .where('seq', '>', seq)
      .orderBy('seq')
    return Map.groupBy(await database.read(rowsOf(query)), ({ document_id }) => document_id)
  }
  const patchesIn = (rows: readonly { patches: string }[] = []) =>
    rows.flatMap(({ patches }): Patch[] => JSON.parse(patches))

  async function viewAt(documentId: string, limit: number): Promise<View | undefined> {
    return viewBefore(documentId, patchesIn((await patchesSince([documentId], limit)).get(documentId)))
  }
  /** A document without these patches; one that they made is not opened. */
  async function viewBefore(documentId: string, patches: readonly Patch[]): Promise<View | undefined> {
    if (patches.some(({ key, before }) => key === 'entry' && before === undefined)) return undefined
    const live = await views.open(documentId)
    return live && beforeView(live, patches)
  }

  async function schemaAt(index: number): Promise<ContentSchema | undefined> {
    if (!project || index < -1) return undefined
    const limit = limitOf(project.documentId, index)
    if (!isLater(project.documentId, limit)) return project.schema
    const view = await viewAt(project.documentId, limit)
    return view && readSchema(view)
  }

  async function schemas(group: ChangeGroup) {
    const index = indexOf.get(group) ?? 0
    const after = await schemaAt(index)
    return { before: group.changes.some(({ forAll }) => forAll) ? await schemaAt(index - 1) : after, after }
  }

  async function rowsOfDocuments(ids: readonly string[]): Promise<RepositoryTables['content_entries'][]> {
    const rows: RepositoryTables['content_entries'][] = []
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const query = db
        .selectFrom('content_entries')
        .selectAll()
        .where('document_id', 'in', ids.slice(from, from + AT_ONCE))
      rows.push(...(await database.read(rowsOf(query))))
      await setImmediate()
    }
    return rows
  }

  /** An entry as a view shows it; undefined where there is none. */
  function entryIn(
    row: RepositoryTables['content_entries'],
    view: View,
    schema: ContentSchema,
    published: KnownPublished | undefined,
  ): (ShownState & { id: string }) | undefined {
    const model = schema.models.find(({ id }) => id === row.model_id)
    const last: StoredLocales | undefined = row.data === null ? undefined : JSON.parse(row.data)
    const derived = model && deriveEntry(row.document_id, view, schema, now(), { last, published })
    if (!model || !derived || derived.deleted) return undefined
    const { id, settled, issues } = derived
    const live = settled && { model: model.id, id, locales: fromStored(settled.locales, model) }
    const waiting = settled?.published?.waiting
    const shown = live && waiting ? publishedEntry(live, waiting, model, schema) : live
    return { id, shown, unsettled: unsettledIn(shown, issues, model, schema) }
  }

  /** The published values that are kept of entries, by their documents. */
  async function publishedOf(ids: readonly string[]): Promise<Map<string, KnownPublished>> {
    const found = new Map(ids.map((id) => [id, { values: new Map<string, StoredPublished[string]>() }]))
    const query = db
      .selectFrom('content_published')
      .select(['document_id', 'name', 'data'])
      .where('document_id', 'in', ids)
    for (const { document_id, name, data } of ids.length === 0 ? [] : await database.read(rowsOf(query)))
      found.get(document_id)?.values.set(name, JSON.parse(data))
    return found
  }

  const storedOf = async (model: Model) =>
    project?.schema ? (await options.entries.of(projectId, project, project.schema, model.id)).all : []

  /** The rows of those entries of a model that are changed again later. */
  async function laterRows(index: number, model: Model): Promise<RepositoryTables['content_entries'][]> {
    const later = [...byDocument.keys()].filter((id) => isLater(id, limitOf(id, index)))
    return (await rowsOfDocuments(later)).filter((row) => row.model_id === model.id)
  }

  async function entries(group: ChangeGroup, model: Model): Promise<EntriesAt> {
    if (!project?.schema) return { settled: [], unsettled: [] }
    const index = indexOf.get(group) ?? 0
    const schema = (await schemaAt(index)) ?? project.schema
    const now = project.schema.models.find(({ id }) => id === model.id)
    const stored = await storedOf(model)
    await readLog()
    const rows = await laterRows(index, model)
    const replaced = new Set(rows.map((row) => row.document_id))
    const former = new Map((await edited(group)).map((each) => [each.documentId, each]))
    const settled: Entry[] = []
    const unsettled: UnsettledEntry[] = []
    const add = (documentId: string, id: string, shown: Entry | undefined, locales: ReadonlySet<string>) => {
      const { was = id, published } = former.get(documentId) ?? {}
      // Published values replace what the files have, also while somebody types above them.
      const left = published ? locales.difference(published) : locales
      if (shown && left.size === 0) settled.push(shown)
      else unsettled.push({ id, was, last: shown, locales: left })
    }
    const asNow = (entry: Entry) => {
      const named = now && now !== model ? { ...entry, locales: fromStored(toStored(entry, now), model) } : entry
      return inLocalesOf(named, model, schema)
    }
    function* findStored(): Steps<void> {
      for (const { documentId, id, settled, published: last = settled, issues } of stored) {
        if (replaced.has(documentId)) continue
        const shown = last && asNow({ ...last, id })
        if (shown || issues.length > 0) add(documentId, id, shown, unsettledIn(shown, issues, model, schema))
        yield
      }
    }
    await inSlices(findStored())
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      const since = await patchesSince(
        some.map((row) => row.document_id),
        base,
      )
      const published = await publishedOf(some.map((row) => row.document_id))
      for (const row of some) {
        const limit = limitOf(row.document_id, index)
        const patches = patchesIn(since.get(row.document_id)?.filter(({ seq }) => seq > limit))
        const view = await viewBefore(row.document_id, patches)
        const entry = view && entryIn(row, view, schema, published.get(row.document_id))
        if (entry) add(row.document_id, entry.id, entry.shown, entry.unsettled)
      }
      await setImmediate()
    }
    return { settled, unsettled }
  }

  const editedBy = new Map<ChangeGroup, Promise<EditedEntry[]>>()
  function edited(group: ChangeGroup): Promise<EditedEntry[]> {
    const known = editedBy.get(group) ?? readEdited(group)
    editedBy.set(group, known)
    return known
  }
  async function readEdited(group: ChangeGroup): Promise<EditedEntry[]> {
    const index = indexOf.get(group) ?? 0
    const rows = await rowsOfDocuments([...new Set(group.changes.flatMap((change) => change.documents))])
    await readLog()
    const schema = await schemaAt(index)
    const found: EditedEntry[] = []
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      const ids = some.map((row) => row.document_id)
      const since = await patchesSince(ids, base)
      const known = await publishedOf(ids)
      for (const row of some) {
        const { document_id: documentId, model_id: model, entry_id } = row
        const [start, limit] = [limitOf(documentId, index - 1), limitOf(documentId, index)]
        const view = isLater(documentId, limit) ? await viewAt(documentId, limit) : undefined
        const id = (view && entryIdentity(view)?.id) ?? entry_id
        const shown = view && schema ? entryIn(row, view, schema, known.get(documentId)) : shownIn(row, schema)
        const patches = patchesIn(since.get(documentId)?.filter(({ seq }) => seq > start && seq <= limit))
        const was = nameBefore(patches, id, await bornAs(documentId, patches))
        const now = view ?? (row.held_until === null ? undefined : await views.open(documentId))
        const held = shown?.shown && schema ? heldLocales(shown.shown, schema, now) : new Set<string>()
        const hidden = shown?.unsettled.union(held) ?? held
        const settled = shown?.shown !== undefined && patches.some(({ key }) => isSeenIn(key, hidden))
        const published = new Set(
          patches.flatMap(({ key }) => {
            const [locale, letOut] = [publicationOf(key), heldLocaleOf(key)]
            if (locale !== undefined) return held.has(locale) ? [locale] : []
            return letOut === undefined || held.has(letOut) ? [] : [letOut]
          }),
        )
        found.push({ documentId, model, id, was, settled, published })
      }
      await setImmediate()
    }
    return found
  }

  /** The first name of an entry, where the patches rename it from there. */
  async function bornAs(documentId: string, patches: readonly Patch[]): Promise<string | undefined> {
    const renamed = patches.find(({ key }) => key === 'id')
    if (!renamed || renamed.before !== undefined) return undefined
    const born = (await views.open(documentId))?.get('entry')
    return nameIn(born)
  }

  return {
    schemas,
    entries,
    edited,
    view: viewAt,
    async rewritten(group) {
      const numbers = new Set(group.changes.flatMap(({ seq, forAll }) => (forAll ? [seq] : [])))
      if (!project || numbers.size === 0) return new Set()
      const rows = (await patchesSince([project.documentId], base)).get(project.documentId)
      return new Set(rewrittenBy(patchesIn(rows?.filter(({ seq }) => numbers.has(seq)))))
    },
    async stamps(group, model, all) {
      const stamps = new Map<string, Stamp>()
      if (all) {
        const rows = await laterRows(indexOf.get(group) ?? 0, model)
        const times = rows.map((row) => ({ id: row.entry_id, updatedAt: row.updated_at }))
        for (const { id, updatedAt } of [...(await storedOf(model)), ...times])
          stamps.set(entryName({ model: model.id, id }), { source: 'import', by: 'atelier', at: updatedAt })
      }
      const last = new Map(
        group.changes.flatMap((change) => {
          const followers = new Set(change.followers)
          return change.documents.flatMap((id) => (followers.has(id) ? [] : [[id, change] as const]))
        }),
      )
      for (const each of (await edited(group)).filter((other) => other.model === model.id)) {
        const change = last.get(each.documentId)
        if (!change || !each.settled) continue
        const source = change.cause.kind === 'run' ? 'agent' : 'human'
        stamps.set(entryName(each), { source, by: change.by.name, at: change.at })
      }
      return stamps
    },
  }
}

/**
 * The locales of an entry whose values reach the files only when somebody publishes them, or once nobody types in them.
 * @param view of the entry; undefined if nothing of it is held
 */
const heldLocales = ({ locales }: Entry, { config }: ContentSchema, view: View | undefined): ReadonlySet<string> =>
  new Set(
    Object.keys(locales).filter(
      (locale) =>
        locales[locale]?.meta.status === 'published' &&
        (editsWait(config) || (view !== undefined && readHeld(view, locale) !== undefined)),
    ),
  )

/** The visible values in the row of an entry. */
function shownIn(row: RepositoryTables['content_entries'], schema: ContentSchema | undefined): ShownState | undefined {
  const model = schema?.models.find(({ id }) => id === row.model_id)
  if (!schema || !model || row.data === null) return undefined
  const locales: StoredLocales = JSON.parse(row.data)
  const shown = { model: model.id, id: row.entry_id, locales }
  return { shown, unsettled: unsettledIn(shown, JSON.parse(row.issues), model, schema) }
}

const unsettledIn = (
  shown: Entry | undefined,
  issues: readonly Finding[],
  model: Model,
  schema: ContentSchema,
): ReadonlySet<string> =>
  shown ? unsettledLocales(shown, issues, model, schema) : new Set(localesOf(model, schema.config))

/** Whether files show the value of a key of an entry: all but values of locales that are not settled. */
function isSeenIn(key: string, unsettled: ReadonlySet<string>): boolean {
  const at = key.search(/[/:]/)
  return at < 0 || key[at] === ':' || !unsettled.has(key.slice(0, at))
}

/** An entry's title before these patches; undefined if it was not there. */
function nameBefore(patches: readonly Patch[], id: string, born: string | undefined): string | undefined {
  const first = (key: string) => patches.find((patch) => patch.key === key)
  const birth = first('entry')
  if (birth) return nameIn(birth.before)
  if (first('deleted')?.before === true) return undefined
  const renamed = first('id')
  if (!renamed) return id
  return typeof renamed.before === 'string' ? renamed.before : born
}

function nameIn(born: unknown): string | undefined {
  if (typeof born !== 'object' || born === null || !('id' in born)) return undefined
  return typeof born.id === 'string' ? born.id : undefined
}
