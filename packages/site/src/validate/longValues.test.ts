import { expect, test } from 'vitest'
import { checkSiteValue } from './site.ts'

const LENGTH = 900_000
const rule = (prelude: string, kind = 'style') => ({ kind, at: 'a0', before: '', prelude, tail: '' })
const full = (piece: string) => piece.repeat(LENGTH / piece.length)

test.each([
  ['a list of selectors', 'rule:a', rule(full('.a,'))],
  ['selectors behind each other', 'rule:a/prelude', full('a b ')],
  ['brackets', 'rule:a', rule(full('['), 'raw')],
  ['comments', 'rule:a', rule(full('/**/'), 'comment')],
  ['words', 'rule:a/d:x', `grid-area: ${full('a ')}`],
  ['functions', 'rule:a/d:x', { at: 'a0', before: '', text: `x: ${full('var(--a),')}` }],
  ['comments in a block', 'rule:a/d:x', full('/**/')],
  ['quotes that do not end', 'rule:a/d:x', `x: ${full('"\n')}`],
  ['addresses that do not end', 'rule:a/d:x', `x: ${full('url(')}`],
])('a value of 900 kB with %s is refused at once', (_, key, value) => {
  const before = process.threadCpuUsage()
  expect(checkSiteValue(key, value)).toMatch(/50000 characters outside of addresses and strings|is not one CSS/)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(50)
})

test('an embedded font, a long string and a long comment are taken', () => {
  const data = `url(data:font/woff2;base64,${full('abcd')})`
  expect(checkSiteValue('rule:a/d:x', `src: ${data} format("woff2")`)).toBeUndefined()
  expect(checkSiteValue('rule:a/d:x', `src: url("${full('abcd')}")`)).toBeUndefined()
  expect(checkSiteValue('rule:a', rule(`/*# sourceMappingURL=${full('abcd')} */`, 'comment'))).toBeUndefined()
  expect(checkSiteValue('rule:a/d:x', `--icon: "${full('abcd')}"`)).toBeUndefined()
})
