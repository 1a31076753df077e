import { expect, test } from 'vitest'
import { followedDocument } from './follow.ts'

const isRead = (name: string) => name.startsWith('read_') || name === 'open_document'
const done = (name: string, input: unknown, data: unknown) =>
  followedDocument({ name, input, result: { ok: true, data }, status: 'done' }, isRead)

test('the canvas follows what the agent opens and changes, not what it reads', () => {
  expect(done('open_document', {}, { document: { type: 'page', id: 'about' } })).toBe('about')
  expect(done('read_document', { document: { id: 'about' } }, { pageId: 'about' })).toBeUndefined()
  expect(done('insertHtml', { parentId: 'n' }, { pageId: 'other' })).toBe('other')
  expect(done('createPage', { name: 'Easter' }, { page: { id: 'easter' } })).toBe('easter')
  expect(done('renamePage', { pageId: 'p' }, {})).toBe('p')
  expect(done('deletePage', { pageId: 'p' }, { pageId: 'p' })).toBeUndefined()
  expect(done('applyCss', {}, { cssRulesCreated: 1 })).toBeUndefined()
})

test('a call that failed, or is not over, leads nowhere', () => {
  const call = { name: 'insertHtml', input: { pageId: 'p' } }
  expect(followedDocument({ ...call, result: { ok: false }, status: 'failed' }, isRead)).toBeUndefined()
  expect(followedDocument({ ...call, result: undefined, status: 'running' }, isRead)).toBeUndefined()
})
