import { expect, test } from 'vitest'
import { contextOf, readContext } from './context.ts'

const identity = {
  userId: 'u',
  name: 'Ada',
  email: 'ada@example.com',
  workspaceId: 'w',
  workspaceName: 'Kiln',
  role: 'owner' as const,
}
const fields = ['selectedNodeId', 'activeBreakpointId']

test('a run keeps what its scope names, and leaves the rest out', () => {
  const given = { documentId: 'd', selectedNodeId: 'n', zoom: 2, openNote: 'x' }
  expect(contextOf(identity, given, fields).context.editor).toEqual({ documentId: 'd', selectedNodeId: 'n' })
  expect(contextOf(identity, given, ['openNote']).context.editor).toEqual({ documentId: 'd', openNote: 'x' })
  expect(contextOf(identity, given, []).context.editor).toEqual({ documentId: 'd' })
})

test('an empty field is absent, and a malformed context is ignored with a warning', () => {
  expect(contextOf(identity, { documentId: null, selectedNodeId: '' }, fields)).toEqual({
    context: { editor: {} },
    warnings: [],
  })
  const wrong = contextOf(identity, { documentId: 'd', selectedNodeId: 7 }, fields)
  expect(wrong.context.editor).toEqual({})
  expect(wrong.warnings).toEqual([
    'The context was malformed and was ignored. /selectedNodeId should be string, got the number 7.',
  ])
  expect(contextOf(identity, { selectedNodeId: 'n'.repeat(201) }, fields).warnings).toHaveLength(1)
})

test('a field of another scope is not checked', () => {
  expect(contextOf(identity, { selectedNodeId: 7 }, []).warnings).toEqual([])
})

test('the limits of a key are stored with the run, and read back', () => {
  const key = { id: 'k', role: 'viewer' as const, projectIds: ['p'] }
  const { context } = contextOf({ ...identity, key }, { documentId: 'd' }, fields, { via: 'cli' })
  expect(readContext(JSON.parse(JSON.stringify(context)))).toEqual({ editor: { documentId: 'd' }, key, via: 'cli' })
  expect(readContext({ editor: { documentId: 'd', selectedNodeId: 'n', activeBreakpointId: 'b' } }).editor).toEqual({
    documentId: 'd',
    selectedNodeId: 'n',
    activeBreakpointId: 'b',
  })
  expect(readContext('broken')).toEqual({ editor: {} })
})
