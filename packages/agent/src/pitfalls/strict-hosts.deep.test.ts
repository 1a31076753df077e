/** Slow by design: a process is killed in each of ten rounds with every host, on both databases. */
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { expectCutAndKilled, type Hosting, strictRuns } from '../../testing/strictRuns.ts'

describe.each(testDatabases())('hosts that refuse what the real ones refuse, on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  const hosting: Hosting = { runners: [], replays: [] }
  beforeAll(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await Promise.all(hosting.runners.splice(0).map((runner) => runner.stop()))
    await Promise.all(hosting.replays.splice(0).map((replay) => replay.close()))
  })
  afterAll(() => opened.close())

  it.each(strictRuns)('$name runs ten rounds with tools, cut and killed in each of them', async (strict) => {
    await expectCutAndKilled(hosting, opened.database, strict, 10)
  })
})
