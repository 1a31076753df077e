import {
  type ContentSchema,
  createEntry,
  digestOf,
  type Entry,
  entryName,
  type Finding,
  type Model,
  mainLocale,
  readSchema,
  setConfig,
  setForm,
  setLayout,
  setPublic,
  setRoute,
  setShared,
  setTerm,
  setTranslated,
  sharedFields,
  toFile,
  type WrittenMeta,
  writeList,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Documents, DraftSet } from '@atelier/documents'
import { inSlices, type Steps } from '@atelier/operation'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { IMPORTING } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import { contentTopic, REPOSITORY_TOPIC } from '../contract/topics.ts'
import { findingsOf, recordFindings, unreadableSchema } from '../files/findings.ts'

export type ImportOutcome = { ok: true } | { ok: false; problem: string }

export interface ImportOptions {
  database: Database
  documents: Pick<Documents, 'transact'>
  projectId: string
  newId(): string
}

/** The content of a commit, and the problems of its files. */
export interface ImportedContent {
  schema: ContentSchema
  entries: readonly Entry[]
  findings: readonly Finding[]
  broken: readonly string[]
}

/** An import that is not finished: of which commit, as which change set. */
export interface UnfinishedImport {
  /** Undefined if it was given up. */
  tip: string | undefined
  changeSetId: string
}

/** Entries that one commit makes: each holds other requests up while its rows are written. */
const AT_ONCE = 50

/**
 * Begins to set the content of a project up with what a commit of its repository holds: the models and settings, and the
 * mark that the import is not finished. As long as that stands, the project has no content for anybody, and nothing of it
 * is written to the repository. Whoever finds it finishes the import.
 */
export async function beginImport(
  tip: string,
  { schema }: ImportedContent,
  { database, documents, projectId, newId }: ImportOptions,
): Promise<ImportOutcome> {
  const mark = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_projects')
    .set({ state: IMPORTING, tip })
    .where('project_id', '=', projectId)
  const outcome = await documents.transact({
    ...importBy(projectId, newId()),
    async body(drafts) {
      const content = drafts.create(newId(), 'content')
      setConfig(content, schema.config)
      for (const model of schema.models) writeModel(content, toFile(model))
      for (const [term, texts] of Object.entries(schema.vocabulary))
        for (const [locale, text] of Object.entries(texts)) setTerm(content, term, locale, text)
      const made = readSchema(content) ?? schema
      for (const [id, route] of Object.entries(schema.routes ?? {})) setRoute(content, id, route)
      for (const [id, lists] of Object.entries(schema.lists ?? {}))
        for (const { name, view } of lists) writeList(content, id, name, view)
      for (const id of schema.public ?? []) setPublic(content, id, true)
      for (const model of made.models)
        for (const [name, layout] of Object.entries(schema.layouts?.[model.id] ?? {}))
          setLayout(content, model, name, layout)
      for (const model of schema.models)
        for (const { name } of sharedFields(model)) {
          const field = made.models.find(({ id }) => id === model.id)?.fields.find((each) => each.name === name)
          if (field) setShared(content, model.id, field.key, true)
        }
      for (const model of made.models) setForm(content, model, schema.forms?.[model.id])
      return { result: null, commit: true }
    },
    rows: () => [mark.compile()],
  })
  return outcome.ok ? outcome : { ok: false, problem: outcome.message }
}

/** The import of a project that is not finished; undefined if there is none. */
export async function findImport(database: Database, projectId: string): Promise<UnfinishedImport | undefined> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_projects as project')
    .innerJoin('content_changes as change', (join) =>
      join
        .onRef('change.project_id', '=', 'project.project_id')
        .onRef('change.seq', '=', 'project.seq')
        .onRef('change.document_id', '=', 'project.document_id'),
    )
    .select(['project.tip', 'change.change_set_id'])
    .where('project.project_id', '=', projectId)
    .where('project.state', '=', IMPORTING)
  const [row] = await database.read(rowsOf(query))
  return row?.change_set_id ? { tip: row.tip ?? undefined, changeSetId: row.change_set_id } : undefined
}

/** The import of a project that is under way, and why it was not finished the last time; undefined if there is none. */
export async function importUnderWay(database: Database, projectId: string): Promise<{ error?: string } | undefined> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_projects')
    .select('error')
    .where('project_id', '=', projectId)
    .where('state', '=', IMPORTING)
    .where('tip', 'is not', null)
  const [row] = await database.read(rowsOf(query))
  return row && (row.error === null ? {} : { error: row.error })
}

