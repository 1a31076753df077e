import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffPart, diffLines, diffWords } from './diff.ts'

const side = (parts: readonly DiffPart[], other: DiffPart['kind']) =>
  parts.filter((part) => part.kind !== other).map((part) => part.text)

describe('a comparison', () => {
  it('the sides of lines come out whole, and no common line is marked', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before.join('\n'), after.join('\n'))
        expect(side(diff, 'added')).toEqual(before)
        expect(side(diff, 'removed')).toEqual(after)
      }),
    )
    expect(diffLines('a\nb', 'a\nb').every((line) => line.kind === 'same')).toBe(true)
    expect(diffLines('', 'new')).toEqual([{ kind: 'added', text: 'new' }])
  })

  it('of lines: finds one change in a long text, and sets two long texts that share nothing against each other', () => {
    const long = Array.from({ length: 3_000 }, (_, index) => `line ${index}`)
    const other = long.map((line) => `other ${line}`)
    const changed = diffLines(long.join('\n'), long.with(1_500, 'new').join('\n')).filter(({ kind }) => kind !== 'same')
    expect(changed).toEqual([
      { kind: 'removed', text: 'line 1500' },
      { kind: 'added', text: 'new' },
    ])
    const apart = diffLines(long.join('\n'), other.join('\n'))
    expect(apart.map(({ text }) => text)).toEqual([...long, ...other])
  })

  it('of words: the sides come out whole, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const diff = diffWords(before, after)
        expect(side(diff, 'added').join('')).toBe(before)
        expect(side(diff, 'removed').join('')).toBe(after)
      }),
    )
  })

  it('of words: marks what differs within a value', () => {
    expect(diffWords('light-dark(#f7f3ec, #191714)', 'light-dark(#f7f3ec, #1d1711)')).toEqual([
      { kind: 'same', text: 'light-dark(#f7f3ec, ' },
      { kind: 'removed', text: '#191714' },
      { kind: 'added', text: '#1d1711' },
      { kind: 'same', text: ')' },
    ])
  })

  it('of words: shows both values whole if little is common', () => {
    expect(diffWords('Our one chair', 'Bread at six, gone by noon, one loaf each')).toHaveLength(2)
  })
})
