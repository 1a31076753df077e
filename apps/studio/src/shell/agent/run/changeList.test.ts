import type { ChangeLine } from '@atelier/api'
import { expect, test } from 'vitest'
import { changeContent, changesInWords, listDocuments } from './changeList.ts'

const line = (fields: Partial<ChangeLine>): ChangeLine => ({ kind: 'changed', what: 'text', label: '', ...fields })
const documents = [
  { documentId: 'site', title: 'Site', lines: [line({})] },
  { documentId: 'b', title: 'B', lines: [line({}), line({})] },
  { documentId: 'styles', title: 'Styles', lines: [] },
  { documentId: 'a', title: 'A', lines: [] },
]
const titles = new Map([
  ['a', 'About'],
  ['b', 'Bakery'],
])

test('pages come before other documents, and each kind keeps its order', () => {
  const listed = listDocuments(documents, (id) => titles.get(id))
  expect(listed.map(({ documentId, page }) => [documentId, page])).toEqual([
    ['b', 'Bakery'],
    ['a', 'About'],
    ['site', undefined],
    ['styles', undefined],
  ])
})

test('a page whose title is empty is still a page', () => {
  expect(listDocuments(documents, (id) => (id === 'a' ? '' : undefined))[0]?.documentId).toBe('a')
})

test('changes are counted over all documents, and say if they are undone', () => {
  expect(changesInWords({ documents, state: 'applied' })).toBe('3 changes in 4 documents')
  expect(changesInWords({ documents: documents.slice(0, 1), state: 'undone' })).toBe('1 change in 1 document, undone')
})

test('what was changed is compared by words, or by lines if it has several', () => {
  expect(changeContent(line({ before: 'Open', after: 'Closed' }))).toMatchObject({ as: 'words', open: true })
  expect(changeContent(line({ before: 'Open', after: 'Open\nlate' })).as).toBe('lines')
  expect(changeContent(line({ before: 'Open\nlate', after: '' })).as).toBe('lines')
})

test('what came or went is shown as it is, and what has no content not at all', () => {
  expect(changeContent(line({ kind: 'added', after: 'a\nb' }))).toEqual({
    before: '',
    after: 'a\nb',
    as: 'text',
    open: true,
  })
  expect(changeContent(line({ kind: 'removed', before: 'a' })).as).toBe('text')
  expect(changeContent(line({ what: 'move' }))).toMatchObject({ as: 'nothing', open: false })
})

test('long content is folded', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'x').join('\n')
  expect(changeContent(line({ kind: 'added', after: lines(12) })).open).toBe(true)
  expect(changeContent(line({ kind: 'added', after: lines(13) })).open).toBe(false)
})
