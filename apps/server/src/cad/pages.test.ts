import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, settled, startRun } from '../../testing/ai.ts'
import { bracketPrompt, newPart, operatePart } from '../../testing/parts.ts'
import { operation } from '../../testing/projects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const LONG = 200_000
const Made = Type.Object({ data: Type.Object({ featureId: Type.String() }) })

const Unpublished = Type.Object({ documents: Type.Array(Type.Unknown()) })
const Choices = Type.Array(Type.Tuple([Type.String(), Type.String()]))
const Uses = Type.Object({ pages: Type.Array(Type.Unknown()) })

let server: TestServer
let projectId = ''
let partId = ''
beforeAll(async () => {
  server = await startTestServer({ ATELIER_KERNELS: '1' })
  projectId = (await firstProject(server)).id
  partId = await newPart(server)
  const session = await newSession(server, { scope: 'part', documentId: partId })
  await startRun(server, session, bracketPrompt)
  await settled(server, session, LONG)
}, LONG)
afterAll(() => server.close())

const edit = (name: string, input: object) => operation(server, projectId, name, input)
const visit = (path: string) =>
  server.sites.request(`http://my-site.localhost${path}`, { headers: { host: 'my-site.localhost' } })
const publish = () => server.call('POST', `/api/projects/${projectId}/publish`)
const unpublished = async () =>
  Value.Parse(Unpublished, (await server.call('GET', `/api/projects/${projectId}/publish/changes`)).body).documents
const usesOf = async (id: string) =>
  Value.Parse(Uses, (await server.call('GET', `/api/projects/${projectId}/parts/${id}/uses`)).body).pages
const rendered = (pages: number) => ({ status: 201, body: { report: { rendered: pages } } })

async function shownPart() {
  const page = await visit('/bracket/')
  const html = await page.text()
  const [, src = '', poster = ''] = /<part-viewer[^>]* src="([^"]+)" poster="([^"]+)"/.exec(html) ?? []
  const [, script = ''] = /<script type="module" src="([^"]+)"><\/script>/.exec(html) ?? []
  return { html, src, poster, script, policy: page.headers.get('content-security-policy') ?? '' }
}

test(
  'a published page has the model, the picture and the viewer of its part, and other pages have none of it',
  async () => {
    const { rootNodeId } = await edit('addPage', { title: 'Bracket' })
    await edit('insertHtml', {
      parentId: rootNodeId,
      html: `<p>Ours:</p><atelier-part part="${partId}" view="front" background="#eef" class="model"><img alt="A bracket with four holes"></atelier-part>`,
    })
    const first = await publish()
    expect(first).toMatchObject({ status: 201, body: { report: { problems: [] } } })

    const { html, src, poster, script, policy } = await shownPart()
    expect(html).not.toContain('atelier-part')
    expect(html).toContain(`<img src="${poster}" alt="A bracket with four holes" width="1200" height="900">`)
    expect(html).toContain('class="model"')
    expect(html).toContain('style="background:#eef"')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(src).toMatch(new RegExp(`^/parts/${partId}-[0-9a-f]{16}\\.glb$`))
    const model = await visit(src)
    expect(model.headers.get('content-type')).toBe('model/gltf-binary')
    const bytes = Buffer.from(await model.arrayBuffer())
    expect(bytes.toString('latin1', 0, 4)).toBe('glTF')
    expect(bytes.length).toBeLessThan(60_000)
    const picture = await sharp(Buffer.from(await (await visit(poster)).arrayBuffer())).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['webp', 1200, 900])
    const code = await (await visit(script)).text()
    expect(code).toContain('part-viewer')
    expect(gzipSync(code).length).toBeLessThanOrEqual(12_000)

    const home = await visit('/')
    expect(home.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(await home.text()).not.toMatch(/part-viewer|parts\//)
    // The editor shows the same picture where pages are not published.
    const shown = await server.request(`/api/projects/${projectId}/files/parts/${partId}.png?view=front`, {
      headers: { cookie: server.cookie },
    })
    expect(shown.headers.get('content-type')).toBe('image/png')
    const archive = await server.request(`/api/projects/${projectId}/export`, { headers: { cookie: server.cookie } })
    const names = Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))
    expect(names).toEqual(expect.arrayContaining([src, poster, script].map((path) => path.slice(1))))
  },
  LONG,
)

