import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { keyWriters } from './keyWriters.ts'

const by = (userId: string) => ({ kind: 'hand', userId }) as const

test('names the writers and deleters of each value, the latest first, also if later updates repeat them', () => {
  const server = new Y.Doc()
  const updates: { data: Uint8Array; origin: ReturnType<typeof by> }[] = []
  const write = (userId: string, fields: Record<string, string | undefined>) => {
    const tab = new Y.Doc()
    Y.applyUpdate(tab, Y.encodeStateAsUpdate(server))
    const before = Y.encodeStateVector(tab)
    tab.transact(() => {
      for (const [key, value] of Object.entries(fields)) {
        if (value === undefined) tab.getMap('fields').delete(key)
        else tab.getMap('fields').set(key, value)
      }
    })
    // It brings all deletions that the tab knows.
    const data = Y.encodeStateAsUpdate(tab, before)
    Y.applyUpdate(server, data)
    updates.push({ data, origin: by(userId) })
  }
  write('ada', { a: 'one', b: 'one', c: 'one' })
  write('bo', { a: 'two' })
  write('cy', { b: undefined })
  write('dee', { d: 'one' })
  const names = [...keyWriters(server, updates, ['a', 'b', 'c', 'd', 'none'])]
  expect(names.map(([key, writers]) => [key, writers.map(({ userId }) => userId)])).toEqual([
    ['a', ['bo', 'ada']],
    ['b', ['cy', 'ada']],
    ['c', ['ada']],
    ['d', ['dee']],
  ])
  expect([...keyWriters(server, updates.slice(1), ['c'])]).toEqual([])
})
