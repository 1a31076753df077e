import { expect, test } from 'vitest'
import { readModelText } from './modelText.ts'

const lines = (...text: string[]) => text.join('\n')
const head = [
  '{',
  '  "id": "post",',
  '  "name": "Posts",',
  '  "kind": "collection",',
  '  "domain": "blog",',
  '  "i18n": true,',
]

test('a model is read from the text of its file', () => {
  const read = readModelText(lines(...head, '  "fields": {', '    "title": { "type": "string" }', '  }', '}'), 'post')
  expect(read).toMatchObject({ ok: true, file: { name: 'Posts', fields: { title: { type: 'string' } } } })
  if (read.ok) expect([read.lineOf('title.items'), read.lineOf(undefined)]).toEqual([8, 1])
})

test('what is wrong is said at its line', () => {
  expect(readModelText(lines(...head, '  "fields": {', '    "title": }'), 'post')).toMatchObject({
    problems: [{ line: 8, message: 'This is no JSON from here on.' }],
  })
  const text = lines(
    ...head,
    '  "colour": 1,',
    '  "fields": {',
    '    "title": { "type": "sting" },',
    '    "a": 1',
    '  }',
    '}',
  )
  const read = readModelText(text, 'post')
  expect(read.ok ? [] : read.problems.map(({ line }) => line)).toEqual([7, 9, 10])
  expect(readModelText(lines(...head, '  "name": "Twice"', '}'), 'post')).toMatchObject({
    problems: [{ line: 7, message: '“name” stands there twice.' }],
  })
  expect(readModelText('[]', 'post')).toMatchObject({ ok: false, problems: [{ line: 1 }] })
  expect(readModelText(lines(...head, '  "fields": {}', '}'), 'page')).toMatchObject({ problems: [{ line: 2 }] })
})
