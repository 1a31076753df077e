import { atOnce } from '@atelier/operation'
import { expect, test } from 'vitest'
import { recordOf } from '../model/json.ts'
import { canonicalJson } from './canonical.ts'
import { readMembers } from './members.ts'

const many = recordOf(
  Array.from({ length: 1_000 }, (_, at) => [
    `e${at}`,
    { braces: '  },\n{', nested: { list: [at, { at }] }, status: 'draft' },
  ]),
)

/** How many steps it takes to read a text. */
const stepsOf = (text: string) => [...readMembers(text)].length

test('a large file is read step by step, as it is read at once', () => {
  const texts = [
    canonicalJson(many),
    canonicalJson({ ...many, '2': { first: true } }).replace('"e7"', '"__proto__"'),
    canonicalJson({ first: 1, ...many, last: 'x' }),
    // In another form than ours.
    canonicalJson({ outer: many }).replaceAll('\n  ', '\n'),
    JSON.stringify(many, undefined, 1),
    JSON.stringify(many),
    canonicalJson(many).replaceAll('\n', '\r\n'),
  ]
  for (const text of texts) expect(atOnce(readMembers(text))).toEqual(JSON.parse(text))
  expect(stepsOf(texts[0] ?? '')).toBeGreaterThan(4)
})

test('a file that holds no object has no members', () => {
  const list = canonicalJson(Object.values(many))
  for (const text of [
    undefined,
    '',
    '[]',
    'null',
    '7',
    list,
    canonicalJson(many).slice(0, -20),
    `${canonicalJson(many)}}`,
  ])
    expect(atOnce(readMembers(text))).toBeUndefined()
})
