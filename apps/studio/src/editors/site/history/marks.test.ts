import type { ChangeLine } from '@atelier/api'
import { describe, expect, it } from 'vitest'
import { columnWidth, frameScale, pageToShow } from './framing.ts'
import { markOf, marksOf, selectorOf } from './marks.ts'

const line = (fields: Partial<ChangeLine>): ChangeLine => ({ kind: 'changed', what: 'text', label: '', ...fields })

describe('the marks of a change', () => {
  it('are at the node that a line leads to, or that it removed', () => {
    expect(markOf(line({ target: 'n1', part: 'n2/text' }))).toEqual({ kind: 'changed', nodeId: 'n1' })
    expect(markOf(line({ kind: 'removed', what: 'section', part: 'n3' }))).toEqual({ kind: 'removed', nodeId: 'n3' })
    expect(markOf(line({ what: 'setting', part: 'settings/name' }))).toBeUndefined()
    expect(marksOf([{ documentId: 'a', title: 'A', lines: [line({ target: 'n1' }), line({ part: 'b/c' })] }])).toEqual([
      { kind: 'changed', nodeId: 'n1' },
    ])
  })

  it.each([
    ['declaration', '.card color', '.card'],
    ['declaration', '@media (max-width: 600px) › .card h2 color', '.card h2'],
    ['declaration', '.card:hover color', '.card'],
    ['declaration', '.a::before content', '.a'],
    ['rule', '.menu › &.open', ':is(.menu).open'],
    ['rule', '.menu › a, b', ':is(.menu) :is(a, b)'],
    ['rule', '@font-face', undefined],
    ['declaration', ':hover color', undefined],
  ])('of a %s “%s” are what %s selects', (what, label, selector) => {
    expect(selectorOf(line({ what, label }))).toBe(selector)
  })
})

describe('the frames', () => {
  it('share the room, and show a page no larger than it is', () => {
    expect(columnWidth('beside', 1012)).toBe(500)
    expect(columnWidth('slider', 1012)).toBe(1012)
    expect(frameScale(500, 1000)).toBe(0.5)
    expect(frameScale(500, 390)).toBe(1)
    expect(frameScale(0, 390)).toBe(1)
  })

  it('begin with the first changed page, or else the open one', () => {
    const documents = [
      { documentId: 'site', title: 'Site', lines: [] },
      { documentId: 'b', title: 'B', lines: [] },
    ]
    expect(pageToShow(['a', 'b'], documents, 'a')).toBe('b')
    expect(pageToShow(['a', 'c'], documents, 'c')).toBe('c')
    expect(pageToShow(['a'], documents, undefined)).toBe('a')
    expect(pageToShow([], documents, 'x')).toBeUndefined()
  })
})
