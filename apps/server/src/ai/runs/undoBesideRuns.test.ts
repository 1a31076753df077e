import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, readSession, settled, startRun } from '../../../testing/ai.ts'
import { type Call, operate, serverWithModel, titles, until } from '../../../testing/approvals.ts'

const writers = ['A', 'B', 'C'] as const
type Writer = (typeof writers)[number]

let opened: Awaited<ReturnType<typeof serverWithModel>>
/** How many writes each writer still makes, and how many it has asked for. */
let left: Record<Writer, number>
let written: Record<Writer, number>
/** The page that all write to, by which the writes of each test are recognised. */
let shared = ''
beforeAll(async () => {
  opened = await serverWithModel()
  opened.model.add(...Array.from({ length: 300 }, () => nextMove))
})
afterAll(() => opened.close())

/** Each round writes to the shared page, and to the site with a document of its own. */
function nextMove(read: string): string | Call[] {
  const writer = writers.find((each) => read.includes(`You are writer ${each}.`)) ?? expect.fail('Nobody writes')
  if (left[writer] === 0) return 'That was all.'
  left[writer] -= 1
  written[writer] += 1
  const name = nameOf(writer, written[writer])
  return [
    ['insertHtml', { parentId: shared, html: `<p>by ${name}</p>` }],
    ['addPage', { title: `Page ${name}` }],
  ]
}

const nameOf = (writer: Writer, at: number) => `${shared}-${writer}-${at}`

/** The rest of a writer's work, in the home page and in the list of pages. */
async function standing(writer: Writer): Promise<string[]> {
  const Read = Type.Object({ data: Type.Object({ html: Type.String() }) })
  const read = await operate(opened.server, 'site.read_document', {}, { documentId: shared })
  const { html } = Value.Parse(Read, read.body).data
  const inserted = html.match(new RegExp(`by ${shared}-${writer}-\\d+`, 'g')) ?? []
  const added = (await titles(opened.server)).filter((title) => title.startsWith(`Page ${shared}-${writer}-`))
  return [...inserted, ...added]
}

/** Three runs in three sessions, at work once it resolves. */
async function startWriters(writes: Record<Writer, number>) {
  const { server } = opened
  left = { ...writes }
  written = { A: 0, B: 0, C: 0 }
  const made = await operate(server, 'site.addPage', { title: 'Shared' })
  shared = Value.Parse(Type.Object({ data: Type.Object({ pageId: Type.String() }) }), made.body).data.pageId
  const start = async (writer: Writer) => {
    const session = await newSession(server)
    return { session, run: await startRun(server, session, `You are writer ${writer}.`) }
  }
  const [a, b, c] = await Promise.all([start('A'), start('B'), start('C')])
  await until(async () => Math.min(...Object.values(written)) > 1 || undefined)
  return { A: a, B: b, C: c }
}

/** Everything that a writer asked for is still there. */
async function whole(writer: Writer): Promise<void> {
  const names = Array.from({ length: written[writer] }, (_, at) => nameOf(writer, at + 1))
  const expected = names.flatMap((name) => [`by ${name}`, `Page ${name}`])
  expect((await standing(writer)).sort()).toEqual(expected.sort())
}

test('undone and redone as soon as it is allowed, a run leaves nothing applied, and the other two lose nothing', async () => {
  const { server } = opened
  const runs = await startWriters({ A: 4, B: 14, C: 14 })
  const turn = async (verb: 'undo' | 'redo') => {
    const path = `/api/ai/sessions/${runs.A.session}/runs/${runs.A.run}/${verb}`
    return await until(async () => {
      const answer = await server.call('POST', path)
      if (answer.status === 200) return answer.body
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'run_in_progress' } } })
      return undefined
    })
  }
  for (let at = 0; at < 4; at += 1) {
    expect(await turn('undo')).toMatchObject({ state: 'undone', kept: [] })
    expect(await standing('A')).toEqual([])
    expect(await turn('redo')).toMatchObject({ state: 'applied', kept: [] })
    await whole('A')
  }
  expect(await turn('undo')).toMatchObject({ state: 'undone', kept: [] })
  for (const { session } of [runs.B, runs.C]) {
    expect((await settled(server, session)).runs).toMatchObject([{ status: 'complete' }])
  }
  expect(await standing('A')).toEqual([])
  await whole('B')
  await whole('C')
})

test('stopped in the middle of its writes and undone at once, a run leaves nothing applied', async () => {
  const { server } = opened
  const runs = await startWriters({ A: 200, B: 8, C: 8 })
  const path = `/api/ai/sessions/${runs.A.session}/runs/${runs.A.run}`
  await server.call('POST', `${path}/abort`)
  const undone = await until(async () => {
    const answer = await server.call('POST', `${path}/undo`)
    return answer.status === 200 ? answer.body : undefined
  })
  left.A = 0
  expect(undone).toMatchObject({ state: 'undone', kept: [] })
  expect(await standing('A')).toEqual([])
  for (const { session } of [runs.B, runs.C]) await settled(server, session)
  expect(await standing('A')).toEqual([])
  await whole('B')
  await whole('C')
})

/** Undoes a change set as a program does, by each entry point; returns the operation's envelope. */
const ways: Record<string, (changeSetId: string) => Promise<unknown>> = {
  HTTP: async (changeSetId) => (await operate(opened.server, 'site.undoRun', { changeSetId })).body,
  async MCP(changeSetId) {
    const { server } = opened
    const params = { name: 'undoRun', arguments: { changeSetId } }
    const { id } = await firstProject(server)
    const answer = await server.request(`/mcp/${id}`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        cookie: server.cookie,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const Called = Type.Object({ result: Type.Object({ structuredContent: Type.Unknown() }) })
    const text = await answer.text()
    return Value.Parse(Called, JSON.parse(text.slice(text.indexOf('{')))).result.structuredContent
  },
}

test.each(Object.entries(ways))(
  'by its change set, over %s, a run is taken back once it has ended, and not before',
  async (_way, takeBack) => {
    const { server } = opened
    const runs = await startWriters({ A: 8, B: 8, C: 8 })
    const changeSetId = runs.A.run
    let refusals = 0
    const undone = await until(async () => {
      const body = await takeBack(changeSetId)
      const { ok, ...answer } = Value.Parse(Type.Object({ ok: Type.Boolean() }), body)
      if (ok) return body
      expect(answer).toMatchObject({ error: { code: 'run_in_progress', hint: expect.stringContaining('Stop') } })
      refusals += 1
      return undefined
    })
    expect(refusals).toBeGreaterThan(0)
    expect((await readSession(server, runs.A.session)).runs).toMatchObject([{ status: 'complete' }])
    expect(undone).toMatchObject({ data: { kept: [] } })
    expect(await standing('A')).toEqual([])
    for (const { session } of [runs.B, runs.C]) await settled(server, session)
    expect(await standing('A')).toEqual([])
    await whole('B')
    await whole('C')
  },
)
