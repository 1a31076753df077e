import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BareRepository, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addContentProject,
  beginBranch,
  type ContentPlace,
  type ContentServer,
  openContent,
  setUpNotes,
  writeNote,
  writeOnBranch,
} from './contentServer.ts'
import type { TestDatabase } from './databases.ts'
import { PROJECT } from './documents.ts'
import { commitWith, gitText, testGit } from './git.ts'
import { programPath } from './programs.ts'

const ref = 'refs/heads/contentrain'
const BRANCH = 'cr/content/note/1700000000-00ab'
const cr = `refs/heads/${BRANCH}`
const DATA = '.contentrain/content/blog/note/data.json'

/** The writer's acknowledgement before it waits for its repository: notes, and with a remote a proposal beside each. */
const BEFORE_WRITING = 3

/**
 * Kills servers while they write content to a repository, in the middle of what they do with git.
 * @param rounds how many servers are killed after each other, each at a later moment; 0 leaves those tests to another database
 */
export function killedContent({ name, place }: TestDatabase, rounds: number): void {
  let where: ContentPlace & { remove(): void }
  beforeEach(async () => {
    const { dataDir, databaseUrl, remove } = await place()
    where = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }), remove }
    const server = await openContent(where, 'first')
    await addContentProject(server)
    await setUpNotes(server)
    await server.close()
  })
  afterEach(() => where.remove())

  /** A server that writes notes until it is killed, and those that it acknowledged. */
  function startWriter(owner: string, remote = '-') {
    const child = spawn(
      process.execPath,
      [programPath('contentServer'), owner, where.dataDir, remote, ...(where.databaseUrl ? [where.databaseUrl] : [])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const acknowledged: string[] = []
    const lines = createInterface({ input: child.stdout })
    const ready = once(lines, 'line')
    lines.on('line', (line) => acknowledged.push(line))
    return {
      ready,
      acknowledged: () => acknowledged.slice(1),
      /** Waits until so many are acknowledged. */
      async acknowledges(count: number) {
        while (acknowledged.length <= count) await once(lines, 'line')
      },
      async kill() {
        const died = once(child, 'close')
        child.kill('SIGKILL')
        await died
      },
    }
  }

  /**
   * Kills one server after the other while it waits for its repository; the first one when it no longer does, which says
   * how long that takes on this machine.
   * @param perRound what a server acknowledges before it waits
   */
  async function killWriters(
    perRound: number,
    remote: string | undefined,
    meanwhile: (round: number) => Promise<void>,
  ) {
    const acknowledged: string[] = []
    let waitMs = 0
    for (let round = 0; round < rounds; round += 1) {
      const writer = startWriter(`r${round}`, remote)
      await meanwhile(round)
      await writer.acknowledges(perRound)
      const began = performance.now()
      if (round === 0) {
        await writer.acknowledges(perRound + 1)
        waitMs = performance.now() - began
      } else await new Promise((done) => setTimeout(done, (waitMs * round) / rounds))
      await writer.kill()
      acknowledged.push(...writer.acknowledged())
    }
    return acknowledged
  }

  async function written(server: ContentServer): Promise<string[]> {
    await expect
      .poll(async () => (await server.repositories.flush(PROJECT)).ok, { timeout: 20_000, interval: 200 })
      .toBe(true)
    const file = await gitText(await testGit(), repositoryPath(where.dataDir, PROJECT), 'show', `${ref}:${DATA}`)
    return Object.keys(JSON.parse(file))
  }

  /** Each change is in one commit, in the order in which they were made. */
  async function checkHistory(of = ref): Promise<void> {
    const git = await testGit()
    const path = repositoryPath(where.dataDir, PROJECT)
    const format = '--format=%(trailers:key=Atelier-Seq,valueonly,separator=%x20)'
    const range = of === ref ? [ref] : [`${ref}..${of}`]
    const printed = await gitText(git, path, 'log', '--reverse', '--first-parent', format, ...range)
    // Merges with the remote make no change of their own.
    const numbers = printed.split('\n').filter(Boolean).map(Number)
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true)
    expect(await repositoryAt(git, path).check()).toEqual([])
  }

  if (rounds > 0) {
    test('has all that was acknowledged, each change once, and is whole', async () => {
      const acknowledged = await killWriters(BEFORE_WRITING, undefined, async () => {})
      const server = await openContent(where, 'last')
      const found = await written(server)
      expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(BEFORE_WRITING * rounds)
      await writeNote(server, 'after', 'After')
      expect(await written(server)).toContain('after')
      await server.close()
      await checkHistory()
    })

    const notesAt = async ({ git, path }: BareRepository, at: string): Promise<object> =>
      JSON.parse(await gitText(git, path, 'show', `${at}:${DATA}`))

    /** Another clone adds a note to a branch of the remote, however often that moves meanwhile. */
    async function elsewhere(there: BareRepository, onto: string, id: string): Promise<void> {
      await expect
        .poll(
          async () => {
            const parent = await there.tip(onto)
            if (parent === undefined) return true
            const notes = { ...(await notesAt(there, parent)), [id]: { title: id } }
            const bytes = `${JSON.stringify(Object.fromEntries(Object.entries(notes).sort()), undefined, 2)}\n`
            return (await writeCommits(there, [commitWith([{ path: DATA, bytes }], { ref: onto, parent })])).ok
          },
          { timeout: 20_000 },
        )
        .toBe(true)
    }

    test('has all that was acknowledged, and all that others pushed, when it is killed while it fetches and pushes', async () => {
      const path = join(where.dataDir, 'there.git')
      const git = await testGit()
      await gitText(git, where.dataDir, 'init', '--quiet', '--bare', path)
      const there = repositoryAt(git, path)
      const url = `file://${path}`
      const first = await openContent(where, 'begin')
      await beginBranch(first, BRANCH)
      await writeNote(first, 'begin', 'Begin')
      await writeOnBranch(first, 'proposal', 'Proposal')
      expect(await first.repositories.connect(PROJECT, { url })).toMatchObject({ sync: { ok: true } })
      await first.close()

      const pushed: string[] = []
      const acknowledged = await killWriters(2 * BEFORE_WRITING, url, async (round) => {
        await elsewhere(there, ref, `eve-${round}`)
        await elsewhere(there, cr, `eve-proposal-${round}`)
        pushed.push(`eve-${round}`, `+eve-proposal-${round}`)
      })
      const server = await openContent(where, 'last')
      const sync = async () => (await server.repositories.sync(PROJECT)).ok
      await expect.poll(sync, { timeout: 20_000, interval: 200 }).toBe(true)
      await writeNote(server, 'after', 'After')
      expect(await sync()).toBe(true)
      const ours = repositoryAt(git, repositoryPath(where.dataDir, PROJECT))
      expect(await there.tip(ref)).toBe(await ours.tip(ref))
      expect(await there.tip(cr)).toBe(await ours.tip(cr))
      const [notes, proposed] = [await notesAt(there, ref), await notesAt(there, cr)]
      const missing = [...acknowledged, ...pushed].filter(
        (id) => !Object.hasOwn(id.startsWith('+') ? proposed : notes, id.replace('+', '')),
      )
      expect(missing).toEqual([])
      expect(notes).toHaveProperty('after')
      expect(acknowledged.length).toBeGreaterThan(2 * BEFORE_WRITING * rounds)
      await server.close()
      await checkHistory()
      await checkHistory(cr)
      expect(await there.check()).toEqual([])
    })
  }

  const several = name === 'postgres'
  if (several)
    test('is written on by the other server when one of two dies', async () => {
      const [one, two] = [startWriter('one'), startWriter('two')]
      await Promise.all([one.ready, two.ready])
      // Each has waited for the repository, so one of them holds the lease on it.
      await Promise.all([one, two].map((writer) => writer.acknowledges(BEFORE_WRITING + 1)))
      await one.kill()
      const before = two.acknowledged().length
      const repository = repositoryAt(await testGit(), repositoryPath(where.dataDir, PROJECT))
      const tip = await repository.tip(ref)
      await two.acknowledges(before + 7)
      await expect.poll(() => repository.tip(ref), { timeout: 60_000 }).not.toBe(tip)
      await two.kill()
      const server = await openContent(where, 'last')
      const found = await written(server)
      const acknowledged = [...one.acknowledged(), ...two.acknowledged()]
      expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
      await server.close()
      await checkHistory()
    })
}
