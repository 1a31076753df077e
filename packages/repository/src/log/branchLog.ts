import { documentOfKey } from '@atelier/content'
import type { Origin, Patch } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { RepositoryTables } from '../contract/tables.ts'
import { authorsOf } from './authors.ts'
import type { Change } from './groups.ts'

/** One edit of a branch document. */
export interface BranchEdit {
  /** Its `documents` are those of the content that the branch writes in; none for its title and the like. */
  change: Change
  patches: readonly Patch[]
}

/** All that was written to a branch, in order. */
export async function branchEdits(database: Database, branchId: string, ref: string): Promise<BranchEdit[]> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_changes')
    .select(['seq', 'origin', 'change_set_id', 'label', 'created_at', 'patches'])
    .where('document_id', '=', branchId)
    .orderBy('seq')
  const rows = await database.read(rowsOf(query))
  const origins = rows.map((row): Origin => JSON.parse(row.origin))
  const authors = await authorsOf(database, origins)
  return rows.map((row, index) => {
    const origin = origins[index] ?? { kind: 'hand', userId: 'system' }
    const patches: Patch[] = JSON.parse(row.patches)
    const label = row.label ?? ''
    return {
      patches,
      change: {
        seq: row.seq,
        ref,
        documents: [...new Set(patches.flatMap(({ key }) => documentOfKey(key) ?? []))],
        cause: authors.cause(origin, label),
        by: authors.person(origin),
        label,
        at: row.created_at,
        ...(row.change_set_id === null ? {} : { changeSetId: row.change_set_id }),
      },
    }
  })
}
