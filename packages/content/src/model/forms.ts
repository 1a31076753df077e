import type { Draft, Json, View } from '@atelier/documents'
import { equalJson } from '@atelier/documents'
import {
  type FieldDefinition,
  type FieldType,
  type Form,
  type Model,
  type ModelField,
  NO_LOCALE,
} from './definition.ts'
import { isList, isRecord, recordOf } from './json.ts'

/*
 * The form of a model is the member `form:<model>` of the document of models. It holds the keys of fields, so that
 * renaming a field does not close it.
 */

/** The defaults of a form. */
export const formDefaults = { perMinute: 10, perMonth: 1_000 } as const

/** Values that a person can type or choose in a browser's form; anything else is never taken from a visitor. */
const sendable = new Set<FieldType>([
  'string',
  'text',
  'email',
  'url',
  'color',
  'phone',
  'markdown',
  'number',
  'integer',
  'decimal',
  'percent',
  'rating',
  'boolean',
  'date',
  'datetime',
  'select',
])

/** Whether a visitor may be asked for a field: no files, relations, objects, or texts of HTML. */
export function isSendable({ type, items }: FieldDefinition): boolean {
  if (type !== 'array') return sendable.has(type)
  const each = typeof items === 'object' ? items.type : items
  return each === 'string' || each === 'select'
}

/** A path of the same site, such as `/thanks/`. Browsers leave tabs and line breaks out, so that none may hide a second slash. */
export const sitePathPattern = /^\/(?![/\\])[^\\\p{Cc}]*$/u

export const MAX_MESSAGE = 1_000
export const MAX_PATH = 500
export const MAX_LABEL = 200
export const MAX_PER_MINUTE = 60
export const MAX_PER_MONTH = 100_000

/**
 * A form as it is stored, for a model as it is now. Meaningless members are left out.
 * @param value fields by their keys
 * @returns undefined if it is none, or no field of it is left
 */
export function formFrom(value: Json | undefined, model: Model, mainLocale: string): Form | undefined {
  if (!isRecord(value) || (model.kind !== 'collection' && model.kind !== 'document')) return undefined
  const { open, fields, required, labels, locale, message, next, perMinute, perMonth } = value
  const byKey = new Map(model.fields.map((field) => [field.key, field]))
  const named = (keys: Json | undefined) =>
    (isList(keys) ? keys : []).flatMap((key) => {
      const field = typeof key === 'string' ? byKey.get(key) : undefined
      return field && isSendable(field.definition) ? [field.name] : []
    })
  const shown = named(fields)
  if (shown.length === 0) return undefined
  return {
    open: open === true,
    fields: shown,
    required: named(required).filter((name) => shown.includes(name)),
    ...namedLabels(labels, byKey, shown),
    locale: !model.i18n ? NO_LOCALE : typeof locale === 'string' ? locale : mainLocale,
    ...(typeof message === 'string' ? { message: message.slice(0, MAX_MESSAGE) } : {}),
    ...(typeof next === 'string' && next.length <= MAX_PATH && sitePathPattern.test(next) ? { next } : {}),
    perMinute: limitedCount(perMinute, MAX_PER_MINUTE) ?? formDefaults.perMinute,
    perMonth: limitedCount(perMonth, MAX_PER_MONTH) ?? formDefaults.perMonth,
  }
}

function namedLabels(
  labels: Json | undefined,
  byKey: ReadonlyMap<string, ModelField>,
  shown: readonly string[],
): Pick<Form, 'labels'> {
  const named = Object.entries(isRecord(labels) ? labels : {}).flatMap(([key, text]) => {
    const name = byKey.get(key)?.name
    const isOne = name !== undefined && shown.includes(name) && typeof text === 'string' && text !== ''
    return isOne ? [[name, text.slice(0, MAX_LABEL)] as const] : []
  })
  return named.length === 0 ? {} : { labels: recordOf(named) }
}

const limitedCount = (value: Json | undefined, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, most) : undefined

/** The forms of models by their ids. */
export const readForms = (view: View, models: readonly Model[], mainLocale: string): Record<string, Form> =>
  recordOf(
    models.flatMap((model) => {
      const form = formFrom(view.get(`form:${model.id}`), model, mainLocale)
      return form ? [[model.id, form] as const] : []
    }),
  )

/** @param form undefined takes it away */
export function setForm(draft: Draft, { id, fields }: Pick<Model, 'id' | 'fields'>, form: Form | undefined): void {
  const key = `form:${id}`
  if (!form) {
    if (draft.has(key)) draft.delete(key)
    return
  }
  const keyOf = new Map<string, ModelField>(fields.map((field) => [field.name, field]))
  const keys = (names: readonly string[]) => names.flatMap((name) => keyOf.get(name)?.key ?? [])
  const { locale, labels = {}, ...rest } = form
  const labelled = Object.entries(labels).flatMap(([name, text]) =>
    keyOf.has(name) && form.fields.includes(name) && text !== '' ? [[keyOf.get(name)?.key ?? '', text] as const] : [],
  )
  const value: Json = {
    ...rest,
    fields: keys(form.fields),
    required: keys(form.required),
    ...(labelled.length === 0 ? {} : { labels: recordOf(labelled) }),
    ...(locale === NO_LOCALE ? {} : { locale }),
  }
  if (!equalJson(draft.get(key), value)) draft.set(key, value)
}
