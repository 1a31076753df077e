import {
  type AnswerOf,
  ContentListView,
  type ContentModel,
  type ListedContentEntry,
  type listContentEntries,
  type readContent,
  type readContentEntry,
  type readContentVocabulary,
} from '@atelier/api'
import {
  branchView,
  type ContentReader,
  type ContentSchema,
  type ContentStore,
  changedSource,
  checkEntry,
  type Entry,
  entryName,
  entryTitle,
  type Finding,
  isStale,
  type ListedBranch,
  likelyShared,
  localesOf,
  type Model,
  type ModelField,
  mainLocale,
  orderFieldOf,
  ownBranch,
  phaseOf,
  readBranch,
  readEntry,
  readerOver,
  readLists,
  type StoredEntry,
  seesAllOf,
  shownField,
  sourceLocale,
  valueFields,
  visibleTo,
  writesTo,
} from '@atelier/content'
import { createMemoryView, type Documents, equalJson, plainView, type View } from '@atelier/documents'
import type { Restriction } from '@atelier/operation'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Value } from 'typebox/value'
import type { Tables } from '../../database/tables.ts'
import { createEntryLog } from '../entries/entryLog.ts'
import { columnsOf, listEntries, statesOf } from '../entries/listEntries.ts'
import { relationTitles } from '../entries/relationTitles.ts'
import { shownForm } from './shownForm.ts'

/** Entries on one page of a list. */
const PAGE = 50
/** How many of the newest edits of an entry are looked at for what a translation was made from. */
const MOST_EDITS = 2_000
/** How many entries that refer to one are listed. */
const MOST_REFERRERS = 50
/** As many ids of matching entries as one bulk action is offered for. */
const MOST_IDS = 10_000

/** Who asks, and for which branch to be laid over the content: the id of an open one, or `own` for theirs. */
export interface Caller {
  userId: string
  capabilities: ReadonlySet<string>
  restriction?: Restriction | undefined
  branch?: string | undefined
}

/** A view of a list, and which of its rows. */
export interface ListRequest extends ContentListView {
  offset: number
  /** 50 if absent. */
  limit?: number
  /** Adds the ids of all that match. */
  ids?: boolean
}

/** The content as a screen shows it. */
interface Shown {
  reader: ContentReader
  /** Values laid over it. */
  over?: { id: string; view: View }
}

interface ScreenServices {
  database: Database
  documents: Pick<Documents, 'inProject'>
  content: Pick<ContentStore, 'state' | 'reader'>
  contentChanges: { seq(projectId: string): Promise<number> }
}

