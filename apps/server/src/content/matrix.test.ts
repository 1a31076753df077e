import { type Role, roles, type Tool, tools } from '@atelier/content/testing/toolTable'
import { queryBuilder } from '@atelier/streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, newProject } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { Tables } from '../database/tables.ts'

type Phase = Parameters<Tool['isAllowedIn']>[0]
type Workflow = 'auto-merge' | 'review'
interface Answer {
  ok: boolean
  data?: Record<string, unknown>
  error?: { code: string }
  code?: string
}

let server: TestServer
const projects = new Map<string, string>()
const cookies = new Map<Role, string>()
const db = queryBuilder<Tables>('sqlite')

const call = async (project: string, name: string, input: object, role: Role = 'owner', focus: object = {}) => {
  const path = `/api/projects/${projects.get(project)}/operations/content.${name}`
  const { body } = await server.call('POST', path, { input, ...focus }, { cookie: cookies.get(role) ?? '' })
  return body as Answer
}
const codeOf = ({ error, code }: Answer) => error?.code ?? code

const post = {
  id: 'post',
  fields: { title: { type: 'string', required: true } },
}
const setUp = (workflow: Workflow) => ({ locales: ['en', 'tr'], domains: ['blog'], workflow, models: [post] })

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['uninitialized', 'init_pending', 'error', 'auto-merge', 'review'])
    projects.set(name, await newProject(server, name))
  const all = [...projects.values()]
  cookies.set('owner', server.cookie)
  cookies.set('admin', (await join(server, { email: 'admin@example.com', role: 'admin' })).cookie)
  for (const role of ['viewer', 'reviewer', 'editor'] as const) {
    const own = all.map((projectId) => ({ projectId, role }))
    cookies.set(role, (await join(server, { email: `${role}@example.com`, role: 'member', projects: own })).cookie)
  }
  for (const name of ['auto-merge', 'review', 'error'] as const)
    await call(name, 'init_project', setUp(name === 'review' ? 'review' : 'auto-merge'))
  // A repository whose setup waits on a branch, and one that cannot be read.
  const project_id = projects.get('init_pending') ?? ''
  const id = 'b0000000-0000-7000-8000-000000000001'
  await server.services.documents.transact({
    projectId: project_id,
    origin: { kind: 'hand', userId: 'x' },
    label: 'Set up',
    async body(drafts) {
      drafts.create('c0000000-0000-7000-8000-000000000001', 'content').set('term:word/en', 'Word')
      const branch = drafts.create(id, 'branch')
      branch.set('state', 'open')
      branch.set('name', 'cr/new/init/1700000000-0a1b')
      branch.set('title', 'Set up')
      return { result: undefined, commit: true }
    },
  })
  await server.services.database.transact(function* () {
    yield db
      .updateTable('content_projects')
      .set({ state: 'error', error: 'The config cannot be read.' })
      .where('project_id', '=', projects.get('error') ?? '')
      .compile()
  })
})
afterAll(() => server.close())

/** Input that each tool takes, about things that do not exist, so that the calls change nothing. */
const inputs: Readonly<Record<string, object>> = {
  list_models: {},
  get_content: { model: 'none' },
  save_content: { model: 'none', data: { a: {} } },
  delete_content: { model: 'none', entryIds: ['a'] },
  save_model: { id: '-', kind: 'collection' },
  validate: {},
  list_branches: {},
  merge_branch: { branch: 'cr/none' },
  reject_branch: { branch: 'cr/none' },
  init_project: { locales: ['!'] },
  copy_locale: { model: 'none', from: 'en', to: 'tr' },
  brain_query: { model: 'none' },
  brain_search: { query: 'none' },
  search_media: {},
  upload_media: { url: 'http://127.0.0.1:1/none.png' },
  get_media: { assetId: 'none' },
  update_status: { model: 'none', entryIds: ['a'], status: 'draft' },
  update_media: { assetId: 'none', tags: ['a'] },
  delete_media: { assetId: 'none' },
  branch_health: {},
  relation_expand: { model: 'none', id: 'a' },
  vocabulary: { terms: { '': {} } },
  add_locale: { locale: '!' },
  delete_model: { model: 'none' },
  brain_analyze: {},
  validate_schema: {},
  list_submissions: {},
  approve_submission: { submissionId: 'none' },
  reject_submission: { submissionId: 'none' },
}

const places: readonly { phase: Phase; project: string }[] = [
  { phase: 'uninitialized', project: 'uninitialized' },
  { phase: 'init_pending', project: 'init_pending' },
  { phase: 'error', project: 'error' },
  { phase: 'active', project: 'auto-merge' },
  { phase: 'active', project: 'review' },
]

describe.each(places)('in the phase $phase of the project $project', ({ phase, project }) => {
  test.each(roles)('%s may call what the tables allow', async (role) => {
    const found: Record<string, string | undefined> = {}
    const expected: Record<string, string | undefined> = {}
    for (const tool of tools) {
      const code = codeOf(await call(project, tool.name, inputs[tool.name] ?? {}, role))
      expect(code, tool.name).not.toBe('invalid_input')
      expect(code, tool.name).not.toBe('internal')
      const isOutside = phase === 'uninitialized' || phase === 'init_pending'
      // A read of content that is not there says so by the same code, and is allowed all the same.
      const isRefused = code === 'forbidden' || (code === 'wrong_phase' && !(tool.isRead && isOutside))
      found[tool.name] = isRefused ? code : 'allowed'
      expected[tool.name] = !tool.mayCall(role) ? 'forbidden' : tool.isAllowedIn(phase) ? 'allowed' : 'wrong_phase'
    }
    expect(found).toEqual(expected)
  })
})

