import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { statement } from './statement.ts'

interface Tables {
  people: { id: string; name: string | null; age: number }
}

const grown = statement((db: Kysely<Tables>, { name, age }: { name: string | null; age: number }) =>
  db.updateTable('people').set({ name, age }).where('age', '<', age).where('id', 'in', ['a', 'b']).returning('id'),
)

it('gets other values each time, wherever it contains them', () => {
  expect(grown('sqlite', { name: 'Ada', age: 36 })).toMatchObject({
    sql: 'update "people" set "name" = ?, "age" = ? where "age" < ? and "id" in (?, ?) returning "id"',
    parameters: ['Ada', 36, 36, 'a', 'b'],
  })
  expect(grown('sqlite', { name: null, age: 7 }).parameters).toEqual([null, 7, 7, 'a', 'b'])
})

it('has a text for each dialect', () => {
  grown('sqlite', { name: 'Ada', age: 36 })
  const { sql, parameters } = grown('postgres', { age: 1, name: 'Bo' })
  expect(sql).toBe('update "people" set "name" = $1, "age" = $2 where "age" < $3 and "id" in ($4, $5) returning "id"')
  expect(parameters).toEqual(['Bo', 1, 1, 'a', 'b'])
})

it('takes a whole row', () => {
  const put = statement((db: Kysely<Tables>, row: Tables['people']) => db.insertInto('people').values(row))
  expect(put('sqlite', { id: 'a', name: null, age: 3 }).parameters).toEqual(['a', null, 3])
  expect(put('sqlite', { name: 'Bo', age: 4, id: 'b' }).parameters).toEqual(['b', 'Bo', 4])
})

it('fails at once if a value would be computed with', () => {
  const wrong = statement((db: Kysely<Tables>, { age }: { age: number }) =>
    db
      .selectFrom('people')
      .selectAll()
      .where('age', '=', age + 1),
  )
  expect(() => wrong('sqlite', { age: 1 })).toThrow(TypeError)
})
