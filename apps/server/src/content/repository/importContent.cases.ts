import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BareRepository, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RegisterCase } from '../../../testing/cases.ts'
import {
  addContentProject,
  type ContentPlace,
  type ContentServer,
  openContent,
} from '../../../testing/contentServer.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import { programPath } from '../../../testing/programs.ts'
import { createContentProjects } from '../projects/contentProjects.ts'

const ref = 'refs/heads/contentrain'
const COUNT = 130
const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`
const noteName = (n: number) => `note-${String(n).padStart(3, '0')}`

/** Notes of which each refers to one that comes later, the last one to nothing; two have one unique title. */
const files = {
  '.contentrain/config.json': json({
    domains: ['blog'],
    locales: { default: 'en', supported: ['en'] },
    stack: 'other',
    release: 'change',
    version: 1,
    workflow: 'auto-merge',
  }),
  '.contentrain/models/note.json': json({
    domain: 'blog',
    fields: {
      next: { model: 'note', type: 'relation' },
      title: { required: true, type: 'string', unique: true },
    },
    i18n: false,
    id: 'note',
    kind: 'collection',
    name: 'Note',
    title_field: 'title',
  }),
  '.contentrain/content/blog/note/data.json': json(
    Object.fromEntries(
      Array.from({ length: COUNT }, (_, n) => [
        noteName(n),
        { next: noteName(n + 1), title: n === COUNT - 2 ? 'Note 3' : `Note ${n}` },
      ]),
    ),
  ),
}

/** Content that is taken over from a remote. */
export function importContentCases({ place }: TestDatabase, test: RegisterCase): void {
  let where: ContentPlace & { remove(): void }
  let there: BareRepository
  let url: string
  let tip: string

  beforeEach(async () => {
    where = await place()
    const server = await openContent(where, 'begin')
    await addContentProject(server)
    await server.close()
    const git = await testGit()
    const path = join(where.dataDir, 'there.git')
    await gitText(git, where.dataDir, 'init', '--quiet', '--bare', path)
    there = repositoryAt(git, path)
    url = `file://${path}`
    const changes = Object.entries(files).map(([file, bytes]) => ({ path: file, bytes }))
    const outcome = await writeCommits(there, [commitWith(changes, { ref })])
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    tip = outcome.tips.get(ref) ?? ''
  })
  afterEach(() => where.remove())

  /** Connects in a process that is killed when so many commits of the import are made. */
  async function connectUntil(parts: number): Promise<string[]> {
    const args = [
      programPath('importServer'),
      `killed-${parts}`,
      where.dataDir,
      url,
      ...(where.databaseUrl ? [where.databaseUrl] : []),
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const died = once(child, 'close')
    const seen: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      seen.push(line)
      if (seen.length === parts) child.kill('SIGKILL')
    })
    await died
    return seen
  }

  const rows = async (server: ContentServer, sql: string): Promise<Record<string, unknown>[]> =>
    server.database.read(
      (function* () {
        const result = yield { sql, parameters: [] }
        return result.rows.map((row) => ({ ...Object(row) }))
      })(),
    )
  const stateOf = async (server: ContentServer) =>
    (await rows(server, `select state from content_projects where project_id = '${PROJECT}'`))[0]?.state

  /** All of the remote is here once, as one change set and one commit. */
  async function expectWhole(server: ContentServer): Promise<void> {
    const entries = await rows(server, 'select entry_id, seq, issues from content_entries order by entry_id')
    expect(entries.map(({ entry_id }) => entry_id)).toEqual(Array.from({ length: COUNT }, (_, n) => noteName(n)))
    const unsettled = entries.filter(({ issues }) => issues !== '[]')
    expect(unsettled.map(({ entry_id }) => entry_id)).toEqual([noteName(COUNT - 2), noteName(COUNT - 1)])
    const sets = await rows(server, 'select distinct change_set_id, seq from content_changes')
    expect(sets).toHaveLength(1)
    expect(await server.documents.changes(String(sets[0]?.change_set_id))).toMatchObject({
      label: 'Take over the content of the remote',
    })
    expect((await server.documents.list(PROJECT)).length).toBe(COUNT + 1)
    const ours = repositoryAt(await testGit(), repositoryPath(where.dataDir, PROJECT))
    const format = '--format=%H %(trailers:key=Atelier-Seq,valueonly,separator=)'
    const log = await gitText(ours.git, ours.path, 'log', '--reverse', format, ref)
    const [first, ...others] = log.trim().split('\n')
    expect(first?.trim()).toBe(tip)
    expect(others.map((line) => line.split(' ')[1])).toEqual(['1'])
    expect(await gitText(ours.git, ours.path, 'diff', '--name-only', tip, ref)).toBe('')
    expect(await there.tip(ref)).toBe(await ours.tip(ref))
    expect(await ours.check()).toEqual([])
  }

  test('is one change, whose entries may refer to each other in any order', async () => {
    const server = await openContent(where, 'one')
    expect(await server.repositories.connect(PROJECT, { url })).toMatchObject({ ok: true, sync: { ok: true } })
    await expectWhole(server)
    // As its settings say.
    expect(await rows(server, 'select release_mode from content_projects')).toEqual([{ release_mode: 'change' }])
    await server.close()
  })

  test('is not there for anybody until it is whole, and is finished by the next server when one is killed', async () => {
    expect(await connectUntil(2)).toEqual(['part', 'part'])
    const server = await openContent({ ...where }, 'other', { schedule: () => () => {} })
    const begun = await rows(server, 'select entry_id from content_entries')
    expect(begun.length).toBeGreaterThan(0)
    expect(begun.length).toBeLessThan(COUNT)
    expect(await createContentProjects(server.database).find(PROJECT)).toBeUndefined()
    expect(await server.repositories.status(PROJECT)).toBeUndefined()
    expect(await server.repositories.flush(PROJECT)).toMatchObject({ ok: false })
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: false })
    expect(await there.tip(ref)).toBe(tip)
    await server.close()

    expect((await connectUntil(1)).length).toBeGreaterThan(0)
    const last = await openContent(where, 'last')
    await expect
      .poll(
        async () => {
          last.repositories.look()
          return stateOf(last)
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBe('idle')
    await expect.poll(async () => (await last.repositories.sync(PROJECT)).ok, { timeout: 20_000 }).toBe(true)
    await expectWhole(last)
    await last.close()
  })

  test('is given up by a person, also when its server was killed, and leaves nothing behind', async () => {
    expect((await connectUntil(1)).length).toBeGreaterThan(0)
    const server = await openContent(where, 'other')
    expect(await server.repositories.importing(PROJECT)).toEqual({})
    // The lease of the server that was killed is still in the way, then what it has made goes.
    expect(await server.repositories.disconnect(PROJECT)).toBe(true)
    expect(await server.repositories.importing(PROJECT)).toBeUndefined()
    await expect
      .poll(
        async () => {
          server.repositories.look()
          return stateOf(server)
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBeUndefined()
    const kept = ['content_entries', 'content_keys', 'content_search', 'content_changes', 'change_sets', 'documents']
    for (const table of kept) expect([table, await rows(server, `select * from ${table}`)]).toEqual([table, []])
    expect(await server.repositories.disconnect(PROJECT)).toBe(false)
    const ours = repositoryAt(await testGit(), repositoryPath(where.dataDir, PROJECT))
    expect(await ours.tip(ref)).toBeUndefined()
    expect(await there.tip(ref)).toBe(tip)

    expect(await server.repositories.connect(PROJECT, { url })).toMatchObject({ ok: true, sync: { ok: true } })
    await expectWhole(server)
    await server.close()
  })

  test('an edit of it is refused while it is not whole', async () => {
    await connectUntil(2)
    const server = await openContent(where, 'other')
    const [entry] = await rows(server, 'select document_id from content_entries')
    const edit = async () =>
      server.documents.transact({
        projectId: PROJECT,
        origin: { kind: 'hand', userId: 'ada' },
        async body(drafts) {
          ;(await drafts.open(String(entry?.document_id)))?.set('*/title', 'Another')
          return { result: null, commit: true }
        },
      })
    // The import continues at once if no lease is in its way: what was refused may be accepted behind its end.
    const outcome = await edit()
    expect(outcome.ok ? await stateOf(server) : outcome.refused).toBe(outcome.ok ? 'idle' : 'content_moved')
    await server.close()
  })
}
