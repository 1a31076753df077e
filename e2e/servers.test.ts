import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { clusterOf, findPostgres } from '../apps/server/src/testing/cluster.ts'
import { type Api, firstProject, runEnded, type SessionView, session, signIn, until } from './support/api.ts'
import { type FaultModel, prompts, startFaultModel } from './support/faultModel.ts'
import { begin, filesOf, partsAsked, projectOf, read as readGeneration, stateOf } from './support/generations.ts'
import { readAll, type StreamRecord, watch } from './support/records.ts'
import { type Studio, startStudio } from './support/studio.ts'
import { openTab, type Tab } from './support/tab.ts'
import { createJudge } from './wire/judge/judge.ts'

// covers packages/agent/src/run apps/server/src/database

const prompt = 'Build a landing page for Ferment, a bakery in Porto'
const studios: Studio[] = []
const tabs: Tab[] = []
const bin = findPostgres()
let model: FaultModel | undefined

afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close()
  await Promise.all(studios.splice(0).map((studio) => studio.remove()))
  await model?.close()
})

async function start(options: Parameters<typeof startStudio>[0]): Promise<Studio> {
  const studio = await startStudio(options)
  studios.push(studio)
  return studio
}

/** Two servers on one database, and who drives a run. */
async function twoServers({ paceMs = 25 } = {}) {
  const cluster = await clusterOf(process.pid, bin ?? '')
  const url = await cluster.createDatabase(`e2e_${crypto.randomUUID().replaceAll('-', '')}`)
  const env = {
    ATELIER_REHEARSAL_PACE_MS: String(paceMs),
    NODE_OPTIONS: '--unhandled-rejections=strict',
    DATABASE_URL: url,
    ATELIER_SECRET: 'a secret that both servers share, long enough',
  }
  const one = await start({ env })
  const two = await start({ env, dataDir: one.dataDir })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const holder = async (runId: string) => {
    const { rows } = await client.query('select lease_owner from runs where id = $1', [runId])
    return (rows[0]?.lease_owner as string | null | undefined) ?? undefined
  }
  /** Who drives each of these runs now, to see later how long it took until another did. */
  const drivers = async (runs: readonly { runId: string }[]) => {
    const owners = new Map(await Promise.all(runs.map(async ({ runId }) => [runId, await holder(runId)] as const)))
    const ids = runs.map(({ runId }) => runId)
    const { rows } = await client.query('select max(lease_until) as until from runs where id = any($1)', [ids])
    return {
      /** How long from now a server that is gone would keep the runs that it drives, in milliseconds. */
      leasedMs: Number(rows[0]?.until ?? 0) - Date.now(),
      /** Resolves when a live server drives each or it has ended; with the longest that another took, in milliseconds. */
      async takenOver(): Promise<number> {
        const since = Date.now()
        let longest = 0
        const isTaken = async (runId: string) => {
          const owner = await holder(runId)
          if (owner === undefined) return true
          if (owner === owners.get(runId)) return false
          longest = Math.max(longest, Date.now() - since)
          return true
        }
        // Those that the survivor drove all along change no hands; they end.
        const waits = runs.map(({ runId }) =>
          until('a live server to drive it, or its end', () => isTaken(runId), 40_000),
        )
        await Promise.all(waits)
        return longest
      },
    }
  }
  return { one, two, first: await signIn(one), second: await signIn(two), holder, drivers, close: () => client.end() }
}

async function ask(api: Api, projectId: string): Promise<{ sessionId: string; runId: string }> {
  const { id: sessionId } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
  const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, { prompt })
  return { sessionId, runId }
}

const resultIds = ({ messages }: SessionView) =>
  messages.flatMap(({ role, toolCallId }) => (role === 'tool_result' ? [toolCallId] : []))

const midRun = (api: Api, sessionId: string) =>
  until('the run to be in the middle', async () => resultIds(await session(api, sessionId)).length >= 2)

