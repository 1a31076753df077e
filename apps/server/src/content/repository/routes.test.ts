import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitText, testGit } from '../../testing/git.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { repositoryPath } from './bareRepository.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ ATELIER_OPEN_REMOTES: '1' })
})
afterEach(() => server.close())

const idOf = (answer: { body: unknown }) => {
  const projects = Object(answer.body).projects
  return String(Object(Array.isArray(projects) ? projects[0] : undefined).id)
}

test('content that operations write is in a repository and on its remote', async () => {
  const projectId = idOf(await server.call('GET', '/api/projects'))
  const at = `/api/projects/${projectId}`
  const status = () => server.call('GET', `${at}/content/status`)
  expect(await status()).toMatchObject({ status: 200, body: { phase: 'uninitialized', seq: 0, state: 'written' } })
  const run = (name: string, input: object) => server.call('POST', `${at}/operations/content.${name}`, { input })
  const note = {
    id: 'note',
    name: 'Note',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'title',
    fields: { title: { type: 'string', required: true } },
  }
  expect(await run('init_project', { locales: ['en'], domains: ['blog'], models: [note] })).toMatchObject({
    status: 200,
  })
  expect(await run('save_content', { model: 'note', data: { first: { title: 'One' } } })).toMatchObject({ status: 200 })
  expect(await server.call('POST', `${at}/content/sync`)).toMatchObject({
    status: 200,
    body: { phase: 'active', state: 'written', tip: expect.stringMatching(/^[0-9a-f]{40}$/) },
  })
  const git = await testGit()
  const show = ['show', 'contentrain:.contentrain/content/blog/note/data.json']
  const repository = repositoryPath(server.config.dataDir, projectId)
  expect(JSON.parse(await gitText(git, repository, ...show))).toEqual({ first: { title: 'One' } })
  const there = join(server.config.dataDir, 'there.git')
  mkdirSync(there)
  await gitText(git, there, 'init', '--quiet', '--bare', there)
  const connected = await server.call('PUT', `${at}/content/remote`, { url: `file://${there}` })
  expect(connected).toMatchObject({ status: 200, body: { state: 'written' } })
  expect(JSON.parse(await gitText(git, there, ...show))).toEqual({ first: { title: 'One' } })
  expect(await server.call('PUT', `${at}/content/remote`, { url: 'ext::sh -c true' })).toMatchObject({
    status: 409,
    body: { error: { code: 'remote_failed', message: expect.stringContaining('spaces') } },
  })
  expect(await server.call('DELETE', `${at}/content/remote`)).toMatchObject({ status: 204 })
  expect(await server.call('DELETE', `${at}/content/remote`)).toMatchObject({ status: 404 })
})
