import fc from 'fast-check'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../testing/ai.ts'
import { ended, type Move, scriptedModel, useModel } from '../../testing/approvals.ts'
import { type McpTestServer, startMcpServer } from '../../testing/mcp.ts'
import { join, type Member } from '../../testing/people.ts'
import type { TestServer } from '../../testing/server.ts'

let mcp: McpTestServer
let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let projectId = ''
let ben: Member

const Answer = Type.Object({
  ok: Type.Optional(Type.Boolean()),
  data: Type.Optional(Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
})
type Caller = Pick<TestServer, 'call'>

async function call(name: string, input: object, { by = server, ...more }: { by?: Caller; changeSetId?: string } = {}) {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  return Value.Parse(Answer, (await by.call('POST', path, { input, ...more })).body)
}
async function write(name: string, input: object, by: Caller = server): Promise<void> {
  const answer = await call(name, input, { by })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
}
const valuesOf = async (id: string, locale = 'en') =>
  (await server.services.content.reader(projectId).entry('post', id))?.settled?.locales[locale]?.values ?? {}
const post = (id: string, fields: object) => ({ model: 'post', data: { [id]: fields } })
const edit = (entryId: string, field: string, base: unknown, value: unknown) => ({
  model: 'post',
  entryId,
  field,
  base,
  value,
})

beforeAll(async () => {
  model = await scriptedModel([])
  mcp = await startMcpServer()
  server = mcp.server
  await useModel(server, model.url)
  projectId = (await firstProject(server)).id
  ben = await join(server, {
    email: 'ben@example.com',
    role: 'member',
    projects: [{ projectId, role: 'editor' }],
  })
  await write('init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    models: [
      {
        id: 'post',
        fields: {
          title: { type: 'string' },
          text: { type: 'markdown' },
          seo: { type: 'object', fields: { note: { type: 'string' }, robots: { type: 'string' } } },
        },
      },
      { id: 'labels', kind: 'dictionary' },
    ],
  })
})
afterAll(async () => {
  await mcp.close()
  await model.close()
})

async function run(moves: Move[]): Promise<{ session: string; runId: string }> {
  model.add(...moves)
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Work on it')
  await ended(server, session)
  return { session, runId }
}

/** A run that reads an entry, waits while others write, and then makes its moves. */
async function readThen(id: string, others: () => Promise<void>, ...moves: Move[]) {
  const { session } = await run([[['content.get_content', { model: 'post', id }]]])
  await others()
  model.add(...moves)
  const runId = await startRun(server, session, 'Go on')
  await ended(server, session)
  return { session, runId }
}

