import type { AnswerOf, BodyOf, readShownContent } from '@atelier/api'
import { type ContentSchema, isSeen, type Model, type StoredEntry, writesTo } from '@atelier/content'
import { createRests, withRests, yieldToOthers } from '@atelier/operation'
import {
  ANY_LOCALE,
  type Attribute,
  type ContentEntry,
  type ContentModel,
  type ContentView,
  cleanHtml,
  entryTurn,
  fillLoop,
  localeOf,
  loopModel,
  loopRows,
  loopTurns,
  type Turn,
} from '@atelier/site'
import { markdownToHtml } from '../../markdown/markdown.ts'
import { statesOf } from '../entries/listEntries.ts'
import { shownEntry, shownModel } from '../site/siteContent.ts'
import type { Caller, createContentScreens } from './screens.ts'

type Asked = BodyOf<typeof readShownContent>
type Answer = AnswerOf<typeof readShownContent>
type Shown = Awaited<ReturnType<ReturnType<typeof createContentScreens>['show']>>

/** Entries of one loop, and of all relations together. */
const MOST_ROWS = 200
const MOST_RELATED = 500
/** How often loops are filled for one answer: a loop inside of another one is for each of its entries. */
const MOST_QUERIES = 300
const MOST_DEPTH = 5
/** Characters of values and of their HTML in one answer. */
const MOST_TEXT = 1_000_000
/** Characters of a text that is made HTML. */
const MOST_LONG = 100_000
/** Entries that are looked at before others have their turn. */
const AT_ONCE = 500

const NONE: Omit<Answer, 'seq'> = {
  locales: { default: 'en', supported: ['en'] },
  models: [],
  entries: {},
  html: [],
  writesTo: 'live',
  shortened: false,
}

