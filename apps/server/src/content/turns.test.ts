import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../testing/ai.ts'
import { longestTurn } from '../testing/longestTurn.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** Entries that one call writes. */
const AT_ONCE = 500
/** Entries of a large repository. */
const MANY = 10_000
/**
 * CPU time of the server's thread between two turns, in milliseconds. Each of these took 100 to 300 before it was done in
 * slices or in a thread, and takes 10 to 40 since; the rest is room for the garbage collector of a busy machine.
 */
const MOST_MS = 80

const fields = {
  title: { type: 'string', required: true, unique: true },
  text: { type: 'markdown' },
}
const text = 'Bread and cakes of the day, as they come from the oven. '.repeat(8)

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

async function call(name: string, input: object, focus: object = {}) {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  const { ok, error, data, changeSetId } = Object((await server.call('POST', path, { input, focus })).body)
  expect({ name, ok, error }).toEqual({ name, ok: true, error: undefined })
  return { ...Object(data), changeSetId }
}

function save(numbers: readonly number[], title: string, focus: object = {}) {
  const data = Object.fromEntries(numbers.map((n) => [`note-${n}`, { title: `${title} ${n}`, text }]))
  return call('save_content', { model: 'note', data }, focus)
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

test('a bulk of 500, its undo, the merge of 1,000 and a change of i18n let others have their turn', async () => {
  await call('init_project', { locales: ['en', 'tr'], domains: ['blog'], models: [{ id: 'note', fields }] })
  await save(numbers(AT_ONCE), 'Note')
  await save(numbers(AT_ONCE, AT_ONCE), 'Note')

  const bulk = await longestTurn(() => save(numbers(AT_ONCE), 'Bulk'))
  const path = `/api/projects/${projectId}/changes/${bulk.result.changeSetId}/undo`
  const undo = await longestTurn(() => server.call('POST', path, {}))
  expect(undo.result).toMatchObject({ status: 200, body: { kept: [] } })

  const { id: branchId, branch } = await call('createBranch', { title: 'All notes' })
  for (const from of [0, AT_ONCE]) await save(numbers(AT_ONCE, from), 'Merged', { branchId })
  const merge = await longestTurn(() => call('merge_branch', { branch }))
  expect(merge.result).toMatchObject({ merged: true, applied: 2 * AT_ONCE })

  const moved = await longestTurn(() => call('save_model', { id: 'note', i18n: false, migrate: { i18n: 'convert' } }))
  expect(moved.result).toMatchObject({ affected: { migrated: AT_ONCE }, left: AT_ONCE })

  const longest = { bulk: bulk.longestMs, undo: undo.longestMs, merge: merge.longestMs, moved: moved.longestMs }
  expect(Object.entries(longest).filter(([, ms]) => ms > MOST_MS)).toEqual([])
}, 120_000)

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
    numbers(MANY).map((n) => [`note-${String(n).padStart(5, '0')}`, { text, title: `Note ${n}` }]),
  )
  write('config.json', {
    domains: ['blog'],
    locales: { default: 'en', supported: ['en'] },
    stack: 'other',
    version: 1,
    workflow: 'auto-merge',
  })
  write('models/note.json', { domain: 'blog', fields, i18n: true, id: 'note', kind: 'collection', name: 'Note' })
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
