import { createContext, use } from 'react'
import type { Direction } from './moves.ts'

/** The item being moved on a plan's page, and the functions that move it. */
export interface Dragging {
  taken: { kind: 'page' | 'section'; key: string } | undefined
  /** Where it would land: beside the entry at `index` of the page, or of the pages where a page is moved. */
  over: { page: string; index: number; behind: boolean } | undefined
  take(what: Dragging['taken']): void
  hover(where: Dragging['over']): void
  drop(): void
  end(): void
  stepSection(key: string, to: Direction): void
  stepPage(key: string, to: Direction): void
}

export const DragContext = createContext<Dragging | undefined>(undefined)

export function useDragging(): Dragging {
  const dragging = use(DragContext)
  if (!dragging) throw new Error('A card of the plan stands outside of its list.')
  return dragging
}
