import { siteOperations } from '@atelier/site'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import type { Client } from '@modelcontextprotocol/client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { firstProject } from '../../testing/ai.ts'
import { type McpTestServer, startMcpServer } from '../../testing/mcp.ts'
import { newProject } from '../../testing/people.ts'
import type { TestServer } from '../../testing/server.ts'

const Documents = Type.Object({
  data: Type.Object({
    documents: Type.Array(
      Type.Object({ document: Type.Object({ id: Type.String() }), rootNodeId: Type.String(), title: Type.String() }),
    ),
  }),
})
const Page = Type.Object({ data: Type.Object({ pageId: Type.String() }) })
const Asked = Type.Object({ requiresConfirmation: Type.Object({ token: Type.String() }) })
const Fields = Type.Object({ properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())) })
const OutputFields = Type.Object({
  properties: Type.Object({ data: Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) }) }),
})
const Wrote = Type.Object({ changeSetId: Type.String() })
const Read = Type.Object({ data: Type.Object({ html: Type.String() }) })

let mcp: McpTestServer
let server: TestServer
let address: string
let bearer: McpTestServer['bearer']
let connect: McpTestServer['connect']
let projectId: string
let otherId: string
const Events = Type.Object({
  events: Type.Array(
    Type.Object({
      kind: Type.String(),
      subject: Type.Optional(Type.String()),
      detail: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
})
beforeAll(async () => {
  mcp = await startMcpServer()
  ;({ server, address, bearer, connect } = mcp)
  projectId = (await firstProject(server)).id
  otherId = await newProject(server, 'Other')
})
afterAll(() => mcp.close())

/** A tab as the studio opens one. */
function openPage(documentId: string) {
  class Socket extends WebSocket {
    constructor(at: string) {
      super(at, { headers: { cookie: server.cookie } })
    }
  }
  const socket = new HocuspocusProviderWebsocket({
    url: `${address.replace('http', 'ws')}/sync`,
    WebSocketPolyfill: Socket,
  })
  const doc = new Y.Doc()
  const provider = new HocuspocusProvider({ websocketProvider: socket, name: documentId, document: doc })
  provider.attach()
  const close = () => {
    provider.destroy()
    socket.destroy()
  }
  return { provider, fields: doc.getMap('fields'), close }
}

async function home(client: Client, aim: object = {}) {
  const listed = await client.callTool({ name: 'list_documents', arguments: { ...aim } })
  const [page] = Value.Parse(Documents, listed.structuredContent).data.documents
  if (!page) throw new Error('There is no page')
  return page
}

describe('a client of the protocol', () => {
  test('sees the default operations as tools, with their schemas and what they do, in at most 25 kB', async () => {
    for (const path of [`/mcp/${projectId}`, '/mcp']) {
      const client = await connect(path, await bearer())
      const { tools } = await client.listTools()
      const named = new Map(tools.map((tool) => [tool.name, tool]))
      const size = Buffer.byteLength(JSON.stringify({ tools }))
      console.log(`tools/list at ${path.replace(projectId, ':projectId')}: ${size} bytes`)
      expect(size).toBeLessThanOrEqual(25_000)
      const operations = siteOperations.filter(({ onDemand }) => !onDemand)
      expect([...named.keys()].sort()).toEqual(
        [
          ...operations.map(({ name }) => name),
          'find_operations',
          'call_operation',
          ...(path === '/mcp' ? ['list_projects'] : []),
        ].sort(),
      )
      for (const { name, effect, output } of operations) {
        const { annotations, inputSchema, outputSchema } = named.get(name) ?? {}
        expect([name, annotations?.readOnlyHint]).toEqual([name, effect === 'read'])
        expect([name, annotations?.destructiveHint]).toEqual([name, effect === 'destructive'])
        expect(Object.hasOwn(inputSchema?.properties ?? {}, 'projectId')).toBe(path === '/mcp')
        const { properties = {} } = Value.Parse(Fields, output)
        expect([name, outputSchema]).toMatchObject([name, { type: 'object', properties: { data: { properties: {} } } }])
        expect(Object.keys(Value.Parse(OutputFields, outputSchema).properties.data.properties)).toEqual(
          Object.keys(properties).filter((field) => field !== 'note'),
        )
      }
      expect(named.get('call_operation')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
      expect(named.get('insertHtml')?.inputSchema).toMatchObject({
        type: 'object',
        properties: { html: { type: 'string' } },
        required: expect.arrayContaining(['html']),
      })
      expect(Object.keys(named.get('deletePage')?.inputSchema.properties ?? {})).toContain('confirmationToken')
      expect(client.getInstructions()).toContain('read_document')
    }
  })

  test('finds and calls the operations that are not listed, by their names or through call_operation', async () => {
    const client = await connect(`/mcp/${projectId}`, await bearer({ role: 'editor' }))
    const found = await client.callTool({ name: 'find_operations', arguments: { query: 'favicon' } })
    expect(JSON.stringify(found.structuredContent)).toMatch(/"name":"setSiteSettings".*"favicon":\{"type"/)
    const named = await client.callTool({ name: 'setSiteSettings', arguments: { favicon: '/a.png' } })
    expect(named.structuredContent).toMatchObject({ ok: true, data: { changed: ['favicon'] } })
    const called = await client.callTool({
      name: 'call_operation',
      arguments: { name: 'setSiteSettings', input: { favicon: null } },
    })
    expect(called.structuredContent).toMatchObject({ ok: true, data: { changed: ['favicon'] } })
    const unknown = await client.callTool({ name: 'call_operation', arguments: { name: 'setSiteSetting', input: {} } })
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'unknown_operation', hint: expect.stringContaining('setSiteSettings?') } },
    })
    const asked = await client.callTool({ name: 'call_operation', arguments: { name: 'publish' } })
    expect(asked.structuredContent).toMatchObject({ ok: false, requiresConfirmation: { token: expect.any(String) } })
    const { token } = Value.Parse(Asked, asked.structuredContent).requiresConfirmation
    const wrapped = { name: 'publish', input: { confirmationToken: token } }
    const done = await client.callTool({ name: 'call_operation', arguments: wrapped })
    expect(done.structuredContent).toMatchObject({ ok: true, data: { number: 1 } })
  })

  test('is read as it plainly meant, and undoes a call by the change set of its result', async () => {
    const client = await connect('/mcp', await bearer({ role: 'editor' }))
    await client.listTools()
    const page = await home(client, { projectId })
    const given = { ProjectId: projectId, parent_id: page.rootNodeId, html: '<p>To be undone</p>', index: null }
    const made = await client.callTool({ name: 'insert_html', arguments: { arguments: JSON.stringify(given) } })
    expect(made.structuredContent).toMatchObject({
      ok: true,
      data: { document: { type: 'page', id: page.document.id, title: page.title } },
      changeSetId: expect.any(String),
    })
    const { changeSetId } = Value.Parse(Wrote, made.structuredContent)
    const read = () => client.callTool({ name: 'read_document', arguments: { projectId } })
    expect((await read()).structuredContent).not.toHaveProperty('changeSetId')
    expect(JSON.stringify(await read())).toContain('To be undone')
    const refused = await client.callTool({ name: 'undoRun', arguments: { projectId, run: 'last' } })
    expect(refused).toMatchObject({ structuredContent: { error: { hint: expect.stringContaining('changeSetId') } } })
    const elsewhere = await client.callTool({ name: 'undoRun', arguments: { projectId: otherId, changeSetId } })
    expect(elsewhere).toMatchObject({ structuredContent: { error: { code: 'nothing_to_undo' } } })
    const undone = await client.callTool({ name: 'undoRun', arguments: { projectId, changeSetId } })
    expect(undone.structuredContent).toMatchObject({ ok: true, data: { documents: [page.document.id], kept: [] } })
    expect(JSON.stringify(await read())).not.toContain('To be undone')
  })

  test('learns that an opened document does not stay open', async () => {
    const client = await connect(`/mcp/${otherId}`, await bearer({ role: 'editor' }))
    const added = await client.callTool({ name: 'addPage', arguments: { title: 'Aside', slug: 'aside' } })
    const { pageId } = Value.Parse(Page, added.structuredContent).data
    expect(added.structuredContent).toMatchObject({ data: { document: { id: pageId, title: 'Aside' } } })
    const opened = await client.callTool({ name: 'open_document', arguments: { document: `page:${pageId}` } })
    expect(opened.structuredContent).toMatchObject({
      data: { document: { id: pageId }, note: expect.stringContaining('Only within a run') },
    })
    const read = await client.callTool({ name: 'read_document', arguments: {} })
    expect(read.structuredContent).toMatchObject({ data: { document: { id: (await home(client)).document.id } } })
    const aimed = await client.callTool({ name: 'read_document', arguments: { documentId: pageId } })
    expect(aimed.structuredContent).toMatchObject({ data: { document: { id: pageId } } })
    await client.callTool({ name: 'call_operation', arguments: { name: 'deletePage', input: { pageId } } })
  })

  test('edits a live page with no tab open, and reads back what it wrote', async () => {
    const client = await connect(`/mcp/${projectId}`, await bearer({ role: 'editor' }))
    await client.listTools()
    const page = await home(client)
    const made = await client.callTool({
      name: 'insertHtml',
      arguments: { parentId: page.rootNodeId, html: '<p class="mcp">Written by a program</p>' },
    })
    expect(made).not.toHaveProperty('isError')
    expect(made.structuredContent).toMatchObject({ ok: true })
    const read = await client.callTool({ name: 'read_document', arguments: {} })
    expect(Value.Parse(Read, read.structuredContent).data.html).toContain('Written by a program')
    expect(read.content).toMatchObject([{ type: 'text', text: expect.stringContaining('Written by a program') }])
    const shown = await server.call('POST', `/api/projects/${projectId}/operations/read_document`, { input: {} })
    expect(JSON.stringify(shown.body)).toContain('Written by a program')
  })

  test('changes nothing that a person has locked, and does not unlock it', async () => {
    const client = await connect(`/mcp/${projectId}`, await bearer({ role: 'editor' }))
    const page = await home(client)
    const lock = (locked: boolean) =>
      server.call('POST', `/api/projects/${projectId}/operations/site.setLocked`, {
        input: { ids: [page.document.id], locked },
      })
    await lock(true)
    const insert = () =>
      client.callTool({ name: 'insertHtml', arguments: { parentId: page.rootNodeId, html: '<p>Locked out</p>' } })
    const isLocked = { isError: true, structuredContent: { error: { code: 'locked' } } }
    expect(await insert()).toMatchObject(isLocked)
    const unlock = { ids: [page.document.id], locked: false }
    expect(await client.callTool({ name: 'setLocked', arguments: unlock })).toMatchObject(isLocked)
    await lock(false)
    expect((await insert()).structuredContent).toMatchObject({ ok: true })
  })

  test('works on all projects of its key, naming the one that it means', async () => {
    const client = await connect('/mcp', await bearer())
    const { structuredContent } = await client.callTool({ name: 'list_projects', arguments: {} })
    expect(structuredContent).toMatchObject({ data: { projects: [{ id: projectId }, { id: otherId }] } })
    const unsaid = await client.callTool({ name: 'list_documents', arguments: {} })
    expect(unsaid).toMatchObject({ isError: true, structuredContent: { error: { path: '/projectId' } } })
    const page = await home(client, { projectId: otherId })
    const added = await client.callTool({
      name: 'addPage',
      arguments: { projectId: otherId, title: 'News', slug: 'news' },
    })
    expect(added.structuredContent).toMatchObject({ ok: true })
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toContain('other/news')
    const uri = `atelier://projects/${otherId}/pages/${page.document.id}`
    const { contents } = await client.readResource({ uri })
    expect(contents).toMatchObject([{ uri, mimeType: 'text/html', text: expect.stringContaining('uid="') }])
    await expect(client.readResource({ uri: `atelier://projects/${otherId}/pages/none` })).rejects.toThrow(/no page/)
  })

  test('a key for one project needs not name it, and reaches no other', async () => {
    const client = await connect('/mcp', await bearer({ projectIds: [otherId] }))
    expect((await home(client)).title).not.toBe('')
    const foreign = await client.callTool({ name: 'list_documents', arguments: { projectId } })
    expect(foreign).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } })
    const { resources } = await client.listResources()
    expect(resources.filter(({ uri }) => uri.includes(projectId))).toEqual([])
    await expect(connect(`/mcp/${projectId}`, await bearer({ projectIds: [otherId] }))).rejects.toThrow()
  })

  test('a key that only reads is shown no tool that writes, and may call none', async () => {
    const client = await connect(`/mcp/${projectId}`, await bearer({ role: 'viewer' }))
    const { tools } = await client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    const page = await home(client)
    const refused = await client.callTool({
      name: 'insertHtml',
      arguments: { parentId: page.rootNodeId, html: '<p>No</p>' },
    })
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'forbidden' } } })
  })

  test('learns what is wrong with its arguments, and that a tool does not exist', async () => {
    const client = await connect(`/mcp/${projectId}`, await bearer())
    const wrong = await client.callTool({ name: 'insertHtml', arguments: { html: 7 } })
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: 'invalid_input' } } })
    const aimed = await client.callTool({ name: 'list_documents', arguments: { documentId: 7 } })
    expect(aimed).toMatchObject({ isError: true, structuredContent: { error: { path: '/documentId' } } })
    await expect(client.callTool({ name: 'list_projects', arguments: {} })).rejects.toThrow(/no tool/)
  })

  test.each([
    ['a NUL byte', 'id\0'],
    ['a lone surrogate', 'id\ud83d'],
    ['a NUL byte alone', '\0'],
  ])('answers ids with %s with what is wrong, wherever they stand', async (_what, id) => {
    const client = await connect('/mcp', await bearer())
    const calls: [string, Record<string, unknown>][] = [
      ['list_documents', { projectId: id }],
      ['read_document', { projectId, documentId: id }],
      ['getNodeHtml', { projectId, nodeId: id }],
      ['deletePage', { projectId, pageId: id }],
      ['deletePage', { projectId, pageId: 'page', confirmationToken: id }],
    ]
    for (const [name, given] of calls) {
      const answer = await client.callTool({ name, arguments: given })
      expect([name, answer]).toEqual([
        name,
        expect.objectContaining({
          isError: true,
          structuredContent: expect.objectContaining({
            ok: false,
            error: expect.objectContaining({
              code: expect.stringMatching(/^(?!internal)/),
              message: expect.stringMatching(/\S/),
            }),
          }),
        }),
      ])
    }
    const uri = `atelier://projects/${projectId}/pages/${encodeURIComponent(id.toWellFormed())}`
    await expect(client.readResource({ uri })).rejects.toThrow(/no page|not/i)
    await expect(client.callTool({ name: id, arguments: {} })).rejects.toThrow(/no tool/)
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('needs a person’s word before a call that cannot be undone, once, and only for that', async () => {
    const client = await connect(`/mcp/${otherId}`, await bearer({ role: 'editor' }))
    const add = async (slug: string) => {
      const made = await client.callTool({ name: 'addPage', arguments: { title: slug, slug } })
      return Value.Parse(Page, made.structuredContent).data.pageId
    }
    const [first, second] = [await add('first'), await add('second')]
    const remove = async (pageId: string, confirmationToken?: string) => {
      const given = { pageId, ...(confirmationToken === undefined ? {} : { confirmationToken }) }
      const answer = await client.callTool({ name: 'deletePage', arguments: given })
      expect(answer).not.toHaveProperty('isError')
      return answer.structuredContent
    }
    const asked = await remove(first)
    expect(asked).toMatchObject({ ok: false, requiresConfirmation: { message: expect.stringContaining('first') } })
    const { token } = Value.Parse(Asked, asked).requiresConfirmation
    expect(await remove(second, token)).toMatchObject({ requiresConfirmation: {} })
    expect(await remove(first, 'made up')).toMatchObject({ requiresConfirmation: {} })
    expect(await remove(first, token)).toMatchObject({ ok: true, data: { pageId: first } })
    const again = await client.callTool({ name: 'deletePage', arguments: { pageId: first, confirmationToken: token } })
    expect(again).toMatchObject({ isError: true, structuredContent: { error: { code: 'unknown_page' } } })
    const { token: stale } = Value.Parse(Asked, await remove(second)).requiresConfirmation
    await client.callTool({ name: 'insertHtml', arguments: { parentId: second, html: '<p>Still needed</p>' } })
    expect(await remove(second, stale)).toMatchObject({ requiresConfirmation: {} })

    const { body } = await server.call('GET', '/api/ai/audit/events')
    const { events } = Value.Parse(Events, body)
    const calls = events.filter(({ kind, subject }) => kind === 'mcp.call' && subject === otherId).reverse()
    const outcomes = calls.map(({ detail }) => `${detail.operation} ${detail.outcome}`)
    expect(outcomes.slice(-10, -3)).toEqual([
      'site.addPage done',
      'site.addPage done',
      'site.deletePage asked',
      'site.deletePage asked',
      'site.deletePage asked',
      'site.deletePage done',
      'site.deletePage unknown_page',
    ])
    expect(calls.at(-1)?.detail.keyId).toEqual(expect.any(String))
    expect(JSON.stringify(body)).not.toMatch(/atc_|atl_|Still needed/)
  })

  test('is seen at once by users who have the page open', async () => {
    const client = await connect(`/mcp/${projectId}`, await bearer({ role: 'editor' }))
    const page = await home(client)
    const seen = openPage(page.document.id)
    try {
      await expect.poll(() => seen.provider.synced, { timeout: 10_000 }).toBe(true)
      const html = '<p>Seen in the tab</p>'
      await client.callTool({ name: 'insertHtml', arguments: { parentId: page.rootNodeId, html } })
      await expect.poll(() => JSON.stringify(seen.fields.toJSON()), { timeout: 10_000 }).toContain('Seen in the tab')
    } finally {
      seen.close()
    }
  })

  test('may come with the cookie of a signed-in user', async () => {
    const client = await connect(`/mcp/${projectId}`, { cookie: server.cookie })
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
  })
})

