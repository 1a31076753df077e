import type { Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'

const Made = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Html = Type.Object({ html: Type.String() })
const Data = Type.Object({ data: Type.Unknown() })

const capabilities = new Set(['document.read', 'document.write'] as const)
const overlapped = { ok: false, error: { code: 'changed_meanwhile' } }

let server: TestServer
let project: ProjectRow
let root = ''
/** Each test is a conversation of its own, with a page of its own content. */
let session = 0
const ids = new Map<string, string>()
const at = (tag: string) => ids.get(tag) ?? ''

/** A call by a person in another tab. */
async function byHand(name: string, input: unknown): Promise<unknown> {
  const { body } = await server.call('POST', `/api/projects/${project.id}/operations/site.${name}`, { input })
  expect(body).toMatchObject({ ok: true })
  return Value.Parse(Data, body).data
}

/** A call by the agent of this test's conversation. */
async function byAgent(name: string, input: unknown): Promise<Envelope> {
  const { executors, scopes } = server.services
  const operation = scopes.bound(`site.${name}`)
  if (!operation) throw new Error(`There is no operation ${name}`)
  const outcome = await executors.execute({
    project,
    operation,
    input,
    actor: { kind: 'agent', userId: 'ada', runId: `run-${session}` },
    capabilities,
    focus: { documentId: root },
    sessionId: `session-${session}`,
    picture: false,
    signal: new AbortController().signal,
    changeSetId: crypto.randomUUID(),
  })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

const read = async (name: string, input: unknown) => expect(await byAgent(name, input)).toMatchObject({ ok: true })
const page = async () =>
  Value.Parse(Html, await byHand('getNodeHtml', { nodeId: root })).html.replace(/ uid="\w+"/g, '')
const typed = (nodeId: string, text: string) => byHand('setTexts', { texts: [{ nodeId, text }] })

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call('POST', '/api/projects', { name: 'Meanwhile', starter: 'blank' })
  const { id } = Value.Parse(Made, made.body)
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
    '<main><h1>Fresh bread</h1><section><p>We bake rye bread every day.</p><a href="/shop">Shop</a></section></main>'
  await byHand('replaceNodeHtml', { nodeId: root, html })
  const shown = Value.Parse(Html, await byHand('getNodeHtml', { nodeId: root })).html
  ids.clear()
  for (const [, tag = '', id = ''] of shown.matchAll(/<(\w+) uid="(\w+)"/g)) if (!ids.has(tag)) ids.set(tag, id)
})

test('a text whose words others changed elsewhere has the words of both', async () => {
  await read('read_document', {})
  await typed(at('p'), 'We bake rye bread every single day.')
  const result = await byAgent('updateNodeProps', {
    nodeId: at('p'),
    patch: { text: 'They bake rye bread every day.' },
  })
  expect(result).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('now “They bake rye bread every single day.”')],
  })
  expect(await page()).toContain('They bake rye bread every single day.')
})

test('a text in which others changed the same words is refused with both, until it is read again', async () => {
  await read('getNodeHtml', { nodeId: root })
  await typed(at('h1'), 'Warm bread')
  const call = () => byAgent('updateNodeProps', { nodeId: at('h1'), patch: { text: 'Cold bread' } })
  const refused = await call()
  expect(refused).toMatchObject(overlapped)
  expect(JSON.stringify(refused)).toContain('it is now “Warm bread”, and you would write “Cold bread”')
  expect(await page()).toContain('<h1>Warm bread</h1>')
  await read('getNodeHtml', { nodeId: at('h1') })
  expect(await call()).toMatchObject({ ok: true })
  expect(await page()).toContain('<h1>Cold bread</h1>')
})

test('a node that was never read is written, and own edits are one’s own', async () => {
  await typed(at('h1'), 'Warm bread')
  expect(await byAgent('updateNodeProps', { nodeId: at('h1'), patch: { text: 'Cold bread' } })).toMatchObject({
    ok: true,
  })
  await read('read_document', {})
  for (const text of ['One', 'Two', 'Three'])
    expect(await byAgent('setRichText', { nodeId: at('h1'), html: text })).toMatchObject({ ok: true })
  expect(await page()).toContain('<h1>Three</h1>')
})

