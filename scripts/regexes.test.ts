import { expect, test } from 'vitest'
import { findRegexes, textOf } from './regexes.ts'
import { growthOf } from './regexGrowth.ts'
import { checkerVersion, readVerified, regexesToProve, verify } from './verifiedRegexes.ts'

/** `verifiedRegexes.json` lists what was proved before; only other patterns are proved here. */
test('every regular expression takes time in proportion to its input', () => {
  const all = findRegexes()
  expect(all.length).toBeGreaterThan(500)
  const listed = readVerified()
  const { slow, list } = verify(regexesToProve(all), listed, checkerVersion())
  expect(slow).toEqual([])
  expect(
    listed,
    'scripts/verifiedRegexes.json lacks patterns that are proved now, or holds some that no source has: run node scripts/verifiedRegexes.ts',
  ).toEqual(list)
}, 300_000)

test('the check finds what is not linear', () => {
  const growth = (pattern: string, flags = '') => growthOf({ pattern, flags })
  expect(growth('^(?:\\s|<!--[\\s\\S]*?-->)*<html', 'i')).toBe('exponential')
  expect(growth('\\s+$')).toBe('polynomial')
  expect(growth('\\s+$', 'y')).toBe('linear')
  expect(growth('^[a-z]{1,60}$')).toBe('linear')
  expect(growth('(?:[*+]|\\+){2,3}x')).toBe('linear')
  expect(growth('(?:a|a{1,})*b')).toBe('exponential')
  expect(textOf({ type: 'Literal', value: 'a+' }, new Map())).toBe('a+')
})

test('only patterns that are not listed are proved, and all by another checker', () => {
  const regex = (pattern: string, line: number) => ({ pattern, flags: 'g', places: [`a.ts:${line}`] })
  const proved: string[] = []
  const growth = ({ pattern }: { pattern: string }) => {
    proved.push(pattern)
    return pattern === 'slow' ? 'exponential' : 'linear'
  }
  const found = [regex('new', 1), regex('known', 2), regex('slow', 3)]
  const listed = { checker: '1', patterns: ['/gone/g', '/known/g'] }
  expect(verify(found, listed, '1', growth)).toEqual({
    slow: ['a.ts:3: /slow/g is exponential'],
    list: { checker: '1', patterns: ['/known/g', '/new/g'] },
  })
  expect(proved).toEqual(['new', 'slow'])
  verify(found, listed, '2', growth)
  expect(proved.slice(2)).toEqual(['new', 'known', 'slow'])
})
