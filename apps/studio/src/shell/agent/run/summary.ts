import type { RunRecord, RunRetry } from '@atelier/agent'
import type { RunSummary } from '@atelier/api'
import * as strings from '../texts/strings.ts'

/** US dollars, with the significant digits: “$0.004”, “$1.20”; under a tenth of a cent “< $0.001”. */
export function cost(usd: number): string {
  if (usd <= 0) return '$0'
  if (usd < 0.001) return '< $0.001'
  return `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`
}

export interface ChangeSummary {
  documents: number
  lines: number
  /** The changes by kind, content before styles: “5 sections added, 3 removed”. */
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

/** How much a run changed, as text for users. */
export function summarize({ documents, counts }: Pick<RunSummary, 'documents' | 'counts'>): ChangeSummary {
  const order = Object.keys(nouns)
  const place = (what: string) => (order.includes(what) ? order.indexOf(what) : order.length)
  const kinds = [...Map.groupBy(counts, ({ what }) => what)].sort(([a], [b]) => place(a) - place(b))
  return {
    documents,
    lines: counts.reduce((sum, { count }) => sum + count, 0),
    sentences: kinds.map(([what, members]) => countOf(nouns[what] ?? what, members)),
  }
}

const verbs = ['added', 'changed', 'removed'] as const

function countOf(noun: string, counts: RunSummary['counts']): string {
  const parts = verbs.flatMap((verb) => {
    const count = counts.find(({ kind }) => kind === verb)?.count ?? 0
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

/** How a run ended, for its card: a short title, and what it means if that is not obvious. */
export function ending(run: Pick<RunRecord, 'status' | 'stopReason' | 'error' | 'limit'>): {
  title: string
  note?: string
} {
  if (run.status === 'aborted') return { title: strings.stopped, note: strings.whatWasDoneUntilThenIs }
  if (run.status === 'error') return { title: strings.didNotFinish }
  switch (run.stopReason) {
    case 'max_tokens':
      return { title: strings.doneCutShort, note: strings.theAnswerReachedTheModelsLength }
    case 'max_rounds':
    case 'round_limit':
    case 'rounds':
      return { title: strings.paused, note: strings.itReachedTheLimitOfRounds }
    case 'repeated_calls':
    case 'repeated_call':
      return { title: strings.paused, note: strings.itAskedForTheSameThing }
    case 'budget':
      return { title: strings.paused, note: budgetNote(run.limit) }
    case 'refusal':
      return { title: strings.declined, note: strings.theModelDeclinedThisRequest }
    default:
      return { title: strings.done }
  }
}

const limits: Record<string, string> = {
  rounds: strings.itReachedItsLimitOfRounds,
  toolCalls: strings.itReachedItsLimitOfTool,
  tokens: strings.theTokensThatItMayUse,
  wallTime: strings.theTimeThatItMayTake,
  money: strings.theMoneyThatItMayCost,
}

function budgetNote(limit: string | undefined): string {
  return limits[limit ?? ''] ?? strings.aLimitWasReached
}

const retryReasons: Record<string, string> = {
  rate_limit: strings.theProviderLimitsRequests,
  overloaded: strings.theProviderIsOverloaded,
  network: strings.theConnectionToTheProviderFailed,
  timeout: strings.theProviderWentSilent,
  protocol: strings.theAnswerBrokeOff,
}

/** Why a run waits for its provider and when it continues: “The provider is overloaded, asking again in 4 s”. */
export function retrying({ code, at }: RunRetry, now: number): string {
  const reason = retryReasons[code] ?? strings.theProviderFailed
  const seconds = Math.ceil((at - now) / 1000)
  return seconds > 0 ? `${reason}, asking again in ${seconds} s` : `${reason}, asking again`
}
