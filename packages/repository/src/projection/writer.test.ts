import { afterEach, beforeEach, expect, it } from 'vitest'
import { gitText, temporaryFolder, testGit } from '../../../../apps/server/testing/git.ts'
import { type BareRepository, openRepository } from '../git/bareRepository.ts'
import type { Change } from '../log/groups.ts'
import type { CommitSource, OpenSource, Progress, WriterPort } from '../log/writerPort.ts'
import { createWriter, type WriterOptions } from './writer.ts'

const ref = 'refs/heads/contentrain'
let folder: ReturnType<typeof temporaryFolder>
let repository: BareRepository
let log: ReturnType<typeof memoryLog>
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  repository = await openRepository(await testGit(), folder.path, 'p1')
  log = memoryLog()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  folder.remove()
})

const text = (...args: string[]) => gitText(repository.git, repository.path, ...args)

/** The log of changes and the lease as the database has them, for several servers in one process. */
function memoryLog() {
  const changes: Change[] = []
  const progress: Progress = { seq: 0, written: 0 }
  const lease = { owner: undefined as string | undefined, until: 0 }
  const clock = { now: 1_700_000_000_000 }
  const problems: (string | undefined)[] = []
  return {
    changes,
    progress,
    lease,
    clock,
    problems,
    add(who: string, documentId: string, more: Partial<Change> = {}) {
      progress.seq += 1
      const { seq } = progress
      const by = { name: who, userId: who }
      changes.push({
        seq,
        ref,
        documents: [documentId],
        cause: { kind: 'person' },
        by,
        label: 'Edit',
        at: clock.now,
        ...more,
      })
    },
    port(owner: string, leaseMs = 5000): WriterPort {
      const ours = () => lease.owner === owner && lease.until > clock.now
      return {
        async take() {
          const before = lease.owner
          if (before !== undefined && lease.until > clock.now) return undefined
          lease.owner = owner
          lease.until = clock.now + leaseMs
          return before === undefined ? 'taken' : 'abandoned'
        },
        async renew() {
          if (ours()) lease.until = clock.now + leaseMs
          return ours()
        },
        async release() {
          if (lease.owner === owner) lease.owner = undefined
        },
        progress: async () => ({ ...progress }),
        pending: async (from, limit) => changes.filter(({ seq }) => seq > from).slice(0, limit),
        async written(seq, tip) {
          if (!ours()) return false
          progress.written = seq
          if (tip !== undefined) progress.tip = tip
          return true
        },
        async problem(text) {
          problems.push(text)
        },
      }
    },
  }
}

/** Each document is a file of the numbers of its changes. */
const source: CommitSource = { open: async () => open }
const open: OpenSource = {
  async close() {},
  async commitOf(group) {
    if (group.changes.every(({ label }) => label === 'nothing')) return undefined
    const { cause } = group
    const last = new Map(group.changes.flatMap(({ documents, seq }) => documents.map((id) => [id, seq] as const)))
    const files = [...last].map(([path, seq]) => ({ path, bytes: `${seq}\n` }))
    return { subject: cause.kind === 'person' ? 'Edit' : cause.title, files }
  },
}

function writerOf(owner: string, options: Partial<WriterOptions> = {}) {
  const timers = new Map<() => void, number>()
  const writer = createWriter({
    port: log.port(owner),
    source,
    repository: async () => repository,
    leaseMs: 5000,
    now: () => log.clock.now,
    schedule(task, ms) {
      timers.set(task, log.clock.now + ms)
      return () => timers.delete(task)
    },
    ...options,
  })
  closing.push(() => writer.close())
  /** Moves the clock and runs what is due. */
  const pass = (ms: number) => {
    log.clock.now += ms
    for (const [task, at] of [...timers]) {
      if (at > log.clock.now) continue
      timers.delete(task)
      task()
    }
  }
  return { writer, pass, timers }
}

it('a burst is written 2 s after its last edit, a run at once', async () => {
  const { writer, pass } = writerOf('one')
  log.add('ada', 'a')
  writer.changed()
  pass(1500)
  log.add('ada', 'b')
  writer.changed()
  pass(1999)
  expect(writer.state).toBe('waiting')
  pass(1)
  expect(writer.state).toBe('writing')
  await expect.poll(() => writer.state).toBe('idle')
  expect(log.progress).toMatchObject({ written: 2, tip: await repository.tip(ref) })
  log.add('ada', 'c', { cause: { kind: 'run', id: 'r_1', title: 'Write a post' }, changeSetId: 'c_1' })
  writer.changed({ immediate: true })
  pass(0)
  await expect.poll(() => log.progress.written).toBe(3)
  const tip = await repository.commit((await repository.tip(ref)) ?? '')
  expect(tip).toMatchObject({
    subject: 'Write a post',
    author: { name: 'ada', email: 'ada@users.invalid' },
    trailers: { 'Atelier-Seq': '3', 'Atelier-Run': 'r_1', 'Atelier-Change': 'c_1' },
  })
})

it('a flush writes what was changed before it was asked for, also while another one is under way', async () => {
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const held: CommitSource = {
    async open() {
      reached.resolve()
      await goOn.promise
      return open
    },
  }
  const { writer } = writerOf('one', { source: held })
  log.add('ada', 'a')
  const under = writer.flush()
  await reached.promise
  log.add('ada', 'b')
  const [second, third] = [writer.flush(), writer.flush()]
  goOn.resolve()
  expect(await under).toMatchObject({ ok: true, seq: 1, commits: 1 })
  expect(await second).toMatchObject({ ok: true, seq: 2, commits: 1 })
  expect(await third).toBe(await second)
  expect(log.progress.written).toBe(2)
})

