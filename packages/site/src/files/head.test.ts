import { expect, test } from 'vitest'
import { importInto, release } from '../../testing/importing.ts'
import { createTestProject } from '../../testing/project.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { pages } from '../document/pages.ts'
import { pageSettings, siteSettings } from '../publish/settings.ts'
import { checkSiteValue } from '../validate/site.ts'
import { frameHtml } from '../view/frame.ts'

const data = '{\n  "@context": "https://schema.org",\n  "@type": "Bakery",\n  "name": "Sauer & Söhne <b>"\n}'
const head = `<meta name="theme-color" content="#0b5394">
<meta name="robots" content="noindex, follow">
<link rel="canonical" href="https://bread.example/about/">
<link rel="icon" href="/media/icon.svg">
<meta property="og:title" content="Our bread">
<meta property="og:image" content="/media/card.png">
<meta property="og:type" content="website">
<meta name="twitter:card" content="summary">
<script type="application/ld+json">${data}</script>
<script type="importmap">{"imports":{"a":"/a.js"}}</script>
<script type="speculationrules">{"prefetch":[{"urls":["/"]}]}</script>`
const document = (more: string) =>
  `<!doctype html><html lang="ar" dir="rtl"><head><title>About</title>${more}</head><body><h1>x</h1></body></html>`

async function published(project: ReturnType<typeof createTestProject>, path: string) {
  const all = [...project.pages].map(([id, view]) => ({ id, view }))
  const { files } = await publishSite({ site: project.site, pages: all })
  return files.find((file) => file.path === path) ?? expect.fail()
}

test('the head of a written page becomes settings, and its data is published as it was', async () => {
  const project = createTestProject()
  project.addPage('<h1>Home</h1>')
  const written = await project.call('writeFile', { filename: 'about.html', content: document(head) })
  expect(written).toMatchObject({ ok: true })
  expect(JSON.stringify(written)).not.toMatch(/left out|no script that a browser runs/)
  const { id } = pages(project.site).find(({ slug }) => slug === 'about') ?? expect.fail()
  expect(pageSettings(project.site, id)).toMatchObject({
    themeColor: '#0b5394',
    noindex: true,
    canonical: 'https://bread.example/about/',
    ogTitle: 'Our bread',
    ogImage: '/media/card.png',
    language: 'ar',
  })
  expect(siteSettings(project.site).favicon).toBe('/media/icon.svg')
  const { text, policy } = await published(project, 'about/index.html')
  expect(text).toContain('<html lang="ar" dir="rtl">')
  expect(text).toContain(`<script type="application/ld+json">${data}</script>`)
  expect(text).toContain('<meta name="theme-color" content="#0b5394">')
  expect(text.indexOf('importmap')).toBeLessThan(text.indexOf('</head>'))
  expect(policy?.match(/'sha256-/g)).toHaveLength(2)
  const again = await project.call('writeFile', { filename: 'about.html', content: document(head) })
  expect(again).toMatchObject({ ok: true })
  expect([...project.written().values()].flat()).toEqual([])
})

test('structured data is set by the agent, checked as JSON, and cannot end its element', async () => {
  const project = createTestProject()
  const { pageId } = project.addPage('<h1>x</h1>')
  const set = (blocks: object[] | null) => project.call('setPageSettings', { pageId, data: blocks })
  const text = '{"name":"</script><script>alert(1)</script><!--"}'
  expect(await set([{ type: 'application/ld+json', text }])).toMatchObject({ ok: true, data: { changed: ['data'] } })
  const html = (await published(project, 'index.html')).text
  expect(html).not.toMatch(/<script>|<!--/)
  const [, kept = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(kept)).toEqual(JSON.parse(text))
  for (const [type, wrong] of [
    ['application/ld+json', '{"name": }'],
    ['importmap', '[]'],
    ['application/ld+json', '"text"'],
  ])
    expect(await set([{ type, text: wrong }])).toMatchObject({ ok: false, error: { code: 'invalid_data' } })
  const map = { type: 'importmap', text: '{}' }
  expect(await set([map, map])).toMatchObject({ ok: false, error: { code: 'invalid_data' } })
  expect(await set(null)).toMatchObject({ ok: true, data: { changed: ['data'] } })
  expect(pageSettings(project.site, pageId).data).toBeUndefined()
})

test('writes past the operations are checked in the same way', () => {
  const block = (type: string, text: string) => checkSiteValue('page:a/data', [{ type, text }])
  expect(block('application/ld+json', '{}')).toBeUndefined()
  expect(block('application/ld+json', 'alert(1)')).toMatch(/no JSON/)
  expect(block('text/javascript', '{}')).toMatch(/blocks/)
  expect(checkSiteValue('page:a/data', 'x')).toMatch(/blocks/)
  expect(checkSiteValue('page:a/direction', 'up')).toMatch(/ltr, rtl or auto/)
  expect(checkSiteValue('page:a/themeColor', 'red;}')).toMatch(/CSS colour/)
})

test('an imported page keeps its data and its head, and is exported with both', async () => {
  const { project, take } = importInto()
  const { plan, report } = await take({ 'index.html': document(head) })
  expect(JSON.stringify([plan, report])).not.toContain('ld+json')
  const text = (await release(project)).get('index.html') ?? ''
  expect(text).toContain(`<script type="application/ld+json">${data}</script>`)
  expect(text).toContain('dir="rtl"')
  expect(text.match(/theme-color/g)).toHaveLength(1)
})

test('direction is that of the language unless it is set, also while the page is edited', async () => {
  const project = createTestProject()
  const { pageId } = project.addPage('<h1>x</h1>')
  const entry = pages(project.site)[0] ?? expect.fail()
  const shown = () => /<html[^>]*>/.exec(frameHtml(project.site, entry, () => undefined))?.[0]
  expect(shown()).toBe('<html lang="en">')
  await project.call('setPageSettings', { pageId, language: 'he' })
  expect(shown()).toBe('<html lang="he" dir="rtl">')
  await project.call('setPageSettings', { pageId, direction: 'ltr' })
  expect(shown()).toBe('<html lang="he" dir="ltr">')
  expect((await published(project, 'index.html')).text).toContain('<html lang="he" dir="ltr">')
  await project.call('setPageSettings', { pageId, direction: null, language: null })
  await project.call('setSiteSettings', { direction: 'rtl', themeColor: '#123456' })
  expect((await published(project, 'index.html')).text).toMatch(/<html lang="en" dir="rtl">[\s\S]*#123456/)
  expect(await project.call('setSiteSettings', { themeColor: 'url(x)' })).toMatchObject({ ok: false })
})
