import { isJson, type Json } from '@atelier/documents'
import { nearestName } from '@atelier/operation'
import { holdsShortened } from '../../brain/shorten.ts'
import type { ContentContext } from '../../context/context.ts'
import { linksIn, uniqueText } from '../../entry/settle.ts'
import type { Model } from '../../model/definition.ts'
import { checkValue, integerKeyMessage } from '../../model/fields.ts'
import type { Finding } from '../../model/finding.ts'
import { isIntegerKey, memberOf } from '../../model/json.ts'
import { fieldOf, valueFields } from '../../model/named.ts'
import { patternWork } from '../../model/pattern.ts'
import { secretIn } from '../../model/secrets.ts'
import { errorMessage } from '../../strings/errorMessages.ts'

/** The most characters of one text. */
export const MAX_TEXT = 1_000_000
const MAX_KEY = 200

/** One entry of a call, with what is to be written of it. */
export interface WantedEntry {
  id: string
  values: Readonly<Record<string, Json | null>>
}

/**
 * The problems of values that are about to be written: their own form, whether unique ones are, and whether relations
 * lead somewhere. Others' values in the same entry are not checked here.
 */
export async function checkWritten(
  context: ContentContext,
  model: Model,
  locale: string,
  entries: readonly WantedEntry[],
): Promise<Finding[]> {
  const found = entries.flatMap(({ id, values }) => [
    ...checkForms(model, { model: model.id, entry: id, locale }, values),
    ...checkShared(context, model, { model: model.id, entry: id, locale }, values),
  ])
  if (model.kind === 'dictionary' || found.some(({ severity }) => severity === 'error')) return found
  return [
    ...found,
    ...(await checkUnique(context, model, locale, entries)),
    ...(await checkLinks(context, model, locale, entries)),
  ]
}

/** Values as JSON; what is none is taken for a value of the wrong type. */
export const jsonOf = (value: unknown): Json => (isJson(value) ? value : String(value))

type Place = Pick<Finding, 'model' | 'entry' | 'locale'>

function checkForms(model: Model, place: Place, values: WantedEntry['values']): Finding[] {
  const work = patternWork()
  return Object.entries(values).flatMap(([name, value]): Finding[] => {
    const where = { ...place, field: name }
    const error = (code: string, message: string, hint?: string): Finding[] => [
      { severity: 'error', code, message, ...where, ...(hint === undefined ? {} : { hint }) },
    ]
    if (holdsShortened(value))
      return error('shortened', errorMessage('value.shortened'), errorMessage('value.shortened.hint'))
    if (typeof value === 'string' && value.length > MAX_TEXT)
      return error('too_long', `A text has at most ${MAX_TEXT.toLocaleString('en')} characters.`)
    if (model.kind === 'dictionary') return checkTerm(name, value, error)
    if (model.kind === 'document' && name === 'slug') {
      if (value === place.entry) return []
      return error('slug', `The slug of this document is “${place.entry}”.`, 'renameEntry gives it another.')
    }
    const field = fieldOf(model, name)
    if (!field) {
      const names = valueFields(model).map((each) => each.name)
      const near = nearestName(name, names)
      const hint = near ? `Did you mean “${near}”?` : `It has ${names.join(', ')}.`
      return error('unknown_field', `${model.name} has no field “${name}”.`, hint)
    }
    return checkValue(field.definition, value ?? undefined, where, work)
  })
}

/** A value for all languages is set by those who may work in all of them. */
function checkShared(
  { restriction }: ContentContext,
  model: Model,
  place: Place,
  values: WantedEntry['values'],
): Finding[] {
  const { locales } = restriction ?? {}
  if (!locales) return []
  return Object.keys(values).flatMap((field): Finding[] => {
    const shared = fieldOf(model, field)?.shared
    if (shared === undefined || locales.includes(shared)) return []
    const message = `“${field}” has one value for all languages, and you may not work in ${shared}.`
    return [{ severity: 'error', code: 'forbidden_locale', message, ...place, field }]
  })
}

function checkTerm(
  key: string,
  value: Json,
  error: (code: string, message: string, hint?: string) => Finding[],
): Finding[] {
  if (key === '' || key.length > MAX_KEY || key === '__proto__' || /\p{Cc}/u.test(key))
    return error('key', `“${key.slice(0, 60)}” is no key of a dictionary.`)
  if (isIntegerKey(key)) return error('integer_key', integerKeyMessage(key))
  if (value === null) return []
  if (typeof value !== 'string') return error('type', `“${key}” is a text, not ${JSON.stringify(value).slice(0, 60)}.`)
  const secret = secretIn(value)
  return secret === undefined ? [] : error('secret', `“${key}” holds ${secret}.`, 'Secrets do not belong into content.')
}

/** Whether another entry has a value that is unique: one of those that are written, or one that is stored. */
async function checkUnique(
  { reader }: ContentContext,
  model: Model,
  locale: string,
  entries: readonly WantedEntry[],
): Promise<Finding[]> {
  const own = new Map(entries.map(({ id, values }) => [id, values]))
  const found: Finding[] = []
  for (const { name, definition } of valueFields(model)) {
    if (definition.unique !== true) continue
    const wanted = entries.flatMap(({ id, values }) => {
      const value = memberOf(values, name)
      return value === undefined || value === null || value === '' ? [] : [{ id, value, text: uniqueText(value) }]
    })
    if (wanted.length === 0) continue
    const stored = await reader.holders(
      model.id,
      name,
      wanted.map(({ text }) => text),
    )
    // One that is given another value by this call holds it no longer.
    const holding = stored.filter(
      (each) => each.locale === locale && memberOf(own.get(each.entry) ?? {}, name) === undefined,
    )
    const holders = new Map(holding.map(({ value, entry }) => [value, entry]))
    for (const { id, value, text } of wanted) {
      const holder = holders.get(text)
      holders.set(text, id)
      if (holder === undefined || holder === id) continue
      const message = `${JSON.stringify(value).slice(0, 80)} is already the ${name} of ${model.id}/${holder}.`
      found.push({ severity: 'error', code: 'not_unique', message, model: model.id, entry: id, locale, field: name })
    }
  }
  return found
}

async function checkLinks(
  { reader }: ContentContext,
  model: Model,
  locale: string,
  entries: readonly WantedEntry[],
): Promise<Finding[]> {
  const own = new Set(entries.map(({ id }) => id))
  const known = new Map<string, boolean>()
  const exists = async (target: string, id: string): Promise<boolean> => {
    if (target === model.id && own.has(id)) return true
    const name = `${target}/${id}`
    const before = known.get(name)
    if (before !== undefined) return before
    const found = (await reader.entry(target, id)) !== undefined
    known.set(name, found)
    return found
  }
  const found: Finding[] = []
  for (const { id, values } of entries) {
    for (const { name, definition } of valueFields(model)) {
      const value = memberOf(values, name)
      if (value === undefined || value === null) continue
      for (const { kind, value: ref, targetModel } of linksIn(definition, value)) {
        if (kind !== 'ref' || targetModel === undefined || (await exists(targetModel, ref))) continue
        const ids = (await reader.entries(targetModel)).map((each) => each.id)
        const near = nearestName(ref, ids)
        const hint = near
          ? `Did you mean “${near}”?`
          : ids.length === 0
            ? `${targetModel} has no entries yet.`
            : `There are ${ids.slice(0, 10).join(', ')}.`
        const message = `There is no ${targetModel}/${ref}.`
        found.push({
          severity: 'error',
          code: 'broken_relation',
          message,
          model: model.id,
          entry: id,
          locale,
          field: name,
          hint,
        })
      }
    }
  }
  return found
}
