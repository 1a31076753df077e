import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const Answer = Type.Object({ ok: Type.Boolean(), data: Type.Optional(Type.Unknown()) })

let server: TestServer
let projectId = ''
let key = ''
/** By how much the server's clock is ahead, in milliseconds. */
let ahead = 0
const now = () => Date.now() + ahead

async function done(name: string, input: object) {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  const answer = Value.Parse(Answer, (await server.call('POST', path, { input })).body)
  expect(answer).toMatchObject({ ok: true })
  return answer
}

/** The scheduled entries as lists and the calendar read them: their titles, and whether something is to be mended. */
async function scheduled(): Promise<unknown[]> {
  const path = `/api/projects/${projectId}/content/models/post/entries?state=scheduled&offset=0`
  const { body } = await server.call('GET', path)
  return Object(body).entries.map((each: { title: string; locales: { refused?: true }[] }) => [
    each.title,
    each.locales[0]?.refused === true,
  ])
}

async function titles(): Promise<unknown[]> {
  const { body } = await server.call('GET', `/api/content/v1/${projectId}/entries/post`, undefined, {
    authorization: `Bearer ${key}`,
  })
  return Object(body).entries.map(({ fields }: { fields: { title: string } }) => fields.title)
}

beforeAll(async () => {
  server = await startTestServer({}, { now })
  const { body } = await server.call('POST', '/api/projects', { name: 'Blog' })
  projectId = Value.Parse(Type.Object({ id: Type.String() }), body).id
  const models = [{ id: 'post', title_field: 'title', fields: { title: { type: 'string', required: true, max: 20 } } }]
  await done('init_project', { locales: ['en'], domains: ['blog'], models })
  const made = (await server.call('POST', '/api/keys', { name: 'Front end' })).body
  key = Value.Parse(Type.Object({ key: Type.String() }), made).key
})
afterAll(() => server.close())

/** Types a title that the model does not accept. */
async function typeWrong(): Promise<string> {
  const { documentId = '' } = (await server.services.content.reader(projectId).entry('post', 'timed')) ?? {}
  await server.services.documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'ada' },
    source: 'merge',
    async body(drafts) {
      ;(await drafts.open(documentId))?.set('en/title', 'This is by far too long for a title')
      return { result: null, commit: true }
    },
  })
  return documentId
}

test('an entry that is invalid before its time says so in lists and the calendar, and goes out as it was accepted last', async () => {
  await done('save_content', { model: 'post', data: { timed: { title: 'Accepted' } } })
  const publish_at = new Date(now() + 2 * 3_600_000).toISOString()
  await done('update_status', { model: 'post', entryIds: ['timed'], publish_at })
  expect(await scheduled()).toEqual([['Accepted', false]])
  await typeWrong()
  expect(await scheduled()).toEqual([['Accepted', true]])
  expect(await titles()).toEqual([])
  ahead += 2 * 3_600_000 + 60_000
  await server.services.contentReleases.run()
  expect(await titles()).toEqual(['Accepted'])
})

test('an entry is looked at again an hour before its time, and right before', async () => {
  const publish_at = new Date(now() + 3 * 3_600_000).toISOString()
  await done('update_status', { model: 'post', entryIds: ['timed'], status: 'draft' })
  await done('update_status', { model: 'post', entryIds: ['timed'], publish_at })
  const { documentId = '' } = (await server.services.content.reader(projectId).entry('post', 'timed')) ?? {}
  /** Clears the note that the fault was reported. */
  const forget = () =>
    server.services.database.transact(function* () {
      yield { sql: 'update content_projects set seq = seq + 1', parameters: [] }
      const seq = `(select seq from content_projects where project_id = '${projectId}')`
      yield {
        sql: `update content_entries set issues = '[]', seq = ${seq} where document_id = '${documentId}'`,
        parameters: [],
      }
    })
  const check = async () => {
    await server.services.scheduleChecks.run()
    await server.services.settleAgain.rest()
    return (await scheduled())[0]
  }
  await forget()
  expect(await check()).toEqual(['Accepted', false])
  ahead += 2 * 3_600_000 + 60_000
  expect(await check()).toEqual(['Accepted', true])
  await forget()
  expect(await check()).toEqual(['Accepted', false])
  ahead += 3_600_000 - 80_000
  expect(await check()).toEqual(['Accepted', true])
})
