import { type ImportPlan, type ImportReport, importLimits } from '@atelier/site'
import { strToU8, zipSync } from 'fflate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deepTest } from '../../../../scripts/testing/deepTest.ts'
import { longestTurn } from '../../testing/cpuTime.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { hostileZips, type WrittenEntry, writeZip } from '../../testing/zips.ts'

const Made = Type.Object({ id: Type.String(), slug: Type.String() })
const Pages = Type.Object({
  pages: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), slug: Type.String() })),
})

const Versions = Type.Object({
  versions: Type.Array(Type.Object({ id: Type.String(), kind: Type.String(), name: Type.String() })),
})

const css = '@charset "UTF-8";\n@import "base.css" screen;\n.hero { *zoom: 1; background: url(../img/dot.png) }\n'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const page = (title: string, body: string) =>
  `<!DOCTYPE html>\n<html class="no-js" lang="de">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<link rel="stylesheet" href="css/main.css">\n<style>p { color: teal }</style>\n</head>\n<body class="x">\n${body}\n<script src="js/app.js"></script>\n</body>\n</html>\n`
const site = {
  'index.html': strToU8(page('Start', '<p onclick="x()">Hallo</p><a href="about.html">Über uns</a>')),
  'about.html': strToU8(page('Über uns', '<p>Wir</p><img src="img/dot.png" alt=""><img src="img/none.png" alt="">')),
  'css/main.css': strToU8(css),
  'css/base.css': strToU8('body { margin: 0 }'),
  'css/unused.css': strToU8('.u { top: 0 }'),
  'img/dot.png': new Uint8Array(png),
  'js/app.js': strToU8('document.title = "run"'),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function newProject(): Promise<{ id: string; slug: string }> {
  return Value.Parse(Made, (await server.call('POST', '/api/projects', { name: 'Shop' })).body)
}

async function send(projectId: string, zip: Uint8Array, query = '') {
  const { port } = server.config
  const answer = await server.app.request(`http://localhost:${port}/api/projects/${projectId}/import${query}`, {
    method: 'POST',
    body: Buffer.from(zip),
    headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: server.cookie },
  })
  return { status: answer.status, text: await answer.text() }
}

async function take(projectId: string, zip: Uint8Array, query = '') {
  const { status, text } = await send(projectId, zip, query)
  const lines = text.trim().split('\n')
  expect([status, lines.at(-1)]).toEqual([200, expect.stringContaining('"done"')])
  const done: { changeSetId: string; report: ImportReport; plan: ImportPlan } = JSON.parse(lines.at(-1) ?? '')
  return { ...done, progress: lines.slice(0, -1).map((line) => JSON.parse(line)) }
}

async function titles(projectId: string) {
  const { body } = await server.call('GET', `/api/projects/${projectId}/pages`)
  return Value.Parse(Pages, body).pages.map(({ slug, title }) => `${slug}: ${title}`)
}

const visit = (slug: string, path: string) =>
  server.sites.request(`http://${slug}.localhost:4001${path}`, { headers: { host: `${slug}.localhost:4001` } })

