import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commitWith, gitText, temporaryFolder, testGit } from '../../../../apps/server/testing/git.ts'
import { type BareRepository, openRepository, RepositoryError, repositoryPath } from './bareRepository.ts'
import { writeCommits } from './fastImport.ts'

const ref = 'refs/heads/contentrain'
let folder: ReturnType<typeof temporaryFolder>
let repository: BareRepository

beforeEach(async () => {
  folder = temporaryFolder()
  repository = await openRepository(await testGit(), folder.path, 'p1')
})
afterEach(() => folder.remove())

async function write(bytes: string, parent?: string, onto = ref): Promise<string> {
  const where = { ref: onto, begins: onto !== ref, ...(parent === undefined ? {} : { parent }) }
  const outcome = await writeCommits(repository, [commitWith([{ path: 'a', bytes }], where)])
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.tips.get(onto) ?? ''
}

it('several servers open the same new repository at once', async () => {
  const git = await testGit()
  const opened = await Promise.all(Array.from({ length: 6 }, () => openRepository(git, folder.path, 'p2')))
  expect(new Set(opened.map(({ path }) => path))).toEqual(new Set([join(folder.path, 'content', 'p2.git')]))
  expect(readdirSync(join(folder.path, 'content')).sort()).toEqual(['p1.git', 'p2.git'])
  expect(await opened[0]?.check()).toEqual([])
  expect(await gitText(git, repositoryPath(folder.path, 'p2'), 'symbolic-ref', 'HEAD')).toBe(ref)
  for (const id of ['../p', '', '-p', 'a/b', 'a.git']) expect(() => repositoryPath(folder.path, id)).toThrow(/no id/)
})

it('the default branch follows the content while it is behind it, and stays when it went its own way', async () => {
  expect(await repository.followDefault('main')).toBe('nothing')
  const first = await write('1')
  expect(await repository.followDefault('main')).toBe('followed')
  const second = await write('2', first)
  expect(await repository.followDefault('main')).toBe('followed')
  expect(await repository.tip('refs/heads/main')).toBe(second)
  const foreign = await write('mine', second, 'refs/heads/other')
  await repository.setRefs([{ ref: 'refs/heads/main', from: second, to: foreign }])
  const third = await write('3', second)
  expect(await repository.followDefault('main')).toBe('diverged')
  expect(await repository.tip('refs/heads/main')).toBe(foreign)
  expect(await repository.mergeBase(foreign, third)).toBe(second)
  expect(await repository.isAncestor(first, foreign)).toBe(true)
  expect(await repository.isAncestor(foreign, third)).toBe(false)
  expect(await repository.followDefault('contentrain')).toBe('nothing')
})

it('refs are set together, each only from the value it is believed to have', async () => {
  const [first, other] = [await write('1'), await write('2', undefined, 'refs/heads/cr/content/a/1-ab')]
  const stale = [
    { ref: 'refs/heads/main', from: undefined, to: first },
    { ref, from: other, to: first },
  ]
  expect(await repository.setRefs(stale)).toBe(false)
  expect(await repository.tip('refs/heads/main')).toBeUndefined()
  const right = [
    { ref: 'refs/heads/main', from: undefined, to: first },
    { ref: 'refs/heads/cr/content/a/1-ab', from: other, to: undefined },
  ]
  expect(await repository.setRefs(right)).toBe(true)
  expect([...(await repository.refs('refs/heads/')).keys()]).toEqual([ref, 'refs/heads/main'])
  await expect(repository.setRefs([{ ref: 'HEAD', from: undefined, to: first }])).rejects.toThrow(/no name of a ref/)
})

it('the last change that was written is the one of the newest commit of ours', async () => {
  expect(await repository.writtenSeq(ref)).toBe(0)
  const write = async (seq: string | undefined, parent?: string) => {
    const trailers = seq === undefined ? {} : { 'Atelier-Seq': seq }
    const commit = commitWith([], { trailers, ...(parent === undefined ? {} : { parent }) })
    const outcome = await writeCommits(repository, [commit])
    return outcome.ok ? outcome.tips.get(ref) : undefined
  }
  const first = await write('7')
  const second = await write('12', first)
  await write(undefined, second)
  expect(await repository.writtenSeq(ref)).toBe(12)
})

it('the repository is packed after a day and after 200 commits, not before', async () => {
  const day = 24 * 3_600_000
  let tip = await write('0')
  expect(await repository.packWhenDue(day)).toBe(false)
  tip = await write('1', tip)
  expect(await repository.packWhenDue(2 * day - 1)).toBe(false)
  expect(await repository.packWhenDue(2 * day)).toBe(true)
  expect(await repository.packWhenDue(9 * day)).toBe(false)
  const many = Array.from({ length: 199 }, (_, index) =>
    commitWith([{ path: 'a', bytes: `${index}` }], index === 0 ? { parent: tip } : {}),
  )
  const outcome = await writeCommits(repository, many)
  tip = (outcome.ok && outcome.tips.get(ref)) || ''
  expect(await repository.packWhenDue(2 * day + 1)).toBe(false)
  tip = await write('end', tip)
  expect(await repository.packWhenDue(2 * day + 1)).toBe(true)
  expect(readdirSync(join(repository.path, 'objects/pack')).filter((name) => name.endsWith('.pack'))).toHaveLength(1)
  expect(await repository.tip(ref)).toBe(tip)
  expect(await repository.check()).toEqual([])
})

it('what killed processes left is removed and nothing else', async () => {
  const tip = await write('1')
  const left = [
    'HEAD.lock',
    'packed-refs.lock',
    'refs/heads/contentrain.lock',
    'objects/pack/tmp_idx_1',
    'fast_import_crash_7',
    'gc.pid',
  ]
  for (const name of left) writeFileSync(join(repository.path, name), '')
  expect((await repository.removeLeftovers()).sort()).toEqual([...left].sort())
  expect(left.filter((name) => existsSync(join(repository.path, name)))).toEqual([])
  expect(await repository.removeLeftovers()).toEqual([])
  expect(await write('2', tip)).not.toBe(tip)
  expect(await repository.check()).toEqual([])
})

it('a repository that is broken is reported with what git says', async () => {
  await write('1')
  for (const name of readdirSync(join(repository.path, 'objects/pack')))
    rmSync(join(repository.path, 'objects/pack', name))
  expect(await repository.check()).not.toEqual([])
  rmSync(join(repository.path, 'HEAD'))
  await expect(repository.refs('refs/heads/')).rejects.toThrow(RepositoryError)
})
