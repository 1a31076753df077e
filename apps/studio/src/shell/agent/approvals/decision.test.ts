import { expect, test } from 'vitest'
import { denial, hasPlace } from './decision.ts'

test('a reason of spaces is not sent to the agent', () => {
  expect(denial('  ')).toEqual({ decision: 'deny' })
  expect(denial(' Keep the old one. ')).toEqual({ decision: 'deny', reason: 'Keep the old one.' })
})

test('a call leads somewhere if it names a node or a document', () => {
  expect(hasPlace({ verb: 'Publish' })).toBe(false)
  expect(hasPlace({ verb: 'Delete', nodeId: 'n' })).toBe(true)
  expect(hasPlace({ verb: 'Delete', documentId: 'd' })).toBe(true)
})
