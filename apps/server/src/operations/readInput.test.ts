import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { readInput } from './readInput.ts'

const schema = Type.Object(
  {
    terms: Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 9 }), Type.Null()])),
    ),
  },
  { additionalProperties: false },
)

const terms = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`term ${at}`, { en: at % 2 ? 'text' : null }]))

test.each([1, 2_000])('judges %i terms as the interpreted check does', (count) => {
  const right = { terms: terms(count) }
  const tooLong = { terms: { ...terms(count), last: { en: 'more than nine' } } }
  const unknown = { terms: terms(count), other: 1 }
  for (const value of [right, tooLong, unknown])
    expect(readInput(schema, value).issues.length === 0).toBe(Value.Check(schema, value))
  expect(readInput(schema, right)).toEqual({ input: right, issues: [] })
  expect(readInput(schema, tooLong).issues[0]?.path).toBe('/terms/last/en')
})
