import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join, type Member, newProject } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Key = Type.Object({ id: Type.String(), key: Type.String() })
const Named = Type.Object({ id: Type.String() })

/**
 * Two workspaces on one server: Ada owns the first one. Grace edits a project of it, and owns the second, `zz-second`,
 * whose id sorts last.
 */
const second = 'zz-second'
const inSecond = { 'atelier-workspace': second }

let server: TestServer
let grace: Member
/** Ada's project, which Grace edits; Ada's own; and Grace's in the second workspace. */
let [shared, adas, graces] = ['', '', '']

beforeAll(async () => {
  server = await startTestServer()
  shared = (await firstProject(server)).id
  adas = await newProject(server, 'Of Ada alone')
  const projects = [{ projectId: shared, role: 'editor' }]
  grace = await join(server, { email: 'grace@example.com', role: 'member', projects })
  const { kysely } = server.services
  await kysely.insertInto('workspaces').values({ id: second, name: 'Second', created_at: 1 }).execute()
  const member = { workspace_id: second, user_id: grace.id, role: 'owner', created_at: 1 }
  await kysely.insertInto('workspace_members').values(member).execute()
  const made = await grace.call('POST', '/api/projects', { name: 'Of Grace' }, inSecond)
  graces = Value.Parse(Named, made.body).id
})
afterAll(() => server.close())

const idsOf = (body: unknown) => {
  const { projects } = Value.Parse(Type.Object({ projects: Type.Array(Named) }), body)
  return projects.map(({ id }) => id).sort()
}
const workspaceOf = (body: unknown) => Value.Parse(Type.Object({ workspace: Named }), body).workspace.id
const keyOf = async (person: Pick<Member, 'call'>, body: object, headers: Record<string, string> = {}) =>
  Value.Parse(Key, (await person.call('POST', '/api/keys', { name: 'ci', ...body }, headers)).body)
const bearer = (key: string) => ({ cookie: '', authorization: `Bearer ${key}` })

describe('a person in two workspaces', () => {
  test('is in the first unless the request names another, and sees the projects of one at a time', async () => {
    const me = await grace.call('GET', '/api/me')
    expect(me.body).toMatchObject({ workspace: { role: 'member' } })
    expect(workspaceOf(me.body)).not.toBe(second)
    expect(idsOf((await grace.call('GET', '/api/projects')).body)).toEqual([shared])
    const there = await grace.call('GET', '/api/me', undefined, inSecond)
    expect(there.body).toMatchObject({ workspace: { id: second, name: 'Second', role: 'owner' } })
    expect(idsOf((await grace.call('GET', '/api/projects', undefined, inSecond)).body)).toEqual([graces])
  })

  test('has no rights in a workspace that they are not a member of', async () => {
    expect((await server.call('GET', '/api/me', undefined, inSecond)).status).toBe(401)
    expect((await server.call('GET', '/api/me', undefined, { 'atelier-workspace': 'none' })).status).toBe(401)
  })

  test('reaches a project only through its own workspace', async () => {
    const from = async (headers: Record<string, string>, id: string) => {
      const { status } = await grace.call('GET', `/api/projects/${id}/pages`, undefined, headers)
      return status
    }
    expect(await from({}, shared)).toBe(200)
    expect(await from(inSecond, shared)).toBe(404)
    expect(await from({}, graces)).toBe(404)
    expect(await from(inSecond, graces)).toBe(200)
    expect((await server.call('GET', `/api/projects/${graces}/pages`)).status).toBe(404)
    expect((await grace.call('GET', `/api/projects/${adas}/pages`, undefined, inSecond)).status).toBe(404)
    const session = { projectId: graces, scope: 'site' }
    expect((await grace.call('POST', '/api/ai/sessions', session)).status).toBe(404)
    expect((await grace.call('POST', '/api/ai/sessions', session, inSecond)).status).toBe(201)
  })

  test('has an owner’s rights in only one of them', async () => {
    for (const path of ['/api/people', '/api/ai/audit']) {
      expect([path, (await grace.call('GET', path)).status]).toEqual([path, 403])
      expect([path, (await grace.call('GET', path, undefined, inSecond)).status]).toEqual([path, 200])
    }
    const { people } = Value.Parse(
      Type.Object({ people: Type.Array(Named) }),
      (await grace.call('GET', '/api/people', undefined, inSecond)).body,
    )
    expect(people.map(({ id }) => id)).toEqual([grace.id])
    const credential = { provider: 'ollama', label: 'Second’s own' }
    expect((await grace.call('POST', '/api/ai/credentials', credential, inSecond)).status).toBe(201)
    expect(JSON.stringify((await server.call('GET', '/api/ai/credentials')).body)).not.toContain('Second’s own')
    const listed = await grace.call('GET', '/api/ai/credentials', undefined, inSecond)
    expect(JSON.stringify(listed.body)).toContain('Second’s own')
  })

  test('sees the conversations of one workspace at a time', async () => {
    const start = async (projectId: string, headers: Record<string, string>) =>
      Value.Parse(Named, (await grace.call('POST', '/api/ai/sessions', { projectId, scope: 'site' }, headers)).body).id
    const [here, there] = [await start(shared, {}), await start(graces, inSecond)]
    const listed = async (headers: Record<string, string>) =>
      JSON.stringify((await grace.call('GET', '/api/ai/sessions', undefined, headers)).body)
    expect(await listed({})).toContain(here)
    expect(await listed({})).not.toContain(there)
    expect(await listed(inSecond)).not.toContain(here)
    expect((await grace.call('GET', `/api/ai/sessions/${there}`)).status).toBe(404)
    expect((await grace.call('GET', `/api/ai/sessions/${there}`, undefined, inSecond)).status).toBe(200)
  })
})

