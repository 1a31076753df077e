import type { ContentField, ContentFieldLayout } from '@atelier/api'
import { type FieldDefinition, fieldTypes, shownField } from '@atelier/content'

/** A field with all that its model says of it, such as the fields within a group, and how a form shows it. */
export type EntryField = ContentField & { definition?: object; layout?: ContentFieldLayout }

/** Whether an answer describes a field: as the server checks every definition, only its type is looked at. */
export const isDefinition = (value: unknown): value is FieldDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && fieldTypes.some((type) => type === value.type)

/** The definition that the model has of a field; undefined if it has a type that this studio does not know. */
export const definitionOf = ({ definition }: EntryField): FieldDefinition | undefined =>
  isDefinition(definition) ? definition : undefined

/** A field within a group or a list, as its control takes it. */
export const innerField = (name: string, definition: FieldDefinition): EntryField => ({
  ...shownField({ name, definition }),
  definition,
})

/** The definition of the items of a list; undefined if its model leaves them open. */
export const itemDefinition = ({ items }: FieldDefinition): FieldDefinition | undefined =>
  typeof items === 'string' ? { type: items } : items
