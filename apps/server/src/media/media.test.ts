import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstProject, png, upload } from '../../testing/media.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let projectId: string

beforeAll(async () => {
  server = await startTestServer()
  projectId = await firstProject(server)
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.request(`/api/projects/${projectId}${path}`, { method, headers: { cookie: server.cookie, ...headers } })
const kept = () => readdirSync(join(server.config.dataDir, 'media', projectId)).filter((name) => name !== '.incoming')
const left = () => readdirSync(join(server.config.dataDir, 'media', projectId, '.incoming'))

describe('an upload', () => {
  it('is kept under its hash, listed, and served under its path', async () => {
    const bytes = png(320, 200)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const { status, body } = await upload(
      server,
      projectId,
      'Ünser Büro.PNG',
      bytes,
      '&folder=team/%20office&alt=Our%20office',
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Ünser Büro.PNG',
      path: `media/unser-buro-${hash.slice(0, 10)}.png`,
      hash,
      type: 'image/png',
      bytes: bytes.length,
      width: 320,
      height: 200,
      alt: 'Our office',
      folder: 'team/office',
      added: true,
    })
    expect(kept()).toContain(hash)
    const answer = await get(`/files/${body.path}`)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await get(`/media/${body.id}`)).status).toBe(200)
  })

  it('of the same bytes is the same file, and leaves nothing behind', async () => {
    const first = await upload(server, projectId, 'a.txt', Buffer.from('the same'))
    const again = await upload(server, projectId, 'b.md', Buffer.from('the same'))
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toMatchObject({ id: first.body.id, name: 'a.txt', added: false })
    // The variants of the picture before it are made in the background, in the same folder.
    await expect.poll(left).toEqual([])
  })

  it.each<[what: string, name: string, bytes: Uint8Array, status: number, code: string]>([
    ['a page', 'page.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_media'],
    ['a program', 'tool.exe', Buffer.from('MZ\x90\0\x03\0\0\0'), 415, 'unsupported_media'],
    ['nothing', 'empty.png', new Uint8Array(), 400, 'invalid_media'],
    ['a drawing that is not XML', 'x.svg', Buffer.from('<svg><g></svg>'), 400, 'invalid_media'],
    ['a text that is too large', 'x.txt', Buffer.alloc(6 * 1024 * 1024, 'a'), 413, 'too_large'],
    [
      'a drawing that is too large',
      'x.svg',
      Buffer.from(`<svg>${' '.repeat(5 * 1024 * 1024)}</svg>`),
      413,
      'too_large',
    ],
  ])('refuses %s and keeps nothing', async (_, name, bytes, status, code) => {
    const answer = await upload(server, projectId, name, bytes)
    expect([answer.status, answer.body.error]).toMatchObject([status, { code }])
    expect(kept()).not.toContain(createHash('sha256').update(bytes).digest('hex'))
    // Variants of earlier pictures may still be made in the same folder.
    await expect.poll(left).toEqual([])
  })

  it('is undone and redone by the id in its answer', async () => {
    const { body } = await upload(server, projectId, 'once.txt', Buffer.from('only once'))
    const turn = (to: string) => server.call('POST', `/api/projects/${projectId}/changes/${body.changeSetId}/${to}`)
    expect((await turn('undo')).body).toMatchObject({ undone: true, applied: 1, kept: [] })
    expect((await get(`/media/${body.id}`)).status).toBe(404)
    expect(await turn('undo')).toMatchObject({ status: 409, body: { error: { code: 'already_undone' } } })
    expect((await turn('redo')).body).toMatchObject({ undone: false, applied: 1 })
    expect(await (await get(`/media/${body.id}`)).text()).toBe('only once')
    const known = await upload(server, projectId, 'twice.txt', Buffer.from('only once'))
    expect(known.body).not.toHaveProperty('changeSetId')
  })

  it('needs a name, and a folder that can be one', async () => {
    expect((await upload(server, projectId, '', png(1, 1))).status).toBe(400)
    expect((await upload(server, projectId, 'a.png', png(1, 1), '&folder=../x')).body.error).toMatchObject({
      path: '/folder',
    })
  })

  it('takes several files at once, each with its own outcome', async () => {
    const form = new FormData()
    form.append('a', new File([new Uint8Array(png(5, 5))], 'five.png'))
    form.append('a', new File(['<html></html>'], 'page.html'))
    form.append('b', new File([new Uint8Array(png(6, 6))], 'six.png'))
    const { port } = server.config
    const answer = await server.app.request(`http://localhost:${port}/api/projects/${projectId}/media?folder=many`, {
      method: 'POST',
      body: form,
      headers: { host: `localhost:${port}`, cookie: server.cookie },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      files: [
        { ok: true, name: 'five.png', folder: 'many', width: 5 },
        { ok: false, name: 'page.html', error: { code: 'unsupported_media' } },
        { ok: true, name: 'six.png', folder: 'many', width: 6 },
      ],
    })
    const broken = await server.app.request(`http://localhost:${port}/api/projects/${projectId}/media`, {
      method: 'POST',
      body: 'x',
      headers: { host: `localhost:${port}`, cookie: server.cookie, 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(broken.status).toBe(400)
  })
})

describe('serving', () => {
  let path: string
  const bytes = png(64, 64, [1, 2, 3])
  beforeAll(async () => {
    path = `/files/${(await upload(server, projectId, 'range.png', bytes)).body.path}`
  })

  it.each<[range: string, status: number, from: number, to: number]>([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=10-', 206, 10, bytes.length],
    ['bytes=-5', 206, bytes.length - 5, bytes.length],
    ['bytes=5-100000', 206, 5, bytes.length],
    ['bytes=0-1,4-5', 200, 0, bytes.length],
    ['lines=1-2', 200, 0, bytes.length],
    ['bytes=9-2', 200, 0, bytes.length],
  ])('%s', async (range, status, from, to) => {
    const answer = await get(path, { range })
    expect(answer.status).toBe(status)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true)
    expect(answer.headers.get('content-length')).toBe(String(to - from))
    if (status === 206) expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
  })

  it('says where a range lies beyond the end', async () => {
    const answer = await get(path, { range: `bytes=${bytes.length}-` })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  it('answers 304 to what is known, and the whole if it changed', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await get(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200)
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
  })

  it('returns a picture in a small width, and anything else whole', async () => {
    const { body } = await upload(server, projectId, 'wide.png', png(900, 30))
    const small = await get(`/media/${body.id}?width=320`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const text = await upload(server, projectId, 'note.txt', Buffer.from('a note'))
    expect(await (await get(`/media/${text.body.id}?width=320`)).text()).toBe('a note')
    expect((await get(`/media/${body.id}?width=wide`)).status).toBe(400)
  })

  it('returns a picture by the path of a width that it is published in', async () => {
    const { body } = await upload(server, projectId, 'broad.png', png(900, 40))
    const small = await get(`/files/${String(body.path).replace('.png', '-320.webp')}`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await get(`/files/${String(body.path).replace('.png', '-321.webp')}`)).status).toBe(404)
  })

  it('knows no paths but those of its own media', async () => {
    for (const other of [
      '/files/',
      '/files/../instance',
      '/files/%2e%2e/instance',
      '/files/media/none.png',
      '/media/none',
    ]) {
      expect((await get(other)).status, other).toBe(404)
    }
  })
})

describe('a hostile drawing', () => {
  it('is cleaned, reported, and served so that it could not run', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><rect width="4"/></svg>'
    const { status, body } = await upload(server, projectId, 'logo.svg', Buffer.from(svg))
    expect(status).toBe(201)
    expect(body.warnings).toHaveLength(2)
    const answer = await get(`/files/${body.path}`)
    expect(await answer.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"><rect width="4"/></svg>')
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  })

  it('and texts and documents are saved, not shown', async () => {
    const { body } = await upload(server, projectId, 'notes.txt', Buffer.from('<script>alert(1)</script>'))
    const answer = await get(`/files/${body.path}`)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
    )
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })
})
