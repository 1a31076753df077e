import * as agent from '@atelier/agent'
import * as api from '@atelier/api'
import * as fc from 'fast-check'
import { Type as Full, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { Check } from './check.ts'
import { Type } from './type.ts'

type Schema = Record<string, unknown>

/** The functions that both have, as far as they are compared. */
interface Makers<S> {
  String(options?: object): S
  Number(options?: object): S
  Integer(options?: object): S
  Boolean(): S
  Null(): S
  Unknown(): S
  Literal(value: string | number | boolean): S
  Enum(values: string[]): S
  Array(items: S, options?: object): S
  Tuple(items: S[]): S
  Union(anyOf: S[]): S
  Object(properties: Record<string, S>, options?: object): S
  Record(key: S, value: S): S
  Optional(schema: S): S
  Unsafe(schema: S): S
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** Every schema of the routes and of the records of a session. */
const schemas = [...Object.values<unknown>(api), ...Object.values<unknown>(agent)].flatMap((value): Schema[] => {
  if (!isObject(value)) return []
  return '~kind' in value
    ? [value]
    : [value.params, value.query, value.body, value.response, value.lines].filter(isObject)
})

const known = new Set(
  ['type', 'const', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties', 'patternProperties'].concat(
    ['items', 'additionalItems', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum'],
    ['exclusiveMinimum', 'description', 'title', 'default', 'examples'],
  ),
)

/** All schemas in a schema, itself included. */
function within(schema: Schema): Schema[] {
  const parts = [schema.properties, schema.patternProperties, schema.items, schema.anyOf].filter(isObject)
  const schemas = parts.flatMap((part) => ('~kind' in part ? [part] : Object.values(part).filter(isObject)))
  return [schema, ...schemas.flatMap(within)]
}

/** Values that nearly fit a schema: each part as it should be, or now and then another one. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, properties, patternProperties, items, maximum, minimum } = schema
  const other = fc.oneof(fc.constantFrom(null, true, '', 'a', -1, 0, 1.5, [], {}, undefined), fc.string(), fc.integer())
  const fit = (): fc.Arbitrary<unknown> => {
    if ('const' in schema) return fc.constant(schema.const)
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
    if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(near))
    if (isObject(properties)) {
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([name, each]) => [name, isObject(each) ? near(each) : other]),
        ),
        {
          requiredKeys: Array.isArray(schema.required) && schema.required.length < 9 ? schema.required.slice(0, 8) : [],
        },
      )
    }
    if (isObject(patternProperties)) {
      const [value] = Object.values(patternProperties)
      return fc.dictionary(fc.string(), isObject(value) ? near(value) : other, { maxKeys: 3 })
    }
    if (Array.isArray(items)) return fc.tuple(...items.map(near))
    if (schema.type === 'array') return fc.array(isObject(items) ? near(items) : other, { maxLength: 3 })
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'null') return fc.constant(null)
    if (schema.type === 'integer' || schema.type === 'number') {
      return fc.oneof(fc.integer(), fc.double(), fc.constantFrom(maximum, minimum, 0, 1))
    }
    return schema.type === 'string' ? fc.string({ unit: 'grapheme' }) : other
  }
  return fc.oneof({ weight: 12, arbitrary: fit() }, { weight: 1, arbitrary: other })
}

test('uses no keyword in what a tab reads that the check does not know', () => {
  expect(schemas.length).toBeGreaterThan(60)
  const used = new Set(schemas.flatMap(within).flatMap((schema) => Object.keys(schema)))
  expect([...used].filter((keyword) => !known.has(keyword))).toEqual([])
})

test('agrees with TypeBox on values that fit the schemas, and on values that nearly do', () => {
  let fitting = 0
  for (const schema of schemas) {
    fc.assert(
      fc.property(near(schema), (value) => {
        const expected = Value.Check(schema, value)
        if (expected) fitting++
        expect(Check(schema, value), JSON.stringify(value)).toBe(expected)
      }),
      { numRuns: numRuns(40, 80) },
    )
  }
  expect(fitting).toBeGreaterThan(300)
})

test('counts the length of a text as TypeBox does', () => {
  const schema = Full.String({ minLength: 2, maxLength: 4 })
  for (const text of [
    '',
    'a',
    'ab',
    'abcde',
    'é',
    'ééééé',
    '👩‍👩‍👧',
    '👩‍👩‍👧👩‍👩‍👧',
    '👍🏽👍🏽👍🏽👍🏽',
    '👍🏽👍🏽👍🏽👍🏽👍🏽',
    '🇵🇹🇵🇹',
  ]) {
    expect(Check(schema, text), text).toBe(Value.Check(schema, text))
  }
})

test('builds what TypeBox builds, its hidden fields included', () => {
  const described = (schema: unknown): unknown =>
    isObject(schema)
      ? Object.entries(Object.getOwnPropertyDescriptors(schema)).map(([name, { value, enumerable }]) => [
          name,
          enumerable,
          described(value),
        ])
      : schema
  const build = <S>(T: Makers<S>): S[] => [
    T.String(),
    T.String({ maxLength: 3, description: 'A name' }),
    T.Number({ minimum: 0 }),
    T.Integer(),
    T.Boolean(),
    T.Null(),
    T.Unknown(),
    T.Literal('a'),
    T.Literal(1),
    T.Literal(true),
    T.Enum(['a', 'b']),
    T.Array(T.String(), { maxItems: 2 }),
    T.Tuple([T.String(), T.Integer()]),
    T.Union([T.Literal('a'), T.Null()]),
    T.Object({}),
    T.Object({ a: T.Optional(T.String({ maxLength: 3 })), b: T.Number() }, { additionalProperties: false }),
    T.Object({ a: T.Optional(T.Unsafe(T.Union([T.String(), T.Object({ b: T.Unknown() })]))) }),
    T.Record(T.String(), T.Integer()),
    T.Record(T.String({ pattern: '^a' }), T.Array(T.Integer())),
    T.Optional(T.Array(T.String())),
  ]
  expect(build(Type).map(described)).toEqual(build<TSchema>(Full).map(described))
})
