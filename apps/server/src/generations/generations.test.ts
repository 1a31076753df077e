import { Generation } from '@atelier/api'
import { readPlan, readProgress } from '@atelier/generate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectScene } from '../../testing/generations.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a rehearsed generation is planned, carried out, published, undone and redone', async () => {
  const { project, slug, plan: begin, call, until, bytes } = await projectScene(server)
  const before = await bytes()
  const { id, documentId } = await begin()
  const plan = await server.services.documents.open(documentId)
  if (!plan) return expect.fail('There is no plan')
  expect(readPlan(plan.view).pages.map(({ filename }) => filename)).toContain('index.html')
  expect(await bytes()).toBe(before)

  await call(`${id}/start`, {})
  expect(await until(id, 'complete')).toMatchObject({ rehearsed: true, undone: false, spentUsd: 0 })
  const { parts } = readProgress(plan.view)
  const { pages } = readPlan(plan.view)
  expect(pages.map(({ key }) => parts.get(key)?.state)).toEqual(pages.map(() => 'stands'))
  expect(new Set(pages.map(({ key }) => parts.get(key)?.sessionId)).size).toBe(pages.length)

  expect(await server.call('POST', `/api/projects/${project}/publish`)).toMatchObject({ status: 201 })
  const host = `${slug}.localhost`
  for (const { filename } of pages) {
    const path = filename === 'index.html' ? '/' : `/${filename.replace('.html', '')}`
    const answer = await server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })
    expect([filename, answer.status]).toEqual([filename, 200])
    expect(await answer.text()).toContain('<header class="header">')
  }

  const after = await bytes()
  expect(await call(`${id}/undo`)).toMatchObject({ generation: { undone: true }, kept: [] })
  expect(await bytes()).toBe(before)
  await expect(call(`${id}/start`, {})).rejects.toThrow('Bring them back first')
  expect(await call(`${id}/redo`)).toMatchObject({ generation: { undone: false }, kept: [] })
  expect(await bytes()).toBe(after)
})

test('a rehearsal declines a brief in a language that it does not write, in one sentence', async () => {
  const { project } = await projectScene(server)
  const at = `/api/projects/${project}/generations`
  const brief = 'Somos una clínica dental en Sevilla. Hacemos limpiezas e implantes. Abierto de lunes a viernes.'
  const { body } = await server.call('POST', at, { brief })
  const { id } = Value.Parse(Generation, body)
  const read = async () => (await server.call('GET', `${at}/${id}`)).body
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({
    state: 'error',
    why: 'A rehearsal writes only English and German, not Spanish: add a model to have this site planned.',
  })
})

test('a generation leaves a locked page as it is, and says why that page does not stand', async () => {
  const { project, plan: begin, call, read, operate } = await projectScene(server)
  const pages = await server.call('GET', `/api/projects/${project}/pages`)
  const home = Value.Parse(Pages, pages.body).pages[0]?.documentId ?? ''
  await operate('insertHtml', { parentId: home, html: '<h1>By hand</h1>' })
  expect(await operate('setLocked', { ids: [home], locked: true })).toMatchObject({ ok: true })
  const before = (await server.services.documents.projection(home))?.fields
  const { id } = await begin()
  await call(`${id}/start`, {})
  const ended = async () => (await read(id)).state
  await expect.poll(ended, { timeout: 20_000, interval: 50 }).not.toMatch(/planning|running|awaiting/)
  const { parts } = await read(id)
  expect(parts.find(({ documentId }) => documentId === home)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('is locked for the agent'),
  })
  expect(parts.filter(({ state }) => state === 'stands').length).toBeGreaterThan(3)
  expect((await server.services.documents.projection(home))?.fields).toEqual(before)
})
