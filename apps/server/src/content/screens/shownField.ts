import type { ContentField } from '@atelier/api'
import type { ModelField } from '@atelier/content'

/** The public description of a field, for screens and forms. */
export function shownField({ name, definition }: Pick<ModelField, 'name' | 'definition'>): ContentField {
  const { type, label, description, required, unique, min, max, options, model } = definition
  const text = typeof label === 'string' ? label : Object.values(label ?? {})[0]
  const models = typeof model === 'string' ? [model] : model && [...model]
  return {
    name,
    type,
    ...(text === undefined ? {} : { label: text }),
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...(unique === undefined ? {} : { unique }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(options === undefined ? {} : { options: [...options] }),
    ...(models === undefined ? {} : { models }),
  }
}
