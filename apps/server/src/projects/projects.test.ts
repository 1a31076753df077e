import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Projects = Type.Object({
  projects: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), role: Type.String() })),
})
const Pages = Type.Object({
  pages: Type.Array(
    Type.Object({ id: Type.String(), slug: Type.String(), documentId: Type.String(), rootNodeId: Type.String() }),
  ),
})
const Made = Type.Object({ id: Type.String(), slug: Type.String() })

let server: TestServer
let projectId: string
beforeEach(async () => {
  server = await startTestServer()
  projectId = (await projects())[0]?.id ?? ''
})
afterEach(() => server.close())

const projects = async () => Value.Parse(Projects, (await server.call('GET', '/api/projects')).body).projects
const pages = async () => Value.Parse(Pages, (await server.call('GET', `/api/projects/${projectId}/pages`)).body).pages
const operate = (name: string, body: object, headers?: Record<string, string>) =>
  server.call('POST', `/api/projects/${projectId}/operations/${name}`, body, headers)

describe('a project', () => {
  test('a new server holds one, with the starter site', async () => {
    expect(await projects()).toHaveLength(1)
    expect((await pages()).map(({ slug }) => slug)).toEqual(expect.arrayContaining(['index', 'about', 'contact']))
  })

  test('says when something in it was last changed', async () => {
    const Shown = Type.Object({ createdAt: Type.Number(), updatedAt: Type.Number() })
    const shown = async () => Value.Parse(Shown, (await server.call('GET', `/api/projects/${projectId}`)).body)
    const before = await shown()
    await new Promise((resolve) => setTimeout(resolve, 5))
    const [home] = await pages()
    await operate('insertHtml', { input: { parentId: home?.rootNodeId, html: '<p>New</p>' } })
    expect((await shown()).updatedAt).toBeGreaterThan(before.updatedAt)
  })

  test('is made, renamed and deleted; slugs are unique', async () => {
    const one = Value.Parse(
      Made,
      (await server.call('POST', '/api/projects', { name: 'Blue Door!', starter: 'blank' })).body,
    )
    const two = Value.Parse(Made, (await server.call('POST', '/api/projects', { name: 'Blue door' })).body)
    expect([one.slug, two.slug]).toEqual(['blue-door', 'blue-door-2'])
    expect(await server.call('PATCH', `/api/projects/${one.id}`, { name: 'Red' })).toMatchObject({
      status: 200,
      body: { name: 'Red' },
    })
    expect((await server.call('DELETE', `/api/projects/${one.id}`)).status).toBe(204)
    expect((await server.call('GET', `/api/projects/${one.id}`)).status).toBe(404)
    expect(await server.call('POST', '/api/projects', { name: 'x', starter: 'none' })).toMatchObject({
      status: 400,
      body: { error: { path: '/starter' } },
    })
  })

  test('is published, seen on the sites’ port, and an earlier release put back', async () => {
    const slug = (await projects())[0]?.slug ?? ''
    const first = await server.call('POST', `/api/projects/${projectId}/publish`)
    expect(first).toMatchObject({ status: 201, body: { number: 1, live: true, url: `http://${slug}.localhost:4001/` } })
    await operate('insertHtml', { input: { parentId: (await pages())[0]?.rootNodeId, html: '<p>Second edition</p>' } })
    await server.call('POST', `/api/projects/${projectId}/publish`)
    const seen = async () => (await server.sites.request(`http://${slug}.localhost:4001/`)).text()
    expect(await seen()).toContain('Second edition')
    const { id } = Value.Parse(Made, { slug, ...Value.Parse(Type.Object({ id: Type.String() }), first.body) })
    expect(await server.call('POST', `/api/projects/${projectId}/releases/${id}/restore`)).toMatchObject({
      status: 200,
    })
    expect(await seen()).not.toContain('Second edition')
    expect((await server.call('POST', `/api/projects/${projectId}/releases/none/restore`)).status).toBe(404)
  })
})

