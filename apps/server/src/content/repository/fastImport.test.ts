import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BareRepository, openRepository, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deepTest } from '../../../../../scripts/testing/deepTest.ts'
import { commitWith, gitText, temporaryFolder, testGit } from '../../../testing/git.ts'
import { programPath } from '../../../testing/programs.ts'
import { findGit } from './findGit.ts'

const ref = 'refs/heads/contentrain'
let folder: ReturnType<typeof temporaryFolder>
let repository: BareRepository

beforeEach(async () => {
  folder = temporaryFolder()
  repository = await openRepository(await testGit(), folder.path, 'p1')
})
afterEach(() => folder.remove())

const text = (...args: string[]) => gitText(repository.git, repository.path, ...args)

/** Writes a commit on top of the tip, read again while another write moves it. `tip` is the one that was written on. */
async function writtenAfter(bytes: string) {
  for (;;) {
    const tip = (await repository.tip(ref)) ?? ''
    const next = await writeCommits(repository, [commitWith([{ path: 'n', bytes }], { parent: tip })])
    if (next.ok) return { tip, next }
    if (next.code !== 'stale') throw new Error(JSON.stringify(next))
  }
}

/** Writes commits and returns what it made; fails the test if they were not written. */
async function written(
  ...commits: Parameters<typeof writeCommits>[1] extends infer T ? Extract<T, Iterable<unknown>>[] : never
) {
  const outcome = await writeCommits(
    repository,
    commits.flatMap((each) => [...each]),
  )
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome
}

it('no file is kept as its difference from another one, and versions of one are once they are packed', async () => {
  const textOf = (n: number) =>
    Array.from({ length: 2000 }, (_, at) => `${(at * 7919) % 10_007} ${at === n ? 'new' : 'old'}\n`).join('')
  const at = (n: number) => [
    { path: 'content/post/en.json', bytes: textOf(n) },
    { path: 'meta/post/en.json', bytes: textOf(n).replaceAll('old', 'by') },
  ]
  const first = await written([commitWith(at(1))])
  await written([commitWith(at(2), { parent: first.tips.get(ref) ?? '' })])
  const differences = async () => {
    const names = (await text('cat-file', '--batch-check=%(objecttype) %(deltabase)', '--batch-all-objects')).split(
      '\n',
    )
    return names.filter((line) => line.startsWith('blob ') && !line.endsWith('0'.repeat(40))).length
  }
  expect(await differences()).toBe(0)
  expect(await repository.packWhenDue(Date.now())).toBe(false)
  expect(await repository.packWhenDue(Date.now() + 25 * 3_600_000)).toBe(true)
  expect(await differences()).toBeGreaterThanOrEqual(2)
})

it('commits of several branches are written at once, with their authors, times and trailers', async () => {
  const { commits, tips } = await written([
    commitWith(
      [
        { path: 'a.json', bytes: '1\n' },
        { path: 'b/ü "c".md', bytes: Buffer.from([0, 255]) },
      ],
      {
        subject: 'Write two files',
        trailers: { 'Atelier-Seq': '2', 'Atelier-Run': 'r_1', 'Atelier-Change': 'c_1' },
        coAuthors: [{ name: 'Bob', userId: 'u_2' }],
      },
    ),
    commitWith([{ path: 'a.json', bytes: null }], { at: 1_700_000_060_000 }),
    commitWith([{ path: 'a.json', bytes: '2\n' }], { ref: 'refs/heads/cr/content/a/1700000000-ab12' }),
  ])
  expect(tips.get(ref)).toBe(commits[1])
  expect(await repository.tip(ref)).toBe(commits[1])
  expect(await repository.commit(commits[0] ?? '')).toMatchObject({
    author: { name: 'Ada', email: 'u_1@users.invalid' },
    at: 1_700_000_000_000,
    subject: 'Write two files',
    parents: [],
    trailers: { 'Atelier-Seq': '2', 'Atelier-Run': 'r_1', 'Atelier-Change': 'c_1' },
  })
  expect(
    await text('log', '-1', '--format=%cn <%ce>%n%(trailers:key=Co-authored-by,valueonly)', commits[0] ?? ''),
  ).toBe('Atelier <atelier@users.invalid>\nBob <u_2@users.invalid>')
  expect(await text('ls-tree', '-r', '-z', '--name-only', ref)).toBe('b/ü "c".md\0')
  expect(await text('rev-list', '--count', ref)).toBe('2')
  expect(await repository.check()).toEqual([])
})

