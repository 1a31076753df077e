import { heldLocaleOf, letOut, readHeld } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { createPeriodic, type Periodic } from './periodic.ts'

/** How many entries are let out before it is looked again. */
const AT_ONCE = 50

/**
 * Publishes typed edits of published entries after a while without a key, in projects where edits go out at once. The time
 * is stored in the entry, so that neither a closed tab nor a server that ends loses it. If several servers find an entry
 * due, one lets it out.
 */
export function createHeldEdits({
  database,
  documents,
  now,
  failed,
}: {
  database: Database
  documents: Documents
  now(): number
  failed(error: unknown): void
}): Periodic {
  const db = queryBuilder<Tables>(database.dialect)

  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const query = db
        .selectFrom('content_entries')
        .select(['document_id', 'project_id'])
        .where('held_until', '<=', now())
        .where('deleted_at', 'is', null)
        .orderBy('held_until')
        .limit(AT_ONCE)
      const due = await database.read(rowsOf(query))
      let refused = 0
      for (const row of due) {
        if (signal.aborted) return
        if (!(await letEntryOut(row.project_id, row.document_id))) refused += 1
      }
      // Those that were refused are tried again at the next pass.
      if (due.length < AT_ONCE || refused === due.length) return
    }
  }

  /** In the name of the user who typed last: no other has changed anything. */
  async function letEntryOut(projectId: string, documentId: string): Promise<boolean> {
    const typist = await typistOf(projectId, documentId)
    const outcome = await documents.transact({
      projectId,
      origin: { kind: 'hand', userId: typist ?? 'system' },
      label: 'Show typed edits to visitors',
      async body(drafts) {
        const draft = await drafts.open(documentId)
        const locales = draft ? [...draft.keys()].flatMap((key) => heldLocaleOf(key) ?? []) : []
        const due = locales.filter((locale) => draft && (readHeld(draft, locale)?.due ?? 0) <= now())
        for (const locale of due) if (draft) letOut(draft, locale)
        return { result: null, commit: due.length > 0 }
      },
    })
    return outcome.ok && outcome.changed.length > 0
  }

  async function typistOf(projectId: string, documentId: string): Promise<string | undefined> {
    const view = await documents.inProject(projectId).open(documentId)
    if (!view) return undefined
    const locales = [...view.keys()].flatMap((key) => heldLocaleOf(key) ?? [])
    return locales.flatMap((locale) => readHeld(view, locale)?.by ?? [])[0]
  }

  return createPeriodic(work, failed)
}
