import { createMemoryView } from '@atelier/documents'
import { expect, test } from 'vitest'
import { folderPath, listPart, readParts } from './partsType.ts'

test('what lies in a folder that is gone, or in itself, is at the top', () => {
  const list = createMemoryView()
  listPart(list, { id: 'p1', name: 'Bracket', folder: 'a', order: 'a0' })
  listPart(list, { id: 'p2', name: 'Spacer', folder: 'gone', order: 'a1' })
  list.set('partFolder:a', { name: 'A', parent: 'b' })
  list.set('partFolder:b', { name: 'B' })
  list.set('partFolder:c', { name: 'C', parent: 'gone' })
  expect(readParts(list)).toMatchObject({
    parts: [{ id: 'p1', folder: 'a' }, { id: 'p2' }],
    folders: [{ id: 'a', parent: 'b' }, { id: 'b' }, { id: 'c' }],
  })
  expect(folderPath(readParts(list).folders, 'a').map(({ name }) => name)).toEqual(['B', 'A'])
  const [, spacer] = readParts(list).parts
  expect(spacer).not.toHaveProperty('folder')
  // Two users have moved two folders into each other.
  list.set('partFolder:b/parent', 'a')
  const { folders } = readParts(list)
  expect(folders.map(({ id, parent }) => [id, parent])).toEqual([
    ['a', undefined],
    ['b', 'a'],
    ['c', undefined],
  ])
  list.set('partFolder:a/deleted', true)
  expect(readParts(list).parts.every(({ folder }) => folder === undefined)).toBe(true)
})