/** The data of the screens of a project's content: whole values, where operations shorten what they answer. */
export function createContentScreens({ database, documents, content, contentChanges }: ScreenServices) {
  const db = queryBuilder<Tables>(database.dialect)
  const editsOf = createEntryLog(database)

  async function namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const query = db
      .selectFrom('auth_users')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(ids)])
    return new Map((await database.read(rowsOf(query))).map(({ id, name }) => [id, name]))
  }

  /** The branches that the caller may see all of. */
  async function visibleBranches(projectId: string, { restriction }: Caller): Promise<ListedBranch[]> {
    const { documentId: contentDocumentId, branches } = await content.state(projectId)
    const seen: ListedBranch[] = []
    for (const branch of branches)
      if (
        await seesAllOf(
          { contentDocumentId, restriction },
          { branches: { drafts: documents.inProject(projectId) }, branch },
        )
      )
        seen.push(branch)
    return seen
  }

  async function show(projectId: string, caller: Caller): Promise<Shown> {
    const { userId, capabilities, restriction, branch } = caller
    const reader = content.reader(projectId, restriction)
    const schema = branch === undefined ? undefined : await reader.schema()
    if (!schema) return { reader }
    const { documentId } = await content.state(projectId)
    const open = (await visibleBranches(projectId, caller)).filter(({ state }) => state === 'open')
    const hasOwn = writesTo({ workflow: schema.config.workflow, capabilities }) === 'branch'
    const wanted = branch === 'own' ? hasOwn && ownBranch(open, { userId }) : open.find(({ id }) => id === branch)
    const views = documents.inProject(projectId)
    const live = wanted && (await views.open(wanted.id))
    if (!wanted || !live) return { reader }
    // A copy: the reader of one request does not follow the branch any longer than that.
    const view = createMemoryView(Object.entries(plainView(live)))
    return { reader: readerOver(reader, view, views, documentId, restriction), over: { id: wanted.id, view } }
  }

  /** Changes to the original of each outdated translation since it was made. */
  async function changedSources(
    projectId: string,
    documentId: string,
    view: View,
    model: Model,
    schema: ContentSchema,
  ) {
    const live = readEntry(view, model)
    const source = mainLocale(model, schema.config)
    const stale = localesOf(model, schema.config).filter((locale) => isStale(live, model, schema.config, locale))
    const edits = stale.length > 0 ? await editsOf(projectId, documentId, MOST_EDITS) : []
    return new Map(
      stale.map((locale) => {
        const digest = live.locales[locale]?.translated ?? ''
        return [locale, changedSource(view, model, edits, { source, digest })]
      }),
    )
  }

  async function referring(reader: ContentReader, model: string, id: string) {
    const found = await reader.referrers(model, id)
    const names = [...new Map(found.map((each) => [entryName({ model: each.model, id: each.entry }), each])).values()]
    const entries = []
    for (const { model: own, entry } of names.slice(0, MOST_REFERRERS)) {
      const title = (await reader.entry(own, entry))?.title
      entries.push({ model: own, id: entry, title: title === undefined || title === '' ? entry : title })
    }
    return { total: names.length, entries }
  }

  async function find(projectId: string, modelId: string, caller: Caller) {
    const shown = await show(projectId, caller)
    const schema = await shown.reader.schema()
    const model = schema?.models.find(({ id }) => id === modelId)
    return schema && model && { ...shown, schema, model }
  }

  return {
    /** The content as the caller sees it, with the branch that they look at laid over it. */
    show,

    async overview(projectId: string, caller: Caller): Promise<AnswerOf<typeof readContent>> {
      // Read first: what is changed while the rest is read is then told once more, and not missed.
      const seq = await contentChanges.seq(projectId)
      const state = await content.state(projectId)
      const { reader } = await show(projectId, caller)
      const schema = await reader.schema()
      const view =
        state.documentId === undefined ? undefined : await documents.inProject(projectId).open(state.documentId)
      const models: ContentModel[] = []
      for (const model of schema?.models ?? [])
        models.push(shownModel(model, schema, view, (await reader.entries(model.id)).length))
      const { error } = state
      const open = state.branches.filter(({ state: each }) => each === 'open')
      const branches = await visibleBranches(projectId, caller)
      const status = error === undefined ? {} : { status: 'error' }
      const names = await namesOf(
        branches.flatMap(({ createdBy, closedBy }) => [createdBy, ...(closedBy === undefined ? [] : [closedBy])]),
      )
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
        branches: branches.map(
          ({ id, name, title, state: its, changes, createdBy, closedBy, mergeAt, scheduleEnded, updatedAt }) => {
            const user = names.get(createdBy)
            const decider = closedBy === undefined ? undefined : names.get(closedBy)
            return {
              ...{ id, name, title, state: its, changes, updatedAt },
              ...(user ? { createdBy: user } : {}),
              ...(decider ? { closedBy: decider } : {}),
              ...(mergeAt === undefined || its !== 'open' ? {} : { mergeAt }),
              ...(scheduleEnded === undefined || its !== 'open' ? {} : { scheduleEnded }),
            }
          },
        ),
      }
    },

    async vocabulary(projectId: string, caller: Caller): Promise<AnswerOf<typeof readContentVocabulary>> {
      const { reader } = await show(projectId, caller)
      const { vocabulary = {}, config } = (await reader.schema()) ?? {}
      const sees = visibleTo(caller.restriction)
      const terms = Object.entries(vocabulary).map(([key, all]) => {
        const texts = Object.entries(all).filter(
          ([locale]) => config?.locales.supported.includes(locale) && sees.locale(locale),
        )
        return { key, texts: Object.fromEntries(texts) }
      })
      const seen = terms.filter(({ texts }) => !caller.restriction?.locales || Object.keys(texts).length > 0)
      return { terms: seen.sort((a, b) => (a.key < b.key ? -1 : 1)) }
    },

    /** Undefined if there is no such model. */
    async entries(
      projectId: string,
      modelId: string,
      { columns = [], offset, limit = PAGE, ids, ...view }: ListRequest,
      caller: Caller,
    ): Promise<AnswerOf<typeof listContentEntries> | undefined> {
      const found = await find(projectId, modelId, caller)
      if (!found) return undefined
      const { over } = found
      const written = over && readBranch(over.view).documents
      const waits = (entry: StoredEntry) => written?.has(entry.documentId) === true
      const sorted = await listEntries(found, { ...view, ...(over ? { waits } : {}) })
      const entries = sorted.slice(offset, offset + limit).map((entry) => ({
        ...listedEntry(entry, found),
        values: columnsOf(entry, found, columns, view.locale),
        ...(waits(entry) ? { waits: true as const } : {}),
      }))
      return {
        total: sorted.length,
        entries,
        titles: await relationTitles(
          found.reader,
          found.model,
          entries.map(({ values }) => values),
        ),
        ...(ids ? { ids: sorted.slice(0, MOST_IDS).map(({ id }) => id) } : {}),
      }
    },

    /** As it is edited, whether or not its model accepts that. Undefined if there is no such entry. */
    async entry(
      projectId: string,
      modelId: string,
      { id, documentId: known }: { id: string; documentId: string | undefined },
      caller: Caller,
    ): Promise<AnswerOf<typeof readContentEntry> | undefined> {
      const found = await find(projectId, modelId, caller)
      const named = await found?.reader.entry(modelId, id)
      const renamed = async () => (await found?.reader.entries(modelId))?.find((each) => each.documentId === known)
      // Another entry may have got the id that this one had.
      const isOther = known !== undefined && named?.documentId !== known
      const stored = (isOther ? await renamed() : undefined) ?? named
      if (!found || !stored) return undefined
      const { schema, model, over } = found
      const { documentId } = stored
      const before = await documents.inProject(projectId).open(documentId)
      // A branch shows also an entry that has no document before it is merged.
      const view = over ? branchView(over.view, documentId, before) : before
      if (!view) return undefined
      const live = readEntry(view, model)
      // The stored findings say why the last edits are not shown; doubtful ones are only said here.
      const sees = visibleTo(caller.restriction)
      // The title of an entry may be that of any locale that it has.
      const seenLocales = Object.fromEntries(Object.entries(live.locales).filter(([locale]) => sees.locale(locale)))
      const warnings = checkEntry(live, model, schema).filter(
        ({ severity, locale }) => severity === 'warning' && sees.locale(locale),
      )
      const changed = sees.locale(mainLocale(model, schema.config))
        ? await changedSources(projectId, documentId, view, model, schema)
        : new Map<string, { field: string }[]>()
      return {
        id: stored.id,
        documentId: stored.documentId,
        head: stored.head,
        title: entryTitle({ ...live, locales: seenLocales }, model, schema.config),
        locales: statesOf({ ...stored, settled: live }, model, schema).map((state) => ({
          ...state,
          values: { ...live.locales[state.locale]?.values },
          ...standInsOf(stored, state.locale, model, schema),
          ...(changed.has(state.locale) ? { changed: changed.get(state.locale) ?? [] } : {}),
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
          ? {
              waits: {
                branchId: over.id,
                fields: changedFields(before && readEntry(before, model), live).filter(({ locale }) =>
                  sees.locale(locale),
                ),
              },
            }
          : {}),
        titles: await relationTitles(
          found.reader,
          model,
          Object.values(seenLocales).map(({ values }) => values),
        ),
        usedBy: await referring(found.reader, modelId, stored.id),
        updatedAt: stored.updatedAt,
      }
    },
  }
}

