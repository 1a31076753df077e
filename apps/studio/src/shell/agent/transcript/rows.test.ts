import { describe, expect, it } from 'vitest'
import { groupRows, rowsOf, searchedText } from './rows.ts'
import type { Turn } from './view.ts'

const prose = (key: string, text = key) => ({ kind: 'prose' as const, key, text, streaming: false })
const turn = (runId: string, items: Turn['items'], status?: 'running' | 'complete'): Turn => ({
  runId,
  prompt: `Prompt of ${runId}`,
  pictures: [],
  run: status && {
    id: runId,
    status,
    scope: 'site',
    userMessageId: 'u',
    assistantMessageId: 'a',
    provider: 'anthropic',
    model: 'm',
  },
  items,
})

describe('the rows of a conversation', () => {
  const first = turn('r1', [prose('a'), prose('b')], 'complete')
  const second = turn('r2', [prose('c')], 'running')
  const rows = rowsOf([first, second])

  it('are its prompts, its items and what follows a run that is over, each with its distance to the next', () => {
    expect(rows.map(({ key, gap }) => [key, gap])).toEqual([
      ['r1/prompt', 'part'],
      ['r1/a', 'item'],
      ['r1/b', 'part'],
      ['r1/footer', 'turn'],
      ['r2/prompt', 'part'],
      ['r2/c', 'turn'],
    ])
    expect(rows.map(searchedText)).toEqual(['Prompt of r1', 'a', 'b', '', 'Prompt of r2', 'c'])
  })

  it('are the same objects for a turn that did not change', () => {
    const again = rowsOf([first, { ...second, items: [prose('c', 'longer')] }])
    expect(again.slice(0, 5).map((row, at) => row === rows[at])).toEqual([true, true, true, true, false])
  })

  it('are estimated by the length of their texts', () => {
    const [, long] = rowsOf([turn('r', [prose('a', 'word '.repeat(400))])])
    expect(long?.estimate).toBeGreaterThan(20 * (rows[1]?.estimate ?? 0))
  })

  it('are rendered by their turns, with the room of the others where they are', () => {
    const windows = [
      { first: 0, end: 1 },
      { first: 3, end: 5 },
    ]
    const shown = groupRows(rows, windows).map(({ runId, parts }) => [
      runId,
      parts.map((part) => (part.kind === 'row' ? part.row.key : [part.first, part.end])),
    ])
    expect(shown).toEqual([
      ['r1', ['r1/prompt', [1, 3], 'r1/footer']],
      ['r2', ['r2/prompt']],
      [undefined, [[5, 6]]],
    ])
    expect(groupRows([], [])).toEqual([])
    expect(groupRows(rows, [])).toMatchObject([{ runId: undefined, parts: [{ first: 0, end: 6 }] }])
  })
})