describe('a key', () => {
  test('acts in the workspace that it was made in, whatever the request names', async () => {
    const { key } = await keyOf(grace, {}, inSecond)
    for (const headers of [bearer(key), { ...bearer(key), 'atelier-workspace': 'none' }]) {
      const me = await server.call('GET', '/api/me', undefined, headers)
      expect(me.body).toMatchObject({ workspace: { id: second, role: 'owner' } })
      expect(idsOf((await server.call('GET', '/api/projects', undefined, headers)).body)).toEqual([graces])
      expect((await server.call('GET', `/api/projects/${shared}/pages`, undefined, headers)).status).toBe(404)
    }
    const first = await keyOf(grace, {})
    expect(idsOf((await server.call('GET', '/api/projects', undefined, bearer(first.key))).body)).toEqual([shared])
  })

  test('is listed and deleted only by its own person in its own workspace', async () => {
    const adasKey = await keyOf(server, {})
    const here = await keyOf(grace, {})
    const there = await keyOf(grace, {}, inSecond)
    const listed = async (person: Pick<Member, 'call'>, headers: Record<string, string> = {}) =>
      JSON.stringify((await person.call('GET', '/api/keys', undefined, headers)).body)
    expect(await listed(grace)).toContain(here.id)
    for (const foreign of [adasKey.id, there.id]) expect(await listed(grace)).not.toContain(foreign)
    expect(await listed(grace, inSecond)).not.toContain(here.id)
    expect(await listed(server)).not.toContain(here.id)

    const remove = async (person: Pick<Member, 'call'>, id: string, headers: Record<string, string> = {}) =>
      (await person.call('DELETE', `/api/keys/${id}`, undefined, headers)).status
    const works = async ({ key }: { key: string }) =>
      (await server.call('GET', '/api/me', undefined, bearer(key))).status === 200
    expect(await remove(grace, adasKey.id)).toBe(404)
    expect(await remove(server, here.id)).toBe(404)
    expect(await remove(grace, there.id)).toBe(404)
    expect(await remove(grace, here.id, inSecond)).toBe(404)
    expect(await Promise.all([adasKey, here, there].map(works))).toEqual([true, true, true])
    expect(await remove(grace, there.id, inSecond)).toBe(204)
    expect(await remove(grace, here.id)).toBe(204)
    expect(await Promise.all([adasKey, here, there].map(works))).toEqual([true, false, false])
  })
})

test('a person who leaves one workspace stays in the other, with the key that they have there', async () => {
  const here = await keyOf(grace, {})
  const there = await keyOf(grace, {}, inSecond)
  expect((await server.call('DELETE', `/api/people/${grace.id}`)).status).toBe(204)
  const status = async ({ key }: { key: string }) =>
    (await server.call('GET', '/api/me', undefined, bearer(key))).status
  expect([await status(here), await status(there)]).toEqual([401, 200])
})
