import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { tailwindHeader, tailwindSite } from '../../testing/tailwindSite.ts'
import type { CompileUtilities } from '../context/utilities.ts'
import { readConfig } from '../utilities/config.ts'
import { LONGEST_THEME, siteUtilities } from '../utilities/settings.ts'
import { tailwindSheet } from '../utilities/sheet.generated.ts'
import { utilityCss } from '../utilities/sheet.ts'
import { plainCss } from '../utilities/source.ts'

test('the sheet that classes are compiled with is that of the installed package', () => {
  const file = fileURLToPath(import.meta.resolve('tailwindcss/index.css'))
  expect(tailwindSheet).toBe(readFileSync(file, 'utf8'))
})

async function published(files: readonly [string, string][]) {
  const project = createTestProject()
  const warnings: string[] = []
  const write = async (name: string, content: string) => {
    const result = await project.call('writeFiles', { files: { [name]: content } })
    if (!result.ok) return expect.fail(JSON.stringify(result))
    warnings.push(...(result.warnings ?? []))
  }
  await write('_components/header.html', tailwindHeader)
  for (const [name, content] of files) await write(name, content)
  const pages = [...project.pages].map(([id, view]) => ({ id, view }))
  const release = await publishSite({ site: project.site, pages })
  const text = (path: RegExp) => release.files.find((file) => path.test(file.path))?.text ?? ''
  return { project, warnings, text }
}

test('a site written with Tailwind by CDN, links by file name and a header on every page is styled, linked and framed once', async () => {
  const { text, warnings } = await published(Object.entries(tailwindSite))
  const css = text(/^site-\w+\.css$/)
  for (const rule of ['.px-4 {', '.md\\:grid-cols-2 {', '.p-\\[18px\\] {', '.hover\\:text-brand'])
    expect(css).toContain(rule)
  expect(css).toContain('--color-brand: #b45309')
  expect(css).toContain('--font-display: "Playfair Display", serif')
  expect(css.indexOf('@layer theme')).toBeLessThan(css.indexOf('.px-4'))
  for (const path of [/^index\.html$/, /^about\/index\.html$/, /^menu\/index\.html$/, /^contact\/index\.html$/]) {
    const html = text(path)
    expect(html).not.toContain('tailwind')
    expect(html.match(/<header/g)).toHaveLength(1)
    expect(html).toContain('href="/about/"')
    expect(html).not.toMatch(/href="[^"]*\.html/)
  }
  expect(text(/^about\/index\.html$/)).toContain('href="/menu/#top"')
  expect(warnings.join('\n')).toContain('as plain CSS')
  expect(warnings.join('\n')).not.toContain('Nothing is at /menu/ yet: write the page, or change the link.\nmenu')
})

test('rules of the same selector belong to the page that has them, whichever page is written first', async () => {
  for (const files of [Object.entries(tailwindSite), Object.entries(tailwindSite).reverse()]) {
    const { text, project } = await published(files)
    for (const [i, name] of ['index', 'about', 'menu', 'contact'].entries()) {
      const own = text(new RegExp(`^${name}-\\w+\\.css$`))
      expect(own).toContain(`.hero { padding: ${40 + i * 10}px; }`)
    }
    expect(text(/^site-\w+\.css$/)).not.toContain('.hero')
    const read = await project.call('readFile', { file: 'menu.html' })
    expect(JSON.stringify(read)).toContain('.hero { padding: 60px; }')
  }
})

test('what was read is written back without a change, and a style that is left out is gone', async () => {
  const { project } = await published(Object.entries(tailwindSite))
  const read = await project.call('readFile', { file: 'menu.html' })
  const data = read.ok && typeof read.data === 'object' && read.data !== null ? read.data : {}
  const content = 'content' in data && typeof data.content === 'string' ? data.content : ''
  await project.call('writeFiles', { files: { 'menu.html': content } })
  expect([...project.written()].flatMap(([, patches]) => patches)).toEqual([])
  await project.call('writeFiles', { files: { 'menu.html': content.replace(/<style>[\s\S]*<\/style>/, '') } })
  expect(JSON.stringify(await project.call('readFile', { file: 'menu.html' }))).not.toContain('.hero {')
})

