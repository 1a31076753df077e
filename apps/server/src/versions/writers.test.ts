import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join, type Member, newProject } from '../../testing/people.ts'
import { startTestServer, type TestServer, withoutGit } from '../../testing/server.ts'

let server: TestServer
let grace: Member
let projectId = ''
let site = ''

beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
  const project = await firstProject(server)
  projectId = project.id
  site = project.siteDocumentId
  grace = await join(server, { email: 'grace@example.com', role: 'member', projects: [{ projectId, role: 'editor' }] })
})
afterAll(() => server.close())

const writersOf = (documentId: string, keys: readonly string[], project = projectId) =>
  server.call('POST', `/api/projects/${project}/documents/${documentId}/writers`, { keys })
const rename = (call: TestServer['call'], name: string) =>
  call('POST', `/api/projects/${projectId}/operations/site.setSiteSettings`, { input: { name } })

test('the author of a value is named to others, also after the document was compacted', async () => {
  await rename(server.call, 'Ours')
  await rename(grace.call, 'Theirs')
  const fields = (await server.services.documents.projection(site))?.fields ?? {}
  const key = Object.keys(fields).find((each) => fields[each] === 'Theirs') ?? expect.fail('There is no name')
  const expected = { status: 200, body: { writers: [{ key, by: [{ userId: grace.id, userName: 'grace' }] }] } }
  expect(await writersOf(site, [key])).toMatchObject(expected)
  await server.services.documents.compact(site)
  await server.services.documents.compact(site)
  expect(await writersOf(site, [key])).toMatchObject(expected)
})

test('a document of another project is not found', async () => {
  const other = await newProject(server, 'Other')
  expect((await writersOf(site, ['a'], other)).status).toBe(404)
})