describe('a site in a zip archive', () => {
  test('is planned first, and nothing is done', async () => {
    const { id } = await newProject()
    const before = await titles(id)
    const { status, text } = await send(id, zipSync(site), '?plan=1')
    const plan: ImportPlan = JSON.parse(text)
    expect(status).toBe(200)
    expect(plan).toMatchObject({
      pages: [
        { path: 'about.html', title: 'Über uns' },
        { path: 'index.html', slug: 'index', title: 'Start' },
      ],
      stylesheets: [{ path: 'css/base.css' }, { path: 'css/main.css' }],
      conflicts: [{ kind: 'page', path: 'index.html', usual: 'replace' }],
      missing: [{ path: 'about.html', url: 'img/none.png' }],
      leftOut: [{ path: 'css/unused.css' }],
    })
    expect(plan.refused.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['<script src="js/app.js">', 'onclick="x()"']),
    )
    expect(await titles(id)).toEqual(before)
  })

  test('takes the place of an untouched starter, is published as it was, and is undone in one step', async () => {
    const { id, slug } = await newProject()
    const before = await titles(id)
    const { changeSetId, report, progress } = await take(id, zipSync(site))
    expect(progress.map(({ step }) => step)).toEqual(expect.arrayContaining(['pages', 'media', 'writing']))
    expect(report).toMatchObject({ media: { files: 1 }, scripts: [{ path: 'js/app.js' }], kept: [] })
    expect(await titles(id)).toEqual(['about.html: Über uns', 'index: Start'])

    expect((await server.call('POST', `/api/projects/${id}/publish`)).status).toBe(201)
    const html = await (await visit(slug, '/')).text()
    expect(html).toBe(
      page('Start', '<p>Hallo</p><a href="about.html">Über uns</a>')
        .replace('<!DOCTYPE', '<!doctype')
        .replace('lang="de">\n<head>', 'lang="de">\n<head>')
        .replace('css/main.css', /href="(css\/main-[0-9a-f]{10}\.css)"/.exec(html)?.[1] ?? 'none')
        .replace('<script src="js/app.js"></script>', '')
        .replace('\n</body>\n</html>\n', '\n\n\n</body></html>'),
    )
    const sheet = await visit(slug, `/${/href="(css\/main[^"]+)"/.exec(html)?.[1]}`)
    expect(await sheet.text()).toBe(css)
    expect(await (await visit(slug, '/css/base.css')).text()).toBe('body { margin: 0 }')
    expect(Buffer.from(await (await visit(slug, '/img/dot.png')).arrayBuffer()).equals(png)).toBe(true)
    expect((await visit(slug, '/about.html')).status).toBe(200)
    expect((await visit(slug, '/js/app.js')).status).toBe(404)

    const undone = await server.call('POST', `/api/projects/${id}/changes/${changeSetId}/undo`)
    expect(undone.status).toBe(200)
    expect(await titles(id)).toEqual(before)
  })

  test.each([
    ['a home page of its own', 'index.html', 'index-2.html'],
    ['none', 'shop.html', 'shop.html'],
  ])('keeps the pages of an untouched starter if asked to, with %s', async (_, path, slug) => {
    const { id } = await newProject()
    const before = await titles(id)
    const { 'index.html': home, ...rest } = site
    const { report } = await take(id, zipSync({ ...rest, [path]: home }), '?starter=keep')
    expect(report.removed).toEqual([])
    expect(await titles(id)).toEqual([...before, 'about.html: Über uns', `${slug}: Start`])
  })

  test('keeps a version of what stood before, which can be put back', async () => {
    const { id } = await newProject()
    const before = await titles(id)
    await take(id, zipSync(site))
    const { body } = await server.call('GET', `/api/projects/${id}/versions`)
    const [version, ...others] = Value.Parse(Versions, body).versions
    expect(others).toEqual([])
    expect(version).toMatchObject({ kind: 'import', name: 'Before an import' })
    const restored = await server.call('POST', `/api/projects/${id}/versions/${version?.id}/restore`, {})
    expect(restored.status).toBe(200)
    expect(await titles(id)).toEqual(before)
  })

  test('stays beside what a project has, or takes its place, as a user chooses', async () => {
    const { id } = await newProject()
    await take(id, zipSync(site))
    const again = { ...site, 'index.html': strToU8(page('Anders', '<p>Neu</p>')) }
    const kept = await take(id, zipSync(again))
    expect(kept.report.kept.map(({ path }) => path)).toEqual(['about.html', 'index.html'])
    const left = await take(id, zipSync(again), '?conflicts=keep')
    expect(left.report.pages).toEqual([])
    expect(await titles(id)).toEqual([
      'about.html: Über uns',
      'index: Start',
      'about-2.html: Über uns',
      'index-2.html: Anders',
    ])
    const items = encodeURIComponent(JSON.stringify({ 'about.html': 'skip', 'index.html': 'replace' }))
    const replaced = await take(id, zipSync(again), `?items=${items}`)
    expect(replaced.report.pages.map(({ slug }) => slug)).toEqual(['index'])
    expect(await titles(id)).toEqual([
      'about.html: Über uns',
      'about-2.html: Über uns',
      'index-2.html: Anders',
      'index: Anders',
    ])
  })

  test('is sent once: what was planned is kept for its planner, for some minutes', async () => {
    const { id } = await newProject()
    const { text } = await send(id, zipSync(site), '?plan=1')
    const upload = String(JSON.parse(text).upload)
    const query = `?upload=${encodeURIComponent(upload)}`
    const other = await newProject()
    expect((await send(other.id, new Uint8Array(), query)).status).toBe(410)
    const { report } = await take(id, new Uint8Array(), query)
    expect(report.pages.map(({ slug }) => slug)).toEqual(['about.html', 'index'])
    const gone = await send(id, new Uint8Array(), query)
    expect([gone.status, JSON.parse(gone.text).error]).toMatchObject([410, { code: 'upload_gone' }])
  })

  test('leads nowhere outside', async () => {
    const { id } = await newProject()
    const evil = { '../up.html': strToU8('x'), '/etc/passwd.html': strToU8('x'), 'a/..\\b.html': strToU8('x') }
    const { text } = await send(id, zipSync({ ...site, ...evil }), '?plan=1')
    const plan: ImportPlan = JSON.parse(text)
    expect(plan.leftOut.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(evil)))
    expect(plan.pages).toHaveLength(2)
  })

  test('follows no link, and no path of another system', async () => {
    const { id } = await newProject()
    const link = (name: string, to: string): WrittenEntry => ({ name, bytes: strToU8(to), says: { mode: 0o120777 } })
    const evil: WrittenEntry[] = [
      link('secret.html', '../../etc/passwd'),
      link('css/linked.css', 'C:\\Windows\\win.ini'),
      { name: 'C:\\up.html', bytes: strToU8('x') },
      { name: 'c:/up.html', bytes: strToU8('x') },
      { name: '\\\\host\\share\\up.html', bytes: strToU8('x') },
      { name: 'a/../../up.html', bytes: strToU8('x') },
    ]
    const zip = writeZip([...evil, { name: 'index.html', bytes: strToU8(page('Home', '<p>Hi</p>')) }])
    const { text } = await send(id, zip, '?plan=1')
    const plan: ImportPlan = JSON.parse(text)
    expect(plan.leftOut.map(({ path }) => path).sort()).toEqual(evil.map(({ name }) => name).sort())
    expect(plan.leftOut.filter(({ why }) => why.includes('link')).map(({ path }) => path)).toHaveLength(2)
    expect(plan.pages.map(({ path }) => path)).toEqual(['index.html'])
  })

  test.each([
    ['nothing at all', new Uint8Array(), 400, /holds no archive/],
    ['something else', strToU8('<p>hello'), 400, /not a zip archive/],
    ['half an archive', zipSync(site).slice(0, 200), 400, /archive/],
    [
      'very many files',
      zipSync(
        Object.fromEntries(Array.from({ length: importLimits.files + 1 }, (_, i) => [`${i}.txt`, strToU8('x')])),
        { level: 0 },
      ),
      413,
      /30000 files/,
    ],
    ['a bomb', zipSync({ 'bomb.html': new Uint8Array(301 * 1024 * 1024) }, { level: 1 }), 413, /300 MB/],
  ])('%s is refused', async (_, zip, status, message) => {
    const { id } = await newProject()
    const answer = await send(id, zip)
    expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([status, expect.stringMatching(message)])
  })

  test.each(Object.entries(hostileZips))('with %s is refused before it costs much', async (_, write) => {
    const { id } = await newProject()
    const zip = write()
    const { result, longestMs, allMs } = await longestTurn(() => send(id, zip))
    const { status, text } = result
    expect([status, JSON.parse(text).error.code]).toEqual([
      expect.toSatisfy((code) => code === 400 || code === 413),
      expect.stringMatching(/^(?:invalid_archive|too_large)$/),
    ])
    expect(allMs).toBeLessThan(1_500)
    expect(longestMs).toBeLessThan(300)
  })

  test('is trusted for its directory, whatever precedes the entries', async () => {
    const { id } = await newProject()
    const bytes = strToU8(page('Über', '<p>Ja</p>'))
    const { plan } = await take(id, writeZip([{ name: 'über.html', bytes }]))
    expect(plan.pages.map(({ path }) => path)).toEqual(['über.html'])
  })

  test('asks before it goes without a page or stylesheet in use, and changes nothing until it is answered', async () => {
    const { id } = await newProject()
    const before = await titles(id)
    const versions = await server.call('GET', `/api/projects/${id}/versions`)
    const huge = strToU8(page('Huge', '<br>'.repeat(50_001)))
    const linked = strToU8(page('Start', '<link rel="stylesheet" href="huge.css">'))
    const sheet = new Uint8Array(importLimits.css + 1).fill(0x20)
    const zip = zipSync({ ...site, 'index.html': linked, 'huge.html': huge, 'huge.css': sheet })
    const plan: ImportPlan = JSON.parse((await send(id, zip, '?plan=1')).text)
    expect(plan.leftOut).toContainEqual({ path: 'huge.css', why: expect.stringMatching(/may have 24 MB/), asks: true })
    expect(plan.leftOut).toContainEqual({ path: 'huge.html', why: expect.stringMatching(/50000 elements/), asks: true })
    expect(plan.leftOut).toContainEqual({ path: 'css/unused.css', why: 'No page uses this stylesheet.' })

    const answered = (items: object) => `?items=${encodeURIComponent(JSON.stringify(items))}`
    for (const query of [
      '',
      '?conflicts=replace',
      answered({ 'huge.css': 'skip' }),
      answered({ 'huge.css': 'keep' }),
    ]) {
      const { text } = await send(id, zip, query)
      const { error } = JSON.parse(text.trim().split('\n').at(-1) ?? '')
      expect(error).toMatchObject({ code: 'would_leave_out', message: expect.stringMatching(/huge\.(?:css|html)/) })
    }
    expect(await titles(id)).toEqual(before)
    expect((await server.call('GET', `/api/projects/${id}/versions`)).body).toEqual(versions.body)

    const { report } = await take(id, zip, answered({ 'huge.css': 'skip', 'huge.html': 'skip' }))
    expect(report.pages.map(({ path }) => path)).toEqual(['about.html', 'index.html'])
  })

  deepTest(
    'takes a stylesheet as large as a full build of Tailwind, and publishes it as it was',
    async () => {
      const { id, slug } = await newProject()
      const sheet = fullTailwind()
      expect(sheet.length).toBeGreaterThan(3_645_200)
      const html = strToU8('<!doctype html><title>T</title><link rel="stylesheet" href="t.css"><p class="p-1">x</p>')
      const zip = zipSync({ 'index.html': html, 't.css': strToU8(sheet) })
      const { result, longestMs } = await longestTurn(() => take(id, zip))
      expect(result.report.stylesheets).toMatchObject([{ path: 't.css' }])
      expect(longestMs).toBeLessThan(TURN_MS)
      expect((await server.call('POST', `/api/projects/${id}/publish`)).status).toBe(201)
      const published = await (await visit(slug, '/')).text()
      const at = /href="(t-[^"]+\.css)"/.exec(published)?.[1]
      expect(await (await visit(slug, `/${at}`)).text()).toBe(sheet)
    },
    240_000,
  )
})

/** The longest turn of the event loop, in milliseconds, while the largest known stylesheet is written. */
const TURN_MS = 500

/** A stylesheet as long as the build of Tailwind 2 with all its classes. */
function fullTailwind(): string {
  let css = ''
  for (let at = 0; at < 47_000; at += 1) {
    const [name, side] = [at % 97, at % 4]
    css += `.md\\:hover\\:utility-${at}:hover {\n  --tw-opacity: ${at % 101};\n  padding-${['left', 'top', 'right', 'bottom'][side]}: ${name}px;\n}\n\n`
  }
  return css
}
