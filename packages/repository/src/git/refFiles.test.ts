import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commitWith, gitText, temporaryFolder, testGit } from '../../../../apps/server/testing/git.ts'
import { type BareRepository, openRepository } from './bareRepository.ts'
import { writeCommits } from './fastImport.ts'
import { readRefFiles } from './refFiles.ts'

let folder: ReturnType<typeof temporaryFolder>
let repository: BareRepository

beforeEach(async () => {
  folder = temporaryFolder()
  repository = await openRepository(await testGit(), folder.path, 'p1')
})
afterEach(() => folder.remove())

const git = (...args: string[]) => gitText(repository.git, repository.path, ...args)

async function commit(ref: string, bytes: string): Promise<string> {
  const outcome = await writeCommits(repository, [commitWith([{ path: 'a', bytes }], { ref, begins: true })])
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.tips.get(ref) ?? ''
}

/** The same by git itself. */
async function byGit(pattern: string): Promise<[name: string, oid: string][]> {
  const printed = await git('for-each-ref', '--format=%(refname) %(objectname)', pattern)
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', oid = ''] = line.split(' ')
      return [name, oid]
    })
}
const patterns = ['refs/heads/main', 'refs/heads/cr/', 'refs/heads/', 'refs/remotes/origin/', 'refs/heads/none']
async function expectSameAsGit(): Promise<void> {
  for (const pattern of patterns)
    expect([pattern, [...((await readRefFiles(repository.path, pattern)) ?? [])]]).toEqual([
      pattern,
      await byGit(pattern),
    ])
}

it('refs are the same as git says, in files of their own, packed, and both', async () => {
  await expectSameAsGit()
  const names = ['main', 'cr/content/a/1-ab', 'cr/content/b/2-cd', 'other', 'Main2'].map((name) => `refs/heads/${name}`)
  for (const [at, name] of [...names, 'refs/remotes/origin/main'].entries()) await commit(name, String(at))
  await expectSameAsGit()
  await git('pack-refs', '--all')
  await expectSameAsGit()
  await commit('refs/heads/new', 'new')
  await git('update-ref', 'refs/heads/main', await commit('refs/heads/newer', 'newer'))
  await git('update-ref', '-d', 'refs/heads/other')
  await git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.test',
    'tag',
    '-a',
    '-m',
    'One',
    'v1',
    'refs/heads/main',
  )
  await git('pack-refs', '--all')
  await git('update-ref', 'refs/heads/main', await commit('refs/heads/newest', 'newest'))
  await expectSameAsGit()
})

it('locks and empty folders are no refs', async () => {
  const oid = await commit('refs/heads/cr/a', '1')
  mkdirSync(join(repository.path, 'refs/heads/cr/empty'))
  writeFileSync(join(repository.path, 'refs/heads/cr/b.lock'), '')
  expect([...((await readRefFiles(repository.path, 'refs/heads/cr/')) ?? [])]).toEqual([['refs/heads/cr/a', oid]])
  expect([...((await readRefFiles(repository.path, 'refs/heads/cr')) ?? ['none'])]).toEqual([])
})

it('git is called for a ref that names another one, one that was cut short, and refs that are kept otherwise', async () => {
  const oid = await commit('refs/heads/main', '1')
  await git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
  expect(await readRefFiles(repository.path, 'refs/heads/alias')).toBeUndefined()
  expect(await repository.tip('refs/heads/alias')).toBe(oid)
  writeFileSync(join(repository.path, 'refs/heads/cut'), '')
  expect(await readRefFiles(repository.path, 'refs/heads/cut')).toBeUndefined()
  expect(await repository.tip('refs/heads/cut')).toBeUndefined()
  mkdirSync(join(repository.path, 'reftable'))
  expect(await readRefFiles(repository.path, 'refs/heads/main')).toBeUndefined()
  rmSync(repository.path, { recursive: true })
  await expect(repository.tip('refs/heads/main')).rejects.toThrow('The branches could not be read')
})
