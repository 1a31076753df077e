import type { Generation } from '@atelier/api'
import type { GenerationProgress, GenerationState, GenerationStep, PartState, Plan } from '@atelier/generate/plan'
import { cost } from '../../shell/agent/run/summary.ts'
import * as strings from '../strings.ts'

export type StepState = keyof typeof strings.stepStates

export interface StepView {
  step: GenerationStep
  label: string
  state: StepState
  /** Number of pages: how many stand. */
  count?: string
  /** Why it failed, or what was done instead. */
  why?: string
}

const order: readonly GenerationStep[] = ['generate', 'components', 'assets', 'pages', 'tidy']

const finished: ReadonlySet<PartState> = new Set(['stands', 'adopted', 'discarded'])

/** The steps of a generation with how each stands. */
export function stepsOf({ progress, parts }: GenerationProgress, pages: readonly { key: string }[]): StepView[] {
  const { state = 'planning', step: current = 'generate' } = progress ?? {}
  const at = order.indexOf(current)
  return order.map((step, index) => {
    const part = parts.get(step)
    const failed = step === 'pages' && pages.some(({ key }) => parts.get(key)?.state === 'failed')
    const count =
      step === 'pages' && index <= at
        ? strings.pagesDone(
            pages.filter(({ key }) => finished.has(parts.get(key)?.state ?? 'waiting')).length,
            pages.length,
          )
        : undefined
    return {
      step,
      label: strings.steps[step],
      state: failed && index <= at ? 'failed' : stateOfStep(state, index - at),
      ...(count === undefined ? {} : { count }),
      ...(part?.why === undefined || step === 'generate' ? {} : { why: part.why }),
    }
  })
}

/** @param ahead how many steps behind the current one, negative for those before it */
function stateOfStep(state: GenerationState, ahead: number): StepState {
  if (ahead < 0 || state === 'complete') return 'done'
  if (state === 'awaiting-approval') return ahead === 0 ? 'done' : 'waiting'
  if (ahead > 0) return 'waiting'
  if (state === 'error') return 'failed'
  return state === 'stopped' ? 'stopped' : 'now'
}

/** The state of a generation, as a sentence: it is made only if each of its pages is done. */
export function stateText(
  { progress, parts }: GenerationProgress,
  pages: readonly { key: string }[] | undefined = [],
): string {
  const { state = 'planning', undone = false } = progress ?? {}
  if (undone) return strings.undone
  if (state !== 'complete') return strings.states[state]
  const count = problemCount(parts)
  if (count > 0) return strings.madeWithProblems(count)
  const done = pages.filter(({ key }) => finished.has(parts.get(key)?.state ?? 'waiting')).length
  return done < pages.length ? strings.madeInPart(done, pages.length) : strings.states.complete
}

/** The problems of all pages. */
const problemCount = (parts: GenerationProgress['parts']): number =>
  [...parts.values()].reduce((sum, { problems = [] }) => sum + problems.length, 0)

/** The present actions on a generation. */
export interface Verbs {
  /** The label of its one button that continues; undefined if nothing does. */
  go: string | undefined
  stop: boolean
  undo: boolean
  redo: boolean
  /** The site can be opened and published. */
  site: boolean
}

export function verbsOf({ progress, parts }: GenerationProgress, plan: Pick<Plan, 'pages'> | undefined): Verbs {
  const { state = 'planning', undone = false } = progress ?? {}
  const planned = (plan?.pages.length ?? 0) > 0
  const made = [...parts].some(([name, part]) => name !== 'generate' && part.runId !== undefined)
  const go = () => {
    if (undone) return undefined
    if (state === 'awaiting-approval') return strings.makeTheSite
    if (state === 'stopped') return planned ? (made ? strings.resume : strings.makeTheSite) : strings.planAgain
    return state === 'error' ? strings.tryAgain : undefined
  }
  return {
    go: go(),
    stop: state === 'planning' || state === 'running',
    undo: made && !undone && state !== 'planning',
    redo: undone,
    site: state === 'complete' && !undone,
  }
}

/** A generation's cost so far, and the expected rest. */
export function costText(
  {
    rehearsed,
    spentUsd,
    budgetUsd,
    expectedUsd,
  }: Pick<Generation, 'rehearsed' | 'spentUsd' | 'budgetUsd' | 'expectedUsd'>,
  progress: GenerationProgress['progress'],
): string {
  if (rehearsed) return strings.rehearsal
  const spent = Math.max(spentUsd, progress?.spentUsd ?? 0)
  const said = budgetUsd === undefined ? strings.spent(cost(spent)) : strings.spentOf(cost(spent), cost(budgetUsd))
  const isOver = progress?.state === 'complete'
  return expectedUsd === undefined || isOver ? said : `${said}, ${strings.expected(cost(expectedUsd))}`
}
