import { createMemoryView } from '@atelier/documents'
import { expect, test } from 'vitest'
import { createSite, listPage } from '../document/pages.ts'
import { pageAddress, pagePath } from '../document/paths.ts'
import { checkSiteValue } from '../validate/site.ts'
import { cssSources, pagePolicy } from './csp.ts'
import { headOf } from './head.ts'
import { atomFeed, robots, sitemap } from './lists.ts'
import { recordRedirect, redirectKey, redirects, redirectsFile } from './redirects.ts'
import { readBaseUrl } from './settings.ts'

const nothing = { assets: new Set<string>(), styles: new Set<string>() }
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.slice(name.length + 1)

test.each([
  ['<body><p>x</p></body>', 'style-src', "'self'"],
  ['<p style="color:red">x</p>', 'style-src', "'self' 'unsafe-inline'"],
  ['<style>a{}</style>', 'style-src', "'self' 'unsafe-inline'"],
  [
    '<img src="https://cdn.example/a.png?x=1" srcset="//b.example/a.png 1x, data:image/png;base64,A 2x">',
    'img-src',
    "'self' b.example data: https://cdn.example",
  ],
  ['<iframe src="https://www.youtube.com/embed/x"></iframe>', 'frame-src', 'https://www.youtube.com'],
  ['<iframe srcdoc="x"></iframe>', 'frame-src', "'self'"],
  ['<p>x</p>', 'frame-src', "'none'"],
  ['<p>x</p>', 'object-src', "'none'"],
  ['<p>x</p>', 'script-src', "'none'"],
  ['<link rel="stylesheet" href="https://fonts.example/css">', 'style-src', "'self' https://fonts.example"],
  ['<link rel="stylesheet" href="https://fonts.example/css">', 'font-src', "'self' https:"],
  ['<form action="https://forms.example/send"></form>', 'form-action', "'self' https://forms.example"],
  ['<a href="https://elsewhere.example/">x</a>', 'img-src', "'self'"],
  ['<svg><image href="https://pics.example/a.svg"></image></svg>', 'img-src', "'self' https://pics.example"],
  [`<img src="https://x.example;script-src 'unsafe-inline'/a.png">`, 'script-src', "'none'"],
])('the policy of %s has %s %s', (html, name, value) => {
  expect(directive(pagePolicy(html, nothing), name)).toBe(value)
})

test('hosts of a stylesheet are allowed, and code brings its own sources', () => {
  const sources = cssSources('@import "https://a.example/x.css"; .b { background: url(https://c.example/d.png) }')
  expect([[...sources.styles], [...sources.assets]]).toEqual([['https://a.example'], ['https://c.example']])
  const policy = pagePolicy('<p>x</p>', sources, { script: ["'self'"], connect: ['https://api.example'] })
  expect(directive(policy, 'script-src')).toBe("'self'")
  expect(directive(policy, 'connect-src')).toBe('https://api.example')
  expect(directive(policy, 'font-src')).toContain('https://c.example')
})

test.each([
  ['index', true, 'index.html', '/'],
  ['about', false, 'about/index.html', '/about/'],
  ['old/page.html', false, 'old/page.html', '/old/page.html'],
  ['größe', false, 'größe/index.html', '/gr%C3%B6%C3%9Fe/'],
  ['404', false, '404.html', '/404.html'],
])('the slug %s lies at its path and is seen at its address', (slug, isHome, path, address) => {
  expect(pagePath({ slug }, isHome)).toBe(path)
  expect(pageAddress(path)).toBe(address)
})

test.each(['../x', 'a//b', '.git', 'a/../b', 'c:d', 'a?b', 'a\u0000b'])('the slug %s is not a path', (slug) => {
  expect(pagePath({ slug }, false)).toBeUndefined()
})

test('a head holds only what settings ask for', () => {
  const request = { page: {}, site: { name: 'S', language: 'en' }, title: 'T', slug: 'a', address: '/a/' }
  expect(headOf(request)).toEqual({ title: 'T', description: undefined, language: 'en', items: [] })
  const { items } = headOf({
    ...request,
    page: { ogTitle: 'Card', ogImage: 'media/c.png', noindex: true },
    site: { ...request.site, baseUrl: 'https://x.example', favicon: 'media/i.svg' },
    feed: { url: '/feed.xml', type: 'application/atom+xml' },
  })
  const flat = items.map(({ attributes }) => attributes.map(([, value]) => value).join(' '))
  expect(flat).toEqual([
    'robots noindex',
    'og:title Card',
    'og:type website',
    'og:site_name S',
    'og:url https://x.example/a/',
    'og:image https://x.example/media/c.png',
    'twitter:card summary_large_image',
    'icon image/svg+xml /media/i.svg',
    'alternate application/atom+xml /feed.xml',
  ])
})

