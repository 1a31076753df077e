/** Slow by design: a server is killed at so many random moments that they fall into every part of a run. */

import { describe, it } from 'vitest'
import { expectNothingLostByKills } from './support/kills.ts'

const kills = 20

describe('a server that is killed', () => {
  it(`loses no acknowledged record and applies no call twice, ${kills} times over`, async () => {
    await expectNothingLostByKills(kills)
  }, 240_000)
})
