import { expect, test } from 'vitest'
import { cellText } from '../entry/cellText.ts'
import { moved } from '../entry/moved.ts'
import {
  columnsIn,
  conditionsOf,
  paramsOf,
  recallView,
  rememberView,
  sortedBy,
  viewOf,
  withCondition,
  withoutCondition,
} from './listView.ts'
import { toggled } from './useSelection.ts'

test('a view is kept in the address and comes back from it; unknown parts of the address are left out', () => {
  const view = {
    columns: ['role', 'start'],
    sort: '-start',
    locale: 'tr',
    status: 'draft',
    state: 'stale' as const,
    where: { role: { contains: 'baker' } },
    search: 'ann',
  }
  expect(viewOf(Object.fromEntries(new URLSearchParams(paramsOf(view))))).toEqual(view)
  expect(paramsOf({})).toEqual({})
  expect(viewOf({ state: 'nothing', where: '{', sort: 'name' })).toEqual({ sort: 'name' })
  expect(viewOf({ where: '[1]' })).toEqual({})
})

test('a heading sorts up, then down, then not at all', () => {
  const up = sortedBy({ status: 'draft' }, 'name')
  expect(up).toEqual({ status: 'draft', sort: 'name' })
  expect(sortedBy(up, 'name')).toEqual({ status: 'draft', sort: '-name' })
  expect(sortedBy(sortedBy(up, 'name'), 'name')).toEqual({ status: 'draft' })
  expect(sortedBy(up, 'role')).toEqual({ status: 'draft', sort: 'role' })
})

test('a condition on a field is read as it was made, and a number is compared as one', () => {
  const view = withCondition({ sort: 'name' }, { field: 'price', how: 'above', value: '3,5' }, 'number')
  expect(view.where).toEqual({ price: { gte: 3.5 } })
  const two = withCondition(view, { field: 'role', how: 'contains', value: 'baker' }, 'string')
  expect(conditionsOf(two)).toEqual([
    { field: 'price', how: 'above', value: '3.5' },
    { field: 'role', how: 'contains', value: 'baker' },
  ])
  expect(withoutCondition(withoutCondition(two, 'price'), 'role')).toEqual({ sort: 'name' })
  expect(withCondition({}, { field: 'open', how: 'is', value: 'false' }, 'boolean').where).toEqual({ open: false })
  expect(conditionsOf(withCondition({}, { field: 'lead', how: 'empty', value: '' }, 'relation'))).toEqual([
    { field: 'lead', how: 'empty', value: '' },
  ])
})

test('columns are those of the view that the model still has, otherwise its first short fields', () => {
  const field = (name: string, type: string) => ({ name, type, definition: {} })
  const model = {
    titleField: 'name',
    fields: [field('name', 'string'), field('about', 'markdown'), field('role', 'string'), field('start', 'date')],
  }
  expect(columnsIn({}, model).map(({ name }) => name)).toEqual(['role', 'start'])
  expect(columnsIn({ columns: ['start', 'gone', 'about'] }, model).map(({ name }) => name)).toEqual(['start', 'about'])
  expect(columnsIn({ columns: [] }, model)).toEqual([])
})

test('a person finds a list as they left it, without what they searched for, and others do not', () => {
  const kept = new Map<string, string>()
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
  const ann = { userId: 'ann', projectId: 'p', model: 'post' }
  rememberView(ann, { sort: 'date', search: 'bread' }, storage)
  expect(recallView('ann', 'p', 'post', storage)).toEqual({ sort: 'date' })
  expect(recallView('bo', 'p', 'post', storage)).toBeUndefined()
  rememberView(ann, { search: 'bread' }, storage)
  expect(recallView('ann', 'p', 'post', storage)).toBeUndefined()
})

test('an entry is moved down and up, and a range is selected from the last one that was chosen', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  const order = ['a', 'b', 'c', 'd']
  const one = toggled(new Set(), 'b', undefined, order)
  expect([...toggled(one, 'd', 'b', order)]).toEqual(['b', 'c', 'd'])
  expect([...toggled(one, 'b', undefined, order)]).toEqual([])
})

test('a cell shows a value in one line', () => {
  expect(cellText('2019-03-04', { type: 'date' })).toBe('4 Mar 2019')
  expect(cellText(true, { type: 'boolean' })).toBe('Yes')
  expect(cellText(['a', { model: 'm', ref: 'b' }], { type: 'relations' })).toBe('a, b')
  expect(cellText('/media/one.webp', { type: 'image' })).toBe('one.webp')
  expect(cellText(null, { type: 'string' })).toBe('')
})