describe('an agent that has read an entry', () => {
  test('writes over no field and no paragraph that a person has written since, and its undo leaves them', async () => {
    await write('save_content', post('a', { title: 'A', text: 'One\n\nTwo\n\nThree', seo: { note: 'n', robots: 'r' } }))
    const { session, runId } = await readThen(
      'a',
      async () => {
        await write('editField', edit('a', 'text', 'One\n\nTwo\n\nThree', 'One by Ben\n\nTwo\n\nThree'), ben)
        await write('editField', edit('a', 'seo', { note: 'n', robots: 'r' }, { note: 'by Ben', robots: 'r' }), ben)
      },
      [
        [
          'content.save_content',
          post('a', { title: 'B', text: 'One\n\nTwo\n\nThree, longer', seo: { note: 'n', robots: 'none' } }),
        ],
      ],
      // The same caller continues from its own write, not from others' version of it.
      [['content.save_content', post('a', { text: 'One\n\nTwo again\n\nThree, longer' })]],
    )
    expect(await valuesOf('a')).toEqual({
      title: 'B',
      text: 'One by Ben\n\nTwo again\n\nThree, longer',
      seo: { note: 'by Ben', robots: 'none' },
    })
    expect(await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)).toMatchObject({ status: 200 })
    expect(await valuesOf('a')).toMatchObject({ title: 'A', text: 'One by Ben\n\nTwo\n\nThree' })
  })

  test('gets both texts if both wrote, writes nothing, and saves after it has read again', async () => {
    await write('save_content', post('b', { title: 'B', text: 'One\n\nTwo' }))
    let told = ''
    await readThen(
      'b',
      () => write('editField', edit('b', 'text', 'One\n\nTwo', 'One\n\nTwo by Ben'), ben),
      [['content.save_content', post('b', { title: 'New', text: 'One\n\nTwo by the agent' })]],
      (read) => {
        told = read
        return [['content.save_content', post('b', { title: 'New', text: 'One\n\nTwo by the agent' })]]
      },
      [['content.get_content', { model: 'post', id: 'b' }]],
      [['content.save_content', post('b', { text: 'One\n\nTwo by both' })]],
    )
    expect(told).toContain('it is now “Two by Ben”, and you would write “Two by the agent”')
    expect(await valuesOf('b')).toEqual({ title: 'B', text: 'One\n\nTwo by both' })
  })

  test('has what it read kept in the database, for a run that is resumed elsewhere', async () => {
    await write('save_content', post('c', { title: 'C', text: 'One\n\nTwo' }))
    const { session } = await run([[['content.get_content', { model: 'post', id: 'c' }]]])
    const stored = await server.services.content.reader(projectId).entry('post', 'c')
    const place = { documentId: stored?.documentId ?? '', locale: 'en' }
    const known = await server.services.content.known.load(`session ${session}`, place)
    expect(known).toEqual({ title: 'C', text: 'One\n\nTwo', seo: null })
  })

  test('fills no translation that a person has begun meanwhile', async () => {
    await write('save_content', post('d', { title: 'D', text: 'One' }))
    const { session } = await run([[['content.get_content', { model: 'post', id: 'd', locale: 'tr' }]]])
    await write('save_content', { ...post('d', { title: 'Ben’in' }), locale: 'tr' }, ben)
    model.add([['content.save_content', { ...post('d', { title: 'Ajan' }), locale: 'tr' }]])
    await startRun(server, session, 'Translate it')
    await ended(server, session)
    expect(await valuesOf('d', 'tr')).toMatchObject({ title: 'Ben’in' })
  })
})

describe('a program with a key', () => {
  test('is held to what it has read over MCP, whatever was written over HTTP since', async () => {
    await write('save_content', post('e', { title: 'E', text: 'One\n\nTwo' }))
    const client = await mcp.connect(`/mcp/${projectId}`, await mcp.bearer())
    const tool = async (name: string, input: object) =>
      JSON.stringify(await client.callTool({ name, arguments: { ...input } }))
    await tool('get_content', { model: 'post', id: 'e' })
    await write('editField', edit('e', 'title', 'E', 'E by Ben'), ben)
    await write('editField', edit('e', 'text', 'One\n\nTwo', 'One\n\nTwo by Ben'), ben)
    const refused = await tool('save_content', post('e', { title: 'Mine' }))
    expect(refused).toContain('E by Ben')
    expect(await tool('save_content', post('e', { text: 'One, mine\n\nTwo' }))).toContain('"ok":true')
    expect(await valuesOf('e')).toEqual({ title: 'E by Ben', text: 'One, mine\n\nTwo by Ben' })
  })

  test('is held to its readings over HTTP; another key that has not read writes freely', async () => {
    await write('save_content', post('f', { title: 'F' }))
    const [mine, other] = await Promise.all([mcp.bearer(), mcp.bearer()])
    const by = (headers: Record<string, string>): Caller => ({
      call: (method, path, body) => server.call(method, path, body, { cookie: '', ...headers }),
    })
    await write('get_content', { model: 'post', id: 'f' }, by(mine))
    await write('editField', edit('f', 'title', 'F', 'F by Ben'), ben)
    expect(await call('save_content', post('f', { title: 'Mine' }), { by: by(mine) })).toMatchObject({
      error: { code: 'changed_meanwhile' },
    })
    await write('save_content', post('f', { title: 'Told' }), by(other))
    expect(await valuesOf('f')).toEqual({ title: 'Told' })
  })
})

