import { afterAll, describe, expect, it } from 'vitest'
import { firstProject, pageHtml, runEnded, session, signIn, siteHtml, until } from './support/api.ts'
import { readAll, type StreamRecord, watch } from './support/records.ts'
import { type Studio, startStudio } from './support/studio.ts'

// covers packages/agent/src/run packages/streams/src apps/server/src/ai/runs

const kills = 20

describe('a server that is killed', () => {
  let studio: Studio | undefined
  afterAll(async () => await studio?.remove())

  it(`loses no acknowledged record and applies no call twice, ${kills} times over`, async () => {
    // A pace at which one run lasts a few seconds, so that kills fall into every part of it.
    const env = { ATELIER_REHEARSAL_PACE_MS: '12' }
    let current = await startStudio({ env })
    studio = current
    let api = await signIn(current)
    const project = await firstProject(api)
    const before = await siteHtml(api, project.id)
    const { id: sessionId } = await api.post<{ id: string }>('/api/ai/sessions', {
      projectId: project.id,
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
      await new Promise((resolve) => setTimeout(resolve, 60 + Math.random() * 900))
      await current.stop('SIGKILL')
      watching.abort()
      await watched
      moments.push(`${seen.length} records`)

      current = await startStudio({ env, dataDir: current.dataDir, ports: current.ports })
      studio = current
      api = await signIn(current)
      const all = await readAll(api, sessionId)
      // Every record that had reached a reader stands where it stood.
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
    const after = await siteHtml(api, project.id)
    for (const section of ['class="board"', 'class="story"', 'class="visit"', 'class="sign"']) {
      expect(after.split(section)).toHaveLength(runs.length + 1)
    }
    // And undoing the runs, newest first, gives the site back as it was.
    for (const id of runs.toReversed()) {
      const outcome = await api.post<{ kept: unknown[] }>(`/api/ai/sessions/${sessionId}/runs/${id}/undo`)
      expect(outcome.kept).toEqual([])
    }
    expect(await siteHtml(api, project.id)).toBe(before)
  }, 240_000)

  it('keeps a run going that nobody watches', async () => {
    const current = studio
    if (!current) throw new Error('the first test starts it')
    const api = await signIn(current)
    const project = await firstProject(api)
    const { id } = await api.post<{ id: string }>('/api/ai/sessions', { projectId: project.id, scope: 'site' })
    const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${id}/runs`, {
      prompt: 'Add a pricing section',
    })
    await until('the run to write', async () => (await pageHtml(api, project.id)).includes('class="pricing"'))
    expect((await runEnded(api, id, runId)).status).toBe('complete')
  })
})
