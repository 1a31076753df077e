import {
  type ContentStore,
  linksIn,
  type Showing,
  type ShownEntry,
  shownEntries,
  shownSchema,
  valueFields,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import type { MediaEntry } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'

/** Entries that name one file and are looked at, until one shows it. */
const MOST_LOOKED_AT = 200

/** Whether an entry of a public model shows a file to everybody, in any language, at a time. */
export async function isPublicFile(
  { content, database }: { content: Pick<ContentStore, 'reader'>; database: Database },
  { projectId, entry, at }: { projectId: string; entry: Pick<MediaEntry, 'path'>; at: number },
): Promise<boolean> {
  const models = (await content.reader(projectId).schema())?.public ?? []
  if (models.length === 0) return false
  const reader = content.reader(projectId, { models })
  const found = await reader.schema()
  if (!found) return false
  const schema = shownSchema(found)
  const query = queryBuilder<Tables>(database.dialect)
    .selectFrom('content_keys')
    .innerJoin('content_entries', 'content_entries.document_id', 'content_keys.document_id')
    .select(['content_entries.model_id', 'content_entries.entry_id'])
    .distinct()
    .where('content_keys.project_id', '=', projectId)
    .where('content_keys.kind', '=', 'media')
    .where('content_keys.value', 'in', [entry.path, `/${entry.path}`])
    .where('content_entries.model_id', 'in', models)
    .where('content_entries.deleted_at', 'is', null)
    .limit(MOST_LOOKED_AT)
  for (const { model_id, entry_id } of await database.read(rowsOf(query))) {
    const model = schema.models.find(({ id }) => id === model_id)
    const stored = await reader.entry(model_id, entry_id)
    if (!model || !stored) continue
    const names = (shown: ShownEntry): boolean =>
      Object.values(shown.settled?.locales ?? {}).some(({ values }) =>
        valueFields(model).some(({ name, definition }) =>
          linksIn(definition, values[name] ?? null).some(
            ({ kind, value }) => kind === 'media' && value.replace(/^\//, '') === entry.path,
          ),
        ),
      )
    for (const locale of model.i18n ? schema.config.locales.supported : ['*']) {
      const showing: Showing = { schema, locale, fallsBack: false, drafts: false, at }
      const { entries } = await inSlices(shownEntries([stored], model, showing, () => false))
      if (entries.some(names)) return true
    }
  }
  return false
}
