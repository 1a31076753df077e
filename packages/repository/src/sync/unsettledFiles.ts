import {
  type ContentSchema,
  canonicalJson,
  type Entry,
  entryPath,
  localesOf,
  type Model,
  mainLocale,
  metaPath,
  readMembers,
  sharesFile,
  unsettledLocales,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ContentProjects } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import type { BareRepository } from '../git/bareRepository.ts'
import { listFiles, openBlobs, type TreeFile } from '../git/catFile.ts'
import type { FileChange } from '../git/fastImport.ts'

interface Options {
  database: Database
  projects: ContentProjects
  projectId: string
}

/** How many entries are read by their ids at once. */
const AT_ONCE = 500

/**
 * The files that a merge takes from the other side because they hold values which their models do not accept: they stay
 * in the files as others have written them, until they are mended. For an entry with settled locales only the values of
 * the others are read, and for a collection's file only its members.
 *
 * @param entries those that the other side has changed
 */
export async function unsettledFiles(
  options: Options,
  repository: BareRepository,
  { ours, theirs }: { ours: string; theirs: string },
  entries: readonly Pick<Entry, 'model' | 'id'>[],
): Promise<FileChange[]> {
  const schema = (await options.projects.find(options.projectId))?.schema
  const unsettled = schema ? await unsettledOf(options, entries) : []
  if (!schema || unsettled.length === 0) return []
  const whole = new Set<string>()
  /** The ids whose members are taken, by the path of a collection's file. */
  const members = new Map<string, string[]>()
  for (const { model: name, id, data, issues } of unsettled) {
    const model = schema.models.find((each) => each.id === name)
    for (const path of model ? filesOf(model, { id, data, issues }, schema) : []) {
      if (model?.kind !== 'collection') whole.add(path)
      else members.set(path, [...(members.get(path) ?? []), id])
    }
  }
  const under = [...whole, ...members.keys()]
  const find = async (commit: string) =>
    new Map((await listFiles(repository, commit, { under })).map((file) => [file.path, file]))
  const [here, there] = [await find(ours), await find(theirs)]
  const changes: FileChange[] = [...whole].flatMap((path) => {
    const file = there.get(path)
    return file ? [{ path, oid: file.oid, mode: file.mode }] : []
  })
  const blobs = openBlobs(repository)
  try {
    const read = async (file: TreeFile | undefined) => {
      const blob = file?.kind === 'file' ? await blobs.read(file.oid) : undefined
      return blob?.ok ? await inSlices(readMembers(blob.bytes.toString('utf8'))) : undefined
    }
    for (const [path, ids] of members) {
      const [own, other] = [await read(here.get(path)), await read(there.get(path))]
      if (!other || (!own && here.has(path))) continue
      const taken = ids.flatMap((id) => (Object.hasOwn(other, id) ? [[id, other[id] ?? null] as const] : []))
      changes.push({ path, bytes: canonicalJson({ ...own, ...Object.fromEntries(taken) }) })
    }
  } finally {
    await blobs.close()
  }
  return changes
}

function filesOf(model: Model, { id, data, issues }: Omit<UnsettledRow, 'model'>, schema: ContentSchema): string[] {
  const { config } = schema
  const locales = localesOf(model, config)
  if (data !== null) {
    const settled = { model: model.id, id, locales: JSON.parse(data) }
    const unsettled = unsettledLocales(settled, JSON.parse(issues), model, schema)
    const taken = sharesFile(model) ? locales.filter((locale) => locale === mainLocale(model, config)) : locales
    return taken.filter((locale) => unsettled.has(locale)).map((locale) => entryPath(model, locale, id))
  }
  const paths = locales.flatMap((locale) => [
    entryPath(model, locale, id),
    metaPath(model, locale, config, model.kind === 'document' ? id : ''),
  ])
  return [...new Set(paths)]
}

interface UnsettledRow extends Pick<Entry, 'model' | 'id'> {
  data: string | null
  issues: string
}

/** Those of these entries that are live and not settled in all locales. */
async function unsettledOf(
  { database, projectId }: Options,
  entries: readonly Pick<Entry, 'model' | 'id'>[],
): Promise<UnsettledRow[]> {
  const found: UnsettledRow[] = []
  for (const [model, own] of Map.groupBy(entries, (entry) => entry.model)) {
    const ids = own.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const query = queryBuilder<RepositoryTables>(database.dialect)
        .selectFrom('content_entries')
        .select(['entry_id', 'data', 'issues'])
        .where('project_id', '=', projectId)
        .where('model_id', '=', model)
        .where('entry_id', 'in', ids.slice(from, from + AT_ONCE))
        .where('issues', '!=', '[]')
        .where('deleted_at', 'is', null)
      for (const { entry_id: id, data, issues } of await database.read(rowsOf(query)))
        found.push({ model, id, data, issues })
    }
  }
  return found
}
