import { describe, it } from 'vitest'
import { type Death, expectGenerationSurvives } from './support/generationKills.ts'

// covers packages/generate/src apps/server/src/generations

/** One death in each step; `generationKill.deep.test.ts` has several. */
const deaths: readonly Death[] = [
  ['generate', 0],
  ['components', 0],
  ['assets', 120],
  ['pages', 300],
]

describe('a server that is killed in each step of a generation', () => {
  it('continues by itself, makes nothing twice, and comes to the same site', async () => {
    await expectGenerationSurvives(deaths)
  })
})
