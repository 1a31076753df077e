import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel, setForm, setLayout, setPublic, setRoute, writeList } from '@atelier/content'
import { type BareRepository, type FileChange, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RegisterCase } from '../../../testing/cases.ts'
import {
  addContentProject,
  type ContentServer,
  editContent,
  openContent,
  setUpNotes,
  writeNote,
} from '../../../testing/contentServer.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import { createContentProjects } from '../projects/contentProjects.ts'

const ref = 'refs/heads/contentrain'
const DATA = '.contentrain/content/blog/note/data.json'

/** A remote that others push to. */
export function syncCases({ place }: TestDatabase, test: RegisterCase): void {
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

  /** Returns the missing fields of entries that are not settled, by entry id. */
  const issues = (projectId = PROJECT) =>
    server.database.read(
      (function* () {
        const { rows } = yield {
          sql: `select entry_id, issues from content_entries where project_id = '${projectId}' and issues <> '[]' order by entry_id`,
          parameters: [],
        }
        return rows.map((row) => {
          const { entry_id, issues: all } = Object(row)
          const found: { code: string }[] = JSON.parse(all)
          return [entry_id, [...new Set(found.map(({ code }) => code))]]
        })
      })(),
    )
  /** A project without content that is connected with the remote. */
  async function secondProject() {
    await server.database.transact(function* () {
      const project = "'project-2', 'w', 'p2', 'P', 'd2', 0, 0"
      const columns = 'id, workspace_id, slug, name, site_document_id, created_at, updated_at'
      yield { sql: `insert into projects (${columns}) values (${project})`, parameters: [] }
    })
    const outcome = await server.repositories.connect('project-2', { url: `file://${there.path}` })
    return { outcome, copy: repositoryAt(there.git, repositoryPath(where.dataDir, 'project-2')) }
  }

  test('an empty one is filled, and gets each change by itself', async () => {
    expect(await connect()).toMatchObject({ ok: true, sync: { ok: true, pushed: true } })
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
    // The question comes once.
    expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
  })

  test('a long text is merged by paragraph: others are taken in, and the same one is one conflict', async () => {
    const story = (...paragraphs: string[]) => paragraphs.join('\n\n')
    const storyIn = async (repository: BareRepository) => (await notesIn(repository)).a.story
    const typed = (text: string) => writeNote(server, 'a', 'One', 'Text', text)
    await typed(story('First', 'Second', 'Third', 'Last'))
    await connect()
    const others = { b: { text: 'Text', title: 'Two' } }
    const theirs = (text: string) => notesWith({ a: { story: text, text: 'Text', title: 'One' }, ...others })
    await elsewhere(theirs(story('First, theirs', 'Second', 'New there', 'Third')))
    await typed(story('First', 'Second, ours', 'New here', 'Third', 'Last'))
    expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
    const merged = story('First, theirs', 'Second, ours', 'New here', 'New there', 'Third')
    const swapped = story('First, theirs', 'Second, ours', 'New there', 'New here', 'Third')
    expect([merged, swapped]).toContain(await storyIn(there))
    const now: string = await storyIn(there)
    await elsewhere(theirs(now.replace('Third', 'Third, theirs').replace('First, theirs', 'First again')))
    await typed(now.replace('Third', 'Third, ours'))
    expect(await sync()).toMatchObject({ ok: true, applied: 1, conflicts: 1 })
    expect(await storyIn(there)).toBe(now.replace('Third', 'Third, ours').replace('First, theirs', 'First again'))
    expect(await branches()).toMatchObject([{ changes: 1 }])
  })

  test('a deletion there is a deletion here, unless the entry was edited here', async () => {
    await connect()
    await elsewhere(notesWith({}))
    await writeNote(server, 'b', 'Kept')
    expect(await sync()).toMatchObject({ ok: true, applied: 1, conflicts: 1 })
    expect(Object.keys(await notesIn(there))).toEqual(['b'])
  })

  test('history that is rewritten there loses no user’s work', async () => {
    await connect()
    const before = await there.tip(ref)
    await there.setRefs([{ ref, from: before, to: undefined }])
    await elsewhere([{ path: 'other.txt', bytes: 'x' }])
    const outcome = await sync()
    expect(outcome).toMatchObject({ ok: true })
    expect(Object.keys(await notesIn(there))).toEqual(['a', 'b'])
    expect(await gitText(there.git, there.path, 'show', `${ref}:other.txt`)).toBe('x')
  })

  const show = (repository: BareRepository, path: string) =>
    gitText(repository.git, repository.path, 'show', `${ref}:${path}`)
  const CUT = '{ "a": { "title":'

  test('a file that cannot be read changes nothing, is named, and is not overwritten; all others continue', async () => {
    await connect()
    await elsewhere([
      { path: DATA, bytes: CUT },
      { path: 'README.md', bytes: 'New' },
    ])
    await writeNote(server, 'c', 'Three')
    expect(await sync()).toMatchObject({ ok: true, pushed: true, applied: 0, conflicts: 0 })
    expect(await show(there, 'README.md')).toBe('New')
    expect(await server.repositories.status(PROJECT)).toMatchObject({
      state: 'written',
      findings: { errors: 1, warnings: 0, first: [{ severity: 'error', code: 'syntax', file: DATA, line: 1 }] },
    })
    // Nobody writes over it, and what is edited here waits.
    await writeNote(server, 'a', 'Ours')
    await sync()
    expect(await show(there, DATA)).toBe(CUT)
    await elsewhere(notesWith({ a: { text: 'Theirs', title: 'One' }, b: { text: 'Text', title: 'Two' } }))
    expect(await sync()).toMatchObject({ ok: true, applied: 1, conflicts: 0 })
    expect(await notesIn(there)).toEqual({
      a: { text: 'Theirs', title: 'Ours' },
      b: { text: 'Text', title: 'Two' },
      c: { title: 'Three' },
    })
    const status = await server.repositories.status(PROJECT)
    expect(status).toMatchObject({ state: 'written' })
    expect(status).not.toHaveProperty('findings')
  })

  test('settings or a model that cannot be read are named, and nothing is merged until they can be', async () => {
    await connect()
    const model = await show(there, '.contentrain/models/note.json')
    for (const path of ['.contentrain/config.json', '.contentrain/models/note.json']) {
      const bytes = await show(there, path)
      const broken = await elsewhere([{ path, bytes: bytes.slice(0, 40) }])
      expect(await sync()).toMatchObject({ ok: false, problem: expect.stringMatching(/\.json:\d+: /) })
      expect(await there.tip(ref)).toBe(broken)
      expect(await server.repositories.status(PROJECT)).toMatchObject({ error: expect.stringContaining(path) })
      await elsewhere([{ path, bytes: `${bytes}\n` }])
      expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
      expect(await server.repositories.status(PROJECT)).toMatchObject({ state: 'written' })
    }
    expect(await show(there, '.contentrain/models/note.json')).toBe(model)
  })

  test('an entry that its model does not accept comes in, stays in its file as it is, and is mended here', async () => {
    await connect()
    await elsewhere([
      {
        path: DATA,
        bytes: '{"a":{"text":"No title","other":[1,2]},"b":{"title":"Two","text":"Text"},"n":{"title":7}}',
      },
      { path: '.contentrain/context.json', bytes: '{}' },
    ])
    expect(await sync()).toMatchObject({ ok: true, conflicts: 0 })
    const unsettled = { a: { other: [1, 2], text: 'No title' }, n: { title: 7 } }
    expect(await notesIn(there)).toEqual({ ...unsettled, b: { text: 'Text', title: 'Two' } })
    expect(await show(there, '.contentrain/context.json')).toBe('{}')
    expect(await issues()).toEqual([
      ['a', ['required', 'unknown_field']],
      ['n', ['type']],
    ])
    await writeNote(server, 'b', 'Other')
    await sync()
    expect(await notesIn(there)).toEqual({ ...unsettled, b: { text: 'Text', title: 'Other' } })
    await writeNote(server, 'a', 'One again')
    await sync()
    expect((await notesIn(there)).a).toEqual({ other: [1, 2], text: 'No title', title: 'One again' })
    expect(await ours.check()).toEqual([])
  })

  test('a branch that is protected there is said, and nothing is lost', async () => {
    mkdirSync(join(there.path, 'hooks'), { recursive: true })
    writeFileSync(join(there.path, 'hooks/pre-receive'), '#!/bin/sh\necho "GH006: Protected branch"\nexit 1\n', {
      mode: 0o755,
    })
    expect(await connect()).toMatchObject({
      ok: true,
      webhookSecret: expect.stringMatching(/^[\w-]{43}$/),
      sync: { ok: false, problem: 'The remote protects this branch.' },
    })
    expect(await server.repositories.status(PROJECT)).toMatchObject({ state: 'failed', pushed: 0, written: 3 })
  })

  test('a project without content is filled from the remote, and its commits follow those of the remote', async () => {
    const settings = {
      routes: { note: 'notes' },
      forms: { note: { open: true, fields: ['title'], required: [], locale: '*', perMinute: 10, perMonth: 50 } },
      lists: { note: [{ name: 'Newest / first', view: { columns: ['title'], sort: '-updated_at' } }] },
      layouts: { note: { title: { section: 'Main', tab: 'Text', placeholder: 'A short title' } } },
      public: ['note'],
    }
    await editContent(server, { kind: 'hand', userId: 'ada' }, 'Settings', async (drafts) => {
      const draft = await drafts.open('schema-1')
      const model = draft && readModel(draft, 'note')
      if (!model) throw new Error('There is no model')
      setRoute(draft, 'note', settings.routes.note)
      setForm(draft, model, settings.forms.note)
      for (const { name, view } of settings.lists.note) writeList(draft, 'note', name, view)
      setLayout(draft, model, 'title', settings.layouts.note.title)
      setPublic(draft, 'note', true)
    })
    await connect()
    const tip = await elsewhere([{ path: 'README.md', bytes: 'Kept' }])
    const { outcome, copy } = await secondProject()
    expect(outcome).toMatchObject({ ok: true, sync: { ok: true, pushed: true } })
    expect(await notesIn(copy)).toEqual(await notesIn(there))
    expect((await createContentProjects(server.database).find('project-2'))?.schema).toMatchObject(settings)
    expect(await copy.isAncestor(tip, (await copy.tip(ref)) ?? '')).toBe(true)
    expect(await gitText(copy.git, copy.path, 'show', `${ref}:README.md`)).toBe('Kept')
    expect(await server.repositories.status('project-2')).toMatchObject({ state: 'written' })
  })

  test('a repository whose content its own models refuse opens whole, and changes only as it is mended', async () => {
    const files: Record<string, string> = {
      '.contentrain/config.json':
        '{"version":1,"stack":"nuxt","workflow":"auto-merge","locales":{"default":"en","supported":["en","tr"]},"domains":[]}',
      // Without a title field, in another order.
      '.contentrain/models/note.json':
        '{"kind":"collection","id":"note","name":"Note","domain":"blog","i18n":true,"fields":{"title":{"type":"string","required":true,"unique":true},"to":{"type":"relation","model":"note"}}}',
      '.contentrain/models/page.json':
        '{"kind":"document","id":"page","name":"Page","domain":"blog","i18n":false,"title_field":"rank","fields":{"rank":{"type":"integer"},"title":{"type":"string","required":true}}}',
      '.contentrain/models/bad.json': '{"id":"worse","kind":"collection","domain":"blog","fields":{}}',
      '.contentrain/content/blog/bad/en.json': '{"z":{"title":"Nobody reads it"}}',
      // No file in tr, an id twice, a relation to nothing, no title.
      '.contentrain/content/blog/note/en.json':
        '{"c":{"title":"Same"},"b":{"title":"Same"},"a":{"title":"A","to":"nowhere"},"d":{},"e":{"title":"E"}}',
      '.contentrain/content/blog/page/one.md': '---\nslug: one\nrank: many # very\n---\n\nText\n',
      '.contentrain/content/blog/page/two.md': '---\nslug: two\ntitle: Two\n',
    }
    await elsewhere(Object.entries(files).map(([path, bytes]) => ({ path, bytes })))
    const other = await secondProject()
    expect(other.outcome).toMatchObject({ ok: true })
    for (const [path, bytes] of Object.entries(files))
      expect([path, await show(there, path)]).toEqual([path, bytes.trim()])
    expect(await issues('project-2')).toEqual([
      ['a', ['broken_relation']],
      ['c', ['not_unique']],
      ['d', ['required']],
      ['one', ['type', 'required']],
    ])
    const status = await server.repositories.status('project-2')
    const named = status?.findings?.first.map(({ code, file, line }) => `${code} ${file} ${line}`)
    expect(named).toContain('model_file .contentrain/models/bad.json 1')
    expect(named).toContain('syntax .contentrain/content/blog/page/two.md 1')
    expect(status?.error).toContain('.contentrain/models/bad.json:1')
    // A model that could not be read and can be now comes in with all that it has.
    const mended = files['.contentrain/models/bad.json']
      ?.replace('worse', 'bad')
      .replace('"fields":{}', '"fields":{"title":{"type":"string"}}')
    await elsewhere([{ path: '.contentrain/models/bad.json', bytes: mended ?? '' }])
    expect(await server.repositories.sync('project-2')).toMatchObject({ ok: true })
    expect(await server.repositories.status('project-2')).not.toHaveProperty('error')
    expect(JSON.parse(await show(there, '.contentrain/content/blog/bad/en.json'))).toEqual({
      z: { title: 'Nobody reads it' },
    })
    expect(await show(there, '.contentrain/content/blog/note/en.json')).toBe(
      files['.contentrain/content/blog/note/en.json'],
    )
  })

  test('an invalid address, or one without an answer, is not kept', async () => {
    expect(await server.repositories.connect(PROJECT, { url: 'ext::sh -c true' })).toMatchObject({ ok: false })
    const nowhere = `file://${join(where.dataDir, 'nowhere.git')}`
    expect(await server.repositories.connect(PROJECT, { url: nowhere })).toMatchObject({ ok: false })
    expect(await server.repositories.disconnect(PROJECT)).toBe(false)
  })
}
