import { openLocal } from '@atelier/documents'
import type { Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createSiteFiles } from '../generations/files.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { callOperation } from './callOperation.ts'

const Made = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Html = Type.Object({ html: Type.String() })
const Page = Type.Object({ pageId: Type.String() })

const agent = { kind: 'agent', userId: 'ada', runId: 'run-1' } as const
const capabilities = new Set(['document.read', 'document.write'] as const)
const locked = { ok: false, error: { code: 'locked' } }

let server: TestServer
let project: ProjectRow
let root = ''
let about = ''
/** Ids of the nodes of the home page by tag. */
const ids = new Map<string, string>()

/** A call by a person, over HTTP. */
async function byHand(name: string, input: unknown): Promise<unknown> {
  const { body } = await server.call('POST', `/api/projects/${project.id}/operations/site.${name}`, { input })
  expect(body).toMatchObject({ ok: true })
  return Value.Parse(Type.Object({ data: Type.Unknown() }), body).data
}

/** The same call by an agent, as its run makes it. */
async function byAgent(name: string, input: unknown): Promise<Envelope> {
  const { executors, scopes } = server.services
  const operation = scopes.bound(`site.${name}`)
  if (!operation) throw new Error(`There is no operation ${name}`)
  const outcome = await executors.execute({
    project,
    operation,
    input,
    actor: agent,
    capabilities,
    focus: {},
    picture: false,
    signal: new AbortController().signal,
    changeSetId: crypto.randomUUID(),
  })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

async function stored(): Promise<string> {
  const all = [project.site_document_id, root, about].map((id) => server.services.documents.projection(id))
  return JSON.stringify((await Promise.all(all)).map((each) => each?.fields))
}

const file = async (name: string) =>
  Value.Parse(Type.Object({ content: Type.String() }), await byHand('readFile', { file: name })).content

/** Expects that an agent's call is refused, and that it changed nothing. */
async function expectRefused(said: Promise<unknown>): Promise<void> {
  const before = await stored()
  expect(await said).toMatchObject(locked)
  expect(await stored()).toBe(before)
}

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call('POST', '/api/projects', { name: 'Locks', starter: 'blank' })
  const { id } = Value.Parse(Made, made.body)
  project = await server.services.kysely
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { body } = await server.call('GET', `/api/projects/${id}/pages`)
  root = Value.Parse(Pages, body).pages[0]?.documentId ?? ''
  await byHand('replaceNodeHtml', {
    nodeId: root,
    html: '<div class="top"><header class="masthead"><h1>Bread</h1><p>Since 1990</p></header></div><main><h2>Rolls</h2><p class="text">Fresh</p></main>',
  })
  await byHand('applyCss', {
    css: ':root { --brand: #b45309; --ink: #111 } .masthead { color: red } .masthead h1 { margin: 0 } p { line-height: 1.5 } .text { color: blue }',
  })
  about = Value.Parse(Page, await byHand('addPage', { title: 'About' })).pageId
  const { html } = Value.Parse(Html, await byHand('getNodeHtml', { nodeId: root }))
  for (const [, tag = '', id = ''] of html.matchAll(/<(\w+) uid="(\w+)"/g)) if (!ids.has(tag)) ids.set(tag, id)
  await byHand('setLocked', { ids: [ids.get('header'), about, '--brand'], locked: true })
})
afterAll(() => server.close())

const at = (tag: string) => ids.get(tag) ?? ''

/** Calls that change the locked header, the locked page or token, or rules that style only the header. */
const refusedCalls: readonly [name: string, input: () => object | Promise<object>][] = [
  ['updateNodeProps', () => ({ nodeId: at('h1'), patch: { text: 'Cake' } })],
  ['updateNodeProps', () => ({ nodeId: at('header'), patch: { title: 'x' } })],
  ['setRichText', () => ({ nodeId: at('h1'), html: '<em>Cake</em>' })],
  ['setTexts', () => ({ texts: [{ nodeId: at('h1'), text: 'Cake' }] })],
  ['replaceNodeHtml', () => ({ nodeId: at('header'), html: '<p>Gone</p>' })],
  ['replaceNodeHtml', () => ({ nodeId: root, html: '<main>All anew, with no header</main>' })],
  ['insertHtml', () => ({ parentId: at('header'), html: '<b>More</b>' })],
  ['deleteNode', () => ({ nodeId: at('header') })],
  ['deleteNode', () => ({ nodeId: at('div') })],
  ['setHidden', () => ({ nodeIds: [at('div')], hidden: true })],
  ['moveNode', () => ({ nodeId: at('h2'), newParentId: at('header'), newIndex: 0 })],
  ['moveNode', () => ({ nodeId: at('h1'), newParentId: at('main'), newIndex: 0 })],
  ['renameNode', () => ({ nodeId: at('header'), label: 'Top' })],
  ['wrapNodes', () => ({ nodeIds: [at('header')] })],
  [
    'batch',
    () => ({
      calls: [
        { name: 'updateNodeProps', input: { nodeId: at('h2'), patch: { text: 'A' } } },
        { name: 'deleteNode', input: { nodeId: at('header') } },
      ],
    }),
  ],
  ['editBlock', () => ({ file: 'index.html', selector: 'h1', action: 'setText', value: 'Cake' })],
  [
    'editFiles',
    () => ({ edits: [{ file: 'index.html', replaceOperations: [{ search: 'Since 1990', replace: 'Since 2000' }] }] }),
  ],
  [
    'writeFile',
    async () => ({ filename: 'index.html', content: (await file('index.html')).replace('>Bread<', '>Cake<') }),
  ],
  [
    'writeFiles',
    async () => ({ files: { 'index.html': (await file('index.html')).replace(/<header[\s\S]*<\/header>/, '') } }),
  ],
  ['applyCss', () => ({ css: '.masthead { color: green }' })],
  ['applyCss', () => ({ css: 'header.masthead > h1 { font-size: 9rem }' })],
  ['applyCss', () => ({ css: ':root { --brand: #000 }' })],
  ['removeCss', () => ({ selector: '.masthead' })],
  ['renameToken', () => ({ from: 'brand', to: 'main' })],
  ['setStyle', () => ({ nodeIds: [at('header')], selector: '.masthead', declarations: { color: 'green' } })],
  ['insertHtml', () => ({ parentId: about, html: '<p>Text</p>' })],
  ['renamePage', () => ({ pageId: about, title: 'Them' })],
  ['setPageSettings', () => ({ pageId: about, description: 'They bake' })],
  ['setPageTemplate', () => ({ pageId: about, target: { kind: 'everywhere' } })],
  [
    'writeFile',
    () => ({ filename: 'about.html', content: `<main><h1>Who bakes</h1><p>${'We do. '.repeat(9)}</p></main>` }),
  ],
  ['deleteFile', () => ({ file: 'about.html' })],
  ['setLocked', () => ({ ids: [at('header')], locked: false })],
]