/** The part of a project's content that a page in the editor needs, and no more. */
export function createShownContent({
  show,
  seq: lastChange,
  now,
}: {
  show(projectId: string, caller: Caller): Promise<Shown>
  /** The number of the last change. */
  seq(projectId: string): Promise<number>
  now(): number
}): (projectId: string, asked: Asked, caller: Caller) => Promise<Answer> {
  return async (projectId, asked, caller) => {
    // Read first: what is changed while the rest is read is then told once more, and not missed.
    const seq = await lastChange(projectId)
    const { reader, over } = await show(projectId, caller)
    const schema = await reader.schema()
    if (!schema) return { ...NONE, seq }
    const { locales } = schema.config
    const at = now()
    const models = schema.models.flatMap((model) => shownModel(model, schema))
    const chosen = asked.entry && (await chooseEntry(asked.entry, schema, (model) => reader.entries(model), at))
    const language = chosen?.locale ?? localeOf(asked.language ?? '', locales)

    const seen = new Map<string, Promise<ContentEntry[]>>()
    /** The entries of a collection that a page may show. */
    const entriesOf = (model: string) => {
      const known = seen.get(model) ?? readSeen(model)
      seen.set(model, known)
      return known
    }
    async function readSeen(model: string) {
      const found: ContentEntry[] = []
      for (const [i, stored] of (await reader.entries(model)).entries()) {
        if (i % AT_ONCE === AT_ONCE - 1) await yieldToOthers()
        const isChosen = chosen?.model.id === model && chosen.stored.id === stored.id
        const entry = shownEntry(stored, at, isChosen)
        if (entry) found.push(entry)
      }
      return found
    }

    const wanted = new Map<string, Set<string>>()
    const want = (model: string, id: string) => {
      const ids = wanted.get(model) ?? new Set<string>()
      wanted.set(model, ids.add(id))
    }
    if (chosen) want(chosen.model.id, chosen.stored.id)
    const source = { locales, models }
    const loops = (asked.loops ?? []).map((loop) => loop.map(({ name, value }): Attribute => [name, value]))
    const insideOf = (at: number) => loops.flatMap((_, i) => ((asked.inside?.[i] ?? -1) === at && i !== at ? [i] : []))
    /**
     * The values of those entries and of the ones that they refer to, for the loops inside of a loop or of the page.
     */
    async function viewOf(model: string, rows: readonly ContentEntry[]): Promise<ContentView> {
      const shown = new Map<string, readonly ContentEntry[]>([[model, rows]])
      const { entries: near } = await relatedTo(
        new Map([[model, new Set(rows.map(({ id }) => id))]]),
        models,
        entriesOf,
      )
      for (const target of new Set(near.map((each) => each.model))) {
        if (target === model) continue
        const ids = new Set(near.flatMap((each) => (each.model === target ? [each.id] : [])))
        shown.set(
          target,
          (await entriesOf(target)).filter(({ id }) => ids.has(id)),
        )
      }
      return { ...source, markdown: (text) => text, entries: (id) => shown.get(id) ?? [] }
    }
    let queries = 0
    const rest = createRests()
    async function wantRows(at: number, turns: readonly Turn[], depth: number): Promise<void> {
      queries += 1
      if (queries > MOST_QUERIES || depth > MOST_DEPTH) return
      const attributes = fillLoop(loops[at] ?? [], turns)
      const request = { attributes, content: source, language, entryId: chosen?.stored.id }
      const model = loopModel(request)
      if (model === undefined) return
      const rows = await withRests(loopRows({ ...request, most: MOST_ROWS }, await entriesOf(model)), rest)
      for (const { id } of rows) want(model, id)
      const inner = insideOf(at)
      if (inner.length === 0) return
      const { entries: shownRows } = await viewOf(model, rows)
      for (const turn of loopTurns(request, shownRows))
        for (const each of inner) await wantRows(each, [turn, ...turns], depth + 1)
    }
    const own = chosen && (await entriesOf(chosen.model.id)).filter(({ id }) => id === chosen.stored.id)
    const turn =
      chosen && own && entryTurn(await viewOf(chosen.model.id, own), chosen.model.id, chosen.stored.id, language)
    for (const at of insideOf(-1)) await wantRows(at, turn ? [turn] : [], 0)
    const related = await relatedTo(wanted, models, entriesOf)
    for (const { model, id } of related.entries) want(model, id)

    const isLong = new Set(asked.long ?? [])
    const texts = createTexts()
    const entries: Answer['entries'] = {}
    for (const [id, ids] of wanted) {
      const model = models.find((each) => each.id === id)
      if (!model) continue
      const listed: Answer['entries'][string] = []
      for (const entry of await entriesOf(id)) {
        if (!ids.has(entry.id)) continue
        await rest()
        const isChosen = chosen?.model.id === id && chosen.stored.id === entry.id
        listed.push(await texts.take(entry, model, (name) => isChosen || isLong.has(name)))
      }
      entries[id] = listed
    }
    const kinds = new Map(schema.models.map((model) => [model.id, model]))
    return {
      seq,
      locales: { default: locales.default, supported: [...locales.supported] },
      models: models.flatMap((model) => {
        const own = kinds.get(model.id)
        return own && own.kind !== 'dictionary' ? [{ ...described(model, own), kind: own.kind }] : []
      }),
      entries,
      html: texts.html(),
      ...(chosen
        ? {
            entry: {
              model: chosen.model.id,
              id: chosen.stored.id,
              title: chosen.stored.title,
              locale: chosen.locale,
              locales: statesOf(chosen.stored, chosen.model, schema),
            },
          }
        : {}),
      writesTo: writesTo({
        workflow: schema.config.workflow,
        capabilities: caller.capabilities,
        ...(over ? { branch: over.id } : {}),
      }),
      ...(over ? { branch: over.id } : {}),
      shortened: related.more || queries > MOST_QUERIES || texts.isShortened(),
    }
  }
}

/** The collection as a page reads it, with which of its fields are typed in place. */
function described({ fields, ...model }: ContentModel, own: Model): Omit<Answer['models'][number], 'kind'> {
  return {
    ...model,
    fields: fields.map(({ models, ...field }) => {
      const type = own.fields.find(({ name }) => name === field.name)?.definition.type
      const plain = type === 'text' ? 'lines' : type === 'string' ? 'line' : undefined
      const label = field.label === field.name ? inWords(field.name) : field.label
      return { ...field, label, ...(models ? { models: [...models] } : {}), ...(plain ? { plain } : {}) }
    }),
  }
}

