import { ProjectRole } from '@atelier/api'
import { siteOperations } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { capabilitiesOf, roleOf } from '../auth/roles.ts'

/**
 * The role whose rights each person has with a key of each role, and which their key is shown as. Editor and reviewer
 * are sets, not ranks: what both may (`common`) is less than either, and is shown as a viewer's.
 */
const table = `
person    none      viewer    reviewer  editor    admin     owner
viewer    viewer    viewer    viewer    viewer    viewer    viewer
reviewer  reviewer  viewer    reviewer  common    reviewer  reviewer
editor    editor    viewer    common    editor    editor    editor
admin     admin     viewer    reviewer  editor    admin     admin
owner     owner     viewer    reviewer  editor    admin     owner`

const reading = ['ai.chat', 'document.read']
const reviewing = [...reading, 'ai.tools.write', 'content.review']
const editing = [...reading, 'ai.tools.write', 'document.write', 'project.publish']
/** `workspace.manage` is new: it is what being an owner or an admin was. */
const all = [...editing, 'ai.audit.read', 'ai.providers.manage', 'content.model', 'content.review', 'workspace.manage']
const rights: Record<string, readonly string[]> = {
  viewer: reading,
  reviewer: reviewing,
  common: [...reading, 'ai.tools.write'],
  editor: editing,
  admin: all,
  owner: all,
}

const [heads = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))
const cases = lines.flatMap(([person = '', ...cells]) =>
  cells.map((expected, at) => ({ person, key: heads[at + 1] ?? '', expected })),
)

let server: TestServer
let projectId = ''
const cookies = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  cookies.set('owner', server.cookie)
  cookies.set('admin', (await join(server, { email: 'admin@example.com', role: 'admin' })).cookie)
  for (const role of ['editor', 'reviewer', 'viewer']) {
    const invitation = { email: `${role}@example.com`, role: 'member', projects: [{ projectId, role }] }
    cookies.set(role, (await join(server, invitation)).cookie)
  }
})
afterAll(() => server.close())

/** The headers of a person's own request, or of one with a key of theirs. */
async function headersOf(person: string, key: string): Promise<Record<string, string>> {
  const own = { cookie: cookies.get(person) ?? '' }
  if (key === 'none') return own
  const identity = await server.services.identities.of(new Headers(own))
  if (!identity) throw new Error(`${person} is not signed in`)
  // A member cannot ask for an admin's key; one may be left from before they became a member.
  const made = await server.services.keys.create(identity, { name: key, role: Value.Parse(ProjectRole, key) })
  return { cookie: '', authorization: `Bearer ${made.key}` }
}

const Projects = Type.Object({ projects: Type.Array(Type.Object({ role: Type.String() })) })

describe('what a key may do is what its role and its person both may', () => {
  test.each(cases)('$person with key $key: as $expected', async ({ person, key, expected }) => {
    const headers = await headersOf(person, key)
    const identity = await server.services.identities.of(new Headers(headers))
    const access = identity && (await server.services.workspaces.access(identity, projectId))
    const expectedRights = rights[expected] ?? []
    expect([...(access?.capabilities ?? [])].sort()).toEqual([...expectedRights].sort())
    const managed = identity && server.services.workspaces.shared(identity)
    const manages = expected === 'admin' || expected === 'owner'
    expect([...(managed ?? [])].sort()).toEqual(manages ? [...all].sort() : [])

    const call = (method: string, path: string, body?: object) => server.call(method, path, body, headers)
    const { projects } = Value.Parse(Projects, (await call('GET', '/api/projects')).body)
    expect(projects).toMatchObject([{ role: expected === 'common' ? 'viewer' : expected }])
    // One request for each right; the right is checked before the input is read.
    const doors: [right: string, method: string, path: string, body?: object][] = [
      ['ai.audit.read', 'GET', '/api/ai/audit'],
      ['ai.chat', 'GET', '/api/ai/credentials'],
      ['ai.providers.manage', 'POST', '/api/ai/credentials', {}],
      ['document.read', 'POST', `/api/projects/${projectId}/operations/read_document`, {}],
      ['document.write', 'POST', `/api/projects/${projectId}/operations/insertHtml`, {}],
      ['project.publish', 'POST', `/api/projects/${projectId}/operations/publish`, { input: 1 }],
      ['workspace.manage', 'GET', '/api/people'],
    ]
    const open: string[] = []
    for (const [right, ...request] of doors) if ((await call(...request)).status !== 403) open.push(right)
    expect(open).toEqual(doors.map(([right]) => right).filter((right) => expectedRights.includes(right)))
  })

  test.each([
    ['viewer', ['viewer', 'reviewer', 'editor']],
    ['editor', ['viewer', 'reviewer', 'editor']],
    ['admin', heads.slice(2)],
    ['owner', heads.slice(2)],
  ])('%s may make keys of these roles: %j', async (person, roles) => {
    const headers = await headersOf(person, 'none')
    const made: string[] = []
    for (const role of heads.slice(2)) {
      const { status } = await server.call('POST', '/api/keys', { name: role, role }, headers)
      expect([201, 403]).toContain(status)
      if (status === 201) made.push(role)
    }
    expect(made).toEqual(roles)
  })

  test('no key role adds anything to its person’s rights, nor its person’s to the key’s', () => {
    for (const { person, key } of cases.filter((each) => each.key !== 'none')) {
      const [own, limit] = [Value.Parse(ProjectRole, person), Value.Parse(ProjectRole, key)]
      const both = capabilitiesOf(own, limit)
      expect(both.isSubsetOf(capabilitiesOf(own))).toBe(true)
      expect(both.isSubsetOf(capabilitiesOf(limit))).toBe(true)
      expect(capabilitiesOf(roleOf(own, limit)).isSubsetOf(both)).toBe(true)
    }
  })

  test('every operation asks for a capability that an owner has', () => {
    const owners = capabilitiesOf('owner')
    expect(siteOperations.filter(({ capability }) => !owners.has(capability)).map(({ id }) => id)).toEqual([])
  })
})
