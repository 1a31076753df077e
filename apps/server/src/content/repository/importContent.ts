import {
  type ContentSchema,
  createEntry,
  digestOf,
  type Entry,
  mainLocale,
  readEntry,
  readSchema,
  setConfig,
  setForm,
  setRoute,
  setTerm,
  setTranslated,
  settle,
  toFile,
  type WrittenMeta,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Documents } from '@atelier/documents'

/** `unsettled` counts the entries that their models do not accept: they are live, and their files stay as they are. */
export type ImportOutcome = { ok: true; entries: number; unsettled: number } | { ok: false; problem: string }

/**
 * Sets the content of a project up with what a repository holds, in one commit. What its own models do not accept comes
 * in all the same, as entries that are not settled, so that it can be mended here.
 */
export async function importContent(
  { schema, entries }: { schema: ContentSchema; entries: readonly Entry[] },
  { documents, projectId, newId }: { documents: Pick<Documents, 'transact'>; projectId: string; newId(): string },
): Promise<ImportOutcome> {
  const outcome = await documents.transact<{ unsettled: number }>({
    projectId,
    origin: { kind: 'hand', userId: 'system' },
    source: 'import',
    changeSetId: newId(),
    label: 'Take over the content of the remote',
    async body(drafts) {
      const content = drafts.create(newId(), 'content')
      setConfig(content, schema.config)
      for (const model of schema.models) writeModel(content, toFile(model))
      for (const [term, texts] of Object.entries(schema.vocabulary))
        for (const [locale, text] of Object.entries(texts)) setTerm(content, term, locale, text)
      const made = readSchema(content) ?? schema
      for (const [id, route] of Object.entries(schema.routes ?? {})) setRoute(content, id, route)
      for (const model of made.models) setForm(content, model, schema.forms?.[model.id])
      let unsettled = 0
      for (const entry of entries) {
        const model = made.models.find(({ id }) => id === entry.model)
        if (!model) continue
        const draft = drafts.create(newId(), 'entry')
        createEntry(draft, entry)
        const source = entry.locales[mainLocale(model, made.config)]
        for (const [locale, own] of Object.entries(entry.locales)) {
          if (own.standIn) continue
          writeValues(draft, model, locale, own.values)
          writeMeta(draft, locale, metaOf(own.meta))
          if (source && own !== source) setTranslated(draft, locale, own.translated ?? digestOf(source.values))
        }
        if (!settle(readEntry(draft, model), model, made).settled) unsettled += 1
      }
      return { result: { unsettled }, commit: true }
    },
  })
  if (!outcome.ok) return { ok: false, problem: outcome.message }
  return { ok: true, entries: entries.length, unsettled: outcome.result.unsettled }
}

/** What a document says of a locale: what is not known of it is left out. */
function metaOf({ status, publish_at, expire_at, approved_by, version }: Entry['locales'][string]['meta']) {
  const known = Object.entries({ publish_at, expire_at, approved_by, version })
  const meta: Partial<WrittenMeta> = Object.fromEntries(known.filter(([, value]) => value !== undefined))
  return { ...meta, status }
}
