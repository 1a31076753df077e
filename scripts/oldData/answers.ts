import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Pages = Type.Object({
  pages: Type.Array(Type.Object({ id: Type.String(), documentId: Type.String() })),
})

/** Requests of a server: the path of its API and, for a call that is not a GET, its body. */
export type Ask = (path: string, body?: unknown) => Promise<unknown>

/** Reads a data folder through a server's API. Changes nothing. */
export async function readAnswers(ask: Ask, ids: { projectId: string; sessionId: string; runId: string }) {
  const { projectId, sessionId, runId } = ids
  const project = `/api/projects/${projectId}`
  const session = `/api/ai/sessions/${sessionId}`
  const { pages } = Value.Parse(Pages, await ask(`${project}/pages`))
  const operation = (name: string, documentId?: string, input: object = {}) =>
    ask(`${project}/operations/site.${name}`, { input, documentId })
  const read: Record<string, unknown> = {}
  for (const { id, documentId } of pages) {
    read[id] = [await operation('read_document', documentId), await operation('outline', documentId)]
  }
  return {
    projects: await ask('/api/projects'),
    pages,
    read,
    tokens: await operation('list_tokens'),
    media: await operation('list_media'),
    session: await ask(session),
    stream: await ask(`${session}/stream?offset=-1`),
    changes: await ask(`${session}/runs/${runId}/changes`),
    releases: await ask(`${project}/releases`),
    versions: await ask(`${project}/versions`),
    keys: await ask('/api/keys'),
    credentials: await ask('/api/ai/credentials'),
  }
}
