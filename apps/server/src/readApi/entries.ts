import { createHash } from 'node:crypto'
import type { PublishedEntry } from '@atelier/api'
import {
  cursorStart,
  didYouMean,
  type EntryQuery,
  type FieldDefinition,
  isMediaType,
  linksIn,
  type Model,
  nameValue,
  pageOf,
  refuseQuery,
  rowOf,
  type Showing,
  type ShownEntry,
  shownEntries,
  sortedBy,
  targetsOf,
  valueFields,
  writeCursor,
} from '@atelier/content'
import type { Json } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { notFound } from '../http/refusal.ts'
import { badQuery, type Readable } from './access.ts'
import type { Listings, TaggedAnswer } from './listings.ts'
import { type MediaAddresses, mediaOfValue } from './mediaAddresses.ts'

/** Characters of one page at about which it ends. */
const ROOM = 1_000_000
/** Entries of one page. */
const MOST_LISTED = 200
/** Answers of one listing that are kept, and the characters of the longest. */
const MOST_ANSWERS = 64
const LONGEST_KEPT = 64_000

/** The query parameters that both routes share. */
export interface Asked {
  locale?: string | undefined
  fallback?: 'none' | undefined
  fields?: string | undefined
  include?: string | undefined
}

export interface AskedPage extends Asked {
  where?: string | undefined
  order?: string | undefined
  limit?: string | undefined
  cursor?: string | undefined
}

interface ReadOptions {
  listings: Listings
  media: Pick<MediaAddresses, 'siteOf' | 'of'>
  projectId: string
  /** That of the server, for addresses. */
  origin: string
  /** Epoch milliseconds. */
  at: number
}

