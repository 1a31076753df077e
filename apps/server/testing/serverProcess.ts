import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programPath } from './programs.ts'
import type { Answer } from './server.ts'

const person = { email: 'ada@example.com', password: 'correct horse battery' }

/** A server in a process of its own, which a test may kill. */
export interface ServerProcess {
  child: ChildProcess
  /** As its owner. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

/** Starts a server on the data of a test; another one on the same data has the same secret and the same owner. */
export async function startServerProcess(
  program: 'main' | 'sendingServer',
  where: { dataDir: string; databaseUrl?: string },
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [programPath(program)], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      SITES_PORT: '0',
      ATELIER_DATA: where.dataDir,
      ATELIER_SECRET: 'a secret that all servers of this test share',
      ATELIER_CATALOGUE_URL: 'off',
      ATELIER_WEB: 'off',
      CHROMIUM_PATH: '/nowhere/chromium',
      ATELIER_OWNER_EMAIL: person.email,
      ATELIER_OWNER_PASSWORD: person.password,
      ATELIER_LEASE_MS: '1000',
      ATELIER_FAULT: 'callMarked:1000',
      ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').then(() => Promise.reject(new Error('The server ended before it was ready')))
  ended.catch(() => undefined)
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended])
  const url = /http:\/\/\S+/.exec(String(printed))?.[0].replace(/\/$/, '') ?? ''
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: url }
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(person),
  })
  headers.cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return {
    child,
    async call(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

/** Kills a process as a failing machine would, if it is still there. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const died = once(child, 'close')
  child.kill('SIGKILL')
  await died
}