function siteWith(...slugs: string[]) {
  const site = createMemoryView()
  createSite(site, { name: 'S' })
  for (const slug of slugs) listPage(site, { id: `p-${slug}`, title: slug, slug })
  return site
}

test('redirects of a page that moved repeatedly lead to its current path', () => {
  const site = siteWith('index', 'a')
  const move = (from: string, to: string) => {
    site.set('page:p-a/slug', to)
    recordRedirect(site, from, to, 1)
  }
  move('a', 'b')
  move('b', 'c/d')
  expect(redirects(site)).toEqual([
    { from: '/a', to: '/c/d' },
    { from: '/b', to: '/c/d' },
  ])
  expect(redirectsFile(redirects(site))).toBe('/a /c/d 301\n/b /c/d 301\n')
  move('c/d', 'a')
  expect(redirects(site)).toEqual([
    { from: '/b', to: '/a' },
    { from: '/c/d', to: '/a' },
  ])
  listPage(site, { id: 'new', title: 'B', slug: 'b' })
  expect(redirects(site)).toEqual([{ from: '/c/d', to: '/a' }])
})

test('drops redirects in a circle, and makes none for the home page', () => {
  const site = siteWith('index')
  site.set(redirectKey('/x'), { to: '/y', at: 1 })
  site.set(redirectKey('/y'), { to: '/x', at: 1 })
  recordRedirect(site, 'index', 'start', 1)
  expect(redirects(site)).toEqual([])
})

test.each([
  ['redirect:blog%2Ffirst', { to: '/blog/second', at: 1 }, true],
  ['redirect:blog', { to: '//elsewhere.example', at: 1 }, false],
  ['redirect:blog', { to: 'https://elsewhere.example', at: 1 }, false],
  ['redirect:blog', { to: '/\\elsewhere', at: 1 }, false],
  ['redirect:%', { to: '/x', at: 1 }, false],
  ['page:p/noindex', true, true],
  ['page:p/noindex', 'yes', false],
  ['page:p/description', 'x'.repeat(2_001), false],
  ['page:p/ogImage', '/media/a.png', true],
])('%s with %j is written by a tab: %s', (key, value, accepted) => {
  expect(checkSiteValue(key, value) === undefined).toBe(accepted)
})

test('lists date each page by its last change, and a feed by its newest entry', () => {
  const page = (name: string, day: number) => ({
    url: `https://x.example/${name}`,
    title: name,
    modified: Date.UTC(2026, 0, day),
  })
  const listed = [page('old', 2), page('new', 9), page('between', 5)]
  const days = (text: string, element: string) =>
    [...text.matchAll(new RegExp(`<${element}>2026-01-0(\\d)T00:00:00.000Z</${element}>`, 'g'))].map(([, day]) =>
      Number(day),
    )
  expect(days(sitemap(listed), 'lastmod')).toEqual([2, 9, 5])
  const feed = (entries: typeof listed) =>
    atomFeed({ title: 'S', language: 'en', siteUrl: 'https://x.example/', url: 'https://x.example/feed.xml', entries })
  // The feed's own first, then those of its entries.
  expect(days(feed(listed), 'updated')).toEqual([9, 2, 9, 5])
  expect(feed([])).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
})

test('machine-readable lists are well formed with any titles', () => {
  const page = { url: 'https://x.example/a?b&c', title: '<A> & \u0001"B"', modified: 0 }
  expect(sitemap([page])).toContain('<loc>https://x.example/a?b&amp;c</loc><lastmod>1970-01-01T00:00:00.000Z</lastmod>')
  const feed = atomFeed({
    title: 'S',
    language: 'en',
    siteUrl: 'https://x.example/',
    url: 'https://x.example/feed.xml',
    entries: [page],
  })
  expect(feed).toContain('<title>&lt;A&gt; &amp; &quot;B&quot;</title>')
  expect(robots(undefined, 'https://x.example/sitemap.xml')).toContain('Sitemap: https://x.example/sitemap.xml')
  expect(robots('User-agent: *\nDisallow: /', 'https://x.example/sitemap.xml')).toBe('User-agent: *\nDisallow: /\n')
})

test.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['https://www.example.com/', 'https://www.example.com'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://example.com/path', undefined],
  ['ftp://example.com', undefined],
  ['example.com', undefined],
  ['https://user@example.com', undefined],
])('%s is the base %s', (written, base) => {
  expect(readBaseUrl(written)).toBe(base)
})
