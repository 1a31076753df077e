import { expect, onTestFinished } from 'vitest'
import { until } from './api.ts'
import { begin, filesOf, type Generation, partsAsked, projectOf, read, stateOf } from './generations.ts'
import { startPrepared } from './preparedServer.ts'

/** When a server dies: the step of the generation, and how many milliseconds later. */
export type Death = readonly [step: string, after: number]

/** Kills a server at each of these moments of one generation, and compares the site with that of an undisturbed one. */
export async function expectGenerationSurvives(deaths: readonly Death[]): Promise<void> {
  const env = { ATELIER_REHEARSAL_PACE_MS: '10' }
  let current = await startPrepared({ env })
  onTestFinished(() => current.studio.remove())
  let { api } = current
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
    await current.studio.stop('SIGKILL')
    current = await current.another({ env, ports: current.studio.ports })
    api = current.api
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
  expect(new Set(passed).size, passed.join(', ')).toBeGreaterThanOrEqual(Math.min(4, deaths.length))
  expect(await filesOf(api, killed)).toEqual(expected)

  expect(await partsAsked(api, killed)).toEqual(await partsAsked(api, unharmed))

  await api.post(`/api/projects/${killed}/generations/${id}/undo`, {})
  expect(Object.keys(await filesOf(api, killed))).toEqual(['index.html', 'styles.css'])
}