describe.each(['auto-merge', 'review'] as const)('with the workflow %s', (workflow) => {
  /** The calls of each tool that depends on the workflow, for a role; the first call makes what the next ones need. */
  const writes = (role: Role): Record<string, object> => ({
    save_content: { model: 'post', data: { [`x-${role}`]: { title: role } } },
    copy_locale: { model: 'post', from: 'en', to: 'tr', entryIds: [`x-${role}`] },
    update_status: { model: 'post', entryIds: [`x-${role}`], status: 'published' },
    vocabulary: { terms: { [role]: { en: role } } },
    delete_content: { model: 'post', entryIds: [`x-${role}`] },
    save_model: { id: `m-${role}`, fields: { title: { type: 'string' } } },
    delete_model: { model: `m-${role}` },
    add_locale: { locale: role === 'admin' ? 'de' : 'fr' },
  })

  test.each(['editor', 'admin', 'owner'] as const)('what %s writes goes where it says', async (role) => {
    const goesLive = workflow === 'auto-merge' || role !== 'editor'
    const reader = server.services.content.reader(projects.get(workflow) ?? '')
    const branches = async () => (await server.services.content.state(projects.get(workflow) ?? '')).branches.length
    const before = await branches()
    for (const [name, input] of Object.entries(writes(role))) {
      const tool = tools.find((each) => each.name === name)
      expect(tool?.workflow, name).toBe('workflow-dependent')
      if (!tool?.mayCall(role)) continue
      const { data, ...rest } = await call(workflow, name, input, role)
      expect({ name, ...rest }).toMatchObject({ name, ok: true })
      const where = { workflow, merged: goesLive, ...(goesLive ? {} : { branch: expect.stringMatching(/^cr\//) }) }
      expect(data, name).toMatchObject(where)
      expect(data?.branch === undefined, name).toBe(goesLive)
      if (name === 'save_content') expect((await reader.entry('post', `x-${role}`)) !== undefined).toBe(goesLive)
    }
    // All of one person's work waits on one branch.
    expect(await branches()).toBe(before + (goesLive ? 0 : 1))
    expect((await reader.schema())?.vocabulary[role] !== undefined).toBe(goesLive)
  })

  test('an approved submission is live, or on the branch of the reviewer who approved it', async () => {
    const project_id = projects.get(workflow) ?? ''
    const rest = { entry_id: null, decided_by: null, decided_at: null, locale: 'en', model_id: 'post', created_at: 1 }
    for (const role of ['reviewer', 'owner'] as const) {
      const id = `${workflow}-${role}`
      await server.services.database.transact(function* () {
        yield db
          .insertInto('submissions')
          .values({ id, project_id, state: 'pending', data: '{"title":"Sent"}', ...rest })
          .compile()
      })
      const goesLive = workflow === 'auto-merge' || role === 'owner'
      const { data } = await call(workflow, 'approve_submission', { submissionId: id }, role)
      expect(data).toMatchObject({ workflow, merged: goesLive })
    }
  })

  test('a branch that is named is written on by everybody, and merged by those who decide', async () => {
    const made = await call(workflow, 'createBranch', { title: 'Together' }, 'editor')
    const branchId = String(made.data?.id)
    for (const role of ['editor', 'owner'] as const)
      expect(
        (
          await call(workflow, 'save_content', { model: 'post', data: { [`b-${role}`]: { title: role } } }, role, {
            branchId,
          })
        ).data,
      ).toMatchObject({ merged: false, branch: made.data?.branch })
    expect(codeOf(await call(workflow, 'merge_branch', { branch: branchId }, 'editor'))).toBe('forbidden')
    expect(await call(workflow, 'merge_branch', { branch: branchId }, 'reviewer')).toMatchObject({
      data: { merged: true, entries: [{}, {}] },
    })
  })
})

test('a reader for one locale shows no text of another: no title, no stand-in, no near word, no finding', async () => {
  const project = 'auto-merge'
  const turkish = await call(project, 'save_content', {
    model: 'post',
    locale: 'tr',
    data: { only: { title: 'Gizlikelime' } },
  })
  expect(turkish).toMatchObject({ ok: true })
  const projectId = projects.get(project) ?? ''
  const whole = server.services.content.reader(projectId)
  expect((await whole.entry('post', 'only'))?.title).toBe('Gizlikelime')
  const reader = server.services.content.reader(projectId, { locales: ['en'] })
  const seen = [
    await reader.entry('post', 'only'),
    await reader.entries('post'),
    await reader.nearestWords('gizlikelimf'),
  ]
  expect(JSON.stringify(seen)).not.toMatch(/gizlikelime/i)
  expect(await reader.search({ words: ['gizlikelime'], limit: 5 })).toEqual([])
})