test('a section that is replaced from an old reading keeps what others typed, and put into it', async () => {
  await read('read_document', {})
  await typed(at('p'), 'We bake rye bread every night.')
  await byHand('updateNodeProps', { nodeId: at('a'), patch: { href: '/market' } })
  await byHand('insertHtml', { parentId: at('section'), html: '<small>Closed on Monday</small>' })
  const html = '<p>We bake rye bread every day.</p><a href="/shop">Buy</a><b>Now</b>'
  const result = await byAgent('replaceNodeHtml', { nodeId: at('section'), html })
  expect(result).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringContaining('that stays')]) })
  const now = await page()
  expect(now).toContain('<p>We bake rye bread every night.</p>')
  expect(now).toContain('<a href="/market">Buy</a>')
  expect(now).toContain('<b>Now</b>')
  expect(now).toContain('<small>Closed on Monday</small>')
})

test('what others deleted is not made again by a text that still has it', async () => {
  await read('read_document', {})
  await byHand('deleteNode', { nodeId: at('a') })
  const html = '<p>We bake rye bread every night.</p><a href="/shop">Shop</a>'
  expect(await byAgent('replaceNodeHtml', { nodeId: at('section'), html })).toMatchObject({ ok: true })
  expect(await page()).toContain('every night')
  expect(await page()).not.toContain('<a ')
  await read('read_document', {})
  expect(await byAgent('replaceNodeHtml', { nodeId: at('section'), html })).toMatchObject({ ok: true })
  expect(await page()).toContain('<a ')
})

test('a replacement that would delete what others typed is refused with it', async () => {
  await read('read_document', {})
  await typed(at('p'), 'We bake rye bread every night.')
  const result = await byAgent('replaceNodeHtml', { nodeId: at('main'), html: '<ul><li>Something else</li></ul>' })
  expect(result).toMatchObject(overlapped)
  expect(JSON.stringify(result)).toContain('every night')
})

test('a formatted text made from an old reading does not take back what was typed', async () => {
  await read('read_document', {})
  await typed(at('h1'), 'Warm bread')
  expect(await byAgent('setRichText', { nodeId: at('h1'), html: 'Cold bread' })).toMatchObject(overlapped)
  expect(await byAgent('setTexts', { texts: [{ nodeId: at('h1'), text: 'Cold bread' }] })).toMatchObject(overlapped)
  expect(await page()).toContain('Warm bread')
})

test('a batch is refused whole', async () => {
  await read('read_document', {})
  await typed(at('h1'), 'Warm bread')
  const calls = [
    { name: 'updateNodeProps', input: { nodeId: at('a'), patch: { title: 'x' } } },
    { name: 'updateNodeProps', input: { nodeId: at('h1'), patch: { text: 'Cold bread' } } },
  ]
  expect(await byAgent('batch', { calls })).toMatchObject(overlapped)
  expect(await page()).not.toContain('title')
})

test('a declaration that others changed stays where the call has the old one, and is refused where it has another', async () => {
  await byHand('applyCss', { css: '.card { color: red; padding: 1rem }' })
  await read('listStyles', {})
  await byHand('applyCss', { css: '.card { padding: 2rem }' })
  const sheet = async () => {
    const result = await byHand('readFile', { file: 'styles.css' })
    return Value.Parse(Type.Object({ content: Type.String() }), result).content
  }
  expect(await byAgent('applyCss', { css: '.card { color: blue; padding: 1rem }' })).toMatchObject({ ok: true })
  expect(await sheet()).toMatch(/color: blue;[\s\S]*padding: 2rem/)
  const refused = await byAgent('applyCss', { css: '.card { padding: 3rem }' })
  expect(refused).toMatchObject(overlapped)
  expect(JSON.stringify(refused)).toContain('the rule .card padding: it is now “padding: 2rem”')
})

