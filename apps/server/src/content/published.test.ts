import { createEntry } from '@atelier/content'
import type { Draft } from '@atelier/documents'
import { repositoryPath } from '@atelier/repository'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { gitText, testGit } from '../../testing/git.ts'
import { operation } from '../../testing/projects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
})
const Page = Type.Object({ entries: Type.Array(Type.Object({ fields: Type.Record(Type.String(), Type.Unknown()) })) })

describe.each(databasesBySuite())('edits of published entries, on $name', (database) => {
  let server: TestServer
  let project: { id: string; slug: string }
  let key = ''
  /** By how much the server's clock is ahead, in milliseconds. */
  let ahead = 0
  let place: Awaited<ReturnType<(typeof database)['place']>>

  const act = async (name: string, input: object, focus: object = {}) => {
    const path = `/api/projects/${project.id}/operations/content.${name}`
    return Value.Parse(Answer, (await server.call('POST', path, { input, focus })).body)
  }
  const done = async (name: string, input: object) => {
    const answer = await act(name, input)
    expect(answer).toMatchObject({ ok: true })
    return answer
  }
  const save = (title: string) => done('save_content', { model: 'post', data: { hello: { title } } })
  const status = (to: string) => done('update_status', { model: 'post', entryIds: ['hello'], status: to })
  const undo = (id = '') => server.call('POST', `/api/projects/${project.id}/changes/${id}/undo`)

  /** Writes to the document of the entry, as an undo, a fetch or a tab of an earlier version does. */
  async function write(body: (draft: Draft) => void): Promise<void> {
    const entry = await server.services.content.reader(project.id).entry('post', 'hello')
    const outcome = await server.services.documents.transact({
      projectId: project.id,
      origin: { kind: 'hand', userId: 'ada' },
      source: 'merge',
      async body(drafts) {
        const draft = await drafts.open(entry?.documentId ?? '')
        if (draft) body(draft)
        return { result: null, commit: true }
      },
    })
    expect(outcome).toMatchObject({ ok: true })
  }
  const type = (title: string) => write((draft) => draft.set('en/title', title))

  const releases = async () => {
    const { body } = await server.call('GET', `/api/projects/${project.id}/releases`)
    return Value.Parse(Type.Object({ releases: Type.Array(Type.Unknown()) }), body).releases.length
  }

  async function visitors(): Promise<string | undefined> {
    // A pass that is under way may have read what was there before.
    await server.services.contentReleases.run()
    await server.services.contentReleases.run()
    const host = `${project.slug}.localhost`
    const answer = await server.sites.request(`http://${host}/news/`, { headers: { host } })
    return /<p>([^<]*)<\/p>/.exec(await answer.text())?.[1]
  }
  async function titles(query = ''): Promise<unknown[]> {
    const { body } = await server.call('GET', `/api/content/v1/${project.id}/entries/post${query}`, undefined, {
      authorization: `Bearer ${key}`,
    })
    return Value.Parse(Page, body).entries.map(({ fields }) => fields.title)
  }
  async function files(): Promise<string | undefined> {
    await server.services.repositories.flush(project.id)
    const where = repositoryPath(server.config.dataDir, project.id)
    const path = '.contentrain/content/blog/post/en.json'
    return /"title": "([^"]*)"/.exec(await gitText(await testGit(), where, 'show', `contentrain:${path}`))?.[1]
  }
  const seen = async () => [await visitors(), (await titles())[0], await files()]
  const everywhere = (title: string | undefined) => [title, title, title]

  beforeAll(async () => {
    place = await database.place()
    const env: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    server = await startTestServer(env, { now: () => Date.now() + ahead })
    const { body } = await server.call('POST', '/api/projects', { name: 'Blog' })
    project = Value.Parse(Type.Object({ id: Type.String(), slug: Type.String() }), body)
    await done('init_project', {
      locales: ['en'],
      domains: ['blog'],
      publishEdits: 'wait',
      models: [
        {
          id: 'post',
          title_field: 'title',
          fields: {
            title: { type: 'string', required: true, max: 20 },
            text: { type: 'text' },
            friend: { type: 'relation', model: 'post' },
          },
        },
      ],
    })
    await save('Helo')
    await status('published')
    const made = (await server.call('POST', '/api/keys', { name: 'Front end' })).body
    key = Value.Parse(Type.Object({ key: Type.String() }), made).key
    const { pageId: _, rootNodeId } = await operation(server, project.id, 'addPage', { title: 'News', slug: 'news' })
    const html =
      '<atelier-loop data-source-id="data.rows" data-table-id="post"><p>{currentEntry.title}</p></atelier-loop>'
    await operation(server, project.id, 'insertHtml', { parentId: rootNodeId, html })
    await server.call('POST', `/api/projects/${project.id}/publish`)
  })
  afterAll(async () => {
    await server.close()
    place.remove()
  })

  test('wait for one press, while visitors, public reads and the repository have the former word', async () => {
    expect(await seen()).toEqual(everywhere('Helo'))
    const saved = await save('Hello')
    expect(await done('get_content', { model: 'post', id: 'hello' })).toMatchObject({
      data: { entries: [{ id: 'hello', waits: ['en'], data: { title: 'Hello' } }] },
    })
    expect(await done('listWaiting', {})).toMatchObject({
      data: { total: 1, waiting: [{ model: 'post', id: 'hello', locale: 'en', words: 1, by: [expect.any(String)] }] },
    })
    expect(saved).toMatchObject({ data: { entries: [{ id: 'hello', settled: true, waits: true }] } })
    const before = await releases()
    expect(await seen()).toEqual(everywhere('Helo'))
    expect(await titles('?drafts=1')).toEqual(['Hello'])
    // No release is made for an edit that waits, not even an attempt.
    expect(await releases()).toBe(before)
    const published = await status('published')
    expect(published).toMatchObject({ data: { entries: [{ id: 'hello', changed: ['published'] }] } })
    expect(await seen()).toEqual(everywhere('Hello'))
    // Taken back, visitors see the former word again, and the edit waits.
    await undo(published.changeSetId)
    expect(await seen()).toEqual(everywhere('Helo'))
    expect(await titles('?drafts=1')).toEqual(['Hello'])
    await status('published')
    expect(await seen()).toEqual(everywhere('Hello'))
  })

  test('an entry with nothing settled is not published, and says so; others of the same call are', async () => {
    await server.services.documents.transact({
      projectId: project.id,
      origin: { kind: 'hand', userId: 'ada' },
      async body(drafts) {
        const draft = drafts.create(`half-${project.id}`, 'entry')
        createEntry(draft, { model: 'post', id: 'half' })
        draft.set('en/title', 'This is by far too long for a title')
        return { result: null, commit: true }
      },
    })
    const input = { model: 'post', status: 'published' }
    expect(await act('update_status', { ...input, entryIds: ['half'] })).toMatchObject({
      ok: false,
      error: { code: 'nothing_settled' },
    })
    expect(await act('update_status', { ...input, entryIds: ['half', 'hello'] })).toMatchObject({
      ok: true,
      data: { entries: [{ id: 'hello' }], errors: [{ code: 'nothing_settled', entry: 'half' }] },
    })
    await done('delete_content', { model: 'post', entryIds: ['half'] })
  })

  test('while an unfinished value is typed above it, the last finished one is what a press puts out', async () => {
    await save('Finished')
    await type('This is by far too long for a title')
    expect(await seen()).toEqual(everywhere('Hello'))
    await status('published')
    expect(await seen()).toEqual(everywhere('Finished'))
    await save('Hello')
    await status('published')
  })

  test('nothing goes out by an unpublished entry, and unpublishing is taken back with the values that were out', async () => {
    await save('Waits')
    const { changeSetId } = await status('draft')
    expect([await visitors(), await titles()]).toEqual([undefined, []])
    await undo(changeSetId)
    expect(await seen()).toEqual(everywhere('Hello'))
    expect(await titles('?drafts=1')).toEqual(['Waits'])
  })

  test('the edit of another writer waits too, whichever door it comes by', async () => {
    await type('By a socket')
    expect(await seen()).toEqual(everywhere('Hello'))
    const branch = await done('createBranch', { title: 'Better' })
    const { id: branchId, branch: name } = Value.Parse(
      Type.Object({ id: Type.String(), branch: Type.String() }),
      branch.data,
    )
    await act('save_content', { model: 'post', data: { hello: { title: 'On a branch' } } }, { branchId })
    const merged = await done('merge_branch', { branch: name })
    expect(await seen()).toEqual(everywhere('Hello'))
    expect(await titles('?drafts=1')).toEqual(['On a branch'])
    await undo(merged.changeSetId)
    expect(await titles('?drafts=1')).toEqual(['By a socket'])
  })

  test('a branch publishes what it says, as it is merged', async () => {
    const branch = await done('createBranch', { title: 'Best' })
    const { id: branchId, branch: name } = Value.Parse(
      Type.Object({ id: Type.String(), branch: Type.String() }),
      branch.data,
    )
    const other = { model: 'post', data: { hello: { text: 'Changed meanwhile' } } }
    await act('save_content', { model: 'post', data: { hello: { title: 'Reviewed' } } }, { branchId })
    await act('update_status', { model: 'post', entryIds: ['hello'], status: 'published' }, { branchId })
    await done('save_content', other)
    expect(await seen()).toEqual(everywhere('Hello'))
    await done('merge_branch', { branch: name })
    expect(await seen()).toEqual(everywhere('Reviewed'))
  })

  test('a program that sets only the status publishes what is settled then, and later edits wait', async () => {
    await save('Settled')
    await write((draft) => draft.set('en:status', 'draft'))
    await write((draft) => draft.delete('en:published'))
    await write((draft) => draft.set('en:status', 'published'))
    expect(await seen()).toEqual(everywhere('Settled'))
    await save('Later')
    expect(await seen()).toEqual(everywhere('Settled'))
    const { changeSetId } = await status('published')
    expect(await seen()).toEqual(everywhere('Later'))
    await undo(changeSetId)
    expect(await seen()).toEqual(everywhere('Settled'))
  })

  test('a setting lets all that waits go out, and brings none of it back', async () => {
    await save('Goes out')
    await done('saveSettings', { publishEdits: 'atOnce' })
    expect(await seen()).toEqual(everywhere('Goes out'))
    await save('Also at once')
    expect(await seen()).toEqual(everywhere('Also at once'))
    await done('saveSettings', { publishEdits: 'wait' })
    await server.services.settleAgain.rest()
    expect(await seen()).toEqual(everywhere('Also at once'))
    await save('Waits again')
    expect(await seen()).toEqual(everywhere('Also at once'))
    await status('published')
    expect(await seen()).toEqual(everywhere('Waits again'))
  })

  test('an entry that published values refer to is not deleted', async () => {
    await done('save_content', { model: 'post', data: { friend: { title: 'Friend' } } })
    await done('save_content', { model: 'post', data: { hello: { friend: 'friend' } } })
    await status('published')
    await done('save_content', { model: 'post', data: { hello: { friend: null } } })
    expect(await act('delete_content', { model: 'post', entryIds: ['friend'] })).toMatchObject({
      ok: false,
      error: { code: 'referenced' },
    })
    await status('published')
    await done('delete_content', { model: 'post', entryIds: ['friend'] })
  })

  test('a renamed entry is referred to by its new name at once, while other edits go on to wait', async () => {
    const friend = async () => {
      await server.services.repositories.flush(project.id)
      const path = '.contentrain/content/blog/post/en.json'
      const where = repositoryPath(server.config.dataDir, project.id)
      const all = JSON.parse(await gitText(await testGit(), where, 'show', `contentrain:${path}`))
      return [all.hello.friend, all.hello.title, Object.keys(all).sort()]
    }
    await done('save_content', { model: 'post', data: { old: { title: 'Friend' } } })
    await done('save_content', { model: 'post', data: { hello: { friend: 'old', title: 'Out' } } })
    await status('published')
    await save('Waits')
    const { changeSetId } = await done('renameEntry', { model: 'post', entryId: 'old', newId: 'new' })
    expect(await friend()).toEqual(['new', 'Out', ['hello', 'new']])
    await undo(changeSetId)
    expect(await friend()).toEqual(['old', 'Out', ['hello', 'old']])
    expect(await titles('?drafts=1')).toEqual(['Waits', 'Friend'])
    expect(await titles()).toEqual(['Out'])
  })

  test('a draft comes out at its time as it is by then, and later edits wait', async () => {
    const write = (title: string) => done('save_content', { model: 'post', data: { timed: { title } } })
    const timed = async () => (await titles()).filter((title) => String(title).startsWith('Timed'))
    await write('Timed early')
    const publish_at = new Date(Date.now() + ahead + 600_000).toISOString()
    const scheduled = await done('update_status', { model: 'post', entryIds: ['timed'], publish_at })
    expect(scheduled).toMatchObject({ data: { warnings: [{ code: 'scheduled' }] } })
    await write('Timed late')
    expect(await timed()).toEqual([])
    ahead += 660_000
    expect(await timed()).toEqual(['Timed late'])
    await server.services.contentReleases.run()
    const host = `${project.slug}.localhost`
    const page = await server.sites.request(`http://${host}/news/`, { headers: { host } })
    expect(await page.text()).toContain('<p>Timed late</p>')
    await write('Timed again')
    expect(await timed()).toEqual(['Timed late'])
    await done('update_status', { model: 'post', entryIds: ['timed'], status: 'published' })
    expect(await timed()).toEqual(['Timed again'])
  })
})
