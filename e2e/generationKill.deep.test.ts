/** Slow by design: a server starts again after each of ten deaths. */

import { describe, it } from 'vitest'
import { type Death, expectGenerationSurvives } from './support/generationKills.ts'

/** Where it dies, one after the other: the step, and how many milliseconds later. */
const deaths: readonly Death[] = [
  ['generate', 0],
  ['generate', 250],
  ['components', 0],
  ['components', 150],
  ['assets', 120],
  ['assets', 500],
  ['pages', 0],
  ['pages', 300],
  ['pages', 900],
  ['pages', 1400],
]

describe('a server that is killed in each step of a generation', () => {
  it('continues by itself, makes nothing twice, and comes to the same site', async () => {
    await expectGenerationSurvives(deaths)
  }, 600_000)
})