it('a tip that has moved refuses the whole write', async () => {
  const first = await written([commitWith([{ path: 'a', bytes: '1' }])])
  const parent = first.tips.get(ref)
  const second = await written([commitWith([{ path: 'a', bytes: '2' }], { ...(parent ? { parent } : {}) })])
  const stale = commitWith([{ path: 'a', bytes: '3' }], { ...(parent ? { parent } : {}) })
  expect(await writeCommits(repository, [stale])).toEqual({ ok: false, code: 'stale', refs: [ref] })
  expect(await writeCommits(repository, [commitWith([{ path: 'a', bytes: '4' }])])).toMatchObject({ code: 'stale' })
  expect(await repository.tip(ref)).toBe(second.tips.get(ref))
})

it('a tip that moves while commits are written is refused by git itself', async () => {
  const parent = (await written([commitWith([{ path: 'a', bytes: '1' }])])).tips.get(ref) ?? ''
  let other: string | undefined
  async function* slowly() {
    yield { path: 'a', bytes: '2' }
    other = (await written([commitWith([{ path: 'a', bytes: 'other' }], { parent })])).tips.get(ref)
    yield { path: 'b', bytes: '2' }
  }
  const outcome = await writeCommits(repository, [{ ...commitWith([], { parent }), files: slowly() }])
  expect(outcome).toEqual({ ok: false, code: 'stale', refs: [ref] })
  expect(await repository.tip(ref)).toBe(other)
})

it('if two write at once, one wins and the other is refused', async () => {
  const parent = (await written([commitWith([{ path: 'a', bytes: '0' }])])).tips.get(ref) ?? ''
  const outcomes = await Promise.all(
    ['1', '2', '3', '4'].map((bytes) => writeCommits(repository, [commitWith([{ path: 'a', bytes }], { parent })])),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await text('rev-list', '--count', ref)).toBe('2')
  expect(await repository.check()).toEqual([])
})

it('names and subjects cannot end a line, a name or the message', async () => {
  const nasty = 'Eve <eve@example.test>\ncommitter x <x> 1 +0000\0\u2028end'
  const { commits } = await written([
    commitWith([], {
      author: { name: nasty, userId: 'u> 1\n' },
      subject: `Edit\n\nAtelier-Seq: 99\r\n${'long '.repeat(100)}`,
      trailers: { 'Atelier-Seq': '1\nAtelier-Run: forged' },
    }),
  ])
  const seen = await repository.commit(commits[0] ?? '')
  expect(seen.author).toEqual({ name: 'Eve eve@example.test committer x x 1 +0000 end', email: 'u1@users.invalid' })
  expect(seen.subject).toMatch(/^Edit Atelier-Seq: 99 long/)
  expect(seen.subject.length).toBeLessThanOrEqual(200)
  expect(seen.trailers).toEqual({ 'Atelier-Seq': '1 Atelier-Run: forged' })
  const empty = await written([
    commitWith([], { parent: commits[0] ?? '', author: { name: '<>', userId: '' }, subject: ' \n' }),
  ])
  expect(await repository.commit(empty.commits[0] ?? '')).toMatchObject({
    author: { name: 'Unknown', email: 'unknown@users.invalid' },
    subject: 'Edit content',
  })
  expect(await repository.check()).toEqual([])
})

it('a path that no repository may have stops the write before anything of it is kept', async () => {
  const bad = commitWith([
    { path: 'good', bytes: '1' },
    { path: '../x', bytes: '2' },
  ])
  await expect(writeCommits(repository, [commitWith([{ path: 'a', bytes: '1' }]), bad])).rejects.toThrow(
    /does not climb/,
  )
  await expect(writeCommits(repository, [commitWith([], { ref: '-x' })])).rejects.toThrow(/no name of a ref/)
  expect(await repository.tip(ref)).toBeUndefined()
})

