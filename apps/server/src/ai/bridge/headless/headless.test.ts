import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstProject } from '../../../../testing/ai.ts'
import { png, upload } from '../../../../testing/media.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { dimensionsOf } from '../../blobs/dimensions.ts'

const Snapshot = Type.Object({
  data: Type.Object({
    width: Type.Number(),
    layout: Type.Object({
      size: Type.Object({ width: Type.Number(), height: Type.Number() }),
      nodes: Type.Array(Type.Object({ nodeId: Type.String(), tag: Type.String() })),
      warnings: Type.Array(Type.Object({ kind: Type.String(), nodeId: Type.String() })),
    }),
    screenshot: Type.Union([Type.Null(), Type.Object({ width: Type.Number(), height: Type.Number() })]),
  }),
  images: Type.Optional(Type.Array(Type.Object({ mimeType: Type.String(), data: Type.String() }))),
})
const Inserted = Type.Object({ ok: Type.Literal(true), data: Type.Object({ nodeIds: Type.Array(Type.String()) }) })

let server: TestServer
let project = ''

beforeAll(async () => {
  server = await startTestServer()
  project = (await firstProject(server)).id
})
afterAll(() => server.close())

const operation = async (name: string, input: object, beside: object = {}) =>
  (await server.call('POST', `/api/projects/${project}/operations/site.${name}`, { input, ...beside })).body

it('looks at a page with no tab open; a picture is made only on request', async () => {
  const plain = await operation('render_snapshot', { breakpointId: 'mobile' })
  expect(plain).not.toHaveProperty('images')
  const { data } = Value.Parse(Snapshot, plain)
  expect(data).toMatchObject({ width: 375, screenshot: null })
  expect(data.layout.nodes[0]).toMatchObject({ tag: 'body' })

  const seen = Value.Parse(Snapshot, await operation('render_snapshot', {}, { picture: true }))
  const picture = dimensionsOf(Buffer.from(seen.images?.[0]?.data ?? '', 'base64'))
  expect(picture).toEqual({ mimeType: 'image/png', ...seen.data.screenshot })
  expect(Math.max(picture?.width ?? 0, picture?.height ?? 0)).toBe(1568)
})

it('reports what is wrong with a section, from its own corner, and runs and loads nothing of it', async () => {
  const { data: root } = Value.Parse(Snapshot, await operation('render_snapshot', {}))
  const html = `<section><style>.far { width: 3000px } .gone { opacity: 0 }</style>
    <div class="far">Wide</div><p class="gone">Nobody sees this</p>
    <img alt="" src="data:image/png;base64,AAAA"><img alt="" src="http://127.0.0.1:${server.config.port}/x.png"></section>`
  const body = root.layout.nodes[0]?.nodeId
  const inserted = Value.Parse(Inserted, await operation('insertHtml', { parentId: body, html }))
  const [nodeId = ''] = inserted.data.nodeIds
  const answer = await operation('render_snapshot', { nodeId }, { picture: true })
  const { layout, screenshot } = Value.Parse(Snapshot, answer).data
  expect(layout.nodes[0]).toMatchObject({ nodeId, box: { x: 0, y: 0 } })
  expect(layout.warnings.map(({ kind }) => kind).sort()).toEqual([
    'broken-image',
    'horizontal-overflow',
    'invisible-node',
  ])
  expect(JSON.stringify(answer)).toContain('1 picture from elsewhere is not loaded here')
  expect(screenshot?.width).toBeGreaterThan(0)
  expect(await operation('render_snapshot', { nodeId: 'nothing' })).toMatchObject({ error: { code: 'unknown_node' } })
  expect(await operation('render_snapshot', { breakpointId: 'watch' })).toMatchObject({
    error: { code: 'unknown_breakpoint' },
  })
})

it('shows the media of the site, in elements and in styles', async () => {
  const { body } = await upload(server, project, 'square.png', png(64, 48))
  const { data: root } = Value.Parse(Snapshot, await operation('render_snapshot', {}))
  const html = `<section><style>.back { width: 9px; height: 9px; background: url(/${body.path}) }</style>
    <img alt="" src="/${body.path}"><img alt="" src="${body.path}"><img alt="" src="/media/none.png"><div class="back"></div></section>`
  const inserted = Value.Parse(
    Inserted,
    await operation('insertHtml', { parentId: root.layout.nodes[0]?.nodeId, html }),
  )
  const [nodeId = ''] = inserted.data.nodeIds
  const Boxes = Type.Object({ data: Type.Object({ layout: Type.Object({ nodes: Type.Array(Type.Unknown()) }) }) })
  const { nodes } = Value.Parse(Boxes, await operation('render_snapshot', { nodeId })).data.layout
  const pictures = nodes.filter((node) => JSON.stringify(node).includes('"tag":"img"'))
  expect(pictures).toMatchObject([{ box: { width: 64, height: 48 } }, { box: { width: 64, height: 48 } }, {}])
})
