import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createMemoryView, type Json, plainView } from '@atelier/documents'
import { createSite, type Finding, importPage, listPage, upsertCss } from '@atelier/site'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import type { OpenDatabase } from '../database/open.ts'
import { createReleaseFolder, type ReleaseFolder } from './folder.ts'
import { createPublisher, KEPT_SCHEDULED, type LoadedSite, type Publisher } from './publisher.ts'
import { createSiteServer } from './sites.ts'

interface Pages {
  [slug: string]: string
}

/** The same with more fields in the site's document. */
function withSite(site: LoadedSite, fields: Readonly<Record<string, Json>>): LoadedSite {
  return { ...site, site: { ...site.site, ...fields } }
}

let ids = 0
const newId = () => {
  ids += 1
  return `id${ids}`
}

function content(pages: Pages, css = '.a { background: url(/x.png); color: red }'): LoadedSite {
  const site = createMemoryView()
  createSite(site, { name: 'Test' })
  const made = Object.entries(pages).map(([slug, html]) => {
    const view = createMemoryView()
    const { id } = listPage(site, { id: newId(), title: `Page ${slug}`, slug })
    importPage(site, view, { html, newId })
    return { id, view }
  })
  if (css) upsertCss(site, css, newId)
  const stored = new Map(made.map(({ id, view }) => [id, { head: 1, fields: plainView(view) }]))
  return { site: plainView(site), heads: new Map(made.map(({ id }) => [id, 1])), load: async () => stored }
}

const home = '<h1 class="a">Home</h1><a href="/about">About</a><img srcset="/a.png 1x, /b.png 2x" alt="">'

