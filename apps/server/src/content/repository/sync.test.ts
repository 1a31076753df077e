import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addContentProject,
  type ContentServer,
  openContent,
  setUpNotes,
  writeNote,
} from '../../testing/contentServer.ts'
import { testDatabases } from '../../testing/databases.ts'
import { PROJECT } from '../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../testing/git.ts'
import { type BareRepository, repositoryAt, repositoryPath } from './bareRepository.ts'
import { type FileChange, writeCommits } from './fastImport.ts'

const ref = 'refs/heads/contentrain'
const DATA = '.contentrain/content/blog/note/data.json'

describe.each(testDatabases())('a remote that others push to, on $name', ({ place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: ContentServer
  let there: BareRepository
  let ours: BareRepository

  beforeEach(async () => {
    where = await place()
    server = await openContent(where, 'one')
    await addContentProject(server)
    await setUpNotes(server)
    await writeNote(server, 'a', 'One', 'Text')
    await writeNote(server, 'b', 'Two', 'Text')
    const git = await testGit()
    const path = join(where.dataDir, 'there.git')
    await gitText(git, where.dataDir, 'init', '--quiet', '--bare', '--initial-branch=main', path)
    there = repositoryAt(git, path)
    ours = repositoryAt(git, repositoryPath(where.dataDir, PROJECT))
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  const connect = () => server.repositories.connect(PROJECT, { url: `file://${there.path}` })
  const sync = () => server.repositories.sync(PROJECT)
  /** Another clone edits files and pushes. */
  async function elsewhere(files: FileChange[], onto = ref): Promise<string> {
    const parent = await there.tip(onto)
    const commit = commitWith(files, {
      ref: onto,
      author: { name: 'Eve', userId: 'eve' },
      ...(parent ? { parent } : {}),
    })
    const outcome = await writeCommits(there, [commit])
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.tips.get(onto) ?? ''
  }
  const notesIn = async (repository: BareRepository) =>
    JSON.parse(await gitText(repository.git, repository.path, 'show', `${ref}:${DATA}`))
  const notesWith = (notes: object) => [{ path: DATA, bytes: `${JSON.stringify(notes, undefined, 2)}\n` }]
  const branches = () =>
    server.database.read(
      (function* () {
        const { rows } = yield {
          sql: "select name, changes from content_branches where state = 'open'",
          parameters: [],
        }
        return rows
      })(),
    )

  test('an empty one is filled, and gets each change by itself', async () => {
    expect(await connect()).toMatchObject({ ok: true, pushed: true })
    expect(await there.tip(ref)).toBe(await ours.tip(ref))
    await writeNote(server, 'c', 'Three')
    await expect.poll(async () => Object.keys(await notesIn(there)), { timeout: 15_000 }).toEqual(['a', 'b', 'c'])
    await expect.poll(async () => (await server.repositories.status(PROJECT))?.pushed).toBe(4)
    expect(await server.repositories.disconnect(PROJECT)).toBe(true)
    expect(await server.repositories.disconnect(PROJECT)).toBe(false)
  })

  test('edits there and here of other fields, entries and files are merged, and pushed back', async () => {
    await connect()
    await elsewhere([
      ...notesWith({ a: { text: 'Theirs', title: 'One' }, c: { title: 'Three' } }),
      { path: 'README.md', bytes: 'A foreign file' },
      { path: 'bin/tool', bytes: '#!/bin/sh' },
    ])
    await writeNote(server, 'a', 'Ours')
    await writeNote(server, 'd', 'Four')
    const outcome = await sync()
    expect(outcome).toMatchObject({ ok: true, conflicts: 0 })
    const merged = { a: { text: 'Theirs', title: 'Ours' }, c: { title: 'Three' }, d: { title: 'Four' } }
    expect(await notesIn(ours)).toEqual(merged)
    expect(await notesIn(there)).toEqual(merged)
    expect(await gitText(ours.git, ours.path, 'show', `${ref}:README.md`)).toBe('A foreign file')
    expect(await branches()).toEqual([])
    expect(await ours.check()).toEqual([])
    // Nothing is left to do.
    const tip = await ours.tip(ref)
    expect(await sync()).toMatchObject({ ok: true, applied: 0, conflicts: 0 })
    expect(await ours.tip(ref)).toBe(tip)
  })

  test('the same field on both sides stays as it is here, and is one conflict on a branch', async () => {
    await connect()
    await elsewhere(notesWith({ a: { text: 'Theirs', title: 'Theirs' }, b: { text: 'Text', title: 'Two' } }))
    await writeNote(server, 'a', 'Ours')
    const outcome = await sync()
    expect(outcome).toMatchObject({
      ok: true,
      applied: 1,
      conflicts: 1,
      branch: expect.stringMatching(/^cr\/fix\/remote\//),
    })
    expect((await notesIn(there)).a).toEqual({ text: 'Theirs', title: 'Ours' })
    expect(await branches()).toMatchObject([{ name: outcome.ok ? outcome.branch : '' }])
    // It is asked once.
    expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
  })

  test('what is deleted there is deleted here, unless somebody here has edited it', async () => {
    await connect()
    await elsewhere(notesWith({}))
    await writeNote(server, 'b', 'Kept')
    expect(await sync()).toMatchObject({ ok: true, applied: 1, conflicts: 1 })
    expect(Object.keys(await notesIn(there))).toEqual(['b'])
  })

  test('history that is rewritten there loses nobody’s work', async () => {
    await connect()
    const before = await there.tip(ref)
    await there.setRefs([{ ref, from: before, to: undefined }])
    await elsewhere([{ path: 'other.txt', bytes: 'x' }])
    const outcome = await sync()
    expect(outcome).toMatchObject({ ok: true })
    expect(Object.keys(await notesIn(there))).toEqual(['a', 'b'])
    expect(await gitText(there.git, there.path, 'show', `${ref}:other.txt`)).toBe('x')
  })

  test('a file that cannot be read changes nothing, is named, and is not overwritten', async () => {
    await connect()
    const broken = await elsewhere([{ path: DATA, bytes: '{ "a": { "title": ' }])
    await writeNote(server, 'c', 'Three')
    const outcome = await sync()
    expect(outcome).toMatchObject({ ok: false, problem: expect.stringContaining(DATA) })
    expect(await there.tip(ref)).toBe(broken)
    expect(Object.keys(await notesIn(ours))).toEqual(['a', 'b', 'c'])
    expect(await server.repositories.status(PROJECT)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(DATA),
    })
    await elsewhere(notesWith({ a: { text: 'Text', title: 'Mended' }, b: { text: 'Text', title: 'Two' } }))
    expect(await sync()).toMatchObject({ ok: true })
    expect((await notesIn(there)).a.title).toBe('Mended')
    expect(await server.repositories.status(PROJECT)).toMatchObject({ state: 'written' })
  })

  test('a branch that is protected there is said, and nothing is lost', async () => {
    mkdirSync(join(there.path, 'hooks'), { recursive: true })
    writeFileSync(join(there.path, 'hooks/pre-receive'), '#!/bin/sh\necho "GH006: Protected branch"\nexit 1\n', {
      mode: 0o755,
    })
    expect(await connect()).toMatchObject({ ok: false, problem: 'The remote protects this branch.' })
    expect(await server.repositories.status(PROJECT)).toMatchObject({ state: 'failed', pushed: 0, written: 3 })
  })

  test('a project without content is filled from the remote, and goes on with its history', async () => {
    await connect()
    const tip = await elsewhere([{ path: 'README.md', bytes: 'Kept' }])
    await server.database.transact(function* () {
      const project = "'project-2', 'w', 'p2', 'P', 'd2', 0, 0"
      const columns = 'id, workspace_id, slug, name, site_document_id, created_at, updated_at'
      yield { sql: `insert into projects (${columns}) values (${project})`, parameters: [] }
    })
    const outcome = await server.repositories.connect('project-2', { url: `file://${there.path}` })
    expect(outcome).toMatchObject({ ok: true, pushed: true })
    const copy = repositoryAt(there.git, repositoryPath(where.dataDir, 'project-2'))
    expect(await notesIn(copy)).toEqual(await notesIn(there))
    expect(await copy.isAncestor(tip, (await copy.tip(ref)) ?? '')).toBe(true)
    expect(await gitText(copy.git, copy.path, 'show', `${ref}:README.md`)).toBe('Kept')
    expect(await server.repositories.status('project-2')).toMatchObject({ state: 'written' })
  })

  test('content that its own models do not accept is refused as a whole', async () => {
    await connect()
    await elsewhere(notesWith({ a: { text: 'No title' } }))
    const nothing = { ok: false, problem: expect.stringContaining('note/a') }
    await server.database.transact(function* () {
      const project = "'project-2', 'w', 'p2', 'P', 'd2', 0, 0"
      const columns = 'id, workspace_id, slug, name, site_document_id, created_at, updated_at'
      yield { sql: `insert into projects (${columns}) values (${project})`, parameters: [] }
    })
    expect(await server.repositories.connect('project-2', { url: `file://${there.path}` })).toMatchObject(nothing)
    expect(await server.repositories.status('project-2')).toBeUndefined()
  })

  test('an address that is none, or answers to nobody, is not kept', async () => {
    expect(await server.repositories.connect(PROJECT, { url: 'ext::sh -c true' })).toMatchObject({ ok: false })
    const nowhere = `file://${join(where.dataDir, 'nowhere.git')}`
    expect(await server.repositories.connect(PROJECT, { url: nowhere })).toMatchObject({ ok: false })
    expect(await server.repositories.disconnect(PROJECT)).toBe(false)
  })
})
