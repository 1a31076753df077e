import { expect, test } from 'vitest'
import { byDay, scheduledEvents, scheduledMerges } from './events.ts'

test('what is to come is listed by day, the next first, and what has happened is not', () => {
  const state = { status: 'published' as const, translated: true, stale: false }
  const model = { id: 'post', name: 'Posts' }
  const entries = [
    {
      id: 'late',
      title: 'Late',
      locales: [{ ...state, locale: 'en', publishAt: '2030-05-02T12:00:00Z', expireAt: '2030-05-03T12:00:00Z' }],
    },
    {
      id: 'soon',
      title: 'Soon',
      locales: [
        { ...state, locale: 'en', publishAt: '2020-01-01T12:00:00Z' },
        { ...state, locale: 'tr', publishAt: '2030-05-02T11:00:00Z' },
      ],
    },
  ]
  const events = [
    ...scheduledEvents(model, entries),
    ...scheduledMerges([
      { id: 'br', title: 'New prices', mergeAt: Date.parse('2030-05-03T11:00:00Z') },
      { id: 'open', title: 'By hand' },
    ]),
  ]
  const days = byDay(events, Date.parse('2026-01-01T00:00:00Z'))
  expect(days.map(({ events: own }) => own.map(({ id, what }) => `${id} ${what}`))).toEqual([
    ['soon publish', 'late publish'],
    ['br merge', 'late expire'],
  ])
  expect(byDay(events, Date.parse('2030-05-03T11:30:00Z')).flatMap(({ events: own }) => own)).toHaveLength(1)
})
