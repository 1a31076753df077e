import { readPublishProblems } from '@atelier/api'
import { unzipSync } from 'fflate'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Release = Type.Object({ id: Type.String(), number: Type.Number(), live: Type.Boolean(), url: Type.String() })
const Releases = Type.Object({ releases: Type.Array(Release) })
const Problems = readPublishProblems.response
const Version = Type.Object({ id: Type.String(), name: Type.String(), createdBy: Type.String() })
const Done = Type.Object({ ok: Type.Literal(true), data: Type.Unknown() })
const Made = Type.Object({ id: Type.String(), slug: Type.String() })

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A separate project, and the actions on it. */
async function newProject() {
  count += 1
  const { id, slug } = Value.Parse(Made, (await server.call('POST', '/api/projects', { name: `Shop ${count}` })).body)
  const api = (method: string, path: string, body?: unknown) => server.call(method, `/api/projects/${id}${path}`, body)
  const operation = async (name: string, input: object) =>
    (await api('POST', `/operations/site.${name}`, { input })).body
  const done = async <Data extends TSchema>(name: string, input: object, data: Data): Promise<Static<Data>> =>
    Value.Parse(data, Value.Parse(Done, await operation(name, input)).data)
  const visit = async (path = '/', host = `${slug}.localhost`) => {
    const answer = await server.sites.request(`http://${host}${path}`, { headers: { host } })
    return { status: answer.status, text: await answer.text() }
  }
  return {
    api,
    operation,
    done,
    visit,
    titled: async () => /<title>([^<]*)/.exec((await visit()).text)?.[1],
    releases: async () => Value.Parse(Releases, (await api('GET', '/releases')).body).releases,
    publish: async () => {
      const { status, body } = await api('POST', '/publish')
      expect(status).toBe(201)
      return Value.Parse(Release, body)
    },
  }
}

