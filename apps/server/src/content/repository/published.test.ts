import { join } from 'node:path'
import {
  createBranchDrafts,
  digestByKeys,
  readEntry,
  readSchema,
  setConfig,
  setPublished,
  writeMeta,
  writeValues,
} from '@atelier/content'
import type { Draft, Json } from '@atelier/documents'
import { type BareRepository, type FileChange, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addContentProject,
  beginBranch,
  type ContentServer,
  editContent,
  openContent,
  setUpNotes,
  writeNote,
  writeOnBranch,
} from '../../../testing/contentServer.ts'
import { databasesBySuite } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const
const ref = 'refs/heads/contentrain'
const DATA = '.contentrain/content/blog/note/data.json'

describe.each(databasesBySuite())('published entries and a remote, on $name', ({ place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: ContentServer
  let there: BareRepository

  beforeEach(async () => {
    where = await place()
    server = await openContent(where, 'one')
    await addContentProject(server)
    await setUpNotes(server)
    await editContent(server, ADA, 'Let edits wait', async (drafts) => {
      const draft = await drafts.open('schema-1')
      if (draft) setConfig(draft, { publishEdits: 'wait' })
    })
    await writeNote(server, 'a', 'One', 'Text')
    await publish('a')
    const git = await testGit()
    const path = join(where.dataDir, 'there.git')
    await gitText(git, where.dataDir, 'init', '--quiet', '--bare', '--initial-branch=main', path)
    there = repositoryAt(git, path)
    await server.repositories.connect(PROJECT, { url: `file://${there.path}` })
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  const onNote = (
    id: string,
    label: string,
    act: (draft: Draft, schema: NonNullable<ReturnType<typeof readSchema>>) => void,
  ) =>
    editContent(server, ADA, label, async (drafts) => {
      const [draft, content] = [await drafts.open(`e-${id}`), await drafts.open('schema-1')]
      const schema = content && readSchema(content)
      if (draft && schema) act(draft, schema)
    })
  const publish = (id: string) =>
    onNote(id, `Publish ${id}`, (draft, { models: [model] }) => {
      if (!model) return
      writeMeta(draft, '*', { status: 'published' })
      setPublished(draft, '*', digestByKeys(readEntry(draft, model).locales['*']?.values ?? {}, model))
    })
  const type = (id: string, values: Record<string, Json>) =>
    onNote(id, `Edit ${id}`, (draft, { models: [model] }) => void (model && writeValues(draft, model, '*', values)))
  async function live(): Promise<unknown> {
    const drafts = server.documents.inProject(PROJECT)
    const [draft, content] = [await drafts.open('e-a'), await drafts.open('schema-1')]
    const model = content && readSchema(content)?.models[0]
    return draft && model && readEntry(draft, model).locales['*']?.values
  }
  async function elsewhere(files: FileChange[]): Promise<void> {
    const parent = await there.tip(ref)
    const commit = commitWith(files, { ref, author: { name: 'Eve', userId: 'eve' }, ...(parent ? { parent } : {}) })
    expect(await writeCommits(there, [commit])).toMatchObject({ ok: true })
  }
  const notes = async (branch = ref) =>
    JSON.parse(await gitText(there.git, repositoryPath(where.dataDir, PROJECT), 'show', `${branch}:${DATA}`))
  const notesWith = (values: object) => [{ path: DATA, bytes: `${JSON.stringify(values, undefined, 2)}\n` }]
  const sync = () => server.repositories.sync(PROJECT)

  test('what others commit is published, and an edit here goes on to wait', async () => {
    await type('a', { title: 'Waits' })
    expect(await sync()).toMatchObject({ ok: true })
    expect((await notes()).a).toEqual({ text: 'Text', title: 'One' })
    await elsewhere(notesWith({ a: { text: 'Theirs', title: 'One' } }))
    expect(await sync()).toMatchObject({ ok: true, applied: 1, conflicts: 0 })
    expect((await notes()).a).toEqual({ text: 'Theirs', title: 'One' })
    expect(await live()).toEqual({ text: 'Theirs', title: 'Waits' })
    // Nothing of that is taken for another edit.
    expect(await sync()).toMatchObject({ ok: true, applied: 0, conflicts: 0 })
    await publish('a')
    expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
    expect((await notes()).a).toEqual({ text: 'Theirs', title: 'Waits' })
  })

  test('a word that waits here is published once others commit the same word', async () => {
    await type('a', { title: 'Same' })
    await elsewhere(notesWith({ a: { text: 'Text', title: 'Same' } }))
    expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
    expect((await notes()).a).toEqual({ text: 'Text', title: 'Same' })
  })

  test('another word than the one that waits is a conflict, and neither is published', async () => {
    await type('a', { title: 'Ours' })
    await elsewhere(notesWith({ a: { text: 'Text', title: 'Theirs' } }))
    expect(await sync()).toMatchObject({ ok: true, conflicts: 1 })
    expect((await notes()).a).toEqual({ text: 'Text', title: 'One' })
    expect(await live()).toMatchObject({ title: 'Ours' })
  })

  test('edits that wait are in no commit, and a press is one commit with its own author', async () => {
    for (const title of ['Two', 'Three', 'Four']) await type('a', { title })
    expect(await server.repositories.flush(PROJECT)).toMatchObject({ commits: 0 })
    await publish('a')
    expect(await server.repositories.flush(PROJECT)).toMatchObject({ commits: 1 })
    expect((await notes()).a).toMatchObject({ title: 'Four' })
  })

  test('states that were written late are each as they were published then', async () => {
    await type('a', { title: 'Two' })
    await publish('a')
    await type('a', { title: 'Three' })
    await publish('a')
    await type('a', { title: 'Four' })
    await server.repositories.flush(PROJECT)
    const log = await gitText(there.git, repositoryPath(where.dataDir, PROJECT), 'log', '--format=%H', '-2', ref)
    const [last = '', first = ''] = log.trim().split('\n')
    expect([(await notes(first)).a.title, (await notes(last)).a.title]).toEqual(['One', 'Three'])
  })

  test('the files of a branch have no edits of others that wait', async () => {
    const name = 'cr/content/note/1700000000-abcd'
    await beginBranch(server, name)
    await writeOnBranch(server, 'new', 'On the branch')
    await writeNote(server, 'b', 'Two', 'Text')
    await publish('b')
    for (const id of ['a', 'b']) await type(id, { title: 'Waits' })
    await editContent(server, ADA, 'Propose another text', async (drafts) => {
      const [branch, content] = [await drafts.open('branch'), await drafts.open('schema-1')]
      const model = content && readSchema(content)?.models[0]
      const draft = branch && (await createBranchDrafts(branch, drafts).open('e-b'))
      if (draft && model) writeValues(draft, model, '*', { text: 'Proposed' })
    })
    await server.repositories.flush(PROJECT)
    const files = await notes(`refs/heads/${name}`)
    expect(files).toMatchObject({ a: { title: 'One' }, b: { title: 'Two', text: 'Proposed' } })
  })
})
