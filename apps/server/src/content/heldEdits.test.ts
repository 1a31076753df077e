import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  changeSetId: Type.Optional(Type.String()),
})
const Page = Type.Object({ entries: Type.Array(Type.Object({ fields: Type.Record(Type.String(), Type.Unknown()) })) })

describe.each(databasesBySuite())('typed edits that go out at once, on $name', (database) => {
  let server: TestServer
  let projectId = ''
  let key = ''
  /** By how much the server's clock is ahead, in milliseconds. */
  let ahead = 0
  let place: Awaited<ReturnType<(typeof database)['place']>>
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-held-'))

  const start = () => {
    const env: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    return startTestServer({ ...env, ATELIER_DATA: dataDir }, { now: () => Date.now() + ahead })
  }
  const act = async (name: string, input: object) => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    return Value.Parse(Answer, (await server.call('POST', path, { input })).body)
  }
  const done = async (name: string, input: object) => {
    const answer = await act(name, input)
    expect(answer).toMatchObject({ ok: true })
    return answer
  }
  const type = (base: string, value: string, typing = true) =>
    done('editField', { model: 'post', entryId: 'hello', field: 'title', base, value, ...(typing ? { typing } : {}) })

  /** The title for public reads and in the repository. */
  async function seen(): Promise<unknown[]> {
    const { body } = await server.call('GET', `/api/content/v1/${projectId}/entries/post`, undefined, {
      authorization: `Bearer ${key}`,
    })
    await server.services.repositories.flush(projectId)
    const where = repositoryPath(server.config.dataDir, projectId)
    const path = '.contentrain/content/blog/post/en.json'
    const file = await gitText(await testGit(), where, 'show', `contentrain:${path}`)
    return [Value.Parse(Page, body).entries[0]?.fields.title, JSON.parse(file).hello.title]
  }
  const everywhere = (title: string) => [title, title]

  beforeAll(async () => {
    place = await database.place()
    server = await start()
    const { body } = await server.call('POST', '/api/projects', { name: 'Blog' })
    projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
    const fields = { title: { type: 'string', required: true, max: 20 }, text: { type: 'text' } }
    const models = [{ id: 'post', title_field: 'title', fields }]
    await done('init_project', { locales: ['en'], domains: ['blog'], publishEdits: 'atOnce', models })
    await done('save_content', { model: 'post', data: { hello: { title: 'Helo' } } })
    await done('update_status', { model: 'post', entryIds: ['hello'], status: 'published' })
    const made = (await server.call('POST', '/api/keys', { name: 'Front end' })).body
    key = Value.Parse(Type.Object({ key: Type.String() }), made).key
  })
  afterAll(async () => {
    await server.close()
    place.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('are seen 20 seconds after the last key', async () => {
    expect(await seen()).toEqual(everywhere('Helo'))
    expect(await type('Helo', 'Hell')).toMatchObject({ data: { entries: [{ id: 'hello', held: true }] } })
    ahead += 15_000
    await type('Hell', 'Hello')
    ahead += 15_000
    await server.services.heldEdits.run()
    expect(await seen()).toEqual(everywhere('Helo'))
    ahead += 5_001
    await server.services.heldEdits.run()
    expect(await seen()).toEqual(everywhere('Hello'))
  })

  test('are seen as soon as the field is left, and a save without typing is seen at once', async () => {
    await type('Hello', 'Hello y')
    expect(await seen()).toEqual(everywhere('Hello'))
    await type('Hello y', 'Hello y', false)
    expect(await seen()).toEqual(everywhere('Hello y'))
    await done('save_content', { model: 'post', data: { hello: { title: 'By a call' } } })
    expect(await seen()).toEqual(everywhere('By a call'))
  })

  test('are seen as they were accepted last while what is typed above them is not', async () => {
    await type('By a call', 'Accepted')
    const entry = await server.services.content.reader(projectId).entry('post', 'hello')
    await server.services.documents.transact({
      projectId,
      origin: { kind: 'hand', userId: 'ada' },
      source: 'merge',
      async body(drafts) {
        const draft = await drafts.open(entry?.documentId ?? '')
        draft?.set('en/title', 'This is by far too long for a title')
        return { result: null, commit: true }
      },
    })
    expect(await seen()).toEqual(everywhere('By a call'))
    ahead += 20_001
    await server.services.heldEdits.run()
    expect(await seen()).toEqual(everywhere('Accepted'))
    await done('save_content', { model: 'post', data: { hello: { title: 'Valid' } } })
  })

  test('are taken back whole, also while they are held', async () => {
    const first = await type('Valid', 'Typed')
    await server.call('POST', `/api/projects/${projectId}/changes/${first.changeSetId}/undo`)
    expect(await seen()).toEqual(everywhere('Valid'))
    const second = await type('Valid', 'Typed again')
    ahead += 20_001
    await server.services.heldEdits.run()
    expect(await seen()).toEqual(everywhere('Typed again'))
    const undone = await server.call('POST', `/api/projects/${projectId}/changes/${second.changeSetId}/undo`)
    expect(undone.body).toMatchObject({ kept: [] })
    expect(await seen()).toEqual(everywhere('Valid'))
  })

  test('wait for a press once the setting says so, and Publish puts them out while they are held', async () => {
    await type('Valid', 'Pressed')
    await done('update_status', { model: 'post', entryIds: ['hello'], status: 'published' })
    expect(await seen()).toEqual(everywhere('Pressed'))
    await type('Pressed', 'Held then waits')
    await done('saveSettings', { publishEdits: 'wait' })
    await server.services.settleAgain.rest()
    ahead += 20_001
    await server.services.heldEdits.run()
    expect(await seen()).toEqual(everywhere('Pressed'))
    await done('saveSettings', { publishEdits: 'atOnce' })
    await server.services.settleAgain.rest()
    await server.services.heldEdits.run()
    expect(await seen()).toEqual(everywhere('Held then waits'))
  })

  test('are not lost with the server that held them', async () => {
    await type('Held then waits', 'After the restart')
    await server.close()
    ahead += 20_001
    server = await start()
    await server.services.heldEdits.run()
    const entry = await server.services.content.reader(projectId).entry('post', 'hello')
    expect(entry?.settled?.locales.en?.values.title).toBe('After the restart')
    expect(entry?.waiting ?? []).toEqual([])
  })
})
