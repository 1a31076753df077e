import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { MediaStore } from '@atelier/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinnedFetch } from '../ai/models/pinnedFetch.ts'
import { cssUrl, facesOf, readFaces } from './googleCss.ts'
import { createFontInstaller } from './installer.ts'
import { createFontSamples } from './samples.ts'

const asked: string[] = []
let base = ''

/** Stands in for the css2 API: Inter in two weights and three subsets. */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', base)
  asked.push(url.pathname + url.search)
  if (url.pathname === '/css2') {
    const family = url.searchParams.get('family') ?? ''
    const [name, axes = 'wght@400'] = family.split(':')
    if (name === 'Sly') return void response.end("@font-face { src: url(http://127.0.0.1:9/x.woff2) format('woff2') }")
    if (name === 'Fake') return void response.end(`@font-face { src: url(${base}/fake.woff2) format('woff2') }`)
    if (name === 'Away') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    if (name !== 'Inter' || axes.includes('950')) return void response.writeHead(400).end('no')
    const weights = axes.split('@')[1]?.split(';') ?? []
    const faces = weights.flatMap((weight) =>
      ['cyrillic', 'latin-ext', 'latin'].map(
        (subset) =>
          `/* ${subset} */\n@font-face {\n font-family: 'Inter'; font-style: normal; font-weight: ${weight}; font-display: swap;\n src: url(${base}/s/${subset}-${weight}.woff2) format('woff2');\n unicode-range: U+0000-00FF, U+0131;\n}`,
      ),
    )
    return void response.end(faces.join('\n'))
  }
  response.end(url.pathname === '/fake.woff2' ? '<html>' : `wOF2${url.pathname}`)
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => server.close())

function memoryMedia() {
  const kept = new Map<string, Uint8Array>()
  const media: MediaStore = {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      kept.set(hash, bytes)
      return { hash }
    },
    read: async (hash) => kept.get(hash),
  }
  return { media, kept }
}

function installer(url: string | undefined = base) {
  const { media, kept } = memoryMedia()
  const make = createFontInstaller({ url, fetch: pinnedFetch(), now: () => 0 })
  return { kept, install: make(media, 'project').install }
}

test('a family is fetched in its variants and subsets, and kept by its content', async () => {
  const { install, kept } = installer()
  const outcome = await install({ family: 'Inter', variants: ['700', '400'], subsets: ['latin', 'latin-ext'] })
  expect(asked.at(0)).toBe('/css2?family=Inter:wght@400;700&display=swap')
  expect(outcome).toMatchObject({ ok: true, font: { family: 'Inter', variants: ['400', '700'] } })
  expect(outcome.ok && outcome.font.files.map(({ variant, subset }) => `${variant} ${subset}`)).toEqual([
    '400 latin-ext',
    '400 latin',
    '700 latin-ext',
    '700 latin',
  ])
  const [file] = outcome.ok ? outcome.font.files : []
  expect(file).toMatchObject({ format: 'woff2', unicodeRange: 'U+0000-00FF, U+0131' })
  expect(Buffer.from(kept.get(file?.hash ?? '') ?? []).toString()).toBe('wOF2/s/latin-ext-400.woff2')
  expect(kept.size).toBe(4)
  const before = asked.length
  await install({ family: 'Inter', variants: ['700', '400'], subsets: ['latin', 'latin-ext'] })
  expect(asked.length).toBe(before)
})

test.each([
  ['a family that there is not', 'Intre', ['400'], 'no family “Intre”'],
  ['a variant that it lacks', 'Inter', ['950'], 'does not come in all of 950'],
  ['a file on another host', 'Sly', [], 'a host that Atelier does not fetch from'],
  ['what is not a font', 'Fake', [], 'instead of a font file'],
  ['a redirect', 'Away', [], 'status 302'],
])('%s is refused with a sentence, and nothing is kept', async (_, family, variants, problem) => {
  const { install, kept } = installer()
  const outcome = await install({ family, variants, subsets: [] })
  expect(outcome).toMatchObject({ ok: false, problem: expect.stringContaining(problem), hint: expect.any(String) })
  expect(kept.size).toBe(0)
})

test('without a network the problem says so', async () => {
  const outcome = await installer('http://127.0.0.1:9').install({ family: 'Inter', variants: ['400'], subsets: [] })
  expect(outcome).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^127\.0\.0\.1:9 could not be reached: .*Nothing was changed\.$/),
    hint: expect.stringContaining('upload'),
  })
  const off = createFontInstaller({ url: undefined, fetch: pinnedFetch(), now: () => 0 })(memoryMedia().media, 'p')
  expect(await off.install({ family: 'Inter', variants: [], subsets: [] })).toMatchObject({ ok: false })
})

test('by default requests go only to the two hosts of Google Fonts', async () => {
  const seen: string[] = []
  const fake: typeof fetch = async (address) => {
    seen.push(String(address))
    const css =
      "/* latin */ @font-face { font-weight: 400; src: url(https://fonts.gstatic.com/s/a.woff2) format('woff2') }"
    return new Response(String(address).includes('/css2') ? css : 'wOF2 of a font')
  }
  const { media, kept } = memoryMedia()
  const url = 'https://fonts.googleapis.com'
  const { install } = createFontInstaller({ url, fetch: fake, now: () => 0 })(media, 'project')
  expect(await install({ family: 'Inter', variants: ['400'], subsets: ['latin'] })).toMatchObject({ ok: true })
  expect(seen).toEqual([`${url}/css2?family=Inter:wght@400&display=swap`, 'https://fonts.gstatic.com/s/a.woff2'])
  expect(kept.size).toBe(1)
})

test('what a family lacks is left out where that is enough', async () => {
  const { install } = installer()
  const outcome = await install({ family: 'Inter', variants: ['400', '950'], subsets: ['latin'], partial: true })
  expect(outcome).toMatchObject({ ok: true, font: { variants: ['400'] } })
})

test('the address of the API has italics in front of weights, in order', () => {
  expect(cssUrl('https://fonts.googleapis.com', 'Open Sans', ['700', '400italic', '400'])).toBe(
    'https://fonts.googleapis.com/css2?family=Open+Sans:ital,wght@0,400;0,700;1,400&display=swap',
  )
})

test('slices of a large script are taken on request', () => {
  const css = ['[3]', '[4]', 'latin']
    .map(
      (name) => `/* ${name} */ @font-face { src: url(a.woff2) format("woff2"); font-style: italic; font-weight: 700 }`,
    )
    .join('\n')
  const faces = readFaces(css)
  expect(faces.map(({ variant }) => variant)).toEqual(['700italic', '700italic', '700italic'])
  expect(facesOf(faces, ['latin']).map(({ subset }) => subset)).toEqual(['latin'])
  expect(facesOf(faces, ['latin', 'japanese'])).toHaveLength(3)
})

test('a sample of a font is fetched once, in Latin letters, and none where nothing is fetched', async () => {
  const samples = createFontSamples(createFontInstaller({ url: base, fetch: pinnedFetch(), now: () => 0 }))
  const before = asked.length
  const [one, other] = await Promise.all([samples('Inter', '700'), samples('Inter', '700')])
  expect(new TextDecoder().decode(one)).toBe('wOF2/s/latin-700.woff2')
  expect(other).toBe(one)
  expect(asked.length - before).toBe(2)
  expect(await samples('Nobody', '400')).toBeUndefined()
  expect(await createFontSamples(undefined)('Inter', '400')).toBeUndefined()
})
