import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunStep } from '../packages/agent/src/contract/step.ts'
import { type Api, runEnded, type SessionView, until } from './support/api.ts'
import { databases } from './support/preparedDatabase.ts'
import { type PreparedServer, startPrepared } from './support/preparedServer.ts'

// covers apps/server/src/ai/approvals apps/server/src/ai/runs packages/agent/src/queue

/** Short, since the next server waits for the end of the lease of the one that died. */
const LEASE_MS = '3000'
const env = { ATELIER_REHEARSAL_PACE_MS: '0', NODE_OPTIONS: '--unhandled-rejections=strict' }
const dyingAt = (step: RunStep) => ({ ...env, ATELIER_FAULT: `${step}:1`, ATELIER_LEASE_MS: LEASE_MS })

/** A run that asks whether it may delete a page. */
interface Asked {
  sessionId: string
  runId: string
}

interface View extends SessionView {
  approvals: { toolCallId: string; status: string; message?: string; documentRevision: string }[]
}

const session = (api: Api, id: string) => api.get<View>(`/api/ai/sessions/${id}`)
const titles = async (api: Api, projectId: string) =>
  (await api.get<{ pages: { title: string }[] }>(`/api/projects/${projectId}/pages`)).pages.map(({ title }) => title)
const openQuestions = async (api: Api, sessionId: string) =>
  (await session(api, sessionId)).approvals.filter(({ status }) => status === 'requested')
const usersWords = async (api: Api, sessionId: string) =>
  (await session(api, sessionId)).messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

async function askToDelete(api: Api, projectId: string): Promise<Asked> {
  const { id: sessionId } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'cms' })
  const prompt = 'Make a page “Easter” and delete it again'
  const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, { prompt })
  await until('the question', async () => {
    const { approvals, runs } = await session(api, sessionId)
    return runs.at(-1)?.status === 'waiting' && approvals.some(({ status }) => status === 'requested')
  })
  return { sessionId, runId }
}

const say = (api: Api, { sessionId }: Asked, prompt: string, runId: string) =>
  api.post(`/api/ai/sessions/${sessionId}/runs`, { runId, prompt, whenBusy: 'steer' })

async function started(database: 'sqlite' | 'postgres', step: RunStep): Promise<PreparedServer> {
  const server = await startPrepared({ database, env: dyingAt(step) })
  onTestFinished(() => server.studio.remove())
  return server
}

/** Says yes to a server, which dies of it. */
async function sayYesToDying({ api, studio }: PreparedServer, asked: Asked): Promise<void> {
  await expect(say(api, asked, 'yes', 'reply-yes-1')).rejects.toThrow()
  await until('the server to die', async () => studio.process.signalCode === 'SIGKILL')
}

async function expectDeletedOnce(api: Api, projectId: string, { sessionId, runId }: Asked, words: string[]) {
  expect((await runEnded(api, sessionId, runId)).status).toBe('complete')
  const { messages, approvals } = await session(api, sessionId)
  expect(approvals.map(({ status }) => status)).toEqual(['approved'])
  const results = messages.flatMap(({ role, toolCallId }) => (role === 'tool_result' ? [toolCallId] : []))
  expect(new Set(results).size).toBe(results.length)
  expect(await usersWords(api, sessionId)).toEqual(['Make a page “Easter” and delete it again', ...words])
  expect(await titles(api, projectId)).not.toContain('Easter')
}

