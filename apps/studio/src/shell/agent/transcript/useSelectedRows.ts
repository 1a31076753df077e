import { type RefObject, useEffect, useState } from 'react'
import type { MeasuredRow } from '../../../ui/useRowWindow.ts'

/** Keys of the rows in which a selection begins and ends. */
interface Selected {
  from: string
  to: string
}

/**
 * The indices of the rows that hold the selected text, if some of it is selected: they stay rendered, so that it is copied
 * as a whole.
 */
export function useSelectedRows(
  log: RefObject<HTMLElement | null>,
  rows: readonly MeasuredRow[],
): readonly number[] | undefined {
  const [selected, setSelected] = useState<Selected>()
  useEffect(() => {
    const look = () => {
      const next = selectedIn(log.current)
      setSelected((before) => (before?.from === next?.from && before?.to === next?.to ? before : next))
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [log])
  if (!selected) return undefined
  const places = [selected.from, selected.to].map((key) => rows.findIndex((row) => row.key === key))
  const first = Math.min(...places)
  if (first < 0) return undefined
  return Array.from({ length: Math.max(...places) - first + 1 }, (_, at) => first + at)
}

function selectedIn(log: HTMLElement | null): Selected | undefined {
  const selection = document.getSelection()
  if (!log || !selection || selection.isCollapsed) return undefined
  const from = rowKeyOf(log, selection.anchorNode)
  const to = rowKeyOf(log, selection.focusNode)
  return from === undefined || to === undefined ? undefined : { from, to }
}

function rowKeyOf(log: HTMLElement, node: Node | null): string | undefined {
  if (!node || !log.contains(node)) return undefined
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('[data-row]')?.dataset.row
}
