import { expect, onTestFinished } from 'vitest'
import { runEnded, session, siteHtml, until } from './api.ts'
import { startPrepared } from './preparedServer.ts'
import { readAll, type StreamRecord, watch } from './records.ts'

/** Kills a server at random moments of its runs, and checks what the next one on its data has. */
export async function expectNothingLostByKills(kills: number): Promise<void> {
  // A pace at which one run lasts a few seconds, so that kills fall into every part of it.
  const env = { ATELIER_REHEARSAL_PACE_MS: '12' }
  let current = await startPrepared({ env })
  onTestFinished(() => current.studio.remove())
  const { projectId } = current
  let { api } = current
  const before = await siteHtml(api, projectId)
  const { id: sessionId } = await api.post<{ id: string }>('/api/ai/sessions', {
    projectId,
    scope: 'site',
  })

  let runId: string | undefined
  const runs: string[] = []
  const seen: StreamRecord[] = []
  const from = { offset: '-1' }
  const moments: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const active = (await session(api, sessionId)).activeRunId
    if (!active) {
      runId = (
        await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, {
          prompt: 'Build a landing page for Ferment, a bakery in Porto',
        })
      ).runId
      runs.push(runId)
    }
    const watching = new AbortController()
    const watched = watch(api, sessionId, seen, from, watching.signal)
    const enough = seen.length + 11 + Math.random() * 70
    await until('a reader to have some more of the run', async () => {
      return seen.length >= enough || (await session(api, sessionId)).activeRunId === undefined
    })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50))
    await current.studio.stop('SIGKILL')
    watching.abort()
    await watched
    moments.push(`${seen.length} records`)

    current = await current.another({ env, ports: current.studio.ports })
    api = current.api
    const all = await readAll(api, sessionId)
    // Every record that had reached a reader is where it was.
    expect(all.slice(0, seen.length)).toEqual(seen)
  }
  // Kills that fell between runs would prove nothing.
  expect(seen.length).toBeGreaterThan(kills * 10)
  for (const id of runs) expect((await runEnded(api, sessionId, id)).status, moments.join(', ')).toBe('complete')

  const transcript = await session(api, sessionId)
  expect(transcript.runs).toHaveLength(runs.length)
  for (const id of runs) {
    const results = transcript.messages.filter(
      (message) => message.role === 'tool_result' && 'runId' in message && message.runId === id,
    )
    const calls = transcript.messages.filter(
      (message) => message.role === 'tool_call' && 'runId' in message && message.runId === id,
    )
    expect(new Set(results.map((result) => result.toolCallId)).size).toBe(results.length)
    expect(results.map((result) => result.toolCallId).sort()).toEqual(calls.map((call) => call.toolCallId).sort())
  }
  // Each run makes a page with one section of each kind: a call applied twice would show twice.
  const after = await siteHtml(api, projectId)
  for (const section of ['class="board"', 'class="story"', 'class="visit"', 'class="sign"']) {
    expect(after.split(section)).toHaveLength(runs.length + 1)
  }
  // And undoing the runs, newest first, gives the site back as it was.
  for (const id of runs.toReversed()) {
    const outcome = await api.post<{ kept: unknown[] }>(`/api/ai/sessions/${sessionId}/runs/${id}/undo`)
    expect(outcome.kept).toEqual([])
  }
  expect(await siteHtml(api, projectId)).toBe(before)
}
