import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeText } from './mergeText.ts'

const markdown = (...paragraphs: string[]) => paragraphs.join('\n\n')

describe('mergeText', () => {
  it('keeps the edits of both to different paragraphs, next to each other too', () => {
    expect(mergeText('markdown', markdown('A', 'B', 'C'), markdown('A1', 'B', 'C'), markdown('A', 'B2', 'C'))).toBe(
      markdown('A1', 'B2', 'C'),
    )
    expect(mergeText('richtext', '<p>A</p>\n<p>B</p>', '<p>A1</p>\n<p>B</p>', '<p>A</p>\n<p>B2</p>')).toBe(
      '<p>A1</p>\n<p>B2</p>',
    )
  })
  it('keeps what both added, at the same place too, and what one deleted away', () => {
    expect(mergeText('markdown', markdown('A', 'B'), markdown('A', 'New', 'B'), markdown('A', 'B', 'End'))).toBe(
      markdown('A', 'New', 'B', 'End'),
    )
    expect(mergeText('markdown', 'A', markdown('A', 'One'), markdown('A', 'Two'))).toBe(markdown('A', 'One', 'Two'))
    expect(mergeText('markdown', markdown('A', 'B', 'C'), markdown('A', 'C'), markdown('A', 'B', 'C1'))).toBe(
      markdown('A', 'C1'),
    )
    expect(mergeText('richtext', '<p>A</p>', '<p>A</p>\n<p>B</p>', '<p>A1</p>')).toBe('<p>A1</p><p>B</p>')
  })
  it('does not choose between two edits of one paragraph', () => {
    expect(mergeText('markdown', markdown('A', 'B'), markdown('A1', 'B'), markdown('A2', 'B'))).toBeUndefined()
    expect(mergeText('markdown', markdown('A', 'B', 'C'), markdown('A', 'C'), markdown('A', 'B2', 'C'))).toBe(undefined)
    expect(mergeText('markdown', markdown('A', 'B'), markdown('A1', 'B'), markdown('A1', 'B'))).toBe(
      markdown('A1', 'B'),
    )
  })
  it('loses no edit, whatever paragraphs two people edit', () => {
    const edits = fc.array(fc.constantFrom('none', 'theirs', 'mine'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(edits, fc.constantFrom('markdown' as const, 'richtext' as const), (whose, type) => {
        const text = (who: readonly string[]) => {
          const blocks = whose.map((each, i) => `${i} words${who.includes(each) ? ` of ${each}` : ''}`)
          return type === 'markdown' ? markdown(...blocks) : blocks.map((each) => `<p>${each}</p>`).join('\n')
        }
        expect(mergeText(type, text([]), text(['theirs']), text(['mine']))).toBe(text(['theirs', 'mine']))
      }),
    )
  })
})
