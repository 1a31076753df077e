import { type Api, session, until } from './api.ts'

export interface Generation {
  id: string
  state: string
  step: string
  parts: { file?: string; state: string; sessionId?: string }[]
}

const brief = 'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts.'

export async function projectOf(api: Api, name: string): Promise<string> {
  return (await api.post<{ id: string }>('/api/projects', { name, starter: 'blank' })).id
}

export async function begin(api: Api, project: string): Promise<string> {
  return (await api.post<Generation>(`/api/projects/${project}/generations`, { brief })).id
}

export const read = (api: Api, project: string, id: string) =>
  api.get<Generation>(`/api/projects/${project}/generations/${id}`)

export async function stateOf(api: Api, project: string, id: string, state: string): Promise<void> {
  await until(state, async () => ((await read(api, project, id)).state === state ? true : undefined), 60_000)
}

/** The site as files, by name. */
export async function filesOf(api: Api, project: string): Promise<Record<string, string>> {
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

/**
 * The requests in the conversations of a project's generation, one for the plan and one a page: how many runs, and how
 * many files they wrote.
 */
export async function partsAsked(api: Api, project: string): Promise<string[]> {
  const { sessions } = await api.get<{ sessions: { id: string; title: string }[] }>(
    `/api/ai/sessions?projectId=${project}&scope=generate`,
  )
  const asked = sessions.map(async ({ id, title }) => {
    const { runs, messages } = await session(api, id)
    const written = messages.flatMap(({ role, status, toolCallId }) =>
      role === 'tool_result' && status === 'complete' ? [toolCallId] : [],
    )
    const twice = written.length - new Set(written).size
    return `${title}: ${runs.length} runs, ${written.length} written, ${twice} twice`
  })
  return (await Promise.all(asked)).sort()
}
