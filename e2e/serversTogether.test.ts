import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { runEnded, session, until } from './support/api.ts'
import { prompts, startFaultModel } from './support/faultModel.ts'
import { databases } from './support/preparedDatabase.ts'
import { startPrepared } from './support/preparedServer.ts'
import { readAll, type StreamRecord, watch } from './support/records.ts'
import { startTwoServers } from './support/twoServers.ts'
import { createJudge } from './wire/judge/judge.ts'

// covers packages/agent/src/run apps/server/src/database

describe.runIf(databases.includes('postgres'))('two servers on one Postgres', () => {
  it('take the queue, decisions and readers of each other’s runs', async () => {
    const { first, second, projectId } = await startTwoServers()
    const { pages } = await first.get<{ pages: { rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
    const { data } = await first.post<{ data: { pageId: string } }>(
      `/api/projects/${projectId}/operations/site.addPage`,
      { input: { title: 'To be deleted' } },
    )
    const model = await startFaultModel(pages[0]?.rootNodeId ?? '', data.pageId)
    onTestFinished(() => model.close())
    const { id: credentialId } = await first.post<{ id: string }>('/api/ai/credentials', {
      provider: 'anthropic',
      label: 'The judge',
      apiKey: 'sk-ant-of-two-servers',
      baseUrl: model.url,
    })
    const { id: sessionId } = await first.post<{ id: string }>('/api/ai/sessions', {
      projectId,
      scope: 'site',
      credentialId,
      modelId: 'claude-test',
    })
    const path = `/api/ai/sessions/${sessionId}`
    const seen: StreamRecord[] = []
    const stop = new AbortController()
    const watched = watch(second, sessionId, seen, { offset: '-1' }, stop.signal)
    const { runId } = await first.post<{ runId: string }>(`${path}/runs`, { prompt: prompts.first })
    await until('the model to be asked', async () => model.rounds.size > 0)

    // Each server says something to the run that one of them drives, and changes what the other queued.
    const steer = { prompt: 'STEER: wrong', whenBusy: 'steer' }
    const steered = await second.post<{ runId: string; delivery: string }>(`${path}/runs`, steer)
    expect(steered.delivery).toBe('steer')
    const edited = await first.raw(`${path}/queue/${steered.runId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: prompts.steer }),
    })
    expect(edited.status).toBe(200)
    const never = await first.post<{ runId: string }>(`${path}/runs`, { prompt: 'Never', whenBusy: 'followUp' })
    const follow = await first.post<{ runId: string }>(`${path}/runs`, {
      prompt: prompts.follow,
      whenBusy: 'followUp',
    })
    expect((await second.raw(`${path}/queue/${never.runId}`, { method: 'DELETE' })).status).toBe(204)
    model.release()
    expect((await runEnded(second, sessionId, runId)).status).toBe('complete')

    const question = await until('the question', async () => {
      const { approvals } = await second.get<{ approvals: { toolCallId: string; status: string }[] }>(path)
      return approvals.find(({ status }) => status === 'requested')
    })
    await second.post(`${path}/approvals/${question.toolCallId}`, { decision: 'approve' })
    expect((await runEnded(first, sessionId, follow.runId)).status).toBe('complete')
    const { messages } = await session(first, sessionId)
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(Object.values(prompts))
    await until('the reader to have it all', async () => seen.length >= (await readAll(first, sessionId)).length)
    stop.abort()
    await watched
    expect(seen).toEqual(await readAll(first, sessionId))
    expect(model.problems).toEqual([])
    expect([...model.rounds.values()].every((times) => times === 1)).toBe(true)
  })

  deepTest('take what a tab of theirs has rendered for a run that the other drives', async () => {
    const judge = createJudge('anthropic')
    const looking = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      if (request.method === 'GET') return void response.end(JSON.stringify({ data: [{ id: 'claude-test' }] }))
      const answer = body.includes('tool_result')
        ? { text: 'Seen.' }
        : { text: 'Looking.', calls: [{ name: 'render_snapshot', input: {} }] }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(judge.answer(answer, 'claude-test'))
    })
    await new Promise<void>((resolve) => looking.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      looking.closeAllConnections()
      looking.close()
    })
    const driver = await startPrepared({ database: 'postgres' })
    onTestFinished(() => driver.studio.remove())
    const { api: first, projectId } = driver
    const { id: credentialId } = await first.post<{ id: string }>('/api/ai/credentials', {
      provider: 'anthropic',
      label: 'Looks',
      apiKey: 'sk-ant-of-two-servers',
      baseUrl: `http://127.0.0.1:${(looking.address() as AddressInfo).port}`,
    })
    const chosen = { projectId, scope: 'site', credentialId, modelId: 'claude-test' }
    const { id: sessionId } = await first.post<{ id: string }>('/api/ai/sessions', chosen)
    const path = `/api/ai/sessions/${sessionId}`
    const tab = { executorId: 'a-tab-of-the-studio', kind: 'view' }
    await first.post(`${path}/executors`, tab)
    const { runId } = await first.post<{ runId: string }>(`${path}/runs`, { prompt: 'Look at it' })
    const execution = await until('the tab to be asked', async () => {
      const { messages } = await first.get<{ messages: { role: string; execution?: Asked }[] }>(path)
      return messages.find(({ role }) => role === 'tool_call')?.execution
    })
    // The driver is the only server there is so far, so the tab moves to one that surely is not.
    const other = await driver.another()
    onTestFinished(() => other.studio.remove())
    const { api: second } = other
    await second.post(`${path}/executors`, tab)
    const result = { ok: true, data: { note: 'from the other server' } }
    const { bridgeId, requestId } = execution
    expect(await second.post('/api/ai/tool-result', { bridgeId, requestId, result })).toEqual({ accepted: true })
    expect((await runEnded(second, sessionId, runId)).status).toBe('complete')
    const stream = JSON.stringify(await readAll(second, sessionId))
    expect(stream).toContain('from the other server')
    const late = await first.raw('/api/ai/tool-result', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ bridgeId, requestId, result }),
    })
    expect(late.status).toBe(404)
  })
})

interface Asked {
  bridgeId: string
  requestId: string
}
