import { queryBuilder, rowsOf } from '@atelier/streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { png, upload } from '../../../testing/media.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { type FakeWeb, fakeWeb } from '../../../testing/web.ts'
import type { Tables } from '../../database/tables.ts'
import { createLibrary } from './library.ts'

let web: FakeWeb
let server: TestServer
let projectId = ''

beforeAll(async () => {
  web = await fakeWeb(
    (request, response) => {
      if (request.url === '/inside.png')
        return void response.writeHead(302, { location: 'http://rebound.example/a.png' }).end()
      response.setHeader('content-type', 'image/png').end(png(40, 30))
    },
    {
      hosts: { 'inner.example': '10.0.0.7', 'rebound.example': '127.0.0.1', 'mixed.example': ['93.184.215.14', '::1'] },
    },
  )
  server = await startTestServer({}, { web })
  projectId = (await firstProject(server)).id
  const fields = {
    name: { type: 'string' },
    cover: { type: 'image' },
    about: { type: 'markdown' },
    gallery: { type: 'array', items: 'image' },
  }
  await call('content.init_project', {
    locales: ['en', 'tr'],
    models: [
      { id: 'open', fields },
      { id: 'closed', fields },
    ],
  })
})
afterAll(async () => {
  await server.close()
  await web.close()
})

const call = async (name: string, input: object, more: object = {}) => (await operate(server, name, input, more)).body
const get = async <Data>(path: string) => {
  const { body } = await server.call('GET', `/api/projects/${projectId}/media${path}`)
  return body as Data
}
interface Listed {
  total: number
  files: { id: string; name: string; path: string; focal?: object }[]
  tags: { tag: string; count: number }[]
}
interface Used {
  pages: { label: string }[]
  entries: { model: string; id: string; field: string; locale: string }[]
}
const list = (query = '') => get<Listed>(query)
const names = ({ files }: Listed) => files.map(({ name }) => name)
async function add(name: string, seed: number) {
  const { body } = await upload(server, projectId, name, png(20 + seed, 20))
  return { id: String(body.id), path: String(body.path) }
}

test('the library comes in pages, filtered by words, tag and kind', async () => {
  for (const [seed, name] of ['one.png', 'two.png', 'three.png'].entries()) await add(name, seed)
  const [three] = (await list()).files
  await call('content.update_media', {
    assetId: three?.id,
    tags: ['bread', 'oven'],
    alt: { '*': 'Three loaves', tr: 'Üç somun' },
    focal: { x: 0.25, y: 0.75 },
  })
  expect(await list('?limit=2')).toMatchObject({
    total: 3,
    tags: [
      { tag: 'bread', count: 1 },
      { tag: 'oven', count: 1 },
    ],
  })
  expect(names(await list('?limit=2&offset=2'))).toEqual(['one.png'])
  expect(names(await list('?search=somun'))).toEqual(['three.png'])
  expect((await list('?tag=bread')).files).toMatchObject([{ name: 'three.png', focal: { x: 0.25, y: 0.75 } }])
  expect((await list('?kind=video')).total).toBe(0)
  expect((await list('?kind=image')).total).toBe(3)
})

test('a file is used by pages, fields, lists and Markdown of entries; unused is what none of them names', async () => {
  const page = await add('page.png', 11)
  const field = await add('field.png', 12)
  const text = await add('text.png', 13)
  const item = await add('item.png', 14)
  const { body } = await server.call('GET', `/api/projects/${projectId}/pages`)
  const [home] = (body as { pages: { id: string }[] }).pages
  await call('site.insertHtml', { parentId: home?.id, html: `<img src="/${page.path}" alt="">` })
  await call('content.save_content', {
    model: 'open',
    data: { a: { name: 'A', cover: field.path, gallery: [item.path], about: `See ![x](/${text.path}) here.` } },
  })
  await call('content.save_content', { model: 'closed', data: { b: { name: 'B', cover: `/${field.path}` } } })
  const uses = (id: string) => get<Used>(`/${id}/uses`)
  expect((await uses(page.id)).pages).toMatchObject([{ label: expect.stringContaining('<img> src') }])
  expect((await uses(field.id)).entries).toMatchObject([
    { model: 'closed', id: 'b', field: 'cover', locale: 'en' },
    { model: 'open', id: 'a', field: 'cover', locale: 'en' },
  ])
  expect((await uses(text.id)).entries).toMatchObject([{ model: 'open', id: 'a', field: 'about' }])
  expect((await uses(item.id)).entries).toMatchObject([{ model: 'open', id: 'a', field: 'gallery' }])
  expect(names(await list('?unused=1')).sort()).toEqual(['one.png', 'three.png', 'two.png'])
  // The cached uses go with the first change.
  await call('content.save_content', { model: 'open', data: { a: { gallery: [] } } })
  expect(names(await list('?unused=1'))).toContain('item.png')
})

