import type { ModelField } from './definition.ts'

/** A field for screens and forms: `models` are the ids of the models that a relation may name. */
export interface ShownField {
  name: string
  type: string
  label?: string
  description?: string
  required?: boolean
  unique?: boolean
  min?: number
  max?: number
  options?: string[]
  models?: string[]
}

/** The public description of a field, or of one inside of another, for screens and forms. */
export function shownField({ name, definition }: Pick<ModelField, 'name' | 'definition'>): ShownField {
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
