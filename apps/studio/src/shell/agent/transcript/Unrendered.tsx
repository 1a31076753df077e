import { memo, type ReactNode, useCallback } from 'react'
import type { ListWindow } from '../../../ui/listWindow.ts'
import { type Row, searchedText } from './rows.ts'

/** Rows in a part that a search in the page finds as a whole. */
const rowsInPart = 16

export interface UnrenderedProps extends ListWindow {
  rows: readonly Row[]
  heightOf: (first: number, end: number) => number
  /** A search in the page has found something in the rows from this one on. */
  onFound: (index: number) => void
}

/** The room of rows that are not rendered. Their texts stay in the page, so that its search finds them. */
export function Unrendered({ rows, first, end, heightOf, onFound }: UnrenderedProps) {
  const parts: ReactNode[] = []
  // Parts begin at the same rows however much is scrolled, so that those that stay are not made again.
  for (let from = first; from < end; ) {
    const to = Math.min(end, (Math.floor(from / rowsInPart) + 1) * rowsInPart)
    parts.push(
      <Part key={rows[from]?.key} rows={rows} first={from} end={to} height={heightOf(from, to)} onFound={onFound} />,
    )
    from = to
  }
  return <div className="overflow-hidden">{parts}</div>
}

interface PartProps extends ListWindow {
  rows: readonly Row[]
  height: number
  onFound: (index: number) => void
}

const Part = memo(
  function Part({ rows, first, end, height, onFound }: PartProps) {
    const text = rows.slice(first, end).map(searchedText).join('\n')
    const findable = useCallback(
      (element: HTMLElement | null) => {
        if (!element) return
        element.setAttribute('hidden', 'until-found')
        const found = () => onFound(first)
        element.addEventListener('beforematch', found)
        return () => element.removeEventListener('beforematch', found)
      },
      [first, onFound],
    )
    return (
      <div style={{ height }}>
        <div ref={findable}>{text}</div>
      </div>
    )
  },
  (before, after) =>
    before.first === after.first &&
    before.end === after.end &&
    before.height === after.height &&
    before.onFound === after.onFound &&
    before.rows[before.first] === after.rows[after.first] &&
    before.rows[before.end - 1] === after.rows[after.end - 1],
)
