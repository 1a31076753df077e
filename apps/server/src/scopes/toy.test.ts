import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../testing/ai.ts'
import { decide, ended, operate, questions, scriptedModel, useModel } from '../../testing/approvals.ts'
import { notes } from '../../testing/notes/scope.ts'
import { programPath } from '../../testing/programs.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

// The capabilities that a server gains by one line: `notes()`. Every answer is also checked against the API's contract.

const Key = Type.Object({ key: Type.String() })
const Listed = Type.Object({ data: Type.Object({ notes: Type.Array(Type.String()) }) })
const Line = Type.Object({ type: Type.String() })
const Wrote = Type.Object({ changeSetId: Type.String() })
const Credentials = Type.Object({ credentials: Type.Array(Type.Object({ id: Type.String() })) })

let http: Server
let address: string
let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let projectId: string
beforeAll(async () => {
  http = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const bound = http.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  address = `http://127.0.0.1:${port}`
  model = await scriptedModel([])
  server = await startTestServer({ PORT: String(port) }, { scopes: [notes()] })
  const listener = getRequestListener(server.app.fetch)
  projectId = (await firstProject(server)).id
  // The document of the notes is there from here on.
  await operate(server, 'toy.addNote', { text: 'Order rye' })
})
afterAll(async () => {
  http.closeAllConnections()
  http.close()
  await server.close()
  await model.close()
})

const texts = async () => Value.Parse(Listed, (await operate(server, 'toy.listNotes', {})).body).data.notes
const toySession = () => newSession(server, { scope: 'toy' })
const bearer = async () => Value.Parse(Key, (await server.call('POST', '/api/keys', { name: 'toy' })).body).key

describe('before there is a model', () => {
  test('its rehearsals are offered and played, in the chat', async () => {
    const offered = await server.call('GET', '/api/ai/rehearsals?scope=toy')
    expect(offered.body).toEqual({ rehearsals: [{ id: 'first-note', title: 'Write a first note' }] })
    const session = await toySession()
    await startRun(server, session, 'Sift the flour')
    const { runs } = await ended(server, session)
    expect(runs).toMatchObject([{ status: 'complete', scope: 'toy', provider: 'rehearsal', affected: ['notes'] }])
    expect(await texts()).toContain('Sift the flour')
  })

  test('its simple chat streams a run, line by line', async () => {
    const answer = await server.request('/api/ai/chat/toy', {
      method: 'POST',
      body: JSON.stringify({ projectId, prompt: 'Feed the starter' }),
      headers: { cookie: server.cookie },
    })
    const lines = (await answer.text()).trim().split('\n')
    const types = lines.map((line) => Value.Parse(Line, JSON.parse(line)).type)
    expect(types[0]).toBe('bridgeReady')
    expect(types).toEqual(expect.arrayContaining(['text', 'toolCall', 'toolResult']))
    expect(types.at(-1)).toBe('done')
    expect(await texts()).toContain('Feed the starter')
  })

  test('the command line runs it', async () => {
    const words = ['run', '--project', 'my-site', '--scope', 'toy', 'Weigh the salt']
    const env = { PATH: process.env.PATH, ATELIER_URL: address, ATELIER_API_KEY: await bearer() }
    const child = spawn(process.execPath, [programPath('cli'), ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString()
    })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect([code, printed]).toEqual([0, expect.stringContaining('"type":"done"')])
    expect(await texts()).toContain('Weigh the salt')
  })
})

