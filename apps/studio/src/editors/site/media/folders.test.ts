import { expect, test } from 'vitest'
import { folderSteps, renamedFolder, splitFolder } from './folders.ts'

test('a folder has a name and lies in another, or at the top', () => {
  expect(splitFolder('team/old')).toEqual({ name: 'old', parent: 'team' })
  expect(splitFolder('team')).toEqual({ name: 'team', parent: '' })
})

test('a renamed folder stays where it is', () => {
  expect(renamedFolder('team/old', 'former')).toBe('team/former')
  expect(renamedFolder('team', 'people')).toBe('people')
  expect(renamedFolder('a/b/c', 'd')).toBe('a/b/d')
})

test('without a name nothing is renamed', () => {
  expect([renamedFolder('team', ''), renamedFolder('team', undefined)]).toEqual([undefined, undefined])
})

test('the way to a folder leads through those around it', () => {
  expect(folderSteps('a/b/c')).toEqual([
    { name: 'a', path: 'a' },
    { name: 'b', path: 'a/b' },
    { name: 'c', path: 'a/b/c' },
  ])
})
