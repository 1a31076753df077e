import type { Form, ModelField } from '../model/definition.ts'
import { memberOf } from '../model/json.ts'

/** A field's label in a form. */
export const formLabel = ({ labels, locale }: Pick<Form, 'labels' | 'locale'>, field: ModelField): string =>
  memberOf(labels ?? {}, field.name) ?? formFieldLabel(field, locale)

/** A field's label in a locale; its name as words if it has no label. */
export function formFieldLabel(
  { name, definition: { label } }: Pick<ModelField, 'name' | 'definition'>,
  locale: string,
): string {
  const text = typeof label === 'string' ? label : (label?.[locale] ?? Object.values(label ?? {})[0])
  if (text !== undefined && text !== '') return text
  const words = name.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
