import type { ContentField, ContentListView, ContentModel } from '@atelier/api'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Skeleton } from '../../ui/index.ts'
import { useListWindow } from '../../ui/listWindow.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import * as strings from '../strings.ts'
import { EntryRow, type RowActions } from './EntryRow.tsx'
import styles from './EntryTable.module.css'
import { sortedBy } from './listView.ts'
import type { useEntryRows } from './useEntryRows.ts'
import type { Selection } from './useSelection.ts'

/** Heights of a row and of the head, in CSS pixels, as in `EntryTable.module.css`. */
const ROW_HEIGHT = 36

export interface EntryTableProps {
  model: ContentModel
  view: ContentListView
  onView: (view: ContentListView) => void
  columns: readonly ContentField[]
  total: number
  rows: ReturnType<typeof useEntryRows>
  window: ReturnType<typeof useTableWindow>
  selection: Selection
  /** Absent where the place of an entry cannot be changed here. */
  onMove?: ((from: number, to: number) => void) | undefined
  onDelete: (entry: { id: string; title: string }) => void
}

/** The rows in sight of a table with so many; its head is as high as a row. */
export function useTableWindow(count: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end, reveal } = useListWindow(scroller, count + 1, ROW_HEIGHT)
  const show = useCallback(
    (index: number) => {
      // The head covers what is above, and the row below it is in sight too.
      reveal(index)
      reveal(index + 1)
    },
    [reveal],
  )
  return { scroller, first, end: Math.min(count, end), show }
}

/** The entries of a model, one line each, of which only those in sight are in the page. */
export function EntryTable(props: EntryTableProps) {
  const { model, view, onView, columns, total, rows, window: seen, selection, onMove, onDelete } = props
  const { scroller, first, end, show } = seen
  const [active, setActive] = useState(0)
  const [drop, setDrop] = useState<{ from: number; to: number }>()
  const walked = useFocusedRow(scroller, active)
  const hasLocales = model.locales.length > 1
  const headings = [
    { name: model.titleField ?? 'title', label: strings.titleColumn },
    ...columns.map((field) => ({ name: field.name, label: fieldLabel(field) })),
  ]
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.metaKey || event.ctrlKey) return
    const go = (to: number) => {
      event.preventDefault()
      const next = Math.max(0, Math.min(total - 1, to))
      setActive(next)
      show(next)
      walked.current = true
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (event.altKey) {
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || !onMove) return
      const to = index + (step ?? 0)
      if (to >= 0 && to < total) onMove(index, to)
      return go(to)
    }
    if (step !== undefined) go(index + step)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(total - 1)
    else if (event.key === ' ' || event.key === 'x') {
      const entry = rows.at(index)
      event.preventDefault()
      if (entry && selection.offered) selection.toggle(entry.id)
    }
  }

  /** The row at a height of the window. */
  function rowAt(y: number): number {
    const element = scroller.current
    if (!element) return 0
    const inside = y - element.getBoundingClientRect().top - ROW_HEIGHT + element.scrollTop
    return Math.max(0, Math.min(total - 1, Math.floor(inside / ROW_HEIGHT)))
  }

  const latest = useRef<RowActions>(undefined)
  latest.current = {
    focus: setActive,
    key: onKeyDown,
    toggle: selection.toggle,
    remove: onDelete,
    dragStart: (index) => setDrop({ from: index, to: index }),
    dragOver: (y) => setDrop((held) => (held ? { ...held, to: rowAt(y) } : held)),
    dragEnd(dropped) {
      if (dropped && drop && drop.from !== drop.to) onMove?.(drop.from, drop.to)
      setDrop(undefined)
    },
  }
  const [act] = useState(
    (): RowActions => ({
      focus: (index) => latest.current?.focus(index),
      key: (event, index) => latest.current?.key(event, index),
      toggle: (id, range) => latest.current?.toggle(id, range),
      remove: (entry) => latest.current?.remove(entry),
      dragStart: (index) => latest.current?.dragStart(index),
      dragOver: (y) => latest.current?.dragOver(y),
      dragEnd: (dropped) => latest.current?.dragEnd(dropped),
    }),
  )

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-chosen={view.columns && ''}
      style={{ '--columns': columns.length }}
    >
      <table className={styles.table} aria-label={model.name} aria-rowcount={total + 1}>
        <thead className={styles.top}>
          <tr className={styles.head} aria-rowindex={1}>
            {selection.offered && (
              <th scope="col" className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={strings.selectAll}
                  checked={selection.isAll}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.ids.size > 0 && !selection.isAll
                  }}
                  onChange={() => selection.all()}
                />
              </th>
            )}
            {headings.map(({ name, label }) => (
              <Heading
                key={name}
                name={name}
                label={label}
                view={view}
                onView={onView}
                className={name === headings[0]?.name ? styles.titleHead : styles.cellHead}
              />
            ))}
            {hasLocales && (
              <th scope="col" className={styles.locales}>
                <span className="visually-hidden">{strings.languages}</span>
              </th>
            )}
            <Heading name="status" label={strings.status} view={view} onView={onView} className={styles.status} />
            <Heading name="updated_at" label={strings.changed} view={view} onView={onView} className={styles.when} />
            {selection.offered && (
              <th scope="col" className={styles.end}>
                <span className="visually-hidden">{strings.remove}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={styles.rows} style={{ height: total * ROW_HEIGHT }}>
          {shown.map((index) => {
            const entry = rows.at(index)
            return entry ? (
              <EntryRow
                key={entry.id}
                model={model}
                entry={entry}
                titles={rows.titlesAt(index)}
                index={index}
                top={index * ROW_HEIGHT}
                columns={columns}
                isActive={index === active}
                isChosen={selection.ids.has(entry.id)}
                isEditable={selection.offered}
                canMove={onMove !== undefined}
                drop={drop?.to === index ? (drop.from < index ? 'below' : 'above') : undefined}
                act={act}
              />
            ) : (
              <tr
                key={index}
                aria-busy="true"
                aria-rowindex={index + 2}
                className={styles.row}
                style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
              >
                <td className={styles.waiting}>
                  <Skeleton width="40%" height={14} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Hands the focus to the row that the keys have led to, once it is in the page. */
function useFocusedRow(scroller: RefObject<HTMLDivElement | null>, active: number) {
  const walked = useRef(false)
  useLayoutEffect(() => {
    if (!walked.current) return
    const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"] a`)
    if (!link) return
    walked.current = false
    link.focus({ preventScroll: true })
  })
  return walked
}

interface HeadingProps {
  name: string
  label: string
  view: ContentListView
  onView: (view: ContentListView) => void
  className?: string | undefined
}

function Heading({ name, label, view, onView, className }: HeadingProps) {
  const direction = view.sort === name ? 'ascending' : view.sort === `-${name}` ? 'descending' : undefined
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.heading} onClick={() => onView(sortedBy(view, name))}>
        <span className="truncate">{label}</span>
        {direction === 'ascending' && <ArrowUp size={12} aria-hidden="true" />}
        {direction === 'descending' && <ArrowDown size={12} aria-hidden="true" />}
      </button>
    </th>
  )
}
