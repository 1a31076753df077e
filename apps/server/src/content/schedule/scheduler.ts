import { scheduleMerge } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import { type Capability, errorText } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { Executors } from '../../operations/executors.ts'
import type { Scopes } from '../../operations/scopes.ts'
import { createPeriodic, type Periodic } from './periodic.ts'

/** How many are merged before it is looked again. */
const AT_ONCE = 20

/** The code of a merge that was refused because the branch is not due any more. */
const CHANGED = 'branch_changed'

/** The author of scheduled merges. */
const SCHEDULER = { kind: 'hand', userId: 'system' } as const

/**
 * Merges branches at the times that were set for them; those that a server missed, as soon as one runs again. If several
 * servers find a branch due, one merges it: the others then find it closed. A branch that cannot be merged stays open
 * without its time, and the log of changes says why.
 */
export function createScheduler({
  database,
  documents,
  scopes,
  executors,
  capabilities,
  reviewing,
  now,
  failed,
}: {
  database: Database
  documents: Documents
  scopes: Scopes
  executors: Executors
  /** The capabilities of an owner, for branches that were scheduled by a person who may change models. */
  capabilities: ReadonlySet<Capability>
  /** The capabilities of a reviewer, for all other branches. */
  reviewing: ReadonlySet<Capability>
  now(): number
  failed(error: unknown): void
}): Periodic {
  const db = queryBuilder<Tables>(database.dialect)

  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const query = db
        .selectFrom('content_branches')
        .innerJoin('projects', 'projects.id', 'content_branches.project_id')
        .select([
          'content_branches.id',
          'content_branches.name',
          'projects.id as project_id',
          'projects.site_document_id',
        ])
        .where('content_branches.state', '=', 'open')
        .where('content_branches.merge_at', '<=', now())
        .orderBy('content_branches.merge_at')
        .limit(AT_ONCE)
      const due = await database.read(rowsOf(query))
      for (const branch of due) {
        if (signal.aborted) return
        await merge(branch, signal)
      }
      if (due.length < AT_ONCE) return
    }
  }

  /** Any change of what a branch holds takes its time out of the row. */
  const stillDue = (branch: { id: string; project_id: string }) =>
    db
      .selectFrom('content_branches')
      .select('id')
      .where('project_id', '=', branch.project_id)
      .where('id', '=', branch.id)
      .where('merge_at', '<=', now())

  async function merge(
    branch: { id: string; name: string; project_id: string; site_document_id: string },
    signal: AbortSignal,
  ) {
    const operation = scopes.bound('content.merge_branch')
    if (!operation) throw new Error('There is no operation content.merge_branch')
    const scheduled = await documents.inProject(branch.project_id).open(branch.id)
    const outcome = await executors.execute({
      project: { id: branch.project_id, site_document_id: branch.site_document_id },
      operation,
      input: { branch: branch.name },
      actor: SCHEDULER,
      capabilities: scheduled?.get('merge_models') === true ? capabilities : reviewing,
      focus: {},
      picture: false,
      signal,
      changeSetId: `${branch.id}-merge-${now()}`,
      authorize: async () => ({ ok: true, expect: [{ query: stillDue(branch).compile(), rows: 1, code: CHANGED }] }),
    })
    // The change that came in between has ended its schedule, and is logged so.
    if (!outcome.ok && outcome.refused === CHANGED) return
    const refused = outcome.ok ? errorText(outcome.result) : outcome.message
    if (refused === undefined) return
    await documents.transact({
      projectId: branch.project_id,
      origin: SCHEDULER,
      label: `Not merged at its time: ${refused.slice(0, 300)}`,
      async body(drafts) {
        const draft = await drafts.open(branch.id)
        if (draft) scheduleMerge(draft)
        return { result: null, commit: draft !== undefined }
      },
    })
  }

  return createPeriodic(work, failed)
}
