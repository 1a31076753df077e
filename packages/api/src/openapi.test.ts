import { describe, expect, test } from 'vitest'
import { routes } from './contract.ts'
import { openApiDocument } from './openapi.ts'

const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3')))
const operations: { path: string; parameters?: { name: string; in: string }[]; [field: string]: unknown }[] =
  Object.entries<Record<string, object>>(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ ...operation, path })),
  )

describe('the OpenAPI document', () => {
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
