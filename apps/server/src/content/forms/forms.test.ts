import { readFormConfig } from '@atelier/api'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let projectId = ''
let host = ''

const Project = Type.Object({ slug: Type.String() })
const Inbox = Type.Object({
  body: Type.Object({
    data: Type.Object({
      submissions: Type.Array(
        Type.Object({ id: Type.String(), locale: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
      ),
    }),
  }),
})

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  host = `${Value.Parse(Project, (await server.call('GET', `/api/projects/${projectId}`)).body).slug}.localhost:4001`
  await operate(server, 'content.init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    models: [
      {
        id: 'message',
        name: 'Messages',
        i18n: true,
        title_field: 'name',
        fields: {
          name: { type: 'string', required: true, max: 40 },
          email: { type: 'email' },
          text: { type: 'text' },
          stars: { type: 'integer', min: 1, max: 5 },
          news: { type: 'boolean' },
          topics: { type: 'array', items: 'string' },
          secret: { type: 'string' },
          picture: { type: 'image' },
        },
      },
    ],
  })
  await operate(server, 'content.saveForm', {
    model: 'message',
    open: true,
    fields: ['name', 'email', 'text', 'stars', 'news', 'topics'],
    required: ['email'],
    locale: 'tr',
    message: 'We read <everything>.',
    perMinute: 60,
  })
})
afterAll(() => server.close())

const sendTo = (path: string, body: string, headers: Record<string, string> = {}) =>
  server.sites.request(`http://${host}${path}`, {
    method: 'POST',
    body,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}`, ...headers },
  })
const send = (inputs: Record<string, string> | [string, string][], headers?: Record<string, string>) =>
  sendTo('/_forms/message', new URLSearchParams(inputs).toString(), headers)
const submit = (data: unknown, headers: Record<string, string> = {}) =>
  server.app.request(`http://localhost:4000/api/forms/v1/${projectId}/message/submit`, {
    method: 'POST',
    body: JSON.stringify({ data }),
    headers: { host: 'localhost:4000', 'content-type': 'application/json', ...headers },
  })

async function inbox(status = 'pending') {
  const found = await operate(server, 'content.list_submissions', { modelId: 'message', status, limit: 100 })
  return Value.Parse(Inbox, found).body.data.submissions
}

test('a form without a script is kept as values of its fields, and leads to a page that says so', async () => {
  const answer = await send([
    ['name', ' Ada\u0000 '],
    ['email', 'ada@example.com'],
    ['text', 'One\r\ntwo <b>'],
    ['stars', '4'],
    ['news', 'on'],
    ['topics', 'bread'],
    ['topics', 'cake'],
    ['secret', 'not asked for'],
    ['status', 'published'],
  ])
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_forms/message'])
  const [kept] = await inbox()
  expect(kept).toMatchObject({
    locale: 'tr',
    data: {
      name: 'Ada',
      email: 'ada@example.com',
      text: 'One\ntwo <b>',
      stars: 4,
      news: true,
      topics: ['bread', 'cake'],
    },
  })
  expect(Object.keys(kept?.data ?? {})).not.toContain('secret')
  const page = await server.sites.request(`http://${host}/_forms/message`, { headers: { host } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('We read &lt;everything&gt;.')])
})

test('what has to be mended is said by field, and nothing of it is kept', async () => {
  const before = (await inbox()).length
  const page = await send({ name: '', email: 'nobody', stars: 'many' })
  expect(page.status).toBe(422)
  const text = await page.text()
  expect(text).toContain('“Name” has no value')
  expect(text).toContain('Go back')
  const answer = await send({ email: 'nobody', stars: '9' }, { accept: 'application/json' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    success: false,
    errors: [{ field: 'name' }, { field: 'email' }, { field: 'stars' }],
  })
  expect((await inbox()).length).toBe(before)
})

