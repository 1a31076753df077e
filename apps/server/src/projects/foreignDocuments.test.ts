import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id } from '../../testing/ai.ts'
import { startTestServer, type TestServer, withoutGit } from '../../testing/server.ts'

const Pages = Type.Object({
  pages: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), rootNodeId: Type.Optional(Type.String()) })),
})

let server: TestServer
let own: Awaited<ReturnType<typeof firstProject>>
/** A page of another project. */
let foreign: { id: string; title: string; rootNodeId?: string }

const pagesOf = async (projectId: string) =>
  Value.Parse(Pages, (await server.call('GET', `/api/projects/${projectId}/pages`)).body).pages

beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  own = await firstProject(server)
  const { id } = Value.Parse(Id, (await server.call('POST', '/api/projects', { name: 'Theirs' })).body)
  foreign = (await pagesOf(id))[0] ?? expect.fail()
  expect(foreign.rootNodeId).toBeDefined()
  // A site that lists it, as a tab may write it.
  const outcome = await server.services.documents.transact({
    projectId: own.id,
    origin: { kind: 'hand', userId: 'ada' },
    async body(drafts) {
      const site = await drafts.open(own.siteDocumentId)
      const [key = ''] = [...(site?.keys('page:') ?? [])]
      const entry = site?.get(key)
      if (typeof entry === 'object' && entry !== null) site?.set(`page:${foreign.id}`, { ...entry, slug: 'theirs' })
      return { result: null, commit: true }
    },
  })
  expect(outcome).toMatchObject({ ok: true })
})
afterAll(() => server.close())

test('a list of pages says nothing of a page of another project', async () => {
  const listed = (await pagesOf(own.id)).find(({ id }) => id === foreign.id)
  expect(listed?.rootNodeId).toBeUndefined()
})

test('a call that names a document of another project is answered as if there were none', async () => {
  const called = (documentId: string) =>
    server.call('POST', `/api/projects/${own.id}/operations/site.list_documents`, { input: {}, documentId })
  expect(await called(foreign.id)).toEqual(await called('nowhere'))
  expect((await called(foreign.id)).status).toBe(404)
})

test('a document is found in its own project only', async () => {
  const { documents } = server.services
  const views = documents.inProject(own.id)
  for (const found of [await views.open(foreign.id), await views.live(foreign.id), await views.projection(foreign.id)])
    expect(found).toBeUndefined()
  expect(await views.projection(own.siteDocumentId)).toBeDefined()
})
