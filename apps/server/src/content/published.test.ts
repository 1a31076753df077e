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
  let place: Awaited<ReturnType<(typeof database)['place']>>

  const act = async (name: string, input: object) => {
    const path = `/api/projects/${project.id}/operations/content.${name}`
    return Value.Parse(Answer, (await server.call('POST', path, { input })).body)
  }
  const done = async (name: string, input: object) => {
    const answer = await act(name, input)
    expect(answer).toMatchObject({ ok: true })
    return answer
  }
  const save = (title: string) => done('save_content', { model: 'post', data: { hello: { title } } })
  const status = (to: string) => done('update_status', { model: 'post', entryIds: ['hello'], status: to })
  const undo = (id = '') => server.call('POST', `/api/projects/${project.id}/changes/${id}/undo`)

  async function visitors(): Promise<string | undefined> {
    await server.call('POST', `/api/projects/${project.id}/publish?only=content`)
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
    server = await startTestServer(env)
    const { body } = await server.call('POST', '/api/projects', { name: 'Blog' })
    project = Value.Parse(Type.Object({ id: Type.String(), slug: Type.String() }), body)
    await done('init_project', {
      locales: ['en'],
      domains: ['blog'],
      publishEdits: 'wait',
      models: [{ id: 'post', title_field: 'title', fields: { title: { type: 'string', required: true, max: 20 } } }],
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
    expect(saved).toMatchObject({ data: { entries: [{ id: 'hello', settled: true, waits: true }] } })
    expect(await seen()).toEqual(everywhere('Helo'))
    expect(await titles('?drafts=1')).toEqual(['Hello'])
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
})
