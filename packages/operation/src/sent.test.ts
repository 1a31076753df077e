import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { sentSchema } from './sent.ts'

test('a model reads the fields of a schema, and not what only limits them', () => {
  const schema = Type.Object(
    {
      path: Type.String({ minLength: 1, maxLength: 300, description: 'Where' }),
      kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
      // Names of fields, not limits.
      maximum: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
      patch: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
      scope: Type.Optional(Type.Union([Type.Object({ kind: Type.Literal('all') }, { additionalProperties: false })])),
    },
    { additionalProperties: false },
  )
  expect(sentSchema(JSON.parse(JSON.stringify(schema)))).toEqual({
    type: 'object',
    required: ['path', 'kind', 'patch'],
    properties: {
      path: { type: 'string', description: 'Where' },
      kind: { enum: ['a', 'b'] },
      maximum: { type: 'integer', minimum: 1 },
      patch: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
      scope: { anyOf: [{ type: 'object', required: ['kind'], properties: { kind: { const: 'all' } } }] },
    },
  })
})
