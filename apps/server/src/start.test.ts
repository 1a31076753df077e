import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { cookieOf, owner } from './http/testing.ts'

// Each test starts whole processes, which a busy machine does slowly.
vi.setConfig({ testTimeout: 90_000 })

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'atelier-start-'))
  folders.push(made)
  return made
}

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
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, PORT: '0', SITES_PORT: '0', ...env } })
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

test('a start prints one line with the studio’s address, and a stop is quick and clean', async () => {
  const server = launch({ ATELIER_DATA: folder() })
  const line = await server.ready
  expect(line).toMatch(/http:\/\/localhost:\d+\/setup\?token=\S+$/)
  const health = await fetch(`${originOf(line)}/health`)
  expect(await health.json()).toMatchObject({ status: 'ok', version: expect.any(String) })
  const began = Date.now()
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(Date.now() - began).toBeLessThan(5000)
  expect(server.stdout().trim().split('\n')).toHaveLength(1)
  expect(server.stderr()).toBe('')
})

test('a data folder in use, a port in use and bad settings are said in a sentence', async () => {
  const dataDir = folder()
  const first = launch({ ATELIER_DATA: dataDir })
  await first.ready
  const second = launch({ ATELIER_DATA: dataDir })
  expect(await second.exit).toBe(1)
  expect(second.stderr()).toContain(String(first.child.pid))

  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const address = blocker.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const third = launch({ ATELIER_DATA: folder(), PORT: port })
  expect(await third.exit).toBe(1)
  expect(third.stderr()).toContain(`Port ${port} on 127.0.0.1 is in use`)
  blocker.close()

  const fourth = launch({ ATELIER_DATA: folder(), PORT: 'x', ATELIER_OWNER_EMAIL: 'a@b.c' })
  expect(await fourth.exit).toBe(1)
  expect(fourth.stderr()).toMatch(/PORT is "x"[\s\S]*ATELIER_OWNER_PASSWORD/)
  expect(fourth.stderr()).not.toContain('    at ')
})

test('a run that a stop interrupts goes on at the next start, to its end', async () => {
  const dataDir = folder()
  const first = launch({ ATELIER_DATA: dataDir, ATELIER_REHEARSAL_PACE_MS: '15' })
  const line = await first.ready
  const call = async (origin: string, cookie: string, path: string, body?: object) => {
    const answer = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return { answer, body: JSON.parse(await answer.text()) }
  }
  const setUp = await call(originOf(line), '', '/api/setup', { token: tokenOf(line), ...owner })
  const cookie = cookieOf(setUp.answer)
  const { projects } = (await call(originOf(line), cookie, '/api/projects')).body
  const session = (await call(originOf(line), cookie, '/api/ai/sessions', { projectId: projects[0].id, scope: 'site' }))
    .body
  await call(originOf(line), cookie, `/api/ai/sessions/${session.id}/runs`, {
    prompt: 'Build a landing page for Oak & Ash',
  })
  const path = `/api/ai/sessions/${session.id}`
  await expect
    .poll(async () => (await call(originOf(line), cookie, path)).body.messages.length, { timeout: 40_000 })
    .toBeGreaterThan(4)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)

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
