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

test('a short name that a listed scope has means that one', () => {
  const unlisted = registerScope({ ...notesScope('memo'), unlisted: true })
  const both = createScopes([unlisted, registerScope(notesScope('toy'))])
  const found = both.find('addNote')
  expect(found.ok && found.operation.operation.id).toBe('toy.addNote')
  const written = both.find('add_note')
  expect(written.ok && written.operation.operation.id).toBe('toy.addNote')
  expect(both.find('memo.addNote')).toMatchObject({ ok: true })
})
