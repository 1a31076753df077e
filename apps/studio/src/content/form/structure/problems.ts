import { checkValue, type Finding } from '@atelier/content'
import type { Json } from '@atelier/documents'
import { definitionOf, type EntryField } from '../../entry/fieldDefinition.ts'
import { fieldLabel } from '../../entry/labelOf.ts'

/** The errors of a value and of all that is inside of it. */
export function problemsIn(field: EntryField, value: Json | undefined): Finding[] {
  const definition = definitionOf(field)
  if (!definition) return []
  return checkValue(definition, value, { field: fieldLabel(field) }).filter(({ severity }) => severity === 'error')
}

/** The message of the error of a value itself, not of what is inside of it. */
export const ownProblem = (field: EntryField, value: Json | undefined): string | undefined =>
  problemsIn(field, value).find((each) => each.field === fieldLabel(field))?.message