describe('an operation', () => {
  test('aims at the home page by default, and answers with a revision beside the data', async () => {
    const read = await operate('read_document', { input: {} })
    expect(read).toMatchObject({
      status: 200,
      body: { ok: true, data: { title: expect.any(String), html: expect.stringContaining('uid=') } },
    })
    expect(read.body).toHaveProperty('revision')
    expect((await operate('site.read_document', { input: {} })).body).toEqual(read.body)
  })

  test('changes the page and its revision; a failing one changes nothing', async () => {
    const home = (await pages()).find(({ slug }) => slug === 'index')
    const before = await operate('read_document', { input: {} })
    const failed = await operate('insertHtml', { input: { parentId: 'nowhere', html: '<p>x</p>' } })
    expect(failed).toMatchObject({ status: 200, body: { ok: false, error: { code: expect.any(String) } } })
    expect((await operate('read_document', { input: {} })).body).toEqual(before.body)
    const made = await operate('insertHtml', { input: { parentId: home?.rootNodeId, html: '<p>Written by hand</p>' } })
    expect(made).toMatchObject({ status: 200, body: { ok: true } })
    const after = await operate('read_document', { input: {}, documentId: home?.documentId })
    expect(JSON.stringify(after.body)).toContain('Written by hand')
    expect(after.body).not.toMatchObject({
      revision: Value.Parse(Type.Object({ revision: Type.String() }), before.body).revision,
    })
  })

  test('is undone and redone by the id beside its data, a page that it made with it', async () => {
    const added = await operate('site.addPage', { input: { title: 'Opening hours' } })
    const { changeSetId } = Value.Parse(Type.Object({ changeSetId: Type.String() }), added.body)
    const slugs = async () => (await pages()).map(({ slug }) => slug)
    const turn = (to: string) => server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/${to}`)
    expect(await turn('undo')).toMatchObject({ status: 200, body: { undone: true, kept: [] } })
    expect(await slugs()).not.toContain('opening-hours')
    expect(await turn('redo')).toMatchObject({ status: 200, body: { undone: false, kept: [] } })
    expect(await slugs()).toContain('opening-hours')
    expect(await turn('redo')).toMatchObject({ status: 409, body: { error: { code: 'already_applied' } } })
    expect((await operate('read_document', { input: {} })).body).not.toHaveProperty('changeSetId')
  })

  test('refuses wrong input with its path, and what is not there', async () => {
    expect(await operate('insertHtml', { input: { parentId: 3, html: '<p>x</p>' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', path: '/parentId', received: 'the number 3' } },
    })
    expect((await operate('noSuchThing', { input: {} })).status).toBe(404)
    expect((await operate('read_document', { input: {}, documentId: 'nowhere' })).status).toBe(404)
  })

  test('the list holds every operation with its input schema', async () => {
    const { body } = await server.call('GET', '/api/operations?scope=site')
    expect(JSON.stringify(body)).toContain('"id":"site.insertHtml"')
  })
})

describe('who may do what', () => {
  const member = async (role: string | undefined) => {
    const key = await server.call('POST', '/api/keys', { name: 'limited', ...(role ? { role } : {}) })
    return { cookie: '', authorization: `Bearer ${Value.Parse(Type.Object({ key: Type.String() }), key.body).key}` }
  }

  test('a viewer reads and cannot write', async () => {
    const headers = await member('viewer')
    expect((await operate('read_document', { input: {} }, headers)).status).toBe(200)
    const refused = await operate('addPage', { input: { title: 'Mine' } }, headers)
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect((await server.call('POST', `/api/projects/${projectId}/publish`, undefined, headers)).status).toBe(403)
    expect((await server.call('POST', '/api/projects', { name: 'Mine' }, headers)).status).toBe(403)
    expect((await server.call('POST', '/api/ai/credentials', { provider: 'ollama', label: 'x' }, headers)).status).toBe(
      403,
    )
  })

  test('a project that is not the caller’s is 404 for every request', async () => {
    const other = Value.Parse(Made, (await server.call('POST', '/api/projects', { name: 'Other' })).body)
    const key = await server.call('POST', '/api/keys', { name: 'one project', projectIds: [other.id] })
    const headers = {
      cookie: '',
      authorization: `Bearer ${Value.Parse(Type.Object({ key: Type.String() }), key.body).key}`,
    }
    expect((await server.call('GET', `/api/projects/${other.id}`, undefined, headers)).status).toBe(200)
    expect((await server.call('GET', `/api/projects/${projectId}`, undefined, headers)).status).toBe(404)
    expect((await operate('read_document', { input: {} }, headers)).status).toBe(404)
    const session = await server.call('POST', '/api/ai/sessions', { projectId, scope: 'site' }, headers)
    expect(session.status).toBe(404)
  })

  test('a member sees only the projects where they have a role', async () => {
    const { kysely } = server.services
    await kysely.updateTable('workspace_members').set({ role: 'member' }).execute()
    expect(await projects()).toEqual([])
    expect((await server.call('GET', `/api/projects/${projectId}`)).status).toBe(404)
    const [user] = await kysely.selectFrom('auth_users').select('id').execute()
    await kysely
      .insertInto('project_members')
      .values({ project_id: projectId, user_id: user?.id ?? '', role: 'editor' })
      .execute()
    expect(await projects()).toMatchObject([{ id: projectId, role: 'editor' }])
    expect((await operate('addPage', { input: { title: 'Mine' } })).status).toBe(200)
    expect((await server.call('DELETE', `/api/projects/${projectId}`)).status).toBe(403)
  })
})

describe('an operation called by hand', () => {
  test('is read as it was plainly meant, by its name in another case too', async () => {
    const root = (await pages())[0]?.rootNodeId ?? ''
    const given = { arguments: { ParentId: root, html: '<p id="meant">1</p>', index: null } }
    const made = await operate('Insert_Html', { input: JSON.stringify(given) })
    expect(made).toMatchObject({ status: 200, body: { ok: true, data: { createdCount: 1 } } })
    const [home] = await pages()
    const read = await operate('site.read_document', { input: { document: `page:${home?.documentId}`, part: '1' } })
    expect(JSON.stringify(read.body)).toContain('id=\\"meant\\"')
  })

  test('is refused with the field that was most likely meant', async () => {
    const refused = await operate('insertHtml', { input: { parentUid: 'a', html: '<p>x</p>' } })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('unknown field parentUid; did you mean parentId?') } },
    })
    expect((await operate('insertHtm', { input: {} })).status).toBe(404)
  })
})
