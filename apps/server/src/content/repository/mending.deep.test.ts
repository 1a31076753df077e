/** Slow by design: everything that the strict check finds is put into a repository and mended. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkFiles } from '@atelier/content'
import { type BareRepository, contentFiles, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let projectId = ''
let there: BareRepository
const ref = 'refs/heads/contentrain'

beforeEach(async () => {
  server = await startTestServer({ ATELIER_OPEN_REMOTES: '1' })
  projectId = (await firstProject(server)).id
  const git = await testGit()
  const path = join(server.config.dataDir, 'there.git')
  mkdirSync(path)
  await gitText(git, path, 'init', '--quiet', '--bare', path)
  there = repositoryAt(git, path)
})
afterEach(() => server.close())

const at = () => `/api/projects/${projectId}`
const run = async (name: string, input: object) =>
  Object((await server.call('POST', `${at()}/operations/content.${name}`, { input })).body)
const sync = () => server.call('POST', `${at()}/content/sync`)
const findings = async () => {
  const { data } = await run('validate', { files: true, limit: 50 })
  const list: { code: string; file: string; line: number }[] = data.findings
  return list.map(({ code, file, line }) => [code, file.replace('.contentrain/', ''), line].join(' '))
}
async function push(files: Record<string, string>) {
  const parent = await there.tip(ref)
  const changes = Object.entries(files).map(([path, bytes]) => ({ path, bytes }))
  expect(await writeCommits(there, [commitWith(changes, { ref, ...(parent ? { parent } : {}) })])).toMatchObject({
    ok: true,
  })
}
const show = (path: string) => gitText(there.git, there.path, 'show', `${ref}:${path}`)

const NOTE = '.contentrain/content/blog/note/en.json'
const PAGE = '.contentrain/content/blog/page/one.md'
/** As people and older tools leave it: other bytes, no file in tr, no meta data, no title field, an unknown field. */
const files = {
  '.contentrain/config.json':
    '{"version":1,"stack":"nuxt","workflow":"auto-merge","locales":{"default":"en","supported":["en","tr"]},"domains":["blog"]}\n',
  '.contentrain/models/note.json':
    '{"id":"note","name":"Note","kind":"collection","domain":"blog","i18n":true,"fields":{"title":{"type":"string","required":true}}}\n',
  '.contentrain/models/page.json':
    '{"id":"page","name":"Page","kind":"document","domain":"blog","i18n":false,"title_field":"title","fields":{"title":{"type":"string","required":true},"tags":{"type":"array","items":"string"}}}\n',
  [NOTE]: '{"b":{"title":"B","extra":1},\n"a":{"title":"A"}}\n',
  [PAGE]: '---\r\nslug: one\r\ntags:\r\n  - 1\r\n  - two\r\n# a comment\r\ntitle: One\r\n---\r\n\r\nText\r\n',
}

test('the strict check names what is wrong with file and line, and all of it is mended in one step', async () => {
  await push(files)
  expect(await server.call('PUT', `${at()}/content/remote`, { url: `file://${there.path}` })).toMatchObject({
    body: { phase: 'active', findings: { errors: expect.any(Number), warnings: expect.any(Number) } },
  })
  const wrong = await findings()
  for (const each of [
    'title_field models/note.json 1',
    'missing_file content/blog/note/tr.json ',
    'unknown_field content/blog/note/en.json 1',
    'line_ends content/blog/page/one.md 1',
    'read_differently content/blog/page/one.md 3',
  ])
    expect(wrong).toContain(each)
  expect(wrong.filter((each) => each.startsWith('not_canonical'))).toHaveLength(4)
  // A user who edits one entry touches only that entry's file.
  expect(await run('save_content', { model: 'page', slug: 'two', data: { title: 'Two' } })).toMatchObject({ ok: true })
  await sync()
  for (const [path, bytes] of Object.entries(files)) expect([path, await show(path)]).toEqual([path, bytes.trim()])

  const fixed = await run('fixContent', { unknownFields: 'remove' })
  expect(fixed).toMatchObject({ ok: true, data: { models: ['note'], rewritten: ['note', 'page', 'settings'] } })
  expect(await sync()).toMatchObject({ body: { state: 'written' } })
  expect(Object((await sync()).body)).not.toHaveProperty('findings')
  expect(await findings()).toEqual([])
  expect(await show(NOTE)).toBe('{\n  "a": {\n    "title": "A"\n  },\n  "b": {\n    "title": "B"\n  }\n}')
  expect(await show(PAGE)).toContain('# a comment\ntitle: One\n---')
  expect(await show(PAGE)).not.toContain('\r')
  expect(await run('fixContent', { unknownFields: 'remove' })).toMatchObject({ data: { models: [], rewritten: [] } })

  // The undo covers the values and the model; nothing brings the old bytes.
  const undone = await server.services.documents.undo(fixed.changeSetId, { kind: 'hand', userId: 'x' })
  expect(undone).toMatchObject({ ok: true })
  await sync()
  expect(JSON.parse(await show(NOTE))).toEqual({ a: { title: 'A' }, b: { extra: 1, title: 'B' } })
  expect(JSON.parse(await show('.contentrain/models/note.json'))).not.toHaveProperty('title_field')
  const ours = repositoryAt(there.git, repositoryPath(server.config.dataDir, projectId))
  const codes = checkFiles((await contentFiles(ours, (await ours.tip(ref)) ?? '')).after).map(({ code }) => code)
  expect([...new Set(codes)].sort()).toEqual(['title_field', 'unknown_field'])
})