it('files are requested as the process takes them', async () => {
  const program = join(folder.path, 'git')
  writeFileSync(
    program,
    '#!/bin/sh\nfor last; do :; done; [ "$last" = version ] && echo git version 2.40.0 || sleep 60\n',
  )
  chmodSync(program, 0o755)
  const stuck = await findGit(program)
  if (!stuck.ok) throw new Error(stuck.problem)
  let asked = 0
  function* files() {
    for (; asked < 40; asked += 1) yield { path: `f/${asked}`, bytes: Buffer.alloc(1024 * 1024) }
  }
  const parent = (await written([commitWith([])])).tips.get(ref) ?? ''
  const deaf: BareRepository = { ...repository, git: stuck.git }
  const outcome = await writeCommits(deaf, [{ ...commitWith([], { parent }), files: files() }], { timeoutMs: 400 })
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'timeout' } })
  expect(asked).toBeLessThan(3)
})

it('an aborted write leaves the old tip, and the next one goes through', async () => {
  const parent = (await written([commitWith([{ path: 'a', bytes: '1' }])])).tips.get(ref) ?? ''
  const ending = new AbortController()
  async function* files() {
    yield { path: 'b', bytes: '2' }
    ending.abort()
    await once(process, 'never', { signal: AbortSignal.timeout(50) }).catch(() => {})
    yield { path: 'c', bytes: Buffer.alloc(1024 * 1024) }
  }
  const outcome = await writeCommits(repository, [{ ...commitWith([], { parent }), files: files() }], {
    signal: ending.signal,
  })
  expect(outcome).toMatchObject({ ok: false, code: 'failed', failure: { code: 'aborted' } })
  expect(await repository.tip(ref)).toBe(parent)
  await repository.removeLeftovers()
  await written([commitWith([{ path: 'a', bytes: '2' }], { parent })])
})

it('git killed at any moment leaves the old tip or the new one, and nothing that blocks the next', async () => {
  let parent = (await written([commitWith([{ path: 'a', bytes: '0' }])])).tips.get(ref) ?? ''
  let kept = 0
  const files = Array.from({ length: 50 }, (_, index) => ({ path: `f/${index}`, bytes: `${index}`.repeat(5000) }))
  for (let round = 0; round < 12; round += 1) {
    const commit = commitWith([...files, { path: 'round', bytes: `${round}` }], { parent, subject: `Round ${round}` })
    const outcome = await writeCommits(repository, [commit], { timeoutMs: 1 + round * 3 })
    const left = await repository.tip(ref)
    if (outcome.ok) expect(left).toBe(outcome.tips.get(ref))
    await repository.removeLeftovers()
    expect(await repository.check()).toEqual([])
    kept += left === parent ? 0 : 1
    parent = left ?? ''
  }
  await written([commitWith([{ path: 'end', bytes: '1' }], { parent })])
  expect(await text('rev-list', '--count', ref)).toBe(String(kept + 2))
})

deepTest(
  'a server that is killed while it writes leaves the old tip or the new one, and nothing that blocks the next',
  async () => {
    let parent = (await written([commitWith([{ path: 'a', bytes: '0' }])])).tips.get(ref) ?? ''
    const seen = { old: 0, new: 0 }
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(process.execPath, [programPath('gitWriter'), folder.path, parent, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      const ended = once(child, 'exit')
      await new Promise((done) => setTimeout(done, round * 9))
      child.kill('SIGKILL')
      await ended
      // A lock as a killed process leaves it.
      writeFileSync(join(repository.path, 'refs/heads/contentrain.lock'), '')
      writeFileSync(join(repository.path, 'objects/pack/tmp_pack_abc'), 'x')
      expect(await repository.removeLeftovers()).toEqual(
        expect.arrayContaining(['refs/heads/contentrain.lock', 'objects/pack/tmp_pack_abc']),
      )
      // The killed process's git may still move the branch: a write that finds it moved reads the tip again.
      const { tip, next } = await writtenAfter(String(round))
      seen[tip === parent ? 'old' : 'new'] += 1
      parent = next.tips.get(ref) ?? ''
      expect(await repository.check()).toEqual([])
    }
    expect(await text('rev-list', '--count', ref)).toBe(String(1 + 8 + seen.new))
    const rounds = (await text('log', '--format=%s', ref)).split('\n').filter((subject) => /^\d$/.test(subject))
    expect(new Set(rounds).size).toBe(rounds.length)
  },
)