async function pageOf(api: Api, projectId: string) {
  const { pages } = await api.get<{ pages: { id: string; rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
  const page = pages[0]
  if (!page) throw new Error('The project has no page')
  return page
}

describe.runIf(bin)('two servers on one Postgres', () => {
  it('share tabs, runs and stops; when one dies the other continues its runs within ten seconds', async () => {
    const { one, two, first, second, drivers, close } = await twoServers()
    try {
      const { id: projectId } = await firstProject(first)
      const { id: home } = await pageOf(first, projectId)
      const tab = openTab(one, first, home)
      tabs.push(tab)
      await until('the tab to have the page', async () => tab.saved())
      await second.post(`/api/projects/${projectId}/operations/site.insertHtml`, {
        documentId: home,
        input: { parentId: tab.fields.get('root'), html: '<p>From the other server</p>' },
      })
      const shows = (text: string) => async () => JSON.stringify([...tab.fields.values()]).includes(text)
      await until('the tab to see it', shows('From the other server'), 5000)

      // A preview that one opened is shown by the other: the page, and what belongs to it by itself.
      await first.post(`/api/projects/${projectId}/operations/site.write_code_asset`, {
        input: { path: 'scripts/greet.js', type: 'script', content: 'console.log("greeted")', runtime: {} },
      })
      const { url: preview } = await first.post<{ url: string }>(`/api/projects/${projectId}/preview`, { pageId: home })
      const shown = await (await fetch(`${two.url}${preview}`)).text()
      expect(shown).toContain('From the other server')
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(shown) ?? []
      expect(await (await fetch(`${one.url}${script}`)).text()).toContain('greeted')

      // Whichever drives it, either stops it.
      const { sessionId, runId } = await ask(second, projectId)
      await midRun(second, sessionId)
      await first.post(`/api/ai/sessions/${sessionId}/runs/${runId}/abort`)
      expect((await runEnded(second, sessionId, runId)).status).toBe('aborted')

      // Several at once, so that both servers have some; then one dies.
      const asked = await Promise.all([first, second, first, second].map((api) => ask(api, projectId)))
      for (const each of asked) await midRun(second, each.sessionId)
      const driven = await drivers(asked)
      expect(driven.leasedMs).toBeLessThanOrEqual(10_000)
      await one.stop('SIGKILL')
      const longest = await driven.takenOver()
      console.info(`Taken over after ${longest} ms`)
      for (const each of asked) {
        expect((await runEnded(second, each.sessionId, each.runId, 40_000)).status).toBe('complete')
        const answered = resultIds(await session(second, each.sessionId))
        expect(new Set(answered).size).toBe(answered.length)
      }
    } finally {
      await close()
    }
  })

  it('continue the runs of one that is frozen, which does nothing more to them when it thaws', async () => {
    const { one, first, second, drivers, close } = await twoServers()
    try {
      const { id: projectId } = await firstProject(first)
      const asked = await Promise.all([first, second, first, second].map((api) => ask(api, projectId)))
      for (const each of asked) await midRun(second, each.sessionId)
      const driven = await drivers(asked)
      expect(driven.leasedMs).toBeLessThanOrEqual(10_000)
      one.signal('SIGSTOP')
      const longest = await driven.takenOver()
      console.info(`Taken over from a frozen server after ${longest} ms`)
      one.signal('SIGCONT')
      for (const { sessionId, runId } of asked) {
        expect((await runEnded(second, sessionId, runId, 40_000)).status).toBe('complete')
        const answered = resultIds(await session(second, sessionId))
        expect(new Set(answered).size).toBe(answered.length)
      }
    } finally {
      await close()
    }
  })

  it('carry out a generation together; when one dies the other goes on, asks for nothing twice and makes the same site', async () => {
    const { one, first, second, drivers, close } = await twoServers({ paceMs: 8 })
    try {
      const unharmed = await projectOf(second, 'Unharmed')
      const alone = await begin(second, unharmed)
      await stateOf(second, unharmed, alone, 'awaiting-approval')
      await second.post(`/api/projects/${unharmed}/generations/${alone}/start`, {})

      const killed = await projectOf(first, 'Killed')
      const id = await begin(second, killed)
      await stateOf(first, killed, id, 'awaiting-approval')
      await first.post(`/api/projects/${killed}/generations/${id}/start`, {})
      const writing = await until('three pages to be written', async () => {
        const { parts } = await readGeneration(second, killed, id)
        const open = parts.filter(({ file, state }) => file !== undefined && state === 'writing')
        const runs = await Promise.all(open.map(async ({ sessionId = '' }) => (await session(second, sessionId)).runs))
        const ids = runs.flat().map((run) => ({ runId: run.id }))
        return ids.length >= 2 ? ids : undefined
      })
      const driven = await drivers(writing)
      await one.stop('SIGKILL')
      console.info(`The pages of a generation were taken over after ${await driven.takenOver()} ms`)
      await stateOf(second, killed, id, 'complete')
      await stateOf(second, unharmed, alone, 'complete')
      expect(await filesOf(second, killed)).toEqual(await filesOf(second, unharmed))
      const asked = await partsAsked(second, killed)
      expect(asked).toEqual(await partsAsked(second, unharmed))
      expect(asked.filter((each) => each.endsWith(': 1 runs, 1 written, 0 twice'))).toHaveLength(4)
    } finally {
      await close()
    }
  })

  it('take the queue, decisions and readers of each other’s runs', async () => {
    const { first, second, close } = await twoServers()
    try {
      const { id: projectId } = await firstProject(first)
      const { rootNodeId } = await pageOf(first, projectId)
      const { data } = await first.post<{ data: { pageId: string } }>(
        `/api/projects/${projectId}/operations/site.addPage`,
        { input: { title: 'To be deleted' } },
      )
      model = await startFaultModel(rootNodeId, data.pageId)
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
      await until('the model to be asked', async () => (model?.rounds.size ?? 0) > 0)

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
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(
        Object.values(prompts),
      )
      await until('the reader to have it all', async () => seen.length >= (await readAll(first, sessionId)).length)
      stop.abort()
      await watched
      expect(seen).toEqual(await readAll(first, sessionId))
      expect(model.problems).toEqual([])
      expect([...model.rounds.values()].every((times) => times === 1)).toBe(true)
    } finally {
      await close()
    }
  })

  it('take what a tab of theirs has rendered for a run that the other drives', async () => {
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
    const cluster = await clusterOf(process.pid, bin ?? '')
    const env = {
      DATABASE_URL: await cluster.createDatabase(`e2e_${crypto.randomUUID().replaceAll('-', '')}`),
      ATELIER_SECRET: 'a secret that both servers share, long enough',
    }
    try {
      const driver = await start({ env })
      const first = await signIn(driver)
      const { id: projectId } = await firstProject(first)
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
      const second = await signIn(await start({ env, dataDir: driver.dataDir }))
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
    } finally {
      looking.closeAllConnections()
      looking.close()
    }
  })
})

interface Asked {
  bridgeId: string
  requestId: string
}
