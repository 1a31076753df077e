import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, pageHtml, runEnded, session, until } from './api.ts'
import { type PreparedServer, startPrepared } from './preparedServer.ts'
import { readAll, type StreamRecord } from './records.ts'
import {
  type Asked,
  leastModelId,
  longPrompt,
  type SummaryModel,
  shortPrompt,
  startSummaryModel,
  summaryModelId,
  wideModelId,
} from './summaryModel.ts'

/** An answer in the middle of which a server dies, and how often each thing is requested then. */
export type Halt = readonly [what: string, kind: Asked, times: Partial<Record<Asked, number>>]
/** How much of the second step of a summary has come when a server dies. */
export type HaltedStep = readonly [what: string, share: number]

export const halts = {
  summary: ['in the middle of the summary, which is then asked for anew', 'summary', { summary: 2, call: 1 }],
  call: ['in the round after it, for which nothing is summarised again', 'call', { summary: 1, call: 2 }],
  end: ['in the round after that, which repeats none of it', 'end', { summary: 1, call: 1, end: 2 }],
} as const satisfies Record<string, Halt>

export const haltedSteps = {
  before: ['before the second one begins', 0],
  middle: ['in the middle of the second one', 0.5],
} as const satisfies Record<string, HaltedStep>

/** How many sections the runs have inserted; a test that failed before may have left one. */
const sections = (html: string) => html.split('class="after-summary"').length - 1

