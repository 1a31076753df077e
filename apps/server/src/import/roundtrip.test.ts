import type { ImportPlan } from '@atelier/site'
import { unzipSync, zipSync } from 'fflate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const Made = Type.Object({ id: Type.String(), slug: Type.String() })
const newProject = async () => Value.Parse(Made, (await server.call('POST', '/api/projects', { name: 'Shop' })).body)

async function request(path: string, method: string, body?: Uint8Array): Promise<Uint8Array> {
  const { port } = server.config
  const answer = await server.app.request(`http://localhost:${port}${path}`, {
    method,
    ...(body ? { body: Buffer.from(body) } : {}),
    headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: server.cookie },
  })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

async function exported(id: string): Promise<Record<string, string>> {
  const files = unzipSync(await request(`/api/projects/${id}/export`, 'GET'))
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]))
}

async function imported(files: Record<string, string>): Promise<{ id: string; plan: ImportPlan }> {
  const { id } = await newProject()
  const zip = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'latin1')])),
  )
  const lines = Buffer.from(await request(`/api/projects/${id}/import`, 'POST', zip))
    .toString()
    .trim()
    .split('\n')
  const done: { type: string; plan: ImportPlan } = JSON.parse(lines.at(-1) ?? '')
  expect(done.type).toBe('done')
  return { id, plan: done.plan }
}

describe('a site that is exported, imported and exported again', () => {
  test('is the same, byte by byte: a site made here, with moved pages', async () => {
    const { id } = await newProject()
    const { body } = await server.call('GET', `/api/projects/${id}/pages`)
    const { pages } = Value.Parse(Type.Object({ pages: Type.Array(Made) }), body)
    const about = pages.find(({ slug }) => slug === 'about')?.id
    const input = { pageId: about, title: 'The workshop', slug: 'rooms/workshop' }
    const moved = await server.call('POST', `/api/projects/${id}/operations/renamePage`, { input })
    expect(moved.body).toMatchObject({ ok: true })
    const first = await exported(id)
    expect(first._redirects).toBe('/about /rooms/workshop/ 301\n')
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['about/index.html', 'rooms/workshop/index.html', '404.html']),
    )
    // It redirects even if a host supports no redirects, below any path.
    expect(first['about/index.html']).toContain('<meta http-equiv="refresh" content="0; url=../rooms/workshop/">')
    const { id: copy, plan } = await imported(first)
    expect(plan).toMatchObject({ leftOut: [], refused: [], redirects: [{ from: '/about', to: '/rooms/workshop' }] })
    expect(await exported(copy)).toEqual(first)
  })

  test('is the same, byte by byte: a site from elsewhere, without an index', async () => {
    const head = (title: string) =>
      `<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>${title}</title>\n<link rel="stylesheet" href="css/main-0123456789.css">\n<style>p { color: {page.title} }</style></head>\n`
    const { id, plan } = await imported({
      'start.html': `${head('Start')}<body class="b  a"><p title="{site.name}">{page.title} &amp; <a href="to.html">x</a></body></html>`,
      'to.html': `${head('To')}<body><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></body></html>`,
      '404.html': '<!doctype html><html><head><title>Gone</title></head><body>Gone</body></html>',
      'css/main-0123456789.css': '@import "base.css";\n.a { top: 0 }\n',
      'css/base.css': '.b { left: 0 }\n',
      _redirects: '# old\n/old/ /to.html 301\n/api/* https://api.example/:splat 200\n',
      _headers: '/*\n  X-Frame-Options: DENY\n  X-Content-Type-Options: nosniff\n',
    })
    expect(plan.home).toEqual({ path: 'start.html', title: 'Start' })
    expect(plan.leftOut).toEqual([
      { path: '_redirects', why: expect.stringMatching(/^Line 3 /) },
      { path: '_headers', why: expect.stringContaining('X-Frame-Options') },
    ])
    const first = await exported(id)
    expect(Object.keys(first).filter((path) => path.endsWith('.css'))).toEqual([
      'css/base-d278b3114e.css',
      'css/base.css',
      expect.stringMatching(/^css\/main-[0-9a-f]{10}\.css$/),
    ])
    expect(first['404.html']).toContain('Gone')
    expect(first._redirects).toBe('/old /to.html 301\n/start.html / 301\n')
    const again = await imported(first)
    expect(again.plan.leftOut).toEqual([])
    expect(await exported(again.id)).toEqual(first)
  })
})
