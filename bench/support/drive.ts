import { Agent, request } from 'node:http'
import type { Subject } from './subject.ts'

/** Starts one answer of a subject and passes on its NDJSON line by line as it arrives. */
export type Drive = (model: string, onLines: (lines: readonly string[]) => void) => Promise<void>

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  onLines: (lines: readonly string[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        if (lines.length > 0) onLines(lines)
      })
      response.on('error', reject)
      response.on('end', resolve)
    })
    sent.end(body)
  })
}

/** A subject that answers at its root. */
export function drivePlain(subject: Subject): Drive {
  return (model, onLines) => post(`${subject.url}?model=${model}`, {}, '', onLines)
}

/** The server: a session of its own per answer, made before the clock runs, and its chat endpoint. */
export async function driveAtelier(subject: Subject, replayUrl: string) {
  const origin = subject.url
  const signIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'bench@example.com', password: 'correct horse battery' }),
  })
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const { key } = await call('/keys', { name: 'bench' })
  const { projects } = await call('/projects')
  const projectId = projects[0].id
  const { id: credentialId } = await call('/ai/credentials', {
    provider: 'anthropic',
    label: 'Replay',
    apiKey: 'sk-bench-key',
    baseUrl: replayUrl,
  })
  const session = async (model: string): Promise<string> =>
    (await call('/ai/sessions', { projectId, scope: 'site', credentialId, modelId: model })).id
  const inSession = (conversationId: string, onLines: (lines: readonly string[]) => void) =>
    post(
      `${origin}/api/ai/chat/site`,
      { authorization: `Bearer ${key}` },
      JSON.stringify({ conversationId, prompt: 'Go' }),
      onLines,
    )
  const drive: Drive = async (model, onLines) => await inSession(await session(model), onLines)
  return { call, session, inSession, drive }
}
