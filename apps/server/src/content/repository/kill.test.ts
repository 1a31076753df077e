import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addContentProject,
  type ContentPlace,
  type ContentServer,
  openContent,
  setUpNotes,
  writeNote,
} from '../../testing/contentServer.ts'
import { testDatabases } from '../../testing/databases.ts'
import { PROJECT } from '../../testing/documents.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { repositoryAt, repositoryPath } from './bareRepository.ts'

const ref = 'refs/heads/contentrain'
const program = fileURLToPath(new URL('../../testing/contentServer.ts', import.meta.url))

describe.each(testDatabases())('the repository of a server that is killed, on $name', ({ name, place }) => {
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
  function startWriter(owner: string) {
    const child = spawn(
      process.execPath,
      [program, owner, where.dataDir, ...(where.databaseUrl ? [where.databaseUrl] : [])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const acknowledged: string[] = []
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => acknowledged.push(line))
    const ready = once(lines, 'line')
    return {
      ready,
      acknowledged: () => acknowledged.slice(1),
      async kill() {
        const died = once(child, 'close')
        child.kill('SIGKILL')
        await died
      },
    }
  }

  async function written(server: ContentServer): Promise<string[]> {
    await expect
      .poll(async () => (await server.repositories.flush(PROJECT)).ok, { timeout: 20_000, interval: 200 })
      .toBe(true)
    const file = await gitText(
      await testGit(),
      repositoryPath(where.dataDir, PROJECT),
      'show',
      `${ref}:.contentrain/content/blog/note/data.json`,
    )
    return Object.keys(JSON.parse(file))
  }

  async function checkHistory(): Promise<void> {
    const git = await testGit()
    const path = repositoryPath(where.dataDir, PROJECT)
    const format = '--format=%(trailers:key=Atelier-Seq,valueonly,separator=%x20)'
    const numbers = (await gitText(git, path, 'log', '--reverse', format, ref)).split('\n').map(Number)
    // Each change is in one commit, in the order in which they were made.
    expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true)
    expect(await repositoryAt(git, path).check()).toEqual([])
  }

  test('has all that was acknowledged, each change once, and is whole', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const writer = startWriter(`r${round}`)
      await writer.ready
      await new Promise((done) => setTimeout(done, 120 + ((round * 83) % 400)))
      await writer.kill()
      acknowledged.push(...writer.acknowledged())
    }
    const server = await openContent(where, 'last')
    const found = await written(server)
    expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(6)
    await writeNote(server, 'after', 'After')
    expect(await written(server)).toContain('after')
    await server.close()
    await checkHistory()
  })

  const several = name === 'postgres'
  if (several)
    test('is written on by the other server when one of two dies', async () => {
      const [one, two] = [startWriter('one'), startWriter('two')]
      await Promise.all([one.ready, two.ready])
      await new Promise((done) => setTimeout(done, 1500))
      await one.kill()
      const before = two.acknowledged().length
      await expect.poll(() => two.acknowledged().length, { timeout: 10_000 }).toBeGreaterThan(before + 6)
      await two.kill()
      const server = await openContent(where, 'last')
      const found = await written(server)
      const acknowledged = [...one.acknowledged(), ...two.acknowledged()]
      expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
      await server.close()
      await checkHistory()
    })
})
