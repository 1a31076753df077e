import { type DerivedEntry, deriveEntry, editsWait, type Finding } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { ContentProjects } from '@atelier/repository'
import { type Database, type Query, queryBuilder, rowsOf, type StreamStore } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { STALE_TOPIC } from '../projects/changes.ts'
import { readLastRows } from '../rows/lastRows.ts'
import { createContentStatements } from '../rows/statements.ts'
import { CONTENT_REFUSED } from './contentCommitHook.ts'

/** How many entries are looked at before others have their turn. */
const AT_ONCE = 20
/** How often entries are looked for that a server which has ended left behind, in milliseconds. */
const EVERY = 10_000

/** Looks at entries again whose model, or an entry that they refer to, has changed. */
export interface SettleAgain {
  /** Resolves once nothing is left to look at. */
  rest(): Promise<void>
  stop(): void
}

export function createSettleAgain({
  database,
  streams,
  documents,
  projects,
  now,
  failed,
}: {
  database: Database
  streams: Pick<StreamStore, 'commit'>
  documents: Documents
  projects: ContentProjects
  now(): number
  failed(error: unknown): void
}): SettleAgain {
  const db = queryBuilder<Tables>(database.dialect)
  const statements = createContentStatements(database)
  let working: Promise<void> | undefined
  let again = false
  let stopped = false
  const timer = setInterval(() => start(), EVERY)
  timer.unref()
  const unsubscribe = database.subscribe(STALE_TOPIC, start)

  function start(): void {
    if (stopped) return
    again = true
    working ??= work()
      .catch(failed)
      .finally(() => {
        working = undefined
        if (again) start()
      })
  }

  async function work(): Promise<void> {
    while (again && !stopped) {
      again = false
      const query = db
        .selectFrom('content_entries')
        .select(['document_id', 'project_id'])
        .where('stale', '=', 1)
        .orderBy('project_id')
        .limit(AT_ONCE)
      const rows = await database.read(rowsOf(query))
      for (const row of rows) await lookAt(row.project_id, row.document_id)
      if (rows.length > 0) again = true
    }
  }

  /** A commit that meets a newer state leaves it to that state's author: its own rows are of that state. */
  async function lookAt(projectId: string, documentId: string): Promise<void> {
    const project = await projects.find(projectId)
    const live = await documents.inProject(projectId).live(documentId)
    const { schema } = project ?? {}
    const asked = { projectId, ids: [documentId], published: true }
    const row = (await readLastRows(database, statements, asked)).get(documentId)
    const known = { last: row?.settled, published: row?.published }
    const first = schema && live && deriveEntry(documentId, live.view, schema, now(), known)
    const found = first ? await lostReferences(projectId, first) : []
    // A value that collides with one of another entry stays refused while that entry has it.
    if (first && row?.issues.includes(`"${CONTENT_REFUSED.unique}"`))
      found.push(...(await takenValues(projectId, first)))
    const derived =
      found.length > 0 && live && schema
        ? deriveEntry(documentId, live.view, schema, now(), { ...known, found })
        : first
    const rows: Query[] =
      derived && project ? [...statements.entry(projectId, derived, now(), false)] : [notStale(documentId)]
    if (schema && !editsWait(schema.config) && !derived?.settled?.published)
      rows.push(statements.forgetPublished(documentId))
    const expect =
      derived && project
        ? [{ query: statements.advance(projectId, project.schemaSeq), rows: 1, code: CONTENT_REFUSED.moved }]
        : []
    const head = live && { query: statements.at(documentId, live.head), rows: 1, code: CONTENT_REFUSED.moved }
    await streams.commit({ expect: [...(head ? [head] : []), ...expect], rows })
  }

  /** The references of an entry that lead to nothing. */
  async function lostReferences(projectId: string, entry: DerivedEntry): Promise<Finding[]> {
    const lost: Finding[] = []
    for (const { kind, model, field, locale, value, live } of entry.settled?.keys ?? []) {
      if (kind !== 'ref' || !live) continue
      const [target] = await database.read(rowsOf(statements.named(projectId, model, [value], [])))
      if (target) continue
      const message = `There is no ${model}/${value}.`
      lost.push({
        severity: 'error',
        code: 'broken_relation',
        message,
        model: entry.model,
        entry: entry.id,
        locale,
        field,
      })
    }
    return lost
  }

  /** The unique values of an entry that another one has. */
  async function takenValues(projectId: string, entry: DerivedEntry): Promise<Finding[]> {
    const taken: Finding[] = []
    for (const { kind, model, field, locale, value, live } of entry.settled?.keys ?? []) {
      if (kind !== 'unique' || !live) continue
      const query = statements.holders(projectId, model, field, locale, [value], [entry.documentId])
      const [holder] = await database.read(rowsOf(query))
      if (!holder) continue
      taken.push({
        severity: 'error',
        code: CONTENT_REFUSED.unique,
        message: `“${value}” is already the value of ${holder.entry_id}.`,
        model: entry.model,
        entry: entry.id,
        locale,
        field,
      })
    }
    return taken
  }

  const notStale = (documentId: string): Query =>
    db.updateTable('content_entries').set({ stale: 0 }).where('document_id', '=', documentId).compile()

  return {
    async rest() {
      start()
      while (working) await working
    },
    stop() {
      stopped = true
      clearInterval(timer)
      unsubscribe()
    },
  }
}
