import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FoundGit } from '@atelier/repository'
import { type AppOptions, createApp } from '../src/app.ts'
import { type App, openApp } from '../src/compose/app.ts'
import type { Extensions } from '../src/compose/base.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { findGit } from '../src/content/repository/findGit.ts'
import { createLog } from '../src/log/log.ts'
import type { UpgradeListener } from '../src/streams/upgrade.ts'
import { checkAnswer } from './http/answers.ts'
import { threadProgram } from './programs.ts'

export const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }

export interface TestServer extends App {
  config: Config
  /** The whole app, for a test that needs it on a socket. */
  app: ReturnType<typeof createApp>
  /** Every line that was logged. */
  logged: string[]
  /** The session cookie of the owner. */
  cookie: string
  /** Takes the upgrade requests of a server on the port of `config`. */
  upgrade: UpgradeListener
  /** Every answer is checked against the contract. */
  request(path: string, init?: RequestOptions): Promise<Response>
  /** The same, as the owner; returns status and parsed body. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

interface RequestOptions {
  method?: string
  signal?: AbortSignal
  body?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  body: unknown
}

/** For a server that need not write its content to repositories: processes of git are most of what such tests cost. */
export const withoutGit: FoundGit = { ok: false, problem: 'There is no git in this test.' }

export interface TestServerOptions extends AppOptions, Extensions {
  signIn?: boolean
  now?(): number
}

/** These settings change the first start, so a server with one of them starts from nothing. */
const firstStartSettings = [
  'ATELIER_DATA',
  'ATELIER_ORIGIN',
  'ATELIER_OWNER_EMAIL',
  'ATELIER_OWNER_PASSWORD',
  'ATELIER_SECRET',
  'DATABASE_URL',
]

/**
 * A whole server on SQLite in a folder of its own, driven without a socket. `signIn: false` leaves it without an owner. The
 * folder is a copy of one whose first start is over, unless `signIn`, `now` or `env` asks for another first start.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  { signIn = true, scopes, executors, web, now, git, ...options }: TestServerOptions = {},
): Promise<TestServer> {
  const dataDir = newFolder()
  const isCopy = signIn && !now && !firstStartSettings.some((name) => name in env)
  const started = isCopy ? await startedFolder() : undefined
  if (started) cpSync(started.folder, dataDir, { recursive: true })
  const outcome = readConfig({
    ATELIER_DATA: dataDir,
    ATELIER_LOG: 'debug',
    ATELIER_REHEARSAL_PACE_MS: '0',
    ATELIER_CATALOGUE_URL: 'off',
    ...(web ? {} : { ATELIER_WEB: 'off' }),
    ...env,
  })
  if (!outcome.ok) throw new Error(outcome.problems.join(' '))
  const { config } = outcome
  const logged: string[] = []
  const log = createLog(config, { write: (line: string) => void logged.push(line) })
  const opened = await openApp({
    config,
    log,
    version: '0.0.0-test',
    port: config.port,
    sitesPort: config.sitesPort,
    scopes,
    executors,
    web,
    threadProgram: threadProgram(),
    git: git ?? (await machineGit()),
    ...(now ? { now } : {}),
  })
  const app = createApp(opened.services, options)
  const request = async (path: string, { headers, ...init }: RequestOptions = {}) => {
    const url = `http://localhost:${config.port}${path}`
    const answer = await app.request(url, { ...init, headers: { host: `localhost:${config.port}`, ...headers } })
    return checkAnswer(init.method ?? 'GET', url, answer)
  }
  let cookie = started?.cookie ?? ''
  if (signIn && opened.setupToken) {
    const answer = await request('/api/setup', {
      method: 'POST',
      body: JSON.stringify({ token: opened.setupToken, ...owner }),
    })
    cookie = cookieOf(answer)
  }
  return {
    ...opened,
    upgrade: opened.upgrades(app.fetch),
    app,
    config,
    logged,
    cookie,
    request,
    async call(method, path, body, headers = {}) {
      const answer = await request(path, {
        method,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    async close() {
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let foundGit: Promise<FoundGit> | undefined
const machineGit = () => {
  foundGit ??= findGit()
  return foundGit
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'atelier-server-'))

interface StartedFolder {
  folder: string
  /** The session cookie of its owner. */
  cookie: string
}
let madeFolder: Promise<StartedFolder> | undefined

/** The data folder of a closed server with an owner and the starter project, made once for each process of the tests. */
function startedFolder(): Promise<StartedFolder> {
  madeFolder ??= makeStartedFolder()
  return madeFolder
}

async function makeStartedFolder(): Promise<StartedFolder> {
  const folder = newFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await startTestServer({ ATELIER_DATA: folder })
  await server.close()
  return { folder, cookie: server.cookie }
}

/** The cookies that an answer sets, as a request sends them. */
export function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
