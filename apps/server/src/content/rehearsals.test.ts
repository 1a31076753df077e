import { translationTask } from '@atelier/content'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id, newSession, settled, startRun } from '../../testing/ai.ts'
import { operate, scriptedModel, useModel } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let session = ''
let model: Awaited<ReturnType<typeof scriptedModel>>

beforeAll(async () => {
  server = await startTestServer()
  session = await newSession(server, { scope: 'content' })
})
afterAll(() => server.close())

/** The agent's last words, when the run has ended. */
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
  expect(all).toMatchObject({ body: { rehearsals: { length: 6 } } })
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

const news = { model: 'blog-post', from: 'en', to: 'tr' }
const Answered = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) })
const dataOf = async (name: string, input: object) => Value.Parse(Answered, await read(name, input)).data
const left = async () => (await dataOf('listUntranslated', { model: 'blog-post', to: 'tr', limit: 0 })).totals
const post = async () => {
  const asked = { model: 'blog-post', id: 'why-we-write-things-down', locale: 'tr' }
  return JSON.stringify(await dataOf('get_content', asked))
}

test('a run fills a locale as drafts, leaves what it cannot translate, and is undone in one step', async () => {
  expect(await left()).toMatchObject({ entries: 1, fields: 3 })
  // The script knows only the words of its own texts: the title was written by a person.
  const said = await ask(translationTask({ ...news, entryIds: ['why-we-write-things-down'] }))
  expect(said).toContain('1 entry translated into tr, as a draft to review. 1 text is left')
  expect(await post()).toContain('Her hafta aynı soruları')
  expect(await left()).toMatchObject({ entries: 1, fields: 1 })
  const { runs } = await settled(server, session)
  const undone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runs.at(-1)?.id}/undo`)
  expect(undone).toMatchObject({ status: 200, body: { state: 'undone', kept: [] } })
  expect(await left()).toMatchObject({ entries: 1, fields: 3 })
  expect(await post()).not.toContain('Her hafta aynı soruları')
})

test('a model translates the texts that it is given, with the vocabulary, and nothing else', async () => {
  await read('vocabulary', { terms: { istanbul: { en: 'İstanbul', tr: 'Şehir' } } })
  model = await scriptedModel([])
  await useModel(server, model.url)
  session = await newSession(server, { scope: 'content' })
  let listed = ''
  const called = (name: string, input: object): [string, object][] => [['call_operation', { name, input }]]
  model.add(called('listUntranslated', { model: 'blog-post', to: 'tr' }), (text) => {
    listed = text
    const entries = { 'why-we-write-things-down': { title: 'Çilek ve Şehir', slug: 'x', description: 'Kısa.' } }
    return called('saveTranslations', { model: 'blog-post', to: 'tr', entries })
  })
  expect(await ask(translationTask(news))).toContain('Done.')
  expect(listed).toContain('Şehir')
  expect(await post()).toContain('Çilek ve Şehir')
  expect(await left()).toMatchObject({ entries: 1, fields: 1 })
})

test('a model is sent the eleven sections, and of the state only what has changed since', async () => {
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
  // The second request repeats the first, and adds only the section of the intent.
  const added = second.slice(second.lastIndexOf('<content_state'))
  expect(added).not.toContain('## Content Schema')
})
