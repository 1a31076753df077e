import { join } from 'node:path'
import { readLimits } from '@atelier/content'
import {
  type BareRepository,
  type FileChange,
  outsideChanges,
  repositoryAt,
  tooLarge,
  wholeContent,
  writeCommits,
} from '@atelier/repository'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RegisterCase } from '../../../testing/cases.ts'
import {
  addContentProject,
  type ContentServer,
  openContent,
  setUpNotes,
  writeNote,
} from '../../../testing/contentServer.ts'
import type { TestDatabase } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'
import { commitWith, gitText, testGit } from '../../../testing/git.ts'
import { createContentProjects } from '../projects/contentProjects.ts'

const ref = 'refs/heads/contentrain'
const PAGES = '.contentrain/content/blog/page'
const entryDataPath = (id: string) => `.contentrain/content/blog/${id}/data.json`

const collection = (id: string) =>
  `${JSON.stringify({ id, name: id, kind: 'collection', domain: 'blog', i18n: false, title_field: 'title', fields: { title: { required: true, type: 'string' } } }, undefined, 2)}\n`
const page = `${JSON.stringify({ id: 'page', name: 'Page', kind: 'document', domain: 'blog', i18n: false, title_field: 'title', fields: { title: { required: true, type: 'string' } } }, undefined, 2)}\n`
const document = (slug: string, more = '') => `---\nslug: ${slug}\ntitle: Title\n${more}---\n\nText\n`

/** Those that are read all the same; what is taken in is written in the canonical form. */
const readable = ['crlf', 'marked']

/** By the id of a model: the bytes of its content, and what is found in them. */
const contents: Record<string, [bytes: string | Uint8Array, code: string, line: number]> = {
  cut: ['{\n  "a": {\n    "title": "A', 'syntax', 3],
  merged: ['{\n<<<<<<< ours\n  "a": {}\n', 'syntax', 2],
  twice: ['{\n  "a": {\n    "title": "A",\n    "title": "B"\n  }\n}\n', 'duplicate_key', 4],
  proto: ['{\n  "__proto__": {\n    "title": "A"\n  }\n}\n', 'unsafe_key', 2],
  deep: [`{\n  "a": ${'['.repeat(5000)}${']'.repeat(5000)}\n}\n`, 'too_deep', 2],
  latin: [new Uint8Array([...Buffer.from('{\n  "a": { "title": "'), 0xe9, ...Buffer.from('" }\n}\n')]), 'encoding', 2],
  wide: [new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'encoding', 1],
  marked: ['\uFEFF{\n  "a": {\n    "title": "A"\n  }\n}\n', 'byte_order_mark', 1],
  crlf: ['{\r\n  "a": {\r\n    "title": "A"\r\n  }\r\n}\r\n', 'line_ends', 1],
}

