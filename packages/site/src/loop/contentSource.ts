import type { Json } from '@atelier/documents'
import type { ContentEntry, ContentField, ContentLocale, ContentModel, ContentView } from '../context/content.ts'
import { isRecord } from '../document/node.ts'
import { entryPageSlug, shownIn, slugOfEntry } from './contentView.ts'
import { pageUrl } from './pages.ts'
import type { LoopEntry, LoopField, LoopFilter, LoopSource } from './source.ts'

/** The source of collections, as in `data-source-id`. */
export const ROWS = 'data.rows'

const KINDS = {
  text: 'text',
  url: 'url',
  media: 'media',
  number: 'number',
  date: 'text',
  boolean: 'text',
  list: 'text',
  relation: 'text',
  markdown: 'rich',
  html: 'rich',
} as const

/** The kinds of fields whose values are words of a language. */
const WORDS: ReadonlySet<ContentField['kind']> = new Set(['text', 'list', 'markdown', 'html'])

/** The fields that every entry has, if its collection has no field of that name. */
const COMMON: readonly LoopField[] = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'permalink', label: 'Address of its page', kind: 'url' },
  { name: 'featuredMedia', label: 'Picture (the first one that it has)', kind: 'media' },
  { name: 'publishedAt', label: 'Published', kind: 'date' },
  { name: 'createdAt', label: 'Added', kind: 'date' },
  { name: 'updatedAt', label: 'Changed', kind: 'date' },
  { name: 'slug', label: 'Slug', kind: 'text' },
  { name: 'locale', label: 'Locale', kind: 'text' },
  { name: 'id', label: 'Id', kind: 'text' },
]

/** The origin of a loop's entry. */
interface Made {
  entry: ContentEntry
  shown: ContentLocale
}

const sources = new WeakMap<ContentView, Map<string, LoopSource>>()

/** The sources of the collections, each in one locale. */
export function contentSources(content: ContentView, locale: string): LoopSource[] {
  return content.models.map((model) => contentSource(content, model, locale))
}

/** The entries of a collection that can be seen in a locale, as a source of loops: one and the same for one content. */
export function contentSource(content: ContentView, model: ContentModel, locale: string): LoopSource {
  const known = sources.get(content) ?? new Map<string, LoopSource>()
  sources.set(content, known)
  const key = `${model.id} ${locale}`
  const source = known.get(key) ?? createSource(content, model, locale)
  known.set(key, source)
  return source
}

