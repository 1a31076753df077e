import { createMemoryView, createOverlay, type Draft } from '@atelier/documents'
import { compileUtilities, createSite, importPage, listPage, siteOperations } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cpuTime, longestTurn } from '../../testing/cpuTime.ts'
import { threadProgram } from '../../testing/programs.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { nodeId } from '../documents/nodeId.ts'
import { HEAVY_CHARACTERS, type HeavyCall, isHeavy, MAX_CHANGES, runHeavy } from './heavyCalls.ts'
import { createThreads } from './threads.ts'
import { createUtilityCompiler } from './utilities.ts'

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

  test('delays no other request', async () => {
    const { pageId, call } = await newPage()
    await call('insertHtml', { parentId: pageId, html: `<p>${'x'.repeat(HEAVY_CHARACTERS)}</p>` })
    // Other work of the machine is not in it; e2e/hostile.test.ts measures what others wait.
    const { result: answers, ms } = await cpuTime(() =>
      Promise.all([
        call('insertHtml', { parentId: pageId, html: '<select><option>'.repeat(12_000) }),
        call('applyCss', { css: `${'a,b,'.repeat(100_000)}c{top:0}` }),
        call('applyCss', { css: '('.repeat(400_000) }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    // Each of them by itself takes more.
    expect(ms).toBeLessThan(350)
  })
})

describe('a small call on a large file', () => {
  test('does the same as on a small one, and delays no other request', async () => {
    const { pageId, call } = await newPage()
    const words = 'Bread and cakes of the day, as they come from the oven.'
    const list = Array.from({ length: 1_500 }, (_, at) => `<li>${at}: ${words}</li>`).join('\n')
    expect(await call('insertHtml', { parentId: pageId, html: `<ul id="breads">\n${list}\n</ul>` })).toMatchObject({
      status: 200,
    })
    const read = () => call('readFile', { file: 'index.html', startLine: 1 })
    expect(await read()).toMatchObject({ body: { ok: true, data: { truncated: true } } })

    const search = (at: number) => ({
      search: `${at}: ${words.replace('cakes', 'rolls')}</li>\n<li>${at + 1}`,
      replace: '',
    })
    const failing = Array.from({ length: 100 }, (_, at) => search(at))
    const { result: failed, ms } = await cpuTime(() =>
      call('editFiles', { edits: [{ file: 'index.html', replaceOperations: failing }] }),
    )
    expect(failed).toMatchObject({ body: { ok: false, error: { code: 'not_edited' } } })
    // The searches by themselves take twice that and more.
    expect(ms).toBeLessThan(250)

    const all = { search: 'of the day', replace: 'of today', expectedReplacements: 1_500 }
    expect(await call('editFiles', { edits: [{ file: 'index.html', replaceOperations: [all] }] })).toMatchObject({
      body: { ok: true, data: { success: true, results: [{ appliedCount: 1, matchTiers: ['exact'] }] } },
    })
    expect(
      await call('editBlock', {
        file: 'index.html',
        selector: '#breads > li:first-child',
        action: 'setText',
        value: 'Rye',
      }),
    ).toMatchObject({ body: { ok: true } })
    expect(JSON.stringify((await read()).body)).toContain('<li>Rye</li>\\n<li>1: Bread and cakes of today')
  })
})

describe('a read of a large page', () => {
  test('delays no other request, and returns the same as for a small one', async () => {
    const { pageId, call } = await newPage()
    for (let at = 0; at < 2; at += 1) {
      const html = `<section id="s${at}"><h2>Part ${at}</h2>${`<p class="big">Some <b>bold</b> words.</p>`.repeat(1_900)}</section>`
      expect(await call('insertHtml', { parentId: pageId, html })).toMatchObject({ body: { ok: true } })
    }
    const { result: answers, longestMs } = await longestTurn(() =>
      Promise.all([call('read_document', { part: 3 }), call('outline', {}), call('find', { selector: '#s1 > p b' })]),
    )
    expect(answers).toMatchObject([
      { body: { ok: true, revision: expect.any(String), data: { pageInfo: { part: 3, nextPart: 4 } } } },
      { body: { ok: true, data: { headings: expect.arrayContaining([expect.objectContaining({ text: 'Part 1' })]) } } },
      { body: { ok: true, data: { total: 1_900 } } },
    ])
    // The first of them by itself takes twice that where the server itself reads the page.
    expect(longestMs).toBeLessThan(100)

    const { revision } = Value.Parse(Type.Object({ revision: Type.String() }), answers[0].body)
    await call('insertHtml', { parentId: pageId, html: '<p>New</p>' })
    expect(await call('read_document', { since: revision })).toMatchObject({
      body: { ok: true, data: { html: '', changes: { added: [{ html: expect.stringContaining('New') }] } } },
    })
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
    const threads = createThreads(1, threadProgram())
    const { call, drafts, body } = context()
    const heavy = { parentId: body, html: '<p a="b">x</p>'.repeat(70_000) }
    const outcomes = await Promise.all([1, 2].map(() => runHeavy(threads, call(heavy), {}, drafts, 1)))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, error: { code: 'too_heavy' } })
    const light = { parentId: body, html: '<p>y</p>' }
    // With a generous deadline, since the new thread still has to be started.
    expect(await runHeavy(threads, call(light), {}, drafts, 60_000)).toMatchObject({ ok: true })
    await threads.close()
  })

  test('is only for calls that bring or read much, and ask nothing of the server', async () => {
    const much = 'x'.repeat(HEAVY_CHARACTERS)
    const reads = (characters: number) => async () => characters
    expect(await isHeavy(insertHtml, { html: 'x' }, reads(0))).toBe(false)
    expect(await isHeavy(insertHtml, { html: 'x' }, reads(HEAVY_CHARACTERS))).toBe(true)
    expect(await isHeavy(insertHtml, { html: much }, reads(0))).toBe(true)
    expect(await isHeavy(insertHtml, { calls: [{ input: { html: much } }] }, reads(0))).toBe(true)
    const classes = 'px-4 py-2 mt-6 text-sm bg-white rounded-lg shadow-md font-bold gap-4 md:flex'
    expect(await isHeavy(insertHtml, { html: `<p class="${classes}">x</p>` }, reads(0))).toBe(true)
    expect(await isHeavy(insertHtml, { files: { 'a.css': '.a { @apply px-4 }' } }, reads(0))).toBe(true)
    const publish = siteOperations.find(({ name }) => name === 'publish') ?? expect.fail()
    expect(await isHeavy(publish, { note: much }, reads(HEAVY_CHARACTERS))).toBe(false)
  })

  test('compiles utility classes as the server itself would, and says why it cannot', async () => {
    const threads = createThreads(1, threadProgram())
    const compile = createUtilityCompiler(threads)
    const source = '@theme { --color-brand: #b45309 } @layer utilities { @tailwind utilities; }'
    const made = await compile(source, ['bg-brand', 'md:p-[18px]'])
    expect(made).toEqual(await compileUtilities(source, ['bg-brand', 'md:p-[18px]']))
    expect(made.css).toContain('var(--color-brand)')
    expect(await compile('@apply nothing;', [])).toMatchObject({ problem: expect.any(String) })
    await threads.close()
  })
})
