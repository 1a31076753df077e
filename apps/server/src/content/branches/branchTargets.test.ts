import { openBranch, valueKey } from '@atelier/content'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { firstProject, Id } from '../../../testing/ai.ts'
import { join, type Member } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const
let server: TestServer
let reviewer: Member
let projectId = ''
let site = ''
let entry = ''
let content = ''
/** An entry of another project. */
let foreign = ''

const call = async (name: string, input: object, cookie = server.cookie, project = projectId) =>
  (await server.call('POST', `/api/projects/${project}/operations/content.${name}`, { input }, { cookie })).body

async function setUp(project: string): Promise<string> {
  const post = { id: 'post', fields: { title: { type: 'string', required: true } } }
  await call('init_project', { locales: ['en'], domains: ['blog'], models: [post] }, server.cookie, project)
  await call('save_content', { model: 'post', data: { one: { title: 'One' } } }, server.cookie, project)
  return (await server.services.content.reader(project).entry('post', 'one'))?.documentId ?? ''
}

/** Writes a branch as a file, a merge or a socket would, without the operations. */
async function writeBranch(id: string, values: Record<string, object>, source: 'edit' | 'import' | 'merge' = 'edit') {
  return server.services.documents.transact({
    projectId,
    origin: ADA,
    source,
    changeSetId: `by-${id}`,
    async body(drafts) {
      const known = await drafts.open(id)
      const draft = known ?? drafts.create(id, 'branch')
      if (!known) openBranch(draft, { name: `cr/content/post/1-${id}`, title: id })
      for (const [key, value] of Object.entries(values)) draft.set(key, { ...value })
      return { result: null, commit: true }
    },
  })
}

beforeAll(async () => {
  server = await startTestServer()
  const project = await firstProject(server)
  projectId = project.id
  entry = await setUp(projectId)
  const [all, shells] = await Promise.all([
    server.services.documents.list(projectId, ['site', 'page']),
    server.services.documents.list(projectId, ['content']),
  ])
  site = all[0]?.id ?? ''
  content = shells[0]?.id ?? ''
  const made = await server.call('POST', '/api/projects', { name: 'Other' })
  foreign = await setUp(Value.Parse(Id, made.body).id)
  const projects = [{ projectId, role: 'reviewer' }]
  reviewer = await join(server, { email: 'reviewer@example.com', role: 'member', projects })
})
afterAll(() => server.close())

describe('a branch', () => {
  test.each(['edit', 'merge'] as const)('names only entries and the document of models (%s)', async (source) => {
    const value = { value: 'x' }
    const own = `own-${source}`
    expect(await writeBranch(own, { [valueKey(entry, 'en/title')]: value }, source)).toMatchObject({ ok: true })
    expect(await writeBranch(own, { [valueKey(content, 'term:a/en')]: value }, source)).toMatchObject({ ok: true })
    const made = { 'new-1': { model: 'post', id: 'new' }, [valueKey('new-1', 'en/title')]: value }
    expect(await writeBranch(own, made, source)).toMatchObject({ ok: true })
    for (const target of [site, own, foreign, 'nothing'])
      expect([
        target,
        await writeBranch(`other-${source}`, { [valueKey(target, 'en/title')]: value }, source),
      ]).toMatchObject([target, { ok: false, refused: 'invalid_branch' }])
  })

  test('takes no other document from a tab', async () => {
    await writeBranch('tab', {})
    const live = await server.services.documents.open('tab')
    const doc = new Y.Doc()
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(live?.doc ?? new Y.Doc()))
    const before = Y.encodeStateVector(doc)
    doc.getMap('fields').set(valueKey(site, 'title'), { value: 'x' })
    const update = Y.encodeStateAsUpdate(doc, before)
    expect(await server.services.documents.receive('tab', update, ADA)).toMatchObject({ ok: false })
    expect(live?.view.has(valueKey(site, 'title'))).toBe(false)
  })

  test('changes models only where a person who may change models merges or schedules it', async () => {
    await writeBranch('models', { [valueKey(content, 'public:post')]: { value: true } })
    const name = 'cr/content/post/1-models'
    const refused = { ok: false, error: { code: 'not_allowed' } }
    expect(await call('merge_branch', { branch: name }, reviewer.cookie)).toMatchObject(refused)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect(await call('scheduleBranch', { branch: name, at }, reviewer.cookie)).toMatchObject(refused)
    expect(await call('merge_branch', { branch: name })).toMatchObject({ ok: true })
    expect((await server.services.content.reader(projectId).schema())?.public).toEqual(['post'])
  })
})
