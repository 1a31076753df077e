/** Slow by design: the example of the documentation is type-checked and runs against a server. */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from './support/api.ts'
import { startPrepared } from './support/preparedServer.ts'
import type { Studio } from './support/studio.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

// covers apps/server/src/readApi packages/content/src

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const run = promisify(execFile)

let studio: Studio
let api: Api
let projectId = ''
let folder = ''

beforeAll(async () => {
  ;({ studio, api, projectId } = await startPrepared())
  folder = temporaryFolder('atelier-types-')
  const act = (name: string, input: object) =>
    api.post(`/api/projects/${projectId}/operations/content.${name}`, { input })
  await act('init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    models: [
      { id: 'author', i18n: false, fields: { name: { type: 'string', required: true } } },
      {
        id: 'post',
        fields: {
          title: { type: 'string', required: true },
          rank: { type: 'integer' },
          author: { type: 'relation', model: 'author' },
        },
      },
      { id: 'note', fields: { text: { type: 'text' } } },
    ],
  })
  await act('save_content', { model: 'author', data: { ann: { name: 'Ann' } } })
  const posts = {
    first: { title: 'First', rank: 1 },
    second: { title: 'Second', rank: 2, author: 'ann' },
    third: { title: 'Third', rank: 3 },
    later: { title: 'Later', rank: 4 },
  }
  await act('save_content', { model: 'post', data: posts })
  await act('save_content', { model: 'post', locale: 'tr', data: { first: { title: 'Birinci' } } })
  await act('update_status', { model: 'author', entryIds: ['ann'], status: 'published' })
  await act('update_status', { model: 'post', entryIds: ['first', 'second', 'third'], status: 'published' })
  for (const model of ['author', 'post']) await act('shareModel', { model, public: true })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await studio?.remove()
})

test('the example of the documentation type-checks against the written client, and reads what is published', async () => {
  const { key } = await api.post<{ key: string }>(`/api/projects/${projectId}/content/keys`, {
    name: 'Types',
    role: 'viewer',
    models: ['author', 'post'],
  })
  const client = join(folder, 'content.ts')
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ATELIER_URL: studio.url }
  await run(bin('atelier'), ['types', '--project', projectId, '--out', client], {
    env: { ...env, ATELIER_API_KEY: key },
  })
  expect(readFileSync(client, 'utf8')).not.toContain(key)

  const docs = readFileSync(join(root, 'docs', 'content-api.md'), 'utf8')
  const [, example = ''] = /```ts\n(.*?)```/s.exec(docs) ?? []
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'example.ts'), example)
  // A field that there is not, and a value of another type, are errors.
  const wrong = example
    .replace('where: { rank: { gte: 2 } }', "where: { rank: 'two' }")
    .replace('fields.title', 'fields.titel')
  writeFileSync(join(folder, 'wrong.ts'), wrong)
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--pretty', 'false']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions']
  // Declarations of others are read, but not checked.
  const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node', '--skipLibCheck']
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  // Both in one program, since most of its time is spent on the declarations of Node.
  const compiled = await run(process.execPath, [tsc, ...options, ...target, ...types, 'example.ts', 'wrong.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(compiled.stdout.match(/^\S+\.ts|error TS\d+/gm)).toEqual([
    'wrong.ts',
    'error TS2322',
    'wrong.ts',
    'error TS2551',
  ])

  const { stdout } = await run(process.execPath, [join(folder, 'example.ts')], { env: { ...env, STUDIO: studio.url } })
  expect(stdout).toBe('Third by nobody\nSecond by Ann\n2 tr Birinci\n')
})
