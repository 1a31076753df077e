import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launch } from './browser.ts'
import { copyPreparedData } from './preparedData.ts'
import { owner as firstOwner, type Person, type Studio, startStudio } from './studio.ts'

/** How many files may use one server before another is started. */
const WORKSPACES = 200
/** Where rehearsals are not what a test looks at, they play without pauses that a person needs. */
const FAST_REHEARSALS = { ATELIER_REHEARSAL_PACE_MS: '2' }

/** The browser of this worker as one file sees it: `close` closes the contexts that were opened through it. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'contexts' | 'close'>

/** A server that other files of this worker use as well, with a workspace, an owner and a first project of its own. */
export type SharedStudio = Pick<Studio, 'url' | 'ports' | 'owner' | 'cookie' | 'errors' | 'remove'>

export interface SharedOptions {
  fastRehearsals?: boolean
}

interface Server {
  readonly studio: Studio
  readonly owners: Person[]
}

let browser: Promise<Browser> | undefined
const servers = new Map<string, Promise<Server>>()

/** A page of this worker, and what its console, its errors and its requests said since it was opened. */
export interface OpenPage {
  readonly page: Page
  readonly said: readonly string[]
}

const pages = new Map<Page, string[]>()
/** Lines of a page that are kept. */
const MOST_LINES = 400

/** The pages that are open in the browser of this worker. */
export const openPages = (): OpenPage[] => [...pages].map(([page, said]) => ({ page, said }))

function listenTo(page: Page): void {
  const said: string[] = []
  const note = (line: string) => {
    said.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
    if (said.length > MOST_LINES) said.shift()
  }
  pages.set(page, said)
  page.once('close', () => pages.delete(page))
  page.on('console', (message) => note(`console ${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('framenavigated', (frame) => frame === page.mainFrame() && note(`goes to ${frame.url()}`))
  page.on('requestfailed', (request) =>
    note(`${request.method()} ${request.url()} failed: ${request.failure()?.errorText}`),
  )
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'GET' || response.status() >= 400) {
      note(`${request.method()} ${request.url()} answered ${response.status()}`)
    }
  })
}

/** The browser of this worker, launched again after a crash. */
export async function openBrowser(): Promise<TestBrowser> {
  if (!browser || !(await browser).isConnected()) browser = launch()
  const shared = await browser
  const own = new Set<BrowserContext>()
  const newContext: Browser['newContext'] = async (options) => {
    const context = await shared.newContext(options)
    own.add(context)
    context.on('page', listenTo)
    context.once('close', () => own.delete(context))
    return context
  }
  return {
    newContext,
    newPage: async (options) => await (await newContext(options)).newPage(),
    contexts: () => [...own],
    async close() {
      for (const context of own) await context.close()
    },
  }
}

/** The address of a person whom only this workspace knows: two workspaces of a server may not invite the same one. */
export function emailAt(studio: Pick<Studio, 'owner'>, name: string): string {
  return studio.owner.email.replace(/^[^.@]+/, name.toLowerCase())
}

/** A workspace on a server of this worker, for tests that neither stop, restart nor measure it: those use `startStudio`. */
export async function shareStudio({ fastRehearsals = false }: SharedOptions = {}): Promise<SharedStudio> {
  const env = fastRehearsals ? FAST_REHEARSALS : {}
  const key = JSON.stringify(env)
  const known = await servers.get(key)
  if (!known || known.owners.length === 0 || known.studio.process.exitCode !== null) servers.set(key, startShared(env))
  const { studio, owners } = (await servers.get(key)) ?? (await startShared(env))
  const owner = owners.pop()
  if (!owner) throw new Error('The shared server has no workspace left')
  const from = studio.errors().length
  const headers = { 'content-type': 'application/json', origin: studio.url }
  const post = async (path: string, body: object, cookie = '') => {
    const answer = await fetch(studio.url + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const signedIn = await post('/api/auth/sign-in/email', { email: owner.email, password: owner.password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  await post('/api/projects', { name: 'My site', starter: 'workshop' }, cookie)
  return {
    url: studio.url,
    ports: studio.ports,
    owner,
    cookie,
    errors: () => studio.errors().slice(from),
    async remove() {
      // Unfinished work in these projects would take time from the next file.
      const listed = await fetch(`${studio.url}/api/projects`, { headers: { ...headers, cookie } })
      const { projects } = (await listed.json()) as { projects: { id: string }[] }
      for (const { id } of projects) {
        await fetch(`${studio.url}/api/projects/${id}`, { method: 'DELETE', headers: { ...headers, cookie } })
      }
    },
  }
}

async function startShared(env: Record<string, string>): Promise<Server> {
  const { folder: dataDir } = await copyPreparedData()
  const owners = addWorkspaces(join(dataDir, 'atelier.db'))
  const studio = await startStudio({ dataDir, env })
  studio.process.unref()
  process.once('exit', () => {
    studio.process.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  // Vitest ends its workers by this signal, after which Node calls no `exit` listener by itself.
  process.once('SIGTERM', () => process.exit(143))
  return { studio, owners }
}

/** Gives the database of a stopped server many workspaces, each with an owner that has the first owner's password. */
function addWorkspaces(path: string): Person[] {
  const database = new DatabaseSync(path)
  const now = Date.now()
  const at = new Date(now).toISOString()
  const account = database.prepare('select password from auth_accounts limit 1').get()
  const password = account?.password
  if (typeof password !== 'string') throw new Error('The prepared data has no owner')
  const insert = {
    user: database.prepare(
      'insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values (?, ?, ?, 1, ?, ?)',
    ),
    account: database.prepare(
      'insert into auth_accounts (id, "userId", "accountId", "providerId", password, "createdAt", "updatedAt") values (?, ?, ?, \'credential\', ?, ?, ?)',
    ),
    workspace: database.prepare("insert into workspaces (id, name, created_at) values (?, 'My workspace', ?)"),
    member: database.prepare(
      "insert into workspace_members (workspace_id, user_id, role, created_at) values (?, ?, 'owner', ?)",
    ),
  }
  database.exec('begin')
  const owners = Array.from({ length: WORKSPACES }, () => {
    const [id, workspace] = [randomUUID(), randomUUID()]
    const owner = { ...firstOwner, email: `ada.${id.slice(0, 8)}@example.com` }
    insert.user.run(id, 'ada', owner.email, at, at)
    insert.account.run(randomUUID(), id, id, password, at, at)
    insert.workspace.run(workspace, now)
    insert.member.run(workspace, id, now)
    return owner
  })
  database.exec('commit')
  database.close()
  return owners
}