describe('its operations', () => {
  test('are listed and called over HTTP, by full id and by short name', async () => {
    const { body } = await server.call('GET', '/api/operations?scope=toy')
    const ids = Value.Parse(Type.Object({ operations: Type.Array(Type.Object({ id: Type.String() })) }), body)
    expect(ids.operations.map(({ id }) => id)).toContain('toy.addNote')
    expect(await operate(server, 'addNote', { text: 'By its short name' })).toMatchObject({ body: { ok: true } })
    expect(await texts()).toContain('By its short name')
    expect(await operate(server, 'toy.addNote', { text: '' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', path: '/text' } },
    })
    // An edit without changes has nothing to undo.
    const { body: refused } = await operate(server, 'site.deleteNode', { nodeId: 'nowhere' })
    expect(refused).toMatchObject({ ok: false })
    expect(refused).not.toHaveProperty('changeSetId')
  })

  test('are tools of the protocol, with a question before what cannot be undone', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${await bearer()}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp/${projectId}`, address), { requestInit }))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['addNote', 'deleteNotes', 'insertHtml', 'find_operations']))
    expect(names).not.toContain('toy_find_operations')
    const wrote = await client.callTool({ name: 'addNote', arguments: { text: 'Over the protocol' } })
    expect(await texts()).toContain('Over the protocol')
    const { changeSetId } = Value.Parse(Wrote, wrote.structuredContent)
    await client.callTool({ name: 'call_operation', arguments: { name: 'undoRun', input: { changeSetId } } })
    expect(await texts()).not.toContain('Over the protocol')
    const asked = await client.callTool({ name: 'deleteNotes', arguments: {} })
    expect(asked.structuredContent).toMatchObject({
      ok: false,
      requiresConfirmation: { message: `Delete ${(await texts()).length} notes.` },
    })
    await client.close()
  })
})

describe('with a model', () => {
  beforeAll(() => useModel(server, model.url))

  test('a run has its prompt, its state and its tools, and no others', async () => {
    model.add([['addNote', { text: 'Proof the dough' }]])
    const session = await toySession()
    const count = (await texts()).length
    await startRun(server, session, 'Write it down', { context: { openNote: 'n3', selectedNodeId: 'hero' } })
    const { runs, messages } = await ended(server, session)
    expect(runs).toMatchObject([{ status: 'complete', scope: 'toy', provider: 'anthropic' }])
    expect(messages.filter(({ role }) => role === 'tool_call')).toMatchObject([{ toolName: 'addNote' }])
    const Request = Type.Object({ system: Type.Unknown(), tools: Type.Array(Type.Object({ name: Type.String() })) })
    const sent = Value.Parse(Request, JSON.parse(model.bodies.at(-2) ?? ''))
    expect(JSON.stringify(sent.system)).toContain('You keep the notes of a project.')
    expect(sent.tools.map(({ name }) => name)).toEqual([
      'addNote',
      'call_operation',
      'countWords',
      'countWordsAnywhere',
      'deleteNotes',
      'find_operations',
      'listNotes',
    ])
    expect(model.bodies.at(-2)).toContain(`Notes: ${count}`)
    // Its editor's context with a prompt is its own: of the site's fields it knows none.
    expect(model.bodies.at(-2)).toContain('Open: n3, nothing selected')
    expect(model.bodies.at(-1)).toContain(`Notes: ${count + 1}`)
  })

  test('a call that cannot be undone waits for a person', async () => {
    const count = (await texts()).length
    model.add([['deleteNotes', {}]])
    const session = await toySession()
    await startRun(server, session, 'Clear them')
    const [question] = await questions(server, session)
    expect(question).toMatchObject({ operation: 'toy.deleteNotes', message: `Delete ${count} notes.` })
    expect(await texts()).toHaveLength(count)
    await decide(server, session, question?.toolCallId ?? '', { decision: 'deny', reason: 'I need them' })
    expect((await ended(server, session)).runs).toMatchObject([{ status: 'complete' }])
    expect(await texts()).toHaveLength(count)
  })

  test('a run is described, checked, and undone in one step', async () => {
    const before = await texts()
    model.add([
      ['addNote', { text: 'SHOUT' }],
      ['addNote', { text: 'Whisper' }],
    ])
    const session = await toySession()
    const runId = await startRun(server, session, 'Two notes')
    const { runs } = await ended(server, session)
    expect(runs).toMatchObject([{ findings: [{ code: 'shouted' }] }])
    const path = `/api/ai/sessions/${session}/runs/${runId}`
    expect(await server.call('GET', `${path}/changes`)).toMatchObject({
      body: { documents: [{ title: 'Notes', lines: [{ label: 'SHOUT' }, { label: 'Whisper' }] }] },
    })
    expect(await server.call('POST', `${path}/undo`)).toMatchObject({ body: { state: 'undone', kept: [] } })
    expect(await texts()).toEqual(before)
    expect(await server.call('POST', `${path}/redo`)).toMatchObject({ body: { state: 'applied' } })
    expect(await texts()).toHaveLength(before.length + 2)
  })

  test('budgets hold it, and its use is counted', async () => {
    await server.call('PUT', '/api/ai/budgets', { run: { toolCalls: 1 } })
    const before = await texts()
    model.add([
      ['addNote', { text: 'Within' }],
      ['addNote', { text: 'Beyond' }],
    ])
    const session = await toySession()
    await startRun(server, session, 'Two notes')
    expect((await ended(server, session)).runs).toMatchObject([{ stopReason: 'budget', limit: 'toolCalls' }])
    expect(await texts()).toHaveLength(before.length + 1)
    await server.call('PUT', '/api/ai/budgets', { run: { toolCalls: null } })
    expect(await server.call('GET', `/api/ai/usage?sessionId=${session}`)).toMatchObject({
      body: { session: { toolCalls: 1, requests: 1 } },
    })
    const audit = await server.call('GET', '/api/ai/audit')
    expect(JSON.stringify(audit.body)).toContain('"toy"')
  })

  test('it begins with the default model of the site, until it has its own', async () => {
    const { defaults } = Value.Parse(
      Type.Object({ defaults: Type.Array(Type.Object({ scope: Type.String() })) }),
      (await server.call('GET', '/api/ai/defaults')).body,
    )
    expect(defaults.map(({ scope }) => scope)).not.toContain('toy')
    const session = await toySession()
    const provider = async () => (await server.call('GET', `/api/ai/sessions/${session}`)).body
    expect(await provider()).toMatchObject({ provider: 'anthropic' })
    const { body } = await server.call('GET', '/api/ai/credentials')
    const [credential] = Value.Parse(Credentials, body).credentials
    const choice = { credentialId: credential?.id, modelId: 'small' }
    expect((await server.call('PUT', '/api/ai/defaults/toy', choice)).status).toBe(200)
    await startRun(server, session, 'Hello')
    expect((await ended(server, session)).runs).toMatchObject([{ model: 'small' }])
    expect((await server.call('DELETE', '/api/ai/defaults/toy')).status).toBe(204)
  })
})

test('a scope that a server does not have is refused, with those that it has', async () => {
  const open = (scope: string) => server.call('POST', '/api/ai/sessions', { projectId, scope })
  expect(await open('none')).toMatchObject({
    status: 400,
    body: {
      error: {
        path: '/scope',
        expected: '"dashboard" or "site" or "generate" or "content" or "cms" or "part" or "toy"',
      },
    },
  })
})
