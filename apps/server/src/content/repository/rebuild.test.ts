import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryAt, repositoryPath } from '@atelier/repository'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bySuite } from '../../../../../scripts/testing/runs.ts'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { gitText, testGit } from '../../../testing/git.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let projectId = ''
let path = ''
const save = (title: string) => operate(server, 'content.save_content', { model: 'note', data: { first: { title } } })
const call = async (method: string, rest: string, body?: object) => {
  const answer = await server.call(method, `/api/projects/${projectId}/content/${rest}`, body)
  return { status: answer.status, body: Object(answer.body) }
}
const opened = async () => repositoryAt(await testGit(), path)
const read = async (at = path) =>
  gitText(await testGit(), at, 'show', 'refs/heads/contentrain:.contentrain/content/blog/note/data.json')

beforeEach(async () => {
  server = await startTestServer({ ATELIER_OPEN_REMOTES: '1' })
  projectId = (await firstProject(server)).id
  path = repositoryPath(server.config.dataDir, projectId)
  await operate(server, 'content.init_project', {
    locales: ['en'],
    domains: ['blog'],
    models: [
      {
        id: 'note',
        name: 'Note',
        kind: 'collection',
        domain: 'blog',
        i18n: false,
        title_field: 'title',
        fields: { title: { type: 'string', required: true } },
      },
    ],
  })
  await save('One')
  expect((await call('POST', 'sync')).body).toMatchObject({ state: 'written' })
})
afterEach(() => server.close())

const packsOf = () => readdirSync(join(path, 'objects', 'pack')).filter((name) => name.endsWith('.pack'))
const damages: Record<string, () => Promise<void> | void> = {
  'a HEAD that holds nothing git knows': () => writeFileSync(join(path, 'HEAD'), 'garbage'),
  'no HEAD': () => rmSync(join(path, 'HEAD')),
  'a pack that ends too early': async () => {
    await gitText(await testGit(), path, 'gc', '--quiet', '--force')
    for (const name of packsOf()) {
      rmSync(join(path, 'objects', 'pack', name.replace('.pack', '.rev')), { force: true })
      truncateSync(join(path, 'objects', 'pack', name), 40)
    }
  },
  'no objects': () => {
    rmSync(join(path, 'objects'), { recursive: true })
    mkdirSync(join(path, 'objects'))
  },
  'a file in its place': () => {
    rmSync(path, { recursive: true })
    writeFileSync(path, 'no repository')
  },
}

test.each(bySuite(Object.entries(damages).slice(0, 2), Object.entries(damages)))(
  '%s is told without a path, and the repository is made anew from the content',
  async (_, damage) => {
    await damage()
    await save('Two')
    const failed = await call('POST', 'sync')
    expect(failed.body).toMatchObject({ state: 'failed', damaged: true, error: expect.stringContaining('damaged') })
    expect(JSON.stringify(failed.body)).not.toContain(server.config.dataDir)
    expect((await call('GET', 'status')).body).toMatchObject({ damaged: true })
    const rebuilt = await call('POST', 'rebuild')
    expect(rebuilt).toMatchObject({ status: 200, body: { state: 'written' } })
    expect(rebuilt.body).not.toHaveProperty('damaged')
    expect(rebuilt.body.written).toBe(rebuilt.body.seq)
    expect(await (await opened()).check()).toEqual([])
    expect(await read()).toContain('Two')
    expect(existsSync(join(server.config.dataDir, 'content', `${projectId}.damaged`))).toBe(true)
    await save('Three')
    await call('POST', 'sync')
    expect(await read()).toContain('Three')
  },
)

test('branches are there again too, also where one was merged', async () => {
  const branch = async (title: string) =>
    String(Object(Object(await operate(server, 'content.createBranch', { title })).body).data.id)
  const [merged, open] = [await branch('Merged'), await branch('Open')]
  for (const [branchId, title] of [
    [merged, 'Two'],
    [open, 'Three'],
  ] as const) {
    const input = { model: 'note', data: { [title.toLowerCase()]: { title } } }
    expect(await operate(server, 'content.save_content', input, { branchId })).toMatchObject({
      body: { ok: true },
    })
  }
  await call('POST', 'sync')
  expect(await operate(server, 'content.merge_branch', { branch: merged })).toMatchObject({ body: { ok: true } })
  await call('POST', 'sync')
  writeFileSync(join(path, 'HEAD'), 'garbage')
  expect(await call('POST', 'rebuild')).toMatchObject({ status: 200, body: { state: 'written' } })
  expect(await (await opened()).check()).toEqual([])
  expect(await read()).toContain('Two')
  expect(await read()).not.toContain('Three')
  const refs = await (await opened()).refs('refs/heads/cr/')
  expect(refs.size).toBeGreaterThan(0)
})

test('with a remote it continues from the pushed state, so that the histories stay one', async () => {
  const there = join(server.config.dataDir, 'there.git')
  mkdirSync(there)
  await gitText(await testGit(), there, 'init', '--quiet', '--bare', there)
  expect((await call('PUT', 'remote', { url: `file://${there}` })).status).toBe(200)
  const pushed = await gitText(await testGit(), there, 'rev-parse', 'refs/heads/contentrain')
  writeFileSync(join(path, 'HEAD'), 'garbage')
  await save('Two')
  expect((await call('POST', 'sync')).body).toMatchObject({ damaged: true })
  expect(await call('POST', 'rebuild')).toMatchObject({ status: 200, body: { state: 'written' } })
  expect(await read(there)).toContain('Two')
  expect(await gitText(await testGit(), there, 'rev-parse', 'refs/heads/contentrain~1')).toBe(pushed)
  expect(await (await opened()).check()).toEqual([])
})

test('a remote that cannot be reached leaves everything as it is', async () => {
  const there = join(server.config.dataDir, 'there.git')
  mkdirSync(there)
  await gitText(await testGit(), there, 'init', '--quiet', '--bare', there)
  await call('PUT', 'remote', { url: `file://${there}` })
  rmSync(there, { recursive: true })
  const refused = await call('POST', 'rebuild')
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'rebuild_failed' } } })
  expect(await read()).toContain('One')
})

test('only owners and admins make it anew', async () => {
  const made = await server.call('POST', '/api/keys', { name: 'edits', role: 'editor' })
  const headers = { cookie: '', authorization: `Bearer ${Object(made.body).key}` }
  expect((await server.call('POST', `/api/projects/${projectId}/content/rebuild`, undefined, headers)).status).toBe(403)
})
