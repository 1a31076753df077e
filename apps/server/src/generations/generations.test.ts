import { Generation } from '@atelier/api'
import { readPlan, readProgress } from '@atelier/generate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

const Made = Type.Object({ id: Type.String(), slug: Type.String() })
const brief =
  'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts. Open Tuesday to Saturday 7:00 – 14:00, write to hello@ferment.example.'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newProject = async (name: string) =>
  Value.Parse(Made, (await server.call('POST', '/api/projects', { name, starter: 'blank' })).body)

const read = async (project: string, id: string) =>
  Value.Parse(Generation, (await server.call('GET', `/api/projects/${project}/generations/${id}`)).body)

const until = async (project: string, id: string, state: Generation['state']) => {
  await expect.poll(async () => (await read(project, id)).state, { timeout: 20_000, interval: 50 }).toBe(state)
  return read(project, id)
}

const bytes = async (project: string) => {
  const ids = (await server.services.documents.list(project)).filter(({ kind }) => kind !== 'blueprint')
  const fieldsOf = async (id: string) => (await server.services.documents.projection(id))?.fields ?? {}
  const all = await Promise.all(ids.map(async ({ id }) => [id, Object.entries(await fieldsOf(id)).sort()]))
  return JSON.stringify(all)
}

test('a rehearsed generation is planned, carried out, published, undone and redone', async () => {
  const { id: project, slug } = await newProject('Ferment')
  const before = await bytes(project)
  const begun = await server.call('POST', `/api/projects/${project}/generations`, { brief })
  expect(begun.status).toBe(201)
  const { id, documentId } = Value.Parse(Generation, begun.body)
  await until(project, id, 'awaiting-approval')
  const plan = await server.services.documents.open(documentId)
  if (!plan) return expect.fail('There is no plan')
  expect(readPlan(plan.view).pages.map(({ filename }) => filename)).toContain('index.html')
  expect(await bytes(project)).toBe(before)

  await server.call('POST', `/api/projects/${project}/generations/${id}/start`, {})
  const done = await until(project, id, 'complete')
  expect(done).toMatchObject({ rehearsed: true, undone: false, spentUsd: 0 })
  const { parts } = readProgress(plan.view)
  const pages = readPlan(plan.view).pages
  expect(pages.map(({ key }) => parts.get(key)?.state)).toEqual(pages.map(() => 'stands'))
  const sessions = new Set(pages.map(({ key }) => parts.get(key)?.sessionId))
  expect(sessions.size).toBe(pages.length)

  expect(await server.call('POST', `/api/projects/${project}/publish`)).toMatchObject({ status: 201 })
  const host = `${slug}.localhost`
  for (const { filename } of pages) {
    const path = filename === 'index.html' ? '/' : `/${filename.replace('.html', '')}`
    const answer = await server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })
    expect([filename, answer.status]).toEqual([filename, 200])
    expect(await answer.text()).toContain('<header class="header">')
  }

  const after = await bytes(project)
  const undone = await server.call('POST', `/api/projects/${project}/generations/${id}/undo`)
  expect(undone).toMatchObject({ status: 200, body: { generation: { undone: true }, kept: [] } })
  expect(await bytes(project)).toBe(before)
  expect(await server.call('POST', `/api/projects/${project}/generations/${id}/start`, {})).toMatchObject({
    status: 409,
  })
  const redone = await server.call('POST', `/api/projects/${project}/generations/${id}/redo`)
  expect(redone).toMatchObject({ status: 200, body: { generation: { undone: false }, kept: [] } })
  expect(await bytes(project)).toBe(after)
})
