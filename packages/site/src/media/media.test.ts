import { createMemoryView, createOverlay } from '@atelier/documents'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { countIds } from '../../testing/localPage.ts'
import { shownCss } from '../sheet/shown.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { checkSiteValue } from '../validate/site.ts'
import { addMedia, folderPath, mediaByPath, mediaEntries, mediaEntry, type NewMedia } from './entries.ts'
import { responsiveImages } from './images.ts'
import { isPublishedPath } from './path.ts'
import { sitePath } from './resolve.ts'
import { imageVariants, responsiveImage } from './responsive.ts'
import { missingFile, shownFiles } from './shown.ts'

const hash = (digit: string) => digit.repeat(64)
const photo = (more: Partial<NewMedia> = {}): NewMedia => ({
  id: 'm1',
  name: 'Büro am Abend.JPG',
  hash: hash('a'),
  type: 'image/jpeg',
  bytes: 9,
  width: 3000,
  height: 2000,
  createdAt: 1,
  ...more,
})

describe('media of a site', () => {
  it('has a path of its name and content, and stands once', () => {
    const site = createMemoryView()
    const { entry, added } = addMedia(site, photo({ folder: 'team', alt: 'Evening' }))
    expect(added).toBe(true)
    expect(entry).toMatchObject({ path: 'media/buro-am-abend-aaaaaaaaaa.jpg', folder: 'team', alt: 'Evening' })
    expect(addMedia(site, photo({ id: 'm2', name: 'other.jpg' }))).toMatchObject({ added: false, entry: { id: 'm1' } })
    expect(addMedia(site, photo({ id: 'm3', hash: hash('b') })).added).toBe(true)
    expect(mediaEntries(site).map(({ id }) => id)).toEqual(['m3', 'm1'])
    for (const key of site.keys()) expect(checkSiteValue(key, site.get(key) ?? null)).toBeUndefined()
  })

  it('of an import lies where it was authored, and another content takes its place', () => {
    const site = createMemoryView()
    addMedia(site, photo({ path: 'assets/img/a.jpg' }))
    expect(addMedia(site, photo({ id: 'm2', path: 'assets/img/a.jpg' })).added).toBe(false)
    expect(addMedia(site, photo({ id: 'm3', path: 'assets/img/a.jpg', hash: hash('c') })).added).toBe(true)
    expect(mediaByPath(site, 'assets/img/a.jpg')).toMatchObject({ id: 'm3' })
    expect(mediaEntries(site)).toHaveLength(1)
  })

  it('follows what is written, also in a draft', () => {
    const site = createMemoryView()
    const { entry } = addMedia(site, photo())
    const draft = createOverlay(site)
    draft.set('media:m1/name', 'New.jpg')
    draft.set('media:m1/folder', 'x')
    expect(mediaByPath(draft, entry.path)).toMatchObject({ name: 'New.jpg', folder: 'x' })
    expect(mediaByPath(site, entry.path)?.name).toBe('Büro am Abend.JPG')
    draft.set('media:m1/deleted', true)
    expect(mediaByPath(draft, entry.path)).toBeUndefined()
    site.set('media:m1/alt', '')
    expect(mediaByPath(site, entry.path)?.alt).toBe('')
  })

  it.each([
    ['media:m1', { name: 'a', path: '../a.png', hash: hash('a'), type: 'image/png', bytes: 1, createdAt: 1 }, /path/],
    ['media:m1', { name: 'a', path: 'a.png', hash: 'x', type: 'image/png', bytes: 1, createdAt: 1 }, /SHA-256/],
    ['media:m1', { name: 'a', path: 'a.png', hash: hash('a'), type: 'text/html', bytes: 1, createdAt: 1 }, /type/],
    ['media:m1', { name: 'a', path: 'a.png', hash: hash('a'), type: 'image/png', bytes: -1, createdAt: 1 }, /sizes/],
    [
      'media:m1',
      { name: 'a', path: 'a.png', hash: hash('a'), type: 'image/png', bytes: 1, createdAt: 1, blur: ')x' },
      /base64/,
    ],
    ['media:m1/folder', '../up', /folder/],
    ['media:m1/hash', hash('b'), /no field/],
    ['code:c1', { path: '../a.js', type: 'script' }, /leads nowhere else/],
    ['code:c1/path', 'a/"><script>.js', /leads nowhere else/],
    ['code:c1/runtime', { enabled: true, defer: true }, /options/],
    ['dependency:../x', '1.0.0', /not a valid package name/],
    ['dependency:@a/b', 'file:x', /version/],
  ])('refuses %s that a tab writes wrongly', (key, value, reason) => {
    expect(checkSiteValue(key, value)).toMatch(reason)
  })

  it('knows folders and paths that lead nowhere else', () => {
    expect([folderPath(' a / b '), folderPath(''), folderPath('a/../b'), folderPath('a\nb')]).toEqual([
      'a/b',
      '',
      undefined,
      undefined,
    ])
    for (const path of ['a/b.png', 'ä ö/x.jpg']) expect(isPublishedPath(path)).toBe(true)
    for (const path of ['', '/a', 'a/', '../a', 'a/./b', 'con', 'a\\b', 'a?b', 'a.'])
      expect(isPublishedPath(path), path).toBe(false)
  })
})