/** `published_at` as “Published at”. */
function inWords(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The entry that a template is shown with; undefined if its model has none that was ever complete. */
async function chooseEntry(
  { model: wanted, id, locale }: NonNullable<Asked['entry']>,
  schema: ContentSchema,
  entriesOf: (model: string) => Promise<readonly StoredEntry[]>,
  at: number,
) {
  const model = schema.models.find((each) => each.id === wanted && each.kind !== 'dictionary')
  if (!model) return undefined
  const complete = (await entriesOf(model.id)).filter(({ settled }) => settled !== undefined)
  const isPublished = ({ settled }: StoredEntry) =>
    Object.values(settled?.locales ?? {}).some((each) => isSeen(each, at))
  const last = (all: readonly StoredEntry[]) => all.reduce<StoredEntry | undefined>(later, undefined)
  const stored = complete.find((each) => each.id === id) ?? last(complete.filter(isPublished)) ?? last(complete)
  if (!stored) return undefined
  const shown = Object.keys(shownEntry(stored, at, true)?.locales ?? {})
  const { default: main, supported } = schema.config.locales
  const asked = supported.find((each) => each === locale)
  // A model without locales is shown among the texts of any.
  if (shown.includes(ANY_LOCALE)) return { model, stored, locale: asked ?? main }
  const first = [asked, main, ...shown].find((each) => each !== undefined && shown.includes(each))
  return first === undefined ? undefined : { model, stored, locale: first }
}

const later = (best: StoredEntry | undefined, each: StoredEntry) =>
  best && best.updatedAt >= each.updatedAt ? best : each

/** The entries that some refer to, one step far. */
async function relatedTo(
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  models: readonly ContentModel[],
  entriesOf: (model: string) => Promise<readonly ContentEntry[]>,
): Promise<{ entries: { model: string; id: string }[]; more: boolean }> {
  const found = new Map<string, { model: string; id: string }>()
  for (const [model, ids] of wanted) {
    const relations = models.find(({ id }) => id === model)?.fields.filter(({ kind }) => kind === 'relation') ?? []
    if (relations.length === 0) continue
    for (const { id, locales } of await entriesOf(model)) {
      if (!ids.has(id)) continue
      for (const { values } of Object.values(locales))
        for (const { name, models: targets = [] } of relations)
          for (const reference of [values[name] ?? []].flat()) {
            const { model: of = targets[0], ref: to = reference } = recordOf(reference)
            if (typeof of !== 'string' || typeof to !== 'string' || !targets.includes(of)) continue
            if (found.size === MOST_RELATED) return { entries: [...found.values()], more: true }
            found.set(`${of}/${to}`, { model: of, id: to })
          }
    }
  }
  return { entries: [...found.values()], more: false }
}

/** A relation to one of several models names both. */
function recordOf(value: unknown): { model?: unknown; ref?: unknown } {
  return typeof value === 'object' && value !== null ? value : {}
}

/** Takes the values of entries into one answer, as long as there is room for them. */
function createTexts() {
  const html = new Map<string, Answer['html'][number]>()
  let used = 0
  let shortened = false

  /** Whether there is room for so many characters, which are then taken. */
  function fits(length: number): boolean {
    if (used + length > MOST_TEXT) {
      shortened = true
      return false
    }
    used += length
    return true
  }

  async function takeLong(kind: 'markdown' | 'html', text: string): Promise<boolean> {
    const key = `${kind} ${text}`
    if (html.has(key)) return true
    if (text.length > MOST_LONG || !fits(text.length * 2)) {
      shortened = true
      return false
    }
    html.set(key, { kind, text, html: cleanHtml(kind === 'markdown' ? markdownToHtml(text) : text) })
    await yieldToOthers()
    return true
  }

  return {
    html: () => [...html.values()],
    isShortened: () => shortened,
    /** @param isWanted whether a long text is shown */
    async take({ locales, ...entry }: ContentEntry, { fields }: ContentModel, isWanted: (name: string) => boolean) {
      const taken: Answer['entries'][string][number]['locales'] = {}
      for (const [locale, { values, publishedAt }] of Object.entries(locales)) {
        const kept: Record<string, unknown> = {}
        for (const { name, kind } of fields) {
          const value = values[name]
          if (value === undefined || value === null) continue
          const isLong = (kind === 'markdown' || kind === 'html') && typeof value === 'string'
          if (isLong ? isWanted(name) && (await takeLong(kind, value)) : fits(JSON.stringify(value).length))
            kept[name] = value
        }
        const { slug } = values
        if (typeof slug === 'string') kept.slug = slug
        taken[locale] = { values: kept, publishedAt }
      }
      return { ...entry, locales: taken }
    },
  }
}