describe('a server that is killed while it takes a typed yes', () => {
  it('keeps the words and the question between its two commits, and the same words sent again decide it', async () => {
    const dying = await started('sqlite', 'replyQueued')
    const asked = await askToDelete(dying.api, dying.projectId)
    await sayYesToDying(dying, asked)
    const { api, projectId, studio } = await dying.another({ env })
    onTestFinished(() => studio.remove())
    expect(await usersWords(api, asked.sessionId)).toHaveLength(2)
    expect(await openQuestions(api, asked.sessionId)).toHaveLength(1)
    expect(await titles(api, projectId)).toContain('Easter')
    await say(api, asked, 'yes', 'reply-yes-1')
    await expectDeletedOnce(api, projectId, asked, ['yes'])
  })

  it('carries out what was decided, once, and the same words sent again decide nothing else', async () => {
    const dying = await started('sqlite', 'replyDecided')
    const asked = await askToDelete(dying.api, dying.projectId)
    await sayYesToDying(dying, asked)
    const { api, projectId, studio } = await dying.another({ env })
    onTestFinished(() => studio.remove())
    await expectDeletedOnce(api, projectId, asked, ['yes'])
    await say(api, asked, 'yes', 'reply-yes-1')
    await expectDeletedOnce(api, projectId, asked, ['yes'])
  })
})

describe.runIf(databases.includes('postgres'))('two servers on one Postgres', () => {
  it.each(['replyQueued', 'replyDecided'] as const)(
    'lose nothing when the one that takes a yes dies at %s',
    async (step) => {
      const dying = await started('postgres', step)
      const { api, projectId, studio } = await dying.another({
        env: { ...env, ATELIER_FAULT: 'ended:1000', ATELIER_LEASE_MS: LEASE_MS },
      })
      onTestFinished(() => studio.remove())
      const asked = await askToDelete(api, projectId)
      await sayYesToDying(dying, asked)
      if (step === 'replyQueued') {
        expect(await openQuestions(api, asked.sessionId)).toHaveLength(1)
        await say(api, asked, 'yes, go ahead', 'reply-yes-2')
        await expectDeletedOnce(api, projectId, asked, ['yes', 'yes, go ahead'])
      } else await expectDeletedOnce(api, projectId, asked, ['yes'])
    },
  )

  it('take one of two replies that come to both at once', async () => {
    const one = await startPrepared({ database: 'postgres', env })
    onTestFinished(() => one.studio.remove())
    const two = await one.another({ env })
    onTestFinished(() => two.studio.remove())
    const asked = await askToDelete(one.api, one.projectId)
    await Promise.all([say(one.api, asked, 'yes', 'reply-yes-1'), say(two.api, asked, 'no, keep it', 'reply-no-1')])
    expect((await runEnded(one.api, asked.sessionId, asked.runId)).status).toBe('complete')
    const { approvals } = await session(two.api, asked.sessionId)
    expect(approvals).toHaveLength(1)
    const isGone = !(await titles(two.api, one.projectId)).includes('Easter')
    expect(approvals[0]?.status).toBe(isGone ? 'approved' : 'denied')
  })
})

describe('a question whose page was changed meanwhile', () => {
  it('is asked again with the page as it is now, and a second yes counts', async () => {
    const { api, projectId, studio } = await startPrepared({ env })
    onTestFinished(() => studio.remove())
    const asked = await askToDelete(api, projectId)
    const [before] = await openQuestions(api, asked.sessionId)
    const { pages } = await api.get<{ pages: { id: string; title: string }[] }>(`/api/projects/${projectId}/pages`)
    const pageId = pages.find(({ title }) => title === 'Easter')?.id ?? expect.fail()
    await api.post(`/api/projects/${projectId}/operations/site.renamePage`, {
      input: { pageId, title: 'Easter hours' },
    })
    await say(api, asked, 'yes', 'reply-yes-1')
    const again = await until('the question to be asked again', async () => {
      const [open] = await openQuestions(api, asked.sessionId)
      return open && open.documentRevision !== before?.documentRevision ? open : undefined
    })
    expect(again.message).toContain('Easter hours')
    expect(await titles(api, projectId)).toContain('Easter hours')
    await until('the run to wait', async () =>
      (await session(api, asked.sessionId)).runs.some(({ id, status }) => id === asked.runId && status === 'waiting'),
    )
    await say(api, asked, 'yes', 'reply-yes-2')
    await expectDeletedOnce(api, projectId, asked, ['yes', 'yes'])
    expect(await titles(api, projectId)).not.toContain('Easter hours')
  })
})
