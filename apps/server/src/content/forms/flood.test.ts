import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { longestTurn } from '../../../testing/cpuTime.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

/** Posts that may be answered while one save is. One that waited for all of them would see 2,000. */
const MOST_DURING_SAVE = 500

let server: TestServer
let projectId = ''
let host = ''

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const { body } = await server.call('GET', `/api/projects/${projectId}`)
  host = `${Value.Parse(Type.Object({ slug: Type.String() }), body).slug}.localhost:4001`
  await operate(server, 'content.init_project', {
    locales: ['en'],
    domains: ['blog'],
    models: [
      {
        id: 'message',
        title_field: 'name',
        fields: { name: { type: 'string', required: true }, text: { type: 'text' } },
      },
      { id: 'post', title_field: 'title', fields: { title: { type: 'string', required: true } } },
    ],
  })
  await operate(server, 'content.saveForm', { model: 'message', open: true, perMonth: 100_000 })
})
afterAll(() => server.close())

/** A visitor's post, from an address of its own. */
const send = async (from: number, body: URLSearchParams) => {
  const remoteAddress = `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}`
  const init = {
    method: 'POST',
    body: body.toString(),
    headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
  }
  const answer = await server.sites.request(`http://${host}/_forms/message`, init, {
    incoming: { socket: { remoteAddress } },
  })
  return answer.status
}

async function save(at: number): Promise<void> {
  const saved = await operate(server, 'content.save_content', {
    model: 'post',
    data: { first: { title: `Title ${at}` } },
  })
  expect(saved.status).toBe(200)
}

const p95 = (counts: readonly number[]) => counts.toSorted((a, b) => a - b)[Math.floor(counts.length * 0.95)] ?? 0

/** Posts, some at a time, while a user saves one entry after another; `during` says how many were answered during each save. */
async function flood(posts: number, atOnce: number, from: (post: number) => number) {
  const statuses: number[] = []
  const during: number[] = []
  let next = 0
  let isOver = false
  const visitor = async () => {
    for (let post = next++; post < posts; post = next++) {
      // The same words again would be taken for a double click.
      const words = new URLSearchParams({ name: `Visitor ${post}`, text: 'x'.repeat(2_000) })
      statuses.push(await send(from(post), words))
      // Each post comes from a socket, in a turn of the event loop of its own.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const person = async () => {
    for (let at = 0; !isOver; at += 1) {
      const before = statuses.length
      await save(at)
      during.push(statuses.length - before)
    }
  }
  const saving = person()
  await Promise.all(Array.from({ length: atOnce }, visitor))
  isOver = true
  await saving
  return { statuses, during }
}

test('2,000 posts of as many visitors, and of one, leave the studio answering', { timeout: 120_000 }, async () => {
  const { result: many, longestMs } = await longestTurn(() => flood(2_000, 20, (post) => post))
  expect(new Set(many.statuses)).toEqual(new Set([303]))
  expect(p95(many.during)).toBeLessThan(MOST_DURING_SAVE)
  expect(longestMs).toBeLessThan(50)
  const one = await flood(2_000, 20, () => 99_999)
  expect(one.statuses.filter((status) => status === 303)).toHaveLength(10)
  expect(one.statuses.filter((status) => status === 429)).toHaveLength(1_990)
  expect(p95(one.during)).toBeLessThan(MOST_DURING_SAVE)
})

test('forms of 500 fields, of markup and of the largest size delay no other request', async () => {
  const bodies = [
    Array.from({ length: 500 }, (_, at): [string, string] => [`field${at}`, 'x']),
    [['name', `<script>${'<b>'.repeat(6_000)}`] as [string, string]],
    [['name', '\u0000\uD800'.repeat(8_000)] as [string, string]],
    [['text', '%'.repeat(20_000)] as [string, string]],
  ].map((inputs) => new URLSearchParams(inputs))
  const { result, longestMs } = await longestTurn(async () => {
    const statuses: number[] = []
    for (const [at, body] of bodies.entries()) statuses.push(await send(200_000 + at, body))
    return statuses
  })
  expect(result).toEqual([400, 422, 413, 422])
  expect(longestMs).toBeLessThan(50)
})
