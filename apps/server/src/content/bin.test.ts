import { repositoryPath } from '@atelier/repository'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Object({ code: Type.String() })),
  changeSetId: Type.Optional(Type.String()),
})
const Bin = Type.Object({
  entries: Type.Array(
    Type.Object({
      documentId: Type.String(),
      id: Type.String(),
      title: Type.String(),
      source: Type.String(),
      by: Type.Unknown(),
    }),
  ),
  total: Type.Integer(),
})
const DAY = 86_400_000

describe.each(databasesBySuite())('the bin of content, on $name', (database) => {
  let server: TestServer
  let projectId = ''
  let place: Awaited<ReturnType<(typeof database)['place']>>

  const act = async (name: string, input: object) =>
    Value.Parse(
      Answer,
      (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input })).body,
    )
  const done = async (name: string, input: object) => {
    const answer = await act(name, input)
    expect(answer).toMatchObject({ ok: true })
    return answer
  }
  const undo = (id = '') => server.call('POST', `/api/projects/${projectId}/changes/${id}/undo`)
  const bin = async () => Value.Parse(Bin, (await done('listBin', {})).data)
  const binned = async (id: string) => {
    const found = (await bin()).entries.find((entry) => entry.id === id)
    if (!found) throw new Error(`${id} is not in the bin`)
    return found
  }
  const reader = () => server.services.content.reader(projectId)
  const post = async (id: string) => (await reader().entry('post', id))?.settled?.locales.en?.values
  const save = (data: object, locale = 'en') => done('save_content', { model: 'post', locale, data })
  async function files(): Promise<string> {
    await server.services.repositories.flush(projectId)
    const where = repositoryPath(server.config.dataDir, projectId)
    return gitText(await testGit(), where, 'show', 'contentrain:.contentrain/content/blog/post/en.json')
  }

  beforeAll(async () => {
    place = await database.place()
    const { dataDir, databaseUrl } = place
    server = await startTestServer({ ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    const { body } = await server.call('POST', '/api/projects', { name: 'Bakery' })
    projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
    await done('init_project', { locales: ['en', 'tr'] })
    await done('save_model', {
      id: 'post',
      name: 'Post',
      kind: 'collection',
      domain: 'blog',
      i18n: true,
      title_field: 'title',
      fields: {
        title: { type: 'string', required: true },
        slug: { type: 'slug', unique: true },
        next: { type: 'relation', model: 'post' },
        related: { type: 'relations', model: 'post' },
      },
    })
    await save({ rye: { title: 'Rye', slug: 'rye' }, oat: { title: 'Oat', slug: 'oat' } })
    await save({ rye: { title: 'Çavdar' } }, 'tr')
    await save({ list: { title: 'List', next: 'rye', related: ['oat', 'rye'] } })
  })
  afterAll(async () => {
    await server.close()
    await place.remove()
  })

  test('a deleted entry is listed with its author, and comes back with its languages, references and files', async () => {
    await done('update_status', { model: 'post', entryIds: ['rye'], status: 'published' })
    await done('delete_content', { model: 'post', entryIds: ['rye', 'oat'], references: 'clear' })
    expect(await post('list')).toEqual({ title: 'List', related: [] })
    expect(await files()).not.toContain('"rye"')
    expect((await bin()).total).toBe(2)
    const rye = await binned('rye')
    expect(rye).toMatchObject({
      title: 'Rye',
      source: 'edit',
      by: { kind: 'hand', userId: expect.stringMatching(/./) },
    })

    await done('restoreEntry', { documentId: rye.documentId })
    await done('restoreEntry', { documentId: (await binned('oat')).documentId })
    const back = await reader().entry('post', 'rye')
    expect(back).toMatchObject({
      documentId: rye.documentId,
      settled: { locales: { en: { meta: { status: 'published' } }, tr: { values: { title: 'Çavdar' } } } },
    })
    expect(await post('list')).toEqual({ title: 'List', next: 'rye', related: ['oat', 'rye'] })
    expect(await files()).toContain('"rye"')
    expect(await bin()).toEqual({ entries: [], total: 0 })
  })

  test('it stays in the bin while another entry has its id or its slug', async () => {
    await save({ spelt: { title: 'Spelt', slug: 'spelt' } })
    await done('delete_content', { model: 'post', entryIds: ['spelt'] })
    const { documentId } = await binned('spelt')
    await save({ other: { title: 'Other', slug: 'spelt' } })
    expect(await act('restoreEntry', { documentId })).toMatchObject({ error: { code: 'not_unique' } })
    await save({ other: { slug: 'other' }, spelt: { title: 'New spelt' } })
    expect(await act('restoreEntry', { documentId })).toMatchObject({ error: { code: 'id_taken' } })
    await done('renameEntry', { model: 'post', entryId: 'spelt', newId: 'new-spelt' })
    await done('restoreEntry', { documentId })
    expect(await post('spelt')).toEqual({ title: 'Spelt', slug: 'spelt' })
  })

  test('an entry whose making was undone comes back from the bin as well', async () => {
    const made = await save({ corn: { title: 'Corn', slug: 'corn' } })
    await undo(made.changeSetId)
    expect(await post('corn')).toBeUndefined()
    await done('restoreEntry', { documentId: (await binned('corn')).documentId })
    expect(await post('corn')).toEqual({ title: 'Corn', slug: 'corn' })
    expect((await bin()).entries.map(({ id }) => id)).not.toContain('corn')
  })

  test('the entries of a deleted model are in the bin', async () => {
    await done('save_model', {
      id: 'note',
      name: 'Note',
      kind: 'collection',
      domain: 'blog',
      i18n: false,
      title_field: 'title',
      fields: { title: { type: 'string', required: true } },
    })
    await done('save_content', { model: 'note', data: { first: { title: 'First' } } })
    const path = `/api/projects/${projectId}/operations/content.delete_model`
    const asked = await server.call('POST', path, { input: { model: 'note' } })
    const Asked = Type.Object({ requiresConfirmation: Type.Object({ token: Type.String() }) })
    const token = Value.Check(Asked, asked.body) ? asked.body.requiresConfirmation.token : undefined
    if (token) await server.call('POST', path, { input: { model: 'note' }, confirm: token })
    expect(await act('restoreEntry', { documentId: (await binned('first')).documentId })).toMatchObject({
      error: { code: 'unknown_model' },
    })
  })

  test('what is deleted for good cannot come back, by undo neither, and leaves no values behind', async () => {
    await save({ millet: { title: 'Millet of old' } })
    const deleted = await done('delete_content', { model: 'post', entryIds: ['millet'] })
    const { documentId } = await binned('millet')
    await done('eraseEntries', { documentIds: [documentId] })
    expect((await bin()).entries.map(({ id }) => id)).not.toContain('millet')
    expect(await act('restoreEntry', { documentId })).toMatchObject({ ok: false })
    await undo(deleted.changeSetId)
    expect(await post('millet')).toBeUndefined()
    const sweep = () => server.services.maintenance.pass(Date.now() + 10 * 60_000)
    await sweep()
    const rows = await server.database.transact(function* () {
      const entry = yield {
        sql: `select data, title from content_entries where document_id = '${documentId}'`,
        parameters: [],
      }
      const document = yield { sql: `select id from documents where id = '${documentId}'`, parameters: [] }
      return [...entry.rows, ...document.rows]
    })
    expect(rows).toEqual([{ data: null, title: 'millet' }])
    await undo(deleted.changeSetId)
    expect(await post('millet')).toBeUndefined()
    await save({ millet: { title: 'Another millet' } })
    expect(await post('millet')).toEqual({ title: 'Another millet' })
  })

  test('after thirty days the bin is emptied, and not before', async () => {
    await save({ barley: { title: 'Barley' } })
    await done('delete_content', { model: 'post', entryIds: ['barley'] })
    await server.services.maintenance.pass(Date.now() + 29 * DAY)
    await binned('barley')
    await server.services.maintenance.pass(Date.now() + 31 * DAY)
    expect(await bin()).toEqual({ entries: [], total: 0 })
  })

  test('the history is read page by page, and each change is taken back by itself', async () => {
    await save({ busy: { title: 'Busy 0', slug: 'busy' } })
    const documentId = (await reader().entry('post', 'busy'))?.documentId ?? ''
    const edits = 24
    for (let at = 1; at <= edits; at += 1)
      await server.services.documents.transact({
        projectId,
        origin: { kind: 'hand', userId: 'ada' },
        async body(drafts) {
          const draft = await drafts.open(documentId)
          draft?.set(at === 10 ? 'en/slug' : 'en/title', `busy-${at}`)
          return { result: null, commit: true }
        },
      })
    const Page = Type.Object({
      changes: Type.Array(
        Type.Object({
          seq: Type.Integer(),
          fields: Type.Array(Type.Object({ field: Type.String(), after: Type.Unknown() })),
        }),
      ),
      more: Type.Boolean(),
    })
    const about = { model: 'post', entryId: 'busy' }
    const page = async (input: object) =>
      Value.Parse(Page, (await done('entryHistory', { ...about, limit: 10, ...input })).data)
    let pages = await page({})
    const first = pages.changes[0]
    let count = pages.changes.length
    let last = pages.changes.at(-1)
    while (pages.more) {
      pages = await page({ before: last?.seq })
      count += pages.changes.length
      last = pages.changes.at(-1)
    }
    expect(first?.fields).toMatchObject([{ field: 'title', after: `busy-${edits}` }])
    expect(count).toBe(edits + 1)
    const slug = (await page({ field: 'slug' })).changes[0]
    expect(slug?.fields).toMatchObject([{ after: 'busy-10' }])
    await done('takeBackChange', { ...about, seqs: [slug?.seq] })
    expect(await post('busy')).toEqual({ title: `busy-${edits}`, slug: 'busy' })
    await done('restoreFields', { ...about, seq: last?.seq })
    expect(await post('busy')).toEqual({ title: 'Busy 0', slug: 'busy' })
  })
})