test('a caller with a restriction sees the changes of entries that they may see, and no other language', async () => {
  const query = queryBuilder<Tables>('sqlite').selectFrom('projects').selectAll().where('id', '=', projectId)
  const [project] = await server.services.database.read(rowsOf(query))
  if (!project) throw new Error('The project is gone')
  const library = createLibrary(server.services)
  const restriction = { models: ['open'], locales: ['en'] }
  const { files } = await library.list(project, { search: 'three' }, restriction)
  expect(files).toMatchObject([{ alt: { '*': 'Three loaves' } }])
  expect(Object.keys(files[0]?.alt ?? {})).toEqual(['*'])
  expect((await library.list(project, { search: 'somun' }, restriction)).total).toBe(0)
  const [field] = (await list('?search=field')).files
  const uses = await library.uses(project, field?.id ?? '', restriction)
  expect(uses?.entries.map(({ model }) => model)).toEqual(['open'])
})

test('a call that joins the change set of another is undone with it; one of elsewhere or undone is refused', async () => {
  const [file] = (await list('?search=one')).files
  const path = (name: string) => `/api/projects/${projectId}/operations/${name}`
  const first = await server.call('POST', path('content.save_content'), {
    input: { model: 'open', data: { joined: { name: 'Joined' } } },
  })
  const { changeSetId } = first.body as { changeSetId: string }
  const second = await server.call('POST', path('content.update_media'), {
    input: { assetId: file?.id, tags: ['joined'] },
    changeSetId,
  })
  expect(second.body).toMatchObject({ ok: true, changeSetId })
  expect((await list('?tag=joined')).total).toBe(1)
  expect((await server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`, {})).status).toBe(200)
  expect((await list('?tag=joined')).total).toBe(0)
  const entry = await server.call('GET', `/api/projects/${projectId}/content/models/open/entries/joined`)
  expect(entry.status).toBe(404)
  for (const wrong of [changeSetId, 'none'])
    expect(
      await server.call('POST', path('content.update_media'), {
        input: { assetId: file?.id, tags: ['late'] },
        changeSetId: wrong,
      }),
    ).toMatchObject({ status: 409, body: { error: { code: 'change_set_undone' } } })
  expect((await list('?tag=late')).total).toBe(0)
})

test('a file by address comes only from the public web: no name, redirect or second address leads inside', async () => {
  const taken = await call('content.upload_media', { url: 'http://pictures.example/loaf.png' })
  expect(taken).toMatchObject({ ok: true, data: { filename: 'loaf.png', width: 40, height: 30 } })
  const before = { asked: web.requests.length, total: (await list()).total }
  for (const url of [
    'http://inner.example/a.png',
    'http://mixed.example/a.png',
    'http://127.0.0.1/a.png',
    'http://[::1]/a.png',
    'file:///etc/passwd',
  ])
    expect(await call('content.upload_media', { url })).toMatchObject({ ok: false, error: { code: 'not_uploaded' } })
  expect(web.requests.length).toBe(before.asked)
  expect(await call('content.upload_media', { url: 'http://pictures.example/inside.png' })).toMatchObject({
    ok: false,
    error: { code: 'not_uploaded' },
  })
  expect(web.requests.map(({ url }) => url)).not.toContain('/a.png')
  expect((await list()).total).toBe(before.total)
})
