import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { notesScope } from '../../testing/notes/scope.ts'
import { createScopes, registerScope } from './scopes.ts'

const scopes = createScopes(['toy', 'memo'].map((id) => registerScope(notesScope(id))))

test('two scopes of one id are a mistake of the author', () => {
  expect(() => createScopes(['toy', 'toy'].map((id) => registerScope(notesScope(id))))).toThrow('the same id')
})

test('an operation is found by its id, and by its short name if only one scope has it', () => {
  const idOf = (name: string) => {
    const found = scopes.find(name)
    return found.ok ? found.operation.operation.id : found.candidates
  }
  expect(idOf('memo.addNote')).toBe('memo.addNote')
  expect(idOf('addNote')).toEqual(['toy.addNote', 'memo.addNote'])
  expect(idOf('nothing')).toEqual([])
  // Every scope has a loader, and all of them search the same operations.
  expect(idOf('find_operations')).toBe('toy.find_operations')
  expect(idOf('memo.find_operations')).toBe('memo.find_operations')
})

test('a conversation reaches the operations of every scope and its own loader', () => {
  const names = scopes.reachable('memo').map(({ id }) => id)
  expect(names).toContain('toy.addNote')
  expect(names.filter((id) => id.endsWith('find_operations'))).toEqual(['memo.find_operations'])
})

test('a request may name the scopes of the server and those of the design', () => {
  expect(['toy', 'cms', 'nothing'].map((name) => Value.Check(scopes.Name, name))).toEqual([true, true, false])
})

test('every scope is notified of a run that left, and knows its own', () => {
  const left: [scope: string, run: { id: string; isOwn: boolean }][] = []
  const both = ['toy', 'memo'].map((id) =>
    registerScope(notesScope(id), {
      runLeft: (run) => {
        left.push([id, run])
      },
    }),
  )
  createScopes(both).runLeft({ id: 'run', scope: 'memo' })
  expect(left).toEqual([
    ['toy', { id: 'run', isOwn: false }],
    ['memo', { id: 'run', isOwn: true }],
  ])
})
