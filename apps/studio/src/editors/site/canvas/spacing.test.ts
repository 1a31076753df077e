import { expect, test } from 'vitest'
import { type BoxModel, bandsOf, gapsOf, handlesOf, snapped, together } from './spacing.ts'

const none = { top: 0, right: 0, bottom: 0, left: 0 }
const model: BoxModel = {
  box: { left: 100, top: 100, width: 400, height: 200 },
  margin: { ...none, bottom: 30 },
  border: { top: 1, right: 1, bottom: 1, left: 1 },
  padding: { top: 20, right: 10, bottom: 20, left: 10 },
}
const child = (left: number, top: number) => ({ left, top, width: 100, height: 50 })

test('padding lies inside of the border, margin outside of it, and a side without width has no band', () => {
  expect(bandsOf(model).map(({ name, box }) => [name, box])).toEqual([
    ['margin-bottom', { left: 100, top: 300, width: 400, height: 30 }],
    ['padding-top', { left: 101, top: 101, width: 398, height: 20 }],
    ['padding-right', { left: 489, top: 121, width: 10, height: 158 }],
    ['padding-bottom', { left: 101, top: 279, width: 398, height: 20 }],
    ['padding-left', { left: 101, top: 121, width: 10, height: 158 }],
  ])
})

test('the gap of a row lies between neighbours, not where the row wraps', () => {
  const inner = { kind: 'row', rowGap: 0, columnGap: 20 } as const
  const children = [child(111, 121), child(231, 121), child(111, 171)]
  expect(gapsOf({ ...model, inner: { ...inner, children } }).across).toEqual([
    { left: 211, top: 121, width: 20, height: 50 },
  ])
})

test('the gaps of a grid lie between its tracks, also where a cell is empty', () => {
  const inner = {
    kind: 'grid',
    rowGap: 10,
    columnGap: 20,
    children: [],
    columns: { sizes: [100, 100, 100], gap: 20, align: 'normal' },
    rows: { sizes: [40, 40], gap: 10, align: 'normal' },
  } as const
  const { across, down } = gapsOf({ ...model, inner })
  expect(across.map(({ left, width }) => [left, width])).toEqual([
    [211, 20],
    [331, 20],
  ])
  expect(down.map(({ top, height }) => [top, height])).toEqual([[161, 10]])
})

test('a value grows where its handle is dragged away from the edge that it belongs to', () => {
  const found = new Map(handlesOf(model, 1, false).map((place) => [place.name, place]))
  expect(found.get('padding-left')).toMatchObject({ across: 1, down: 0, value: 10 })
  expect(found.get('padding-bottom')).toMatchObject({ across: 0, down: -1, value: 20 })
  expect(found.get('margin-bottom')).toMatchObject({ across: 0, down: 1, value: 30, y: 315 })
  expect(found.get('width')).toMatchObject({ across: 1, x: 500, value: 400 })
})

test('the page itself has no margin or size to drag, and a small box no handles within it', () => {
  const names = (each: BoxModel, isRoot: boolean) => handlesOf(each, 1, isRoot).map(({ name }) => name)
  expect(names(model, true)).toEqual(['padding-top', 'padding-right', 'padding-bottom', 'padding-left'])
  expect(names({ ...model, box: { ...model.box, width: 30, height: 20 } }, false)).toEqual(['width', 'height'])
})

test('the lines of a grid have handles where its tracks are a list in the rule', () => {
  const columns = { sizes: [100, 100, 100], gap: 20, align: 'normal' }
  const inner = { kind: 'grid', rowGap: 0, columnGap: 20, children: [], columns } as const
  const lines = (each: BoxModel) => handlesOf(each, 1, false).filter(({ kind }) => kind === 'line')
  expect(lines({ ...model, inner })).toEqual([])
  expect(lines({ ...model, inner: { ...inner, listed: ['grid-template-columns'] } })).toMatchObject([
    { name: 'grid-template-columns 1', track: 0, x: 221, value: 100 },
    { name: 'grid-template-columns 2', track: 1, x: 341, value: 100 },
  ])
})

test('a dragged value is a whole number, or the nearest token in reach', () => {
  const steps = [
    { name: '--space-s', size: 16 },
    { name: '--space-m', size: 18 },
  ]
  expect(snapped(17.4, 0, steps)).toEqual({ value: 18, step: steps[1] })
  expect(snapped(23.4, 0, steps)).toEqual({ value: 23 })
  expect(snapped(-8, 0, [])).toEqual({ value: 0 })
})

test('Alt takes the opposite side along, Shift all of them, and both gaps', () => {
  expect(together('padding-left', { alt: true, shift: false })).toEqual(['padding-left', 'padding-right'])
  expect(together('margin-top', { alt: false, shift: true })).toHaveLength(4)
  expect(together('row-gap', { alt: false, shift: true })).toEqual(['row-gap', 'column-gap'])
  expect(together('width', { alt: true, shift: true })).toEqual(['width'])
})
