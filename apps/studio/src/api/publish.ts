import { addressOf, type PublishedRelease, type PublishProgress, publish } from '@atelier/api'
import { type Answer, readAnswer } from '@atelier/api/client'
import { Value } from 'typebox/value'

/** Publishes the site, or only its content, and reports progress. */
export async function publishWithProgress(
  projectId: string,
  options: {
    despiteFindings?: boolean
    only?: 'content'
    onProgress(progress: PublishProgress): void
    fetch?: typeof globalThis.fetch
  },
): Promise<Answer<PublishedRelease>> {
  const { despiteFindings, only, onProgress, fetch = globalThis.fetch } = options
  const gone: Answer<PublishedRelease> = {
    ok: false,
    error: {
      code: 'offline',
      status: 0,
      message: 'The server does not answer any more.',
      hint: 'What is online stays, or is the new release already: open this again to see which.',
    },
  }
  try {
    const query = { ...(despiteFindings ? { despite: 'findings' } : {}), ...(only ? { only } : {}) }
    const path = addressOf(publish, { params: { id: projectId }, query })
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: '{}',
    })
    if (!response.ok || !response.body) return readAnswer(publish, response.status, await response.text())
    for await (const line of readLines(response.body)) {
      const event: unknown = JSON.parse(line)
      if (!Value.Check(publish.lines, event)) continue
      if (event.type === 'progress') onProgress(event)
      else if (event.type === 'release') return { ok: true, value: event.release }
      else return { ok: false, error: { ...event.error, status: 409 } }
    }
    return gone
  } catch {
    return gone
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
