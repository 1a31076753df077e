import type { ContentReader, ContentSchema, Referrer, StoredEntry } from '@atelier/content'
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

    const seen = (schema: ContentSchema): ContentSchema =>
      restriction.models || restriction.locales
        ? {
            ...schema,
            models: schema.models.filter(({ id }) => mayRead(id)),
            config: {
              ...schema.config,
              locales: {
                ...schema.config.locales,
                supported: schema.config.locales.supported.filter(mayReadLocale),
              },
            },
          }
        : schema

    const seenEntry = (entry: StoredEntry): StoredEntry => {
      if (!restriction.locales || !entry.settled) return entry
      const locales = Object.entries(entry.settled.locales).filter(([locale]) => mayReadLocale(locale))
      return { ...entry, settled: { ...entry.settled, locales: Object.fromEntries(locales) } }
    }

    const at = async (): Promise<(ContentProject & { schema: ContentSchema }) | undefined> => {
      const project = await projects.find(projectId)
      return project?.schema ? { ...project, schema: project.schema } : undefined
    }

    const entriesOf = async (model: string) => {
      const project = mayRead(model) ? await at() : undefined
      return project && (await entries.of(projectId, project, project.schema, model))
    }

    return {
      async schema() {
        const project = await at()
        return project && seen(project.schema)
      },
      entries: async (model) => {
        const found = (await entriesOf(model))?.all ?? []
        return restriction.locales ? found.map(seenEntry) : found
      },
      async entry(model, id) {
        const found = (await entriesOf(model))?.byId.get(id)
        return found && seenEntry(found)
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
          for (const { title } of (await entries.of(projectId, project, project.schema, id)).all)
            for (const part of title.toLowerCase().split(/[^\p{L}\p{N}]+/u)) if (part.length > 2) known.add(part)
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