test(
  'only the page of a part is rendered again when a parameter is another one',
  async () => {
    const before = await shownPart()
    expect(await publish()).toMatchObject(rendered(0))
    const set = { name: 'width', expression: '90 mm' }
    expect((await operatePart(server, partId, 'setParameter', set)).body).toMatchObject({ ok: true })
    const shown = [{ kind: 'page', title: 'Bracket', documentId: expect.any(String), nodeId: expect.any(String) }]
    expect(await unpublished()).toMatchObject([
      {
        documentId: partId,
        title: 'Bracket',
        part: { pages: shown },
        lines: [{ label: 'width: expression', before: '80 mm', after: '90 mm' }],
        authors: [{ userName: 'Ada' }],
      },
    ])
    expect(await publish()).toMatchObject(rendered(1))
    expect(await unpublished()).toEqual([])
    // A part that no page shows is nothing that visitors wait for.
    const other = await newPart(server, 'Elsewhere')
    await operatePart(server, other, 'setParameter', { name: 'width', expression: '10 mm' })
    expect(await unpublished()).toEqual([])
    expect(await usesOf(partId)).toEqual(shown)
    expect(await usesOf(other)).toEqual([])
    expect(await server.call('GET', `/api/projects/${projectId}/parts/nothing/uses`)).toMatchObject({ status: 404 })
    const after = await shownPart()
    expect(after.src).not.toBe(before.src)
    expect((await visit(after.src)).status).toBe(200)
    expect((await visit(before.src)).status).toBe(404)
    expect(after.script).toBe(before.script)
  },
  LONG,
)

test(
  'a part in error keeps its last good files, with a finding, until it is mended',
  async () => {
    const before = await shownPart()
    const tooLarge = { edgeRefs: { edges: { all: true } }, radius: 25, allowErrors: true }
    const { body } = await operatePart(server, partId, 'createFillet', tooLarge)
    const { featureId } = Value.Parse(Made, body).data
    const problems = [{ message: expect.stringContaining('Visitors see it as it was published before.') }]
    expect(await publish()).toMatchObject({ status: 201, body: { report: { problems } } })
    expect(await shownPart()).toEqual(before)
    expect((await visit(before.src)).status).toBe(200)
    expect((await operatePart(server, partId, 'deleteFeature', { featureId })).body).toMatchObject({ ok: true })
    expect(await publish()).toMatchObject({ status: 201, body: { report: { rendered: 1, problems: [] } } })
    expect(await shownPart()).toEqual(before)
  },
  LONG,
)

test(
  'visitors choose among configurations and download the model where the page allows it',
  async () => {
    const wide = await operatePart(server, partId, 'setConfiguration', { name: 'Wide', values: { width: '120 mm' } })
    expect(wide.body).toMatchObject({ ok: true })
    const { rootNodeId } = await edit('addPage', { title: 'Choice' })
    const html = `<atelier-part part="${partId}" allow="configurations download" choices="x"><img alt="A bracket"></atelier-part>`
    await edit('insertHtml', { parentId: rootNodeId, html })
    expect(await publish()).toMatchObject({ body: { report: { problems: [] } } })
    const page = await (await visit('/choice/')).text()
    const [, src = ''] = /<part-viewer[^>]* src="([^"]+)"/.exec(page) ?? []
    const [, listed = ''] = / choices="([^"]+)"/.exec(page) ?? []
    const choices = Value.Parse(Choices, JSON.parse(listed.replaceAll('&quot;', '"')))
    expect(choices.map(([name]) => name)).toEqual(['Bracket', 'Wide'])
    expect(`/parts/${choices[0]?.[1]}`).toBe(src)
    expect((await visit(`/parts/${choices[1]?.[1]}`)).headers.get('content-type')).toBe('model/gltf-binary')
    expect(page).toContain(`<a href="${src}" download="Bracket.glb">Bracket.glb</a>`)
    // The page that allows nothing has neither.
    expect((await shownPart()).html).not.toMatch(/choices=|download=/)
    // Nothing is built again for what is known.
    expect(await publish()).toMatchObject(rendered(0))
  },
  LONG,
)

test('an element that names no part is left out, with a finding', async () => {
  const { rootNodeId } = await edit('addPage', { title: 'Nothing' })
  const html = '<atelier-part part="gone-1"><img alt=""></atelier-part>'
  await edit('insertHtml', { parentId: rootNodeId, html })
  expect(await publish()).toMatchObject({ body: { report: { problems: [{ message: 'There is no part “gone-1”.' }] } } })
  expect(await (await visit('/nothing/')).text()).not.toMatch(/part-viewer|<img|<script/)
})