/** The fields of a translation that show the values of another locale. */
function standInsOf({ settled }: StoredEntry, locale: string, model: Model, schema: ContentSchema) {
  const fields = Object.keys(settled?.locales[locale]?.filled ?? {})
  return settled && fields.length > 0 ? { standIns: { locale: sourceLocale(settled, model, schema), fields } } : {}
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

function shownModel(
  model: Model,
  schema: ContentSchema | undefined,
  view: View | undefined,
  count: number,
): ContentModel {
  const { id, name, kind, domain, description, title_field: titleField } = model
  const { content_path: contentPath, locale_strategy: localeStrategy } = model
  const route = schema?.routes?.[id]
  const slug = kind === 'document' ? model.fields.find((field) => field.name === 'slug') : undefined
  const orderField = orderFieldOf(model)
  return {
    id,
    name,
    kind,
    domain,
    ...(description === undefined ? {} : { description }),
    locales: schema ? localesOf(model, schema.config) : [],
    ...(titleField === undefined ? {} : { titleField }),
    fields: kind === 'dictionary' ? [] : valueFields(model).map((field) => fieldOfModel(field, model, schema)),
    ...(slug ? { slug: { ...slug.definition } } : {}),
    ...(orderField === undefined ? {} : { orderField }),
    ...(contentPath === undefined ? {} : { contentPath }),
    ...(localeStrategy === undefined ? {} : { localeStrategy }),
    ...(route === undefined ? {} : { route }),
    ...(schema?.public?.includes(id) ? { public: true } : {}),
    lists: view ? savedLists(view, id) : [],
    ...shownForm(model, schema),
    count,
  }
}

function fieldOfModel(
  field: ModelField,
  model: Model,
  schema: ContentSchema | undefined,
): ContentModel['fields'][number] {
  const layout = schema?.layouts?.[model.id]?.[field.name]
  return {
    ...shownField(field),
    definition: { ...field.definition },
    ...(layout === undefined ? {} : { layout }),
    ...(field.shared === undefined ? {} : { shared: true }),
    ...(likelyShared(model).includes(field) ? { likelyShared: true } : {}),
    ...(model.fields.some(({ name }) => name === field.name) ? {} : { implied: true }),
  }
}

/** Those that this version of the studio can show. */
function savedLists(view: View, model: string): ContentModel['lists'] {
  return readLists(view, model).flatMap(({ name, view: saved }) => {
    const shown: unknown = saved
    return Value.Check(ContentListView, shown) ? [{ name, view: shown }] : []
  })
}

function listedEntry(
  entry: StoredEntry,
  { model, schema }: { model: Model; schema: ContentSchema },
): Omit<ListedContentEntry, 'values'> {
  const { id, title, issues, updatedAt } = entry
  return {
    id,
    title,
    locales: statesOf(entry, model, schema),
    errors: issues.filter(({ severity }) => severity === 'error').length,
    updatedAt,
  }
}
