import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeProvider, firstProject } from '../../testing/ai.ts'
import { answer, operate, useModel } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Key = Type.Object({ id: Type.String(), key: Type.String() })

let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>>
let projectId = ''
/** The model's next words, once it may speak. */
let next: () => Promise<string | [string, object][]> = async () => 'Done.'
let calls = 0

beforeAll(async () => {
  provider = await fakeProvider(async (response) => answer(response, await next(), () => ++calls))
  server = await startTestServer()
  await useModel(server, provider.url)
  projectId = (await firstProject(server)).id
  await operate(server, 'content.init_project', {
    locales: ['en', 'tr'],
    domains: ['shop'],
    models: [
      { id: 'post', fields: { title: { type: 'string' } } },
      { id: 'news', fields: { title: { type: 'string' } } },
    ],
  })
  await operate(server, 'content.save_content', { model: 'post', data: { hello: { title: 'Classified' } } })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const keysAt = () => `/api/projects/${projectId}/content/keys`

test.each([
  ['revoked', undefined],
  ['narrowed to another model', { models: ['news'] }],
  ['narrowed to another locale', { locales: ['tr'] }],
  ['narrowed to other tools', { tools: ['list_models'] }],
  ['given a lesser role', { role: 'viewer' }],
])('a key that is %s while the model thinks neither reads nor writes any more', async (_, change) => {
  const made = await server.call('POST', keysAt(), { name: 'Shop', role: 'editor' })
  const { id, key } = Value.Parse(Key, made.body)
  let think = () => {}
  const thinking = new Promise<void>((done) => {
    think = done
  })
  let answerNow = () => {}
  const mayAnswer = new Promise<void>((done) => {
    answerNow = done
  })
  next = async () => {
    think()
    await mayAnswer
    return [
      ['get_content', { model: 'post' }],
      ['save_content', { model: 'post', data: { hello: { title: 'Changed' } } }],
    ]
  }
  const before = provider.bodies.length
  const sent = server.request(`/api/conversation/v1/${projectId}/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ message: 'Change it' }),
  })
  await thinking
  const changed = change
    ? await server.call('PATCH', `${keysAt()}/${id}`, change)
    : await server.call('DELETE', `${keysAt()}/${id}`)
  expect(changed.status).toBe(change ? 200 : 204)
  answerNow()
  const answered = await sent
  expect(answered.status).toBe(502)
  expect(await answered.text()).not.toContain('Classified')
  expect(provider.bodies.slice(before + 1).join('\n')).not.toContain('Classified')
  expect((await server.services.content.reader(projectId).entry('post', 'hello'))?.title).toBe('Classified')
})

test('the last use of a key is known, also if it only reads', async () => {
  const Listed = Type.Object({
    keys: Type.Array(Type.Object({ id: Type.String(), lastUsedAt: Type.Optional(Type.Number()) })),
  })
  const { id, key } = Value.Parse(Key, (await server.call('POST', keysAt(), { name: 'Reads', role: 'viewer' })).body)
  const lastUse = async () =>
    Value.Parse(Listed, (await server.call('GET', keysAt())).body).keys.find((each) => each.id === id)?.lastUsedAt
  expect(await lastUse()).toBeUndefined()
  const began = Date.now()
  const headers = { authorization: `Bearer ${key}` }
  expect((await server.request(`/api/content/v1/${projectId}/models`, { headers })).status).toBe(200)
  expect(await lastUse()).toBeGreaterThanOrEqual(began)
})
