import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../http/testing.ts'
import { firstProject, png, upload } from '../media/testing.ts'

let server: TestServer
let projectId: string
beforeAll(async () => {
  server = await startTestServer()
  projectId = await firstProject(server)
})
afterAll(() => server.close())

const operation = async (name: string, input: object) => {
  const { body } = await server.call('POST', `/api/projects/${projectId}/operations/site.${name}`, { input })
  return Value.Parse(Type.Object({ ok: Type.Literal(true), data: Type.Record(Type.String(), Type.Unknown()) }), body)
    .data
}
const visit = (path: string, headers: Record<string, string> = {}) =>
  server.sites.request(`http://my-site.localhost${path}`, { headers: { host: 'my-site.localhost', ...headers } })

it('a published page shows pictures in the widths that screens need, and runs its scripts alone', async () => {
  const bytes = png(800, 400)
  const { body: file } = await upload(server, projectId, 'photo.png', bytes)
  const { pageId, rootNodeId } = await operation('addPage', { title: 'Pictures' })
  await operation('insertHtml', { parentId: rootNodeId, html: `<img alt="Red" src="/${file.path}">` })
  await operation('write_code_asset', {
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

  const begun = performance.now()
  expect((await server.call('POST', `/api/projects/${projectId}/publish`)).status).toBe(201)
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(await (await visit('/pictures/')).text()).toBe(html)
})