function createSource(content: ContentView, model: ContentModel, locale: string): LoopSource {
  const made = new WeakMap<LoopEntry, Made>()
  let read: { of: readonly ContentEntry[]; entries: LoopEntry[]; byId: Map<string, LoopEntry> } | undefined
  const fields = loopFields(model)
  const relations = new Map(model.fields.flatMap((field) => (field.kind === 'relation' ? [[field.name, field]] : [])))
  const related = (field: ContentField, value: Json | undefined): { source: LoopSource; entry: LoopEntry }[] => {
    const references = Array.isArray(value) ? value : value === undefined ? [] : [value]
    return references.flatMap((reference) => {
      const [id, target] = isRecord(reference) ? [reference.ref, reference.model] : [reference, field.models?.[0]]
      const of = field.models?.includes(String(target)) && content.models.find((each) => each.id === target)
      if (!of || typeof id !== 'string') return []
      const source = contentSource(content, of, locale)
      const entry = source.find?.(id)
      return entry ? [{ source, entry }] : []
    })
  }

  function loaded() {
    const of = content.entries(model.id)
    if (read?.of === of) return read
    const entries: LoopEntry[] = []
    const byId = new Map<string, LoopEntry>()
    for (const entry of of) {
      const shown = shownIn(entry, model, locale)
      if (!shown) continue
      const loopEntry = entryFields(entry, shown)
      made.set(loopEntry, { entry, shown })
      entries.push(loopEntry)
      byId.set(entry.id, loopEntry)
    }
    read = { of, entries, byId }
    return read
  }

  function entryFields(entry: ContentEntry, shown: ContentLocale): LoopEntry {
    const found: Record<string, string | number> = {
      slug: slugOfEntry(entry, shown),
      locale,
      publishedAt: shown.publishedAt,
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
    }
    const title = model.titleField === undefined ? undefined : shown.values[model.titleField]
    found.title = typeof title === 'string' || typeof title === 'number' ? title : entry.id
    for (const { name, kind } of model.fields) {
      const value = shown.values[name]
      if (kind === 'media' && typeof value === 'string' && value !== '') found.featuredMedia ??= mediaUrl(value)
    }
    for (const { name, kind } of model.fields) {
      const value = kind === 'relation' ? undefined : loopText(shown.values[name], kind)
      if (value !== undefined) found[name] = value
      else if (COMMON.some((each) => each.name === name)) delete found[name]
    }
    found.id = entry.id
    return found
  }

  function permalink(entry: LoopEntry): string | undefined {
    const of = made.get(entry)?.entry
    const slug = of && entryPageSlug(model, of, locale, content.locales)
    return slug === undefined ? undefined : pageUrl({ slug }, false)
  }

  return {
    id: ROWS,
    table: model.id,
    label: model.label,
    fields,
    orders: fields.flatMap(({ name, label, kind }) => (kind === 'rich' ? [] : [{ id: name, label }])),
    filters: filtersOf(fields, (entry) => made.get(entry)?.shown),
    dependency: `content:${model.id}`,
    locale,
    entries: () => loaded().entries,
    find: (id) => loaded().byId.get(id),
    value(entry, name) {
      if (name === 'permalink') return permalink(entry)
      const dot = name.indexOf('.')
      const field = relations.get(dot < 0 ? name : name.slice(0, dot))
      if (!field || Object.hasOwn(entry, name)) return undefined
      const found = related(field, made.get(entry)?.shown.values[field.name])
      if (dot < 0) return found.map((each) => each.entry.id).join(', ')
      const inner = name.slice(dot + 1)
      const known = found.length === 0 ? targets(content, field) : found.map(({ source }) => source)
      if (!known.some((source) => source.fields.some((each) => each.name === inner))) return undefined
      const values = found.map((each) => each.source.value?.(each.entry, inner) ?? each.entry[inner])
      return values.filter((value) => value !== undefined && value !== '').join(', ')
    },
    related(entry, name) {
      const field = relations.get(name)
      return field ? related(field, made.get(entry)?.shown.values[name]) : []
    },
    language(entry, name) {
      const dot = name.indexOf('.')
      const field = relations.get(dot < 0 ? name : name.slice(0, dot))
      const shown = made.get(entry)?.shown
      if (field && dot > 0) {
        const found = related(field, shown?.values[field.name])
        const languages = new Set(found.map((each) => each.source.language?.(each.entry, name.slice(dot + 1))))
        return languages.size === 1 ? [...languages][0] : undefined
      }
      const own = name === 'title' ? (model.titleField ?? name) : name
      const kind = model.fields.find((each) => each.name === own)?.kind
      if (!shown?.standIns?.fields.includes(own) || kind === undefined || !WORDS.has(kind)) return undefined
      return shown.standIns.locale
    },
    html(entry, name) {
      const field = model.fields.find((each) => each.name === name)
      if (field?.kind !== 'markdown' && field?.kind !== 'html') return undefined
      const text = made.get(entry)?.shown.values[name]
      if (typeof text !== 'string') return ''
      return field.kind === 'html' ? text : content.markdown(text)
    },
  }

  function targets(view: ContentView, field: ContentField): LoopSource[] {
    return view.models.flatMap((each) => (field.models?.includes(each.id) ? contentSource(view, each, locale) : []))
  }
}

/** The fields of a collection's entries for loops. */
function loopFields(model: ContentModel): LoopField[] {
  const own = model.fields.map(({ name, label, kind }): LoopField => ({ name, label, kind: KINDS[kind] }))
  const taken = new Set(own.map(({ name }) => name))
  const common = COMMON.filter(({ name }) => !taken.has(name) && (name !== 'permalink' || model.route !== undefined))
  return [...own.filter(({ name }) => name !== 'id' && name !== 'permalink'), ...common]
}

/** Each field filters by its value; a list and a relation by one of theirs. */
function filtersOf(
  fields: readonly LoopField[],
  shownOf: (entry: LoopEntry) => ContentLocale | undefined,
): LoopFilter[] {
  const byField = fields.flatMap(({ name, label, kind }): LoopFilter[] => {
    if (kind === 'rich') return []
    return [
      {
        name,
        label: `Only entries of this value: ${label}`,
        accepts(entry, value) {
          const own = shownOf(entry)?.values[name]
          if (!Array.isArray(own) && !isRecord(own)) return String(own ?? entry[name] ?? '') === value
          return [own].flat().some((each) => String(isRecord(each) ? each.ref : each) === value)
        },
      },
    ]
  })
  const except: LoopFilter = {
    name: 'except',
    label: 'Without the entry that the page shows',
    values: ['current'],
    accepts: ({ id }, _value, { entryId }) => id !== entryId,
  }
  return [...byField.filter(({ name }) => name !== 'except'), except]
}

/** A value as a text or number; undefined if it is not set, or has no text. */
function loopText(value: Json | undefined, kind: ContentField['kind']): string | number | undefined {
  if (value === undefined || value === null) return undefined
  if (kind === 'media') return typeof value === 'string' && value !== '' ? mediaUrl(value) : undefined
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  return value.filter((each) => typeof each === 'string' || typeof each === 'number').join(', ')
}

const mediaUrl = (path: string) => (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path) ? path : encodeURI(`/${path}`))
