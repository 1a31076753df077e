import { expect } from 'vitest'
import { runEnded, session, until } from './api.ts'
import { begin, filesOf, partsAsked, projectOf, read, stateOf } from './generations.ts'
import { askInTurns, type Leases, resultIds, startTwoServers } from './twoServers.ts'

/** Freezes one of two servers in the middle of runs, and lets it resume once the other one has them. */
export async function expectFrozenIsReplaced(leases: Leases): Promise<void> {
  const servers = await startTwoServers({ leases })
  const { one, second, drivers } = servers
  const asked = await askInTurns(servers)
  const driven = await drivers(asked)
  expect(driven.leasedMs).toBeLessThanOrEqual(10_000)
  one.signal('SIGSTOP')
  const longest = await driven.takenOver()
  console.info(`Taken over from a frozen server after ${longest} ms`)
  expect(longest).toBeGreaterThan(0)
  one.signal('SIGCONT')
  for (const { sessionId, runId } of asked) {
    expect((await runEnded(second, sessionId, runId, 40_000)).status).toBe('complete')
    const answered = resultIds(await session(second, sessionId))
    expect(new Set(answered).size).toBe(answered.length)
  }
}

/** Kills one of two servers that carry out a generation, and compares the site with that of an undisturbed generation. */
export async function expectSameGeneration(leases: Leases): Promise<void> {
  const { one, first, second, drivers } = await startTwoServers({ paceMs: 8, leases })
  const unharmed = await projectOf(second, 'Unharmed')
  const alone = await begin(second, unharmed)
  await stateOf(second, unharmed, alone, 'awaiting-approval')
  await second.post(`/api/projects/${unharmed}/generations/${alone}/start`, {})

  const killed = await projectOf(first, 'Killed')
  const id = await begin(first, killed)
  await stateOf(first, killed, id, 'awaiting-approval')
  await first.post(`/api/projects/${killed}/generations/${id}/start`, {})
  const writing = await until('three pages to be written', async () => {
    const { parts } = await read(second, killed, id)
    const open = parts.filter(({ file, state }) => file !== undefined && state === 'writing')
    const runs = await Promise.all(open.map(async ({ sessionId = '' }) => (await session(second, sessionId)).runs))
    const ids = runs.flat().map((run) => ({ runId: run.id }))
    return ids.length >= 2 ? ids : undefined
  })
  const driven = await drivers(writing)
  await one.stop('SIGKILL')
  console.info(`The pages of a generation were taken over after ${await driven.takenOver()} ms`)
  await stateOf(second, killed, id, 'complete')
  await stateOf(second, unharmed, alone, 'complete')
  expect(await filesOf(second, killed)).toEqual(await filesOf(second, unharmed))
  const asked = await partsAsked(second, killed)
  expect(asked).toEqual(await partsAsked(second, unharmed))
  expect(asked.filter((each) => each.endsWith(': 1 runs, 1 written, 0 twice'))).toHaveLength(4)
}
