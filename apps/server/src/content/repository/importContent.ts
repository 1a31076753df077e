import {
  type ContentSchema,
  createEntry,
  type Entry,
  entryName,
  readEntry,
  readSchema,
  setConfig,
  setTerm,
  settle,
  toFile,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Documents } from '@atelier/documents'

export type ImportOutcome = { ok: true; entries: number } | { ok: false; problem: string }

/**
 * Sets the content of a project up with what a repository holds, in one commit. Content that its own models do not
 * accept is refused as a whole, since the files that are written next would be without it.
 */
export async function importContent(
  { schema, entries }: { schema: ContentSchema; entries: readonly Entry[] },
  { documents, projectId, newId }: { documents: Pick<Documents, 'transact'>; projectId: string; newId(): string },
): Promise<ImportOutcome> {
  const outcome = await documents.transact<ImportOutcome>({
    projectId,
    origin: { kind: 'hand', userId: 'system' },
    changeSetId: newId(),
    label: 'Take over the content of the remote',
    async body(drafts) {
      const content = drafts.create(newId(), 'content')
      setConfig(content, schema.config)
      for (const model of schema.models) writeModel(content, toFile(model))
      for (const [term, texts] of Object.entries(schema.vocabulary))
        for (const [locale, text] of Object.entries(texts)) setTerm(content, term, locale, text)
      const made = readSchema(content) ?? schema
      for (const entry of entries) {
        const model = made.models.find(({ id }) => id === entry.model)
        if (!model) continue
        const draft = drafts.create(newId(), 'entry')
        createEntry(draft, entry)
        for (const [locale, { values, meta, standIn }] of Object.entries(entry.locales)) {
          if (standIn) continue
          writeValues(draft, model, locale, values)
          const { status, publish_at, expire_at, approved_by, version } = meta
          writeMeta(draft, locale, {
            status,
            ...(publish_at === undefined ? {} : { publish_at }),
            ...(expire_at === undefined ? {} : { expire_at }),
            ...(approved_by === undefined ? {} : { approved_by }),
            ...(version === undefined ? {} : { version }),
          })
        }
        const [issue] = settle(readEntry(draft, model), model, made).issues
        if (issue) return refused(`${entryName(entry)}: ${issue.message}`)
      }
      return { result: { ok: true, entries: entries.length }, commit: true }
    },
  })
  return outcome.ok ? outcome.result : { ok: false, problem: outcome.message }
}

const refused = (problem: string) => ({ result: { ok: false as const, problem }, commit: false })