it.each<[url: string, address: string, path: string | undefined]>([
  ['/media/a.png', '/', 'media/a.png'],
  ['media/a.png', '/', 'media/a.png'],
  ['../media/a.png', '/blog/', 'media/a.png'],
  ['a.png', '/old/page.html', 'old/a.png'],
  ['../img//i.png', '/css/a.css', 'img/i.png'],
  ['/img//../i.png', '/', 'img/i.png'],
  ['/a%20b.png?x#y', '/', 'a b.png'],
  ['https://example.com/media/a.png', '/', undefined],
  ['//example.com/a.png', '/', undefined],
  ['\\\\example.com/a.png', '/', undefined],
  ['data:image/png;base64,x', '/', undefined],
  ['#icon', '/', undefined],
  ['', '/', undefined],
  ['/%ff', '/', undefined],
])('%s at %s is the file %s', (url, address, path) => {
  expect(sitePath(url, address)).toBe(path)
})

describe('responsive pictures', () => {
  const site = createMemoryView()
  const { entry } = addMedia(site, photo({ blur: 'UklGRg==' }))
  addMedia(site, photo({ id: 'm2', hash: hash('b'), type: 'image/gif', name: 'g.gif' }))
  addMedia(site, photo({ id: 'm3', hash: hash('c'), type: 'image/svg+xml', name: 's.svg' }))
  addMedia(site, photo({ id: 'm4', hash: hash('d'), type: 'image/webp', name: 'w.webp', animated: true }))
  addMedia(site, photo({ id: 'm5', hash: hash('e'), path: 'assets/x.jpg' }))
  addMedia(site, photo({ id: 'm6', hash: hash('f'), name: 'small.jpg', width: 330, height: 100 }))
  const src = `/${entry.path}`
  const rewrite = (html: string, address = '/') => responsiveImages(site, html, address)

  it('have the widths that fit them, and the proportion of the whole', () => {
    expect(imageVariants(entry).map(({ width }) => width)).toEqual([320, 640, 960, 1280, 1920, 2560])
    expect(responsiveImage(entry)).toMatchObject({
      width: 3000,
      height: 2000,
      sizes: '(max-width: 3000px) 100vw, 3000px',
    })
    expect(responsiveImage(entry, '50vw')?.sizes).toBe('50vw')
    const small = mediaByPath(site, 'media/small-ffffffffff.jpg')
    expect(small && imageVariants(small)).toEqual([{ width: 330, path: 'media/small-ffffffffff-330.webp' }])
  })

  it('are given to plain images of the library, wherever the page lies', () => {
    const { html, images, css } = rewrite(`<p>a</p><img class="x" src="${src}" alt="a &amp; b"><p>b</p>`)
    expect(html).toMatch(
      /^<p>a<\/p><img class="x" src="\S+" alt="a &amp; b" srcset="\/media\/buro-am-abend-aaaaaaaaaa-320\.webp 320w, .* 2560w" sizes="[^"]+" width="3000" height="2000" decoding="async"><p>b<\/p>$/,
    )
    expect(images.map(({ id }) => id)).toEqual(['m1'])
    expect(css).toBe(
      `@layer images{img[src$="${src}"][width="3000"][height="2000"]{height:auto}img[src$="${src}"]{background:url(data:image/webp;base64,UklGRg==) 50%/cover no-repeat content-box}}`,
    )
    expect(rewrite(`<img src="../${entry.path}">`, '/blog/first/').images).toEqual([])
    expect(rewrite(`<img src="../../${entry.path}">`, '/blog/first/').images).toHaveLength(1)
    expect(responsiveImages(site, `<img src="${src}">`, '/', { blur: false }).css).not.toContain('background')
  })

  it('keep their proportion where the tag has their own size, whatever their type', () => {
    const sizeOf = (id: string, width = 3000, height = 2000) => {
      const { path } = mediaEntry(site, id) ?? expect.fail()
      return [`<img src="/${path}" width="${width}" height="${height}">`, `img[src$="/${path}"]`] as const
    }
    const newId = countIds('r')
    for (const id of ['m1', 'm3']) {
      const [html, selector] = sizeOf(id)
      expect(rewrite(html).css).toContain(`${selector}[width="3000"][height="2000"]{height:auto}`)
      expect(shownCss(site, undefined, 'none')).toContain(`${selector}[width="3000"][height="2000"]{height:auto}`)
      expect(rewrite(sizeOf(id, 300, 10)[0]).css).not.toContain('height:auto')
      // A rule of the site that sets the height in any case wins over the layer, which then says nothing.
      const classed = html.replace('<img', `<img class="tall ${id}"`)
      upsertCss(site, `@media print { .${id} { height: auto } }`, newId)
      expect(rewrite(classed).css).toContain('height:auto')
      upsertCss(site, `.${id} { height: auto }`, newId)
      expect(rewrite(classed).css).not.toContain('height:auto')
    }
    expect(rewrite(sizeOf('m5')[0]).css).toBe('')
    expect(shownCss(site, undefined, 'none')).not.toContain('assets/x.jpg')
  })

  it('leave what the author said', () => {
    const { html } = rewrite(`<img src="${src}" width="10" sizes="5vw" decoding="sync" loading="eager">`)
    expect(html).toContain('width="10" sizes="5vw" decoding="sync" loading="eager" srcset="')
    expect(html).not.toContain('height=')
    expect(rewrite(html).html).toBe(html)
  })

  it('wait, but for the first two', () => {
    const { html } = rewrite(`<img src="${src}">`.repeat(4))
    expect(html.match(/loading="lazy"/g)).toHaveLength(2)
  })

  it.each([
    `<img src="${src}" srcset="a.png 1x">`,
    `<picture><source srcset="x"><img src="${src}"></picture>`,
    `<!-- <img src="${src}"> -->`,
    `<style>a::before { content: '<img src="${src}">' }</style>`,
    `<textarea><img src="${src}"></textarea>`,
    '<img src="/media/g-bbbbbbbbbb.gif">',
    '<img src="/media/s-cccccccccc.svg">',
    '<img src="/media/w-dddddddddd.webp">',
    '<img src="/assets/x.jpg">',
    '<img src="/media/none.jpg">',
    `<img src="https://example.com${src}">`,
    `<div data-src="${src}"></div>`,
  ])('%s stays as it is', (html) => {
    expect(rewrite(html)).toEqual({ html, images: [], crops: [], css: '' })
  })

  it('add no element and take none away', () => {
    const page = `<main><a href="/"><img alt="x > y" src="${src}"></a><picture><img src="${src}"></picture><p>1 < 2</p></main>`
    const names = (html: string) =>
      JSON.stringify(parse(html), (key, value) => (key === 'parentNode' || key === 'attrs' ? undefined : value))
    expect(names(rewrite(page).html)).toBe(names(page))
  })
})

describe('a page that is looked at', () => {
  it('requests no file that the site lacks', () => {
    const site = createMemoryView()
    const files = shownFiles(site, '', '/files', missingFile)
    const of = (name: string, value: string, tag = 'img') => files.attributes([[name, value]], tag)[0]?.[1]
    expect(of('src', 'img/gone.png')).toBe('data:,')
    expect(of('srcset', '/a.png 1x, https://x.test/b.png 2x')).toBe('data:, 1x, https://x.test/b.png 2x')
    expect(of('src', 'https://x.test/a.png')).toBe('https://x.test/a.png')
    expect(of('href', '/about', 'a')).toBe('/about')
    expect(of('href', 'a.png', 'image')).toBe('data:,')
    expect(files.css('@import "a.css"; a { background: url(gone.png) }')).toBe(
      '@import "a.css"; a { background: url("data:,") }',
    )
    expect(shownFiles(site, '', '/files').attributes([['src', 'gone.png']])).toEqual([['src', 'gone.png']])
  })
})