describe('a change set', () => {
  test('is joined only by its author, by no run, and not from another project', async () => {
    const first = await call('save_content', post('g', { title: 'G' }))
    const { changeSetId = '' } = first
    expect(first.ok).toBe(true)
    expect(await call('save_content', post('g1', { title: 'G1' }), { by: ben, changeSetId })).toMatchObject({
      error: { code: 'change_set_undone' },
    })
    expect(await call('save_content', post('g2', { title: 'G2' }), { changeSetId })).toMatchObject({
      ok: true,
      changeSetId,
    })
    // A run writes into the change set of its id.
    const session = await newSession(server)
    const asRun = { prompt: 'Work on it', runId: changeSetId }
    expect(await ben.call('POST', `/api/ai/sessions/${session}/runs`, asRun)).toMatchObject({ status: 404 })
    expect(await server.call('POST', `/api/ai/sessions/${session}/runs`, asRun)).toMatchObject({
      status: 409,
      body: { error: { code: 'run_id_taken' } },
    })
    const { runId } = await run([[['content.save_content', post('g3', { title: 'G3' })]]])
    expect(await call('save_content', post('g4', { title: 'G4' }), { changeSetId: runId })).toMatchObject({
      error: { code: 'change_set_undone' },
    })
    await server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`, {})
    expect([await valuesOf('g'), await valuesOf('g2'), await valuesOf('g3')]).toEqual([{}, {}, { title: 'G3' }])
  })

  test('cannot be named by a call over MCP', async () => {
    const { changeSetId = '' } = await call('save_content', post('h', { title: 'H' }))
    const client = await mcp.connect(`/mcp/${projectId}`, await mcp.bearer())
    const { tools } = await client.listTools()
    expect(tools.filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties ?? {}, 'changeSetId'))).toEqual([])
    const answer = await client.callTool({
      name: 'save_content',
      arguments: { ...post('h2', { title: 'H2' }), changeSetId },
    })
    expect(JSON.stringify(answer)).not.toContain(`"changeSetId":"${changeSetId}"`)
  })
})

test('an agent and two people who write in one entry at once lose nothing that they typed', async () => {
  const paragraphs = ['zero', 'one', 'two', 'three', 'four', 'five']
  const writers = ['agent', 'ada', 'ben'] as const
  const Read = Type.Object({ entries: Type.Array(Type.Object({ data: Type.Object({ text: Type.String() }) })) })
  const Step = fc.record({ at: fc.nat(1), reads: fc.boolean(), waits: fc.nat(20) })
  let entries = 0
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...writers.map(() => fc.array(Step, { minLength: 1, maxLength: 4 }))),
      async (stepsOf) => {
        const id = `together${++entries}`
        await write('save_content', post(id, { title: 'T', text: paragraphs.join('\n\n') }))
        const { authorization } = await mcp.bearer()
        const program: Caller = {
          call: (method, path, body) => server.call(method, path, body, { cookie: '', authorization }),
        }
        const readByAgent = async () => {
          const { data } = await call('get_content', { model: 'post', id }, { by: program })
          return Value.Parse(Read, data).entries[0]?.data.text ?? ''
        }
        const expected = [...paragraphs]
        await Promise.all(
          writers.map(async (who, index) => {
            const read = who === 'agent' ? readByAgent : async () => String((await valuesOf(id)).text)
            let seen = await read()
            for (const [n, { at, reads, waits }] of (stepsOf[index] ?? []).entries()) {
              await new Promise((resolve) => setTimeout(resolve, waits))
              if (reads) seen = await read()
              // Each has two paragraphs of its own.
              const parts = seen.split('\n\n')
              const own = index * 2 + at
              parts[own] = `${who} wrote ${n}`
              expected[own] = parts[own] ?? ''
              const next = parts.join('\n\n')
              if (who === 'agent') await write('save_content', post(id, { text: next }), program)
              else await write('editField', edit(id, 'text', seen, next), who === 'ben' ? ben : server)
              seen = next
            }
          }),
        )
        expect(String((await valuesOf(id)).text).split('\n\n')).toEqual(expected)
      },
    ),
    { numRuns: 12 },
  )
}, 120_000)
