import { createMemoryView, type Json } from '@atelier/documents'
import { expect, test } from 'vitest'
import type { Model } from '../model/definition.ts'
import type { LoggedEdit } from './history.ts'
import { viewAfter, walkHistory } from './pastEdits.ts'

const model: Model = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: [{ key: 'title', name: 'title', definition: { type: 'string', required: true } }],
}
const EDITS = 3_000
const edits = Array.from({ length: EDITS }, (_, at): LoggedEdit => {
  const text = (number: number): Json => `Text ${number}`
  return {
    seq: 2 * at + 1,
    at,
    by: { kind: 'hand', userId: 'ada' },
    source: 'edit',
    patches: [{ key: 'en/title', ...(at > 0 ? { before: text(at - 1) } : {}), after: text(at) }],
  }
})
const view = createMemoryView([
  ['entry', { model: 'post', id: 'a' }],
  ['en/title', `Text ${EDITS - 1}`],
])
const reads: number[] = []
const read = async (limit: number, before = Infinity) => {
  reads.push(limit)
  return edits.filter(({ seq }) => seq < before).slice(-limit)
}

test('thousands of edits are read in parts, and from any of them on', async () => {
  const seen: number[] = []
  await walkHistory(read, { view, model }, (steps) => {
    seen.push(...steps.map(({ seq }) => seq))
    return false
  })
  expect(seen).toEqual(edits.map(({ seq }) => seq).reverse())
  expect(Math.max(...reads)).toBeLessThan(EDITS)

  const values: unknown[] = []
  await walkHistory(read, { view, model, before: 2 * 1_234 + 1 }, (steps) => {
    values.push(steps[0]?.fields[0]?.after)
    return true
  })
  expect(values).toEqual(['Text 1233'])
})

test('the entry is what it was after any of them', async () => {
  for (const at of [0, 700, EDITS - 1])
    expect((await viewAfter(read, view, 2 * at + 1))?.get('en/title')).toBe(`Text ${at}`)
  expect(await viewAfter(read, view, 4)).toBeUndefined()
})
