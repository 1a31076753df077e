import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
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
} from '../../../testing/contentServer.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { type FailingGit, failingGit } from '../../../testing/failingGit.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'

const ref = 'refs/heads/contentrain'
const BRANCH = 'cr/content/note/1700000000-00ab'
const cr = `refs/heads/${BRANCH}`
const DATA = '.contentrain/content/blog/note/data.json'

/**
 * A repository whose git fails.
 *
 * @param stride how far apart the processes are that are killed; one synchronization has more than a hundred. With 1 each
 * of them is killed both ways.
 */
export function failingGitCases({ name, place }: TestDatabase, stride: number): void {
  let where: ContentPlace & { remove(): void }
  let server: ContentServer
  let failing: FailingGit
  let there: BareRepository
  let ours: BareRepository
  let tasks: (() => void)[] = []

  beforeEach(async () => {
    tasks = []
    const { dataDir, databaseUrl, remove } = await place()
    where = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }), remove }
    mkdirSync(join(dataDir, 'program'))
    failing = await failingGit(join(dataDir, 'program'))
    const schedule = (task: () => void) => {
      tasks.push(task)
      return () => {
        tasks = tasks.filter((each) => each !== task)
      }
    }
    server = await openContent(where, 'one', { schedule, git: failing.git })
    await addContentProject(server)
    await setUpNotes(server)
    await writeNote(server, 'first', 'First')
    const path = join(dataDir, 'there.git')
    const git = await testGit()
    await gitText(git, dataDir, 'init', '--quiet', '--bare', path)
    there = repositoryAt(git, path)
    ours = repositoryAt(git, repositoryPath(dataDir, PROJECT))
    expect(await server.repositories.flush(PROJECT)).toMatchObject({ ok: true })
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  const sync = () => server.repositories.sync(PROJECT)
  const connect = () => server.repositories.connect(PROJECT, { url: `file://${there.path}` })
  const notesAt = async ({ git, path }: BareRepository, at: string): Promise<object> =>
    JSON.parse(await gitText(git, path, 'show', `${at}:${DATA}`))
  /** Another clone adds a note to a branch of the remote, and further files. */
  async function elsewhere(onto: string, id: string, text?: string): Promise<void> {
    const parent = (await there.tip(onto)) ?? ''
    const notes = { ...(await notesAt(there, parent)), [id]: { ...(text === undefined ? {} : { text }), title: id } }
    const bytes = `${JSON.stringify(Object.fromEntries(Object.entries(notes).sort()), undefined, 2)}\n`
    expect(await writeCommits(there, [commitWith([{ path: DATA, bytes }], { ref: onto, parent })])).toMatchObject({
      ok: true,
    })
  }
  const long = () => randomBytes(200_000).toString('hex')

  test('says that there is no room where a disk is full, and writes what was acknowledged once there is', async () => {
    await connect()
    failing.full(true)
    await writeNote(server, 'long', 'Long', long())
    expect(await server.repositories.flush(PROJECT)).toMatchObject({ ok: false, code: 'failed' })
    expect(await server.repositories.status(PROJECT)).toMatchObject({
      state: 'failed',
      error: 'Content could not be written to the repository: the disk of this server is full.',
      seq: 3,
      written: 2,
    })
    await writeNote(server, 'second', 'Second')
    failing.full(false)
    // By itself, when it is tried again.
    for (const task of tasks.splice(0)) task()
    await expect.poll(async () => (await server.repositories.status(PROJECT))?.state).toBe('written')
    expect(Object.keys(await notesAt(ours, ref))).toEqual(['first', 'long', 'second'])
    await sync()

    await elsewhere(ref, 'theirs', long())
    failing.full(true)
    expect(await sync()).toMatchObject({ ok: false, problem: 'The disk of this server is full.' })
    expect(await server.repositories.status(PROJECT)).toMatchObject({ state: 'failed' })
    failing.full(false)
    expect(await sync()).toMatchObject({ ok: true, applied: 1 })
    expect(Object.keys(await notesAt(there, ref))).toEqual(['first', 'long', 'second', 'theirs'])
    expect(await ours.check()).toEqual([])
  })

  test(
    'has everything, each change once, when one process of git after the other is killed while it writes, fetches and pushes',
    async () => {
      await beginBranch(server, BRANCH)
      await writeOnBranch(server, 'proposal', 'Proposal')
      await connect()
      failing.count()
      const notes = ['first']
      const proposals = ['proposal']
      /** Both sides have something new, on the content and on the branch. */
      async function edit(id: string): Promise<void> {
        await writeNote(server, id, id)
        await writeOnBranch(server, `p-${id}`, id)
        await elsewhere(ref, `eve-${id}`)
        await elsewhere(cr, `eve-p-${id}`)
        notes.push(id, `eve-${id}`)
        proposals.push(`p-${id}`, `eve-p-${id}`)
      }
      await edit('whole')
      failing.count()
      expect(await sync()).toMatchObject({ ok: true })
      const steps = failing.started()
      expect(steps).toBeGreaterThan(20)
      // A sample is killed before it does anything or when it has done everything, in turn.
      const ways = ['before', 'after'] as const
      const editEvery = stride === 1 || stride > 20 ? 1 : 2
      let kills = 0
      let reached = 0
      for (let step = stride === 1 || name === 'sqlite' ? 1 : 5; step <= steps; step += stride) {
        for (const when of stride === 1 ? ways : [ways[kills % 2] ?? 'before']) {
          // With nothing new on either side a synchronization has fewer processes than are counted.
          if (kills % editEvery === 0) await edit(`n${step}-${when}`)
          failing.killAt(step, when)
          await sync()
          if (failing.started() >= step) reached += 1
          failing.count()
          kills += 1
        }
      }
      expect(reached).toBeGreaterThan(kills / 2)
      if (stride === 1)
        console.info(`${name}: ${reached} of ${kills} kills reached their process, of ${steps} processes`)
      await writeNote(server, 'after', 'After')
      expect(await sync()).toMatchObject({ ok: true })
      for (const repository of [ours, there]) {
        expect(Object.keys(await notesAt(repository, ref))).toEqual(expect.arrayContaining([...notes, 'after']))
        expect(Object.keys(await notesAt(repository, cr))).toEqual(expect.arrayContaining(proposals))
        expect(await repository.check()).toEqual([])
      }
      const format = '--format=%(trailers:key=Atelier-Seq,valueonly,separator=%x20)'
      for (const range of [ref, `${ref}..${cr}`]) {
        const printed = await gitText(ours.git, ours.path, 'log', '--reverse', '--first-parent', format, range)
        const numbers = printed.split('\n').filter(Boolean).map(Number)
        expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true)
      }
    },
    60_000 + 3_600_000 / stride,
  )
}
