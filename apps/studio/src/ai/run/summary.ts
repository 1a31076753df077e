import type { RunRecord, RunRetry } from '@atelier/agent'
import type { ChangeLine, RunChanges } from '../../api/index.ts'

/** US dollars, with the digits that tell something: “$0.004”, “$1.20”; under a tenth of a cent “< $0.001”. */
export function cost(usd: number): string {
  if (usd <= 0) return '$0'
  if (usd < 0.001) return '< $0.001'
  return `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`
}

export interface ChangeCount {
  what: string
  added: number
  changed: number
  removed: number
}

export interface ChangeSummary {
  documents: number
  lines: number
  /** By kind of thing, the most changed first. */
  counts: ChangeCount[]
}

/** Counts what a run changed, by kind of thing. */
export function summarize(changes: Pick<RunChanges, 'documents'>): ChangeSummary {
  const counts = new Map<string, ChangeCount>()
  let lines = 0
  for (const document of changes.documents) {
    for (const line of document.lines) {
      lines++
      const count = counts.get(line.what) ?? { what: line.what, added: 0, changed: 0, removed: 0 }
      count[line.kind]++
      counts.set(line.what, count)
    }
  }
  const total = (count: ChangeCount) => count.added + count.changed + count.removed
  return {
    documents: changes.documents.filter((document) => document.lines.length > 0).length,
    lines,
    counts: [...counts.values()].sort((a, b) => total(b) - total(a)),
  }
}

/** `1 page`, `3 pages`. */
export function plural(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`
  const many = /(s|x|ch|sh)$/.test(noun)
    ? `${noun}es`
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : `${noun}s`
  return `${count.toLocaleString('en')} ${many}`
}

/** How a run ended, for its card: a short title, and what it means where that is not plain. */
export function ending(run: Pick<RunRecord, 'status' | 'stopReason' | 'error'>): { title: string; note?: string } {
  if (run.status === 'aborted') return { title: 'Stopped', note: 'What was done until then is kept.' }
  if (run.status === 'error') return { title: 'Did not finish' }
  switch (run.stopReason) {
    case 'max_tokens':
      return { title: 'Done, cut short', note: 'The answer reached the model’s length limit.' }
    case 'max_rounds':
    case 'round_limit':
    case 'rounds':
      return { title: 'Paused', note: 'It reached the limit of rounds for one request.' }
    case 'repeated_calls':
    case 'repeated_call':
      return { title: 'Paused', note: 'It asked for the same thing three times over.' }
    case 'budget':
      return { title: 'Paused', note: 'The budget for this request is used up.' }
    case 'refusal':
      return { title: 'Declined', note: 'The model declined this request.' }
    default:
      return { title: 'Done' }
  }
}

const retryReasons: Record<string, string> = {
  rate_limit: 'The provider limits requests',
  overloaded: 'The provider is overloaded',
  network: 'The connection to the provider failed',
  timeout: 'The provider went silent',
  protocol: 'The answer broke off',
}

/** Why a run waits for its provider and when it goes on: “The provider is overloaded, asking again in 4 s”. */
export function retrying({ code, at }: RunRetry, now: number): string {
  const reason = retryReasons[code] ?? 'The provider failed'
  const seconds = Math.ceil((at - now) / 1000)
  return seconds > 0 ? `${reason}, asking again in ${seconds} s` : `${reason}, asking again`
}

/** One side of a comparison, line by line. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The lines of two texts against each other: a longest common subsequence, with whole replacement above 400 lines. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n')
  const b = after === '' ? [] : after.split('\n')
  if (a.length > 400 || b.length > 400) {
    return [...a.map(lineOf('removed')), ...b.map(lineOf('added'))]
  }
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i]
    const right = b[j]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: left })
      i++
    } else {
      lines.push({ kind: 'added', text: right ?? '' })
      j++
    }
  }
  return lines
}

function lineOf(kind: DiffLine['kind']) {
  return (text: string): DiffLine => ({ kind, text })
}

/** What a change line says, as a diff: whole for what was added or removed. */
export function diffOf(line: ChangeLine): DiffLine[] {
  return diffLines(line.before ?? '', line.after ?? '')
}
