import type { Json } from '@atelier/documents'
import { inputSchemas, isFeatureType } from '../document/inputs.ts'
import { type Edit, Refusal } from './write.ts'

/** The inputs that are lengths, in each type: numbers that come in for them count in document units. */
const lengths: ReadonlySet<string> = new Set([
  'distance',
  'offset',
  'radius',
  'diameter',
  'counterboreDiameter',
  'counterboreDepth',
  'countersinkDiameter',
  'second',
  'depth',
  'width',
  'length',
  'height',
  'thickness',
  'cornerRadius',
  'spacing',
  'x',
  'y',
  'z',
])

/** A value that came in for an input of a feature, as the document has it. @throws Refusal if there is no such input */
export function inputValue(edit: Edit, type: string, name: string, value: unknown): Json {
  if (isFeatureType(type) && inputSchemas(type, name).length === 0)
    throw new Refusal('invalid_value', `A feature of the type ${type} has no input “${name}”.`, {
      hint: 'getModelContext shows its inputs.',
    })
  if (typeof value === 'number' && lengths.has(name)) return edit.mm(value)
  if (value === undefined) throw new Refusal('invalid_input', `There is no value for ${name}.`)
  return plainJson(value)
}

function plainJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainJson(each)]))
  throw new Refusal('invalid_value', 'A value is JSON.')
}
