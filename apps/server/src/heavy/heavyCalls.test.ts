import { createMemoryView, createOverlay, type Draft } from '@atelier/documents'
import { createSite, importPage, listPage, siteOperations } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeId } from '../documents/nodeId.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { HEAVY_CHARACTERS, type HeavyCall, isHeavy, MAX_CHANGES, runHeavy } from './heavyCalls.ts'
import { createThreads } from './threads.ts'

const Listed = Type.Object({ pages: Type.Array(Type.Object({ id: Type.String() })) })
const Made = Type.Object({ id: Type.String() })
const Read = Type.Object({ data: Type.Object({ html: Type.String() }) })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function newPage() {
  const { id: projectId } = Value.Parse(Made, (await server.call('POST', '/api/projects', { name: 'Heavy' })).body)
  const listed = await server.call('GET', `/api/projects/${projectId}/pages`)
  const pageId = Value.Parse(Listed, listed.body).pages[0]?.id ?? ''
  const call = (name: string, input: object) =>
    server.call('POST', `/api/projects/${projectId}/operations/site.${name}`, { input, documentId: pageId })
  const html = async () => Value.Parse(Read, (await call('getNodeHtml', { nodeId: pageId })).body).data.html
  return { pageId, call, html }
}

describe('a call with much text', () => {
  test('does what it does with little', async () => {
    const { pageId, call, html } = await newPage()
    const sent = `<section id="s">${'<p class="big">Some words.</p>'.repeat(1_000)}</section><style>.big { top: 0 }</style>`
    const answer = await call('insertHtml', { parentId: pageId, html: sent })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, data: { createdCount: 1_001, cssRulesCreated: 1 } } })
    expect((await html()).match(/class="big"/g)).toHaveLength(1_000)
    const refused = await call('insertHtml', { parentId: 'none', html: sent })
    expect(refused).toMatchObject({ body: { ok: false, error: { code: 'unknown_node' } } })
    const batch = await call('batch', {
      calls: [
        { name: 'addPage', input: { title: 'Made' } },
        { name: 'insertHtml', input: { parentId: '$0.pageId', html: sent } },
      ],
    })
    expect(batch).toMatchObject({ status: 200, body: { ok: true } })
  })

  test('keeps a picture that came as base64 as media', async () => {
    const { pageId, call, html } = await newPage()
    const bytes = Buffer.alloc(20_000, 7)
    Buffer.from('89504e470d0a1a0a0000000d49484452000000020000000308060000', 'hex').copy(bytes)
    const picture = `data:image/png;base64,${bytes.toString('base64')}`
    const answer = await call('insertHtml', { parentId: pageId, html: `<img src="${picture}" alt="Rye">` })
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, warnings: [expect.stringContaining('kept as media')] },
    })
    expect(await html()).toMatch(/<img uid="\w+" src="\/media\/picture-[0-9a-f]{10}\.png" alt="Rye">/)
    expect(await call('list_media', {})).toMatchObject({ body: { data: { media: [{ bytes: 20_000, width: 2 }] } } })
  })

  test('is refused whole if it would change more than one call may', async () => {
    const { pageId, call, html } = await newPage()
    const before = await html()
    const answer = await call('insertHtml', { parentId: pageId, html: '<br>'.repeat(MAX_CHANGES + 1) })
    expect(answer).toMatchObject({ status: 200, body: { ok: false, error: { code: 'too_large' } } })
    expect(await html()).toBe(before)
    const css = await call('applyCss', {
      css: Array.from({ length: MAX_CHANGES + 1 }, (_, at) => `.a${at}{top:0}`).join(''),
    })
    expect(css).toMatchObject({ body: { ok: false, error: { code: 'too_large' } } })
  })

  test('holds up nobody', async () => {
    const { pageId, call } = await newPage()
    await call('insertHtml', { parentId: pageId, html: `<p>${'x'.repeat(HEAVY_CHARACTERS)}</p>` })
    // What else the machine does is not in it; e2e/hostile.test.ts measures what others wait.
    const before = process.threadCpuUsage()
    const answers = await Promise.all([
      call('insertHtml', { parentId: pageId, html: '<select><option>'.repeat(12_000) }),
      call('applyCss', { css: `${'a,b,'.repeat(100_000)}c{top:0}` }),
      call('applyCss', { css: '('.repeat(400_000) }),
    ])
    const { user, system } = process.threadCpuUsage(before)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    // Each of them alone takes more.
    expect((user + system) / 1000).toBeLessThan(350)
  })
})

describe('a thread', () => {
  const insertHtml = siteOperations.find(({ name }) => name === 'insertHtml') ?? expect.fail()

  function context() {
    const site = createMemoryView()
    createSite(site, { name: 'Shop' })
    const entry = listPage(site, { id: nodeId(), title: 'Home', slug: 'index' })
    const page = createMemoryView()
    importPage(site, page, { html: '<p>x</p>', newId: nodeId })
    const drafts = new Map<string, Draft>([
      ['site', createOverlay(site)],
      [entry.id, createOverlay(page)],
    ])
    const held = { open: async (id: string) => drafts.get(id), createEncoded: () => expect.fail() }
    const call = (input: object): HeavyCall => ({
      operation: { operation: insertHtml },
      project: { id: 'project', site_document_id: 'site' },
      input,
      actor: { kind: 'hand', userId: 'u' },
      focus: {},
    })
    return { body: entry.id, call, drafts: held }
  }

  test('is cancelled at its deadline, and the next call has another', async () => {
    const threads = createThreads(1)
    const { call, drafts, body } = context()
    const heavy = { parentId: body, html: '<p a="b">x</p>'.repeat(70_000) }
    const outcomes = await Promise.all([1, 2].map(() => runHeavy(threads, call(heavy), {}, drafts, 1)))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, error: { code: 'too_heavy' } })
    const light = { parentId: body, html: '<p>y</p>' }
    // With a generous deadline, since the new thread still has to be started.
    expect(await runHeavy(threads, call(light), {}, drafts, 60_000)).toMatchObject({ ok: true })
    await threads.close()
  })

  test('is only for calls with much text that ask nothing of the server', () => {
    const much = 'x'.repeat(HEAVY_CHARACTERS)
    expect(isHeavy(insertHtml, { html: 'x' })).toBe(false)
    expect(isHeavy(insertHtml, { html: much })).toBe(true)
    expect(isHeavy(insertHtml, { calls: [{ input: { html: much } }] })).toBe(true)
    const publish = siteOperations.find(({ name }) => name === 'publish') ?? expect.fail()
    expect(isHeavy(publish, { note: much })).toBe(false)
  })
})
