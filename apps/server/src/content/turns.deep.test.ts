/** Slow by design: a repository of 10,000 entries is taken over. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { longestTurn } from '../../testing/cpuTime.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { MOST_MS, noteFields, noteText, numbers } from './turns.cases.ts'

const MANY = 10_000

let folder = ''
let server: TestServer
let projectId = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-turns-'))
  server = await startTestServer({ ATELIER_OPEN_REMOTES: '1' })
  projectId = (await firstProject(server)).id
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a repository of 10,000 entries is read, taken over and fetched beside the others', async () => {
  const origin = join(folder, 'origin.git')
  const work = join(folder, 'work')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: work, stdio: 'pipe' })
  const write = (path: string, value: object) => {
    mkdirSync(join(work, '.contentrain', path, '..'), { recursive: true })
    writeFileSync(join(work, '.contentrain', path), `${JSON.stringify(value, null, 2)}\n`)
  }
  const push = (title: string) => {
    git('add', '-A')
    git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-qm', title)
    git('push', '-q', 'origin', 'HEAD:refs/heads/contentrain')
  }
  execFileSync('git', ['init', '-q', '--bare', origin])
  execFileSync('git', ['clone', '-q', origin, work], { stdio: 'pipe' })
  const entries = Object.fromEntries(
    numbers(MANY).map((n) => [`note-${String(n).padStart(5, '0')}`, { text: noteText, title: `Note ${n}` }]),
  )
  write('config.json', {
    domains: ['blog'],
    locales: { default: 'en', supported: ['en'] },
    stack: 'other',
    version: 1,
    workflow: 'auto-merge',
  })
  write('models/note.json', {
    domain: 'blog',
    fields: noteFields,
    i18n: true,
    id: 'note',
    kind: 'collection',
    name: 'Note',
  })
  write('content/blog/note/en.json', entries)
  push('Write notes')

  const remote = `/api/projects/${projectId}/content/remote`
  const imported = await longestTurn(() => server.call('PUT', remote, { url: `file://${origin}` }))
  expect(imported.result).toMatchObject({ status: 200 })
  const count = async () => (await server.services.content.reader(projectId).entries('note')).length
  expect(await count()).toBe(MANY)

  git('pull', '-q', '--rebase', 'origin', 'contentrain')
  const texts = readFileSync(join(work, '.contentrain/content/blog/note/en.json'), 'utf8')
  writeFileSync(join(work, '.contentrain/content/blog/note/en.json'), texts.replace('Note 9999', 'Another'))
  push('Rename one')
  const sync = `/api/projects/${projectId}/content/sync`
  const fetched = await longestTurn(() => server.call('POST', sync))
  expect(fetched.result).toMatchObject({ status: 200, body: { state: 'written' } })
  const last = await server.services.content.reader(projectId).entry('note', 'note-09999')
  expect(last?.settled?.locales.en?.values.title).toBe('Another')

  const longest = { imported: imported.longestMs, fetched: fetched.longestMs }
  expect(Object.entries(longest).filter(([, ms]) => ms > MOST_MS)).toEqual([])
}, 300_000)
