import { expect, test } from 'vitest'
import { countingIds, memoryDraft } from '../../testing/memoryDraft.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { createSite, listPage } from '../document/pages.ts'
import { importPage } from '../import/page.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { rebaseCss, rebaseHtml } from './rebase.ts'

function siteOf(pages: { slug: string; title: string; html: string }[], css = '') {
  const newId = countingIds('n')
  const site = memoryDraft()
  createSite(site, { name: 'Site', language: 'de' })
  const made = pages.map(({ slug, title, html }) => {
    const view = memoryDraft()
    const id = newId()
    listPage(site, { id, title, slug })
    importPage(site, view, { html, newId })
    return { id, view }
  })
  if (css) upsertCss(site, css, newId)
  return { site, pages: made }
}

test('publishes a page as written, without additions', async () => {
  const css = '.a { color: red }\n.a { color: blue }'
  const { files, report } = await publishSite(
    siteOf([{ slug: 'index', title: 'Tea & <co>', html: '<h1 class="a">Tea</h1>' }], css),
  )
  expect(files.map(({ path }) => path.replace(/[0-9a-f]{10}/, 'HASH'))).toEqual([
    '404.html',
    'index.html',
    'robots.txt',
    'site-HASH.css',
  ])
  expect(files[3]?.text).toBe(css)
  expect(files[1]?.text).toBe(`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tea &amp; &lt;co></title>
<link rel="stylesheet" href="/${files[3]?.path}">
</head>
<body><h1 class="a">Tea</h1></body></html>`)
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  expect(report).toEqual({ pages: 1, rendered: 1, bytes, skipped: [], problems: [] })
})

test('publishes no stylesheet without CSS, and respects a description and hidden nodes', async () => {
  const content = siteOf([{ slug: 'index', title: 'T', html: '<p>Seen</p><section><p>Unseen</p></section>' }])
  const [page] = content.pages
  content.site.set(`page:${page?.id}/description`, 'About "tea"')
  const section = [...(page?.view.keys() ?? [])].find((key) =>
    JSON.stringify(page?.view.get(key)).includes('"section"'),
  )
  page?.view.set(`${section}/hidden`, true)
  const { files } = await publishSite(content)
  expect(files.map(({ path }) => path)).toEqual(['404.html', 'index.html', 'robots.txt'])
  expect(files[1]?.text).toContain('<meta name="description" content="About &quot;tea&quot;">')
  expect(files[1]?.text).toContain('<body><p>Seen</p></body>')
})

test('leaves out addresses that cannot be files, and reports them', async () => {
  const pages = ['index', 'a/b', '404', '../x', 'c:d', 'x//y'].map((slug) => ({ slug, title: slug, html: '<p>p</p>' }))
  const { files, report } = await publishSite(siteOf(pages))
  expect(files.map(({ path }) => path)).toEqual(['404.html', 'a/b/index.html', 'index.html', 'robots.txt'])
  expect(report.skipped).toHaveLength(3)
  expect(report.skipped[0]?.reason).toBe('The address “../x” of the page “../x” cannot be published.')
})

test.each([
  ['<a href="/a">/a</a>', '<a href="/p/a">/a</a>'],
  [
    '<a href="//host/a">x</a><a href="a">y</a><a href="#b">z</a>',
    '<a href="//host/a">x</a><a href="a">y</a><a href="#b">z</a>',
  ],
  ['<img alt="href=&quot;/a&quot; > " src="/a.png">', '<img alt="href=&quot;/a&quot; > " src="/p/a.png">'],
  ['<p style="background: url(&quot;/a.png&quot;)"></p>', '<p style="background: url(&quot;/p/a.png&quot;)"></p>'],
  [
    '<!-- <a href="/a"> --><textarea><a href="/a"></textarea>',
    '<!-- <a href="/a"> --><textarea><a href="/a"></textarea>',
  ],
  ['<form action="/send"><button formaction="/x">', '<form action="/p/send"><button formaction="/p/x">'],
  [
    '<p style="background: url(/a.png); --x: &quot;&#13;&nbsp;&lt;&quot;">',
    '<p style="background: url(/p/a.png); --x: &quot;&#13;&nbsp;&lt;&quot;">',
  ],
])('%s is moved under a path', (html, moved) => {
  expect(rebaseHtml(html, '/p')).toBe(moved)
})

test('moves only URLs in CSS under a path', () => {
  const css =
    '@import "/a.css"; .a { content: "/x"; background: url( /b.png ), url("/c"), url(//h/d), image-set("/e" 1x); --x: 1/2 }'
  expect(rebaseCss(css, '/p')).toBe(
    '@import "/p/a.css"; .a { content: "/x"; background: url( /p/b.png ), url("/p/c"), url(//h/d), image-set("/p/e" 1x); --x: 1/2 }',
  )
})
