import type { GenerationState, GenerationStep } from '../plan/progress.ts'

/** The outcome of a run of a generation: it is at work, what it was to make stands, or not. */
export type Outcome = 'pending' | 'stands' | 'failed' | 'stopped'

/** One run of a generation. */
export interface StepRun {
  step: GenerationStep
  /** The key of the page that it writes; empty if it writes none. */
  page: string
  /** Counted from 1, for this step and page. */
  attempt: number
  outcome: Outcome
  /** Begun since the generation was last started. Only these count as tried. */
  current: boolean
  /** A person has discarded what it made, or taken it back. */
  discarded: boolean
}

export interface Schedule {
  state: GenerationState
  step: GenerationStep
  /** Keys of the planned pages, in their order. */
  pages: readonly string[]
  runs: readonly StepRun[]
  /** Parts that another generation of the project is at work on, so that they wait. */
  held?: Held
}

export interface Held {
  /** The keys of pages that it writes too. */
  pages: ReadonlySet<string>
  /** It writes the shared parts and styles, or relies on them. */
  shared: boolean
}

export interface ToBegin {
  step: GenerationStep
  page: string
  attempt: number
}

/** The next step: runs that begin, and where the generation then is. Nothing of either: it waits for its runs. */
export interface Decision {
  begin: readonly ToBegin[]
  move?: { state?: GenerationState; step?: GenerationStep; why?: string }
}

/** Pages that are written at a time. */
export const PAGES_AT_ONCE = 3
/** How often a part is tried each time that the generation is started. */
export const MOST_TRIES = 2

const wait: Decision = { begin: [] }

/**
 * Decides what a generation does next, from what its runs came to. It begins nothing that is at work or stands, so that
 * it can be asked as often as one likes.
 */
export function decide(schedule: Schedule): Decision {
  const { state, step } = schedule
  if (state === 'planning') return single(schedule, { move: { state: 'awaiting-approval' } })
  if (state !== 'running') return wait
  if (step === 'components') return single(schedule, { move: { step: 'assets' } })
  if (step === 'assets') return single(schedule, { move: { step: 'pages' } })
  if (step === 'pages') return pages(schedule)
  if (step === 'tidy') return single(schedule, { move: { state: 'complete' } })
  // Started from its plan.
  return { begin: [], move: { step: 'components' } }
}

/** A step of one run. */
function single(schedule: Schedule, then: Required<Pick<Decision, 'move'>>): Decision {
  const { step, held } = schedule
  const part = pagePart(schedule.runs, step, '')
  if (part.last?.outcome === 'stands') return { begin: [], ...then }
  if (part.last?.outcome === 'pending') return wait
  if (part.last?.current && part.last.outcome === 'stopped') return { begin: [], move: { state: 'stopped' } }
  if (held?.shared && step !== 'generate') return wait
  if (part.tries < MOST_TRIES) return { begin: [{ step, page: '', attempt: part.next }] }
  // Pages that stand are worth more than a last step that is not made.
  if (step === 'tidy') return { begin: [], ...then }
  return { begin: [], move: { state: 'error' } }
}

function pages({ pages, runs, held }: Schedule): Decision {
  const parts = pages.map((page) => ({ page, ...pagePart(runs, 'pages', page) }))
  const open = parts.filter(({ last }) => last?.outcome !== 'stands' && !last?.discarded)
  const atWork = open.filter(({ last }) => last?.outcome === 'pending').length
  // Those that were not tried yet come first, so that one that fails holds no other up.
  const toTry = open
    .filter(({ last, tries }) => {
      if (last?.outcome === 'pending' || (last?.current && last.outcome === 'stopped')) return false
      return tries < MOST_TRIES
    })
    .sort((a, b) => a.tries - b.tries)
  const isHeld = (page: string) => held?.pages.has(page) === true
  const begin = toTry
    .filter(({ page }) => !isHeld(page))
    .slice(0, Math.max(0, PAGES_AT_ONCE - atWork))
    .map(({ page, next }) => ({ step: 'pages' as const, page, attempt: next }))
  if (begin.length > 0 || atWork > 0 || toTry.some(({ page }) => isHeld(page))) return { begin }
  if (open.some(({ last }) => last?.outcome === 'stopped')) return { begin: [], move: { state: 'stopped' } }
  const failed = open.length
  if (failed === 0) return { begin: [], move: { step: 'tidy' } }
  const why = failed === 1 ? 'One page could not be written.' : `${failed} pages could not be written.`
  return { begin: [], move: { state: 'error', why: `${why} Try again; the others stand.` } }
}

interface Part {
  last: StepRun | undefined
  /** Attempts since the generation was last started. */
  tries: number
  /** The number of the next attempt. */
  next: number
}

function pagePart(runs: readonly StepRun[], step: GenerationStep, page: string): Part {
  const own = runs.filter((run) => run.step === step && run.page === page).sort((a, b) => a.attempt - b.attempt)
  const last = own.at(-1)
  return { last, tries: own.filter(({ current }) => current).length, next: (last?.attempt ?? 0) + 1 }
}
