import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../testing/listen.ts'
import { upload } from '../../testing/media.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Done = Type.Object({
  ok: Type.Literal(true),
  data: Type.Record(Type.String(), Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
})
const Made = Type.Object({ id: Type.String() })
const Host = Type.Object({ slug: Type.String() })

const inter = Buffer.from(`wOF2${'\0'.repeat(60)}the rest of a font`)

let server: TestServer
let projectId = ''
let host = ''
let stop = async () => {}
const asked: string[] = []

beforeAll(async () => {
  // Stands in for Google Fonts: Inter in 400, 600 and 700, Pacifico only in 400.
  const fonts = await listen({
    fetch(request: Request) {
      const url = new URL(request.url)
      if (url.pathname !== '/css2') return new Response(inter)
      const [name = '', axes = 'wght@400'] = (url.searchParams.get('family') ?? '').split(':')
      asked.push(`${name} ${axes}`)
      const weights = axes.split('@')[1]?.split(';') ?? []
      const has = name === 'Inter' ? ['400', '600', '700'] : ['400']
      if (weights.some((weight) => !has.includes(weight))) return new Response('', { status: 400 })
      const faces = weights.map(
        (weight) =>
          `/* latin */ @font-face { font-style: normal; font-weight: ${weight}; src: url(${url.origin}/s/${name}-${weight}.woff2) format('woff2'); unicode-range: U+0000-00FF }`,
      )
      return new Response(faces.join('\n'))
    },
  })
  stop = fonts.close
  server = await startTestServer({ ATELIER_FONTS_URL: fonts.url })
  const { body } = await server.call('POST', '/api/projects', { name: 'Type', starter: 'blank' })
  projectId = Value.Parse(Made, body).id
  host = `${Value.Parse(Host, (await server.call('GET', `/api/projects/${projectId}`)).body).slug}.localhost`
})
afterAll(async () => {
  await server?.close()
  await stop()
})

async function operate(name: string, input: object) {
  const { body } = await server.call('POST', `/api/projects/${projectId}/operations/site.${name}`, { input })
  if (!Value.Check(Done, body)) throw new Error(JSON.stringify(body))
  return Value.Parse(Done, body)
}

const undo = (changeSetId = '') => server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`, {})

/** The published stylesheets and what they and the first page name, as a visitor gets them. */
async function published() {
  expect((await server.call('POST', `/api/projects/${projectId}/publish`)).status).toBe(201)
  const get = (path: string) => server.sites.request(`http://${host}${path}`, { headers: { host } })
  const html = await (await get('/')).text()
  const sheets = [...html.matchAll(/href="([^"]+\.css)"/g)].map(([, path = '']) => path)
  const css = (await Promise.all(sheets.map(async (path) => (await get(path)).text()))).join('\n') + html
  return { css, get }
}

test('an uploaded font is served by the published site, and gone after the undo', async () => {
  const { body } = await upload(server, projectId, 'KilnSans-SemiBold.woff2', inter)
  const made = await operate('set_font_tokens', {
    tokens: [{ name: 'Kiln', familyId: body.id, fallback: 'sans-serif' }],
  })
  await operate('applyCss', { css: '.kiln { font-family: var(--font-kiln); font-weight: 600 }' })
  const { css, get } = await published()
  const face =
    /@font-face \{ font-family: "Kiln Sans"; font-style: normal; font-weight: 600;[^}]*url\("([^"]+)"\)/.exec(css)
  const file = await get(face?.[1] ?? '/missing')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'font/woff2'])
  expect(Buffer.from(await file.arrayBuffer()).equals(inter)).toBe(true)
  await undo(made.changeSetId)
  const after = (await published()).css
  expect(after).not.toContain('@font-face { font-family: "Kiln Sans"')
  expect(after).not.toContain('--font-kiln:')
})

test('a Google font is installed in the weights that the styles use, else in those that it has', async () => {
  await operate('applyCss', { css: '.a { font-weight: 600 } .b { font: bold 1rem/1 var(--font-inter) }' })
  asked.length = 0
  const made = await operate('set_font_tokens', { tokens: [{ name: 'Inter', googleFamily: 'Inter' }] })
  expect(asked).toEqual(['Inter wght@400;600;700'])
  const { css, get } = await published()
  const faces = [...css.matchAll(/font-family: "Inter"; font-style: normal; font-weight: (\d+);[^}]*url\("([^"]+)"\)/g)]
  expect(faces.map(([, weight]) => weight)).toEqual(['400', '600', '700'])
  expect((await get(faces[1]?.[2] ?? '')).status).toBe(200)
  expect(css).not.toMatch(/fonts\.g(?:oogleapis|static)/)

  asked.length = 0
  await operate('set_font_tokens', { tokens: [{ name: 'Hand', googleFamily: 'Pacifico', fallback: 'cursive' }] })
  expect(asked[0]).toBe('Pacifico wght@400;600;700')
  expect((await operate('list_tokens', { family: 'fonts' })).data).toMatchObject({
    fontFamilies: expect.arrayContaining([expect.objectContaining({ family: 'Pacifico', variants: ['400'] })]),
  })
  await undo(made.changeSetId)
  expect((await published()).css).not.toContain('font-family: "Inter"; font-style')
})
