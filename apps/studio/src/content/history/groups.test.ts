import { expect, test } from 'vitest'
import type { HistoryChange } from '../session/handles.ts'
import { joinEntryChanges } from './groups.ts'

const change = (seq: number, more: Partial<HistoryChange> = {}): HistoryChange => ({
  seq,
  at: new Date(Date.UTC(2026, 2, 9, 10, seq)).toISOString(),
  by: { kind: 'hand', userId: 'ada' },
  fields: [{ locale: 'en', field: 'title', before: `${seq - 1}`, after: `${seq}` }],
  ...more,
})
const run = { by: { kind: 'agent', userId: 'ada', runId: 'run' } } as const

test('the edits of one run are one change, from the value before it to the one after it', () => {
  const fields = [{ locale: 'tr', field: 'text', after: 'x' }]
  expect(joinEntryChanges([change(9, run), change(8, { ...run, fields }), change(7, run), change(6)])).toMatchObject([
    {
      seqs: [9, 8, 7],
      fields: [
        { locale: 'en', field: 'title', before: '6', after: '9' },
        { locale: 'tr', field: 'text', after: 'x' },
      ],
    },
    { seqs: [6] },
  ])
})

test('typing in one field is one change while it goes on, and another person’s edit is another one', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 9, 10, 0, seconds)).toISOString()
  const groups = joinEntryChanges([
    change(5, { at: at(120) }),
    change(4, { at: at(40) }),
    change(3, { at: at(10) }),
    change(2, { at: at(5), by: { kind: 'hand', userId: 'bo' } }),
  ])
  expect(groups.map(({ seqs }) => seqs)).toEqual([[5], [4, 3], [2]])
})
