import type { Studio } from './studio.ts'

export interface SessionView {
  id: string
  offset: string
  activeRunId?: string
  messages: { id: string; role: string; status: string; content?: string; toolName?: string; toolCallId?: string }[]
  runs: { id: string; status: string; error?: string; changeSetId?: string; rounds?: number }[]
}

export interface ProjectView {
  id: string
  slug: string
  name: string
}

/** The HTTP API as a script uses it: JSON in, JSON out, a failed call throws with the server's own sentence. */
export interface Api {
  readonly cookie: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body?: unknown): Promise<T>
  raw(path: string, init?: RequestInit): Promise<Response>
}

/** Signs the owner in, unless they are already, and speaks for them. */
export async function signIn(studio: Pick<Studio, 'url' | 'owner' | 'cookie'>): Promise<Api> {
  if (studio.cookie) return apiOf(studio, studio.cookie)
  const answer = await fetch(`${studio.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: studio.url },
    body: JSON.stringify({ email: studio.owner.email, password: studio.owner.password }),
  })
  if (!answer.ok) throw new Error(`Signing in failed with ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return apiOf(studio, cookie)
}

/** The same with the cookie of an earlier sign-in, at a server that has its session. */
export function apiOf(studio: Pick<Studio, 'url'>, cookie: string): Api {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(studio.url + path, {
      ...init,
      headers: { cookie, origin: studio.url, ...(init.headers as Record<string, string> | undefined) },
    })
  const call =
    (method: string) =>
    async <T>(path: string, body?: unknown): Promise<T> => {
      const response = await raw(path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    }
  return { cookie, get: call('GET'), post: call('POST'), put: call('PUT'), raw }
}

export async function firstProject(api: Api): Promise<ProjectView> {
  const { projects } = await api.get<{ projects: ProjectView[] }>('/api/projects')
  const project = projects[0]
  if (!project) throw new Error('A new server should hold one project')
  return project
}

/** The same of every page, one after the other. */
export async function siteHtml(api: Api, projectId: string): Promise<string> {
  const listed: { data: { documents: { document: { id: string } }[] } } = await api.post(
    `/api/projects/${projectId}/operations/site.list_documents`,
    { input: {} },
  )
  const parts: string[] = []
  for (const { document } of listed.data.documents) parts.push(await pageHtml(api, projectId, document.id))
  return parts.join('\n')
}

/** The whole of a page as the operation reads it: the same text exactly when the page is the same. */
export async function pageHtml(api: Api, projectId: string, documentId?: string): Promise<string> {
  const parts: string[] = []
  let part: number | null = 1
  while (part !== null) {
    const envelope: { ok: boolean; data: { html: string; css: string; pageInfo: { nextPart: number | null } } } =
      await api.post(`/api/projects/${projectId}/operations/site.read_document`, {
        input: { part },
        ...(documentId ? { documentId } : {}),
      })
    parts.push(envelope.data.html, envelope.data.css)
    part = envelope.data.pageInfo.nextPart
  }
  return parts.join('\n')
}

/** Polls until `check` returns a value, or fails after `ms` with what was waited for. */
export async function until<T>(what: string, check: () => Promise<T | undefined | false>, ms = 30_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited ${ms} ms for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function session(api: Api, id: string): Promise<SessionView> {
  return await api.get<SessionView>(`/api/ai/sessions/${id}`)
}

export async function runEnded(api: Api, sessionId: string, runId: string, ms = 60_000) {
  return await until(
    'the run to end',
    async () => {
      const run = (await session(api, sessionId)).runs.find((one) => one.id === runId)
      return run && ['complete', 'error', 'aborted'].includes(run.status) ? run : undefined
    },
    ms,
  )
}
