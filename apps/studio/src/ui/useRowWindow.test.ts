// @vitest-environment happy-dom
import { act, createElement, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MeasuredRow, type RowWindow, useRowWindow } from './useRowWindow.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

/** A browser's layout: rows are higher than estimated. */
const rowHeight = 50
const estimate = 40
let scrollHeight = 0

let list: RowWindow | undefined
let unmount: () => Promise<void> = async () => undefined
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => scrollHeight)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, rowHeight))
})
afterEach(async () => {
  await unmount()
  vi.restoreAllMocks()
})

function List({ rows, onStart }: { rows: readonly MeasuredRow[]; onStart: () => void }) {
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useRowWindow({ scroller, rows, lead: 0, pinned: [], onStart })
  useEffect(() => {
    list = shown
  })
  const { windows, register } = shown
  return createElement(
    'div',
    { ref: scroller, id: 'list' },
    windows.flatMap(({ first, end }) =>
      rows.slice(first, end).map(({ key }) => createElement('p', { key, ref: register, 'data-row': key })),
    ),
  )
}

const rowsFrom = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, at) => ({ key: `row${first + at}`, estimate }))

async function mount(first: readonly MeasuredRow[]) {
  let rows = first
  let starts = 0
  const host = document.createElement('div')
  const root = createRoot(host)
  unmount = () => act(async () => root.unmount())
  const show = async (next = rows) => {
    rows = next
    scrollHeight = rows.length * rowHeight
    await act(async () => root.render(createElement(List, { rows, onStart: () => (starts += 1) })))
  }
  await show()
  const scroller = host.querySelector('#list')
  if (!scroller) throw new Error('There is no list')
  const scrollTo = async (top: number) => {
    scroller.scrollTop = top
    await act(async () => list?.onScroll())
  }
  /** How far below the upper edge a row begins, by the heights that were measured. */
  const placeOf = async (key: string) => {
    await show()
    return (
      (list?.heightOf(
        0,
        rows.findIndex((row) => row.key === key),
      ) ?? 0) - scroller.scrollTop
    )
  }
  const keys = () => [...scroller.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row)
  return { show, scroller, scrollTo, placeOf, keys, starts: () => starts }
}

describe('a list of rows of different heights', () => {
  it('shows its end, and follows it only for what is added', async () => {
    const { show, scroller, keys } = await mount(rowsFrom(0, 200))
    expect(keys().at(-1)).toBe('row199')
    expect(keys().length).toBeLessThan(40)
    scroller.scrollTop = scrollHeight - 400 - 20
    await show()
    expect(scroller.scrollTop).toBe(scrollHeight - 420)
    await show(rowsFrom(0, 201))
    expect(scroller.scrollTop).toBe(scrollHeight)
  })

  it('keeps what is in sight in its place while earlier rows are loaded and rows above are measured', async () => {
    const { show, scrollTo, placeOf, keys } = await mount(rowsFrom(100, 300))
    await scrollTo(2_000)
    const seen = keys()[12] ?? ''
    const place = await placeOf(seen)
    await show(rowsFrom(0, 300))
    expect(await placeOf(seen)).toBeCloseTo(place)
    expect(keys()).toContain(seen)
    await show(rowsFrom(0, 400))
    expect(await placeOf(seen)).toBeCloseTo(place)
  })

  it('asks for more once near its beginning, and again at each scroll there', async () => {
    const { show, scrollTo, starts } = await mount(rowsFrom(0, 200))
    expect(starts()).toBe(0)
    await scrollTo(500)
    const asked = starts()
    expect(asked).toBeGreaterThan(0)
    await show()
    expect(starts()).toBeLessThanOrEqual(asked + 1)
    const rested = starts()
    await show()
    expect(starts()).toBe(rested)
  })

  it('shows the row that it is sent to', async () => {
    const { placeOf, keys } = await mount(rowsFrom(0, 500))
    await act(async () => list?.toRow(120))
    expect(keys()).toContain('row120')
    expect(await placeOf('row120')).toBeCloseTo(0)
    await act(async () => list?.toEnd())
    expect(keys().at(-1)).toBe('row499')
  })
})