/** A remote with files that should not exist. */
export function outsideBadInputCases({ place }: TestDatabase, test: RegisterCase): void {
  let where: Awaited<ReturnType<typeof place>>
  let server: ContentServer
  let there: BareRepository

  beforeEach(async () => {
    where = await place()
    server = await openContent(where, 'one')
    await addContentProject(server)
    await setUpNotes(server)
    await writeNote(server, 'a', 'One', 'Text')
    const git = await testGit()
    const path = join(where.dataDir, 'there.git')
    await gitText(git, where.dataDir, 'init', '--quiet', '--bare', '--initial-branch=main', path)
    there = repositoryAt(git, path)
    expect(await server.repositories.connect(PROJECT, { url: `file://${path}` })).toMatchObject({ ok: true })
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  async function push(files: FileChange[]): Promise<string> {
    const parent = await there.tip(ref)
    const outcome = await writeCommits(there, [commitWith(files, { ref, ...(parent ? { parent } : {}) })])
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.tips.get(ref) ?? ''
  }
  const names = async () => (await gitText(there.git, there.path, 'ls-tree', '-r', ref)).split('\n').sort()
  const entries = () =>
    server.database.read(
      (function* () {
        const sql = `select model_id, entry_id from content_entries where project_id = '${PROJECT}' and deleted_at is null`
        const { rows } = yield { sql, parameters: [] }
        return rows.map((row) => `${Object(row).model_id}/${Object(row).entry_id}`).sort()
      })(),
    )

  test('names each with file and line, writes over none, and takes in the rest', async () => {
    const link = await gitText(there.git, there.path, 'rev-parse', `${ref}:.contentrain/config.json`)
    const ids = Object.keys(contents)
    const files: FileChange[] = [
      ...ids.flatMap((id) => [
        { path: `.contentrain/models/${id}.json`, bytes: collection(id) },
        { path: entryDataPath(id), bytes: contents[id]?.[0] ?? '' },
      ]),
      { path: '.contentrain/models/page.json', bytes: page },
      { path: `${PAGES}/good.md`, bytes: document('good') },
      { path: `${PAGES}/open.md`, bytes: '---\nslug: open\ntitle: Title\n' },
      { path: `${PAGES}/double.md`, bytes: document('double', 'title: Again\n') },
      { path: `${PAGES}/Upper.md`, bytes: document('upper') },
      { path: `${PAGES}/linked.md`, oid: link, mode: '120000' },
      { path: `${PAGES}/module.md`, oid: '3'.repeat(40), mode: '160000' },
    ]
    await push(files)
    const before = await names()
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true, conflicts: 0 })
    const found = (await server.repositories.status(PROJECT))?.findings?.first ?? []
    const named = found.map(({ code, file, line }) => `${code} ${file} ${line}`)
    for (const [id, [, code, line]] of Object.entries(contents).filter(([each]) => !readable.includes(each)))
      expect(named).toContain(`${code} ${entryDataPath(id)} ${line}`)
    for (const each of [
      `syntax ${PAGES}/open.md 1`,
      `duplicate_key ${PAGES}/double.md 4`,
      `slug ${PAGES}/Upper.md 1`,
      `link ${PAGES}/linked.md 1`,
      `link ${PAGES}/module.md 1`,
    ])
      expect(named).toContain(each)
    expect(found.find(({ file }) => file === `${PAGES}/linked.md`)?.message).toContain('a link')
    expect(found.find(({ file }) => file === `${PAGES}/module.md`)?.message).toContain('a submodule')
    expect(await entries()).toEqual(['crlf/a', 'marked/a', 'note/a', 'page/good'])
    // Every file is the one that they pushed, also after edits here.
    await writeNote(server, 'b', 'Two')
    await server.repositories.sync(PROJECT)
    const after = await names()
    const bad = [...ids.filter((id) => !readable.includes(id)).map(entryDataPath), `${PAGES}/`]
    const ofBad = (lines: string[]) => lines.filter((line) => bad.some((path) => line.includes(`\t${path}`)))
    expect(ofBad(after)).toEqual(ofBad(before))
    for (const id of readable)
      expect(await gitText(there.git, there.path, 'show', `${ref}:${entryDataPath(id)}`)).toBe(
        '{\n  "a": {\n    "title": "A"\n  }\n}',
      )
  })

  test('names that differ by case only are named, neither file is written over, and the rest continues', async () => {
    const twin = '.contentrain/content/blog/note/Data.json'
    const bytes = '{"a":{"title":"Of another system"}}'
    await push([{ path: twin, bytes }])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    const named = async () =>
      ((await server.repositories.status(PROJECT))?.findings?.first ?? []).map(
        ({ code, file, line }) => `${code} ${file} ${line}`,
      )
    const own = entryDataPath('note')
    expect(await named()).toContain(`name_case ${own} 1`)
    // A document under a name of its own, and its twin.
    await push([
      { path: '.contentrain/models/page.json', bytes: page },
      { path: `${PAGES}/good.md`, bytes: document('good') },
      { path: `${PAGES}/Good.md`, bytes: document('good', 'x: 1\n') },
      { path: own, bytes: '{\n  "a": {\n    "text": "Text",\n    "title": "Theirs"\n  }\n}\n' },
    ])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true, conflicts: 0 })
    expect(await named()).toEqual(expect.arrayContaining([`name_case ${own} 1`, `name_case ${PAGES}/good.md 1`]))
    expect(await entries()).toEqual(['note/a', 'page/good'])
    await writeNote(server, 'b', 'Two')
    await server.repositories.sync(PROJECT)
    const show = (path: string) => gitText(there.git, there.path, 'show', `${ref}:${path}`)
    expect(await show(twin)).toBe(bytes)
    expect(await show(`${PAGES}/Good.md`)).toBe(document('good', 'x: 1\n').trim())
    expect(JSON.parse(await show(own))).toEqual({ a: { text: 'Text', title: 'Theirs' }, b: { title: 'Two' } })
    // They were renamed meanwhile: there is nothing left to change.
    await push([
      { path: twin, bytes: null },
      { path: `${PAGES}/Good.md`, bytes: null },
    ])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    expect((await named()).filter((each) => each.startsWith('name_case'))).toEqual([])
    expect(await entries()).toEqual(['note/a', 'note/b', 'page/good'])
  })

  test('edits that waited for a file are written as soon as it is mended, also to what it was before', async () => {
    const own = entryDataPath('note')
    const show = () => gitText(there.git, there.path, 'show', `${ref}:${own}`)
    const was = await show()
    await push([{ path: own, bytes: was.slice(0, -8) }])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    await writeNote(server, 'b', 'Two')
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    expect(await show()).toBe(was.slice(0, -8).trim())
    await push([{ path: own, bytes: `${was}\n` }])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    expect(JSON.parse(await show())).toEqual({ a: { text: 'Text', title: 'One' }, b: { title: 'Two' } })
    expect(await entries()).toEqual(['note/a', 'note/b'])
    // Nothing waits when a file breaks and is mended while no user here edits.
    const whole = await show()
    await push([{ path: own, bytes: 'x' }])
    await server.repositories.sync(PROJECT)
    const loose = whole.replaceAll('\n', ' ')
    await push([{ path: own, bytes: loose }])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    expect(await show()).toBe(loose)
  })

  test('a model that names itself otherwise, or keeps its content where another does, holds back the merge', async () => {
    for (const text of [
      collection('other'),
      collection('second').replace('"fields"', '"content_path": ".contentrain/content/blog/note",\n  "fields"'),
    ]) {
      const tip = await push([{ path: '.contentrain/models/second.json', bytes: text }])
      expect(await server.repositories.sync(PROJECT)).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/models\/(second|note)\.json:\d+: /),
      })
      expect(await there.tip(ref)).toBe(tip)
    }
    await push([{ path: '.contentrain/models/second.json', bytes: collection('second') }])
    expect(await server.repositories.sync(PROJECT)).toMatchObject({ ok: true })
    expect((await createContentProjects(server.database).find(PROJECT))?.schema?.models.map(({ id }) => id)).toEqual([
      'note',
      'second',
    ])
  })

  test('no more is read than the limits allow', async () => {
    const schema = (await createContentProjects(server.database).find(PROJECT))?.schema
    if (!schema) throw new Error('There is no content')
    const tip = await push([{ path: entryDataPath('note'), bytes: `{"a":{"title":"${'x'.repeat(3000)}"}}\n` }])
    const small = await outsideChanges(there, undefined, tip, schema, {
      limits: { ...readLimits, fileBytes: 2000 },
    })
    expect(small.content.broken).toEqual([entryDataPath('note')])
    expect(small.content.findings).toMatchObject([{ code: 'too_large', file: entryDataPath('note'), line: 1 }])
    expect(small.content.entries.flatMap(({ values }) => values)).toEqual([])
    const few = { ...readLimits, files: 3 }
    expect(await outsideChanges(there, undefined, tip, schema, { limits: few }).catch(tooLarge)).toMatchObject({
      ok: false,
    })
    expect(await wholeContent(there, tip, { limits: few }).catch(tooLarge)).toMatchObject({ ok: false })
    const bytes = { ...readLimits, allBytes: 3000 }
    expect(await wholeContent(there, tip, { limits: bytes }).catch(tooLarge)).toEqual({
      ok: false,
      problem: 'The content of the remote has more than 3000 bytes.',
    })
  })
}
