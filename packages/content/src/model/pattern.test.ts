import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { matches, readPattern } from './pattern.ts'

const matching = (source: string, text: string) => {
  const pattern = readPattern(source)
  return typeof pattern === 'string' ? pattern : matches(pattern, text)
}

it('matches as RegExp does', () => {
  const sources = [
    '^[A-Z]{2}-\\d{3,5}$',
    'a|b+c?',
    '^(?:ab|a)*c$',
    '\\bcat\\b',
    'x\\Bx',
    '[^a-c\\d]',
    '^$',
    '[a-]',
    'a{2}',
    'a{,2}',
    '^(a*)*$',
    '\\x41\\u0042',
    '[\\w.-]+@[\\w-]+\\.com',
    '^.{0,3}$',
    '(?<year>\\d{4})',
    '\\/\\.\\-',
    '[]x',
    '[^]',
    'a+?b',
    '\\s\\S\\W\\D',
    '}',
    '(|a)b',
  ]
  const text = fc.string({ unit: fc.constantFrom(...'abcxAB019-.@/ \nté{},}'), maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...sources), text, (source, each) => {
      expect(matching(source, each), source).toBe(new RegExp(source).test(each))
    }),
    { numRuns: 4_000 },
  )
})

it('answers at once where RegExp would try for ever', () => {
  for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    expect(matching(source, `${'a'.repeat(30_000)}!`)).not.toBe(true)
    expect(matching(source, `${'x'.repeat(30_000)}!`)).not.toBe(true)
  }
  // Much work is given up, and not called a match.
  expect(matching(`${'(a?)'.repeat(90)}${'a'.repeat(90)}b`, 'a'.repeat(1_000_000))).toBeUndefined()
})

it('refuses what it cannot match, and patterns that grow without end', () => {
  expect(matching('(?=a)b', '')).toMatch('look ahead')
  expect(matching('(?<!a)b', '')).toMatch('look behind')
  expect(matching('(a)\\1', '')).toMatch('refer to a group')
  expect(matching('\\p{L}', '')).toMatch('classes')
  expect(matching('(((a{99}){99}){99}){99}', '')).toMatch('too long')
  expect(matching('[', '')).toMatch('cannot be read')
  expect(matching('a'.repeat(501), '')).toMatch('at most')
})

it('reads at once a pattern that repeats nothing a million times a million times', () => {
  for (const source of ['((){999999}){999999}', '(((){999999}|){999999}){2}', '((?:){999999}\\b){30}']) {
    const pattern = readPattern(source)
    if (typeof pattern !== 'string') expect(matches(pattern, 'a')).toBe(true)
  }
  expect(matching('^((){999999}){999999}a$', 'a')).toBe(true)
})