describe.each(databasesBySuite())('publishing on $name', (database) => {
  let opened: OpenDatabase
  let dataDir: string
  let folder: ReleaseFolder
  let publisher: Publisher
  let now: LoadedSite

  beforeEach(async () => {
    opened = await database.open()
    dataDir = mkdtempSync(join(tmpdir(), 'atelier-publish-'))
    folder = createReleaseFolder(dataDir)
    publisher = createPublisher({ database: opened.database, folder, load: async () => now, now: () => 5, newId })
    now = content({ index: home, about: '<p>About us</p>', '404': '<p>Lost</p>' })
  })

  afterEach(async () => {
    await publisher.settled()
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const publish = async () => {
    const outcome = await publisher.publish('p1', 'u1')
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.findings))
    return outcome
  }

  const server = () =>
    createSiteServer({
      folder,
      projectBySlug: async (slug) => (slug === 'shop' || slug === 'für' ? 'p1' : undefined),
      projectByHost: async (host) => (host === 'shop.example' ? 'p1' : undefined),
    })
  const get = (url: string, init?: RequestInit) =>
    server().request(url, { ...init, headers: { host: new URL(url).host, ...init?.headers } })
  const text = async (url: string) => (await get(url)).text()

  test('a release is listed, live, and another one takes its place', async () => {
    const first = await publish()
    expect(first.release).toMatchObject({ number: 1, createdAt: 5, createdBy: 'u1', pages: 3, files: 5, live: true })
    expect(await text('http://shop.localhost/')).toContain('Home')
    now = content({ index: '<h1>New</h1>' })
    const second = await publish()
    expect(await publisher.list('p1')).toEqual([second.release, { ...first.release, live: false }])
    expect(await text('http://shop.localhost/')).toContain('New')
    expect((await publisher.restore('p1', first.release.id))?.live).toBe(true)
    expect(await text('http://shop.localhost/')).toContain('Home')
    expect((await publisher.live('p1'))?.id).toBe(first.release.id)
    expect(await publisher.restore('p1', 'nothing')).toBeUndefined()
    expect(await publisher.restore('p2', first.release.id)).toBeUndefined()
  })

  test('two publications at once are two releases with numbers of their own', async () => {
    const both = await Promise.all([publish(), publish()])
    expect(both.map(({ release }) => release.number)).toEqual([1, 2])
  })

  test('content that is released while another server publishes the site takes nothing of that back', async () => {
    const sites = new Map<string | undefined, LoadedSite>()
    let version = 0
    const before = async () => {
      version += 1
      sites.set(`v${version}`, now)
      return `v${version}`
    }
    const shared = { database: opened.database, folder, load: async () => now, now: () => 5, newId, before }
    const person = createPublisher(shared)
    let others = 1
    const scheduled = createPublisher({
      ...shared,
      async loadVersion(_projectId, id) {
        const site = sites.get(id)
        // Meanwhile, on another server.
        if (others > 0) {
          others -= 1
          now = content({ index: '<h1>Newer</h1>' })
          await person.publish('p1', 'u1')
        }
        return site && withSite(site, { 'settings/robots': `Version: ${id}` })
      },
    })
    expect(await scheduled.publish('p1', 'system', { only: 'content' })).toMatchObject({ ok: false, findings: [] })
    await person.publish('p1', 'u1')
    expect(await scheduled.publish('p1', 'system', { only: 'content' })).toMatchObject({ ok: true })
    expect(await text('http://shop.localhost/')).toContain('Newer')
    expect(await text('http://shop.localhost/robots.txt')).toContain('Version: v2')
    // Automatic releases do not push out the others.
    for (let round = 0; round < KEPT_SCHEDULED + 2; round += 1) {
      now = content({ index: `<h1>Round ${round}</h1>` })
      sites.set('v2', now)
      await scheduled.publish('p1', 'system', { only: 'content' })
    }
    await scheduled.settled()
    await person.settled()
    const left = (await person.list('p1')).map(({ createdBy }) => createdBy)
    expect(left.filter((each) => each === 'u1')).toHaveLength(2)
    expect(left.filter((each) => each === 'system')).toHaveLength(KEPT_SCHEDULED)
  })

  const one = (text: string) => ({ files: [{ path: 'index.html', text, contentType: 'text/html' }] })

  test('a process that dies before the switch leaves what was live', async () => {
    await publish()
    mkdirSync(join(dataDir, 'sites/p1/releases/r2.building/site'), { recursive: true })
    writeFileSync(join(dataDir, 'sites/p1/releases/r2.building/site/index.html'), 'half a pa')
    await folder.write('p1', 'r3', one('whole, not live'))
    expect(await text('http://shop.localhost/')).toContain('Home')
    await folder.write('p1', 'r2', one('whole again'))
    await folder.goLive('p1', 'r2')
    expect(await text('http://shop.localhost/')).toBe('whole again')
  })

  test('a project that is removed takes its releases along', async () => {
    await publish()
    await publisher.remove('p1')
    expect(await publisher.list('p1')).toEqual([])
    expect((await get('http://shop.localhost/')).status).toBe(404)
  })

  test.each(['/about', '/about/', '/about/index.html'])('%s is the page about', async (path) => {
    await publish()
    const response = await get(`http://shop.localhost:4001${path}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<p>About us</p>')
  })

  test('pages are clean, under strict rules, and cached by content', async () => {
    await publish()
    const response = await get('http://shop.localhost/')
    const html = await response.text()
    expect(html).not.toMatch(/uid=|data-atelier|<script|generator|atelier/i)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('set-cookie')).toBeNull()
    const etag = response.headers.get('etag') ?? ''
    const again = await get('http://shop.localhost/', { headers: { 'if-none-match': `W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const css = /href="(\/site-[0-9a-f]{10}\.css)"/.exec(html)?.[1]
    const sheet = await get(`http://shop.localhost${css}`)
    expect(await sheet.text()).toBe('.a { background: url(/x.png); color: red }')
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    expect((await get(`http://shop.localhost/${css}`)).status).toBe(200)
    const head = await get('http://shop.localhost/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(html)))
    expect((await get('http://shop.localhost/', { method: 'POST' })).status).toBe(405)
  })

  test('under a path, root-relative addresses stay within the site', async () => {
    await publish()
    const redirect = await get('http://127.0.0.1:4001/shop?x=1')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/shop/?x=1'])
    // Two slashes would name a host.
    expect((await get('http://127.0.0.1:4001//shop')).headers.get('location')).toBe('/shop/')
    const html = await text('http://127.0.0.1:4001/shop/')
    expect(html).toContain('<a href="/shop/about">')
    expect(html).toContain('srcset="/shop/a.png 1x, /shop/b.png 2x"')
    const css = /href="([^"]+\.css)"/.exec(html)?.[1]
    expect(await text(`http://127.0.0.1:4001${css}`)).toBe('.a { background: url(/shop/x.png); color: red }')
    expect(await text('http://127.0.0.1:4001/f%C3%BCr/')).toContain('<a href="/f%C3%BCr/about">')
    expect(await text('http://shop.example/')).toContain('<a href="/about">')
  })

  test('what is not there answers 404, with the site’s own page if it has one', async () => {
    await publish()
    const lost = await get('http://shop.localhost/nowhere')
    expect([lost.status, lost.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await lost.text()).toContain('<p>Lost</p>')
    now = content({ index: home })
    await publish()
    expect(await text('http://shop.localhost/nowhere')).toContain('There is no such page.')
    expect((await get('http://other.localhost/')).status).toBe(404)
    expect((await get('http://127.0.0.1/')).status).toBe(404)
  })

  test.each([
    '/../manifest.json',
    '/..%2fmanifest.json',
    '/%2e%2e/manifest.json',
    '/..%5cmanifest.json',
    '//manifest.json',
    '/%00',
    '/%ff',
    '/site/index.html',
    '/index.html/',
    '/.',
  ])('%s leads nowhere outside the site', async (path) => {
    await publish()
    const response = await get(`http://shop.localhost${path}`)
    const answer = await response.text()
    if (path === '/.') expect(answer).toContain('Home')
    else expect(response.status).toBe(404)
    expect(answer).not.toContain('etag')
  })

  test('texts come compressed once they are, and each form has a tag of its own', async () => {
    now = content({ index: `<p>${'Bread and cake. '.repeat(200)}</p>` })
    await publish()
    await publisher.settled()
    const plain = await get('http://shop.localhost/')
    const zipped = await get('http://shop.localhost/', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    const brotli = await get('http://shop.localhost/', { headers: { 'accept-encoding': 'gzip, br' } })
    expect([plain, zipped, brotli].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
    expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.get('etag'))).size).toBe(3)
    for (const each of [plain, zipped, brotli]) expect(each.headers.get('vary')).toBe('Accept-Encoding')
    const html = await plain.text()
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(html)
    expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(html)
  })

  test('media are served whole and in parts, also after they left the library', async () => {
    const bytes = Buffer.from('0123456789')
    const hash = createHash('sha256').update(bytes).digest('hex')
    mkdirSync(join(dataDir, 'media/p1'), { recursive: true })
    writeFileSync(join(dataDir, 'media/p1', hash), bytes)
    now = withSite(content({ index: home }), {
      'media:m1': { name: 'a', path: 'assets/a.bin', hash, type: 'application/octet-stream', bytes: 10 },
    })
    const { report } = await publish()
    expect(report.problems).toEqual([])
    rmSync(join(dataDir, 'media/p1', hash))
    const whole = await get('http://shop.localhost/assets/a.bin')
    expect([whole.status, whole.headers.get('accept-ranges'), await whole.text()]).toEqual([200, 'bytes', '0123456789'])
    const part = await get('http://shop.localhost/assets/a.bin', { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await get('http://shop.localhost/assets/a.bin', { headers: { range: 'bytes=20-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test('media whose bytes are gone are named, with where they are used, and everything else is there', async () => {
    const lost = { hash: 'f'.repeat(64), type: 'image/png', bytes: 1 }
    now = withSite(content({ index: '<p>Hi</p><img src="/img/b.png" alt="">', about: '<p>About us</p>' }), {
      'media:m1': { name: 'B', path: 'img/b.png', ...lost },
      'media:m2': { name: 'C', path: 'img/c.png', ...lost },
    })
    const { release, report } = await publish()
    const [page] = [...now.heads.keys()]
    expect(report.problems).toEqual([
      {
        documentId: page,
        nodeId: expect.stringMatching(/./),
        message:
          'The bytes of “B” are gone from the server, so /img/b.png is not in this release. It is used in: Page index: <img> src. Upload it again.',
      },
      { documentId: '', nodeId: '', message: expect.stringMatching(/“C” .*Nothing uses it/) },
    ])
    expect(release.files).toBe(5)
    expect((await get('http://shop.localhost/img/b.png')).status).toBe(404)
    expect(await text('http://shop.localhost/about')).toContain('About us')
    const archive = new Uint8Array(await new Response(await publisher.archive('p1')).arrayBuffer())
    const files = unzipSync(archive)
    expect(Object.keys(files)).not.toContain('img/b.png')
    expect(Buffer.from(files['missing-files.txt'] ?? []).toString()).toMatch(/“B” .*\n.*“C” /)
  })

  test('an address that a page had leads to the one it has', async () => {
    now = withSite(content({ index: home, about: '<p>About us</p>' }), { 'redirect:old': { to: '/about', at: 1 } })
    await publish()
    const moved = await get('http://shop.localhost/old/?a=1')
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/about/?a=1'])
    expect((await get('http://127.0.0.1/shop/old')).headers.get('location')).toBe('/shop/about/')
  })

  test('the next release renders what has changed, takes over the rest, and lists the same files', async () => {
    await publish()
    const second = await publish()
    expect(second.report.rendered).toBe(0)
    expect(second.release.files).toBe(5)
    const [id] = now.heads.keys()
    now = { ...now, heads: new Map([...now.heads].map(([each, head]) => [each, each === id ? head + 1 : head])) }
    expect((await publish()).report.rendered).toBe(1)
    expect(await text('http://shop.localhost/about')).toContain('About us')
  })

  test('another server serves what this one has published, and publishes after it', async () => {
    await publish()
    const elsewhere = createReleaseFolder(dataDir)
    const other = createPublisher({
      database: opened.database,
      folder: elsewhere,
      load: async () => now,
      now: () => 6,
      newId,
    })
    const sites = createSiteServer({ folder: elsewhere, projectBySlug: async () => 'p1' })
    expect(await (await sites.request('http://shop.localhost/')).text()).toContain('Home')
    const outcome = await other.publish('p1', 'u2')
    expect(outcome.ok && outcome.release.number).toBe(2)
    expect(outcome.ok && outcome.report.rendered).toBe(0)
    await other.settled()
    expect((await publisher.live('p1'))?.createdBy).toBe('u2')
    expect(await text('http://shop.localhost/')).toContain('Home')
  })

  test('a release can be deleted, but not the one that visitors see', async () => {
    const first = await publish()
    const second = await publish()
    expect(await publisher.removeRelease('p1', second.release.id)).toBe('live')
    expect(await publisher.removeRelease('p1', first.release.id)).toBe(true)
    expect(await publisher.removeRelease('p1', first.release.id)).toBe(false)
    expect((await publisher.list('p1')).map(({ id }) => id)).toEqual([second.release.id])
    expect(await text('http://shop.localhost/')).toContain('Home')
  })

  test('gates hold a release back, unless a user publishes all the same', async () => {
    const finding: Finding = { code: 'x', severity: 'error', message: 'No title.', hint: 'Give one.', documentId: 'd' }
    const gated = createPublisher({
      database: opened.database,
      folder,
      load: async () => now,
      gate: async () => [finding],
      now: () => 5,
      newId,
    })
    expect(await gated.publish('p1', 'u1')).toEqual({ ok: false, findings: [finding] })
    expect(await gated.list('p1')).toEqual([])
    expect((await gated.publish('p1', 'u1', { despiteFindings: true })).ok).toBe(true)
    await gated.settled()
  })

  test('an export holds every file, with addresses that hold wherever it lies', async () => {
    now = withSite(content({ index: home, 'blog/first': '<a href="/about">x</a>', about: '<p>A</p>' }), {
      'redirect:old': { to: '/about', at: 1 },
    })
    await publish()
    const archive = new Uint8Array(await new Response(await publisher.archive('p1')).arrayBuffer())
    const files = unzipSync(archive)
    expect(
      Object.keys(files)
        .map((path) => path.replace(/[0-9a-f]{10}/, 'HASH'))
        .sort(),
    ).toEqual([
      '404.html',
      '_headers',
      '_redirects',
      'about/index.html',
      'blog/first/index.html',
      'index.html',
      'old/index.html',
      'robots.txt',
      'site-HASH.css',
    ])
    const read = (path: string) => Buffer.from(files[path] ?? []).toString()
    expect(read('index.html')).toContain('href="./about"')
    expect(read('blog/first/index.html')).toMatch(/href="\.\.\/\.\.\/site-[0-9a-f]{10}\.css"/)
    expect(read('blog/first/index.html')).toContain('href="../../about"')
    expect(read('old/index.html')).toContain('url=../about/')
    expect(read('_redirects')).toBe('/old /about/ 301\n')
    expect(read('_headers')).toContain("script-src 'none'")
  })
})
