import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { toolSchema } from './toolSchema.ts'

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
  expect(toolSchema(JSON.parse(JSON.stringify(schema)))).toEqual({
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

test('a choice of objects that one field tells apart is one object with the fields of all', () => {
  const schema = Type.Object({
    scope: Type.Union([
      Type.Object({ kind: Type.Literal('all') }, { additionalProperties: false }),
      Type.Object({ kind: Type.Literal('pages'), pageIds: Type.Array(Type.String()) }, { additionalProperties: false }),
    ]),
    // Nothing distinguishes these.
    other: Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    steps: Type.Union([Type.Array(Type.String(), { minItems: 1 }), Type.String()]),
    input: Type.Object({}),
    index: Type.Optional(Type.Integer({ minimum: 0, default: 3 })),
  })
  expect(toolSchema(JSON.parse(JSON.stringify(schema)))).toMatchObject({
    properties: {
      scope: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['all', 'pages'] }, pageIds: { type: 'array', items: { type: 'string' } } },
      },
      other: { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      steps: { type: ['array', 'string'], items: { type: 'string' } },
      index: { type: 'integer' },
    },
  })
  expect(JSON.stringify(toolSchema(JSON.parse(JSON.stringify(schema))))).toContain(
    '"input":{"type":"object"},"index":{"type":"integer"}',
  )
})
