import type { Json } from '@atelier/documents'
import { migrateValue } from '../model/change.ts'
import type { FieldDefinition, Model } from '../model/definition.ts'
import { checkValue } from '../model/fields.ts'
import { recordOf } from '../model/json.ts'
import { fieldOf } from '../model/named.ts'

/** Returns why no reader of a field would understand a value, by the form of the value; undefined if they would. */
const FORMS: ReadonlySet<string> = new Set(['type', 'integer', 'integer_key', 'date', 'datetime', 'slug', 'options'])

/**
 * Values that a model accepted before it was changed, in the form that its fields have now: converted where they can be,
 * left out where not. A narrower rule, such as a length, leaves them as they are.
 *
 * @param live those of the same locale as they are now: of names that the model does not have only theirs are kept
 */
export function valuesThatFit(
  values: Readonly<Record<string, Json>>,
  live: Readonly<Record<string, Json>>,
  model: Model,
): Readonly<Record<string, Json>> {
  if (model.kind === 'dictionary')
    return recordOf(Object.entries(values).filter(([, value]) => typeof value === 'string'))
  return recordOf(
    Object.entries(values).flatMap(([name, value]): [string, Json][] => {
      const field = fieldOf(model, name)
      if (!field) return Object.hasOwn(live, name) ? [[name, value]] : []
      const fitting = valueThatFits(field.definition, value)
      return fitting === undefined ? [] : [[name, fitting]]
    }),
  )
}

function valueThatFits(definition: FieldDefinition, value: Json): Json | undefined {
  const isUnlike = checkValue(definition, value, {}).some(
    ({ severity, code }) => severity === 'error' && FORMS.has(code),
  )
  return isUnlike ? migrateValue(definition, value, 'convert') : value
}