describe('releases', () => {
  test('are published, put back and deleted, but never the one that visitors see', async () => {
    const { api, operation, publish, releases, titled, visit } = await newProject()
    expect((await visit()).status).toBe(404)
    await operation('setSiteSettings', { metaTitle: 'First' })
    const first = await publish()
    expect(await titled()).toBe('First')
    await operation('setSiteSettings', { metaTitle: 'Second' })
    expect(await titled()).toBe('First')
    const second = await publish()
    expect([await titled(), first.number, second.number]).toEqual(['Second', 1, 2])
    expect((await releases()).map(({ id, live }) => [id, live])).toEqual([
      [second.id, true],
      [first.id, false],
    ])

    expect(await api('DELETE', `/releases/${second.id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'release_live' } },
    })
    expect(await api('POST', `/releases/${first.id}/restore`)).toMatchObject({ status: 200, body: { live: true } })
    expect(await titled()).toBe('First')
    expect((await api('DELETE', `/releases/${second.id}`)).status).toBe(204)
    expect((await api('DELETE', `/releases/${second.id}`)).status).toBe(404)
    expect((await api('POST', `/releases/${second.id}/restore`)).status).toBe(404)
    expect((await releases()).map(({ id }) => id)).toEqual([first.id])
  })

  test('of another project can be neither put back nor deleted', async () => {
    const [mine, other] = [await newProject(), await newProject()]
    const { id } = await other.publish()
    expect((await mine.api('POST', `/releases/${id}/restore`)).status).toBe(404)
    expect((await mine.api('DELETE', `/releases/${id}`)).status).toBe(404)
    expect((await other.releases()).map((release) => release.id)).toEqual([id])
  })

  test('tell how far they are, line by line', async () => {
    const { api } = await newProject()
    expect((await api('GET', '/releases')).body).toEqual({ releases: [] })
    const { id } = Value.Parse(Made, (await server.call('POST', '/api/projects', { name: 'Lines' })).body)
    const answer = await server.request(`/api/projects/${id}/publish`, {
      method: 'POST',
      headers: { cookie: server.cookie, accept: 'application/x-ndjson' },
    })
    const lines = (await answer.text()).trim().split('\n')
    const stages = lines.map((line) => JSON.parse(line)).map(({ type, stage }) => (type === 'progress' ? stage : type))
    expect([stages[0], stages.at(-1)]).toEqual(['checking', 'release'])
    expect(stages).toContain('rendering')
  })

  test('are held back by the checks if the site asks for it, unless a user publishes all the same', async () => {
    const { api, operation, done, publish } = await newProject()
    await done('setSiteSettings', { checkGate: 'errors' }, Type.Unknown())
    const { rootNodeId } = await done(
      'addPage',
      { title: 'Broken', slug: 'broken' },
      Type.Object({ rootNodeId: Type.String() }),
    )
    await done('insertHtml', { parentId: rootNodeId, html: '<img src="/nowhere.png">' }, Type.Unknown())
    expect(await api('POST', '/publish')).toMatchObject({ status: 409, body: { error: { code: 'publish_held' } } })
    expect(await operation('publish', {})).toMatchObject({ ok: false, error: { code: 'publish_held' } })
    expect((await api('GET', '/releases')).body).toEqual({ releases: [] })
    expect((await api('POST', '/publish?despite=findings')).status).toBe(201)
    await operation('setSiteSettings', { checkGate: 'off' })
    expect((await publish()).number).toBe(2)
  })

  test('are preceded by what visitors would see at once, each with its place', async () => {
    const { api, operation } = await newProject()
    const counts = async () => {
      const { body } = await api('GET', '/publish/problems')
      return Value.Parse(Problems, body)
    }
    const before = await counts()
    expect(before.counts).toMatchObject({ deadLinks: 0, blanks: 0 })
    const classes = Array.from({ length: 12 }, (_, at) => `made-up-${at}`).join(' ')
    const content = `<!doctype html><title>Broken</title><main class="${classes}"><h1>x</h1><a href="/nowhere/">x</a><img alt="x"><p>Call [Your telephone number].</p></main>`
    await operation('writeFile', { filename: 'broken.html', content })
    const { counts: after, findings } = await counts()
    expect(after).toEqual({ deadLinks: 1, missingPictures: 1, unstyledPages: 1, blanks: 1 })
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'blank-text',
      'broken-link',
      'missing-source',
      'unstyled-page',
    ])
    expect(findings.every(({ nodeId }) => nodeId !== undefined)).toBe(true)
  })

  test('are made by the operation as well, which says where the site is', async () => {
    const { done, releases, visit } = await newProject()
    const made = await done(
      'publish',
      {},
      Type.Object({ releaseId: Type.String(), number: Type.Number(), url: Type.String(), pages: Type.Number() }),
    )
    expect(made).toMatchObject({ number: 1, pages: 3, url: expect.stringMatching(/^http:\/\/shop-\d+\.localhost/) })
    expect((await releases()).map(({ id, live }) => [id, live])).toEqual([[made.releaseId, true]])
    expect((await visit()).status).toBe(200)
  })
})

test('an export is the site as it is now, published or not', async () => {
  const { operation, releases } = await newProject()
  await operation('setSiteSettings', { metaTitle: 'In the archive' })
  const { body } = await server.call('GET', '/api/projects')
  const projects = Value.Parse(Type.Object({ projects: Type.Array(Made) }), body).projects
  const project = projects.find(({ slug }) => slug === `shop-${count}`) ?? expect.fail()
  const answer = await server.request(`/api/projects/${project.id}/export`, { headers: { cookie: server.cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toContain(`${project.slug}.zip`)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(Buffer.from(files['index.html'] ?? []).toString()).toContain('<title>In the archive</title>')
  expect(await releases()).toEqual([])
})

test('a domain leads to a site until it is taken away, and to one site only', async () => {
  const [mine, other] = [await newProject(), await newProject()]
  await mine.publish()
  expect(await mine.api('POST', '/domains', { host: 'WWW.Shop.example.' })).toMatchObject({
    status: 201,
    body: { host: 'www.shop.example' },
  })
  expect((await mine.visit('/', 'www.shop.example')).status).toBe(200)
  expect(await other.api('POST', '/domains', { host: 'www.shop.example' })).toMatchObject({
    status: 409,
    body: { error: { code: 'domain_taken' } },
  })
  expect(await mine.api('POST', '/domains', { host: 'no domain' })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_domain' } },
  })
  await mine.publish()
  expect((await mine.visit('/sitemap.xml')).text).toContain('<loc>https://www.shop.example/</loc>')
  expect((await other.api('DELETE', '/domains/www.shop.example')).status).toBe(404)
  expect((await mine.api('DELETE', '/domains/www.shop.example')).status).toBe(204)
  expect((await mine.visit('/', 'www.shop.example')).status).toBe(404)
  expect((await mine.api('GET', '/domains')).body).toEqual({ domains: [] })
})

test('versions are kept, listed and put back by operations, whole and page by page', async () => {
  const { api, done, operation, publish, titled } = await newProject()
  const list = () => done('list_versions', {}, Type.Object({ versions: Type.Array(Version) }))
  await done('setSiteSettings', { metaTitle: 'As it was' }, Type.Unknown())
  const { pageId, rootNodeId } = await done(
    'addPage',
    { title: 'About', slug: 'about' },
    Type.Object({ pageId: Type.String(), rootNodeId: Type.String() }),
  )
  const { versionId } = await done(
    'saveVersion',
    { name: ' Before the fair ' },
    Type.Object({ versionId: Type.String() }),
  )
  expect((await list()).versions).toMatchObject([{ id: versionId, name: 'Before the fair' }])
  expect(await operation('saveVersion', { name: '  ' })).toMatchObject({ error: { path: '/name' } })

  await done('setSiteSettings', { metaTitle: 'Changed' }, Type.Unknown())
  await done('insertHtml', { parentId: rootNodeId, html: '<p>Written since</p>' }, Type.Unknown())
  const one = await done('restoreVersion', { versionId, pageId }, Type.Unknown())
  expect(one).toMatchObject({ documents: [{ documentId: pageId }] })
  await publish()
  expect(await titled()).toBe('Changed')

  const all = await done('restoreVersion', { versionId }, Type.Unknown())
  expect(all).toMatchObject({ documents: [{ changes: 1 }] })
  await publish()
  expect(await titled()).toBe('As it was')
  expect((await list()).versions.map(({ name }) => name)).toContain('Before a version was put back')

  expect(await operation('restoreVersion', { versionId: 'nowhere' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_version', hint: expect.stringContaining('list_versions') },
  })
  expect(await operation('restoreVersion', { versionId, pageId: 'nowhere' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_page' },
  })
  const later = await done('addPage', { title: 'Later', slug: 'later' }, Type.Object({ pageId: Type.String() }))
  expect(await operation('restoreVersion', { versionId, pageId: later.pageId })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('not there yet') },
  })
  expect((await api('DELETE', `/versions/${versionId}`)).status).toBe(204)
})
