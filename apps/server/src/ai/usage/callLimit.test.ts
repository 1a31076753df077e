import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import { addPage, type Call, ended, serverWithModel, titles } from '../../../testing/approvals.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
let server: typeof opened.server
let model: typeof opened.model
beforeAll(async () => {
  opened = await serverWithModel()
  ;({ server, model } = opened)
})
afterAll(() => opened.close())

const adds = (...names: string[]): Call[] => names.map((title) => ['addPage', { title }])

test.each([
  ['run', 'one message'],
  ['session', 'this chat'],
])(
  'a limit of calls for each %s binds within an answer: what is beyond it is not run, and the run ends',
  async (level, reach) => {
    await server.call('PUT', '/api/ai/budgets', { [level]: { toolCalls: 3 } })
    const session = await newSession(server)
    model.add(adds(`${level} 1`), adds(`${level} 2`, `${level} 3`, `${level} 4`, `${level} 5`))
    const before = model.bodies.length
    await startRun(server, session, 'Add five pages')
    const { messages, runs } = await ended(server, session)
    expect(runs).toMatchObject([{ status: 'complete', stopReason: 'budget', limit: 'toolCalls' }])
    expect(model.bodies.length - before).toBe(2)
    const results = messages.filter(({ role }) => role === 'tool_result').map(({ toolResult }) => toolResult)
    expect(results).toHaveLength(5)
    const refused = { ok: false, error: { code: 'call_limit', message: expect.stringContaining('not run') } }
    expect(results.filter((result) => JSON.stringify(result).includes('call_limit'))).toMatchObject([refused, refused])
    const made = (await titles(server)).filter((title) => title.startsWith(level))
    expect(made.sort()).toEqual([1, 2, 3].map((number) => `${level} ${number}`))
    const said = messages.at(-1)?.content
    expect(said).toMatch(new RegExp(`limit of 3 tool calls for ${reach}: 3 tool calls used`))
    expect(said).toContain('This run made 2 requests and 3 tool calls; what it changed is kept.')
    // The conversation continues once there is room again, with every call answered.
    await server.call('PUT', '/api/ai/budgets', { [level]: { toolCalls: null } })
    await startRun(server, session, 'Go on')
    expect((await ended(server, session)).runs.at(-1)).toMatchObject({ status: 'complete', stopReason: 'end' })
  },
)

test('a call beyond the limit is not asked about', async () => {
  await server.call('PUT', '/api/ai/budgets', { run: { toolCalls: 1 } })
  const session = await newSession(server)
  model.add([...adds('Asked'), ['deletePage', { pageId: await addPage(server, 'Stays') }]])
  await startRun(server, session, 'Add one, delete one')
  expect((await ended(server, session)).runs).toMatchObject([{ status: 'complete', limit: 'toolCalls' }])
  expect(await titles(server)).toEqual(expect.arrayContaining(['Asked', 'Stays']))
})
