import type { Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { ProjectRow } from '../../workspaces/workspaces.ts'

// The assistant of the whole site writes from what its conversation has read, while a person types.

const Id = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Html = Type.Object({ html: Type.String() })
const Data = Type.Object({ data: Type.Unknown() })
const Sections = Type.Object({ sections: Type.Array(Id) })
const Content = Type.Object({ fields: Type.Array(Type.Object({ name: Type.String() })) })

const capabilities = new Set(['document.read', 'document.write'] as const)
const overlapped = { ok: false, error: { code: 'changed_meanwhile' } }

let server: TestServer
let project: ProjectRow
let root = ''
let session = 0
const ids = new Map<string, string>()
const at = (tag: string) => ids.get(tag) ?? ''

async function byHand(name: string, input: unknown): Promise<unknown> {
  const { body } = await server.call('POST', `/api/projects/${project.id}/operations/site.${name}`, { input })
  expect(body).toMatchObject({ ok: true })
  return Value.Parse(Data, body).data
}

async function byAssistant(name: string, input: unknown): Promise<Envelope> {
  const { executors, scopes } = server.services
  const operation = scopes.bound(`cms.${name}`)
  if (!operation) throw new Error(`There is no operation ${name}`)
  const outcome = await executors.execute({
    project,
    operation,
    input,
    actor: { kind: 'agent', userId: 'ada', runId: `run-${session}` },
    capabilities,
    focus: {},
    sessionId: `session-${session}`,
    picture: false,
    signal: new AbortController().signal,
    changeSetId: crypto.randomUUID(),
  })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

async function read(name: string, input: unknown): Promise<unknown> {
  const result = await byAssistant(name, input)
  if (!result.ok) expect.fail(JSON.stringify(result))
  return result.data
}

/** The section of the page, and the name of its first field that begins so, both read by the assistant. */
async function readSection(kind: string) {
  const { sections } = Value.Parse(Sections, await read('getPageSections', { pageId: 'home' }))
  const pageSectionId = sections[0]?.id ?? ''
  const { fields } = Value.Parse(Content, await read('getSectionContent', { pageSectionId }))
  return { pageSectionId, field: fields.find(({ name }) => name.startsWith(kind))?.name ?? expect.fail() }
}

const page = async () => Value.Parse(Html, await byHand('getNodeHtml', { nodeId: root })).html
const typed = (nodeId: string, text: string) => byHand('setTexts', { texts: [{ nodeId, text }] })

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call('POST', '/api/projects', { name: 'Meanwhile', starter: 'blank' })
  const { id } = Value.Parse(Id, made.body)
  project = await server.services.kysely
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { body } = await server.call('GET', `/api/projects/${id}/pages`)
  root = Value.Parse(Pages, body).pages[0]?.documentId ?? ''
})
afterAll(() => server.close())

beforeEach(async () => {
  session += 1
  const html =
    '<header><nav><ul><li><a href="/">Home</a></li><li><a href="/bread/">Bread</a></li><li><a href="/cake/">Cake</a></li></ul></nav></header><main><section><h2>Fresh bread</h2><p>We bake rye bread every day.</p></section></main>'
  await byHand('replaceNodeHtml', { nodeId: root, html })
  await byHand('renamePage', { pageId: root, title: 'Home' })
  ids.clear()
  for (const [, tag = '', id = ''] of (await page()).matchAll(/<(\w+) uid="(\w+)"/g)) ids.set(tag, id)
})

test('words that a person changed elsewhere in the same field stay beside those of the assistant', async () => {
  const { pageSectionId, field } = await readSection('text')
  await typed(at('p'), 'We bake rye bread every single day.')
  const content = { [field]: 'They bake rye bread every day.' }
  expect(await byAssistant('updateSectionContent', { pageSectionId, content })).toMatchObject({ ok: true })
  expect(await page()).toContain('They bake rye bread every single day.')
})

test('the same words changed by both are refused with both, until the section is read again', async () => {
  const { pageSectionId, field } = await readSection('heading')
  await typed(at('h2'), 'Warm bread')
  const write = () => byAssistant('updateSectionContent', { pageSectionId, content: { [field]: 'Cold bread' } })
  const refused = await write()
  expect(refused).toMatchObject(overlapped)
  expect(JSON.stringify(refused)).toContain('it is now “Warm bread”, and you would write “Cold bread”')
  expect(await page()).toContain('Warm bread')
  await readSection('heading')
  expect(await write()).toMatchObject({ ok: true })
  expect(await write()).toMatchObject({ ok: true })
  expect(await page()).toContain('Cold bread')
})

test('a section in which a person has typed since is not deleted', async () => {
  const { pageSectionId } = await readSection('text')
  await typed(at('p'), 'We bake rye bread every night.')
  expect(await byAssistant('deletePageSection', { pageSectionId })).toMatchObject(overlapped)
  expect(await page()).toContain('every night')
})

test('an item of a menu that a person renamed since is refused', async () => {
  await read('getNavigation', {})
  await typed(at('a'), 'Cakes')
  const change = { label: 'Cakes', newLabel: 'Pies' }
  expect(await byAssistant('updateNavigationItem', change)).toMatchObject(overlapped)
  expect(await page()).toContain('Cakes')
  await read('getNavigation', {})
  expect(await byAssistant('updateNavigationItem', change)).toMatchObject({ ok: true })
})

test('the title of a page that a person changed since is refused', async () => {
  await read('getPage', { id: root })
  await byHand('renamePage', { pageId: root, title: 'Our bakery' })
  const refused = await byAssistant('updatePage', { id: root, name: 'The bakery' })
  expect(refused).toMatchObject(overlapped)
  expect(JSON.stringify(refused)).toContain('“Our bakery”')
  await read('getPage', { id: root })
  expect(await byAssistant('updatePage', { id: root, name: 'The bakery' })).toMatchObject({ ok: true })
})

test('the assistant’s reading counts for calls of the site in the same conversation', async () => {
  await readSection('heading')
  await typed(at('h2'), 'Warm bread')
  const { scopes, executors } = server.services
  const operation = scopes.bound('site.updateNodeProps') ?? expect.fail()
  const outcome = await executors.execute({
    project,
    operation,
    input: { nodeId: at('h2'), patch: { text: 'Cold bread' } },
    actor: { kind: 'agent', userId: 'ada', runId: `run-${session}` },
    capabilities,
    focus: { documentId: root },
    sessionId: `session-${session}`,
    picture: false,
    signal: new AbortController().signal,
    changeSetId: crypto.randomUUID(),
  })
  expect(outcome).toMatchObject({ ok: true, result: overlapped })
})
