import { equalJson, type Json, type View } from '@atelier/documents'
import { inSlices, type Restriction } from '@atelier/operation'
import { restrictEntry, restrictSchema, visibleTo } from '../brain/restrict.ts'
import { searchTextOf } from '../brain/words.ts'
import { holdersAmong } from '../context/holders.ts'
import type { ContentReader, Referrer, SearchHit, SearchRequest, StoredEntry } from '../context/reader.ts'
import type { Entry, EntryLocale } from '../entry/entry.ts'
import { readEntry } from '../entry/entryDocument.ts'
import { entryTitle, keysOf, settleEntry } from '../entry/settle.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import { memberOf, recordOf } from '../model/json.ts'
import { readBranchName } from './branchName.ts'
import { type BranchOverview, type OpenViews, openOverview } from './overview.ts'

/** As in the search of what is stored: a word of the title counts five times. */
const TITLE = 5

interface Shown extends BranchOverview {
  schema: ContentSchema
  /** By model, what the branch has written, by document. Undefined of what it deletes. */
  touched: ReadonlyMap<string, { entry: StoredEntry | undefined; model: Model; was?: { model: string; id: string } }>
  /** The models whose entries are as they are stored, unless the branch writes them. */
  kept: ReadonlySet<string>
}

/**
 * Shows stored content as it would be, were the branch merged with everything in it: what it does not write is read from
 * `reader`, entries that it writes are settled by its own models. Later writes to the branch are visible too.
 * @param reader what the caller may see of the content
 * @param drafts of the content, not of the branch
 * @param restriction of the caller, as `reader` has it
 */
export function readerOver(
  reader: ContentReader,
  branch: View,
  drafts: OpenViews,
  contentDocumentId: string | undefined,
  restriction: Restriction = {},
): ContentReader {
  const { model: mayRead, locale: mayReadLocale } = visibleTo(restriction)
  let known: Promise<Shown | undefined> | undefined
  branch.feed?.onWrite(() => {
    known = undefined
  })

  function show(): Promise<Shown | undefined> {
    if (known && branch.feed) return known
    const made = read()
    known = made
    return made
  }

  async function read(): Promise<Shown | undefined> {
    const overview = await openOverview(branch, drafts, contentDocumentId)
    const schema = overview.schemaAfter
    if (!schema) return undefined
    const name = branch.get('name')
    const madeAt = (readBranchName(typeof name === 'string' ? name : '')?.at ?? 0) * 1000
    const touched = new Map<
      string,
      { entry: StoredEntry | undefined; model: Model; was?: { model: string; id: string } }
    >()
    for (const { documentId, after, identity, identityBefore: was } of overview.entries) {
      const model = findModel(schema, identity.model)
      if (!model || !mayRead(model.id)) continue
      const stored = was && (await reader.entry(was.model, was.id))
      const live = readEntry(after, model)
      const last = stored?.settled && byModel(stored.settled, findModel(overview.schemaBefore, was?.model ?? ''), model)
      const { settled, issues } = settleEntry(live, model, schema, { last })
      const entry: StoredEntry = {
        model: model.id,
        id: live.id,
        documentId,
        head: stored?.head ?? 0,
        title: entryTitle(settled ?? live, model, schema.config),
        ...(settled ? { settled } : {}),
        issues: issues.filter(({ severity }) => severity === 'error'),
        createdAt: stored?.createdAt ?? madeAt,
        updatedAt: stored?.updatedAt ?? madeAt,
      }
      const seen = live.deleted ? undefined : restrictEntry(entry, model, schema, restriction)
      touched.set(documentId, { entry: seen, model, ...(was ? { was } : {}) })
    }
    return { ...overview, schema, touched, kept: keptModels(overview.schemaBefore, schema) }
  }

  /** A stored entry that the branch does not write, by the models of the branch. */
  function byModelsOf({ schema, schemaBefore, kept }: Shown, entry: StoredEntry): StoredEntry | undefined {
    const model = findModel(schema, entry.model)
    if (!model) return undefined
    const before = findModel(schemaBefore, entry.model)
    if (!before || !entry.settled || kept.has(model.id)) return entry
    const renamed = byModel(entry.settled, before, model)
    const { settled = renamed, issues } = settleEntry({ ...renamed, deleted: false }, model, schema, { last: renamed })
    // Its published values are read by the models of the content, not by those of the branch.
    const { published: _, waiting: __, ...unpublished } = entry
    const shown = {
      ...unpublished,
      title: entryTitle(settled, model, schema.config),
      settled,
      issues: issues.filter(({ severity }) => severity === 'error'),
    }
    return restrictEntry(shown, model, schema, restriction)
  }

  async function entriesOf(model: string): Promise<StoredEntry[]> {
    const shown = await show()
    if (!shown || !mayRead(model) || !findModel(shown.schema, model)) return []
    const left = new Map([...shown.touched].filter(([, { entry }]) => entry?.model === model))
    const found = (await reader.entries(model)).flatMap((stored) => {
      const own = shown.touched.get(stored.documentId)
      left.delete(stored.documentId)
      return (own ? own.entry : byModelsOf(shown, stored)) ?? []
    })
    return [...found, ...[...left.values()].flatMap(({ entry }) => entry ?? [])]
  }

  return {
    async schema() {
      const schema = (await show())?.schema
      return schema && restrictSchema(schema, restriction)
    },
    entries: entriesOf,
    async entry(model, id) {
      const shown = await show()
      if (!shown || !mayRead(model)) return undefined
      for (const { entry } of shown.touched.values()) if (entry?.model === model && entry.id === id) return entry
      const stored = await reader.entry(model, id)
      return stored && !shown.touched.has(stored.documentId) ? byModelsOf(shown, stored) : undefined
    },
    async holders(model, field, values) {
      const shown = await show()
      if (!shown || !mayRead(model)) return []
      if (!shown.kept.has(model)) return inSlices(holdersAmong(await entriesOf(model), field, values))
      const live = await reader.holders(model, field, values)
      const own = [...shown.touched.values()].flatMap(({ entry }) => (entry?.model === model ? entry : []))
      return [
        ...live.filter(({ documentId }) => !shown.touched.has(documentId)),
        ...(await inSlices(holdersAmong(own, field, values))),
      ]
    },
    async referrers(model, id) {
      const shown = await show()
      if (!shown || !mayRead(model)) return []
      const live = (await reader.referrers(model, id)).flatMap((referrer) => {
        if (shown.touched.has(referrer.documentId)) return []
        const [before, after] = [shown.schemaBefore, shown.schema].map((schema) => findModel(schema, referrer.model))
        const key = before?.fields.find(({ name }) => name === referrer.field)?.key
        const field = after?.fields.find((each) => each.key === key)?.name
        return field === undefined ? [] : [{ ...referrer, field }]
      })
      const own = [...shown.touched.values()].flatMap((each) => referrersIn(each, model, id))
      return [...live, ...own.filter(({ locale }) => mayReadLocale(locale))]
    },
    async search(request) {
      const shown = await show()
      if (!shown) return []
      const written = new Set([...shown.touched.values()].flatMap(({ was }) => (was ? [`${was.model}/${was.id}`] : [])))
      const live = await reader.search({ ...request, limit: request.limit + written.size })
      const kept = live.filter(
        ({ model, entry }) => findModel(shown.schema, model) && !written.has(`${model}/${entry}`),
      )
      const own = [...shown.touched.values()].flatMap(({ entry, model }) =>
        entry?.settled ? hitsIn(entry.settled, model, request) : [],
      )
      // Only their order is comparable: the best of both come first.
      const best = kept[0]?.score ?? 1
      const top = Math.max(...own.map(({ score }) => score), 1)
      return [...kept, ...own.map((hit) => ({ ...hit, score: (hit.score / top) * best }))]
        .sort((a, b) => b.score - a.score)
        .slice(0, request.limit)
    },
    nearestWords: (word) => reader.nearestWords(word),
  }
}

