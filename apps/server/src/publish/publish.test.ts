import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryView } from '@atelier/documents'
import { createSite, fieldsOf, importPage, listPage, upsertCss } from '@atelier/site'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { testDatabases } from '../database/testing.ts'
import { createReleaseFolder, type ReleaseFolder } from './folder.ts'
import { createPublisher, type LoadedSite, type Publisher } from './publisher.ts'
import { createSiteServer } from './sites.ts'

interface Pages {
  [slug: string]: string
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
  const stored = new Map(made.map(({ id, view }) => [id, { head: 1, fields: fieldsOf(view) }]))
  return { site: fieldsOf(site), heads: new Map(made.map(({ id }) => [id, 1])), load: async () => stored }
}

const home = '<h1 class="a">Home</h1><a href="/about">About</a><img srcset="/a.png 1x, /b.png 2x" alt="">'

describe.each(testDatabases())('publishing on $name', (database) => {
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
    const head = await get('http://shop.localhost/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(html)))
    expect((await get('http://shop.localhost/', { method: 'POST' })).status).toBe(405)
  })

  test('under a path, root-relative addresses stay within the site', async () => {
    await publish()
    const redirect = await get('http://127.0.0.1:4001/shop?x=1')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/shop/?x=1'])
    const html = await text('http://127.0.0.1:4001/shop/')
    expect(html).toContain('<a href="/shop/about">')
    expect(html).toContain('srcset="/shop/a.png 1x, /shop/b.png 2x"')
    const css = /href="([^"]+\.css)"/.exec(html)?.[1]
    expect(await text(`http://127.0.0.1:4001${css}`)).toBe('.a { background: url(/shop/x.png); color: red }')
    expect(await text('http://127.0.0.1:4001/f%C3%BCr/')).toContain('<a href="/f%C3%BCr/about">')
    expect(await text('http://shop.example/')).toContain('<a href="/about">')
  })

  test('what is not there answers 404, with the site’s own page where it has one', async () => {
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
})
