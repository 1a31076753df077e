import type { ModelField } from '../model/definition.ts'

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
