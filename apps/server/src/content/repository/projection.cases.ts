import { randomUUID } from 'node:crypto'
import {
  branchType,
  type ContentConfig,
  checkFiles,
  contentType,
  createEntry,
  deleteEntry,
  entryType,
  type Model,
  type ModelFile,
  readFiles,
  readSchema,
  renameEntry,
  setConfig,
  setTerm,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Draft, DraftSet, Origin } from '@atelier/documents'
import {
  createRepositories,
  listFiles,
  openBlobs,
  type Repositories,
  repositoryAt,
  repositoryPath,
  type StoredEntries,
} from '@atelier/repository'
import type { Script } from '@atelier/streams'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RegisterCase } from '../../../testing/cases.ts'
import { longestTurn } from '../../../testing/cpuTime.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { type Instance, instanceOn } from '../../../testing/documents.ts'
import { gitText, testGit } from '../../../testing/git.ts'
import { openDatabase } from '../../database/open.ts'
import { createContentCommitHook } from '../entries/contentCommitHook.ts'
import { createStoredEntries } from '../entries/storedEntries.ts'
import { createContentProjects } from '../projects/contentProjects.ts'

const PROJECT = 'project-1'
const SCHEMA = 'schema-1'
const ADA = { kind: 'hand', userId: 'ada' } as const
const BOB = { kind: 'hand', userId: 'bob' } as const
const ref = 'refs/heads/contentrain'
/** As many entries as hold up a server that writes them in one turn. */
const MANY = 10_000

const config: ContentConfig = {
  version: 1,
  stack: 'other',
  workflow: 'auto-merge',
  locales: { default: 'en', supported: ['en', 'tr'] },
  domains: ['blog'],
}
const post: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, text: { type: 'text' }, rank: { type: 'integer' } },
}
const page: ModelFile = {
  id: 'page',
  name: 'Page',
  kind: 'document',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true } },
}

