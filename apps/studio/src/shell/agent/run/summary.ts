import type { RunRecord, RunRetry } from '@atelier/agent'
import type { ChangeLine, RunChanges } from '@atelier/api'

/** US dollars, with the digits that tell something: “$0.004”, “$1.20”; under a tenth of a cent “< $0.001”. */
export function cost(usd: number): string {
  if (usd <= 0) return '$0'
  if (usd < 0.001) return '< $0.001'
  return `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`
}

export interface ChangeSummary {
  documents: number
  lines: number
  /** What happened to each kind of thing, content before styles: “5 sections added, 3 removed”. */
  sentences: string[]
}

/** How a kind of thing is called, in the order in which a person looks for it. */
const nouns: Record<string, string> = {
  page: 'page',
  section: 'section',
  element: 'element',
  text: 'text',
  attribute: 'attribute',
  class: 'class',
  move: 'place',
  label: 'name',
  rule: 'style rule',
  declaration: 'declaration',
  setting: 'setting',
}

/** What a run changed, in a person's words. */
export function summarize(changes: Pick<RunChanges, 'documents'>): ChangeSummary {
  const lines = changes.documents.flatMap((document) => document.lines)
  const order = Object.keys(nouns)
  const place = (what: string) => (order.includes(what) ? order.indexOf(what) : order.length)
  const kinds = [...Map.groupBy(lines, (line) => line.what)].sort(([a], [b]) => place(a) - place(b))
  return {
    documents: changes.documents.filter((document) => document.lines.length > 0).length,
    lines: lines.length,
    sentences: kinds.map(([what, members]) => countOf(nouns[what] ?? what, members)),
  }
}

const verbs = ['added', 'changed', 'removed'] as const

function countOf(noun: string, lines: readonly ChangeLine[]): string {
  const parts = verbs.flatMap((verb) => {
    const count = lines.filter((line) => line.kind === verb).length
    return count > 0 ? [{ verb, count }] : []
  })
  return parts
    .map(({ verb, count }, index) => `${index === 0 ? plural(count, noun) : count.toLocaleString('en')} ${verb}`)
    .join(', ')
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
export function ending(run: Pick<RunRecord, 'status' | 'stopReason' | 'error' | 'limit'>): {
  title: string
  note?: string
} {
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
      return { title: 'Paused', note: budgetNote(run.limit) }
    case 'refusal':
      return { title: 'Declined', note: 'The model declined this request.' }
    default:
      return { title: 'Done' }
  }
}

const limits: Record<string, string> = {
  rounds: 'It reached its limit of rounds.',
  toolCalls: 'It reached its limit of tool calls.',
  tokens: 'The tokens that it may use are used up.',
  wallTime: 'The time that it may take is over.',
  money: 'The money that it may cost is used up.',
}

function budgetNote(limit: string | undefined): string {
  return limits[limit ?? ''] ?? 'A limit was reached.'
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
