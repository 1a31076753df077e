import { afterAll, describe, expect, it } from 'vitest'
import { signIn, until } from './support/api.ts'
import { begin, filesOf, type Generation, partsAsked, projectOf, read, stateOf } from './support/generations.ts'
import { type Studio, startStudio } from './support/studio.ts'

// covers packages/generate/src apps/server/src/generations

/** Where it dies, one after the other: the step, and how many milliseconds later. */
const deaths: readonly [step: string, after: number][] = [
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
  const studios: Studio[] = []
  afterAll(async () => await Promise.all(studios.map((studio) => studio.remove())))

  it('goes on by itself, makes nothing twice, and comes to the same site', async () => {
    const env = { ATELIER_REHEARSAL_PACE_MS: '10' }
    let current = await startStudio({ env })
    studios.push(current)
    let api = await signIn(current)
    const unharmed = await projectOf(api, 'Unharmed')
    const killed = await projectOf(api, 'Killed')
    const first = await begin(api, unharmed)
    await stateOf(api, unharmed, first, 'awaiting-approval')
    await api.post(`/api/projects/${unharmed}/generations/${first}/start`, {})
    await stateOf(api, unharmed, first, 'complete')
    const expected = await filesOf(api, unharmed)
    expect(Object.keys(expected).length).toBeGreaterThan(4)

    const id = await begin(api, killed)
    const passed: string[] = []
    for (const [step, after] of deaths) {
      const reached = await until(`the step ${step}`, async () => {
        const { generations } = await api.get<{ generations: Generation[] }>(`/api/projects/${killed}/generations`)
        const now = generations.find((each) => each.id === id)
        if (now?.state === 'awaiting-approval') await api.post(`/api/projects/${killed}/generations/${id}/start`, {})
        return now?.step === step || (step === 'generate' && now !== undefined) || now?.state === 'complete'
          ? now
          : undefined
      })
      await new Promise((resolve) => setTimeout(resolve, after))
      passed.push(`${reached?.state} ${reached?.step}`)
      await current.stop('SIGKILL')
      current = await startStudio({ env, dataDir: current.dataDir, ports: current.ports })
      studios.push(current)
      api = await signIn(current)
    }
    await until(
      'the plan or the end',
      async () => {
        const now = await read(api, killed, id)
        if (now.state === 'awaiting-approval') await api.post(`/api/projects/${killed}/generations/${id}/start`, {})
        return now.state === 'complete' ? now : undefined
      },
      60_000,
    )
    expect(new Set(passed).size, passed.join(', ')).toBeGreaterThan(3)
    expect(await filesOf(api, killed)).toEqual(expected)

    expect(await partsAsked(api, killed)).toEqual(await partsAsked(api, unharmed))

    await api.post(`/api/projects/${killed}/generations/${id}/undo`, {})
    expect(Object.keys(await filesOf(api, killed))).toEqual(['index.html', 'styles.css'])
  }, 180_000)
})
