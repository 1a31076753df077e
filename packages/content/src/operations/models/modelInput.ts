import { type Static, type TObject, Type } from 'typebox'
import { DICTIONARY_TITLE, titleTypes } from '../../model/check.ts'
import type { FieldDefinition, ModelFile } from '../../model/definition.ts'
import { fieldTypes, localeStrategies, modelKinds } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import { isRecord } from '../../model/json.ts'
import { guessTitle } from '../../model/mend.ts'

/** The members of a model as a call gives them. */
export const modelInput = {
  id: Type.String({ maxLength: 200, description: 'kebab-case' }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  kind: Type.Optional(Type.Enum(modelKinds)),
  domain: Type.Optional(Type.String({ maxLength: 200 })),
  i18n: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  title_field: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  content_path: Type.Optional(Type.String({ maxLength: 200 })),
  locale_strategy: Type.Optional(Type.Enum(localeStrategies)),
  fields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `By name (snake_case): {type, required, unique, default, min, max, pattern, options, model, items, fields, accept, label, order, shared}. \`shared: true\` gives it one value for all languages. Types: ${fieldTypes.join(' ')}.`,
    }),
  ),
}

export type ModelInput = Static<TObject<typeof modelInput>>

export interface GivenModel {
  id: string
  name?: string | undefined
  kind?: ModelFile['kind'] | undefined
  domain?: string | undefined
  i18n?: boolean | undefined
  title_field?: string | undefined
  description?: string | undefined
  content_path?: string | undefined
  locale_strategy?: ModelFile['locale_strategy'] | undefined
  fields?: Record<string, unknown> | undefined
}

/** Definitions of fields as a call gives them; an invalid one is a finding, and null removes a field. */
export function definitionsOf(
  model: string,
  fields: Record<string, unknown>,
): {
  definitions: Map<string, FieldDefinition | null>
  /** Whether fields have one value for all languages, where the call says so. */
  shared: Map<string, boolean>
  findings: Finding[]
} {
  const definitions = new Map<string, FieldDefinition | null>()
  const shared = new Map<string, boolean>()
  const findings: Finding[] = []
  for (const [field, given] of Object.entries(fields)) {
    const definition: unknown = typeof given === 'string' ? { type: given } : given
    if (definition === null) definitions.set(field, null)
    else if (isDefinition(definition)) {
      const { shared: isShared, ...own } = definition
      if (typeof isShared === 'boolean') shared.set(field, isShared)
      definitions.set(field, own)
    } else
      findings.push({
        severity: 'error',
        code: 'field_type',
        message: `“${field}” has no known type.`,
        model,
        field,
        hint: `Such as {"type": "string"}. There are ${fieldTypes.join(', ')}.`,
      })
  }
  return { definitions, shared, findings }
}

/** A field as a call gives it. */
type GivenDefinition = FieldDefinition & { shared?: unknown }

const isDefinition = (value: unknown): value is GivenDefinition =>
  isRecord(value) && fieldTypes.some((type) => type === value.type)

/**
 * A model with what follows from the rest of it: a title field, which is required, and an order of its fields as they
 * were given.
 */
export function completed(model: ModelFile): ModelFile {
  if (model.kind === 'dictionary') {
    const { fields: _, ...rest } = model
    return {
      ...rest,
      title_field: model.title_field ?? DICTIONARY_TITLE,
      ...(Object.keys(model.fields ?? {}).length > 0 ? { fields: model.fields } : {}),
    }
  }
  const fields = Object.entries(model.fields ?? {})
  const title = model.title_field ?? guessTitle(model.fields ?? {})
  let last = Math.max(0, ...fields.map(([, { order }]) => (typeof order === 'number' ? order : 0)))
  return {
    ...model,
    ...(title === undefined ? {} : { title_field: title }),
    fields: Object.fromEntries(
      fields.map(([name, definition]) => {
        if (definition.order === undefined) last += 1
        const order = definition.order ?? last
        const required = name === title && titleTypes.has(definition.type) ? { required: true } : {}
        return [name, { ...definition, ...required, order }]
      }),
    ),
  }
}
