import type { ListWindow } from '../../../ui/listWindow.ts'
import type { MeasuredRow } from '../../../ui/useRowWindow.ts'
import { isActive } from './transcript.ts'
import type { TranscriptItem, Turn } from './view.ts'

/** How far the next row is from this one: of another turn, of another part of the turn, or the next item. */
export type RowGap = 'turn' | 'part' | 'item'

/** A line of the conversation: what is rendered, or is not, as a whole. */
export type Row = MeasuredRow & { turn: Turn; gap: RowGap } & (
    | { kind: 'prompt' }
    /** `leads`: it is the first of its turn. */
    | { kind: 'item'; item: TranscriptItem; leads: boolean }
    /** The footer of a run that is over. */
    | { kind: 'footer' }
  )

const gaps: Record<RowGap, number> = { turn: 24, part: 12, item: 2 }
const lineHeight = 22
/** In a panel of its usual width. */
const charactersInLine = 46

const known = new WeakMap<Turn, readonly Row[]>()

/** The rows of turns, in order. Those of the same turn are the same objects again. */
export function rowsOf(turns: readonly Turn[]): Row[] {
  return turns.flatMap((turn) => {
    const rows = known.get(turn) ?? makeRows(turn)
    known.set(turn, rows)
    return rows
  })
}

function makeRows(turn: Turn): Row[] {
  const rows: Row[] = []
  const { runId, prompt, items, run } = turn
  const hasFooter = run !== undefined && !isActive(run)
  if (prompt !== undefined) {
    const gap = items.length > 0 || hasFooter ? 'part' : 'turn'
    rows.push({ kind: 'prompt', key: `${runId}/prompt`, turn, gap, estimate: textHeight(prompt, 12) + 16 + gaps[gap] })
  }
  for (const [at, item] of items.entries()) {
    const gap = at < items.length - 1 ? 'item' : hasFooter ? 'part' : 'turn'
    const estimate = itemHeight(item) + gaps[gap]
    rows.push({ kind: 'item', key: `${runId}/${item.key}`, turn, item, leads: at === 0, gap, estimate })
  }
  if (hasFooter) {
    const estimate = (run.changeSetId === undefined ? 16 : 104) + gaps.turn
    rows.push({ kind: 'footer', key: `${runId}/footer`, turn, gap: 'turn', estimate })
  }
  return rows
}

function itemHeight(item: TranscriptItem): number {
  if (item.kind === 'prose') return textHeight(item.text, Number.POSITIVE_INFINITY) + 12
  if (item.kind === 'said') return textHeight(item.text, 12) + 16
  return item.kind === 'error' ? 64 : 24
}

function textHeight(text: string, mostLines: number): number {
  return lineHeight * Math.min(mostLines, Math.max(1, Math.ceil(text.length / charactersInLine)))
}

/** The text by which a search in the page finds a row that is not rendered. */
export function searchedText(row: Row): string {
  if (row.kind === 'prompt') return row.turn.prompt ?? ''
  if (row.kind === 'item' && (row.item.kind === 'prose' || row.item.kind === 'said')) return row.item.text
  return ''
}

/** A row that is rendered, or the room of those from `first` up to, not including, `end`, which are not. */
export type Part = { kind: 'row'; row: Row } | ({ kind: 'room' } & ListWindow)

/** The rows of one turn, or the room between two turns. */
export interface RowGroup {
  key: string
  /** The run of the turn; none for a room. */
  runId: string | undefined
  parts: Part[]
}

/** The rows of `windows` by their turns, with the room of all others where they are. */
export function groupRows(rows: readonly Row[], windows: readonly ListWindow[]): RowGroup[] {
  const groups: RowGroup[] = []
  const add = (runId: string, part: Part) => {
    const last = groups.at(-1)
    if (last?.runId === runId) last.parts.push(part)
    else groups.push({ key: runId, runId, parts: [part] })
  }
  const leaveOut = (first: number, end: number) => {
    if (end <= first) return
    const room: Part = { kind: 'room', first, end }
    const last = groups.at(-1)
    if (last?.runId !== undefined && last.runId === rows[end]?.turn.runId) last.parts.push(room)
    else groups.push({ key: `room before ${rows[end]?.key ?? 'the end'}`, runId: undefined, parts: [room] })
  }
  let done = 0
  for (const { first, end } of windows) {
    leaveOut(done, first)
    for (const row of rows.slice(first, end)) add(row.turn.runId, { kind: 'row', row })
    done = end
  }
  leaveOut(done, rows.length)
  return groups
}
