import { expect, test } from 'vitest'
import { movedCaret } from './keptCaret.ts'

const at = (text: string) => text.indexOf('|')
const bare = (text: string) => text.replace('|', '')

test('a caret stays at its words, whatever others write before and behind it', () => {
  for (const [before, after] of [
    ['One| two', 'One| two three'],
    ['One tw|o', 'Much more than one tw|o'],
    ['A first\n\nMy |words\n\nA last', 'A longer first\n\nMy |words\n\nA last one'],
    ['One two|', 'Zero one two|'],
  ] as const) {
    const moved = movedCaret(bare(before), bare(after), at(before))
    expect(moved).toBe(at(after))
  }
  expect(movedCaret('One two three', 'x', 13)).toBe(1)
})