/** Reads entries of one project for one request. */
export function createEntryReads(readable: Readable, { listings, media, projectId, origin, at }: ReadOptions) {
  const { reader, schema, drafts } = readable
  const isLive = !drafts && readable.key !== undefined

  const modelOf = (id: string): Model => {
    const model = schema.models.find((each) => each.id === id)
    if (!model) throw notFound('model')
    return model
  }

  function showingOf({ locale, fallback }: Asked): Showing {
    const { default: main, supported } = schema.config.locales
    const asked = locale ?? (supported.includes(main) ? main : (supported[0] ?? main))
    if (locale !== undefined && !supported.includes(locale))
      throw badQuery('unknown_locale', `There is no locale “${locale.slice(0, 40)}”.`, {
        path: '/locale',
        hint: `There are ${supported.join(', ')}.`,
      })
    return { schema, locale: asked, fallsBack: fallback !== 'none', drafts, at }
  }

  /** The entries that the named relations of some entries refer to, by model and id. */
  async function included(model: Model, entries: readonly ShownEntry[], names: readonly string[], showing: Showing) {
    const wanted = new Map<string, Set<string>>()
    const relations = valueFields(model).filter(({ name }) => names.includes(name))
    const links = entries.flatMap((entry) =>
      relations.flatMap(({ name, definition }) => linksIn(definition, valuesOf(entry)[name] ?? null)),
    )
    for (const { kind, value, targetModel } of links)
      if (kind === 'ref' && targetModel !== undefined)
        wanted.set(targetModel, (wanted.get(targetModel) ?? new Set()).add(value))
    const found: Record<string, Record<string, PublishedEntry>> = {}
    const others: { model: Model; entry: ShownEntry }[] = []
    const targets = schema.models.filter(({ id }) => wanted.has(id))
    const shows = await listings.showsOf(readable, targets, showing)
    for (const target of targets) {
      const ids = [...(wanted.get(target.id) ?? [])].sort()
      const stored = await Promise.all(ids.map((id) => reader.entry(target.id, id)))
      const { entries: shown } = await inSlices(
        shownEntries(
          stored.filter((each) => each !== undefined),
          target,
          showing,
          shows,
        ),
      )
      found[target.id] = Object.fromEntries(shown.map((each) => [each.id, published(each, undefined)]))
      others.push(...shown.map((entry) => ({ model: target, entry })))
    }
    return { found, others }
  }

  /** The files that shown entries name, by the values that name them. */
  async function mediaOf(
    shown: readonly { model: Model; entry: ShownEntry; fields?: readonly string[] | undefined }[],
  ) {
    const named = new Map<string, boolean>()
    for (const { model, entry, fields } of shown) {
      const isPublic = isLive && (schema.public ?? []).includes(model.id)
      for (const { name, definition } of model.kind === 'dictionary' ? [] : valueFields(model)) {
        if (fields && !fields.includes(name)) continue
        for (const { kind, value } of linksIn(definition, valuesOf(entry)[name] ?? null))
          if (kind === 'media') named.set(value, isPublic || (named.get(value) ?? false))
      }
    }
    const site = named.size === 0 ? undefined : await media.siteOf(projectId)
    if (!site) return {}
    const files = [...named].flatMap(([value, isPublic]) => {
      const entry = mediaOfValue(site, value)
      return entry ? [[value, media.of(entry, { projectId, origin, isPublic })] as const] : []
    })
    return files.length === 0 ? {} : { media: Object.fromEntries(files) }
  }

  /** The names in a list, each a field of the model. */
  function namesIn(
    model: Model,
    list: string | undefined,
    path: string,
    { isFine, known }: { isFine: (name: string) => boolean; known: readonly string[] },
  ) {
    const names = list?.split(',').map((name) => name.trim())
    const wrong = names?.find((name) => !isFine(name))
    if (wrong !== undefined) {
      const message = `The model "${model.id}" has no such field "${wrong.slice(0, 80)}".${didYouMean(wrong, known)}`
      throw badQuery('unknown_field', message, { path })
    }
    return names
  }

  const fieldsIn = (model: Model, { fields, include }: Asked) => {
    const own = valueFields(model)
    const isField = (name: string) => model.kind === 'dictionary' || own.some((field) => field.name === name)
    const relations = own.filter(({ definition }) => targetsOf(definition).length > 0).map(({ name }) => name)
    const known = own.map(({ name }) => name)
    return {
      fields: namesIn(model, fields, '/fields', { isFine: isField, known }),
      include: namesIn(model, include, '/include', { isFine: (name) => relations.includes(name), known: relations }),
    }
  }

  /** The relations that an order goes by: with the field of their entries, or their titles where none is named. */
  function relationsIn(model: Model, order: readonly string[]): Map<string, { field: string; of: string | undefined }> {
    const found = new Map<string, { field: string; of: string | undefined }>()
    for (const name of order) {
      const plain = name.replace(/^-/, '')
      const [field = '', ...rest] = plain.split('.')
      const definition = valueFields(model).find((each) => each.name === field)?.definition
      if (definition?.type !== 'relation') continue
      const of = rest.length === 0 ? undefined : rest.join('.')
      for (const target of of === undefined ? [] : targetsOf(definition)) {
        const refused = refuseQuery(modelOf(target), { locale: '*', order: [of ?? ''] })
        if (refused) throw badQuery(refused.code, refused.message, { path: '/order' })
      }
      found.set(plain, { field, of })
    }
    return found
  }

  /** Entries in an order that goes by what the entries of relations show to the caller. */
  async function inOrderOfRelations(
    model: Model,
    found: readonly ShownEntry[],
    order: readonly string[],
    relations: ReturnType<typeof relationsIn>,
    showing: Showing,
  ): Promise<readonly ShownEntry[]> {
    const targets = new Map<string, { locale: string; byId: ReadonlyMap<string, ShownEntry> }>()
    const names = [...relations.values()].map(({ field }) => field)
    const definitions = valueFields(model).filter(({ name }) => names.includes(name))
    for (const id of new Set(definitions.flatMap(({ definition }) => targetsOf(definition)))) {
      const target = modelOf(id)
      const entries = await inSlices((await listings.of(readable, target, showing)).finder.find({}))
      const byId = new Map(entries.map((entry) => [entry.id, entry]))
      targets.set(id, { locale: target.i18n ? showing.locale : '*', byId })
    }
    const locale = model.i18n ? showing.locale : '*'
    return inSlices(
      sortedBy(found, order, locale, (entry) => {
        const row = rowOf(entry, locale)
        return (name) => {
          const relation = relations.get(name)
          if (!relation) return nameValue(row, name)
          const definition = definitions.find((each) => each.name === relation.field)?.definition
          const [link] = definition ? linksIn(definition, nameValue(row, relation.field) ?? null) : []
          const target = link?.kind === 'ref' ? targets.get(link.targetModel ?? '') : undefined
          const other = link && target?.byId.get(link.value)
          if (!target || !other) return undefined
          return relation.of === undefined ? other.title : nameValue(rowOf(other, target.locale), relation.of)
        }
      }),
    )
  }

  return {
    async page(modelId: string, asked: AskedPage) {
      const model = modelOf(modelId)
      const showing = showingOf(asked)
      const { fields, include } = fieldsIn(model, asked)
      const query: EntryQuery = {
        locale: model.i18n ? showing.locale : '*',
        where: conditionsIn(asked.where),
        ...(asked.order === undefined ? {} : { order: asked.order.split(',').map((name) => name.trim()) }),
        ...(asked.cursor === undefined ? {} : { cursor: asked.cursor }),
      }
      const refused = refuseQuery(model, query)
      if (refused)
        throw badQuery(refused.code, refused.message, { path: '', ...(refused.hint ? { hint: refused.hint } : {}) })
      const relations = relationsIn(model, query.order ?? [])
      const listing = await listings.of(readable, model, showing)
      // Included entries, those that order others, and files change by themselves.
      const isOwn = !include && relations.size === 0 && !hasMedia(model)
      const key = isOwn ? JSON.stringify([query, asked.fields, asked.limit]) : undefined
      const known = key === undefined ? undefined : listing.answers.get(key)
      if (known) return known
      const found =
        relations.size === 0
          ? await inSlices(listing.finder.find(query))
          : await inOrderOfRelations(
              model,
              await inSlices(listing.finder.find({ where: query.where ?? {} })),
              query.order ?? [],
              relations,
              showing,
            )
      const { start } = cursorStart(found, asked.cursor)
      const limit = Number(asked.limit ?? 20)
      const { items, next } = pageOf(found, { start, limit, room: ROOM, most: MOST_LISTED }, (each) =>
        published(each, fields),
      )
      const end = next ?? found.length
      const listed = found.slice(start, end)
      const related = include && (await included(model, listed, include, showing))
      const answer = tagged({
        total: found.length,
        entries: items,
        ...(related ? { included: related.found } : {}),
        ...(await mediaOf([...listed.map((entry) => ({ model, entry, fields })), ...(related?.others ?? [])])),
        ...(next === undefined
          ? {}
          : { cursor: writeCursor({ index: next, members: 0, after: found[next - 1]?.id ?? '' }) }),
      })
      if (key !== undefined && answer.body.length <= LONGEST_KEPT) {
        listing.answers.set(key, answer)
        const [oldest] = listing.answers.keys()
        if (listing.answers.size > MOST_ANSWERS && oldest !== undefined) listing.answers.delete(oldest)
      }
      return answer
    },

    async one(modelId: string, id: string, asked: Asked) {
      const model = modelOf(modelId)
      const showing = showingOf(asked)
      const { fields, include } = fieldsIn(model, asked)
      const stored = await reader.entry(model.id, id)
      const shows = await listings.showsOf(readable, [model], showing)
      const found = stored && (await inSlices(shownEntries([stored], model, showing, shows)))
      const [shown] = found?.entries ?? []
      if (!shown) throw notFound('entry')
      const related = include && (await included(model, [shown], include, showing))
      return tagged({
        entry: published(shown, fields),
        ...(related ? { included: related.found } : {}),
        ...(await mediaOf([{ model, entry: shown, fields }, ...(related?.others ?? [])])),
      })
    },
  }
}

