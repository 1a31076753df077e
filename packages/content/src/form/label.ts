import type { Form, ModelField } from '../model/definition.ts'
import { memberOf } from '../model/json.ts'

/** What a field of a form is called there. */
export const formLabel = ({ labels, locale }: Pick<Form, 'labels' | 'locale'>, field: ModelField): string =>
  memberOf(labels ?? {}, field.name) ?? labelOf(field, locale)

/** What a field is called in a locale; its name as words where nobody has named it. */
export function labelOf(
  { name, definition: { label } }: Pick<ModelField, 'name' | 'definition'>,
  locale: string,
): string {
  const text = typeof label === 'string' ? label : (label?.[locale] ?? Object.values(label ?? {})[0])
  if (text !== undefined && text !== '') return text
  const words = name.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
