import { expect, test } from 'vitest'
import type { Form, Model } from '../model/definition.ts'
import { readSubmission } from './submitted.ts'

/** It has hundreds of steps that could be next at each letter. */
const PATTERN = '(a?b?c?d?){60}[a-d]{200}x'

function formOf(fields: number): { form: Form; model: Model; sent: Map<string, unknown> } {
  const names = Array.from({ length: fields }, (_, at) => `field_${at}`)
  const model: Model = {
    id: 'application',
    name: 'Application',
    kind: 'collection',
    domain: 'content',
    i18n: false,
    fields: names.map((name) => ({ key: name, name, definition: { type: 'string', pattern: PATTERN } })),
  }
  const form: Form = { open: true, fields: names, required: [], locale: 'en', perMinute: 10, perMonth: 1_000 }
  return { form, model, sent: new Map(names.map((name) => [name, 'abcd'.repeat(250)])) }
}

test('the patterns of all fields of a submission are bounded together, however many there are', () => {
  const messages = (fields: number) => {
    const { form, model, sent } = formOf(fields)
    const read = readSubmission(form, model, sent)
    return read.ok ? [] : read.errors.map(({ message }) => message)
  }
  expect(messages(1)).toEqual([expect.stringMatching(/does not match its pattern/)])
  const tooLong = messages(40).filter((each) => each === 'This text is too long to be compared with its pattern.')
  expect(tooLong.length).toBeGreaterThanOrEqual(38)
})

test('texts that people write are compared with the patterns of all fields', () => {
  const { form, model } = formOf(40)
  const short = {
    ...model,
    fields: model.fields.map((field) => ({
      ...field,
      definition: { type: 'string' as const, pattern: '^[A-Z][a-z ]{2,400}$' },
    })),
  }
  const typed = (text: string) => readSubmission(form, short, new Map(form.fields.map((name) => [name, text])))
  expect(typed(`A${'word '.repeat(60)}x`).ok).toBe(true)
  const wrong = typed('a word')
  expect(wrong.ok || wrong.errors.map(({ field }) => field)).toEqual(form.fields)
})