it('an edit is postponed for 30 s, not longer', async () => {
  const { writer, pass } = writerOf('one')
  for (let second = 0; second < 29; second += 1) {
    log.add('ada', 'a')
    writer.changed()
    pass(1000)
    expect(writer.state).toBe('waiting')
  }
  log.add('ada', 'a')
  writer.changed()
  pass(1000)
  expect(writer.state).toBe('writing')
  await expect.poll(() => log.progress.written).toBe(30)
  expect(await text('rev-list', '--count', ref)).toBe('1')
})

it('a write that was not recorded is found in the repository and not made again', async () => {
  const { writer } = writerOf('one')
  log.add('ada', 'a')
  log.add('bob', 'b')
  expect(await writer.flush()).toMatchObject({ ok: true, seq: 2, commits: 2 })
  // The server died between the write and its record.
  log.progress.written = 0
  delete log.progress.tip
  log.add('ada', 'c')
  expect(await writer.flush()).toMatchObject({ ok: true, seq: 3, commits: 1 })
  expect(await text('log', '--format=%s %(trailers:key=Atelier-Seq,valueonly,separator=%x20)', ref)).toBe(
    'Edit 3\nEdit 2\nEdit 1',
  )
})

it('a number from elsewhere that no change has had hides nothing', async () => {
  const { writer } = writerOf('one')
  log.add('ada', 'a')
  await writer.flush()
  const tip = (await repository.tip(ref)) ?? ''
  const { writeCommits } = await import('../git/fastImport.ts')
  const forged = {
    ref,
    parent: tip,
    author: { name: 'Eve', userId: 'eve' },
    at: 0,
    subject: 'x',
    trailers: { 'Atelier-Seq': '999' },
    files: [],
  }
  await writeCommits(repository, [forged])
  log.add('ada', 'b')
  expect(await writer.flush()).toMatchObject({ ok: true, seq: 2, commits: 1 })
})

it('changes that lead to no other file are passed over', async () => {
  const { writer } = writerOf('one')
  log.add('ada', 'a', { label: 'nothing' })
  expect(await writer.flush()).toEqual({ ok: true, seq: 1, tip: undefined, commits: 0 })
  expect(log.progress.written).toBe(1)
})

it('two servers at once: one writes, the other one waits, and every change is there once', async () => {
  const [one, two] = [writerOf('one'), writerOf('two')]
  for (let index = 0; index < 10; index += 1) log.add(index % 2 ? 'ada' : 'bob', `d${index}`)
  const outcomes = await Promise.all([one.writer.flush(), two.writer.flush()])
  expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual(['busy', 'ok'])
  const waiting = outcomes[0]?.ok ? two : one
  expect(waiting.writer.state).toBe('waiting')
  log.add('eve', 'e')
  waiting.pass(1000)
  await expect.poll(() => log.progress.written).toBe(11)
  expect(await text('rev-list', '--count', ref)).toBe('3')
  expect((await text('ls-tree', '-r', '--name-only', ref)).split('\n')).toHaveLength(11)
})

it('after a server died with the lease another one clears what it left and writes on', async () => {
  const { writeFileSync } = await import('node:fs')
  log.add('ada', 'a')
  expect(await log.port('dead').take()).toBe('taken')
  writeFileSync(`${repository.path}/refs/heads/contentrain.lock`, '')
  const { writer, pass } = writerOf('two')
  expect(await writer.flush()).toEqual({ ok: false, code: 'busy' })
  pass(4999)
  await expect.poll(() => writer.state).toBe('waiting')
  pass(1000)
  await expect.poll(() => log.progress.written).toBe(1)
  expect(await repository.check()).toEqual([])
})

it('a server whose lease is gone records nothing', async () => {
  const slow: OpenSource = {
    ...open,
    async commitOf(...args) {
      log.clock.now += 6000
      expect(await log.port('two').take()).toBe('abandoned')
      return open.commitOf(...args)
    },
  }
  const { writer } = writerOf('one', { source: { open: async () => slow } })
  log.add('ada', 'a')
  expect(await writer.flush()).toMatchObject({ ok: false, code: 'failed' })
  expect(log.progress.written).toBe(0)
  expect(log.lease.owner).toBe('two')
})

it('a failure is recorded, retried later, and forgotten when it is over', async () => {
  let broken = true
  const { writer, pass } = writerOf('one', {
    async repository() {
      if (broken) throw new Error('No space left on device')
      return repository
    },
  })
  log.add('ada', 'a')
  expect(await writer.flush()).toEqual({ ok: false, code: 'failed', problem: 'No space left on device' })
  expect(writer.state).toBe('failed')
  expect(log.lease.owner).toBeUndefined()
  broken = false
  pass(5000)
  await expect.poll(() => writer.state).toBe('idle')
  expect(log.problems).toEqual(['No space left on device', undefined])
  expect(log.progress.written).toBe(1)
})

it('a closed writer ends what it is at, gives the lease back and begins nothing', async () => {
  const { writer, pass } = writerOf('one')
  log.add('ada', 'a')
  writer.changed()
  const current = writer.flush()
  await writer.close()
  await current
  expect(log.lease.owner).toBeUndefined()
  log.add('ada', 'b')
  writer.changed()
  pass(60_000)
  expect(writer.state).toBe('waiting')
  expect(log.progress.written).toBeLessThan(2)
})

it('the default branch follows what is written', async () => {
  const { writer } = writerOf('one', { defaultBranch: async () => 'main' })
  log.add('ada', 'a')
  await writer.flush()
  expect(await repository.tip('refs/heads/main')).toBe(await repository.tip(ref))
})
