import {
  type ContentReader,
  type ContentSchema,
  type Entry,
  type FieldDefinition,
  isSeen,
  type Model,
  readerOver,
  type StoredEntry,
  shownValues,
  sourceLocale,
  valueFields,
} from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { ContentProjects, StoredEntries } from '@atelier/repository'
import type { ContentEntry, ContentField, ContentKind, ContentLocale, ContentModel, ContentSource } from '@atelier/site'
import type { MarkdownReader } from './markdownReader.ts'

/** The content of a project as visitors of its site may see it at this moment; undefined if it has none. */
export type SiteContent = (projectId: string) => Promise<ContentSource | undefined>

/** Fills what a site shows from settled entries that are published and whose time has come and is not over. */
export function createSiteContent({
  projects,
  entries,
  markdown,
  now,
}: {
  projects: ContentProjects
  entries: StoredEntries
  markdown: MarkdownReader
  now(): number
}): SiteContent {
  return async (projectId) => {
    const project = await projects.find(projectId)
    const schema = project?.schema
    if (!project || !schema) return undefined
    const entriesOf = async (model: string) => (await entries.of(projectId, project, schema, model)).all
    return sourceOf(schema, now(), markdown, entriesOf, asVisitors)
  }
}

/** An entry that a preview shows whatever its state; with a branch as it would be, were the branch merged. */
export interface ChosenEntry {
  model: string
  id: string
  /** The id of a branch. */
  branch?: string
}

/** The same with one entry that visitors may not see yet, and with what a branch proposes. */
export function createPreviewContent({
  reader,
  documents,
  markdown,
  now,
}: {
  reader(projectId: string): ContentReader
  documents: Pick<Documents, 'inProject'>
  markdown: MarkdownReader
  now(): number
}) {
  return async (projectId: string, contentId: string, chosen: ChosenEntry): Promise<ContentSource | undefined> => {
    const drafts = documents.inProject(projectId)
    const branch = chosen.branch === undefined ? undefined : await drafts.open(chosen.branch)
    const stored = reader(projectId)
    const shown = branch ? readerOver(stored, branch, drafts, contentId) : stored
    const schema = await shown.schema()
    if (!schema) return undefined
    return sourceOf(
      schema,
      now(),
      markdown,
      (model) => shown.entries(model),
      (entry) => entry,
      chosen,
    )
  }
}

/** An entry with the published values of each locale, as visitors see it. */
function asVisitors(entry: StoredEntry): StoredEntry {
  return entry.published ? { ...entry, settled: entry.published } : entry
}

function sourceOf(
  schema: ContentSchema,
  at: number,
  markdown: MarkdownReader,
  entriesOf: (model: string) => Promise<readonly StoredEntry[]>,
  seenBy: (entry: StoredEntry) => StoredEntry,
  chosen?: ChosenEntry,
): ContentSource {
  return {
    locales: schema.config.locales,
    vocabulary: schema.vocabulary,
    models: schema.models.flatMap((model) => shownModel(model, schema)),
    async load(ids) {
      const loaded = new Map<string, ContentEntry[]>()
      for (const id of ids) {
        const model = schema.models.find((each) => each.id === id)
        if (!model) continue
        const all = await entriesOf(id)
        const isChosen = (entry: StoredEntry) => chosen?.model === id && chosen.id === entry.id
        const shown = all.flatMap(
          (entry) => shownEntry(seenBy(entry), at, isChosen(entry), (own) => sourceLocale(own, model, schema)) ?? [],
        )
        await markdown.prepare(markdownOf(model, shown))
        loaded.set(id, shown)
      }
      return loaded
    },
    markdown: markdown.html,
  }
}

/** The Markdown texts of entries. */
function* markdownOf(model: Model, entries: readonly ContentEntry[]): Generator<string> {
  const fields = valueFields(model).filter(({ definition }) => definition.type === 'markdown')
  for (const { locales } of entries)
    for (const { values } of Object.values(locales))
      for (const { name } of fields) {
        const value = values[name]
        if (typeof value === 'string') yield value
      }
}

/** A collection as pages read it: dictionaries have keys instead of fields, so that no loop can name what they hold. */
export function shownModel(model: Model, { routes = {} }: ContentSchema): ContentModel[] {
  if (model.kind === 'dictionary') return []
  const { id, name, i18n, title_field: titleField } = model
  const route = Object.hasOwn(routes, id) ? routes[id] : undefined
  return [
    {
      id,
      label: name,
      localized: i18n,
      ...(titleField === undefined ? {} : { titleField }),
      fields: valueFields(model).flatMap((field) => shownField(field.name, field.definition)),
      ...(route === undefined ? {} : { route }),
    },
  ]
}

function shownField(name: string, definition: FieldDefinition): ContentField[] {
  const { type, model, label } = definition
  if (type === 'object') return []
  const kind = contentKind(type)
  const models = kind === 'relation' ? [model ?? []].flat() : undefined
  return [{ name, label: typeof label === 'string' ? label : name, kind, ...(models ? { models } : {}) }]
}

function contentKind(type: FieldDefinition['type']): ContentKind {
  switch (type) {
    case 'markdown':
      return 'markdown'
    case 'richtext':
      return 'html'
    case 'number':
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'rating':
      return 'number'
    case 'image':
    case 'video':
    case 'file':
      return 'media'
    case 'relation':
    case 'relations':
      return 'relation'
    case 'array':
      return 'list'
    case 'url':
    case 'date':
    case 'boolean':
      return type
    default:
      return 'text'
  }
}

/**
 * An entry in the locales in which it may be seen; undefined if there are none.
 * @param at epoch milliseconds
 * @param whatever in all locales that it is translated to, whatever their state
 * @param sourceOf the locale whose values are shown in place of those that others lack
 */
export function shownEntry(
  entry: StoredEntry,
  at: number,
  whatever = false,
  sourceOf?: (entry: Entry) => string,
): ContentEntry | undefined {
  const { documentId, id, head, createdAt, updatedAt, settled } = entry
  const locales: Record<string, ContentLocale> = {}
  for (const [locale, each] of Object.entries(settled?.locales ?? {})) {
    if (whatever ? each.standIn : !isSeen(each, at)) continue
    const fields = Object.keys(each.filled ?? {})
    locales[locale] = {
      values: shownValues(each),
      publishedAt: timeOf(each.meta.publish_at) ?? createdAt,
      ...(settled && sourceOf && fields.length > 0 ? { standIns: { locale: sourceOf(settled), fields } } : {}),
    }
  }
  const seen = Object.keys(locales)
  if (seen.length === 0) return undefined
  return { key: documentId, id, version: `${head} ${seen.join(' ')}`, createdAt, updatedAt, locales }
}

/** Undefined for what is no time. */
function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
