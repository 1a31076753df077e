import { createServer } from 'node:http'
import { openBranch, valueKey } from '@atelier/content'
import type { DocumentCommit } from '@atelier/documents'
import { getRequestListener } from '@hono/node-server'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { strToU8, zipSync } from 'fflate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Id, startRun } from '../ai.ts'
import { ended, scriptedModel, session, until, useModel } from '../approvals.ts'
import { join, type Member, signedInWith } from '../people.ts'
import { startTestServer, withoutGit } from '../server.ts'
import { openSyncTab, type SyncTab } from '../syncTab.ts'

const Key = Type.Object({ key: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String(), rootNodeId: Type.String() })) })
const Projects = Type.Object({ projects: Type.Array(Type.Object({ id: Type.String() })) })
const Planted = Type.Object({ data: Type.Object({ nodeIds: Type.Array(Type.String()) }) })
const Wrote = Type.Object({ changeSetId: Type.String() })

export type Role = 'owner' | 'editor' | 'reviewer' | 'viewer'

/** The answer of one door; the state of the documents says whether it did it. */
export interface Answered {
  ok: boolean
  text: string
}

/** A project with a page and content under review, and its identifiers. */
export interface SceneProject {
  id: string
  site: string
  page: string
  root: string
  /** A node of the page that may be deleted. */
  child: string
  content: string
  /** A post, whose code no other may have and which has an author. */
  entry: string
  author: string
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A server on a port with a user of every role, and a second project that only the owner is a member of. */
export async function openScene() {
  const http = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const bound = http.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const server = await startTestServer({ PORT: String(port) }, { git: withoutGit })
  const listener = getRequestListener(server.app.fetch)
  http.on('upgrade', server.upgrade)
  const model = await scriptedModel([])
  await useModel(server, model.url)
  const { documents } = server.services
  const clients: Client[] = []

  async function setUp(id: string): Promise<SceneProject> {
    const call = (name: string, input: object) =>
      server.call('POST', `/api/projects/${id}/operations/content.${name}`, { input })
    const title = { type: 'string', required: true }
    const fields = { title, code: { type: 'string', unique: true }, author: { type: 'relation', model: 'author' } }
    const models = [
      { id: 'author', fields: { title } },
      { id: 'post', fields },
    ]
    await call('init_project', { locales: ['en'], domains: ['blog'], models })
    await call('save_content', { model: 'author', data: { ann: { title: 'Ann' }, bob: { title: 'Bob' } } })
    const posts = { one: { title: 'One', code: 'a', author: 'ann' }, two: { title: 'Two', code: 'b' } }
    await call('save_content', { model: 'post', data: posts })
    await call('saveForm', { model: 'post', open: true, fields: ['title'], locale: 'en' })
    await call('saveSettings', { workflow: 'review' })
    const [page] = Value.Parse(Pages, (await server.call('GET', `/api/projects/${id}/pages`)).body).pages
    const [all, shells] = await Promise.all([documents.list(id, ['site']), documents.list(id, ['content'])])
    const entryOf = async (model: string, name: string) =>
      (await server.services.content.reader(id).entry(model, name))?.documentId ?? ''
    const entries = { entry: await entryOf('post', 'one'), author: await entryOf('author', 'ann') }
    const ids = { site: all[0]?.id ?? '', content: shells[0]?.id ?? '', ...entries }
    const [pageId, root] = [page?.documentId ?? '', page?.rootNodeId ?? '']
    const planted = await server.call('POST', `/api/projects/${id}/operations/site.insertHtml`, {
      input: { parentId: root, html: '<section><p>Hello</p></section>' },
    })
    const [child = ''] = Value.Parse(Planted, planted.body).data.nodeIds
    return { id, page: pageId, root, child, ...ids }
  }
  const [first] = Value.Parse(Projects, (await server.call('GET', '/api/projects')).body).projects
  const made = await server.call('POST', '/api/projects', { name: 'Other' })
  const own = await setUp(first?.id ?? '')
  const foreign = await setUp(Value.Parse(Id, made.body).id)

  const joining = (role: Role) =>
    join(server, { email: `${role}@example.com`, role: 'member', projects: [{ projectId: own.id, role }] })
  const people: Record<Role, Member> = {
    owner: await signedInWith(server, server.cookie),
    editor: await joining('editor'),
    reviewer: await joining('reviewer'),
    viewer: await joining('viewer'),
  }
  const keyOf = async (role: Role) =>
    Value.Parse(Key, (await people[role].call('POST', '/api/keys', { name: 'door' })).body).key

  /** Everything that the documents of both projects hold, but for branches, which hold what is only proposed. */
  async function state(): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}
    for (const { id: projectId } of [own, foreign])
      for (const { id, kind } of await documents.list(projectId))
        if (kind !== 'branch') found[id] = (await documents.projection(id))?.fields
    return found
  }

  /** Writes a branch without an operation, as a merge of files would. */
  async function writeBranch(
    id: string,
    values: Record<string, object>,
    { source = 'edit' }: { source?: Extract<DocumentCommit['source'], 'edit' | 'import' | 'merge'> } = {},
  ): Promise<Answered & { name: string }> {
    const name = `cr/content/post/1-${id}`
    const outcome = await documents.transact({
      projectId: own.id,
      origin: { kind: 'hand', userId: 'system' },
      source,
      async body(drafts) {
        const draft = drafts.create(id, 'branch')
        openBranch(draft, { name, title: id })
        for (const [key, value] of Object.entries(values)) draft.set(key, { ...value })
        return { result: null, commit: true }
      },
    })
    return { ok: outcome.ok, text: outcome.ok ? '' : outcome.refused, name }
  }

  async function importPage(
    path: string,
    html: string,
    headers: Record<string, string>,
    query = '',
  ): Promise<Answered> {
    const answer = await server.app.request(`http://localhost:${port}/api/projects/${own.id}/import${query}`, {
      method: 'POST',
      body: Buffer.from(zipSync({ [path]: strToU8(html) })),
      headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, ...headers },
    })
    const text = await answer.text()
    return { ok: answer.status === 200 && !text.includes('"type":"error"'), text }
  }

  const answered = ({ status, body }: { status: number; body: unknown }): Answered => {
    const text = JSON.stringify(body ?? null)
    return { ok: status < 400 && !text.includes('"ok":false') && !text.includes('"type":"error"'), text }
  }

  return {
    server,
    documents,
    own,
    foreign,
    people,
    state,
    writeBranch,
    valueKey,

    async request(role: Role, method: string, path: string, body?: object): Promise<Answered> {
      return answered(await people[role].call(method, path, body))
    },

    async http(role: Role, name: string, input: object, projectId = own.id): Promise<Answered> {
      return answered(await people[role].call('POST', `/api/projects/${projectId}/operations/${name}`, { input }))
    },

    /** A request by a program, with a key of the person in this role. */
    async keyed(role: Role, method: string, path: string, body?: object): Promise<Answered> {
      const answer = await server.request(path, {
        method,
        headers: { authorization: `Bearer ${await keyOf(role)}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { ok: answer.status < 400 && !text.includes('"ok":false'), text }
    },

    async mcp(role: Role, name: string, input: object): Promise<Answered> {
      const headers = { authorization: `Bearer ${await keyOf(role)}` }
      const client = new Client({ name: 'test', version: '1' })
      const address = new URL(`/mcp/${own.id}`, `http://127.0.0.1:${port}`)
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
      clients.push(client)
      const { structuredContent } = await client.callTool({ name: 'call_operation', arguments: { name, input } })
      const text = JSON.stringify(structuredContent ?? null)
      return { ok: text.includes('"ok":true'), text }
    },

    /** A run whose model makes one call. */
    async run(role: Role, name: string, input: object): Promise<Answered> {
      const scope = name.slice(0, name.indexOf('.'))
      const begun = await people[role].call('POST', '/api/ai/sessions', { projectId: own.id, scope })
      const sessionId = Value.Parse(Id, begun.body).id
      const before = model.bodies.length
      model.add([['call_operation', { name, input }]])
      const as = { ...server, call: people[role].call }
      await startRun(as, sessionId, 'Go on')
      await until(async () => {
        const { runs } = await session(as, sessionId)
        return runs.at(-1)?.endedAt !== undefined || runs.at(-1)?.status === 'waiting' ? true : undefined
      })
      const read = await session(as, sessionId)
      if (read.runs.at(-1)?.status === 'waiting') return { ok: false, text: JSON.stringify(read.approvals) }
      await ended(as, sessionId)
      // The model's input is the last message of its last request.
      const told = model.bodies.length - before > 1 ? (model.bodies.at(-1) ?? '') : ''
      const text = told.slice(told.lastIndexOf('tool_result'))
      return { ok: text !== '' && !/\\?"is_error\\?":\s*true|\\?"ok\\?":\s*false/.test(text), text }
    },

    /** A message with a key of the Conversation API, on which the model makes one call. */
    async conversation(role: 'editor' | 'viewer', name: string, input: object, projectId = own.id): Promise<Answered> {
      const made = await server.call('POST', `/api/projects/${own.id}/content/keys`, { name: 'Door', role })
      const { key } = Value.Parse(Key, made.body)
      if (projectId === own.id) model.add([[name, input]])
      const answer = await server.request(`/api/conversation/v1/${projectId}/message`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ message: 'Go on' }),
      })
      return answered({ status: answer.status, body: await answer.json() })
    },

    /** Saves a version of a project, and returns its id. */
    async version(projectId = own.id): Promise<string> {
      const made = await server.call('POST', `/api/projects/${projectId}/versions`, { name: 'As it is' })
      return Value.Parse(Id, made.body).id
    },

    /** Imports one page into the first project. */
    async importSite(role: Role, html: string): Promise<Answered> {
      return await importPage('imported.html', html, { cookie: people[role].cookie })
    },

    /** A program replaces the home page of the first project by an import. */
    async importHomeByKey(role: Role, html: string): Promise<Answered> {
      const headers = { authorization: `Bearer ${await keyOf(role)}` }
      return await importPage('index.html', html, headers, '?conflicts=replace')
    },

    /** Sends the form of a project as a visitor. */
    async submit(projectId: string): Promise<Answered> {
      const body = JSON.stringify({ data: { title: 'From a visitor' } })
      const answer = await server.request(`/api/forms/v1/${projectId}/post/submit`, { method: 'POST', body })
      return { ok: answer.status === 200, text: await answer.text() }
    },

    /** Sets or deletes one key over the live documents' socket. */
    async tab(role: Role, documentId: string, key: string, value?: unknown, byKey = false): Promise<Answered> {
      const headers: Record<string, string> = byKey
        ? { authorization: `Bearer ${await keyOf(role)}` }
        : { cookie: people[role].cookie }
      const tab: SyncTab = openSyncTab(`ws://127.0.0.1:${port}/sync`, documentId, headers)
      try {
        await until(async () => (tab.provider.synced || tab.denials.length > 0 ? true : undefined))
        if (tab.denials.length > 0) return { ok: false, text: tab.denials.join() }
        const answer = tab.answered()
        if (value === undefined) tab.fields.delete(key)
        else tab.fields.set(key, value)
        await answer
        return { ok: !tab.provider.hasUnsyncedChanges, text: '' }
      } finally {
        tab.close()
      }
    },

    /** Makes a change as the owner, by an operation over HTTP; returns its change set. */
    async change(name: string, input: object, projectId = own.id): Promise<string> {
      const answer = await server.call('POST', `/api/projects/${projectId}/operations/${name}`, { input })
      if (!Value.Check(Wrote, answer.body)) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
      return answer.body.changeSetId
    },

    async close() {
      await Promise.all(clients.map((client) => client.close()))
      http.closeAllConnections()
      http.close()
      await server.close()
      await model.close()
    },
  }
}
