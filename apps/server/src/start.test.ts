import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programPath } from '../testing/programs.ts'
import { cookieOf, owner } from '../testing/server.ts'

// The tests start whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const dataDir = mkdtempSync(join(tmpdir(), 'atelier-start-'))
const children: ChildProcess[] = []

interface Started {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves with the exit code. */
  exit: Promise<number | null>
  /** Resolves with the first line of stdout. */
  ready: Promise<string>
}

function launch(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [programPath('main')], {
    env: { PATH: process.env.PATH, PORT: '0', SITES_PORT: '0', ...env },
  })
  children.push(child)
  let out = ''
  let err = ''
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  child.stdout.on('data', (data: Buffer) => {
    out += data
    if (out.includes('\n')) resolve(out.split('\n')[0] ?? '')
  })
  child.stderr.on('data', (data: Buffer) => {
    err += data
  })
  const exit = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  return { child, exit, ready, stdout: () => out, stderr: () => err }
}

const originOf = (line: string) => /http:\/\/[^/]+/.exec(line)?.[0] ?? ''
const tokenOf = (line: string) => /token=(\S+)/.exec(line)?.[1] ?? ''

/** The one server that the tests share; the last of them stops it. */
let server: Started
let line: string

beforeAll(async () => {
  server = launch({ ATELIER_DATA: dataDir, ATELIER_REHEARSAL_PACE_MS: '15' })
  line = await server.ready
})
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test('a start prints one line with the studio’s address, and answers there', async () => {
  expect(line).toMatch(/http:\/\/localhost:\d+\/setup\?token=\S+$/)
  const health = await fetch(`${originOf(line)}/health`)
  expect(await health.json()).toMatchObject({ status: 'ok', version: expect.any(String) })
})

test('a start that cannot be says why in a sentence, and exits with 1', async () => {
  const other = join(dataDir, 'other')
  const port = new URL(originOf(line)).port
  const cases: [Record<string, string>, string[]][] = [
    [{ ATELIER_DATA: dataDir }, [dataDir, `in use by process ${server.child.pid}`]],
    [{ ATELIER_DATA: other, PORT: port }, [`Port ${port} on 127.0.0.1 is in use`, 'PORT=']],
    [{ PORT: 'x', ATELIER_OWNER_EMAIL: 'a@b.c' }, ['PORT is "x"', 'ATELIER_OWNER_PASSWORD']],
    [{ ATELIER_DATA: other, HOST: '192.0.2.1' }, ['HOST is "192.0.2.1", which is not an address of this machine']],
    [
      { ATELIER_DATA: other, DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/atelier' },
      ['Postgres at 127.0.0.1:1 (database "atelier") cannot be used: nobody listens there.'],
    ],
  ]
  const started = cases.map(([env]) => launch(env))
  expect(await Promise.all(started.map(({ exit }) => exit))).toEqual(cases.map(() => 1))
  for (const [index, [, said]] of cases.entries()) {
    const stderr = started[index]?.stderr() ?? ''
    for (const part of said) expect(stderr).toContain(part)
    expect(stderr).not.toMatch(/ {4}at |hunter2/)
    expect(started[index]?.stdout()).toBe('')
  }
})

test('a stop is quick and clean, and a run that it interrupts continues at the next start, to its end', async () => {
  const call = async (origin: string, cookie: string, path: string, body?: object) => {
    const answer = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return { answer, body: JSON.parse(await answer.text()) }
  }
  const first = originOf(line)
  const setUp = await call(first, '', '/api/setup', { token: tokenOf(line), ...owner })
  const cookie = cookieOf(setUp.answer)
  const { projects } = (await call(first, cookie, '/api/projects')).body
  const session = (await call(first, cookie, '/api/ai/sessions', { projectId: projects[0].id, scope: 'site' })).body
  const path = `/api/ai/sessions/${session.id}`
  await call(first, cookie, `${path}/runs`, { prompt: 'Build a landing page for Oak & Ash' })
  await expect
    .poll(async () => (await call(first, cookie, path)).body.messages.length, { timeout: 40_000 })
    .toBeGreaterThan(4)
  server.child.kill('SIGTERM')
  // The server cuts a stop short after 4.5 s, and then exits with 1.
  expect(await server.exit).toBe(0)
  expect(server.stdout().trim().split('\n')).toHaveLength(1)
  expect(server.stderr()).toBe('')

  const second = launch({ ATELIER_DATA: dataDir, ATELIER_REHEARSAL_PACE_MS: '0' })
  const origin = originOf(await second.ready)
  await expect
    .poll(async () => (await call(origin, cookie, path)).body.runs[0].status, { timeout: 40_000 })
    .toBe('complete')
  const { messages } = (await call(origin, cookie, path)).body
  const calls = messages.filter(({ role }: { role: string }) => role === 'tool_call')
  expect(new Set(calls.map(({ toolCallId }: { toolCallId: string }) => toolCallId)).size).toBe(calls.length)
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})
