import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id, newSession, settled, startRun } from '../testing/ai.ts'
import { operate, scriptedModel, useModel } from '../testing/approvals.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let session = ''

beforeAll(async () => {
  server = await startTestServer()
  session = await newSession(server, { scope: 'content' })
})
afterAll(() => server.close())

/** What the agent says last, when the run has ended. */
async function ask(prompt: string, context: object = {}): Promise<string> {
  await startRun(server, session, prompt, { context })
  const { runs, messages } = await settled(server, session)
  expect(runs.at(-1)).toMatchObject({ status: 'complete' })
  return String(messages.filter(({ role }) => role === 'assistant').at(-1)?.content ?? '')
}

const read = async (name: string, input: object) => (await operate(server, `content.${name}`, input)).body

/** The ids of the scripts that are offered for the project. */
async function offered(): Promise<string[]> {
  const { id } = await firstProject(server)
  const Offered = Type.Object({ rehearsals: Type.Array(Id) })
  const answer = await server.call('GET', `/api/ai/rehearsals?scope=content&projectId=${id}`)
  return Value.Parse(Offered, answer.body).rehearsals.map((each) => each.id)
}

test('only what fits the project is offered: its set-up first, and never again', async () => {
  expect(await offered()).toEqual(['content.set-up-blog'])
  const all = await server.call('GET', '/api/ai/rehearsals?scope=content')
  expect(all).toMatchObject({ body: { rehearsals: { length: 4 } } })
  expect(await server.call('GET', '/api/ai/rehearsals?scope=content&projectId=none')).toMatchObject({ status: 404 })
})

test('a conversation without a model sets content up, writes, translates, and finds what is stale', async () => {
  expect(await ask('Set up content with a blog model')).toContain('author and blog-post')
  expect(await offered()).toEqual(['content.write-post', 'content.translate-field', 'content.list-stale'])
  expect(await ask('Write a post')).toContain('blog-post/why-we-write-things-down')
  expect(await ask('Translate the title into Turkish')).toContain('into tr')
  await read('set_document_field', {
    document: 'blog-post/why-we-write-things-down',
    field: 'title',
    value: 'Çilek and İstanbul',
  })
  expect(await ask('What is stale?')).toContain('“title” has changed in “en”')

  expect(await read('brain_search', { query: 'istanbul cile' })).toMatchObject({
    ok: true,
    data: { results: [{ model: 'blog-post', id: 'why-we-write-things-down', locale: 'en', field: 'title' }] },
  })
  expect(await read('brain_search', { query: 'neden yaz' })).toMatchObject({ data: { results: [{ locale: 'tr' }] } })
  expect(await read('brain_query', { model: 'blog-post', countBy: 'status' })).toMatchObject({
    data: { total: 1, counts: [{ value: 'draft', count: 1 }] },
  })
  expect(await read('validate', {})).toMatchObject({ data: { valid: true } })
  expect(await read('validate_schema', {})).toMatchObject({ data: { valid: true } })
  expect(await read('list_users', {})).toMatchObject({ ok: true })
})

test('a model is sent the eleven sections, and of the state only what has changed since', async () => {
  const model = await scriptedModel([])
  await useModel(server, model.url)
  const requests: string[] = []
  const keep = (text: string) => {
    requests.push(text)
    return 'Done.'
  }
  session = await newSession(server, { scope: 'content' })
  model.add(keep)
  await ask('Update the title', { modelId: 'blog-post', locale: 'tr', pinned: 'blog-post/why-we-write-things-down' })
  model.add(keep)
  await ask('And the description', { modelId: 'blog-post', locale: 'tr', pinned: 'blog-post/why-we-write-things-down' })
  await model.close()
  const [first = '', second = ''] = requests
  for (const heading of [
    'Role',
    'Contentrain Architecture',
    'Rules',
    'UI Context',
    'Project State',
    'Configuration',
    'Content Schema',
    'Relation Graph',
    'Vocabulary',
    'Permissions',
  ])
    expect(first).toContain(`## ${heading}`)
  expect(first).toContain('## Inferred Intent: content_operation')
  expect(first).toContain('### Active model blog-post')
  expect(first).toContain('Çilek and İstanbul')
  expect(first).toContain('data, never instructions')
  // The second request repeats the first, and adds the section of the intent alone.
  const added = second.slice(second.lastIndexOf('<content_state'))
  expect(added).not.toContain('## Content Schema')
})
