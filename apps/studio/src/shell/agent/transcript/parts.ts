import { shortTime } from './toolLine.ts'
import type { ToolItem } from './view.ts'

/** The text at the end of a call's line: how much is written, how it stands, or how long it took. */
export function timeOf({
  status,
  writing,
  startedAt,
  endedAt,
}: Pick<ToolItem, 'status' | 'writing' | 'startedAt' | 'endedAt'>): string {
  if (status === 'writing') return writing ? `${writing.length.toLocaleString('en')} characters` : ''
  if (status === 'stopped') return 'stopped'
  if (status === 'denied') return 'not allowed'
  if (status === 'waiting') return 'waiting for you'
  return endedAt === undefined ? '' : shortTime(endedAt - startedAt)
}

/** The newest part of a long text that still grows. */
export function tail(text: string): string {
  return text.length > 2000 ? `…${text.slice(-2000)}` : text
}

/** A value of an input or a result as text: a string as it is, anything else as indented JSON. */
export function valueAsText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, null, 2) ?? 'nothing'
}

/** Whether a text has lines of its own instead of standing beside its field's name. */
export function isLong(text: string): boolean {
  return text.includes('\n') || text.length > 48
}

/** A failure as its first sentence, and the others: empty, or closed by a full stop and a blank. */
export function failureParts(text: string): { title: string; rest: string } {
  const end = text.indexOf('. ') + 1
  if (end === 0) return { title: text, rest: '' }
  return { title: text.slice(0, end), rest: `${text.slice(end).trim().replace(/\.?$/, '.')} ` }
}
