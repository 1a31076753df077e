import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { routes } from './contract.ts'
import { openApiDocument } from './openapi.ts'

const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3')))
const operations: { path: string; parameters?: { name: string; in: string }[]; [field: string]: unknown }[] =
  Object.entries<Record<string, object>>(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ ...operation, path })),
  )

function withParameter(parameter: object): object {
  return { ...document, paths: { '/api/{id}': { get: { parameters: [parameter] } } } }
}

describe('the OpenAPI document', () => {
  test('is valid by the official schema of OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test.each([
    ['without a title', { ...document, info: { version: '1' } }],
    ['with a path that does not begin with a slash', { ...document, paths: { api: {} } }],
    ['with an answer without a description', { ...document, components: { responses: { Error: {} } } }],
    ['with an unknown place of a parameter', withParameter({ name: 'id', in: 'body', schema: {} })],
    ['with a parameter of a path that may be absent', withParameter({ name: 'id', in: 'path', schema: {} })],
    ['with a reference to nothing', { ...document, components: {} }],
    ['with a field that no operation has', { ...document, paths: { '/api': { get: { who: 'user' } } } }],
  ])('would not be valid %s', async (_, broken) => {
    expect(await new Validator().validate(structuredClone(broken))).toMatchObject({ valid: false })
  })

  test('has an operation for each route of the contract, each with a name of its own', () => {
    expect(operations).toHaveLength(routes.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length)
  })

  test('declares every parameter of a path, and answers of each operation', () => {
    for (const { path, parameters = [], responses } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(named)
      expect(responses).toMatchObject({ default: { $ref: '#/components/responses/Error' } })
    }
  })

  test('refers only to what it declares', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(100)
    for (const [, kind = '', name = ''] of references) expect(Object.keys(document.components[kind])).toContain(name)
  })
})