test.each(refusedCalls)('an agent’s %s of what is locked is refused, and writes nothing', async (name, input) => {
  await expectRefused(byAgent(name, await input()))
})

test('an agent changes everything else, also in the same page', async () => {
  expect(await byAgent('updateNodeProps', { nodeId: at('h2'), patch: { text: 'Loaves' } })).toMatchObject({ ok: true })
  expect(await byAgent('applyCss', { css: 'p { line-height: 1.6 } .text { color: green }' })).toMatchObject({
    ok: true,
  })
  expect(await byAgent('applyCss', { css: ':root { --ink: #222 }' })).toMatchObject({ ok: true })
  const content = (await file('index.html')).replace('>Loaves<', '>Baguettes<')
  expect(await byAgent('writeFile', { filename: 'index.html', content })).toMatchObject({ ok: true })
  expect(await file('index.html')).toContain('>Baguettes<')
})

test('the other doors of an agent are shut too', async () => {
  const { documents, executors, scopes } = server.services
  // A generation.
  const files = createSiteFiles({ scopes, executors })
  const by = { project, capabilities, userId: 'ada' }
  const text = (await file('index.html')).replace('>Bread<', '>Cake<')
  await expectRefused(files.call('writeFiles', { files: { 'index.html': text } }, by))
  // An agent outside, over MCP.
  const operation = scopes.bound('site.deleteNode')
  if (!operation) return expect.fail()
  const access = { project, role: 'owner', capabilities } as const
  const identity = {
    userId: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    workspaceId: project.workspace_id,
    workspaceName: 'Bakery',
    role: 'owner',
  } as const
  const call = { identity, access, operation, input: { nodeId: at('header') }, focus: {}, byAgent: true }
  await expectRefused(callOperation(server.services, call).then(({ result }) => result))
  // An import and the update of a socket.
  const before = await stored()
  const key = [...((await documents.open(root))?.view.keys() ?? [])].find((each) => each.startsWith(at('h1'))) ?? ''
  const write = { key: `${key.split('/')[0]}/attr:title`, after: 'x' }
  expect(
    await documents.transact({
      projectId: project.id,
      origin: agent,
      source: 'import',
      body: async (drafts) => {
        ;(await drafts.open(root))?.set(write.key, write.after)
        return { result: null, commit: true }
      },
    }),
  ).toMatchObject({ ok: false, refused: 'locked' })
  const tab = openLocal(new Y.Doc())
  Y.applyUpdate(tab.doc, await documents.encode(root))
  const known = Y.encodeStateVector(tab.doc)
  tab.apply([write])
  const update = Y.encodeStateAsUpdate(tab.doc, known)
  expect(await documents.receive(root, update, agent)).toMatchObject({ ok: false, refused: 'locked' })
  expect(await stored()).toBe(before)
  // A person's tab may.
  expect(await documents.receive(root, update, { kind: 'hand', userId: 'ada' })).toEqual({ ok: true })
})

test('an undo by an agent takes nothing back that is locked since, one by a person does', async () => {
  const { documents } = server.services
  const changeSetId = crypto.randomUUID()
  const edit = (origin: typeof agent) =>
    documents.transact({
      projectId: project.id,
      origin,
      changeSetId,
      body: async (drafts) => {
        ;(await drafts.open(root))?.set(`${at('h2')}/attr:lang`, 'de')
        return { result: null, commit: true }
      },
    })
  expect(await edit(agent)).toMatchObject({ ok: true })
  await byHand('setLocked', { ids: [at('main')], locked: true })
  expect(await documents.undo(changeSetId, agent)).toMatchObject({ ok: false, refused: 'locked' })
  expect(await documents.undo(changeSetId, { kind: 'hand', userId: 'ada' })).toMatchObject({ ok: true, applied: 1 })
  await byHand('setLocked', { ids: [at('main')], locked: false })
})

test('a person changes what is locked, and an agent may lock more and again what a person unlocked', async () => {
  await byHand('updateNodeProps', { nodeId: at('h1'), patch: { text: 'Good bread' } })
  expect(await byAgent('setLocked', { ids: [at('main')], locked: true })).toMatchObject({
    ok: true,
    data: { changed: 1 },
  })
  expect(await byAgent('setLocked', { ids: [at('main')], locked: false })).toMatchObject(locked)
  await byHand('setLocked', { ids: [at('main'), at('header')], locked: false })
  expect(await byAgent('updateNodeProps', { nodeId: at('h1'), patch: { text: 'Cake' } })).toMatchObject({ ok: true })
})
