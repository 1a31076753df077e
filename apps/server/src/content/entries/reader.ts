import {
  type ContentReader,
  type ContentSchema,
  type Holder,
  holdersAmong,
  type Referrer,
  restrictEntry,
  restrictSchema,
  type StoredEntry,
  valueFields,
} from '@atelier/content'
import { editDistance, inSlices, type Restriction } from '@atelier/operation'
import type { ContentProject, ContentProjects, StoredEntries } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { createSearch } from '../search/searchRows.ts'

/** Words with as many changed letters are no longer near. */
const FAR = 3

/** Values that are read at once. */
const AT_ONCE = 500

/** How many words are offered for one that was not found. */
const MOST_NEAREST = 5

/** Reads the stored content of projects. */
export function createReaders({
  database,
  projects,
  entries,
}: {
  database: Database
  projects: ContentProjects
  entries: StoredEntries
}) {
  const db = queryBuilder<Tables>(database.dialect)
  const search = createSearch(database)
  /** Entries restricted to some locales, of lists that are cached themselves. */
  const restricted = new WeakMap<readonly StoredEntry[], Map<string, readonly StoredEntry[]>>()

  function seenByAll(
    all: readonly StoredEntry[],
    locales: readonly string[],
    see: (entry: StoredEntry) => StoredEntry,
  ) {
    const known = restricted.get(all) ?? new Map<string, readonly StoredEntry[]>()
    restricted.set(all, known)
    const key = JSON.stringify(locales.toSorted())
    const seen = known.get(key) ?? all.map(see)
    known.set(key, seen)
    return seen
  }

  /** Whether entries of a model are still to be looked at again. */
  async function isStale(projectId: string, model: string): Promise<boolean> {
    const query = db
      .selectFrom('content_entries')
      .select('document_id')
      .where('stale', '=', 1)
      .where('project_id', '=', projectId)
      .where('model_id', '=', model)
      .limit(1)
    return (await database.read(rowsOf(query))).length > 0
  }

  /** @param field its key */
  async function holdersOf(projectId: string, model: string, field: string, values: readonly string[]) {
    const query = db
      .selectFrom('content_keys')
      .innerJoin('content_entries', 'content_entries.document_id', 'content_keys.document_id')
      .select(['content_entries.entry_id', 'content_keys.document_id', 'content_keys.locale', 'content_keys.value'])
      .where('content_keys.project_id', '=', projectId)
      .where('content_keys.kind', '=', 'unique')
      .where('content_keys.model_id', '=', model)
      .where('content_keys.value', 'in', values)
      .where('content_keys.field', '=', field)
    const rows = await database.read(rowsOf(query))
    return rows.map(
      ({ entry_id, document_id, locale, value }): Holder => ({
        entry: entry_id,
        documentId: document_id,
        locale,
        value,
      }),
    )
  }

  /** The content of a project as a caller may see it; what their restriction leaves out does not exist here. */
  return (projectId: string, restriction: Restriction = {}): ContentReader => {
    const mayRead = (model: string) => restriction.models?.includes(model) ?? true
    const mayReadLocale = (locale: string) => locale === '*' || (restriction.locales?.includes(locale) ?? true)

    const seen = (schema: ContentSchema): ContentSchema => restrictSchema(schema, restriction)
    const seenEntry = (entry: StoredEntry, schema: ContentSchema): StoredEntry => {
      const model = restriction.locales && schema.models.find(({ id }) => id === entry.model)
      return model ? restrictEntry(entry, model, schema, restriction) : entry
    }

    const at = async (): Promise<(ContentProject & { schema: ContentSchema }) | undefined> => {
      const project = await projects.find(projectId)
      return project?.schema ? { ...project, schema: project.schema } : undefined
    }

    const entriesOf = async (model: string) => {
      const project = mayRead(model) ? await at() : undefined
      if (!project) return undefined
      return { schema: project.schema, ...(await entries.of(projectId, project, project.schema, model)) }
    }

    const readAll = async (model: string): Promise<readonly StoredEntry[]> => {
      const found = await entriesOf(model)
      if (!found || !restriction.locales) return found?.all ?? []
      return seenByAll(found.all, restriction.locales, (entry) => seenEntry(entry, found.schema))
    }

    return {
      async schema() {
        const project = await at()
        return project && seen(project.schema)
      },
      entries: readAll,
      async entry(model, id) {
        const found = await entriesOf(model)
        const entry = found?.byId.get(id)
        return found && entry && seenEntry(entry, found.schema)
      },
      async holders(model, field, values) {
        const project = mayRead(model) ? await at() : undefined
        const own = project?.schema.models.find(({ id }) => id === model)
        const unique = own && valueFields(own).find(({ name, definition }) => name === field && definition.unique)
        // Rows have what was unique when they were settled; of a restricted caller's entries some values are left out.
        if (!unique || restriction.locales || (await isStale(projectId, model)))
          return inSlices(holdersAmong(await readAll(model), field, values))
        const found: Holder[] = []
        for (let from = 0; from < values.length; from += AT_ONCE)
          found.push(...(await holdersOf(projectId, model, unique.key, values.slice(from, from + AT_ONCE))))
        return found
      },
      async referrers(model, id) {
        const project = mayRead(model) ? await at() : undefined
        if (!project) return []
        const query = db
          .selectFrom('content_keys')
          .innerJoin('content_entries', 'content_entries.document_id', 'content_keys.document_id')
          .select([
            'content_entries.model_id',
            'content_entries.entry_id',
            'content_keys.document_id',
            'content_keys.locale',
            'content_keys.field',
          ])
          .where('content_keys.project_id', '=', projectId)
          .where('content_keys.kind', '=', 'ref')
          .where('content_keys.model_id', '=', model)
          .where('content_keys.value', '=', id)
          .where('content_entries.deleted_at', 'is', null)
          .orderBy('content_entries.document_id')
        const rows = await database.read(rowsOf(query))
        return rows.flatMap((row): Referrer[] => {
          const own = project.schema.models.find(({ id: each }) => each === row.model_id)
          if (!own || !mayRead(own.id) || !mayReadLocale(row.locale)) return []
          const field = own.fields.find(({ key }) => key === row.field)?.name ?? row.field
          return [{ model: own.id, entry: row.entry_id, documentId: row.document_id, locale: row.locale, field }]
        })
      },
      async search(request) {
        const project = await at()
        if (!project) return []
        const known = seen(project.schema).models.map(({ id }) => id)
        const models = request.models?.filter((model) => known.includes(model)) ?? known
        const { locales: allowed } = restriction
        const locales = request.locales?.filter(mayReadLocale) ?? (allowed && [...allowed, '*'])
        return search(projectId, { ...request, models, ...(locales ? { locales } : {}) })
      },
      async nearestWords(word) {
        const project = await at()
        if (!project) return []
        const known = new Set<string>()
        for (const { id } of seen(project.schema).models)
          for (const stored of (await entries.of(projectId, project, project.schema, id)).all) {
            const { title } = seenEntry(stored, project.schema)
            for (const part of title.toLowerCase().split(/[^\p{L}\p{N}]+/u)) if (part.length > 2) known.add(part)
          }
        const scored = [...known].map((each) => ({ each, distance: editDistance(word, each, FAR) }))
        return scored
          .filter(({ distance }) => distance < FAR)
          .sort((a, b) => a.distance - b.distance)
          .slice(0, MOST_NEAREST)
          .map(({ each }) => each)
      },
    }
  }
}
