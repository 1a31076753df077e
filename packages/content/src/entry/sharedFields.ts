import { equalJson, type Json } from '@atelier/documents'
import type { Model, ModelField } from '../model/definition.ts'
import { recordOf } from '../model/json.ts'
import { valueFields } from '../model/named.ts'
import { changedSince } from './digest.ts'
import type { EntryLocale } from './entry.ts'

/*
 * A shared field has one value for all languages. It lies under the key of the default language and is shown in each
 * language that has anything of its own. While that key has nothing, the first other language that has a value has it:
 * that of an entry whose field was made shared, or whose default language was taken away.
 */

/** The fields of a model that have one value for all languages. */
export const sharedFields = (model: Model): readonly ModelField[] =>
  model.kind === 'dictionary' ? [] : valueFields(model).filter(({ shared }) => shared !== undefined)

type Locales = Readonly<Record<string, EntryLocale>>

/** The values of an entry by locale, with those of shared fields in each language. */
export function withShared(locales: Locales, model: Model): Locales {
  const fields = sharedFields(model)
  const [main] = fields.flatMap(({ shared }) => shared ?? [])
  if (main === undefined) return locales
  const names = new Set(fields.map(({ name }) => name))
  const isOwn = ({ values }: EntryLocale) => Object.keys(values).some((name) => !names.has(name))
  const values = fields.flatMap(({ name }): [string, Json][] => {
    const value = sharedValue(locales, main, name)
    return value === undefined ? [] : [[name, value]]
  })
  // An entry with nothing but shared values is one in the default language.
  const anyOwn = Object.values(locales).some(isOwn)
  const all = anyOwn || values.length === 0 || locales[main] ? locales : { ...locales, [main]: EMPTY }
  return recordOf(
    Object.entries(all).map(([locale, own]) => {
      const bare = Object.entries(own.values).filter(([name]) => !names.has(name))
      const shown = isOwn(own) || (!anyOwn && locale === main) ? [...bare, ...values] : []
      return [locale, { ...own, values: recordOf(shown) }]
    }),
  )
}

const EMPTY: EntryLocale = { values: {}, meta: { status: 'draft' } }

function sharedValue(locales: Locales, main: string, name: string): Json | undefined {
  for (const locale of localesFrom(main, Object.keys(locales))) {
    const values = locales[locale]?.values ?? {}
    if (Object.hasOwn(values, name)) return values[name]
  }
  return undefined
}

/** The default language and then the others in their order, which is the same wherever a value is looked for. */
export const localesFrom = (main: string, locales: readonly string[]): string[] => [
  main,
  ...locales.filter((locale) => locale !== main).sort(),
]

/** Whether languages have different values of a field that is about to be one for all of them. */
export function valuesDiffer(locales: Locales, name: string): boolean {
  const values = Object.values(locales).flatMap(({ values, standIn }) =>
    standIn !== true && Object.keys(values).length > 0 ? [values[name] ?? null] : [],
  )
  return values.some((value) => !equalJson(value, values[0] ?? null))
}

/** The names of the values that are others now than those that a translation was made from (`changedSince`). */
export const sourceChanges = (
  values: Readonly<Record<string, Json>>,
  digest: string,
  model: Model,
): string[] | undefined => {
  const names = new Set(sharedFields(model).map(({ name }) => name))
  return changedSince(values, digest)?.filter((name) => !names.has(name))
}

/** A value of one locale that is to be set. */
interface Edit {
  locale: string
  field: string
  value?: Json
}

/**
 * Edits of several languages, with one of each shared field: that of the default language, or of the first that has one.
 * @returns `overruled`: those of other languages that would have set another value
 */
export function oneEditEach<Each extends Edit>(
  edits: readonly Each[],
  model: Model,
): { edits: readonly Each[]; overruled: { edit: Each; by: string }[] } {
  const shared = new Map(sharedFields(model).map(({ name, shared: main = '' }) => [name, main]))
  if (shared.size === 0) return { edits, overruled: [] }
  const chosen = new Map<string, Each>()
  for (const [name, main] of shared) {
    const own = edits.filter(({ field }) => field === name)
    const [first] = localesFrom(
      main,
      own.map(({ locale }) => locale),
    ).flatMap((locale) => own.find((each) => each.locale === locale) ?? [])
    if (first) chosen.set(name, first)
  }
  const overruled = edits.flatMap((edit) => {
    const by = chosen.get(edit.field)
    return !by || by === edit || equalJson(by.value ?? null, edit.value ?? null) ? [] : [{ edit, by: by.locale }]
  })
  return { edits: edits.filter((edit) => (chosen.get(edit.field) ?? edit) === edit), overruled }
}

/** Types of which a value is most often the same in each language. */
const LIKELY: ReadonlySet<string> = new Set([
  ...['number', 'integer', 'decimal', 'percent', 'rating', 'date', 'datetime'],
  ...['image', 'video', 'file', 'relation', 'relations'],
])

/** The fields of a model that are proposed to be shared: dates, numbers, pictures, relations and tags. */
export const likelyShared = (model: Model): readonly ModelField[] =>
  !model.i18n || model.kind === 'dictionary'
    ? []
    : model.fields.filter(
        ({ name, definition: { type }, shared }) =>
          shared === undefined &&
          name !== model.title_field &&
          name !== 'slug' &&
          (LIKELY.has(type) || (/^tags?$/.test(name) && (type === 'array' || type === 'select'))),
      )