/** The tests of a server that is killed around a summary, in these cases. */
export function describeSummaryKills(
  database: 'sqlite' | 'postgres',
  { halts, steps }: { halts: readonly Halt[]; steps: readonly HaltedStep[] },
): void {
  describe(`a server killed around a summary, on ${database}`, () => {
    // On Postgres the restarted server is another one, which waits until the lease has run out. Elsewhere the lease is the usual
    // one: a busy machine may not wake a server within three seconds, and a run whose lease is lost is requested once more.
    const env: Record<string, string> =
      database === 'postgres' ? { ATELIER_FAULT: 'ended:1000', ATELIER_LEASE_MS: '3000' } : {}
    let server: PreparedServer
    let api: Api
    let projectId = ''
    let credentialId = ''
    let model: SummaryModel

    beforeAll(async () => {
      server = await startPrepared({ database, env })
      ;({ api, projectId } = server)
      const { pages } = await api.get<{ pages: { rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
      model = await startSummaryModel(pages[0]?.rootNodeId ?? '')
      const credential = { provider: 'anthropic', label: 'Narrow', apiKey: 'sk-ant-of-the-summary', baseUrl: model.url }
      credentialId = (await api.post<{ id: string }>('/api/ai/credentials', credential)).id
    })
    afterAll(async () => {
      await server?.studio.remove()
      await model?.close()
    })

    async function restart(): Promise<void> {
      await server.studio.stop('SIGKILL')
      server = await server.another({ env, ports: server.studio.ports })
      api = server.api
    }

    const say = async (sessionId: string, prompt: string) =>
      (await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, { prompt })).runId

    it.each(halts)('%s', async (_what, kind, times) => {
      const page = await pageHtml(api, projectId)
      const made = { projectId, scope: 'site', credentialId, modelId: summaryModelId }
      const { id } = await api.post<{ id: string }>('/api/ai/sessions', made)
      expect((await runEnded(api, id, await say(id, longPrompt))).status).toBe('complete')
      model.asked.clear()
      const halted = model.halt(kind)
      const runId = await say(id, shortPrompt)
      await halted
      let before: StreamRecord[] = []
      await until('half of the answer in the stream', async () => {
        before = await readAll(api, id)
        const own = before.findLast(({ type, value }) => type === 'message' && value.status === 'streaming')
        return own && before.some(({ type, value }) => type === 'chunk' && value.messageId === own.value.id)
      })
      await restart()

      expect((await runEnded(api, id, runId)).status).toBe('complete')
      const attempts = (await readAll(api, id))
        .filter(({ type, value }) => type === 'message' && value.role === 'assistant')
        .map(({ value: { id, attempt, status, createdAt, updatedAt } }) => ({
          id,
          attempt,
          status,
          createdAt,
          updatedAt,
        }))
      const wanted = { summary: 1, call: 1, end: 1, ...times }
      expect(Object.fromEntries(model.asked), JSON.stringify(attempts)).toEqual(wanted)
      expect(model.problems).toEqual([])
      expect((await readAll(api, id)).slice(0, before.length)).toEqual(before)
      const { messages } = await session(api, id)
      expect(messages.filter(({ status }) => status === 'streaming' || status === 'pending')).toEqual([])
      const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
      expect(said).toEqual([longPrompt, shortPrompt])
      const summaries = messages.filter(({ role, content }) => role === 'system' && content?.includes('<summary>'))
      expect(summaries).toMatchObject([
        { status: 'complete', content: expect.stringContaining('a bakery that opens at seven') },
      ])
      const after = await pageHtml(api, projectId)
      expect(sections(after)).toBe(sections(page) + 1)
      await api.post(`/api/ai/sessions/${id}/runs/${runId}/undo`)
      expect(await pageHtml(api, projectId)).toBe(page)
    })

    it.each(steps)(
      'between two steps of a summary, %s: the first one stands, and nothing is lost',
      async (_what, share) => {
        const page = await pageHtml(api, projectId)
        const made = { projectId, scope: 'site', credentialId, modelId: wideModelId }
        const { id } = await api.post<{ id: string }>('/api/ai/sessions', made)
        const prompts = Array.from(
          { length: 12 },
          (_, at) => `Wish ${at}: ${'the bakery opens at seven. '.repeat(330)}`,
        )
        for (const prompt of prompts) expect((await runEnded(api, id, await say(id, prompt))).status).toBe('complete')
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ credentialId, modelId: leastModelId })
        expect((await api.raw(`/api/ai/sessions/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)

        model.requests.splice(0)
        const halted = model.halt('summary', 1, share)
        const runId = await say(id, shortPrompt)
        await halted
        const complete = (records: StreamRecord[]) =>
          records.filter(({ value }) => value.compacts !== undefined && value.status === 'complete')
        let before: StreamRecord[] = []
        await until('the first step, and what there is of the second', async () => {
          before = await readAll(api, id)
          const begun = before.findLast(({ value }) => value.compacts !== undefined && value.status === 'streaming')
          const heard = before.some(({ type, value }) => type === 'chunk' && value.messageId === begun?.value.id)
          return complete(before).length === 1 && (share === 0 || heard)
        })
        await restart()

        expect((await runEnded(api, id, runId)).status).toBe('complete')
        expect(model.problems).toEqual([])
        const after = await readAll(api, id)
        expect(after.slice(0, before.length)).toEqual(before)
        const steps = model.requests.filter(({ kind }) => kind === 'summary').map(({ text }) => text)
        // Only the second step is requested anew.
        expect(steps.length).toBeGreaterThan(3)
        expect(steps[2]).toBe(steps[1])
        expect(complete(after)).toHaveLength(steps.length - 1)
        for (const step of steps.slice(1)) expect(step).toContain('Earlier summary: The user described a bakery')
        const call = model.requests.find(({ kind }) => kind === 'call')?.text ?? ''
        expect(call).toContain('The user described a bakery that opens at seven.')
        const read = [...steps.slice(0, 1), ...steps.slice(2), call]
        for (const at of prompts.keys()) expect(read.filter((text) => text.includes(`Wish ${at}:`)).length).toBe(1)

        const next = await say(id, 'And what was said?')
        expect((await runEnded(api, id, next)).status).toBe('complete')
        const { messages } = await session(api, id)
        expect(messages.filter(({ status }) => status === 'streaming' || status === 'pending')).toEqual([])
        const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
        expect(said).toEqual([...prompts, shortPrompt, 'And what was said?'])
        expect(sections(await pageHtml(api, projectId))).toBe(sections(page) + 1)
        await api.post(`/api/ai/sessions/${id}/runs/${runId}/undo`)
        expect(await pageHtml(api, projectId)).toBe(page)
      },
    )
  })
}
