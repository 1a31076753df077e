import { expect } from 'vitest'
import type { RunStep } from '../../packages/agent/src/contract/step.ts'
import { type Api, pageHtml, session, until } from './api.ts'
import { type FaultModel, prompts, startFaultModel } from './faultModel.ts'
import { startPrepared } from './preparedServer.ts'
import { readAll, type StreamRecord, watch } from './records.ts'
import type { Studio } from './studio.ts'

/** Short, since the second server waits for its end; a busy machine wakes the first one within it. */
const LEASE_MS = '3000'
const strict = { NODE_OPTIONS: '--unhandled-rejections=strict' }
/** The passing at which the process dies, where the first is not the most telling. */
const passing: Partial<Record<RunStep, number>> = {
  packet: 6,
  answered: 2,
  answerCommitted: 2,
  callBegun: 2,
  callCommitted: 2,
}
/** Steps at which a request is out whose answer is not durable yet: it is sent again, once. */
const unanswered = new Set<RunStep>(['requested', 'packet', 'answered', 'ending'])

/** The site before the first run. */
interface Site {
  projectId: string
  pageId: string
  html: string
}

/**
 * Kills a server at each of these steps, every time on data of its own, and checks what another server makes of it.
 * @param atOnce how many trials run side by side
 */
export async function expectNothingLost(
  database: 'sqlite' | 'postgres',
  steps: readonly RunStep[],
  atOnce: number,
): Promise<void> {
  const left = [...steps]
  const failures: string[] = []
  const work = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      const name = step
      await trial(database, name).catch((error) => failures.push(`${name}: ${error}`))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  expect(failures).toEqual([])
}

async function trial(database: 'sqlite' | 'postgres', step: RunStep): Promise<void> {
  const studios: Studio[] = []
  let model: FaultModel | undefined
  try {
    const first = await startPrepared({
      database,
      env: { ...strict, ATELIER_FAULT: `${step}:${passing[step] ?? 1}`, ATELIER_LEASE_MS: LEASE_MS },
    })
    studios.push(first.studio)
    const { api, projectId } = first
    const made = await api.post<{ data: { pageId: string } }>(`/api/projects/${projectId}/operations/site.addPage`, {
      input: { title: 'To be deleted' },
    })
    const { pages } = await api.get<{ pages: { rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
    const site = { projectId, pageId: made.data.pageId, html: await pageHtml(api, projectId) }
    model = await startFaultModel(pages[0]?.rootNodeId ?? '', site.pageId)

    const sessionId = await newSession(api, projectId, model)
    const seen: StreamRecord[] = []
    const stop = new AbortController()
    const watched = watch(api, sessionId, seen, { offset: '-1' }, stop.signal)
    await say(api, sessionId).catch(() => undefined)
    model.release()
    const answering = decide(api, sessionId, stop.signal)
    await until(`the server to die at ${step}`, async () => first.studio.process.signalCode === 'SIGKILL', 60_000)
    stop.abort()
    await Promise.all([watched, answering])

    const second = await first.another({ env: strict })
    studios.push(second.studio)
    const before = await readAll(second.api, sessionId)
    expect(before.slice(0, seen.length)).toEqual(seen)
    await say(second.api, sessionId)
    const done = new AbortController()
    const decided = decide(second.api, sessionId, done.signal)
    await until(
      'every run to end',
      async () => {
        const { runs } = await session(second.api, sessionId)
        return runs.length === 3 && runs.every(({ status }) => status === 'complete')
      },
      180_000,
    )
    done.abort()
    await decided
    await judge(step, site, second.api, sessionId, model)
  } finally {
    await Promise.all(studios.map((studio) => studio.remove()))
    await model?.close()
  }
}

async function newSession(api: Api, projectId: string, model: FaultModel): Promise<string> {
  const { id: credentialId } = await api.post<{ id: string }>('/api/ai/credentials', {
    provider: 'anthropic',
    label: 'The judge',
    apiKey: 'sk-ant-of-the-fault-tests',
    baseUrl: model.url,
  })
  const body = { projectId, scope: 'site', credentialId, modelId: 'claude-test' }
  return (await api.post<{ id: string }>('/api/ai/sessions', body)).id
}

/** Says everything there is to say; what was taken before is the same request again. */
async function say(api: Api, sessionId: string): Promise<void> {
  const path = `/api/ai/sessions/${sessionId}/runs`
  const followUp = 'followUp'
  await api.post(path, { runId: `first-${sessionId}`, prompt: prompts.first, whenBusy: followUp })
  await api.post(path, { runId: `steer-${sessionId}`, prompt: prompts.steer, whenBusy: 'steer' })
  await api.post(path, { runId: `follow-${sessionId}`, prompt: prompts.follow, whenBusy: followUp })
}

/** Allows all requests of the agent, until it is stopped or the server is gone. */
async function decide(api: Api, sessionId: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const read = await api
      .get<{ approvals: { toolCallId: string; status: string }[] }>(`/api/ai/sessions/${sessionId}`)
      .catch(() => undefined)
    if (!read) return
    for (const { toolCallId } of read.approvals.filter(({ status }) => status === 'requested')) {
      await api
        .post(`/api/ai/sessions/${sessionId}/approvals/${toolCallId}`, { decision: 'approve' })
        .catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

async function judge(step: RunStep, site: Site, api: Api, sessionId: string, model: FaultModel): Promise<void> {
  const { messages, runs } = await session(api, sessionId)
  expect(model.problems).toEqual([])
  // Requests: one for each round, and one more only for the answer that was cut.
  const again = [...model.rounds].filter(([, times]) => times > 1)
  const extra = [...model.rounds.values()].reduce((sum, times) => sum + times - 1, 0)
  expect(extra, JSON.stringify({ again, runs })).toBeLessThanOrEqual(unanswered.has(step) ? 1 : 0)
  const calls = messages.flatMap(({ role, toolCallId }) => (role === 'tool_call' ? [toolCallId] : []))
  const results = messages.flatMap(({ role, toolCallId }) => (role === 'tool_result' ? [toolCallId] : []))
  expect(results.sort()).toEqual(calls.sort())
  expect(
    messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content)
      .sort(),
  ).toEqual(Object.values(prompts).sort())
  expect(messages.filter(({ status }) => status === 'streaming' || status === 'pending')).toEqual([])
  const { projectId, html, pageId } = site
  const after = await pageHtml(api, projectId)
  for (const name of ['fault-one', 'fault-two']) expect(after.split(`class="${name}"`)).toHaveLength(2)
  const { pages } = await api.get<{ pages: { id: string }[] }>(`/api/projects/${projectId}/pages`)
  expect(pages.map(({ id }) => id)).not.toContain(pageId)
  const first = runs.find(({ id }) => id.startsWith('first-'))
  await api.post(`/api/ai/sessions/${sessionId}/runs/${first?.id}/undo`)
  expect(await pageHtml(api, projectId)).toBe(html)
}
