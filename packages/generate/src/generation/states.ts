import type { View } from '@atelier/documents'
import { readPlan } from '../plan/plan.ts'
import { type GenerationStep, type PartState, type PartStatus, readProgress } from '../plan/progress.ts'
import type { Decision, Outcome, StepRun } from '../schedule/decide.ts'
import { type ExpectedTokens, expectedTokens } from '../schedule/expect.ts'
import { type GenerationRow, type PartRun, stepOf } from './rows.ts'

/** A person's later decisions on the changes that made a page, or the shared parts; undefined without any. */
function changesOf({ step, page }: PartRun, runs: readonly PartRun[]): 'there' | 'undone' | undefined {
  const made = runs.filter((run) => run.page === page && run.step === step && run.isUndone !== undefined)
  if ((step !== 'pages' && step !== 'tidy') || made.length === 0) return undefined
  return made.every(({ isUndone }) => isUndone) ? 'undone' : 'there'
}

/** A discarded page of which a person brought something back is no longer discarded. */
const isDiscarded = (run: PartRun, runs: readonly PartRun[]): boolean =>
  run.decision === 'discarded' && changesOf(run, runs) !== 'there'

const isTakenBack = (run: PartRun, runs: readonly PartRun[]): boolean =>
  outcomeOf(run) === 'stands' && changesOf(run, runs) === 'undone'

/** A run as the schedule sees it. */
export function stepRunOf(row: GenerationRow, run: PartRun, runs: readonly PartRun[]): StepRun {
  const again = run.decision === 'again' || run.decision === 'mend'
  return {
    step: stepOf(run),
    page: run.page,
    attempt: Number(run.attempt),
    outcome: again && run.outcome === 'stands' ? 'failed' : outcomeOf(run),
    current: !again && Number(run.created_at) >= Number(row.started_at),
    discarded: isDiscarded(run, runs) || (!again && isTakenBack(run, runs)),
  }
}

/** Whether a run mends a written page: a person asked for that after the runs before it. */
export function isMending(run: Pick<PartRun, 'run_id' | 'page'>, runs: readonly PartRun[]): boolean {
  if (run.page === '') return false
  const before = runs.filter((each) => each.page === run.page && each.run_id < run.run_id && each.decision !== null)
  return before.at(-1)?.decision === 'mend'
}

const outcomes: readonly Outcome[] = ['pending', 'stands', 'failed', 'stopped']
const outcomeOf = ({ outcome }: PartRun): Outcome => outcomes.find((each) => each === outcome) ?? 'failed'

/** The state of the part that a run makes, for those who look at the plan. */
export function partState(run: PartRun, runs: readonly PartRun[]): PartState {
  if (isDiscarded(run, runs)) return 'discarded'
  const outcome = outcomeOf(run)
  if (isTakenBack(run, runs)) return 'undone'
  if (run.decision === 'adopted') return run.decision
  if (outcome !== 'pending') return outcome
  return run.status === undefined ? 'waiting' : 'writing'
}

/** Returns what a decision changes in the row; a stop gives the reason of the run that was stopped last. */
export function moveOf(move: NonNullable<Decision['move']>, runs: readonly PartRun[]) {
  const last = (outcome: Outcome) => runs.findLast((run) => run.outcome === outcome)?.why ?? null
  const why = move.why ?? (move.state === 'stopped' ? last('stopped') : move.state === 'error' ? last('failed') : null)
  const step: GenerationStep | undefined = move.step
  return { ...(move.state ? { state: move.state } : {}), ...(step ? { step } : {}), why }
}

/** States of parts that cost nothing more. */
const done: ReadonlySet<string> = new Set(['stands', 'adopted', 'discarded', 'undone'])

/** A step or a page of a plan with its state. */
export interface PlannedPart extends Omit<PartStatus, 'runId'> {
  key: string
  title: string
  /** The file of a page. */
  file?: string
}

/** Returns the steps and the pages of a plan with their states. */
export function partsIn(view: View): PlannedPart[] {
  const { parts } = readProgress(view)
  const shown = (key: string, title: string, file?: string): PlannedPart => {
    const { runId: _, ...status } = parts.get(key) ?? { state: 'waiting' as const }
    return { key, title, ...(file === undefined ? {} : { file }), ...status }
  }
  const steps = stepTitles.filter(([step]) => parts.has(step)).map(([step, title]) => shown(step, title))
  const { pages } = readPlan(view)
  return [...steps, ...pages.map(({ key, title, filename }) => shown(key, title, filename))]
}

const stepTitles = [
  ['generate', 'Plan'],
  ['components', 'Header and footer'],
  ['assets', 'Styles'],
  ['tidy', 'Finishing'],
] as const

/** About how many tokens the rest of a plan takes. */
export function remainingTokens(view: View): ExpectedTokens {
  const { parts } = readProgress(view)
  const finished = new Set([...parts].flatMap(([key, part]) => (done.has(part.state) ? [key] : [])))
  return expectedTokens(readPlan(view), finished)
}

/** A brief with those of the addresses that it does not name yet. */
export const briefWith = (brief: string, urls: readonly string[] = []): string =>
  [brief.trim(), ...urls.filter((url) => !brief.includes(url))].join('\n')

/** The title of the conversation in which a plan is made. */
export const planTitle = (brief: string): string => `Plan: ${brief.replace(/\s+/g, ' ').slice(0, 60)}`
