import { copyJson, type Draft, equalJson, isJson, type Json, type View } from '@atelier/documents'
import { validate } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { Model } from './definition.ts'
import { isRecord, memberOf, recordOf } from './json.ts'
import { valueFields } from './named.ts'

const Heading = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })

/** How a form shows a field. Fields of one `section` or `tab` are shown together, in the order of the model. */
export const FieldLayout = Type.Object(
  {
    section: Type.Optional(Heading),
    tab: Type.Optional(Heading),
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
    when: Type.Optional(
      Type.Object(
        {
          field: Type.String({ minLength: 1, maxLength: 200 }),
          is: Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]), {
            maxItems: 50,
            description: 'One of these; any value if it is empty.',
          }),
        },
        { additionalProperties: false, description: 'Shown only while another field has a value.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type FieldLayout = Static<typeof FieldLayout>

/** By the names of fields. */
export type FieldLayouts = Readonly<Record<string, FieldLayout>>

/*
 * The layout of a field is `layout:<model>/<field key>` in the document of models, with the key of the field that `when`
 * names: a layout stays when a field is renamed.
 */

const layoutKey = (model: string, key: string) => `layout:${model}/${key}`

const isLayout = (value: unknown): value is FieldLayout => validate(FieldLayout, value).length === 0

/** The layouts of a model's fields; what has no sense is left out. */
export function readLayouts(view: View, model: Model): FieldLayouts {
  const fields = model.kind === 'dictionary' ? [] : valueFields(model)
  const names = new Map(fields.map(({ key, name }) => [key, name]))
  return recordOf(
    fields.flatMap(({ key, name }) => {
      const layout: unknown = view.get(layoutKey(model.id, key))
      return isLayout(layout) ? [[name, withFields(layout, (field) => names.get(field))] as const] : []
    }),
  )
}

/** @param layout with the names of fields; undefined takes it away */
export function setLayout(draft: Draft, model: Model, name: string, layout: FieldLayout | undefined): void {
  const fields = valueFields(model)
  const own = fields.find((field) => field.name === name)
  if (!own) return
  const key = layoutKey(model.id, own.key)
  if (layout === undefined || Object.keys(layout).length === 0) {
    if (draft.has(key)) draft.delete(key)
    return
  }
  const keys = new Map(fields.map((field) => [field.name, field.key]))
  const next = copyJson(withFields(layout, (field) => keys.get(field)))
  if (!equalJson(draft.get(key), next)) draft.set(key, next)
}

/** A layout whose condition names a field in another way; without a condition about a field that is not there. */
function withFields({ when, ...rest }: FieldLayout, called: (field: string) => string | undefined): FieldLayout {
  const field = when && called(when.field)
  return when && field !== undefined ? { ...rest, when: { ...when, field } } : rest
}

/** The layouts of a model's fields that come from elsewhere, by their names; what has no sense is left out. */
export function layoutsFrom(value: Json | undefined, model: Model): FieldLayouts {
  if (!isRecord(value) || model.kind === 'dictionary') return {}
  const names = valueFields(model).map(({ name }) => name)
  return recordOf(
    names.flatMap((name) => {
      const layout: unknown = memberOf(value, name)
      if (!isLayout(layout)) return []
      return [[name, withFields(layout, (field) => (names.includes(field) ? field : undefined))] as const]
    }),
  )
}

/** As a file holds them. */
export const layoutsJson = (layouts: FieldLayouts): Json => (isJson(layouts) ? layouts : {})
