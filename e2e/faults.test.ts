import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, clusterOf, findPostgres } from '../apps/server/src/testing/cluster.ts'
import { type RunStep, runSteps } from '../packages/agent/src/contract/step.ts'
import { type Api, apiOf, firstProject, pageHtml, session, signIn, until } from './support/api.ts'
import { type FaultModel, prompts, startFaultModel } from './support/faultModel.ts'
import { readAll, type StreamRecord, watch } from './support/records.ts'
import { type Studio, startStudio } from './support/studio.ts'

// covers packages/agent/src/run apps/server/src/database packages/streams/src

const secret = {
  ATELIER_SECRET: 'one secret for every copy of the server',
  NODE_OPTIONS: '--unhandled-rejections=strict',
}
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
const bin = findPostgres()

/** A server that was set up, has stopped, and is copied for each fault. */
interface Prepared {
  dataDir: string
  cookie: string
  projectId: string
  rootId: string
  pageId: string
  html: string
}

describe.each(['sqlite', ...(bin ? ['postgres'] : [])])('a server killed at any step of a run, on %s', (database) => {
  let cluster: Cluster | undefined
  let prepared: Prepared
  const template = `faults_${process.pid}`
  const folders: string[] = []

  beforeAll(async () => {
    if (database === 'postgres') cluster = await clusterOf(process.pid, bin ?? '')
    const prepare = async (url?: string) => {
      prepared = await setUp({ ...secret, ...(url ? { DATABASE_URL: url } : {}) })
      folders.push(prepared.dataDir)
    }
    if (cluster) await cluster.copyDatabase(`${template}_first`, template, prepare)
    else await prepare()
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('continues where it was: nothing lost, nothing done or paid twice, and all of it can be undone', async () => {
    const left = [...runSteps]
    const failures: string[] = []
    const work = async () => {
      for (let step = left.shift(); step; step = left.shift()) {
        const dataDir = mkdtempSync(join(tmpdir(), 'atelier-fault-'))
        folders.push(dataDir)
        cpSync(prepared.dataDir, dataDir, { recursive: true })
        const url = await cluster?.copyDatabase(`${template}_${step.toLowerCase()}`, template, async () => undefined)
        const env = { ...secret, ...(url ? { DATABASE_URL: url } : {}) }
        await trial(step, prepared, { dataDir, env }).catch((error) => failures.push(`${step}: ${error}`))
      }
    }
    // On Postgres most of a trial is waiting until the dead server's lease has run out.
    await Promise.all(Array.from({ length: cluster ? 8 : 4 }, work))
    expect(failures).toEqual([])
  }, 600_000)
})

async function setUp(env: Record<string, string>): Promise<Prepared> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-fault-'))
  const studio = await startStudio({ dataDir, env })
  try {
    const api = await signIn(studio)
    const { id: projectId } = await firstProject(api)
    const made = await api.post<{ data: { pageId: string } }>(`/api/projects/${projectId}/operations/site.addPage`, {
      input: { title: 'To be deleted' },
    })
    const { pages } = await api.get<{ pages: { rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
    const rootId = pages[0]?.rootNodeId
    if (!rootId) throw new Error('The project has no page')
    const html = await pageHtml(api, projectId)
    return { dataDir, cookie: api.cookie, projectId, rootId, pageId: made.data.pageId, html }
  } finally {
    await studio.stop()
  }
}

interface Place {
  dataDir: string
  env: Record<string, string>
}

async function trial(step: RunStep, prepared: Prepared, place: Place): Promise<void> {
  const model = await startFaultModel(prepared.rootId, prepared.pageId)
  const studios: Studio[] = []
  const start = async (env: Record<string, string>) => {
    const studio = await startStudio({ dataDir: place.dataDir, env: { ...place.env, ...env } })
    studios.push(studio)
    return { studio, api: apiOf(studio, prepared.cookie) }
  }
  try {
    const first = await start({ ATELIER_FAULT: `${step}:${passing[step] ?? 1}`, ATELIER_LEASE_MS: '1000' })
    const sessionId = await newSession(first.api, prepared.projectId, model)
    const seen: StreamRecord[] = []
    const stop = new AbortController()
    const watched = watch(first.api, sessionId, seen, { offset: '-1' }, stop.signal)
    await say(first.api, sessionId).catch(() => undefined)
    model.release()
    const answering = decide(first.api, sessionId, stop.signal)
    await until(`the server to die at ${step}`, async () => first.studio.process.signalCode === 'SIGKILL', 60_000)
    stop.abort()
    await Promise.all([watched, answering])

    const second = await start({})
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
    await judge(step, prepared, second.api, sessionId, model)
  } finally {
    await Promise.all(studios.map((studio) => studio.stop('SIGKILL')))
    await model.close()
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

/** Allows whatever the agent asks a person for, until it is told to stop or the server is gone. */
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

async function judge(step: RunStep, prepared: Prepared, api: Api, sessionId: string, model: FaultModel): Promise<void> {
  const { messages, runs } = await session(api, sessionId)
  expect(model.problems).toEqual([])
  // Requests: one for each round, and one more only for the answer that was cut.
  const again = [...model.rounds].filter(([, times]) => times > 1)
  const extra = [...model.rounds.values()].reduce((sum, times) => sum + times - 1, 0)
  expect(extra, JSON.stringify(again)).toBeLessThanOrEqual(unanswered.has(step) ? 1 : 0)
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
  const { projectId, html, pageId } = prepared
  const after = await pageHtml(api, projectId)
  for (const name of ['fault-one', 'fault-two']) expect(after.split(`class="${name}"`)).toHaveLength(2)
  const { pages } = await api.get<{ pages: { id: string }[] }>(`/api/projects/${projectId}/pages`)
  expect(pages.map(({ id }) => id)).not.toContain(pageId)
  const first = runs.find(({ id }) => id.startsWith('first-'))
  await api.post(`/api/ai/sessions/${sessionId}/runs/${first?.id}/undo`)
  expect(await pageHtml(api, projectId)).toBe(html)
}
