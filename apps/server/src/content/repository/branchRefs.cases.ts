import {
  checkFiles,
  createBranchDrafts,
  createEntry,
  openBranch,
  readSchema,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Draft, DraftSet, Origin } from '@atelier/documents'
import {
  type BareRepository,
  listFiles,
  openBlobs,
  repositoryAt,
  repositoryPath,
  writeCommits,
} from '@atelier/repository'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RegisterCase } from '../../../testing/cases.ts'
import {
  addContentProject,
  type ContentPlace,
  type ContentServer,
  editContent,
  noteModel,
  openContent,
  setUpNotes,
  writeNote,
} from '../../../testing/contentServer.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const
const BOB = { kind: 'hand', userId: 'bob' } as const
const content = 'refs/heads/contentrain'
const DATA = '.contentrain/content/blog/note/data.json'
const NAME = 'cr/content/note/1700000000-00ab'
const ref = `refs/heads/${NAME}`
const DAY = 24 * 3_600_000

/** An open branch in the repository. */
export function branchRefCases({ place }: TestDatabase, test: RegisterCase): void {
  let where: ContentPlace & { remove(): void }
  let server: ContentServer
  let ours: BareRepository
  let ahead = 0

  beforeEach(async () => {
    ahead = 0
    const { dataDir, databaseUrl, remove } = await place()
    where = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }), remove }
    await open()
    await addContentProject(server)
    await setUpNotes(server)
    await writeNote(server, 'a', 'One', 'Text')
    await writeNote(server, 'b', 'Two', 'Text')
    ours = repositoryAt(await testGit(), repositoryPath(where.dataDir, PROJECT))
    await flush()
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  async function open(): Promise<void> {
    server = await openContent(where, 'one', { schedule: () => () => {}, now: () => Date.now() + ahead })
  }
  const flush = async () => {
    const outcome = await server.repositories.flush(PROJECT)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.commits
  }
  const text = (...args: string[]) => gitText(ours.git, ours.path, ...args)
  const notesAt = async (at: string) => JSON.parse(await text('show', `${at}:${DATA}`))
  const begin = (origin: Origin = ADA) =>
    editContent(server, origin, 'Open a branch', async (drafts) =>
      openBranch(drafts.create('branch', 'branch'), { name: NAME, title: 'Better notes' }),
    )
  /** Writes on the branch. */
  const onBranch = (origin: Origin, label: string, body: (drafts: DraftSet) => Promise<void>) =>
    editContent(server, origin, label, async (drafts) => {
      const branch = await drafts.open('branch')
      if (branch) await body(createBranchDrafts(branch, drafts, { by: label }))
    })
  const note = async (drafts: DraftSet, id: string, values: Record<string, string | null>) => {
    const schema = await drafts.open('schema-1')
    const model = schema && readSchema(schema)?.models[0]
    const known = await drafts.open(`e-${id}`)
    const draft: Draft = known ?? drafts.create(`e-${id}`, 'entry')
    if (!known) createEntry(draft, { model: 'note', id })
    if (model) writeValues(draft, model, '*', values)
  }
  const write = (origin: Origin, id: string, values: Record<string, string | null>) =>
    onBranch(origin, `Edit ${id}`, (drafts) => note(drafts, id, values))
  const decide = (state: string) =>
    editContent(server, ADA, state, async (drafts) => void (await drafts.open('branch'))?.set('state', state))

  /** Every commit of the branch is one that the strict check accepts. */
  async function checkCommits(): Promise<void> {
    const commits = (await text('rev-list', ref)).split('\n')
    for (const oid of commits) {
      const blobs = openBlobs(ours)
      const files = new Map<string, Uint8Array>()
      for (const file of await listFiles(ours, oid)) {
        const blob = await blobs.read(file.oid)
        if (blob.ok && file.path.startsWith('.contentrain/')) files.set(file.path, blob.bytes)
      }
      await blobs.close()
      expect(checkFiles(files)).toEqual([])
    }
    expect(await ours.check()).toEqual([])
  }

  test('has a ref over the content, with a commit for each burst of edits, and is not seen in the content', async () => {
    const before = await ours.tip(content)
    await begin()
    expect(await flush()).toBe(0)
    expect(await ours.tip(ref)).toBeUndefined()
    await write(ADA, 'a', { title: 'Better' })
    await write(ADA, 'a', { title: 'Best' })
    await write(BOB, 'c', { title: 'Three' })
    await write({ kind: 'agent', userId: 'ada', runId: 'run-1' }, 'b', { text: 'By the agent' })
    expect(await flush()).toBe(3)
    expect(await ours.tip(content)).toBe(before)
    expect(await notesAt(ref)).toEqual({
      a: { text: 'Text', title: 'Best' },
      b: { text: 'By the agent', title: 'Two' },
      c: { title: 'Three' },
    })
    expect(await text('rev-parse', `${ref}~3`)).toBe(before)
    const format = '--format=%an|%s|%(trailers:key=Atelier-Run,valueonly,separator=%x20)'
    expect((await text('log', format, `${content}..${ref}`)).split('\n')).toEqual([
      'Ada Lovelace|Edit b|run-1',
      'Bob|Edit c|',
      'Ada Lovelace|Edit a|',
    ])
    expect(await notesAt(`${ref}~2`)).toMatchObject({ a: { title: 'Best' }, b: { text: 'Text' } })
    const meta = JSON.parse(await text('show', `${ref}:.contentrain/meta/note/en.json`))
    expect(meta).toMatchObject({ b: { source: 'agent' }, c: { source: 'human', updated_by: 'Bob' } })
    await checkCommits()
    expect(await flush()).toBe(0)
  })

  test('follows its document, moves on with the content, and keeps files of others', async () => {
    await begin()
    await write(ADA, 'a', { title: 'Better' })
    await flush()
    const parent = (await ours.tip(ref)) ?? ''
    const foreign = [{ path: 'README.md', bytes: 'Mine' }]
    await writeCommits(ours, [commitWith(foreign, { ref, parent })])
    await writeNote(server, 'b', 'Moved on')
    await write(BOB, 'c', { title: 'Three' })
    await write(ADA, 'a', { title: 'One' })
    await flush()
    expect(await notesAt(ref)).toEqual({
      a: { text: 'Text', title: 'One' },
      b: { text: 'Text', title: 'Moved on' },
      c: { title: 'Three' },
    })
    expect(await text('show', `${ref}:README.md`)).toBe('Mine')
    expect(await text('merge-base', ref, content)).toBe(await ours.tip(content))
    expect((await text('diff', '--name-only', `${content}...${ref}`)).split('\n')).toEqual([
      DATA,
      '.contentrain/meta/note/en.json',
      'README.md',
    ])
    await checkCommits()
  })

  test('with a conflict stays on the content that it was made on, so that a merge elsewhere finds the conflict too', async () => {
    await begin()
    await write(ADA, 'a', { title: 'Mine' })
    await flush()
    const base = await ours.tip(content)
    await writeNote(server, 'a', 'Theirs')
    await write(ADA, 'b', { title: 'Also mine' })
    await flush()
    expect(await text('merge-base', ref, content)).toBe(base)
    expect(await notesAt(ref)).toEqual({ a: { text: 'Text', title: 'Mine' }, b: { text: 'Text', title: 'Also mine' } })
    expect((await notesAt(content)).a.title).toBe('Theirs')
    await checkCommits()
  })

  test('shows a change of the models in every entry that it touches', async () => {
    await begin()
    await onBranch(ADA, 'Add a rank', async (drafts) => {
      const draft = await drafts.open('schema-1')
      const fields = { ...noteModel.fields, rank: { type: 'integer' as const } }
      if (draft) writeModel(draft, { ...noteModel, domain: 'news', fields })
    })
    await flush()
    const names = (await text('ls-tree', '-r', '--name-only', ref)).split('\n')
    expect(names).toContain('.contentrain/content/news/note/data.json')
    expect(names).not.toContain(DATA)
    expect(JSON.parse(await text('show', `${ref}:.contentrain/models/note.json`)).fields).toHaveProperty('rank')
    expect(JSON.parse(await text('show', `${content}:.contentrain/models/note.json`)).fields).not.toHaveProperty('rank')
  })

  test('is a parent of the commit that merges it, and its ref goes when it has been closed for long enough', async () => {
    await begin()
    await write(ADA, 'a', { title: 'Better' })
    await flush()
    const tip = await ours.tip(ref)
    await editContent(server, BOB, 'Merge “Better notes”', async (drafts) => {
      ;(await drafts.open('branch'))?.set('state', 'merged')
      await note(drafts, 'a', { title: 'Better' })
    })
    await flush()
    expect(await text('rev-parse', `${content}^2`)).toBe(tip)
    expect(await text('log', '-1', '--format=%s', content)).toBe('Merge “Better notes”')
    expect(await ours.tip(ref)).toBe(tip)
    ahead = 29 * DAY
    await flush()
    expect(await ours.tip(ref)).toBe(tip)
    // A server that starts looks for it, too.
    await server.close()
    ahead = 31 * DAY
    await open()
    await expect.poll(() => ours.tip(ref), { timeout: 10_000 }).toBeUndefined()
    expect(await ours.check()).toEqual([])
  })

  test('is not written once it is closed, and is again when it opens again', async () => {
    await begin()
    await write(ADA, 'a', { title: 'Better' })
    await decide('rejected')
    expect(await flush()).toBe(0)
    expect(await ours.tip(ref)).toBeUndefined()
    await decide('open')
    expect(await flush()).toBe(1)
    expect((await notesAt(ref)).a.title).toBe('Better')
  })

  test('is written once where what was written was not recorded, and anew where the repository is lost', async () => {
    await begin()
    await write(ADA, 'a', { title: 'Better' })
    await flush()
    const tip = await ours.tip(ref)
    await server.database.transact(function* () {
      yield { sql: 'update content_branches set written_seq = 0, tip = null, base_tip = null', parameters: [] }
    })
    expect(await flush()).toBe(0)
    expect(await ours.tip(ref)).toBe(tip)
    await ours.setRefs([{ ref, from: tip, to: undefined }])
    await write(BOB, 'c', { title: 'Three' })
    await flush()
    expect(await notesAt(ref)).toMatchObject({ a: { title: 'Better' }, c: { title: 'Three' } })
    await checkCommits()
  })
}
