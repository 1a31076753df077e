import type {
  AnswerOf,
  ContentField,
  ContentLocaleState,
  ContentModel,
  ListedContentEntry,
  listContentEntries,
  readContent,
  readContentEntry,
} from '@atelier/api'
import {
  branchView,
  type ContentReader,
  type ContentSchema,
  type ContentStore,
  checkEntry,
  type Entry,
  type Finding,
  isStale,
  isTranslated,
  localesOf,
  type Model,
  type ModelField,
  mainLocale,
  phaseOf,
  readBranch,
  readEntry,
  readerOver,
  type StoredEntry,
  titleOf,
  valueFields,
  wordsOf,
  writesTo,
} from '@atelier/content'
import { createMemoryView, type Documents, equalJson, fieldsOf, type View } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'

/** Entries on one page of a list. */
const PAGE = 50
/** Entries that a search of their texts finds at most. */
const MOST_FOUND = 500

/** Who asks, and for which branch to be laid over the content: the id of an open one, or `own` for theirs. */
export interface Caller {
  userId: string
  capabilities: ReadonlySet<string>
  branch?: string | undefined
}

/** The content as a screen shows it. */
interface Shown {
  reader: ContentReader
  /** What is laid over it. */
  over?: { id: string; view: View }
}

interface ScreenServices {
  database: Database
  documents: Pick<Documents, 'open'>
  content: Pick<ContentStore, 'state' | 'reader'>
  contentChanges: { seq(projectId: string): Promise<number> }
}

/** What the screens of a project's content show: whole values, where operations shorten what they answer. */
export function createContentScreens({ database, documents, content, contentChanges }: ScreenServices) {
  const db = queryBuilder<Tables>(database.dialect)

  async function namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const query = db
      .selectFrom('auth_users')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(ids)])
    return new Map((await database.read(rowsOf(query))).map(({ id, name }) => [id, name]))
  }

  async function show(projectId: string, { userId, capabilities, branch }: Caller): Promise<Shown> {
    const reader = content.reader(projectId)
    const schema = branch === undefined ? undefined : await reader.schema()
    if (!schema) return { reader }
    const { documentId, branches } = await content.state(projectId)
    const open = branches.filter(({ state }) => state === 'open')
    const hasOwn = writesTo({ workflow: schema.config.workflow, capabilities }) === 'branch'
    const wanted =
      branch === 'own'
        ? open.find(({ createdBy }) => hasOwn && createdBy === userId)
        : open.find(({ id }) => id === branch)
    const live = wanted && (await documents.open(wanted.id))
    if (!live) return { reader }
    // A copy: the reader of one request does not follow the branch any longer than that.
    const view = createMemoryView(Object.entries(fieldsOf(live.view)))
    const opened = { open: async (id: string) => (await documents.open(id))?.view }
    return { reader: readerOver(reader, view, opened, documentId), over: { id: live.id, view } }
  }

  async function find(projectId: string, modelId: string, caller: Caller) {
    const shown = await show(projectId, caller)
    const schema = await shown.reader.schema()
    const model = schema?.models.find(({ id }) => id === modelId)
    return schema && model && { ...shown, schema, model }
  }

  return {
    async overview(projectId: string, caller: Caller): Promise<AnswerOf<typeof readContent>> {
      // Read first: what is changed while the rest is read is then told once more, and not missed.
      const seq = await contentChanges.seq(projectId)
      const state = await content.state(projectId)
      const { reader } = await show(projectId, caller)
      const schema = await reader.schema()
      const models: ContentModel[] = []
      for (const model of schema?.models ?? [])
        models.push(shownModel(model, schema, (await reader.entries(model.id)).length))
      const { error, branches } = state
      const open = branches.filter(({ state: each }) => each === 'open')
      const status = error === undefined ? {} : { status: 'error' }
      const names = await namesOf(branches.map(({ createdBy }) => createdBy))
      return {
        phase: phaseOf({ config: schema?.config, branches: open, ...status }),
        ...(error === undefined ? {} : { error }),
        seq,
        workflow: schema?.config.workflow ?? 'auto-merge',
        ...(schema
          ? {
              locales: {
                default: schema.config.locales.default,
                supported: [...schema.config.locales.supported],
              },
            }
          : {}),
        models,
        branches: branches.map(({ id, name, title, state: its, changes, createdBy, updatedAt }) => {
          const user = names.get(createdBy)
          return { id, name, title, state: its, changes, ...(user ? { createdBy: user } : {}), updatedAt }
        }),
      }
    },

    /** Undefined if there is no such model. */
    async entries(
      projectId: string,
      modelId: string,
      { search, offset }: { search: string | undefined; offset: number },
      caller: Caller,
    ): Promise<AnswerOf<typeof listContentEntries> | undefined> {
      const found = await find(projectId, modelId, caller)
      if (!found) return undefined
      const { reader, schema, model, over } = found
      const all = await reader.entries(model.id)
      const typed = search?.trim() ?? ''
      const words = wordsOf(typed)
      const hits = words.length === 0 ? [] : await reader.search({ words, models: [model.id], limit: MOST_FOUND })
      const inText = new Set(hits.map(({ entry }) => entry))
      const plain = typed.toLowerCase()
      const matching = all.filter(
        ({ id, title }) =>
          typed === '' || inText.has(id) || id.toLowerCase().includes(plain) || title.toLowerCase().includes(plain),
      )
      const sorted = matching.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
      const written = over && readBranch(over.view).documents
      return {
        total: sorted.length,
        entries: sorted.slice(offset, offset + PAGE).map((entry) => ({
          ...listed(entry, model, schema),
          ...(written?.has(entry.documentId) ? { waits: true as const } : {}),
        })),
      }
    },

    /** As it is edited, whether or not its model accepts that. Undefined if there is no such entry. */
    async entry(
      projectId: string,
      modelId: string,
      entryId: string,
      caller: Caller,
    ): Promise<AnswerOf<typeof readContentEntry> | undefined> {
      const found = await find(projectId, modelId, caller)
      const stored = await found?.reader.entry(modelId, entryId)
      if (!found || !stored) return undefined
      const { schema, model, over } = found
      const { documentId } = stored
      const before = (await documents.open(documentId))?.view
      // A branch shows also an entry that has no document before it is merged.
      const view = over ? branchView(over.view, documentId, before) : before
      if (!view) return undefined
      const live = readEntry(view, model)
      // What is stored says why the last edits are not shown; what is only doubtful is said here alone.
      const warnings = checkEntry(live, model, schema).filter(({ severity }) => severity === 'warning')
      return {
        id: stored.id,
        documentId: stored.documentId,
        head: stored.head,
        title: titleOf(live, model, schema.config),
        locales: statesOf(live, model, schema).map((state) => ({
          ...state,
          values: { ...live.locales[state.locale]?.values },
        })),
        issues: [...stored.issues, ...warnings.filter((each) => !isIn(stored.issues, each))].map(
          ({ severity, code, message, hint, locale, field }) => ({
            severity,
            code,
            message,
            ...(hint === undefined ? {} : { hint }),
            ...(locale === undefined ? {} : { locale }),
            ...(field === undefined ? {} : { field }),
          }),
        ),
        ...(over && readBranch(over.view).documents.has(documentId)
          ? { waits: { branchId: over.id, fields: changedFields(before && readEntry(before, model), live) } }
          : {}),
        updatedAt: stored.updatedAt,
      }
    },
  }
}

