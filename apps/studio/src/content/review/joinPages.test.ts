import { expect, test } from 'vitest'
import { joinPages } from './joinPages.ts'

const entry = (id: string) => ({
  model: 'post',
  entry: id,
  documentId: id,
  title: id,
  change: 'changed' as const,
  values: [],
})
const conflict = { id: 'c1', kind: 'value' as const, model: 'post', entry: 'a', locale: 'en', field: 'title' }
const page = {
  conflictCount: 1,
  entryCount: 3,
  conflicts: [],
  entries: [],
  models: [],
  settings: [],
  vocabulary: [],
}

test('the pages of a branch are joined, and rows on two of them are shown once', () => {
  const settings = [{ property: 'stack', after: 'astro' }]
  const whole = joinPages([
    { ...page, conflicts: [conflict], entries: [entry('a')], settings, next: 2 },
    { ...page, entries: [entry('a'), entry('b')], next: 4 },
    { ...page, entries: [entry('c')] },
  ])
  expect(whole.entries.map((each) => each.entry)).toEqual(['a', 'b', 'c'])
  expect(whole).toMatchObject({ conflicts: [conflict], conflictCount: 1, entryCount: 3, settings })
})
