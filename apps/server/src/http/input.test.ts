import { routes } from '@atelier/api/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../testing/routeTable.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { exceededLimit, jsonLimits } from './jsonLimits.ts'

let server: TestServer
let projectId = ''
beforeAll(async () => {
  server = await startTestServer()
  const { body } = await server.call('GET', '/api/projects')
  projectId = /"id":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''
})
afterAll(() => server.close())

const text = (...parts: string[]) => new TextEncoder().encode(parts.join(''))

async function post(path: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
  const answer = await server.request(path, {
    method,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: answer.status, text: await answer.text() }
}
const signedIn = () => ({ cookie: server.cookie })

describe('what a JSON text may hold, before anything is built from it', () => {
  test.each([
    ['lists within lists', '['.repeat(jsonLimits.depth + 1), /within each other/],
    ['objects within objects', '{"a":'.repeat(jsonLimits.depth + 1), /within each other/],
    ['fields', `{${'"a":1,'.repeat(jsonLimits.keys + 1)}}`, /fields/],
    ['values', `[${'1,'.repeat(jsonLimits.values + 1)}1]`, /values/],
    ['empty lists', `[${'[],'.repeat(jsonLimits.values / 2 + 1)}1]`, /values/],
    ['fields behind a long text', `{"a":"${'\\"'.repeat(400_000)}",${'"a":1,'.repeat(jsonLimits.keys + 1)}}`, /fields/],
  ])('too many %s', async (_, json, message) => {
    expect(await exceededLimit(text(json))).toMatch(message)
  })
  test.each([
    ['as deep as is taken', '['.repeat(jsonLimits.depth) + ']'.repeat(jsonLimits.depth)],
    ['brackets, commas and colons inside a text', `{"a":"${'[{:,'.repeat(100_000)}"}`],
    ['escaped quotes', `{"a":"${'\\"[\\\\'.repeat(100_000)}"}`],
    ['siblings, one after the other', `[${'[[]],'.repeat(10_000)}1]`],
    ['no JSON', 'hello'],
    ['nothing', ''],
  ])('%s is taken', async (_, json) => {
    expect(await exceededLimit(text(json))).toBeUndefined()
  })
})

test('without a session no route takes more than 64 kB', async () => {
  const open = routes.filter(({ who, method, protocol }) => who === 'everyone' && method === 'POST' && !protocol)
  expect(open.length).toBeGreaterThan(2)
  for (const { method, path } of open) {
    const large = JSON.stringify({ ...rows[`${method} ${path}`]?.body, more: 'x'.repeat(65 * 1024) })
    expect([path, (await post(path, large, {}, method)).status]).toEqual([path, 413])
  }
  expect((await post('/api/auth/sign-out', JSON.stringify({ x: 'x'.repeat(65 * 1024) }))).status).toBe(413)
})

test.each([
  ['brackets', '['.repeat(1_000_000)],
  ['objects', '{"a":'.repeat(200_000)],
  ['fields', JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`key ${at}`, 1])))],
  ['values', JSON.stringify(Array.from({ length: 1_000_000 }, () => 1))],
])('a body of too many %s is refused on every road that JSON comes in by', async (_, body) => {
  for (const [method, path] of [
    ['PUT', '/api/ai/budgets'],
    ['POST', `/api/projects/${projectId}/preview`],
    ['POST', `/api/projects/${projectId}/operations/site.applyCss`],
    ['POST', '/api/ai/tool-result'],
    ['POST', '/api/auth/sign-out'],
    ['POST', '/mcp'],
    ['POST', `/mcp/${projectId}`],
  ] as const) {
    const answer = await post(path, body, signedIn(), method)
    expect([path, answer.status]).toEqual([path, 413])
    expect(answer.text).toContain('too_large')
  }
})

test('a query that a route does not take is refused with its name', async () => {
  const { status, text } = await post(`/api/projects/${projectId}/import?plan=perhaps`, '', signedIn())
  expect([status, text]).toEqual([400, expect.stringContaining('"path":"/plan"')])
})

test('a route takes as large a body as it declares', async () => {
  const body = JSON.stringify({ prompt: 'x'.repeat(9 * 1024 * 1024) })
  const long = await post('/api/ai/chat/site', body, signedIn())
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('/prompt')])
  expect((await post(`/api/projects/${projectId}/preview`, body, signedIn())).status).toBe(413)
})

test('fields that a route does not know are named, not taken and not a fault of the server', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key${at}`, at]))
  const preview = await post(`/api/projects/${projectId}/preview`, JSON.stringify(many), signedIn())
  expect([preview.status, preview.text]).toEqual([
    400,
    expect.stringContaining('unknown field key0; its fields are pageId, entry. The input has an unknown field key1. '),
  ])
  const operation = `/api/projects/${projectId}/operations/site.applyCss`
  const input = { css: '.a { color: red }', ...many }
  expect((await post(operation, JSON.stringify({ input }), signedIn())).status).toBe(400)
})
