import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cost, diffLines, ending, plural, retrying, summarize } from './summary.ts'

describe('what a run did', () => {
  it('counts changes by kind of thing, the most changed first, and only documents that changed', () => {
    const summary = summarize({
      documents: [
        { documentId: 'a', title: 'Home', lines: [{ kind: 'added', what: 'section' }] },
        {
          documentId: 'b',
          title: 'Site',
          lines: [
            { kind: 'added', what: 'rule' },
            { kind: 'removed', what: 'rule' },
          ],
        },
        { documentId: 'c', title: 'About', lines: [] },
      ],
    })
    expect(summary).toEqual({
      documents: 2,
      lines: 3,
      counts: [
        { what: 'rule', added: 1, changed: 0, removed: 1 },
        { what: 'section', added: 1, changed: 0, removed: 0 },
      ],
    })
  })

  it('speaks of one and of many', () => {
    expect([
      plural(1, 'page'),
      plural(3, 'page'),
      plural(2, 'entry'),
      plural(2, 'class'),
      plural(1200, 'node'),
    ]).toEqual(['1 page', '3 pages', '2 entries', '2 classes', '1,200 nodes'])
  })

  it('shows costs with the digits that tell something', () => {
    expect([0, 0.0002, 0.0042, 1.2].map(cost)).toEqual(['$0', '< $0.001', '$0.004', '$1.20'])
  })

  it('says how a run ended', () => {
    expect(ending({ status: 'complete' })).toEqual({ title: 'Done' })
    expect(ending({ status: 'aborted' }).note).toMatch(/kept/)
  })

  it('compares line by line: the sides come out whole, and nothing is marked that stands on both', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before.join('\n'), after.join('\n'))
        expect(diff.filter((line) => line.kind !== 'added').map((line) => line.text)).toEqual(before)
        expect(diff.filter((line) => line.kind !== 'removed').map((line) => line.text)).toEqual(after)
      }),
    )
    expect(diffLines('a\nb', 'a\nb').every((line) => line.kind === 'same')).toBe(true)
    expect(diffLines('', 'new')).toEqual([{ kind: 'added', text: 'new' }])
  })
})

it('says why a run waits for its provider, and for how long', () => {
  const overloaded = { code: 'overloaded', at: 10_000, attempt: 2 }
  expect(retrying(overloaded, 6_100)).toBe('The provider is overloaded, asking again in 4 s')
  expect(retrying(overloaded, 10_500)).toBe('The provider is overloaded, asking again')
  expect(retrying({ ...overloaded, code: 'new' }, 9_999)).toBe('The provider failed, asking again in 1 s')
})