const findModel = (schema: ContentSchema | undefined, id: string): Model | undefined =>
  schema?.models.find((model) => model.id === id)

/** The models that the branch does not touch. */
function keptModels(before: ContentSchema | undefined, after: ContentSchema): ReadonlySet<string> {
  const isKept = (model: Model) => {
    const was = findModel(before, model.id)
    return was === model || JSON.stringify(was) === JSON.stringify(model)
  }
  const models = equalJson(localesIn(before), localesIn(after)) ? after.models.filter(isKept) : []
  return new Set(models.map(({ id }) => id))
}

const localesIn = (schema: ContentSchema | undefined): Json => [
  schema?.config.locales.default ?? '',
  ...(schema?.config.locales.supported ?? []),
]

/** A settled state by the names that its fields have in another state of the model. */
function byModel(settled: Entry, before: Model | undefined, after: Model): Entry {
  if (!before) return settled
  const locales = Object.entries(settled.locales).map(([locale, own]): [string, EntryLocale] => [
    locale,
    {
      ...own,
      values: renameValues(own.values, before, after),
      ...(own.filled ? { filled: renameValues(own.filled, before, after) } : {}),
    },
  ])
  return { ...settled, locales: recordOf(locales) }
}

/** Values by the names that their fields have in another state of the model. */
function renameValues(values: Readonly<Record<string, Json>>, before: Model, after: Model): Record<string, Json> {
  const keys = new Map(before.fields.map(({ key, name }) => [name, key]))
  const names = new Map(after.fields.map(({ key, name }) => [key, name]))
  return recordOf(Object.entries(values).map(([name, value]) => [names.get(keys.get(name) ?? name) ?? name, value]))
}

function referrersIn(
  { entry, model }: { entry: StoredEntry | undefined; model: Model },
  target: string,
  id: string,
): Referrer[] {
  if (!entry?.settled) return []
  return keysOf(entry.settled, model)
    .filter(({ kind, targetModel, value }) => kind === 'ref' && targetModel === target && value === id)
    .map(({ field, locale }) => ({
      model: model.id,
      entry: entry.id,
      documentId: entry.documentId,
      locale,
      field: model.fields.find(({ key }) => key === field)?.name ?? field,
    }))
}

/** The locales of an entry in which every word stands, the last one as the beginning of a word. */
function hitsIn(entry: Entry, model: Model, { words, models, locales }: SearchRequest): SearchHit[] {
  if (words.length === 0 || models?.includes(model.id) === false) return []
  const texts = searchTextOf(entry, model)
  return Object.keys(entry.locales).flatMap((locale): SearchHit[] => {
    const text = memberOf(texts, locale)
    if (!text || locales?.includes(locale) === false) return []
    const [title, body] = [text.title.split(' '), text.text.split(' ')]
    let score = 0
    for (const [index, word] of words.entries()) {
      const isFound = (each: string) => (index === words.length - 1 ? each.startsWith(word) : each === word)
      const found = TITLE * title.filter(isFound).length + body.filter(isFound).length
      if (found === 0) return []
      score += found / Math.sqrt(title.length + body.length)
    }
    return [{ model: model.id, entry: entry.id, locale, score }]
  })
}
