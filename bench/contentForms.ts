import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProject } from '../apps/server/testing/ai.ts'
import { longestTurn } from '../apps/server/testing/longestTurn.ts'
import type { TestServer } from '../apps/server/testing/server.ts'
import { type Call, caller, contentServer } from './support/contentProject.ts'
import { percentile } from './support/measured.ts'
import { type Asked, judge, round2 } from './support/verdict.ts'

const POSTS = 2_000
const AT_ONCE = 20
const QUIET = 60
const ROUNDS = 3

/**
 * A form of a site under 2,000 posts, 20 at a time, of as many visitors and of one: how long the studio takes meanwhile
 * to save an entry and to read a list, by the clock, and the longest turn of the event loop in CPU time.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-content-forms-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const server = await contentServer(dataDir)
  try {
    const { id: projectId } = await firstProject(server)
    const call = caller(server, projectId)
    const host = await setUp(server, projectId, call)
    const studio = studioActs(server, projectId, call)
    for (let at = 0; at < 20; at += 1) await studio.save()
    const quiet = await during(studio, async () => {
      for (let at = 0; at < QUIET; at += 1) await new Promise((resolve) => setTimeout(resolve, 10))
    })
    const many = []
    const one = []
    for (let round = 0; round < ROUNDS; round += 1) {
      many.push(await during(studio, () => flood(server, host, (post) => round * POSTS + post)))
      one.push(await during(studio, () => flood(server, host, () => 9_999_999 - round)))
    }
    const least = (of: readonly { p95: number }[]) => Math.min(...of.map(({ p95 }) => p95))
    const asked: Record<string, Asked> = {
      'the studio under posts of many': { value: least(many), unit: 'ms by the clock, p95', most: 100 },
      'the studio under posts of one': { value: least(one), unit: 'ms by the clock, p95', most: 100 },
      'a turn under posts of many': {
        value: Math.min(...many.map(({ turn }) => turn)),
        unit: 'ms of CPU time',
        most: 50,
      },
    }
    const { verdicts, within } = judge(asked)
    if (!within) process.exitCode = 1
    return { quiet, many, one, verdicts }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function setUp(server: TestServer, projectId: string, call: Call): Promise<string> {
  const { body } = await server.call('GET', `/api/projects/${projectId}`)
  const fields = { name: { type: 'string', required: true }, text: { type: 'text' } }
  await call('init_project', {
    locales: ['en'],
    domains: ['blog'],
    models: [
      { id: 'message', title_field: 'name', fields },
      { id: 'post', title_field: 'title', fields: { title: { type: 'string', required: true } } },
    ],
  })
  await call('saveForm', { model: 'message', open: true, perMonth: 100_000 })
  return `${Value.Parse(Type.Object({ slug: Type.String() }), body).slug}.localhost:4001`
}

function studioActs(server: TestServer, projectId: string, call: Call) {
  let saves = 0
  return {
    async save() {
      saves += 1
      await call('save_content', { model: 'post', data: { first: { title: `Title ${saves}` } } })
    },
    async list() {
      const { status } = await server.call('GET', `/api/projects/${projectId}/content/models/post/entries`)
      if (status !== 200) throw new Error(`The list answered ${status}`)
    },
  }
}

/** Requests of the studio, one after another, as long as something else lasts. */
async function during({ save, list }: ReturnType<typeof studioActs>, work: () => Promise<void>) {
  const times: number[] = []
  let isOver = false
  const person = async () => {
    for (let at = 0; !isOver; at += 1) {
      const began = performance.now()
      await (at % 2 === 0 ? save() : list())
      times.push(performance.now() - began)
    }
  }
  const { longestMs } = await longestTurn(async () => {
    const going = person()
    await work()
    isOver = true
    await going
  })
  return {
    requests: times.length,
    median: round2(percentile(times, 50)),
    p95: round2(percentile(times, 95)),
    turn: round2(longestMs),
  }
}

async function flood(server: TestServer, host: string, visitorOf: (post: number) => number): Promise<void> {
  let next = 0
  const visitor = async () => {
    for (let post = next++; post < POSTS; post = next++) {
      const from = visitorOf(post)
      const answer = await server.sites.request(
        `http://${host}/_forms/message`,
        {
          method: 'POST',
          body: new URLSearchParams({ name: `Visitor ${from}`, text: 'x'.repeat(2_000) }).toString(),
          headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
        },
        { incoming: { socket: { remoteAddress: `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}` } } },
      )
      // Each post comes from a socket, in a turn of the event loop of its own.
      await new Promise((resolve) => setImmediate(resolve))
      if (answer.status !== 303 && answer.status !== 429) throw new Error(`A post was answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
}
