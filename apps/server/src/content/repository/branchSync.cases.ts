import { join } from 'node:path'
import {
  createBranchDrafts,
  createEntry,
  openBranch,
  readBranch,
  readSchema,
  setConfig,
  writeValues,
} from '@atelier/content'
import type { Draft, DraftSet } from '@atelier/documents'
import { type BareRepository, type FileChange, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { queryBuilder, rowsOf } from '@atelier/streams'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { RegisterCase } from '../../../testing/cases.ts'
import {
  addContentProject,
  type ContentPlace,
  type ContentServer,
  editContent,
  openContent,
  setUpNotes,
  writeNote,
} from '../../../testing/contentServer.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import type { Tables } from '../../database/tables.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const
const content = 'refs/heads/contentrain'
const DATA = '.contentrain/content/blog/note/data.json'
const NAME = 'cr/content/note/1700000000-00ab'
const ref = `refs/heads/${NAME}`
const DAY = 24 * 3_600_000

/** Branches of a remote. */
export function branchSyncCases({ place }: TestDatabase, test: RegisterCase): void {
  let where: ContentPlace & { remove(): void }
  let server: ContentServer
  let there: BareRepository
  let ours: BareRepository
  let ahead = 0

  beforeEach(async () => {
    ahead = 0
    const { dataDir, databaseUrl, remove } = await place()
    where = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }), remove }
    server = await openContent(where, 'one', { schedule: () => () => {}, now: () => Date.now() + ahead })
    await addContentProject(server)
    await setUpNotes(server)
    await writeNote(server, 'a', 'One', 'Text')
    await writeNote(server, 'b', 'Two', 'Text')
    const git = await testGit()
    const path = join(where.dataDir, 'there.git')
    await gitText(git, where.dataDir, 'init', '--quiet', '--bare', '--initial-branch=main', path)
    there = repositoryAt(git, path)
    ours = repositoryAt(git, repositoryPath(where.dataDir, PROJECT))
    const connected = await server.repositories.connect(PROJECT, { url: `file://${path}` })
    if (!connected.ok || !connected.sync.ok) throw new Error(JSON.stringify(connected))
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  const sync = async () => {
    const outcome = await server.repositories.sync(PROJECT)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome
  }
  const notes = (values: object) => ({ path: DATA, bytes: `${JSON.stringify(values, undefined, 2)}\n` })
  const notesAt = async ({ git, path }: BareRepository, at: string) =>
    JSON.parse(await gitText(git, path, 'show', `${at}:${DATA}`))
  /** Another clone commits on a branch, which begins at the content, and pushes it. */
  async function elsewhere(files: FileChange[], { onto = ref, merged }: { onto?: string; merged?: string } = {}) {
    const tip = await there.tip(onto)
    const parent = tip ?? (await there.tip(content)) ?? ''
    const from = { parent, ...(tip === undefined ? { begins: true } : {}), ...(merged ? { merged: [merged] } : {}) }
    const author = { name: 'Eve', userId: 'eve' }
    const outcome = await writeCommits(there, [
      commitWith(files, { ref: onto, ...from, author, subject: 'Shorter titles' }),
    ])
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.tips.get(onto) ?? ''
  }
  const remove = async (name: string) => there.setRefs([{ ref: name, from: await there.tip(name), to: undefined }])
  const listed = () =>
    server.database.read(
      rowsOf(
        queryBuilder<Tables>(server.database.dialect).selectFrom('content_branches').selectAll().orderBy('created_at'),
      ),
    )
  /** The values of a branch by document and key. */
  async function valuesOf(index = 0) {
    const id = String((await listed())[index]?.id)
    const opened = await server.documents.open(id)
    const documents = opened ? readBranch(opened.view).documents : new Map()
    return Object.fromEntries(
      [...documents].flatMap(([documentId, { values }]) =>
        [...values].map(([key, { base, value }]) => [`${documentId} ${key}`, [base, value]]),
      ),
    )
  }
  const begin = () =>
    editContent(server, ADA, 'Open a branch', async (drafts) =>
      openBranch(drafts.create('branch', 'branch'), { name: NAME, title: 'Better notes' }),
    )
  async function note(drafts: DraftSet, id: string, values: Record<string, string>) {
    const schema = await drafts.open('schema-1')
    const model = schema && readSchema(schema)?.models[0]
    const known = await drafts.open(`e-${id}`)
    const draft: Draft = known ?? drafts.create(`e-${id}`, 'entry')
    if (!known) createEntry(draft, { model: 'note', id })
    if (model) writeValues(draft, model, '*', values)
  }
  const write = (branchId: string, id: string, values: Record<string, string>) =>
    editContent(server, ADA, `Edit ${id}`, async (drafts) => {
      const branch = await drafts.open(branchId)
      if (branch) await note(createBranchDrafts(branch, drafts), id, values)
    })
  const decide = (state: string) =>
    editContent(server, ADA, state, async (drafts) => void (await drafts.open('branch'))?.set('state', state))
  const configure = (change: object) =>
    editContent(server, ADA, 'Settings', async (drafts) => {
      const draft = await drafts.open('schema-1')
      if (draft) setConfig(draft, change)
    })

  test('an open branch is pushed, follows its document, and goes there when it was closed long enough ago', async () => {
    await begin()
    await write('branch', 'a', { title: 'Better' })
    await sync()
    expect(await there.tip(ref)).toBe(await ours.tip(ref))
    expect((await notesAt(there, ref)).a).toEqual({ text: 'Text', title: 'Better' })
    await write('branch', 'b', { title: 'Also better' })
    await sync()
    expect((await notesAt(there, ref)).b.title).toBe('Also better')
    await decide('rejected')
    ahead = 29 * DAY
    await sync()
    expect(await there.tip(ref)).toBeDefined()
    ahead = 31 * DAY
    await sync()
    expect(await there.tip(ref)).toBeUndefined()
    expect(await ours.tip(ref)).toBeUndefined()
    expect(await listed()).toMatchObject([{ state: 'rejected', tip: null }])
  })

  test('a closed branch is removed from the remote at once if the settings say so, and kept if it was pushed to', async () => {
    await configure({ remoteBranchCleanup: true })
    await begin()
    await write('branch', 'a', { title: 'Better' })
    await sync()
    const moved = await elsewhere([
      notes({ a: { text: 'Theirs', title: 'Better' }, b: { text: 'Text', title: 'Two' } }),
    ])
    await decide('rejected')
    await sync()
    expect(await there.tip(ref)).toBe(moved)
    await there.setRefs([{ ref, from: moved, to: await ours.tip(ref) }])
    await sync()
    expect(await there.tip(ref)).toBeUndefined()
    expect(await ours.tip(ref)).toBeDefined()
  })

  test('a pushed branch is an open one here, over the content that it was made on, and stays as it is', async () => {
    const tip = await elsewhere([
      notes({ a: { text: 'Text', title: 'Short' }, b: { text: 'Text', title: 'Two' }, c: { title: 'Three' } }),
      { path: 'README.md', bytes: 'Mine' },
    ])
    await writeNote(server, 'a', 'Meanwhile')
    expect(await sync()).toMatchObject({ applied: 2, conflicts: 0 })
    expect(await listed()).toMatchObject([{ name: NAME, title: 'Shorter titles', state: 'open', tip }])
    expect(await valuesOf()).toMatchObject({ 'e-a */title': ['One', 'Short'] })
    expect(await ours.tip(ref)).toBe(tip)
    expect(await there.tip(ref)).toBe(tip)
    expect((await notesAt(there, content)).a.title).toBe('Meanwhile')
    // Nothing is left to do.
    expect(await sync()).toMatchObject({ applied: 0 })
    expect(await there.tip(ref)).toBe(tip)
    expect(await ours.check()).toEqual([])
  })

  test('a branch that moves there is followed, and edits there and here are merged by field', async () => {
    await elsewhere([notes({ a: { text: 'Text', title: 'Short' }, b: { text: 'Text', title: 'Two' } })])
    await sync()
    const id = String((await listed())[0]?.id)
    const moved = await elsewhere([notes({ a: { text: 'Text', title: 'Shorter' }, b: { text: 'Text', title: 'Two' } })])
    await sync()
    expect(await ours.tip(ref)).toBe(moved)
    expect(await valuesOf()).toMatchObject({ 'e-a */title': ['One', 'Shorter'] })

    await write(id, 'b', { title: 'Ours' })
    await elsewhere([
      notes({ a: { text: 'Theirs', title: 'Shorter' }, b: { text: 'Text', title: 'Two' }, c: { title: 'Three' } }),
    ])
    expect(await sync()).toMatchObject({ applied: 2, conflicts: 0 })
    const merged = {
      a: { text: 'Theirs', title: 'Shorter' },
      b: { text: 'Text', title: 'Ours' },
      c: { title: 'Three' },
    }
    expect(await notesAt(there, ref)).toEqual(merged)
    expect(await there.tip(ref)).toBe(await ours.tip(ref))
    expect(await ours.isAncestor(moved, (await ours.tip(ref)) ?? '')).toBe(true)
    expect((await notesAt(there, content)).a.title).toBe('One')
    expect(await ours.check()).toEqual([])
  })

  test('what a branch brings is not lost where a server ends before it is taken in, or before its ref has moved', async () => {
    const first = await elsewhere([notes({ a: { text: 'Text', title: 'Short' }, b: { text: 'Text', title: 'Two' } })])
    const ends = vi.spyOn(server.documents, 'transact').mockImplementationOnce(() => {
      throw new Error('ended')
    })
    await server.repositories.sync(PROJECT).catch(() => undefined)
    expect(ends).toHaveBeenCalled()
    await sync()
    expect(Object.values(await valuesOf())).toEqual([['One', 'Short']])
    expect(await ours.tip(ref)).toBe(first)

    const second = await elsewhere([
      notes({ a: { text: 'Text', title: 'Shorter' }, b: { text: 'Text', title: 'Two' } }),
    ])
    ends.mockImplementationOnce(() => {
      throw new Error('ended')
    })
    await server.repositories.sync(PROJECT).catch(() => undefined)
    await sync()
    expect(Object.values(await valuesOf())).toEqual([['One', 'Shorter']])
    expect(await ours.tip(ref)).toBe(second)

    // Its document has what the remote has, and its ref is behind, as a server leaves it that ends in between.
    await ours.setRefs([{ ref, from: second, to: first }])
    await sync()
    expect(Object.values(await valuesOf())).toEqual([['One', 'Shorter']])
    expect(await ours.tip(ref)).toBe(second)
  })

  test('the same field on both sides of a branch stays as it is here, and is a conflict on a branch of its own', async () => {
    await begin()
    await write('branch', 'a', { title: 'Better' })
    await sync()
    await write('branch', 'a', { title: 'Best' })
    await elsewhere([notes({ a: { text: 'New', title: 'Theirs' }, b: { text: 'Text', title: 'Two' } })])
    expect(await sync()).toMatchObject({ applied: 1, conflicts: 1 })
    expect((await notesAt(there, ref)).a).toEqual({ text: 'New', title: 'Best' })
    const open = await listed()
    expect(open).toMatchObject([{ name: NAME }, { name: expect.stringMatching(/^cr\/fix\/remote\//), state: 'open' }])
    expect(await valuesOf(1)).toMatchObject({ 'e-a */title': ['Better', 'Theirs'] })
    // The question comes once.
    expect(await sync()).toMatchObject({ conflicts: 0 })
  })

  test('a branch that is deleted there is closed, unless it was edited here since', async () => {
    await begin()
    await write('branch', 'a', { title: 'Better' })
    await sync()
    await remove(ref)
    await write('branch', 'a', { title: 'Best' })
    await sync()
    expect(await listed()).toMatchObject([{ state: 'open' }])
    expect((await notesAt(there, ref)).a.title).toBe('Best')
    await remove(ref)
    await sync()
    expect(await listed()).toMatchObject([{ state: 'rejected' }])
    expect(await there.tip(ref)).toBeUndefined()
    expect((await notesAt(ours, content)).a.title).toBe('One')
  })

  test('a branch that is merged there is merged here', async () => {
    await begin()
    await write('branch', 'a', { title: 'Better' })
    await sync()
    const merged = (await there.tip(ref)) ?? ''
    const both = { a: { text: 'Text', title: 'Better' }, b: { text: 'Text', title: 'Two' } }
    await elsewhere([notes(both)], { onto: content, merged })
    await remove(ref)
    await sync()
    expect(await listed()).toMatchObject([{ state: 'merged' }])
    expect(await notesAt(ours, content)).toEqual(both)
    expect(await there.tip(ref)).toBeUndefined()
  })

  test('a branch that cannot be read is named and not touched, and everything else continues', async () => {
    const broken = await elsewhere([{ path: DATA, bytes: '{ "a": ' }])
    await writeNote(server, 'c', 'Three')
    expect(await server.repositories.sync(PROJECT)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`${NAME}: ${DATA}`),
    })
    expect(Object.keys(await notesAt(there, content))).toEqual(['a', 'b', 'c'])
    expect(await there.tip(ref)).toBe(broken)
    expect(await listed()).toEqual([])
    await elsewhere([notes({ a: { text: 'Text', title: 'Short' }, b: { text: 'Text', title: 'Two' } })])
    await sync()
    expect(await valuesOf()).toMatchObject({ 'e-a */title': ['One', 'Short'] })
  })

  test('branches that another remote had are not taken for deleted by the next one', async () => {
    await begin()
    await write('branch', 'a', { title: 'Better' })
    await sync()
    const path = join(where.dataDir, 'other.git')
    await gitText(there.git, where.dataDir, 'init', '--quiet', '--bare', path)
    expect(await server.repositories.connect(PROJECT, { url: `file://${path}` })).toMatchObject({ sync: { ok: true } })
    expect(await listed()).toMatchObject([{ state: 'open' }])
    expect(await repositoryAt(there.git, path).tip(ref)).toBe(await ours.tip(ref))
  })
}
