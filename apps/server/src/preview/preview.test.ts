import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstProject, png, upload } from '../../testing/media.ts'
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
const script = (content: string) =>
  edit('write_code_asset', { path: 'scripts/menu.js', type: 'script', content, runtime: { format: 'module' } })

it('shows a page as it stands, with its scripts and pictures, to a user without a session', async () => {
  const { body: file } = await upload(server, projectId, 'photo.png', png(8, 4))
  const { pageId, rootNodeId } = await edit('addPage', { title: 'Preview me' })
  await edit('insertHtml', {
    parentId: rootNodeId,
    html: `<a href="/">Home</a><img alt="Red" src="/${file.path}">`,
  })
  await script('document.title += " menu"')
  const opened = await server.call('POST', `/api/projects/${projectId}/preview`, { pageId })
  expect(opened).toMatchObject({
    status: 201,
    body: { url: expect.stringMatching(/\/v1\.[\w.-]{100,}\/preview-me\/$/) },
  })
  const { url } = Value.Parse(Type.Object({ url: Type.String() }), opened.body)
  const prefix = url.replace(/\/preview-me\/$/, '')

  const page = await server.request(url)
  const html = await page.text()
  expect(html).toContain(`<a href="${prefix}/">Home</a>`)
  expect(html).toContain(`src="${prefix}/${file.path}"`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/; sandbox allow-scripts$/)
  expect(policy).toContain("frame-ancestors 'self'")
  // The studio's own files are not the preview's.
  expect(policy.replace("frame-ancestors 'self'", '')).not.toContain("'self'")
  expect(policy).toContain(`script-src http://localhost:${server.config.port}${prefix}/`)
  expect(page.headers.get('cache-control')).toBe('no-store')

  const [, src = ''] = /<script type="module" src="([^"]+)">/.exec(html) ?? []
  const code = await server.request(src)
  expect(await code.text()).toContain('menu')
  expect(code.headers.get('access-control-allow-origin')).toBe('*')
  expect(code.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const picture = await server.request(`${prefix}/${file.path}`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect((await server.request(`${prefix}/`)).status).toBe(200)
  expect((await server.request(`${prefix}/nothing/`)).status).toBe(404)

  await edit('insertHtml', { parentId: rootNodeId, html: '<p>Written since</p>' })
  expect(await (await server.request(url)).text()).toContain('Written since')
})

it('runs the script that keeps the scroll position, and opens the policy for nothing else', async () => {
  const { pageId } = await edit('addPage', { title: 'Long page' })
  const opened = await server.call('POST', `/api/projects/${projectId}/preview`, { pageId })
  const { url } = Value.Parse(Type.Object({ url: Type.String() }), opened.body)
  const page = await server.request(url)
  const [, code = ''] = /<head[^>]*><script>(.*?)<\/script>/s.exec(await page.text()) ?? []
  expect(code).toContain('atelierScroll')
  const [, sources = ''] = /script-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '') ?? []
  const hash = createHash('sha256').update(code).digest('base64')
  expect(sources.split(' ')).toContain(`'sha256-${hash}'`)
  expect(sources).not.toMatch(/'none'|unsafe/)
})

it('reports what became of the code, and where it is wrong', async () => {
  await script('export const half = (')
  const answer = await server.call('GET', `/api/projects/${projectId}/code/build`)
  expect(answer.body).toMatchObject({
    files: [],
    problems: [{ path: 'scripts/menu.js', message: expect.stringContaining('line 1') }],
  })
  await script('console.log(1)')
  const mended = await server.call('GET', `/api/projects/${projectId}/code/build`)
  expect(mended.body).toMatchObject({ problems: [], files: [{ path: expect.stringMatching(/^scripts\/menu-/) }] })
})

it('ends with the project', async () => {
  const opened = await server.call('POST', `/api/projects/${projectId}/preview`, {})
  const { url } = Value.Parse(Type.Object({ url: Type.String() }), opened.body)
  expect((await server.request(url)).status).toBe(200)
  expect((await server.call('DELETE', `/api/projects/${projectId}`)).status).toBe(204)
  expect((await server.request(url)).status).toBe(404)
})
