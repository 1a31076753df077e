import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commitWith, gitText, plantCommit, temporaryFolder, testGit } from '../../../../apps/server/testing/git.ts'
import { type BareRepository, openRepository } from './bareRepository.ts'
import { changedFiles, listFiles, openBlobs, TooManyFiles } from './catFile.ts'
import { writeCommits } from './fastImport.ts'

const ref = 'refs/heads/contentrain'
let folder: ReturnType<typeof temporaryFolder>
let repository: BareRepository

beforeEach(async () => {
  folder = temporaryFolder()
  repository = await openRepository(await testGit(), folder.path, 'p1')
})
afterEach(() => folder.remove())

async function write(files: Parameters<typeof commitWith>[0], parent?: string): Promise<string> {
  const outcome = await writeCommits(repository, [commitWith(files, parent === undefined ? {} : { parent })])
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.tips.get(ref) ?? ''
}

it('the files of a commit and what two commits differ in are listed', async () => {
  const first = await write([
    { path: 'a.json', bytes: '1' },
    { path: 'b/c d.md', bytes: '2' },
    { path: 'old.md', bytes: '3' },
  ])
  const second = await write(
    [
      { path: 'a.json', bytes: '11' },
      { path: 'old.md', bytes: null },
      { path: 'new\u00e9.md', bytes: '3' },
    ],
    first,
  )
  const files = await listFiles(repository, second)
  expect(files.map(({ path, kind, mode, readable }) => ({ path, kind, mode, readable }))).toEqual(
    ['a.json', 'b/c d.md', 'newé.md'].map((path) => ({ path, kind: 'file', mode: '100644', readable: true })),
  )
  expect((await listFiles(repository, second, { under: ['b'] })).map(({ path }) => path)).toEqual(['b/c d.md'])
  const changes = await changedFiles(repository, first, second)
  expect(changes.map(({ path, change }) => [path, change])).toEqual([
    ['a.json', 'changed'],
    ['newé.md', 'added'],
    ['old.md', 'deleted'],
  ])
  expect((await changedFiles(repository, undefined, first)).map(({ change }) => change)).toEqual([
    'added',
    'added',
    'added',
  ])
  const blobs = openBlobs(repository)
  const [one, same] = await Promise.all([blobs.read(changes[0]?.oid ?? ''), blobs.read(changes[0]?.before ?? '')])
  expect([one, same].map((each) => each?.ok && each.bytes.toString())).toEqual(['11', '1'])
  await blobs.close()
})

it('more files than wanted, files that are too large and objects that are none are said, not read', async () => {
  const commit = await write([
    ...Array.from({ length: 30 }, (_, index) => ({ path: `f/${index}`, bytes: `${index}` })),
    { path: 'large', bytes: Buffer.alloc(300_000) },
  ])
  await expect(listFiles(repository, commit, { maxFiles: 30 })).rejects.toThrow(TooManyFiles)
  await expect(changedFiles(repository, undefined, commit, { maxFiles: 30 })).rejects.toThrow(TooManyFiles)
  const large = (await listFiles(repository, commit)).find(({ path }) => path === 'large')?.oid ?? ''
  const blobs = openBlobs(repository, { maxBytes: 299_999 })
  const [tooLarge, missing, tree] = await Promise.all([
    blobs.read(large),
    blobs.read('1'.repeat(40)),
    blobs.read(commit),
  ])
  expect([tooLarge, missing, tree]).toEqual([
    { ok: false, code: 'too_large', size: 300_000 },
    { ok: false, code: 'missing' },
    { ok: false, code: 'not_a_file' },
  ])
  expect(() => blobs.read('--help')).toThrow(/no name of an object/)
  await blobs.close()
  const whole = openBlobs(repository)
  expect(await whole.read(large)).toMatchObject({ ok: true, bytes: { length: 300_000 } })
  await whole.close()
})

it('links, submodules, programs, twins in case and names of other encodings are named and never followed', async () => {
  writeFileSync(join(folder.path, 'secret'), 'outside')
  const commit = await plantCommit(repository.git, repository.path, ref, [
    { mode: '100755', path: 'Program', content: '#!/bin/sh' },
    { mode: '120000', path: 'link.json', content: join(folder.path, 'secret') },
    { mode: '100644', path: 'program', content: 'twin' },
    { mode: '160000', path: 'sub', content: '2'.repeat(40) },
    { mode: '100644', path: '-rf', content: 'option' },
    { mode: '100644', path: 'line\nbreak', content: 'x' },
    { mode: '100644', path: '.gitattributes', content: '* filter=lfs diff=lfs text eol=crlf ident' },
  ])
  const files = await listFiles(repository, commit)
  expect(Object.fromEntries(files.map(({ path, kind }) => [path, kind]))).toEqual({
    Program: 'file',
    'link.json': 'link',
    program: 'file',
    sub: 'submodule',
    '-rf': 'file',
    'line\nbreak': 'file',
    '.gitattributes': 'file',
  })
  const blobs = openBlobs(repository)
  const link = await blobs.read(files.find(({ path }) => path === 'link.json')?.oid ?? '')
  expect(link.ok && link.bytes.toString()).toBe(join(folder.path, 'secret'))
  const submodule = await blobs.read(files.find(({ path }) => path === 'sub')?.oid ?? '')
  expect(submodule).toEqual({ ok: false, code: 'missing' })
  await blobs.close()
})

it('a name that is not in UTF-8 is distinguished', async () => {
  const bytes = Buffer.from('100644 caf\xe9.md\0', 'latin1')
  const blob = await repository.git.run(['hash-object', '-w', '--stdin'], { repository: repository.path, input: 'x' })
  if (!blob.ok) throw new Error(blob.said)
  const tree = Buffer.concat([bytes, Buffer.from(blob.output.toString().trim(), 'hex')])
  const made = await repository.git.run(['hash-object', '-w', '-t', 'tree', '--stdin', '--literally'], {
    repository: repository.path,
    input: tree,
  })
  if (!made.ok) throw new Error(made.said)
  const commit = await gitText(
    repository.git,
    repository.path,
    ...['-c', 'user.name=x', '-c', 'user.email=x@example.test', 'commit-tree', made.output.toString().trim()],
    ...['-m', 'x'],
  )
  expect(await listFiles(repository, commit)).toMatchObject([{ path: 'caf\ufffd.md', readable: false }])
})

it('hooks, filters and attributes of a repository run nothing while it is written and read', async () => {
  const mark = join(folder.path, 'ran')
  const script = `#!/bin/sh\ntouch ${mark}\ncat\n`
  mkdirSync(join(repository.path, 'hooks'), { recursive: true })
  for (const hook of ['post-update', 'reference-transaction', 'pre-receive', 'update', 'pre-auto-gc', 'post-commit'])
    writeFileSync(join(repository.path, 'hooks', hook), script, { mode: 0o755 })
  const commit = await write([
    { path: '.gitattributes', bytes: '*.md filter=evil diff=evil\n' },
    { path: 'a.md', bytes: 'a' },
  ])
  await repository.setRefs([{ ref: 'refs/heads/main', from: undefined, to: commit }])
  await changedFiles(repository, undefined, commit)
  await repository.check()
  await repository.packWhenDue(0)
  await repository.packWhenDue(25 * 3_600_000)
  await expect(gitText(repository.git, folder.path, 'rev-parse', 'HEAD')).rejects.toThrow()
  const { existsSync } = await import('node:fs')
  expect(existsSync(mark)).toBe(false)
})
