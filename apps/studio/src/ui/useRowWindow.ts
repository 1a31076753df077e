import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { ListWindow } from './listWindow.ts'
import { joinWindows, layoutRows, rowAt, rowsBetween, scrollPlace } from './rowLayout.ts'

/** A row as it is laid out. A row of the same key has the height that it had. */
export interface MeasuredRow {
  readonly key: string
  /** Its height until it is measured, in CSS pixels. */
  readonly estimate: number
}

export interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>
  rows: readonly MeasuredRow[]
  /** The height of what is above the first row, in CSS pixels. */
  lead: number
  /** Rows that are rendered wherever they are. */
  pinned: readonly number[]
  /** Called when the beginning is near. */
  onStart: () => void
}

export interface RowWindow {
  /** The rows to render, in order, with gaps between. */
  windows: readonly ListWindow[]
  /** The height of the rows from `first` up to, not including, `end`. */
  heightOf(first: number, end: number): number
  /** The `ref` of every rendered row, which has its key as `data-row`. */
  register(element: HTMLElement | null): (() => void) | undefined
  onScroll(): void
  /** Whether it is so far above the end that the way back is offered. */
  away: boolean
  /** Scrolls to the end and follows it. */
  toEnd(): void
  /** Scrolls to where a row begins. */
  toRow(index: number): void
}

/** Above and below what is in sight, so that a short scroll shows no gap. CSS pixels. */
const overscan = 400
/** The height of the scroller until it is measured. */
const usualHeight = 800
const mostRepeats = 4
/** The distance from the beginning at which more is loaded. */
const startWithin = 600

/** The place that is kept while heights change: the first row in sight, and how much of it is above. */
interface Anchor {
  key: string
  offset: number
}

/**
 * Renders the rows of a scrolled list that are in sight, whose heights are measured as they are rendered. It follows its
 * end until the user scrolls up, and again when they return there; elsewhere what is in sight stays in its place, whatever
 * is added, loaded or measured above it.
 */
export function useRowWindow({ scroller, rows, lead, pinned, onStart }: RowWindowOptions): RowWindow {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const [away, setAway] = useState(false)
  const [memory] = useState(createMemory)
  const tops = layoutOf(memory, rows, lead)
  const top = keptScroll(memory, rows, tops)
  const inSight = rowsBetween(tops, top - overscan, top + memory.height + overscan)
  const windows = joinWindows([inSight, ...pinned.map((at) => ({ first: at, end: at + 1 }))])

  /** The last rendering, for events between two renderings. */
  const rendered = useRef({ rows, lead, inSight, onStart })
  const layout = useCallback(() => layoutOf(memory, rendered.current.rows, rendered.current.lead), [memory])

  const renderIfUncovered = useCallback(
    (tops: Float64Array, top: number) => {
      const { inSight } = rendered.current
      const needed = rowsBetween(tops, top - overscan / 2, top + memory.height + overscan / 2)
      const isCovered = needed.first >= inSight.first && needed.end <= inSight.end
      memory.repeats = isCovered ? 0 : memory.repeats + 1
      // Rows that are rendered may be other than estimated, so that more are needed; not without an end.
      if (!isCovered && memory.repeats <= mostRepeats) renderAgain()
    },
    [memory],
  )

  /** Scrolls so that what the user looks at is where it was. */
  const settle = useCallback(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    memory.height = element.clientHeight
    const { rows } = rendered.current
    const tops = layout()
    if (memory.following) {
      // Only for what was added: a press on a button would miss it if the list moved under it.
      const { scrollHeight, clientHeight } = element
      if (memory.end !== scrollHeight - clientHeight) element.scrollTop = scrollHeight
      memory.end = scrollHeight - clientHeight
    } else {
      const wanted = keptScroll(memory, rows, tops)
      if (Math.abs(element.scrollTop - wanted) >= 1) element.scrollTop = wanted
      // It cannot be scrolled as far as that.
      if (Math.abs(element.scrollTop - wanted) >= 1) memory.anchor = anchorAt(rows, tops, element.scrollTop)
    }
    memory.scrollTop = element.scrollTop
    renderIfUncovered(tops, element.scrollTop)
  }, [memory, scroller, layout, renderIfUncovered])

  const [observer] = useState(() =>
    typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => settleRef.current()),
  )
  const settleRef = useRef(settle)
  settleRef.current = settle

  useLayoutEffect(() => {
    rendered.current = { rows, lead, inSight, onStart }
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    for (const row of memory.elements.values()) measure(memory, row)
    settle()
    const first = rows[0]?.key
    if (element.scrollTop < startWithin && memory.askedAt !== first) {
      memory.askedAt = first
      onStart()
    }
  })

  useEffect(() => {
    const element = scroller.current
    if (!element || !observer) return
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, observer])

  const register = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const key = element.dataset.row ?? ''
      memory.elements.set(key, element)
      observer?.observe(element)
      return () => {
        observer?.unobserve(element)
        if (memory.elements.get(key) === element) memory.elements.delete(key)
      }
    },
    [memory, observer],
  )

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    const { scrollTop, scrollHeight, clientHeight } = element
    const { follows, away } = scrollPlace(scrollHeight - scrollTop - clientHeight)
    // Near the end it stays where the user has left it until something is added.
    if (follows && !memory.following) memory.end = scrollHeight - clientHeight
    // Content that has grown since it was last scrolled to its end does not end the following; the user does, by
    // scrolling up.
    memory.following = follows || (memory.following && scrollTop >= memory.scrollTop)
    memory.scrollTop = scrollTop
    setAway(away)
    const tops = layout()
    memory.anchor = anchorAt(rendered.current.rows, tops, scrollTop)
    memory.repeats = 0
    renderIfUncovered(tops, scrollTop)
    if (scrollTop < startWithin) rendered.current.onStart()
  }, [memory, scroller, layout, renderIfUncovered])

  const toEnd = useCallback(() => {
    memory.following = true
    memory.end = undefined
    renderAgain()
  }, [memory])

  const toRow = useCallback(
    (index: number) => {
      const key = rendered.current.rows[index]?.key
      if (key === undefined) return
      memory.following = false
      memory.anchor = { key, offset: 0 }
      renderAgain()
    },
    [memory],
  )

  const heightOf = (first: number, end: number) => (tops[end] ?? 0) - (tops[first] ?? 0)
  return { windows, heightOf, register, onScroll, away, toEnd, toRow }
}