/** The fields of an entry that have other values in another state of it, by locale. */
function changedFields(before: Entry | undefined, after: Entry): { locale: string; field: string }[] {
  const locales = new Set([...Object.keys(before?.locales ?? {}), ...Object.keys(after.locales)])
  return [...locales].flatMap((locale) => {
    const [was, is] = [before?.locales[locale], after.locales[locale]]
    const names = new Set([...Object.keys(was?.values ?? {}), ...Object.keys(is?.values ?? {})])
    const fields = [...names].filter((name) => !equalJson(was?.values[name], is?.values[name]))
    const isOther = (was?.meta.status ?? 'draft') !== (is?.meta.status ?? 'draft')
    return [...fields, ...(isOther ? ['status'] : [])].map((field) => ({ locale, field }))
  })
}

const isIn = (findings: readonly Finding[], { code, locale, field }: Finding) =>
  findings.some((each) => each.code === code && each.locale === locale && each.field === field)

function shownModel(model: Model, schema: ContentSchema | undefined, count: number): ContentModel {
  const { id, name, kind, domain, description, title_field: titleField } = model
  return {
    id,
    name,
    kind,
    domain,
    ...(description === undefined ? {} : { description }),
    locales: schema ? localesOf(model, schema.config) : [],
    ...(titleField === undefined ? {} : { titleField }),
    fields: kind === 'dictionary' ? [] : valueFields(model).map(shownField),
    count,
  }
}

function shownField({ name, definition }: Pick<ModelField, 'name' | 'definition'>): ContentField {
  const { type, label, description, required, unique, min, max, options, model } = definition
  const text = typeof label === 'string' ? label : Object.values(label ?? {})[0]
  const models = typeof model === 'string' ? [model] : model && [...model]
  return {
    name,
    type,
    ...(text === undefined ? {} : { label: text }),
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...(unique === undefined ? {} : { unique }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(options === undefined ? {} : { options: [...options] }),
    ...(models === undefined ? {} : { models }),
  }
}

function listed(entry: StoredEntry, model: Model, schema: ContentSchema): ListedContentEntry {
  const { id, title, settled, issues, updatedAt } = entry
  return {
    id,
    title,
    locales: statesOf(settled ?? { model: model.id, id, locales: {} }, model, schema),
    errors: issues.filter(({ severity }) => severity === 'error').length,
    updatedAt,
  }
}

function statesOf(entry: Entry, model: Model, schema: ContentSchema): ContentLocaleState[] {
  const main = mainLocale(model, schema.config)
  return localesOf(model, schema.config).map((locale) => ({
    locale,
    status: entry.locales[locale]?.meta.status ?? 'draft',
    translated: locale === main || isTranslated(entry.locales[locale]),
    stale: isStale(entry, model, schema.config, locale),
  }))
}
