import { DICTIONARY_TITLE, titleTypes } from './check.ts'
import type { FieldDefinition, ModelFile } from './definition.ts'
import { memberOf } from './json.ts'

/** Names under which models most often keep what an entry is called, the most telling first. */
const usualTitles = ['title', 'name', 'label', 'heading', 'question']

/** The field that best names an entry; undefined if none can. */
export function guessTitle(fields: Readonly<Record<string, FieldDefinition>>): string | undefined {
  const fit = Object.entries(fields).filter(([, { type }]) => titleTypes.has(type))
  return (
    usualTitles.find((name) => fit.some(([each]) => each === name)) ??
    (fit.find(([, { required }]) => required === true) ?? fit[0])?.[0]
  )
}

/**
 * A model with a title field that the format accepts, where it has one that can be it. The field becomes required only if
 * that leaves every entry valid. Returns the model itself if there is nothing to mend.
 * @param isFilled whether every entry has a value in a field
 */
export function mendModel(model: ModelFile, isFilled: (field: string) => boolean): ModelFile {
  if (model.kind === 'dictionary') {
    return model.title_field === DICTIONARY_TITLE ? model : { ...model, title_field: DICTIONARY_TITLE }
  }
  const { fields = {} } = model
  const named = model.title_field === undefined ? undefined : memberOf(fields, model.title_field)
  const title = named && titleTypes.has(named.type) ? model.title_field : guessTitle(fields)
  const definition = title === undefined ? undefined : memberOf(fields, title)
  if (title === undefined || !definition) return model
  const required = definition.required === true || isFilled(title)
  if (title === model.title_field && required === (definition.required === true)) return model
  return {
    ...model,
    title_field: title,
    fields: { ...fields, [title]: required ? { ...definition, required } : definition },
  }
}