test('a header that differs from that of all pages is named', async () => {
  const home = tailwindSite['index.html'] ?? ''
  const { warnings } = await published([['index.html', home.replace('>Ferment<', '>Fermento<')]])
  expect(warnings.join('\n')).toContain('a <header> of its own beside that of all pages')
})

test('a configuration is read as data, with what no value can be made of named', async () => {
  const script = `tailwind.config = {
    theme: { extend: { colors: { ink: '#111', accent: { 500: '#f00' }, bad: colors.blue }, fontSize: { huge: ['5rem', { lineHeight: '1' }] },
      keyframes: { rise: { '0%': { opacity: 0 }, '100%': { opacity: 1, marginTop: '2px' } } }, animation: { rise: 'rise 1s' } } },
    plugins: [require('@tailwindcss/forms')],
  }`
  const read = await readConfig(script)
  expect(read?.theme).toContain('--color-ink: #111;')
  expect(read?.theme).toContain('--color-accent-500: #f00;')
  expect(read?.theme).toContain('--text-huge: 5rem;\n  --text-huge--line-height: 1;')
  expect(read?.theme).toContain('@keyframes rise { 0% { opacity: 0; } 100% { opacity: 1; margin-top: 2px; } }')
  expect(read?.left).toContain('color bad')
  expect(await readConfig('console.log(1)')).toBeUndefined()
  expect((await readConfig('tailwind.config = build()'))?.theme).toBe('')
})

test('@apply and @theme become plain CSS and values of the site', async () => {
  const css = `@import "tailwindcss";\n@theme { --color-sun: #fc0; }\n.btn { @apply px-4 py-2 bg-sun hover:underline; }\n.plain { color: red }`
  const plain = await plainCss(css, '')
  expect(plain.theme).toContain('--color-sun: #fc0')
  expect(plain.css).toContain('background-color: #fc0')
  expect(plain.css).toContain('.plain')
  expect(plain.css).not.toContain('@apply')
  const broken = await plainCss('.a { @apply no-such-class; color: red }', '')
  expect(broken.notes.join()).toContain('no-such-class')
  expect(await plainCss('.a { color: red }', '')).toEqual({ css: '.a { color: red }', theme: undefined, notes: [] })
})

test('classes that could run script, or are no classes, are not compiled', async () => {
  const { project } = await published(Object.entries(tailwindSite))
  expect(siteUtilities(project.site)?.theme).toContain('--color-brand')
  const hostile = [
    'content-[url(javascript:alert(1))]',
    'bg-[url(java\\script:alert(1))]',
    `p-[${'1'.repeat(50_000)}px]`,
    'x}body{display:none',
  ]
  const css = await utilityCss(project.site, [...hostile, 'p-4'])
  expect(css).toContain('.p-4')
  expect(css).not.toMatch(/script|\}body|1{100}/)
})