interface Memory {
  /** The heights of rows that were rendered once, by their keys. */
  heights: Map<string, number>
  /** Rendered rows by their keys. */
  elements: Map<string, HTMLElement>
  anchor: Anchor | undefined
  following: boolean
  scrollTop: number
  /** How far it could be scrolled when its end was scrolled to. */
  end: number | undefined
  /** The scroller's height. */
  height: number
  /** The first row when more before it was asked for without a scroll. */
  askedAt: string | undefined
  /** Renderings in a row that did not cover what is in sight. */
  repeats: number
}

function createMemory(): Memory {
  return {
    heights: new Map(),
    elements: new Map(),
    anchor: undefined,
    following: true,
    scrollTop: 0,
    end: undefined,
    height: usualHeight,
    askedAt: undefined,
    repeats: 0,
  }
}

function layoutOf({ heights }: Memory, rows: readonly MeasuredRow[], lead: number): Float64Array {
  const heightOf = (at: number) => {
    const row = rows[at]
    return row ? (heights.get(row.key) ?? row.estimate) : 0
  }
  return layoutRows(rows.length, heightOf, lead)
}

/** How far the list is scrolled when what the user looks at is in its place. */
function keptScroll(
  { following, anchor, height, scrollTop }: Memory,
  rows: readonly MeasuredRow[],
  tops: Float64Array,
): number {
  if (following) return (tops.at(-1) ?? 0) - height
  const at = anchor ? rows.findIndex(({ key }) => key === anchor.key) : -1
  return at < 0 ? scrollTop : (tops[at] ?? 0) + (anchor?.offset ?? 0)
}

function anchorAt(rows: readonly MeasuredRow[], tops: Float64Array, scrollTop: number): Anchor | undefined {
  const at = rowAt(tops, scrollTop)
  const key = rows[at]?.key
  return key === undefined ? undefined : { key, offset: scrollTop - (tops[at] ?? 0) }
}

function measure({ heights }: Memory, element: Element) {
  const row = element instanceof HTMLElement ? element.dataset.row : undefined
  if (row !== undefined) heights.set(row, element.getBoundingClientRect().height)
}