test('a token that others changed is refused', async () => {
  await byHand('set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#111', darkValue: '#eee' }] })
  await read('list_tokens', {})
  await byHand('set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#222' }] })
  const write = (token: object) => byAgent('set_color_tokens', { tokens: [{ slug: 'ink', ...token }] })
  expect(await write({ lightValue: '#333' })).toMatchObject(overlapped)
  expect(await write({ lightValue: '#111', darkValue: '#ddd' })).toMatchObject({ ok: true })
  const tokens = JSON.stringify(await byHand('list_tokens', {}))
  expect(tokens).toContain('#222')
  expect(tokens).toContain('#ddd')
})

test('lines of a script that others changed elsewhere are merged, the same line is refused', async () => {
  const path = `menu-${session}.js`
  const code = (content: string) => ({ path, type: 'script', content })
  await byHand('write_code_asset', code('let a = 1\nlet b = 2\nlet c = 3\n'))
  await read('read_code_asset', { path })
  await byHand('write_code_asset', code('let a = 1\nlet b = 2\nlet c = 30\n'))
  expect(await byAgent('write_code_asset', code('let a = 10\nlet b = 2\nlet c = 3\n'))).toMatchObject({ ok: true })
  expect(JSON.stringify(await byHand('read_code_asset', { path }))).toContain('let a = 10\\nlet b = 2\\nlet c = 30')
  await read('read_code_asset', { path })
  await byHand('write_code_asset', code('let a = 11\nlet b = 2\nlet c = 30\n'))
  expect(await byAgent('write_code_asset', code('let a = 12\nlet b = 2\nlet c = 30\n'))).toMatchObject(overlapped)
})

test('a file that is read counts as a reading of its nodes', async () => {
  await read('read_document', {})
  await typed(at('h1'), 'Warm bread')
  await read('readFile', { file: 'index.html' })
  expect(await byAgent('updateNodeProps', { nodeId: at('h1'), patch: { text: 'Cold bread' } })).toMatchObject({
    ok: true,
  })
})

test('a file written twice from one old reading takes nothing back', async () => {
  await read('readFile', { file: 'index.html' })
  const { content } = Value.Parse(
    Type.Object({ content: Type.String() }),
    await byHand('readFile', { file: 'index.html' }),
  )
  await typed(at('p'), 'We bake rye bread every night.')
  const write = (h1: string) =>
    byAgent('writeFile', { filename: 'index.html', content: content.replace('Fresh bread', h1) })
  expect(await write('One')).toMatchObject({ ok: true })
  expect(await write('Two')).toMatchObject({ ok: true })
  expect(await page()).toContain('<h1>Two</h1>')
  expect(await page()).toContain('every night')
})

test('what others put into an element of one’s own stays when that is replaced', async () => {
  const made = await byAgent('insertHtml', { parentId: at('main'), html: '<aside><b>Mine</b></aside>' })
  const { nodeIds } = Value.Parse(Type.Object({ nodeIds: Type.Array(Type.String()) }), made.ok ? made.data : {})
  await byHand('insertHtml', { parentId: nodeIds[0], html: '<i>Theirs</i>' })
  expect(await byAgent('replaceNodeHtml', { nodeId: nodeIds[0], html: '<b>Mine, anew</b>' })).toMatchObject({
    ok: true,
  })
  expect(await page()).toContain('<b>Mine, anew</b><i>Theirs</i>')
})

test('the state names what others have changed since', async () => {
  await read('read_document', {})
  await typed(at('h1'), 'Warm bread')
  await byHand('insertHtml', { parentId: at('section'), html: '<small>Closed on Monday</small>' })
  await byAgent('updateNodeProps', { nodeId: at('a'), patch: { text: 'Buy' } })
  const scope = server.services.scopes.get('site')
  const suffix = await scope?.suffix({
    project: { id: project.id, siteDocumentId: project.site_document_id },
    focus: { documentId: root },
    documents: server.services.documents,
    sessionId: `session-${session}`,
  })
  if (!suffix || 'error' in suffix) return expect.fail()
  const line = (await suffix.lines(suffix.focus)).at(-1)
  expect(line).toContain(`h1 uid="${at('h1')}" “Warm bread”`)
  expect(line).toContain('is new: “Closed on Monday”')
  expect(line).not.toContain(at('a'))
})
