import { createMemoryView, type Draft } from '@atelier/documents'
import { describe, expect, test } from 'vitest'
import { importInto, release } from '../../testing/importing.ts'
import { addCode, codeByPath } from '../code/assets.ts'
import { elementsOf } from '../css/elements.ts'
import { listPage, pages } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { mediaByPath } from '../media/entries.ts'
import { redirects } from '../publish/index.ts'
import { cascadeRules } from '../sheet/cascade.ts'
import { matchRules } from '../sheet/matchedRules.ts'
import { sheetByPath } from '../sheet/records.ts'
import { frameWidths } from '../target/widths.ts'
import { createRecord } from '../tokens/records.ts'
import { designSystem } from '../tokens/system.ts'
import type { ImportChoices } from './index.ts'

const css = `:root {
  --ink: #123; --paper: white; --link: var(--ink); --gap: 4px; --odd: var(--gap); --Big: red;
  --body-font: "Inter", system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) { :root { --ink: #eee } }
.text-ink { color: var(--ink, blue); background: url(../img/a.png) }
`
const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title><link rel="stylesheet" href="css/main.css"></head><body>${body}</body></html>`
const site: Record<string, string> = {
  'index.html': page('Home', '<nav>Menu</nav><p class="text-ink">Hi</p><footer>End</footer>'),
  'about.html': page(
    'About',
    '<nav>Menu</nav><img src="img/a.png" style="color: var(--ink)"><a href="about.html#x">a</a><a href="/">h</a><footer>End</footer>',
  ),
  'css/main.css': css,
  'img/a.png': 'picture',
  'js/a.js': 'run()',
}

/** A project, and what brings the site into it. */
function start() {
  const { project, take } = importInto()
  return { project, take: (files = site, choices?: ImportChoices) => take(files, choices) }
}

/** The parts of a site that the import has too: a page, a stylesheet, a picture, a script and a token. */
function occupy({ site: view, newId }: { site: Draft; newId(): string }) {
  listPage(view, { id: 'mine', title: 'Mine', slug: 'about.html' })
  view.set('sheet:mine', { name: 'main.css', path: 'css/main.css', at: 'a0' })
  view.set('media:mine', { name: 'a.png', path: 'img/a.png', hash: '0'.repeat(64), type: 'image/png', bytes: 1 })
  addCode(view, { id: 'mine', path: 'js/a.js', type: 'script', content: 'mine()', runtime: {}, now: 0 })
  createRecord(view, 'color:', newId(), { slug: 'ink', lightValue: 'red' })
}

const withScript = { ...site, 'about.html': `${site['about.html']}<script src="js/a.js"></script>` }

describe('custom properties of the root', () => {
  test('become tokens, and the site is published as it was written', async () => {
    const { project, take } = start()
    const { plan, report } = await take()
    const named = [
      { name: '--ink', kind: 'color', value: '#123' },
      { name: '--paper', kind: 'color', value: 'white' },
      { name: '--link', kind: 'color', value: 'var(--ink)' },
      { name: '--body-font', kind: 'font', value: '"Inter", system-ui, sans-serif' },
    ]
    expect(plan.tokens).toMatchObject(named)
    expect(report.tokens).toEqual(named)
    expect(designSystem(project.site).colors.map(({ slug, lightValue }) => [slug, lightValue])).toEqual([
      ['ink', '#123'],
      ['paper', 'white'],
      ['link', 'var(--ink)'],
    ])
    const files = await release(project)
    expect(files.get('css/main.css')).toBe(css)
    // No CSS but its own: neither the properties a second time nor a class that the site has of its own.
    expect([...files.keys()].filter((path) => path.endsWith('.css'))).toEqual(['css/main.css'])
  })

  test('are changed where they stand, by the token and by CSS', async () => {
    const { project, take } = start()
    await take()
    const set = { slug: 'ink', lightValue: 'oklch(40% 0.1 20)' }
    expect(await project.call('set_color_tokens', { tokens: [set] })).toMatchObject({ ok: true })
    const fonts = { tokens: [{ name: 'Body', variable: 'body-font', fallback: 'Georgia, serif' }] }
    expect(await project.call('set_font_tokens', fonts)).toMatchObject({ ok: true })
    const files = await release(project)
    const changed = css.replace('#123', 'oklch(40% 0.1 20)').replace('"Inter", system-ui, sans-serif', 'Georgia, serif')
    expect(files.get('css/main.css')).toBe(changed)
    expect(files.has('site.css')).toBe(false)
    expect(await project.call('applyCss', { css: ':root { --paper: ivory }' })).toMatchObject({ ok: true })
    expect(designSystem(project.site).colors.find(({ slug }) => slug === 'paper')?.lightValue).toBe('ivory')
  })

  test('stay in the stylesheet if their tokens are deleted', async () => {
    const { project, take } = start()
    await take()
    const names = { colors: ['ink', 'paper', 'link'], fonts: ['body-font'] }
    const deleted = await project.call('deleteTokens', names)
    expect(deleted).toMatchObject({ ok: true, data: { stillUsedBy: [] } })
    const files = await release(project)
    expect([files.get('css/main.css'), files.has('site.css')]).toEqual([css, false])
  })

  test('are renamed with everything that names them', async () => {
    const { project, take } = start()
    await take()
    expect(await project.call('renameToken', { from: 'ink', to: 'text' })).toMatchObject({ ok: true })
    const files = await release(project)
    expect(files.get('css/main.css')).toBe(css.replaceAll('--ink', '--text'))
    expect(files.get('about.html')).toContain('style="color: var(--text)"')
  })

  test('get a ramp beside them, which is renamed and removed with the tokens of its steps', async () => {
    const { project, take } = start()
    const ramp = css.replace('--ink: #123;', '--ink: #123;\n  --ink-100: #eef;\n  --ink-500: #456;\n  --ink-900: #012;')
    await take({ ...site, 'css/main.css': ramp })
    expect(await project.call('makeColorRamp', { name: 'ink' })).toMatchObject({ ok: true, data: { kept: 3 } })
    const paper = await project.call('makeColorRamp', { name: 'paper' })
    expect(paper).toMatchObject({ ok: true, data: { created: 3, steps: [{ ref: 'var(--paper-100)' }, {}, {}] } })
    expect((await release(project)).get('css/main.css')).toMatch(
      /--paper: white; --paper-100: var\(--paper\); --paper-500: oklch/,
    )
    expect(await project.call('renameToken', { from: 'ink', to: 'text' })).toMatchObject({ ok: true })
    const slugs = () => designSystem(project.site).colors.map(({ slug }) => slug)
    expect(slugs()).toEqual(['text', 'text-100', 'text-500', 'text-900', 'paper', 'link'])
    expect(await project.call('removeColorRamp', { name: 'text' })).toMatchObject({ ok: true })
    expect(slugs()).toEqual(['text', 'paper', 'link'])
    expect((await release(project)).get('css/main.css')).not.toContain('--text-100')
  })

  test('a token whose declaration goes says its value itself', async () => {
    const { project, take } = start()
    await take()
    const { colors } = designSystem(project.site)
    project.site.set(`rule:${colors[0]?.declared}/deleted`, true)
    expect((await release(project)).get('site.css')).toContain('--ink: #123')
  })

  test('of stylesheets under a condition, and of several pages, stay what they are', async () => {
    const { take } = start()
    const own =
      '<!doctype html><title>A</title><link rel=stylesheet media=print href=p.css><style>:root{--a:red}</style>'
    const files = { 'index.html': own, 'b.html': own, 'p.css': ':root { --b: red }' }
    expect((await take(files)).report.tokens).toEqual([])
  })
})

describe('what meets something of the site', () => {
  test('is listed with the name that it would get', async () => {
    const { project, take } = start()
    occupy(project)
    const { plan } = await take(withScript)
    expect(plan.conflicts.map(({ kind, path, usual, rename }) => [kind, path, usual, rename])).toEqual([
      ['page', 'about.html', 'rename', 'about-2.html'],
      ['stylesheet', 'css/main.css', 'rename', 'css/main-2.css'],
      ['media', 'img/a.png', 'rename', 'img/a-2.png'],
      ['script', 'js/a.js', 'rename', 'js/a-2.js'],
      ['token', '--ink', 'rename', '--ink-2'],
    ])
  })

  test('is kept: what comes is left out, and nothing of the site changes', async () => {
    const { project, take } = start()
    occupy(project)
    const { report } = await take(withScript, { conflicts: 'keep' })
    expect(report.kept.map(({ path }) => path)).toEqual(['--ink', 'css/main.css', 'img/a.png', 'about.html'])
    expect(report.pages.map(({ slug }) => slug)).toEqual(['index'])
    expect(mediaByPath(project.site, 'img/a.png')?.id).toBe('mine')
    expect(sheetByPath(project.site, 'css/main.css')?.id).toBe('mine')
    expect(codeByPath(project.site, 'js/a.js')?.content).toBe('mine()')
    expect(designSystem(project.site).colors).toMatchObject([{ slug: 'ink', lightValue: 'red' }])
  })

  test('is replaced', async () => {
    const { project, take } = start()
    occupy(project)
    await take(withScript, { conflicts: 'replace' })
    expect(pages(project.site).map(({ title, slug }) => [title, slug])).toEqual([
      ['About', 'about.html'],
      ['Home', 'index'],
    ])
    expect(mediaByPath(project.site, 'img/a.png')?.id).not.toBe('mine')
    expect(codeByPath(project.site, 'js/a.js')?.content).toBe('run()')
    expect(designSystem(project.site).colors[0]).toMatchObject({ slug: 'ink', lightValue: '#123' })
    expect((await release(project)).get('css/main.css')).toBe(css)
  })

  test('is renamed, and everything of the import calls it so', async () => {
    const { project, take } = start()
    occupy(project)
    const { report } = await take(withScript)
    expect(report.scripts).toEqual([{ path: 'js/a-2.js' }])
    const files = await release(project)
    const about = files.get('about-2.html') ?? ''
    expect(about).toContain('<img src="img/a-2.png" style="color: var(--ink-2)">')
    expect(about).toContain('href="about-2.html#x"')
    expect(about).toContain('href="/"')
    expect(about).toMatch(/href="css\/main-2-[0-9a-f]{10}\.css"/)
    expect(files.get('css/main-2.css')).toBe(
      css.replaceAll('--ink', '--ink-2').replace('../img/a.png', '"../img/a-2.png"'),
    )
    expect(files.get('site.css')).toContain('--ink: red')
    expect(mediaByPath(project.site, 'img/a.png')?.id).toBe('mine')
  })

  test('goes with the stylesheet that declares it, if the same tokens come again', async () => {
    const { project, take } = start()
    await take()
    const again = { ...site, 'css/main.css': css.replace('#123', '#456') }
    const renamed = await take(again)
    expect(renamed.plan.conflicts.map(({ kind }) => kind)).toEqual(['page', 'page', 'stylesheet'])
    expect(renamed.report.tokens).toEqual([])
    await take(again, { items: { 'css/main.css': 'replace' } })
    const { colors } = designSystem(project.site)
    expect(colors.map(({ slug, lightValue }) => [slug, lightValue])).toEqual([
      ['ink', '#456'],
      ['paper', 'white'],
      ['link', 'var(--ink)'],
    ])
    expect((await release(project)).has('site.css')).toBe(false)
  })

  test('is nothing if the same comes again', async () => {
    const { take } = start()
    await take()
    const { plan } = await take()
    expect(plan.conflicts.map(({ kind }) => kind)).toEqual(['page', 'page'])
  })
})

test('a shared header and footer become a template around the pages’ own content', async () => {
  const { project, take } = start()
  const { plan, report } = await take(site, { template: true })
  expect(plan.chrome).toMatchObject([
    { tag: 'nav', pages: ['about.html', 'index.html'] },
    { tag: 'footer', pages: ['about.html', 'index.html'] },
  ])
  const template = report.template?.id ?? ''
  const html = async (documentId: string) =>
    JSON.stringify(await project.call('read_document', { document: { id: documentId } }))
  expect(await html(template)).toMatch(/nav.*Menu.*atelier-outlet.*footer/)
  const home = report.pages.find(({ slug }) => slug === 'index')?.id ?? ''
  expect(await html(home)).not.toContain('Menu')
  const files = await release(project)
  expect(files.get('index.html')).toContain(
    '<body><nav>Menu</nav><p class="text-ink">Hi</p><footer>End</footer></body>',
  )
  expect(await project.call('clearPageTemplate', { pageId: template })).toMatchObject({ ok: true })
  expect((await release(project)).get('index.html')).toContain('<body><p class="text-ink">Hi</p></body>')
})

test('a site without an index is found under the addresses that it had', async () => {
  const { project, take } = start()
  await take({ 'start.html': '<!doctype html><title>S</title>', 'to.html': '<!doctype html><title>T</title>' })
  expect([...(await release(project)).keys()]).toEqual(expect.arrayContaining(['index.html', 'to.html']))
  expect(redirects(project.site)).toEqual([{ from: '/start.html', to: '/' }])
})

test('a page without a doctype keeps its mode, in which case does not tell classes apart', async () => {
  const { project, take } = start()
  const body = '<p class="upper" id="One">x</p>'
  const styles = '<style>.Upper { color: red } #one { top: 0 }</style>'
  const strict = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
  const { report } = await take({ 'index.html': styles + body, 'strict.html': strict + styles + body })
  const matched = (path: string) => {
    const view = project.pages.get(report.pages.find((each) => each.path === path)?.id ?? '')
    const tree = readTree(view ?? createMemoryView())
    const [node = ''] = [...tree.walk(tree.root)].flatMap(({ id, tag }) => (tag === 'p' ? [id] : []))
    return matchRules(cascadeRules(project.site, tree), elementsOf(tree), node).map(({ selector }) => selector)
  }
  expect([matched('index.html'), matched('strict.html')]).toEqual([['.Upper', '#one'], []])
  const files = await release(project)
  expect(files.get('index.html')).not.toMatch(/doctype/i)
  expect(files.get('strict.html')).toMatch(/^<!doctype HTML PUBLIC "-\/\/W3C\/\/DTD HTML 4.01\/\/EN"/i)
})

test('what a page names from a base is named from the page', async () => {
  const { project, take } = start()
  const head = (base: string) =>
    `<!doctype html><base href="${base}"><link rel=stylesheet href="main.css"><title>x</title>`
  const body = '<style>p { background: url(a.png) }</style><img src="../img/a.png"><a href="#x">x</a><a href="/r">r</a>'
  const { plan } = await take({
    'index.html': head('css/') + body,
    'far.html': `${head('https://example.org/a/')}<a href="b?c">b</a><a href="/r">r</a><a href="mailto:x@y.z">m</a>`,
    'css/main.css': 'p { margin: 0 }',
    'css/a.png': 'x',
    'img/a.png': 'x',
  })
  expect(plan.refused.map(({ what }) => what)).toEqual([expect.stringMatching('<base'), expect.stringMatching('<base')])
  const files = await release(project)
  const html = files.get('index.html') ?? ''
  expect(html).toMatch(/href="css\/main-[0-9a-f]{10}\.css"/)
  expect(html).toContain('url("css/a.png")')
  expect(html).toContain('<img src="img/a.png"><a href="#x">x</a><a href="/r">r</a>')
  expect(files.get('far.html')).toContain(
    '<a href="https://example.org/a/b?c">b</a><a href="https://example.org/r">r</a><a href="mailto:x@y.z">m</a>',
  )
})

describe('an imported page that moves', () => {
  test('leads where it did: links, pictures, styles', async () => {
    const { project, take } = start()
    const style = '<style>p { background: url(img/a.png) }</style>'
    const body =
      '<img src="img/a.png" srcset="img/a.png 2x"><a href="index.html?a#b">h</a><a href="#x">x</a><form action="/s"></form>'
    await take({ ...site, 'about.html': page('About', style + body) })
    const about = pages(project.site).find(({ title }) => title === 'About')?.id
    const move = { pageId: about, title: 'About', slug: 'team/us/about.html' }
    expect(await project.call('renamePage', move)).toMatchObject({ ok: true, data: { slug: 'team/us/about.html' } })
    const files = await release(project)
    const html = files.get('team/us/about.html') ?? ''
    expect(html).toMatch(/<link rel="stylesheet" href="\.\.\/\.\.\/css\/main-[0-9a-f]{10}\.css">/)
    expect(html).toContain('url("/img/a.png")')
    expect(html).toContain('<img src="../../img/a.png" srcset="../../img/a.png 2x">')
    expect(html).toContain('<a href="../../index.html?a#b">h</a><a href="#x">x</a><form action="/s">')
    expect(await project.call('renamePage', { ...move, slug: 'about.html' })).toMatchObject({ ok: true })
    expect((await release(project)).get('about.html')).toContain('<img src="img/a.png" srcset="img/a.png 2x">')
  })

  test('keeps its address if only its title changes', async () => {
    const { project, take } = start()
    await take()
    const about = pages(project.site).find(({ title }) => title === 'About')?.id
    const renamed = await project.call('renamePage', { pageId: about, title: 'Us', slug: 'about.html' })
    expect(renamed).toMatchObject({ ok: true, data: { slug: 'about.html' } })
  })
})

test('the bounds of its media queries are proposed as frames, and become ones if that is chosen', async () => {
  const css =
    '@media (max-width: 61.25em) { a { top: 0; left: 0; } } @media (width < 600px) { a { top: 0; } } @media (min-width: 500px) { a { top: 0; } } @media (max-width: 768px) { a { top: 0; } } @media print and (max-width: 300px) { a { top: 0; } }'
  const files = { 'index.html': '<link rel="stylesheet" href="a.css"><p>x', 'a.css': css }
  const left = importInto()
  const { plan } = await left.take(files)
  expect(plan.frames).toEqual([
    { label: 'Phone 599', width: 599 },
    { label: 'Tablet 980', width: 980 },
  ])
  expect(frameWidths(left.project.site)).toEqual([375, 768, 1440])
  const taken = importInto()
  await taken.take(files, { frames: true })
  expect(frameWidths(taken.project.site)).toEqual([375, 599, 768, 980, 1440])
})
