import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstProject, upload } from '../../testing/media.ts'
import { operation } from '../../testing/projects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let projectId: string
beforeAll(async () => {
  server = await startTestServer()
  projectId = await firstProject(server)
})
afterAll(() => server.close())

const edit = (name: string, input: object) => operation(server, projectId, name, input)
const visit = (path: string, headers: Record<string, string> = {}) =>
  server.sites.request(`http://my-site.localhost${path}`, { headers: { host: 'my-site.localhost', ...headers } })

/** Every file of the project's media, and its inode: one that is written again has another. */
const mediaFiles = () => {
  const folder = join(server.config.dataDir, 'media', projectId)
  return readdirSync(folder)
    .sort()
    .map((name) => [name, statSync(join(folder, name)).ino])
}

it('a published page shows pictures in the widths that screens need, and runs only its scripts', async () => {
  // With many colours, since a picture of one is no smaller as AVIF.
  const circles = Array.from(
    { length: 60 },
    (_, index) =>
      `<circle cx="${(index * 97) % 800}" cy="${(index * 53) % 400}" r="${10 + index}" fill="hsl(${index * 20} 60% 50%)" opacity=".6"/>`,
  )
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400">${circles.join('')}</svg>`
  const bytes = await sharp(Buffer.from(drawing)).flatten({ background: '#036' }).png().toBuffer()
  const { body: file } = await upload(server, projectId, 'photo.png', bytes)
  const { pageId, rootNodeId } = await edit('addPage', { title: 'Pictures' })
  await edit('insertHtml', { parentId: rootNodeId, html: `<img alt="Red" src="/${file.path}">` })
  await edit('write_code_asset', {
    path: 'scripts/count.js',
    type: 'script',
    content: 'document.title += " counted"',
    runtime: { scope: { kind: 'pages', pageIds: [pageId] } },
  })
  expect((await server.call('POST', `/api/projects/${projectId}/publish`)).status).toBe(201)

  const page = await visit('/pictures/')
  const html = await page.text()
  const tag = /<img [^>]+>/.exec(html)?.[0] ?? ''
  const [, small = ''] = /srcset="(\S+) 320w/.exec(tag) ?? []
  expect(tag).toContain(`src="/${file.path}"`)
  expect(tag).toMatch(
    / 640w, \S+ 800w" sizes="\(max-width: 800px\) 100vw, 800px" width="800" height="400" decoding="async"/,
  )
  const picture = await visit(small)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
  const middle = small.replace('-320.', '-640.')
  const twin = middle.replace(/webp$/, 'avif')
  const avif = await visit(middle, { accept: 'image/avif,image/webp,*/*' })
  expect([avif.headers.get('content-type'), avif.headers.get('vary')]).toEqual(['image/avif', 'Accept'])
  expect(Buffer.from(await avif.arrayBuffer()).toString('latin1', 4, 12)).toBe('ftypavif')
  expect(avif.headers.get('etag')).not.toBe(picture.headers.get('etag'))
  const refused = await visit(middle, { accept: 'image/avif;q=0, image/*' })
  expect([refused.headers.get('content-type'), refused.headers.get('vary')]).toEqual(['image/webp', 'Accept'])
  const archive = await server.request(`/api/projects/${projectId}/export`, { headers: { cookie: server.cookie } })
  const names = Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))
  expect(names).toContain(middle.slice(1))
  expect(names).not.toContain(twin.slice(1))
  expect(Buffer.from(await (await visit(`/${file.path}`)).arrayBuffer()).equals(bytes)).toBe(true)

  const [, script = ''] = /<script type="module" src="([^"]+)"><\/script><\/body>/.exec(html) ?? []
  expect(script).toMatch(/^\/scripts\/count-[0-9a-f]{10}\.js$/)
  const code = await visit(script)
  expect(code.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await code.text()).toContain('counted')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const home = await visit('/')
  expect(await home.text()).not.toContain('<script')
  expect(home.headers.get('content-security-policy')).toContain("script-src 'none'")

  // Another publish makes no picture again.
  const before = mediaFiles()
  expect((await server.call('POST', `/api/projects/${projectId}/publish`)).status).toBe(201)
  expect(mediaFiles()).toEqual(before)
  expect(await (await visit('/pictures/')).text()).toBe(html)
})

it('a release has the crops that its pages name, around the focal point of now, and no others', async () => {
  const bytes = await sharp({ create: { width: 900, height: 400, channels: 3, background: '#264' } })
    .composite([
      {
        input: await sharp({ create: { width: 100, height: 400, channels: 3, background: '#f80' } })
          .png()
          .toBuffer(),
        left: 800,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
  const { body: file } = await upload(server, projectId, 'crop.png', bytes)
  const { rootNodeId } = await edit('addPage', { title: 'Cut' })
  await edit('insertHtml', {
    parentId: rootNodeId,
    html: `<img alt="" src="/${file.path}?crop=square"><img alt="" src="/${file.path}?crop=none">`,
  })
  const publish = async () => {
    expect((await server.call('POST', `/api/projects/${projectId}/publish`)).status).toBe(201)
    const html = await (await visit('/cut/')).text()
    const [first = '', second = ''] = html.match(/<img [^>]+>/g) ?? []
    return { src: /src="([^"]+)"/.exec(first)?.[1] ?? '', first, second }
  }
  const orangeAt = async (src: string) => {
    const answer = await visit(src)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([400, 400])
    return (data[(info.width - 10) * info.channels] ?? 0) > 200
  }
  const before = await publish()
  expect(before.first).toMatch(
    /srcset="\S+-square-500-500-320\.webp 320w, \S+-square-500-500-400\.webp 400w".* width="400" height="400"/,
  )
  expect(before.second).toContain('?crop=none')
  expect(await orangeAt(before.src)).toBe(false)
  const content = `/api/projects/${projectId}/operations/content`
  await server.call('POST', `${content}.init_project`, { input: { locales: ['en'] } })
  const focal = { assetId: file.id, focal: { x: 1, y: 0.5 } }
  const set = await server.call('POST', `${content}.update_media`, { input: focal })
  expect(set.body).toMatchObject({ ok: true })
  const after = await publish()
  expect(after.src).not.toBe(before.src)
  expect(await orangeAt(after.src)).toBe(true)
  expect((await visit(before.src)).status).toBe(404)
  expect((await visit(after.src.replace('square', 'wide'))).status).toBe(404)
  // A page that is not rendered again keeps its crops.
  await edit('addPage', { title: 'Another' })
  const again = await publish()
  expect(again.src).toBe(after.src)
  expect(await orangeAt(again.src)).toBe(true)
  // The editor shows it under the same path.
  const shown = await server.request(`/api/projects/${projectId}/files${after.src}`, {
    headers: { cookie: server.cookie },
  })
  expect(shown.headers.get('content-type')).toBe('image/webp')
})
