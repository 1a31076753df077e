import type { Json } from '@atelier/documents'
import type { FieldDefinition, Form, Model, ModelField } from '../model/definition.ts'
import { checkValue, isNumberType } from '../model/fields.ts'
import { isList, recordOf } from '../model/json.ts'
import { patternWork } from '../model/pattern.ts'
import { formLabel } from './label.ts'

/** The longest text that is taken from a visitor, in UTF-16 code units, where its field does not say less. */
const MAX_TEXT = 10_000
/** The most items of a list. */
const MAX_ITEMS = 50

/** A problem for the visitor to mend; `field` is its name. */
export interface SubmissionError {
  field: string
  message: string
}

export type ReadSubmission =
  | { ok: true; values: Readonly<Record<string, Json>> }
  | { ok: false; errors: SubmissionError[] }

/**
 * Reads what was sent through a form. Only its fields are looked at; each text of a browser becomes a value of the type
 * of its field, and everything that a model finds doubtful, such as an address without `@`, is refused.
 * @param sent by the name of the field: a JSON value, or the texts that a browser sent
 */
export function readSubmission(form: Form, model: Model, sent: ReadonlyMap<string, unknown>): ReadSubmission {
  const values: [string, Json][] = []
  const errors: SubmissionError[] = []
  const work = patternWork()
  for (const field of formFields(form, model)) {
    const { name, definition } = field
    const value = fieldValue(definition, sent.get(name))
    const required = definition.required === true || form.required.includes(name)
    const [first] = tooLong(value)
      ? [{ message: `At most ${MAX_TEXT} characters are taken.` }]
      : checkValue({ ...definition, required }, value, { field: formLabel(form, field) }, work)
    if (first) errors.push({ field: name, message: first.message })
    else if (value !== undefined) values.push([name, value])
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, values: recordOf(values) }
}

/** The fields of a form, in its order. */
export const formFields = (form: Form, model: Model): ModelField[] =>
  form.fields.flatMap((name) => model.fields.find((field) => field.name === name) ?? [])

const tooLong = (value: Json | undefined): boolean =>
  isList(value) ? value.length > MAX_ITEMS || value.some(tooLong) : typeof value === 'string' && value.length > MAX_TEXT

/** A value of another type is left as it is: the field's own check then says what it has to be. */
function fieldValue({ type }: FieldDefinition, sent: unknown): Json | undefined {
  if (type === 'array') {
    const items: unknown[] = Array.isArray(sent) ? sent : [sent]
    const texts = items.flatMap((each) => submittedText(each) ?? [])
    return texts.length === 0 ? undefined : texts
  }
  // If several inputs have one name, the last one counts, as with a box behind a hidden input.
  const value: unknown = Array.isArray(sent) ? sent.at(-1) : sent
  if (typeof value === 'boolean' || typeof value === 'number') return value
  const text = submittedText(value, type === 'text' || type === 'markdown')
  // An empty text is nothing; an object is of no field's type.
  if (text === undefined) return typeof value === 'object' && value !== null ? {} : undefined
  if (type === 'boolean') return booleans.get(text.toLowerCase()) ?? text
  const number = isNumberType(type) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : text
}

const booleans = new Map([
  ...['on', 'true', 'yes', '1'].map((text) => [text, true] as const),
  ...['off', 'false', 'no', '0'].map((text) => [text, false] as const),
])

/**
 * Without characters that cannot be typed, and halves of characters, which no database stores. Undefined if nothing is
 * left.
 */
function submittedText(value: unknown, hasLines = false): string | undefined {
  if (typeof value !== 'string') return undefined
  const typed = [...value.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n')]
    .filter((sign) => sign >= ' ' || sign === '\n' || sign === '\t')
    .join('')
  const text = (hasLines ? typed : typed.replaceAll('\n', ' ')).trim()
  return text === '' ? undefined : text
}