test('a script in an arbitrary value is compiled in no spelling', async () => {
  const { project } = await published(Object.entries(tailwindSite))
  const spellings = [
    'javascript:pwn()',
    'JAVASCRIPT:pwn()',
    'java\\73cript:pwn()',
    '"javascript:pwn()"',
    'data:text/html,x',
  ]
  const classes = spellings.flatMap((url) => [`content-[url(${url})]`, `bg-[url(${url})]`, `[background:url(${url})]`])
  const css = await utilityCss(project.site, [...classes, 'before:content-["javascript:_good_parts"]', 'p-4'])
  expect(css).toContain('.p-4')
  expect(css.replace(/\\/g, '')).not.toMatch(/url\(["']?(?:java|data:text)/i)
})

test('a theme of 10,000 values, 100,000 class names and a class of 50 kB are taken in bounded work', async () => {
  const values = Array.from({ length: 10_000 }, (_, i) => `c${i}: '#123456'`).join(', ')
  const config = `tailwind.config = { theme: { extend: { colors: { ${values} } } } }`
  const read = await readConfig(config)
  expect(read?.theme.length ?? 0).toBeLessThanOrEqual(LONGEST_THEME)
  const names = Array.from({ length: 100_000 }, (_, i) => `w-[${i}px]`)
  const html = (classes: string) =>
    `<!doctype html><html lang="en"><head><title>Page</title><script src="https://cdn.tailwindcss.com"></script><script>${config}</script></head><body><main class="${classes}"><p>Some words here.</p></main></body></html>`
  for (const classes of [`p-4 ${'x'.repeat(50_000)}`, names.join(' ')]) {
    const project = createTestProject()
    const result = await project.call('writeFiles', { files: { 'index.html': html(classes) } })
    expect(result.ok ? 'taken' : result.error?.message).toMatch(/^taken$|at most|too|may have/)
    if (!result.ok) continue
    const pages = [...project.pages].map(([id, view]) => ({ id, view }))
    const files = (await publishSite({ site: project.site, pages })).files
    expect(files.some(({ text }) => text.includes('Some words here.'))).toBe(true)
  }
})

test('a page written as JSX is refused by its name, and code that is shown is none', async () => {
  const project = createTestProject()
  const body = (inner: string) =>
    `<!doctype html><html lang="en"><head><title>Page</title></head><body>${inner}${'<p>Words and more words.</p>'.repeat(4)}</body></html>`
  for (const inner of [
    '<ul>{items.map((item) => (<li>{item}</li>))}</ul>',
    '<p style={{ color: "red" }}>Hi</p>',
    '<main>{/* Hero */}<h1>Hi</h1></main>',
  ]) {
    const result = await project.call('writeFiles', { files: { 'index.html': body(inner) } })
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('JSX') } })
  }
  const shown = await project.call('writeFiles', {
    files: { 'index.html': body('<pre><code>{items.map(f)}</code></pre>') },
  })
  expect(shown).toMatchObject({ ok: true })
})

test('ten classes of Tailwind without a rule turn it on, and those of Bootstrap do not', async () => {
  const names = 'p-4 mt-3 mb-2 px-4 py-2 gap-3 rounded-lg text-lg font-bold w-1/2 bg-gray-100'.split(' ')
  const page = (head: string) =>
    `<!doctype html><html lang="en"><head><title>Page</title>${head}</head><body>${names.map((name) => `<p class="${name}">Some words here.</p>`).join('')}</body></html>`
  const isOn = async (head: string) => {
    const project = createTestProject()
    expect(await project.call('writeFiles', { files: { 'index.html': page(head) } })).toMatchObject({ ok: true })
    return siteUtilities(project.site) !== undefined
  }
  expect(await isOn('')).toBe(true)
  expect(await isOn('<link rel="stylesheet" href="https://cdn.example/bootstrap@5/dist/css/bootstrap.min.css">')).toBe(
    false,
  )
})

test('classes of Tailwind are no mistake of HTML that is inserted where they are styled, unknown ones are', async () => {
  const project = createTestProject()
  const { pageId } = project.addPage('<main></main>')
  const html = '<p class="px-4 md:flex text-brand-lead">x</p>'
  const insert = async () => JSON.stringify(await project.call('insertHtml', { parentId: pageId, html }))
  expect(await insert()).toContain('Tailwind and the like do not run here')
  project.site.set('settings/utilities', 'tailwind')
  expect(await insert()).not.toMatch(/Tailwind and|No stylesheet/)
  const unknown = await project.call('insertHtml', { parentId: pageId, html: '<p class="px-4 bread-card">x</p>' })
  expect(unknown).toMatchObject({ ok: true, warnings: [expect.stringContaining('bread-card')] })
})

test('a release compiles its classes by what its source brings for that', async () => {
  const project = createTestProject()
  project.site.set('settings/utilities', 'tailwind')
  const { pageId } = project.addPage('<p class="px-4">x</p>')
  const asked: (readonly string[])[] = []
  const compileUtilities: CompileUtilities = async (_source, classes) => {
    asked.push(classes)
    return { css: '.px-4 { padding-inline: 1rem }' }
  }
  const pages = [{ id: pageId, view: project.pages.get(pageId) ?? expect.fail() }]
  const release = await publishSite({ site: project.site, pages, compileUtilities })
  expect(asked).toEqual([['px-4']])
  expect(release.files.find(({ path }) => /^site-\w+\.css$/.test(path))?.text).toContain('padding-inline: 1rem')
})
