import { describe, it } from 'vitest'
import { type Death, expectGenerationSurvives } from './support/generationKills.ts'

// covers packages/generate/src apps/server/src/generations

/** One death, in the longest step; `generationKill.deep.test.ts` has several in each step. */
const deaths: readonly Death[] = [['pages', 300]]

describe('a server that is killed in a generation', () => {
  it('continues by itself, makes nothing twice, and comes to the same site', async () => {
    await expectGenerationSurvives(deaths)
  })
})