/** The text of an answer with a digest of it as its tag. */
export function tagged(answer: object): TaggedAnswer {
  const body = JSON.stringify(answer)
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

/** Whether entries of a model name files of the library. */
const hasMedia = (model: Model): boolean =>
  model.kind !== 'dictionary' && valueFields(model).some(({ definition }) => namesMedia(definition))

const namesMedia = ({ type, items, fields = {} }: FieldDefinition): boolean =>
  isMediaType(type) ||
  (typeof items === 'string' ? isMediaType(items) : items !== undefined && namesMedia(items)) ||
  Object.values(fields).some(namesMedia)

const shownIn = ({ settled }: ShownEntry) => Object.values(settled?.locales ?? {})[0]
const valuesOf = (entry: ShownEntry) => shownIn(entry)?.values ?? {}

function published(shown: ShownEntry, fields: readonly string[] | undefined) {
  const { id, model, locale, createdAt, updatedAt, publishedAt = {} } = shown
  const values = Object.entries(valuesOf(shown))
  const [published] = Object.values(publishedAt)
  const standIns = shown.standIns?.fields.filter((name) => fields?.includes(name) ?? true) ?? []
  const entry: PublishedEntry = {
    id,
    model,
    locale,
    status: shownIn(shown)?.meta.status ?? 'draft',
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(published === undefined ? {} : { publishedAt: new Date(published).toISOString() }),
    fields: Object.fromEntries(fields ? values.filter(([name]) => fields.includes(name)) : values),
    ...(shown.standIns && standIns.length > 0 ? { standIns, standInLocale: shown.standIns.locale } : {}),
  }
  return entry
}

/** @throws Refusal 400 if the text is no JSON object */
function conditionsIn(text: string | undefined): Record<string, Json> {
  if (text === undefined) return {}
  const read = parsed(text)
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return Object.fromEntries(Object.entries(read))
  throw badQuery('invalid_input', '/where should be a JSON object, such as {"price":{"lt":10}}.', { path: '/where' })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
