import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFiles, setConfig } from '@atelier/content'
import { type BareRepository, contentFiles, repositoryAt, repositoryPath, writeCommits } from '@atelier/repository'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deepTest } from '../../../../scripts/testing/deepTest.ts'
import { databasesBySuite } from '../../testing/databases.ts'
import { commitWith, gitText, testGit } from '../../testing/git.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  error: Type.Optional(Type.Object({ code: Type.String() })),
  data: Type.Optional(Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
})
const CONTENT = 'refs/heads/contentrain'
const pathOf = (locale: string) => `.contentrain/content/blog/post/${locale}.json`

describe.each(databasesBySuite())('entries in several languages, on $name', (database) => {
  let server: TestServer
  let projectId = ''
  let key = ''
  let ours: BareRepository
  let there: BareRepository
  let place: Awaited<ReturnType<(typeof database)['place']>>
  const folder = mkdtempSync(join(tmpdir(), 'atelier-languages-'))

  const act = async (name: string, input: object, focus: object = {}) => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    return Value.Parse(Answer, (await server.call('POST', path, { input, focus })).body)
  }
  const done = async (name: string, input: object, focus: object = {}) => {
    const answer = await act(name, input, focus)
    expect(answer).toMatchObject({ ok: true })
    return answer
  }
  const save = (values: object, locale = 'en', focus: object = {}) =>
    done('save_content', { model: 'post', locale, data: { bread: values } }, focus)
  const undo = (id = '') => server.call('POST', `/api/projects/${projectId}/changes/${id}/undo`)
  const read = async (locale: string, query = '') => {
    const path = `/api/content/v1/${projectId}/entries/post/bread?locale=${locale}${query}`
    const { body } = await server.call('GET', path, undefined, { authorization: `Bearer ${key}` })
    return Object(body).entry
  }
  const form = async (locale: string) => {
    const { body } = await server.call('GET', `/api/projects/${projectId}/content/models/post/entries/bread`)
    return Object(body).locales.find((each: { locale: string }) => each.locale === locale)
  }
  async function files(): Promise<Record<string, { on?: string; lead?: string }>> {
    await server.services.repositories.flush(projectId)
    const read = await Promise.all(
      ['en', 'tr', 'de'].map(async (locale) => {
        const text = await gitText(ours.git, ours.path, 'show', `${CONTENT}:${pathOf(locale)}`)
        return [locale, JSON.parse(text).bread] as const
      }),
    )
    return Object.fromEntries(read)
  }
  const dates = async () => Object.values(await files()).map(({ on }) => on)

  beforeAll(async () => {
    place = await database.place()
    const env: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    server = await startTestServer({ ...env, ATELIER_OPEN_REMOTES: '1' })
    const { body } = await server.call('POST', '/api/projects', { name: 'Blog' })
    projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
    const fields = {
      title: { type: 'string', required: true },
      lead: { type: 'text' },
      on: { type: 'date', shared: true },
    }
    const models = [{ id: 'post', title_field: 'title', fields }]
    await done('init_project', { locales: ['en', 'tr', 'de'], domains: ['blog'], publishEdits: 'wait', models })
    await save({ title: 'Bread', lead: 'Words', on: '2026-01-01' })
    await save({ title: 'Ekmek' }, 'tr')
    await done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    const made = (await server.call('POST', '/api/keys', { name: 'Front end' })).body
    key = Value.Parse(Type.Object({ key: Type.String() }), made).key
    const git = await testGit()
    ours = repositoryAt(git, repositoryPath(server.config.dataDir, projectId))
    const path = join(folder, 'there.git')
    await gitText(git, folder, 'init', '--quiet', '--bare', '--initial-branch=main', path)
    there = repositoryAt(git, path)
  })
  afterAll(async () => {
    await server.close()
    place.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('say field by field what is not translated yet, until it is translated or cleared', async () => {
    expect(await read('tr')).toMatchObject({
      locale: 'tr',
      fields: { title: 'Ekmek', lead: 'Words', on: '2026-01-01' },
      standIns: ['lead'],
      standInLocale: 'en',
    })
    expect(await read('tr', '&fields=title')).not.toHaveProperty('standIns')
    expect(await read('en')).not.toHaveProperty('standIns')
    expect(await form('tr')).toMatchObject({ standIns: { locale: 'en', fields: ['lead'] } })
    expect(await form('tr')).not.toHaveProperty('values.lead')
    const { changeSetId } = await save({ lead: 'Sözler' }, 'tr')
    await done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    expect(await read('tr')).toMatchObject({ fields: { lead: 'Sözler' } })
    expect(await read('tr')).not.toHaveProperty('standIns')
    expect(await form('tr')).not.toHaveProperty('standIns')
    await undo(changeSetId)
    expect(await form('tr')).toMatchObject({ standIns: { fields: ['lead'] } })
  })

  test('have one value of a shared field, whichever language it is written in, and every door keeps that', async () => {
    const publish = () => done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    await publish()
    expect(await dates()).toEqual(['2026-01-01', '2026-01-01', '2026-01-01'])
    const { changeSetId } = await save({ on: '2026-02-02' }, 'tr')
    // Published languages wait; a draft of one shows it at once.
    expect(await dates()).toEqual(['2026-01-01', '2026-01-01', '2026-01-01'])
    await publish()
    expect(await dates()).toEqual(['2026-02-02', '2026-02-02', '2026-02-02'])
    expect([await read('en'), await read('tr')]).toMatchObject([
      { fields: { on: '2026-02-02' } },
      { fields: { on: '2026-02-02' } },
    ])
    const branch = Object((await done('createBranch', { title: 'Later' })).data)
    await save({ on: '2026-03-03' }, 'tr', { branchId: branch.id })
    const merged = await done('merge_branch', { branch: branch.branch })
    expect([(await form('en')).values.on, (await form('tr')).values.on]).toEqual(['2026-03-03', '2026-03-03'])
    await undo(merged.changeSetId)
    expect([(await form('en')).values.on, (await form('tr')).values.on]).toEqual(['2026-02-02', '2026-02-02'])
    await undo(changeSetId)
    expect([(await form('en')).values.on, (await form('tr')).values.on]).toEqual(['2026-01-01', '2026-01-01'])
    await publish()
  })

  test('take a shared value from a remote that changed the file of one language', async () => {
    expect(await server.services.repositories.connect(projectId, { url: `file://${there.path}` })).toMatchObject({
      ok: true,
    })
    const bytes = await gitText(there.git, there.path, 'show', `${CONTENT}:${pathOf('tr')}`)
    const parent = await there.tip(CONTENT)
    const commit = commitWith([{ path: pathOf('tr'), bytes: `${bytes.replace('2026-01-01', '2026-04-04')}\n` }], {
      ref: CONTENT,
      author: { name: 'Eve', userId: 'eve' },
      ...(parent ? { parent } : {}),
    })
    expect(await writeCommits(there, [commit])).toMatchObject({ ok: true })
    expect(await server.services.repositories.sync(projectId)).toMatchObject({ ok: true, conflicts: 0 })
    expect((await form('en')).values.on).toBe('2026-04-04')
    await done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    expect(await server.services.repositories.disconnect(projectId)).toBe(true)
    expect(await dates()).toEqual(['2026-04-04', '2026-04-04', '2026-04-04'])
  })

  test('have a value of their own again when the field is no longer shared, and files stay valid throughout', async () => {
    const { changeSetId } = await done('shareFields', { model: 'post', fields: { on: false } })
    await save({ on: '2026-05-05' }, 'tr')
    await done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    expect(await dates()).toEqual(['2026-04-04', '2026-05-05', '2026-04-04'])
    expect(await act('shareFields', { model: 'post', fields: { on: true } })).toMatchObject({
      error: { code: 'values_differ' },
    })
    await done('shareFields', { model: 'post', fields: { on: true }, differing: 'default' })
    await done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    expect(await dates()).toEqual(['2026-04-04', '2026-04-04', '2026-04-04'])
    expect(changeSetId).toBeDefined()
    await server.services.repositories.flush(projectId)
    for (const commit of (await gitText(ours.git, ours.path, 'rev-list', CONTENT)).split('\n'))
      expect(checkFiles((await contentFiles(ours, commit)).after)).toEqual([])
  })

  deepTest('are one entry in 500 languages, with a shared value in all of them', async () => {
    const codes = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((a) => [...'abcdefghijklmnopqrstuvwxyz'].map((b) => a + b))
    const locales = ['en', ...codes.filter((code) => code !== 'en').slice(0, 499)]
    const { body } = await server.call('POST', '/api/projects', { name: 'Many' })
    projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
    const fields = { title: { type: 'string', required: true }, on: { type: 'date' } }
    const models = [{ id: 'post', title_field: 'title', fields }]
    await done('init_project', { locales: ['en'], domains: ['blog'], models })
    const { documentId = '' } = await server.services.content.state(projectId)
    await server.services.documents.transact({
      projectId,
      origin: { kind: 'hand', userId: 'ada' },
      async body(drafts) {
        const draft = await drafts.open(documentId)
        if (draft) setConfig(draft, { locales: { default: 'en', supported: locales } })
        return { result: null, commit: true }
      },
    })
    for (const locale of locales.slice(0, 20)) await save({ title: `Bread ${locale}`, on: '2026-01-01' }, locale)
    await done('shareFields', { model: 'post', fields: { on: true } })
    const { changeSetId } = await save({ on: '2026-02-02' }, 'ab')
    await done('update_status', { model: 'post', entryIds: ['bread'], status: 'published' })
    const all = Object((await server.call('GET', `/api/projects/${projectId}/content/models/post/entries/bread`)).body)
    const begun = all.locales.filter(({ translated }: { translated: boolean }) => translated)
    expect(all.locales).toHaveLength(500)
    expect(new Set(begun.map(({ values }: { values: { on: string } }) => values.on))).toEqual(new Set(['2026-02-02']))
    await done('shareFields', { model: 'post', fields: { on: false } })
    await save({ on: '2026-03-03' }, 'ab')
    expect(changeSetId).toBeDefined()
    await server.services.repositories.flush(projectId)
    const git = await testGit()
    const many = repositoryAt(git, repositoryPath(server.config.dataDir, projectId))
    const { after } = await contentFiles(many, await gitText(git, many.path, 'rev-parse', CONTENT))
    expect([...after.keys()].filter((path) => path.startsWith('.contentrain/content/'))).toHaveLength(500)
    expect(checkFiles(after)).toEqual([])
  })
})