/** Records why the import of a project was not finished. */
export async function recordImportFailure(database: Database, projectId: string, error: string): Promise<void> {
  const update = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_projects')
    .set({ error })
    .where('project_id', '=', projectId)
    .where('state', '=', IMPORTING)
    .where('tip', 'is not', null)
  await database.transact(() => affectedBy(update))
}

/** The projects whose import is not finished. */
export async function projectsImporting(database: Database): Promise<string[]> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_projects')
    .select('project_id')
    .where('state', '=', IMPORTING)
  return (await database.read(rowsOf(query))).map(({ project_id }) => project_id)
}

/**
 * Makes the entries that an import has not made yet, some at a time and all as one change, and then shows the content to
 * everybody. Entries that their own models refuse are imported all the same, as unsettled ones, so that they can be
 * mended here.
 *
 * @param content of the commit that the import is of; `schema` is what was made of its models
 * @param signal ends it between two commits; it throws then, and is not finished
 */
export async function finishImport(
  { changeSetId }: Pick<UnfinishedImport, 'changeSetId'>,
  content: ImportedContent,
  {
    database,
    documents,
    projectId,
    newId,
    schema,
    signal,
  }: ImportOptions & { schema: ContentSchema; signal: AbortSignal },
): Promise<ImportOutcome> {
  const { entries } = content
  const arriving = new Set(entries.map(entryName))
  const there = await entriesThere(database, projectId)
  const left = entries.filter((entry) => !there.has(entryName(entry)))
  for (let from = 0; from < left.length; from += AT_ONCE) {
    signal.throwIfAborted()
    const some = left.slice(from, from + AT_ONCE)
    const outcome = await documents.transact({
      ...importBy(projectId, changeSetId),
      arriving,
      async body(drafts) {
        await inSlices(makeEntries(drafts, some, schema, newId))
        return { result: null, commit: true }
      },
    })
    if (!outcome.ok) return { ok: false, problem: outcome.message }
  }
  signal.throwIfAborted()
  await finish(database, projectId, content)
  return { ok: true }
}

const importBy = (projectId: string, changeSetId: string) =>
  ({
    projectId,
    origin: { kind: 'hand', userId: 'system' },
    source: 'import',
    changeSetId,
    label: 'Take over the content of the remote',
  }) as const

async function entriesThere(database: Database, projectId: string): Promise<Set<string>> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_entries')
    .select(['model_id', 'entry_id'])
    .where('project_id', '=', projectId)
  const rows = await database.read(rowsOf(query))
  return new Set(rows.map((row) => entryName({ model: row.model_id, id: row.entry_id })))
}

function* makeEntries(
  drafts: DraftSet,
  entries: readonly Entry[],
  schema: ContentSchema,
  newId: () => string,
): Steps<void> {
  for (const entry of entries) {
    const model = schema.models.find(({ id }) => id === entry.model)
    if (!model) continue
    const draft = drafts.create(newId(), 'entry')
    createEntry(draft, entry)
    const source = entry.locales[mainLocale(model, schema.config)]
    for (const [locale, own] of Object.entries(entry.locales)) {
      if (own.standIn) continue
      writeValues(draft, model, locale, own === source ? own.values : ownValues(own.values, source?.values, model))
      writeMeta(draft, locale, metaOf(own.meta))
      if (source && own !== source) setTranslated(draft, locale, own.translated ?? digestOf(source.values))
    }
    yield
  }
}

/** The values of a translation, without those of shared fields that the default language has. */
function ownValues(values: Entry['locales'][string]['values'], source: typeof values | undefined, model: Model) {
  const shared = new Set(sharedFields(model).map(({ name }) => name))
  const isShared = (name: string) => shared.has(name) && source !== undefined && Object.hasOwn(source, name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isShared(name)))
}

async function finish(database: Database, projectId: string, { broken, findings }: ImportedContent): Promise<void> {
  const found = findingsOf(broken, findings)
  await recordFindings(database, projectId, found)
  const unreadable = unreadableSchema(found)
  const state = unreadable === undefined ? { state: 'idle', error: null } : { state: 'error', error: unreadable }
  const update = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_projects')
    .set(state)
    .where('project_id', '=', projectId)
    .where('state', '=', IMPORTING)
    .where('tip', 'is not', null)
  await database.transact(
    () => affectedBy(update),
    () => [contentTopic(projectId), REPOSITORY_TOPIC],
  )
}

/** A document's meta data of a locale: what is not known of it is left out. */
function metaOf({ status, publish_at, expire_at, approved_by, version }: Entry['locales'][string]['meta']) {
  const known = Object.entries({ publish_at, expire_at, approved_by, version })
  const meta: Partial<WrittenMeta> = Object.fromEntries(known.filter(([, value]) => value !== undefined))
  return { ...meta, status }
}
