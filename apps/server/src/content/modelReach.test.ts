import { checkFiles } from '@atelier/content'
import { contentFiles, repositoryAt, repositoryPath } from '@atelier/repository'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
})
const CONTENT = 'refs/heads/contentrain'

describe.each(databasesBySuite())('a change of models, on $name', (database) => {
  let server: TestServer
  let projectId = ''
  let key = ''
  let ahead = 0
  let place: Awaited<ReturnType<(typeof database)['place']>>

  const done = async (name: string, input: object) => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    const answer = Value.Parse(Answer, (await server.call('POST', path, { input })).body)
    expect([name, answer]).toMatchObject([name, { ok: true }])
    return answer
  }
  const save = (values: object, locale = 'en') =>
    done('save_content', { model: 'post', locale, data: { bread: values } })
  const publish = () => done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
  const fieldsFor = async (query: string) => {
    const path = `/api/content/v1/${projectId}/entries/post/bread${query}`
    const { body } = await server.call('GET', path, undefined, { authorization: `Bearer ${key}` })
    return Object(body).entry.fields
  }
  const repository = async () => repositoryAt(await testGit(), repositoryPath(server.config.dataDir, projectId))
  async function file(path: string): Promise<string> {
    await server.services.settleAgain.rest()
    await server.services.repositories.flush(projectId)
    const ours = await repository()
    return gitText(ours.git, ours.path, 'show', `${CONTENT}:.contentrain/${path}`)
  }
  /** Everything that shows an edit: the row's time and order, the meta files, and translations that are out of date. */
  async function edits() {
    const [en, tr] = [await file('meta/post/en.json'), await file('meta/post/tr.json')]
    const path = `/api/projects/${projectId}/content/models/post/entries?offset=0`
    const listed = Object((await server.call('GET', path)).body).entries
    return {
      meta: [JSON.parse(en), JSON.parse(tr)],
      listed: listed.map(
        ({ id, updatedAt, locales }: { id: string; updatedAt: number; locales: { stale: boolean }[] }) => [
          id,
          updatedAt,
          locales.slice(0, 2).map(({ stale }) => stale),
        ],
      ),
    }
  }

  beforeAll(async () => {
    place = await database.place()
    const env: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    server = await startTestServer(env, { now: () => Date.now() + ahead })
    const { body } = await server.call('POST', '/api/projects', { name: 'Shop' })
    projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
    await done('init_project', {
      locales: ['en', 'tr'],
      domains: ['shop'],
      publishEdits: 'wait',
      models: [
        { id: 'author', i18n: false, title_field: 'name', fields: { name: { type: 'string', required: true } } },
        {
          id: 'post',
          title_field: 'title',
          fields: {
            title: { type: 'string', required: true },
            price: { type: 'number' },
            note: { type: 'text' },
            author: { type: 'relation', model: 'author' },
          },
        },
      ],
    })
    await done('save_content', { model: 'author', data: { ann: { name: 'Ann' } } })
    await save({ title: 'Bread', price: 12, note: 'Old', author: 'ann' })
    await save({ title: 'Ekmek', price: 12, author: 'ann' }, 'tr')
    await publish()
    const made = (await server.call('POST', '/api/keys', { name: 'Front end' })).body
    key = Value.Parse(Type.Object({ key: Type.String() }), made).key
  })
  afterAll(async () => {
    await server.close()
    place.remove()
  })

  test('is no edit of its entries: a label, a language, the name of a target', async () => {
    const other = { other: { title: 'Other' } }
    await done('save_content', { model: 'post', data: other })
    const before = await edits()
    ahead += 3_600_000
    await done('save_model', { id: 'post', fields: { note: { type: 'text', label: 'Remark' } } })
    expect(await edits()).toEqual(before)
    await done('renameEntry', { model: 'author', entryId: 'ann', newId: 'anna' })
    expect(await edits()).toEqual(before)
    expect(JSON.parse(await file('content/shop/post/en.json')).bread.author).toBe('anna')
    await done('add_locale', { locale: 'de' })
    expect(await edits()).toEqual(before)
    await done('removeLocale', { locale: 'de' })
    expect(await edits()).toEqual(before)
  })

  test('converts what is typed, settled and published alike, and undo brings all of it back', async () => {
    await save({ price: 13, note: 'New' })
    const before = await edits()
    ahead += 3_600_000
    const changed = await done('save_model', {
      id: 'post',
      fields: { price: { type: 'string' } },
      migrate: { price: 'convert' },
    })
    expect(await fieldsFor('')).toMatchObject({ price: '12', note: 'Old' })
    expect(await fieldsFor('?locale=tr')).toMatchObject({ price: '12' })
    expect(await fieldsFor('?drafts=1')).toMatchObject({ price: '13', note: 'New' })
    expect(JSON.parse(await file('content/shop/post/en.json')).bread).toMatchObject({ price: '12', note: 'Old' })
    expect(await edits()).toEqual(before)
    await server.call('POST', `/api/projects/${projectId}/changes/${changed.changeSetId}/undo`)
    expect(await fieldsFor('')).toMatchObject({ price: 12, note: 'Old' })
    expect(await fieldsFor('?drafts=1')).toMatchObject({ price: 13, note: 'New' })
  })

  test('takes a removed field out of what is published, and its undo puts it back', async () => {
    const removed = await done('save_model', { id: 'post', fields: { note: null }, migrate: { note: 'drop' } })
    expect(await fieldsFor('')).not.toHaveProperty('note')
    expect(JSON.parse(await file('content/shop/post/en.json')).bread).not.toHaveProperty('note')
    await server.call('POST', `/api/projects/${projectId}/changes/${removed.changeSetId}/undo`)
    expect(await fieldsFor('')).toMatchObject({ note: 'Old' })
    await publish()
    expect(await fieldsFor('')).toMatchObject({ note: 'New', price: 13 })
  })

  test('leaves every commit of the repository valid', async () => {
    await file('config.json')
    const ours = await repository()
    for (const commit of (await gitText(ours.git, ours.path, 'rev-list', CONTENT)).split('\n'))
      expect(checkFiles((await contentFiles(ours, commit)).after)).toEqual([])
  })
})
