import {
  type ContentReader,
  type ContentSchema,
  type Referrer,
  restrictEntry,
  restrictSchema,
  type StoredEntry,
} from '@atelier/content'
import { editDistance, type Restriction } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'
import type { ContentProject, ContentProjects } from './contentProjects.ts'
import { createSearch } from './searchRows.ts'
import type { StoredEntries } from './storedEntries.ts'

/** Words with as many changed letters are no longer near. */
const FAR = 3

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

    return {
      async schema() {
        const project = await at()
        return project && seen(project.schema)
      },
      entries: async (model) => {
        const found = await entriesOf(model)
        if (!found || !restriction.locales) return found?.all ?? []
        return found.all.map((entry) => seenEntry(entry, found.schema))
      },
      async entry(model, id) {
        const found = await entriesOf(model)
        const entry = found?.byId.get(id)
        return found && entry && seenEntry(entry, found.schema)
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
