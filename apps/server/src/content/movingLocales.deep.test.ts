/** Slow by design: 600 entries get locales, with a check of every commit. */
import { checkFiles } from '@atelier/content'
import { type BareRepository, contentFiles, repositoryAt, repositoryPath } from '@atelier/repository'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../testing/ai.ts'
import { ended, scriptedModel, useModel } from '../../testing/approvals.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** More than one call moves. */
const COUNT = 600
const AT_ONCE = 500
const CONTENT = 'refs/heads/contentrain'

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let repository: BareRepository
let projectId = ''
beforeEach(async () => {
  model = await scriptedModel([])
  server = await startTestServer()
  await useModel(server, model.url)
  projectId = (await firstProject(server)).id
  repository = repositoryAt(await testGit(), repositoryPath(server.config.dataDir, projectId))
})
afterEach(async () => {
  await server.close()
  await model.close()
})

async function run(name: string, input: object) {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  const { ok, error, data } = Object((await server.call('POST', path, { input })).body)
  expect({ name, ok, error }).toEqual({ name, ok: true, error: undefined })
  return Object(data)
}

/** Until all that was edited is written; a write that is under way may have begun before. */
const sync = () =>
  expect
    .poll(async () => (await server.call('POST', `/api/projects/${projectId}/content/sync`)).body, { timeout: 60_000 })
    .toMatchObject({ state: 'written' })

/** The titles of the notes by their ids, in a file of the repository; undefined if there is no such file. */
async function titlesIn(file: string, commit = CONTENT): Promise<Record<string, unknown> | undefined> {
  const { git, path } = repository
  const found = await git.run(['show', `${commit}:.contentrain/content/blog/note/${file}.json`], {
    repository: path,
    maxOutput: 16 * 1024 * 1024,
  })
  if (!found.ok) return undefined
  const entries: Record<string, { title: unknown }> = JSON.parse(found.output.toString('utf8'))
  return Object.fromEntries(Object.entries(entries).map(([id, { title }]) => [id, title]))
}

test('a run that gives 600 entries locales keeps all of them in the repository throughout, and is undone in one step', async () => {
  const note = { id: 'note', i18n: false, fields: { title: { type: 'string', required: true, unique: true } } }
  await run('init_project', { locales: ['en', 'tr'], domains: ['blog'], models: [note] })
  const titles = Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`note-${at}`, `Note ${at}`]))
  const data = Object.entries(titles).map(([id, title]) => [id, { title }] as const)
  for (let from = 0; from < COUNT; from += AT_ONCE)
    await run('save_content', { model: 'note', data: Object.fromEntries(data.slice(from, from + AT_ONCE)) })
  await sync()
  expect(await titlesIn('data')).toEqual(titles)

  const change = { id: 'note', i18n: true, migrate: { i18n: 'convert' } }
  model.add([['content.save_model', change]])
  const session = await newSession(server, { scope: 'content' })
  const first = await startRun(server, session, 'Give notes locales')
  await ended(server, session)
  // Content written and read between two calls is whole, with entries that have not moved yet.
  await sync()
  expect(await titlesIn('en')).toEqual(titles)
  const last = { model: 'note', id: `note-${COUNT - 1}`, locale: 'en' }
  await expect
    .poll(() => run('get_content', last), { timeout: 30_000 })
    .toMatchObject({ entries: [{ data: { title: `Note ${COUNT - 1}` } }] })
  expect(await server.call('POST', `/api/ai/sessions/${session}/runs/${first}/undo`)).toMatchObject({
    body: { state: 'undone', kept: [] },
  })
  await sync()
  expect([await titlesIn('data'), await titlesIn('en')]).toEqual([titles, undefined])

  model.add([['content.save_model', change]], [['content.save_model', { id: 'note' }]])
  const again = await startRun(server, session, 'Give notes locales, all of them')
  await ended(server, session)
  await sync()
  expect([await titlesIn('data'), await titlesIn('en')]).toEqual([undefined, titles])
  expect(await titlesIn('tr')).toEqual(titles)
  expect(await server.call('POST', `/api/ai/sessions/${session}/runs/${again}/undo`)).toMatchObject({
    body: { state: 'undone', kept: [] },
  })
  await sync()
  expect([await titlesIn('data'), await titlesIn('en')]).toEqual([titles, undefined])
  const commits = (await gitText(repository.git, repository.path, 'rev-list', '--all')).split('\n')
  for (const commit of commits) expect(checkFiles((await contentFiles(repository, commit)).after)).toEqual([])
})
