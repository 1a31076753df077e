/** Proves every pattern anew, also those that verifiedRegexes.json lists: the automata of some 600 take over a minute. */
import { expect, test } from 'vitest'
import { findRegexes } from './regexes.ts'
import { checkerVersion, regexesToProve, verify } from './verifiedRegexes.ts'

test('every regular expression takes time in proportion to its input, those that were proved before included', () => {
  const all = findRegexes(/(?:)/)
  expect(findRegexes()).toEqual(all)
  const found = regexesToProve(all)
  const { slow, list } = verify(found, { checker: 'none', patterns: [] }, checkerVersion())
  expect(slow).toEqual([])
  expect(list.patterns).toHaveLength(found.length)
}, 900_000)
