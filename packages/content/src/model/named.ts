import type { FieldDefinition, Model, ModelField, ModelFile } from './definition.ts'
import { recordOf } from './json.ts'

/** A model as its file has it. */
export function toFile({ fields, ...properties }: Model): ModelFile {
  if (properties.kind === 'dictionary') return properties
  return { ...properties, fields: recordOf(fields.map(({ name, definition }) => [name, definition])) }
}

/** A model that a file has and no document yet: the key of each field is its name. */
export function fromFile({ fields = {}, ...properties }: ModelFile): Model {
  const all = Object.entries(fields).map(([name, definition]) => ({ key: name, name, definition }))
  return { ...properties, fields: sortFields(all, properties.title_field) }
}

/** Fields as an editor shows them: by `order`, then the title field, then by name. */
export function sortFields(fields: readonly ModelField[], titleField: string | undefined): ModelField[] {
  const rank = ({ order }: FieldDefinition) => (typeof order === 'number' ? order : Infinity)
  return [...fields].sort((a, b) => {
    const [first, second] = [rank(a.definition), rank(b.definition)]
    if (first !== second) return first < second ? -1 : 1
    if (a.name === titleField || b.name === titleField) return a.name === titleField ? -1 : 1
    return a.name < b.name ? -1 : 1
  })
}

/** Types whose values are long texts, kept by paragraph. */
export const isLongText = (type: unknown): type is 'markdown' | 'richtext' => type === 'markdown' || type === 'richtext'

/** The name of the text of an entry of kind `document` besides its fields. */
export const BODY = 'body'

const bodyDefinition: FieldDefinition = { type: 'markdown' }

/**
 * The fields that an entry of a model can have, with the text of a document. A document's own field `slug` is the id of
 * the entry, so that it is no value.
 */
export function valueFields(model: Model): readonly ModelField[] {
  if (model.kind !== 'document') return model.fields
  const fields = model.fields.filter(({ name }) => name !== 'slug')
  if (fields.some(({ name }) => name === BODY)) return fields
  return [...fields, { key: BODY, name: BODY, definition: bodyDefinition }]
}

/** The field of this name; undefined if the model has none. */
export const fieldOf = (model: Model, name: string): ModelField | undefined =>
  valueFields(model).find((field) => field.name === name)