/** The repository of a project. */
export function projectionCases({ place }: TestDatabase, test: RegisterCase): void {
  let where: Awaited<ReturnType<typeof place>>
  let server: Instance
  let repositories: Repositories
  let clock = 1_700_000_000_000

  async function begin(owner = 'one'): Promise<void> {
    const open = await openDatabase(where)
    const projects = createContentProjects(open.database)
    const now = () => clock
    const beside = createContentCommitHook({ database: open.database, projects, now, newId: randomUUID })
    server = instanceOn(open, { types: [contentType, entryType, branchType].map((type) => ({ ...type, beside })) })
    repositories = await repositoriesOf(owner)
  }
  const repositoriesOf = async (owner: string, entries = createStoredEntries(server.database)) =>
    createRepositories({
      entries,
      git: { ok: true, git: await testGit() },
      dataDir: where.dataDir,
      database: server.database,
      documents: server.documents,
      projects: createContentProjects(server.database),
      owner,
      newId: uuidv7,
      now: () => clock,
      failed: (error) => server.errors.push(error),
    })

  beforeEach(async () => {
    where = await place()
    await begin()
    await server.database.transact(function* (): Script<void> {
      for (const [table, columns, values] of [
        [
          'auth_users',
          'id, name, email, "emailVerified", "createdAt", "updatedAt"',
          "'ada', 'Ada Lovelace', 'a@example.test', TRUE, '2026-01-01', '2026-01-01'",
        ],
        [
          'auth_users',
          'id, name, email, "emailVerified", "createdAt", "updatedAt"',
          "'bob', 'Bob', 'b@example.test', TRUE, '2026-01-01', '2026-01-01'",
        ],
        ['workspaces', 'id, name, created_at', "'w', 'W', 0"],
        [
          'projects',
          'id, workspace_id, slug, name, site_document_id, created_at, updated_at',
          `'${PROJECT}', 'w', 'p', 'P', 'd', 0, 0`,
        ],
      ])
        yield { sql: `insert into ${table} (${columns}) values (${values})`, parameters: [] }
    })
  })
  afterEach(async () => {
    await repositories.close()
    await server.close()
    where.remove()
  })

  let steps = 0
  async function edit(origin: Origin, label: string, body: (drafts: DraftSet) => Promise<void>, more: object = {}) {
    clock += 100
    steps += 1
    const outcome = await server.documents.transact({
      projectId: PROJECT,
      origin,
      label,
      changeSetId: `set-${steps}`,
      ...more,
      async body(drafts) {
        await body(drafts)
        return { result: null, commit: true }
      },
    })
    if ('ok' in outcome && !outcome.ok) throw new Error(JSON.stringify(outcome))
  }
  const setUp = (...models: ModelFile[]) =>
    edit(ADA, 'Set up', async (drafts) => {
      const draft = drafts.create(SCHEMA, 'content')
      setConfig(draft, config)
      for (const model of models) writeModel(draft, model)
    })
  const modelOf = async (drafts: DraftSet, id: string): Promise<Model> => {
    const draft = await drafts.open(SCHEMA)
    const model = draft && readSchema(draft)?.models.find((each) => each.id === id)
    if (!model) throw new Error(`no model ${id}`)
    return model
  }
  const opened = async (drafts: DraftSet, id: string): Promise<Draft> => {
    const draft = await drafts.open(id)
    if (!draft) throw new Error(`no document ${id}`)
    return draft
  }
  const make = (origin: Origin, model: string, id: string, values: Record<string, string | number>, more?: object) =>
    edit(
      origin,
      `Make ${id}`,
      async (drafts) => {
        const draft = drafts.create(`e-${id}`, 'entry')
        createEntry(draft, { model, id })
        writeValues(draft, await modelOf(drafts, model), 'en', values)
        writeMeta(draft, 'en', { status: 'published' })
      },
      more,
    )
  const change = (
    origin: Origin,
    id: string,
    values: Record<string, string | number | null>,
    model = 'post',
    more?: object,
  ) =>
    edit(
      origin,
      `Edit ${id}`,
      async (drafts) => void writeValues(await opened(drafts, `e-${id}`), await modelOf(drafts, model), 'en', values),
      more,
    )

  const path = () => repositoryPath(where.dataDir, PROJECT)
  const text = async (...args: string[]) => gitText(await testGit(), path(), ...args)
  const flush = async () => {
    const outcome = await repositories.flush(PROJECT)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome
  }
  /** The files of each commit, oldest first, read as the format. */
  async function history() {
    const repository = repositoryAt(await testGit(), path())
    const commits = (await text('rev-list', '--reverse', ref)).split('\n')
    const found = []
    for (const oid of commits) {
      const blobs = openBlobs(repository)
      const files = new Map<string, Uint8Array>()
      for (const file of await listFiles(repository, oid)) {
        const blob = await blobs.read(file.oid)
        if (blob.ok) files.set(file.path, blob.bytes)
      }
      await blobs.close()
      const read = readFiles(files)
      const { author, subject, trailers } = await repository.commit(oid)
      const titles = Object.fromEntries(read.entries.map((entry) => [entry.id, entry.locales.en?.values.title]))
      found.push({ author: author.name, subject, trailers, titles, read, files })
    }
    return found
  }

  test('every commit is valid where people free and take slugs, make and name entries in turn', async () => {
    const author: ModelFile = { ...post, id: 'author', fields: { title: { type: 'string', required: true } } }
    const story: ModelFile = {
      ...post,
      id: 'story',
      fields: {
        title: { type: 'string', required: true },
        slug: { type: 'slug', unique: true },
        author: { type: 'relation', model: 'author' },
      },
    }
    await setUp(author, story)
    await make(ADA, 'story', 'a', { title: 'A', slug: 'first' })
    await flush()
    await make(ADA, 'story', 'b', { title: 'B', slug: 'second' })
    await change(BOB, 'a', { slug: 'other' }, 'story')
    await make(ADA, 'story', 'c', { title: 'C', slug: 'first' })
    await make(BOB, 'author', 'bea', { title: 'Bea' })
    await make(ADA, 'story', 'd', { title: 'D', author: 'bea' })
    await flush()
    for (const { files, subject } of await history()) {
      const wrong = checkFiles(files).filter(({ code }) => ['not_unique', 'broken_relation'].includes(code))
      expect([subject, wrong]).toEqual([subject, []])
    }
  })

  test('what is edited is in the repository, by commits of those who did it, each whole and readable', async () => {
    await setUp(post, page)
    await make(ADA, 'post', 'a', { title: 'One', text: 'Text' })
    await make(BOB, 'page', 'about', { title: 'About', body: 'Hello\n\nYou' })
    await flush()
    const commits = await history()
    expect(commits.map(({ author, titles }) => [author, titles])).toEqual([
      ['Ada Lovelace', { a: 'One' }],
      ['Bob', { a: 'One', about: 'About' }],
    ])
    for (const { read } of commits) expect(read.findings).toEqual([])
    const last = commits.at(-1)
    expect([...(last?.files.keys() ?? [])].sort()).toEqual([
      '.contentrain/atelier.json',
      '.contentrain/config.json',
      '.contentrain/content/blog/page/about/en.md',
      '.contentrain/content/blog/page/about/tr.md',
      '.contentrain/content/blog/post/en.json',
      '.contentrain/content/blog/post/tr.json',
      '.contentrain/meta/page/about/en.json',
      '.contentrain/meta/page/about/tr.json',
      '.contentrain/meta/post/en.json',
      '.contentrain/meta/post/tr.json',
      '.contentrain/models/page.json',
      '.contentrain/models/post.json',
    ])
    const meta = JSON.parse(Buffer.from(last?.files.get('.contentrain/meta/post/en.json') ?? []).toString())
    expect(meta.a).toMatchObject({ status: 'published', source: 'human', updated_by: 'Ada Lovelace' })
    expect(await repositories.status(PROJECT)).toMatchObject({
      seq: 3,
      written: 3,
      state: 'written',
      tip: await text('rev-parse', ref),
    })
  })

  test('edits of several authors to the same entry are the states that there were', async () => {
    await setUp(post)
    await make(ADA, 'post', 'a', { title: 'One' })
    await flush()
    const run = { kind: 'agent', userId: 'ada', runId: 'run-1' } as const
    await change(run, 'a', { title: 'Two', text: 'By the agent' })
    await change(BOB, 'a', { title: 'Three' })
    await make(BOB, 'post', 'b', { title: 'Other' })
    await change(run, 'a', { rank: 3 })
    expect(await flush()).toMatchObject({ commits: 3 })
    const commits = (await history()).slice(1)
    expect(commits.map(({ titles, trailers }) => [titles, trailers['Atelier-Run'] ?? ''])).toEqual([
      [{ a: 'Two' }, 'run-1'],
      [{ a: 'Three', b: 'Other' }, ''],
      [{ a: 'Three', b: 'Other' }, 'run-1'],
    ])
    for (const { read } of commits) expect(read.findings).toEqual([])
    expect(commits.at(-1)?.read.entries.find(({ id }) => id === 'a')?.locales.en?.values).toEqual({
      title: 'Three',
      text: 'By the agent',
      rank: 3,
    })
  })

  test('what is edited and read while earlier edits are written is in a commit of its own', async () => {
    await setUp(post)
    await make(ADA, 'post', 'a', { title: 'One' })
    await make(ADA, 'post', 'b', { title: 'One' })
    const entries = createStoredEntries(server.database)
    const projects = createContentProjects(server.database)
    let edits = 0
    const busy: StoredEntries = {
      async of(projectId, project, schema, model) {
        if (edits === 0) {
          edits += 1
          await change(BOB, 'a', { title: 'Two' })
          const now = await projects.find(projectId)
          if (now) await entries.of(projectId, now, schema, model)
        }
        return entries.of(projectId, project, schema, model)
      },
    }
    await repositories.close()
    repositories = await repositoriesOf('two', busy)
    expect(await flush()).toMatchObject({ commits: 1 })
    expect(await flush()).toMatchObject({ commits: 1 })
    expect((await history()).map(({ author, titles }) => [author, titles])).toEqual([
      ['Ada Lovelace', { a: 'One', b: 'One' }],
      ['Bob', { a: 'Two', b: 'One' }],
    ])
  })

  test('what is deleted or renamed leaves its files, and nothing else is touched', async () => {
    await setUp(page)
    await make(ADA, 'page', 'about', { title: 'About', body: 'Hello' })
    await make(ADA, 'page', 'old', { title: 'Old', body: 'Hello' })
    await make(ADA, 'page', 'gone', { title: 'Gone', body: 'Hello' })
    await flush()
    const before = await text('rev-parse', `${ref}:.contentrain/content/blog/page/about`)
    await edit(ADA, 'Rename', async (drafts) => renameEntry(await opened(drafts, 'e-old'), 'new'))
    await edit(ADA, 'Delete', async (drafts) => deleteEntry(await opened(drafts, 'e-gone')))
    await flush()
    const names = (await text('ls-tree', '-r', '--name-only', ref))
      .split('\n')
      .filter((name) => /content\/|meta\//.test(name))
    expect(names.filter((name) => /old|gone/.test(name))).toEqual([])
    expect(names.filter((name) => name.includes('new'))).toHaveLength(4)
    expect(await text('rev-parse', `${ref}:.contentrain/content/blog/page/about`)).toBe(before)
  })

  test('a value that its model does not accept stays out, and a commit is made of what it accepts', async () => {
    await setUp(post)
    await make(ADA, 'post', 'a', { title: 'One' })
    await flush()
    await change(ADA, 'a', { title: null })
    expect(await flush()).toMatchObject({ commits: 0 })
    await change(BOB, 'a', { title: 'Two' })
    expect(await flush()).toMatchObject({ commits: 1 })
    expect((await history()).map(({ titles }) => titles.a)).toEqual(['One', 'Two'])
  })

  test('a change of the models writes all that it touches, and files of others stay', async () => {
    await setUp(post, page)
    await make(ADA, 'post', 'a', { title: 'One' })
    await flush()
    await edit(ADA, 'Move posts', async (drafts) => {
      const draft = await opened(drafts, SCHEMA)
      writeModel(draft, { ...post, domain: 'news' })
      setConfig(draft, { ...config, domains: ['blog', 'news'] })
      setTerm(draft, 'studio', 'en', 'Studio')
    })
    await flush()
    const names = (await text('ls-tree', '-r', '--name-only', ref)).split('\n')
    expect(names.filter((name) => name.includes('/content/'))).toEqual([
      '.contentrain/content/news/post/en.json',
      '.contentrain/content/news/post/tr.json',
    ])
    expect(names).toContain('.contentrain/vocabulary.json')
    for (const { read } of await history()) expect(read.findings).toEqual([])
  })

  test('settings and one document that are edited at once leave all other documents where they are', async () => {
    await setUp(page)
    await make(ADA, 'page', 'about', { title: 'About', body: 'Hello' })
    await make(ADA, 'page', 'other', { title: 'Other', body: 'Hello' })
    await flush()
    await edit(ADA, 'Add a term', async (drafts) => setTerm(await opened(drafts, SCHEMA), 'studio', 'en', 'Studio'))
    await change(ADA, 'about', { title: 'About us' }, 'page')
    expect(await flush()).toMatchObject({ commits: 1 })
    expect((await history()).at(-1)?.titles).toEqual({ about: 'About us', other: 'Other' })
  })

  test('files that are not of the content are never touched', async () => {
    await setUp(post)
    await make(ADA, 'post', 'a', { title: 'One' })
    await flush()
    const { writeCommits } = await import('@atelier/repository')
    const repository = repositoryAt(await testGit(), path())
    const parent = (await repository.tip(ref)) ?? ''
    const foreign = [
      { path: 'README.md', bytes: 'Mine' },
      { path: '.contentrain/context.json', bytes: '{}' },
    ]
    await writeCommits(repository, [
      { ref, parent, author: { name: 'x', userId: 'x' }, at: 0, subject: 'x', trailers: {}, files: foreign },
    ])
    await change(ADA, 'a', { title: 'Two' })
    await flush()
    expect(await text('show', `${ref}:README.md`)).toBe('Mine')
    expect(await text('show', `${ref}:.contentrain/context.json`)).toBe('{}')
  })

  test('a repository that is lost or older than the database is made whole', async () => {
    const { cpSync, rmSync } = await import('node:fs')
    await setUp(post, page)
    await make(ADA, 'post', 'a', { title: 'One' })
    await flush()
    cpSync(path(), `${path()}.backup`, { recursive: true })
    await make(BOB, 'page', 'about', { title: 'About', body: 'Hello' })
    await flush()
    rmSync(path(), { recursive: true })
    cpSync(`${path()}.backup`, path(), { recursive: true })
    await change(ADA, 'a', { title: 'Two' })
    await flush()
    expect((await history()).at(-1)?.titles).toEqual({ a: 'Two', about: 'About' })
    rmSync(path(), { recursive: true })
    await change(ADA, 'a', { title: 'Three' })
    await flush()
    const [only, ...others] = await history()
    expect(others).toEqual([])
    expect(only?.titles).toEqual({ a: 'Three', about: 'About' })
    expect(only?.read.findings).toEqual([])
  })

  test('many entries are written without holding up others', async () => {
    await setUp(post)
    const text = 'Bread and cakes of the day, as they come from the oven. '.repeat(10)
    const columns =
      'document_id, project_id, model_id, entry_id, head, seq, data, title, issues, stale, created_at, updated_at'
    const rowOf = (number: number) => {
      const values = JSON.stringify({ title: `Title ${number}`, text, rank: number })
      const locale = `{"values":${values},"meta":{"status":"published"}}`
      const data = `{"en":${locale},"tr":${locale}}`
      const [id, title] = [`many-${number}`, `Title ${number}`]
      return `('e-${id}', '${PROJECT}', 'post', '${id}', 1, 1, '${data}', '${title}', '[]', 0, ${number}, ${number})`
    }
    await server.database.transact(function* (): Script<void> {
      for (let from = 0; from < MANY; from += 500) {
        const rows = Array.from({ length: 500 }, (_, at) => rowOf(from + at))
        yield { sql: `insert into content_entries (${columns}) values ${rows.join(', ')}`, parameters: [] }
      }
    })
    await make(ADA, 'post', 'a', { title: 'One' })
    const first = await longestTurn(flush)
    await change(BOB, 'a', { title: 'Two' })
    const second = await longestTurn(flush)
    // Where all entries are written in one turn, each takes twice that and more.
    expect(first.longestMs).toBeLessThan(100)
    expect(second.longestMs).toBeLessThan(100)
    const [whole, changed] = await history()
    expect(Object.keys(whole?.titles ?? {})).toHaveLength(MANY + 1)
    expect(changed?.titles).toEqual({ ...whole?.titles, a: 'Two' })
    expect(changed?.read.findings).toEqual([])
  })

  test('changes are written by themselves, by a server that only finds them, too', async () => {
    await setUp(post)
    await make(ADA, 'post', 'a', { title: 'One' })
    clock += 60_000
    const other = await repositoriesOf('two')
    await repositories.close()
    await expect.poll(async () => (await other.status(PROJECT))?.state, { timeout: 20_000 }).toBe('written')
    await other.close()
    expect((await history()).at(-1)?.titles).toEqual({ a: 'One' })
  })
}
