import { describe, expect, it } from 'vitest'
import { cost, ending, plural, retrying, summarize } from './summary.ts'

describe('what a run did', () => {
  it('says what became of each kind of thing, content before styles', () => {
    const summary = summarize({
      documents: 2,
      counts: [
        { what: 'rule', kind: 'added', count: 2 },
        { what: 'declaration', kind: 'changed', count: 1 },
        { what: 'section', kind: 'removed', count: 1 },
        { what: 'section', kind: 'added', count: 2 },
      ],
    })
    expect(summary).toEqual({
      documents: 2,
      lines: 6,
      sentences: ['2 sections added, 1 removed', '2 style rules added', '1 declaration changed'],
    })
  })

  it('keeps a kind of thing that it has no word for', () => {
    const { sentences } = summarize({ documents: 1, counts: [{ what: 'bore', kind: 'changed', count: 1 }] })
    expect(sentences).toEqual(['1 bore changed'])
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
})

it('says why a run waits for its provider, and for how long', () => {
  const overloaded = { code: 'overloaded', at: 10_000, attempt: 2 }
  expect(retrying(overloaded, 6_100)).toBe('The provider is overloaded, asking again in 4 s')
  expect(retrying(overloaded, 10_500)).toBe('The provider is overloaded, asking again')
  expect(retrying({ ...overloaded, code: 'new' }, 9_999)).toBe('The provider failed, asking again in 1 s')
})
