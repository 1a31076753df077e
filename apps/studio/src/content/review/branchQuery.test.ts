import { expect, test } from 'vitest'
import { readBranch } from './branchQuery.ts'

const entry = (id: string) => ({ model: 'post', entry: id, title: id, change: 'changed', values: [] })
const conflict = { id: 'c1', model: 'post', entry: 'a', locale: 'en', field: 'title', ours: 'A', theirs: 'B' }

test('the pages of a branch are joined, with the conflicts of the first one', async () => {
  const asked: (string | undefined)[] = []
  const pages = new Map([
    [undefined, { cursor: '1', entries: [entry('a')], conflicts: [conflict] }],
    ['1', { cursor: '2', entries: [entry('b')] }],
    ['2', { entries: [entry('c')] }],
  ])
  const read = async (cursor: string | undefined) => {
    asked.push(cursor)
    return pages.get(cursor) ?? {}
  }
  const whole = await readBranch(read)
  expect(whole.entries.map((each) => each.entry)).toEqual(['a', 'b', 'c'])
  expect(whole).toMatchObject({ conflicts: [conflict], isCut: false, moreConflicts: 0 })
  expect(asked).toEqual([undefined, '1', '2'])
  expect(await readBranch(read, 2)).toMatchObject({ entries: [{ entry: 'a' }, { entry: 'b' }], isCut: true })
})
