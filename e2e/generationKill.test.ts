import { afterAll, describe, expect, it } from 'vitest'
import { type Api, session, signIn, until } from './support/api.ts'
import { type Studio, startStudio } from './support/studio.ts'

interface Generation {
  id: string
  state: string
  step: string
}
interface Sessions {
  sessions: { id: string; title: string }[]
}

const brief = 'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts.'
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

    // One conversation for the plan and one a page, each page asked for once.
    const { sessions } = await api.get<Sessions>(`/api/ai/sessions?projectId=${killed}&scope=generate`)
    const titles = sessions.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const { id: sessionId, title } of sessions) {
      const { runs, messages } = await session(api, sessionId)
      expect([title, runs.length]).toEqual([title, title.startsWith('Plan') ? 3 : 1])
      const written = messages.filter(({ role, status }) => role === 'tool_result' && status === 'complete')
      expect(new Set(written.map(({ toolCallId }) => toolCallId)).size).toBe(written.length)
      expect(written.length).toBe(title.startsWith('Plan') ? 2 : 1)
    }

    await api.post(`/api/projects/${killed}/generations/${id}/undo`, {})
    expect(Object.keys(await filesOf(api, killed))).toEqual(['index.html', 'styles.css'])
  }, 180_000)
})

async function projectOf(api: Api, name: string): Promise<string> {
  return (await api.post<{ id: string }>('/api/projects', { name, starter: 'blank' })).id
}

async function begin(api: Api, project: string): Promise<string> {
  return (await api.post<Generation>(`/api/projects/${project}/generations`, { brief })).id
}

const read = (api: Api, project: string, id: string) =>
  api.get<Generation>(`/api/projects/${project}/generations/${id}`)

async function stateOf(api: Api, project: string, id: string, state: string): Promise<void> {
  await until(state, async () => ((await read(api, project, id)).state === state ? true : undefined), 60_000)
}

/** The site as files, by name. */
async function filesOf(api: Api, project: string): Promise<Record<string, string>> {
  const call = (input: object) =>
    api.post<{ data?: { content: string }; error?: { hint: string } }>(
      `/api/projects/${project}/operations/site.readFile`,
      { input },
    )
  const { error } = await call({ file: 'no-such-file.html' })
  const names = error?.hint.replace(/^The files are |\.$/g, '').split(', ') ?? []
  const texts: Record<string, string> = {}
  for (const name of names.sort())
    texts[name] = ((await call({ file: name })).data?.content ?? '').replace(/data-block="[0-9a-z]{10}"/g, '')
  return texts
}
