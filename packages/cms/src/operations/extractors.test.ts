import { contentOperations } from '@atelier/content'
import { isRecord, type Operation } from '@atelier/operation'
import { siteOperations } from '@atelier/site'
import { describe, expect, test } from 'vitest'
import { extractions, notMeant } from '../memory/extractors.ts'
import { operations } from './operations.generated.ts'

const all: readonly Pick<Operation, 'id' | 'input' | 'output'>[] = [
  ...operations,
  ...siteOperations,
  ...contentOperations,
]
const known = new Map(all.map((each) => [each.id, each]))

/** The schema at a path such as `menus[].items[]`; undefined if there is none. */
function schemaAt(schema: unknown, path: string): unknown {
  let at: unknown = schema
  for (const part of path === '' ? [] : path.split('.')) {
    const name = part.replace('[]', '')
    const properties = isRecord(at) && isRecord(at.properties) ? at.properties : {}
    at = properties[name]
    if (part.endsWith('[]')) at = isRecord(at) ? at.items : undefined
  }
  return at
}

/** The paths of all objects that have an id and a name. */
function namedObjects(schema: unknown, path = ''): string[] {
  if (!isRecord(schema)) return []
  if (isRecord(schema.items)) return namedObjects(schema.items, `${path}[]`)
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const hasName = 'name' in properties || 'title' in properties
  const own = ('id' in properties || 'slug' in properties) && hasName ? [path] : []
  const inner = Object.entries(properties).flatMap(([name, each]) =>
    namedObjects(each, path === '' ? name : `${path}.${name}`),
  )
  return [...own, ...inner]
}

describe('the memory of a conversation', () => {
  test.each(operations.map(({ id, output }) => ({ id, output })))(
    'has a line for the results of $id, for all that they name',
    ({ id, output }) => {
      const own = extractions[id]
      expect(own, `${id} has neither an extraction nor “none” in memory/extractors.ts`).toBeDefined()
      if (own === 'none' || own === undefined) return
      const read = own.flatMap(({ at, inArguments }) => (inArguments ? [] : [at]))
      const known = [...read, ...(notMeant[id] ?? [])]
      expect(namedObjects(output).filter((path) => !known.includes(path))).toEqual([])
    },
  )

  test.each(Object.entries(extractions).filter(([id]) => known.has(id)))('reads what %s returns', (id, own) => {
    const { input, output } = known.get(id) ?? expect.fail()
    for (const { at, inArguments, id: idField = 'id', name = 'name', where } of own === 'none' ? [] : own) {
      const object = schemaAt(inArguments ? input : output, at)
      for (const field of [idField, ...(name === null ? [] : [name])])
        expect(schemaAt(object, field), `${id}: no ${field} at “${at}”`).toBeDefined()
      if (where !== undefined) expect(schemaAt(output, where), `${id}: no ${where}`).toBeDefined()
    }
  })
})
