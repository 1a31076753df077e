import { createHash } from 'node:crypto'
import type { PublishedEntry } from '@atelier/api'
import {
  cursorStart,
  type EntryQuery,
  linksIn,
  type Model,
  pageOf,
  refuseQuery,
  type Showing,
  type ShownEntry,
  shownEntries,
  targetsOf,
  valueFields,
  writeCursor,
} from '@atelier/content'
import type { Json } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { notFound } from '../http/refusal.ts'
import { badQuery, type Readable } from './access.ts'
import type { Listings, TaggedAnswer } from './listings.ts'

/** Characters of one page at about which it ends. */
const ROOM = 1_000_000
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

/** Reads entries of one project for one request. @param at epoch milliseconds */
export function createEntryReads(readable: Readable, listings: Listings, at: number) {
  const { reader, schema, drafts } = readable

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
    }
    return found
  }

  /** The names in a list, each a field of the model. */
  function namesIn(model: Model, list: string | undefined, path: string, isFine: (name: string) => boolean) {
    const names = list?.split(',').map((name) => name.trim())
    const wrong = names?.find((name) => !isFine(name))
    if (wrong !== undefined)
      throw badQuery('unknown_field', `The model "${model.id}" has no such field "${wrong.slice(0, 80)}".`, { path })
    return names
  }

  const fieldsIn = (model: Model, { fields, include }: Asked) => {
    const own = valueFields(model)
    const isField = (name: string) => model.kind === 'dictionary' || own.some((field) => field.name === name)
    const isRelation = (name: string) =>
      own.some((field) => field.name === name && targetsOf(field.definition).length > 0)
    return {
      fields: namesIn(model, fields, '/fields', isField),
      include: namesIn(model, include, '/include', isRelation),
    }
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
      const listing = await listings.of(readable, model, showing)
      // Included entries are of other models, which change by themselves.
      const key = include ? undefined : JSON.stringify([query, asked.fields, asked.limit])
      const known = key === undefined ? undefined : listing.answers.get(key)
      if (known) return known
      const found = await inSlices(listing.finder.find(query))
      const { start } = cursorStart(found, asked.cursor)
      const limit = Number(asked.limit ?? 20)
      const { items, next } = pageOf(found, { start, limit, room: ROOM }, (each) => published(each, fields))
      const end = next ?? found.length
      const answer = tagged({
        total: found.length,
        entries: items,
        ...(include ? { included: await included(model, found.slice(start, end), include, showing) } : {}),
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
      return tagged({
        entry: published(shown, fields),
        ...(include ? { included: await included(model, [shown], include, showing) } : {}),
      })
    },
  }
}

/** The text of an answer with a digest of it as its tag. */
export function tagged(answer: object): TaggedAnswer {
  const body = JSON.stringify(answer)
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

const shownIn = ({ settled }: ShownEntry) => Object.values(settled?.locales ?? {})[0]
const valuesOf = (entry: ShownEntry) => shownIn(entry)?.values ?? {}

function published(shown: ShownEntry, fields: readonly string[] | undefined) {
  const { id, model, locale, updatedAt } = shown
  const values = Object.entries(valuesOf(shown))
  const standIns = shown.standIns?.fields.filter((name) => fields?.includes(name) ?? true) ?? []
  const entry: PublishedEntry = {
    id,
    model,
    locale,
    status: shownIn(shown)?.meta.status ?? 'draft',
    updatedAt,
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
