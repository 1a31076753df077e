import { createHmac } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deepTest } from '../../../../../scripts/testing/deepTest.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ ATELIER_OPEN_REMOTES: '1' })
})
afterEach(() => server.close())

const idOf = (answer: { body: unknown }) => {
  const projects = Object(answer.body).projects
  return String(Object(Array.isArray(projects) ? projects[0] : undefined).id)
}

const DATA = '.contentrain/content/blog/note/data.json'

/** A project with one note, through the API. */
async function withNotes() {
  const projectId = idOf(await server.call('GET', '/api/projects'))
  const at = `/api/projects/${projectId}`
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
  const save = (title: string) => run('save_content', { model: 'note', data: { first: { title } } })
  expect(await save('One')).toMatchObject({ status: 200 })
  return { projectId, at, save }
}

/** A remote that others push to. */
async function remoteOf(projectId: string) {
  const git = await testGit()
  const path = join(server.config.dataDir, 'there.git')
  mkdirSync(path)
  await gitText(git, path, 'init', '--quiet', '--bare', path)
  const [there, ours] = [repositoryAt(git, path), repositoryAt(git, repositoryPath(server.config.dataDir, projectId))]
  const ref = 'refs/heads/contentrain'
  return {
    url: `file://${path}`,
    read: (file: string) => gitText(git, there.path, 'show', `${ref}:${file}`),
    readOurs: (file: string) => gitText(git, ours.path, 'show', `${ref}:${file}`),
    async push(file: string, text: string) {
      const parent = await there.tip(ref)
      const commit = commitWith([{ path: file, bytes: text }], { ref, ...(parent ? { parent } : {}) })
      expect(await writeCommits(there, [commit])).toMatchObject({ ok: true })
    },
  }
}

test('content that operations write is in a repository and on its remote', async () => {
  const id = idOf(await server.call('GET', '/api/projects'))
  const status = () => server.call('GET', `/api/projects/${id}/content/status`)
  expect(await status()).toMatchObject({ status: 200, body: { phase: 'uninitialized', seq: 0, state: 'written' } })
  const { projectId, at } = await withNotes()
  expect(await server.call('POST', `${at}/content/sync`)).toMatchObject({
    status: 200,
    body: { phase: 'active', state: 'written', tip: expect.stringMatching(/^[0-9a-f]{40}$/) },
  })
  const there = await remoteOf(projectId)
  expect(JSON.parse(await there.readOurs(DATA))).toEqual({ first: { title: 'One' } })
  const connected = await server.call('PUT', `${at}/content/remote`, { url: there.url })
  expect(connected).toMatchObject({ status: 200, body: { state: 'written' } })
  expect(JSON.parse(await there.read(DATA))).toEqual({ first: { title: 'One' } })
  expect(await server.call('PUT', `${at}/content/remote`, { url: 'ext::sh -c true' })).toMatchObject({
    status: 409,
    body: { error: { code: 'remote_failed', message: expect.stringContaining('spaces') } },
  })
  expect(await server.call('DELETE', `${at}/content/remote`)).toMatchObject({ status: 204 })
  expect(await server.call('DELETE', `${at}/content/remote`)).toMatchObject({ status: 404 })
})

deepTest('settings or a model of the remote that cannot be read hold back writing until they can be', async () => {
  const { projectId, at, save } = await withNotes()
  const there = await remoteOf(projectId)
  await server.call('PUT', `${at}/content/remote`, { url: there.url })
  const sync = () => server.call('POST', `${at}/content/sync`)
  const config = '.contentrain/config.json'
  const text = await there.read(config)
  await there.push(config, '{ "')
  const unread = { phase: 'error', error: expect.stringContaining(config) }
  expect(await sync()).toMatchObject({ body: { ...unread, state: 'failed' } })
  expect(await save('Two')).toMatchObject({ body: { error: { code: 'wrong_phase' } } })
  expect(await server.call('GET', `${at}/content`)).toMatchObject({ body: unread })
  await there.push(config, text)
  const mended = await sync()
  expect(mended).toMatchObject({ body: { phase: 'active', state: 'written' } })
  expect(mended.body).not.toHaveProperty('error')
  expect(await save('Two')).toMatchObject({ status: 200 })
  const isPushed = async () => {
    const { seq, pushed } = Object((await sync()).body)
    return pushed === seq
  }
  await expect.poll(isPushed, { timeout: 10_000 }).toBe(true)
  await there.push('.contentrain/models/note.json', '{ "')
  expect(await sync()).toMatchObject({ body: { phase: 'error', error: expect.stringContaining('models/note.json') } })
  await server.call('DELETE', `${at}/content/remote`)
  expect(await server.call('GET', `${at}/content/status`)).toMatchObject({ body: { phase: 'active' } })
})

test('a push is imported when the remote calls with the secret, and no other caller learns whether there is one', async () => {
  const { projectId, at } = await withNotes()
  const there = await remoteOf(projectId)
  const connected = await server.call('PUT', `${at}/content/remote`, { url: there.url })
  const secret = String(Object(connected.body).webhookSecret)
  expect(secret).toMatch(/^[\w-]{43}$/)
  await there.push(DATA, '{\n  "first": {\n    "title": "Theirs"\n  }\n}\n')
  const call = async (headers: Record<string, string>, body = '{"ref":"refs/heads/contentrain"}', path = at) => {
    const answer = await server.request(`${path}/content/webhook`, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const sign = (body: string) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })
  const refused = await call({})
  expect(refused.status).toBe(404)
  expect(await call(sign('other'))).toEqual(refused)
  expect(await call({ 'x-gitlab-token': 'other' })).toEqual(refused)
  expect(await call({ 'x-gitlab-token': secret }, '{}', '/api/projects/none')).toEqual(refused)
  const large = 'x'.repeat(64 * 1024 + 1)
  expect(await call(sign(large), large)).toMatchObject({ status: 413 })
  const body = '{"ref":"refs/heads/contentrain"}'
  expect(await call(sign(body), body)).toMatchObject({ status: 202 })
  await expect
    .poll(async () => JSON.parse(await there.readOurs(DATA)), { timeout: 10_000 })
    .toEqual({ first: { title: 'Theirs' } })
  expect(await call({ 'x-gitlab-token': secret })).toMatchObject({ status: 202 })
  const again = await server.call('PUT', `${at}/content/remote`, { url: there.url })
  expect(Object(again.body).webhookSecret).not.toBe(secret)
  expect(await call({ 'x-gitlab-token': secret })).toEqual(refused)
  await server.call('DELETE', `${at}/content/remote`)
  expect(await call({ 'x-gitlab-token': String(Object(again.body).webhookSecret) })).toEqual(refused)
})
