import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Answer, readAnswer } from './client.ts'
import { Release } from './schemas.ts'

const Progress = Type.Object({
  type: Type.Literal('progress'),
  stage: Type.Enum(['checking', 'rendering', 'writing']),
  done: Type.Number(),
  total: Type.Number(),
})
export type Progress = Static<typeof Progress>
const Done = Type.Object({ type: Type.Literal('release'), release: Release })
const Failed = Type.Object({
  type: Type.Literal('error'),
  error: Type.Object({ code: Type.String(), message: Type.String(), hint: Type.Optional(Type.String()) }),
})

/** Publishes the site, telling how far it is. */
export async function publishWithProgress(
  projectId: string,
  options: { despiteFindings: boolean; onProgress(progress: Progress): void; fetch?: typeof globalThis.fetch },
): Promise<Answer<Release>> {
  const { despiteFindings, onProgress, fetch = globalThis.fetch } = options
  const gone: Answer<Release> = {
    ok: false,
    error: {
      code: 'offline',
      status: 0,
      message: 'The server does not answer any more.',
      hint: 'What is online stays, or is the new release already: open this again to see which.',
    },
  }
  try {
    const path = `/api/projects/${encodeURIComponent(projectId)}/publish${despiteFindings ? '?despite=findings' : ''}`
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: '{}',
    })
    if (!response.ok || !response.body) return readAnswer(Release, response.status, await response.text())
    for await (const line of linesOf(response.body)) {
      const event: unknown = JSON.parse(line)
      if (Value.Check(Progress, event)) onProgress(event)
      else if (Value.Check(Done, event)) return { ok: true, value: event.release }
      else if (Value.Check(Failed, event)) return { ok: false, error: { ...event.error, status: 409 } }
    }
    return gone
  } catch {
    return gone
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
  }
  if (rest !== '') yield rest
}
