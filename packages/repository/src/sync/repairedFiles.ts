import { placesIn, rewriteFiles } from '@atelier/content'
import { queryBuilder, rowsOf } from '@atelier/streams'
import type { RepositoryTables } from '../contract/tables.ts'
import type { BareRepository } from '../git/bareRepository.ts'
import { listFiles } from '../git/catFile.ts'
import type { FileChange } from '../git/fastImport.ts'
import type { SyncOptions } from './syncSupport.ts'

/**
 * The files that a merge takes from the other side because they have been mended there, or are gone. Entries written here
 * since the files can be read are newer.
 *
 * @param paths files that could not be read in `ours`
 */
export async function repairedFiles(
  repository: BareRepository,
  paths: readonly string[],
  { ours, parent, theirs }: { ours: string; parent: string; theirs: string },
): Promise<FileChange[]> {
  if (paths.length === 0) return []
  const find = async (commit: string) =>
    new Map((await listFiles(repository, commit, { under: paths })).map((file) => [file.path, file]))
  const [was, is, there] = [await find(ours), await find(parent), await find(theirs)]
  return paths.flatMap((path): FileChange[] => {
    const [old, own, other] = [was.get(path), is.get(path), there.get(path)]
    if (own?.oid !== old?.oid || own?.oid === other?.oid) return []
    return other ? [{ path, oid: other.oid, mode: other.mode }] : [{ path, bytes: null }]
  })
}

/**
 * Rewrites the files of models of which one could not be read until now, if entries were edited here in the meantime:
 * these edits had to wait, and a file that was mended to what it had been brings no change that would write them.
 *
 * @param paths files that can be read again
 * @param at the commit that mended them, and the last change that the files had before they could not be read
 * @returns whether anything is to be written
 */
export async function rewriteRepaired(
  { database, documents, projects, projectId }: Pick<SyncOptions, 'database' | 'documents' | 'projects' | 'projectId'>,
  paths: readonly string[],
  { tip, since }: { tip: string; since: number },
): Promise<boolean> {
  const project = paths.length === 0 ? undefined : await projects.find(projectId)
  if (!project?.schema) return false
  const placesOf = placesIn(project.schema.models, project.schema.config)
  const models = new Set(paths.flatMap((path) => placesOf(path).map(({ model }) => model.id)))
  const waiting: string[] = []
  for (const model of models) {
    const query = queryBuilder<RepositoryTables>(database.dialect)
      .selectFrom('content_changes')
      .innerJoin('content_entries', 'content_entries.document_id', 'content_changes.document_id')
      .select('content_changes.seq')
      .where('content_changes.project_id', '=', projectId)
      .where('content_changes.seq', '>', since)
      .where('content_entries.model_id', '=', model)
      .limit(1)
    if ((await database.read(rowsOf(query))).length > 0) waiting.push(model)
  }
  if (waiting.length === 0) return false
  const outcome = await documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'system' },
    label: 'Write what waited for a file to be mended',
    async body(drafts) {
      const draft = await drafts.open(project.documentId)
      if (draft) for (const model of waiting) rewriteFiles(draft, model, tip)
      return { result: null, commit: draft !== undefined }
    },
  })
  if (!outcome.ok) throw new Error(`The files could not be written anew: ${outcome.message}`)
  return true
}
