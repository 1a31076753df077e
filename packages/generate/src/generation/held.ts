import type { Plan } from '../plan/plan.ts'
import type { Held } from '../schedule/decide.ts'
import { type GenerationRow, stepOf } from './rows.ts'

/** A generation with its plan. */
export interface PlannedGeneration {
  row: GenerationRow
  plan: Plan
}

/** The parts of a generation that wait for others, and why, as a sentence. */
export interface Waiting {
  held: Held
  why: string
}

/** How many files the sentence names. */
const NAMED = 6

/**
 * Returns the parts for which a generation waits for those of its project that began before it: pages of the same name,
 * and the shared parts and styles, which all pages rely on. Further pages need only wait until the shared ones are
 * written. Undefined if it waits for nothing.
 */
export function waitingFor(
  { row, plan }: PlannedGeneration,
  earlier: readonly PlannedGeneration[],
): Waiting | undefined {
  if (earlier.length === 0) return undefined
  const files = new Set(earlier.flatMap((other) => other.plan.pages.map(({ filename }) => filename)))
  const both = plan.pages.filter(({ filename }) => files.has(filename))
  const shared = earlier.some(
    (other) => row.kind !== 'pages' || ['components', 'assets', 'generate'].includes(stepOf(other.row)),
  )
  if (both.length === 0 && !shared) return undefined
  return { held: { pages: new Set(both.map(({ key }) => key)), shared }, why: waitSentence(earlier, both, shared) }
}

function waitSentence(
  [first]: readonly PlannedGeneration[],
  both: readonly { filename: string }[],
  shared: boolean,
): string {
  const name = first?.plan.site.siteName
  const other = name ? `the generation of “${name}”` : 'another generation'
  const names = both.slice(0, NAMED).map(({ filename }) => filename)
  const more = both.length > NAMED ? ` and ${both.length - NAMED} more` : ''
  const parts = both.length === 0 ? [] : [`${names.join(', ')}${more}`]
  if (shared) parts.push('the shared parts and styles')
  const begins = shared ? 'This one begins when that is done.' : 'Its other pages are written meanwhile.'
  return `Waits for ${other}, which writes ${parts.join(' and ')} too. ${begins}`
}