test('a script gets the fields and sends them, only from a page of the site', async () => {
  const config = await server.call('GET', `/api/forms/v1/${projectId}/message/config`)
  const {
    modelId,
    fields: listed,
    fieldsByName: fields,
    honeypotField,
    captcha,
  } = Value.Parse(readFormConfig.response, config.body)
  expect(listed).toEqual(Object.entries(fields).map(([name, about]) => ({ id: name, name, ...about })))
  expect(listed.map(({ name, required }) => [name, required === true])).toEqual([
    ['name', true],
    ['email', true],
    ['text', false],
    ['stars', false],
    ['news', false],
    ['topics', false],
  ])
  expect([modelId, honeypotField, captcha]).toEqual(['message', '_hp', null])
  expect(fields.stars).toEqual({ type: 'integer', label: 'Stars', min: 1, max: 5 })
  const sent = await submit(
    { name: 'Grace', email: 'g@example.com', stars: 5, news: false },
    { origin: `http://${host}` },
  )
  expect([sent.status, await sent.json()]).toEqual([200, { success: true, message: 'We read <everything>.' }])
  expect(sent.headers.get('access-control-allow-origin')).toBe(`http://${host}`)
  const flat = await server.call('POST', `/api/forms/v1/${projectId}/message/submit`, {
    name: 'Flat',
    email: 'f@example.com',
    _hp: '',
    captchaToken: 'x',
  })
  expect(flat).toMatchObject({ status: 200, body: { success: true } })
  expect(JSON.stringify(await inbox())).toContain('Flat')
  const lacking = await server.call('POST', `/api/forms/v1/${projectId}/message/submit`, { name: 'Flat' })
  expect(lacking).toMatchObject({ status: 200, body: { success: false, errors: [{ field: 'email' }] } })
  expect((await submit({ name: 'x' }, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await send({ name: 'x', email: 'x@example.com' }, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await send({ name: 'x', email: 'x@example.com' }, { origin: 'null' })).status).toBe(403)
  const near = [`http://${host}.evil.example`, `http://evil-${host}`, `http://x.${host}`, `http://${host}0`, 'http://']
  for (const origin of [...near, `http://evil.example/${host}`, `http://${host}@evil.example`]) {
    const inputs = { name: 'x', email: 'x@example.com' }
    expect([origin, (await send(inputs, { origin })).status, (await submit(inputs, { origin })).status]).toEqual([
      origin,
      403,
      403,
    ])
  }
  const crossSite = { origin: '', 'sec-fetch-site': 'cross-site' }
  expect((await send({ name: 'x', email: 'x@example.com' }, crossSite)).status).toBe(403)
  const wrong = await submit({ name: { $gt: '' }, email: ['a@example.com'], stars: null })
  expect([wrong.status, await wrong.json()]).toMatchObject([200, { success: false, errors: [{ field: 'name' }] }])
  expect((await submit('text')).status).toBe(400)
})

test('what fills in the hidden input is answered alike and kept apart', async () => {
  const before = (await inbox()).length
  const answer = await send({ name: 'Bot', email: 'bot@example.com', _hp: 'http://buy.example' })
  expect(answer.status).toBe(303)
  expect((await inbox()).length).toBe(before)
  expect((await inbox('spam')).map(({ data }) => data.name)).toEqual(['Bot'])
})

test('bodies of other kinds, of too much, and with files are refused', async () => {
  const file = await sendTo('/_forms/message', '--x', { 'content-type': 'multipart/form-data; boundary=x' })
  expect(file.status).toBe(415)
  const many = Array.from({ length: 500 }, (_, at): [string, string] => [`field${at}`, 'x'])
  expect((await send(many)).status).toBe(400)
  expect((await send({ name: 'x'.repeat(70_000) })).status).toBe(413)
  expect((await sendTo('/_forms/message', '{', { 'content-type': 'application/json' })).status).toBe(400)
  expect((await sendTo('/_forms/message', '[]', { 'content-type': 'application/json' })).status).toBe(400)
  expect((await sendTo('/_forms/nothing', 'name=x')).status).toBe(404)
  expect((await sendTo('/_forms/constructor', 'name=x')).status).toBe(404)
  expect((await sendTo('/about', 'name=x')).status).toBe(405)
})

test('it is approved as a draft in the locale of its form', async () => {
  const [first] = await inbox()
  const approved = await operate(server, 'content.approve_submission', { submissionId: first?.id })
  expect(approved).toMatchObject({ body: { data: { entries: [{ model: 'message', locale: 'tr' }] } } })
})

test('a renamed field stays in the form, and a closed form takes nothing and shows nothing', async () => {
  await operate(server, 'content.save_model', {
    id: 'message',
    name: 'Messages',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'name',
    rename: { text: 'body_text' },
    fields: { body_text: { type: 'text' } },
  })
  const form = await operate(server, 'content.readForm', { model: 'message' })
  expect(form).toMatchObject({
    body: {
      data: { open: true, fields: ['name', 'email', 'body_text', 'stars', 'news', 'topics'], required: ['email'] },
    },
  })
  await operate(server, 'content.saveForm', { model: 'message', open: false })
  expect((await send({ name: 'Late', email: 'late@example.com' })).status).toBe(404)
  expect((await submit({ name: 'Late', email: 'late@example.com' })).status).toBe(404)
  expect((await server.call('GET', `/api/forms/v1/${projectId}/message/config`)).status).toBe(404)
})

test('an address, and all of them together in a month, send so much and no more', async () => {
  await operate(server, 'content.saveForm', { model: 'message', open: true, perMinute: 3, perMonth: 1_000 })
  const inputs = { name: 'Flood', email: 'flood@example.com' }
  const statuses: number[] = []
  for (let at = 0; at < 5; at += 1) statuses.push((await send(inputs)).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  const refused = await send(inputs)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})