describe('requests at the protocol’s address', () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const post = (path: string, headers: Record<string, string>, body = list) =>
    server.request(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    })

  test('need a key or a session, and say so in the protocol’s way', async () => {
    const answer = await post('/mcp', {})
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await post('/mcp', { authorization: 'Bearer atl_wrong' })).status).toBe(401)
  })

  test('are refused from another page, and by a foreign name', async () => {
    const { cookie } = server
    expect((await post('/mcp', { cookie, origin: 'http://evil.example' })).status).toBe(403)
    expect((await post('/mcp', { cookie, host: 'rebound.example' })).status).toBe(403)
    expect((await post('/mcp', { cookie, origin: `http://localhost:${server.config.port}` })).status).toBe(200)
  })

  test('keep no session: any server takes any of them', async () => {
    const answer = await post('/mcp', { cookie: server.cookie })
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await server.request('/mcp', { headers: { cookie: server.cookie } })).status).toBe(405)
  })

  test('that are not JSON, or too much of it, are refused', async () => {
    const { cookie } = server
    expect((await post('/mcp', { cookie }, '{"jsonrpc":')).status).toBe(400)
    expect((await post('/mcp', { cookie }, JSON.stringify({ x: 'x'.repeat(9 * 1024 * 1024) }))).status).toBe(413)
    expect((await post('/mcp/nothing', { cookie })).status).toBe(404)
  })
})
