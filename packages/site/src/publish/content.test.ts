import { plainView } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { createTestSite } from '../../testing/composing.ts'
import { createTestContent } from '../../testing/content.ts'
import type { ReleaseRecord } from './record.ts'
import { type ReleaseOptions, renderRelease } from './release.ts'

/** A site with content, published again and again. */
function createBlog() {
  const site = createTestSite()
  const content = createTestContent()
  const heads = new Map<string, number>()
  let record: ReleaseRecord | undefined
  return {
    site,
    content,
    heads,
    async publish(options: ReleaseOptions = {}) {
      const stored = new Map(
        [...site.pages].map(([id, view]) => [id, { head: heads.get(id) ?? 0, fields: plainView(view) }]),
      )
      const release = await renderRelease(
        {
          site: plainView(site.site),
          heads: new Map([...stored].map(([id, { head }]) => [id, head])),
          load: async () => stored,
          content,
        },
        { ...(record ? { previous: record } : {}), baseUrl: 'https://example.com', ...options },
      )
      record = release.record
      const texts = new Map(release.files.flatMap((file) => ('text' in file ? [[file.path, file.text] as const] : [])))
      return {
        ...release,
        text: (path: string) => texts.get(path),
        body: (path: string) => /<body[\s\S]*<\/body>/.exec(texts.get(path) ?? '')?.[0],
      }
    },
  }
}

const loop = (attributes: string, inside: string) =>
  `<atelier-loop data-source-id="data.rows" data-table-id="posts"${attributes}>${inside}</atelier-loop>`

describe('a loop over a collection', () => {
  it('shows its entries in the locale of the page, with related ones and the fields that every entry has', async () => {
    const { site, content, publish } = createBlog()
    content.put('people', 'ada', { all: { name: 'Ada', link: 'https://ada.example' } })
    content.put('posts', 'first', {
      en: { title: 'First', author: 'ada', cover: 'media/a b.png', stars: 2, tags: ['x', 'y'] },
      tr: { title: 'İlk', author: 'ada' },
    })
    content.put('posts', 'second', { en: { title: 'Second', author: 'gone', stars: 10 } })
    const inside =
      '<a href="{currentEntry.permalink}">{currentEntry.title} {currentEntry.author.name} {currentEntry.tags} {currentEntry.publishedAt}</a><img alt="" src="{currentEntry.featuredMedia}">'
    site.addPage(loop('', `<div>${inside}</div>`))
    const turkish = site.addPage(loop('', '<b>{currentEntry.title}</b>'), { slug: 'tr', title: 'TR' })
    site.site.set(`page:${turkish.pageId}/language`, 'tr-TR')
    site.addPage(loop(' data-locale="tr" data-order-by="stars"', '<b>{currentEntry.title}</b>'), { slug: 'both' })
    site.addPage(loop(' data-locale="de"', '<b>{currentEntry.title}</b>'), { slug: 'none' })
    const { body, report } = await publish()
    expect(body('index.html')).toBe(
      '<body><div><a href="/blog/first/">First Ada x, y 1970-01-03</a><img alt="" src="/media/a%20b.png"></div>' +
        '<div><a href="/blog/second/">Second   1970-01-04</a><img alt=""></div></body>',
    )
    expect(body('tr/index.html')).toBe('<body><b>İlk</b></body>')
    expect(body('both/index.html')).toBe('<body><b>İlk</b></body>')
    expect(body('none/index.html')).toBe('<body></body>')
    expect(report.problems.map(({ message }) => message)).toEqual([
      'The content has no locale “de”, so this loop shows nothing.',
    ])
  })

  it('names the language of what is not translated yet, field by field', async () => {
    const { site, content, publish } = createBlog()
    content.put('people', 'ada', { all: { name: 'Ada' } })
    content.put('posts', 'first', {
      en: { title: 'First', summary: 'Words' },
      tr: {
        title: 'İlk',
        summary: 'Words',
        note: '<p>Note</p>',
        body: 'Text',
        stars: 2,
        cover: 'a.png',
        author: 'ada',
      },
    })
    const marked = '<b>{currentEntry.title}</b><i>{currentEntry.summary}</i><div>{currentEntry.note|html}</div>'
    const others =
      '<p lang="de">{currentEntry.summary}</p><u>{currentEntry.stars}</u><s>Two: {currentEntry.summary}</s><img alt="{currentEntry.summary}" src="{currentEntry.cover}">'
    site.addPage('<p>Home</p>')
    const page = site.addPage(loop('', `<div>${marked}${others}</div>`), { slug: 'tr', title: 'TR' })
    site.site.set(`page:${page.pageId}/language`, 'tr')
    content.standIn('posts', 'first', 'tr', ['summary', 'note', 'body', 'stars', 'cover'])
    const around = '<article><atelier-outlet></atelier-outlet></article>'
    site.template(around, { target: { kind: 'postTypes', tableSlugs: ['posts'] }, priority: 1 })
    const first = await publish()
    expect(first.body('tr/index.html')).toBe(
      '<body><div><b>İlk</b><i lang="en">Words</i><div lang="en"><p>Note</p></div>' +
        '<p lang="de">Words</p><u>2</u><s>Two: Words</s><img alt="Words" src="/a.png" lang="en"></div></body>',
    )
    expect(first.body('tr/blog/first/index.html')).toContain('<article lang="en"><p>Text</p></article>')
    // Translated, it is in the language of the page.
    content.standIn('posts', 'first', 'tr', [])
    const second = await publish()
    expect(second.text('tr/index.html')).not.toContain('lang="en"')
    expect(second.body('tr/blog/first/index.html')).toContain('<article><p>Text</p></article>')
  })

  it('orders and filters by any field', async () => {
    const { site, content, publish } = createBlog()
    content.put('posts', 'a', { en: { title: 'A', stars: 9, tags: ['x'], author: 'ada' } })
    content.put('posts', 'b', { en: { title: 'B', stars: 10, tags: ['x', 'y'] } })
    content.put('posts', 'c', { en: { title: 'C', stars: 1, tags: ['y'], author: 'ada' } })
    const titles = '<b>{currentEntry.title}</b>'
    site.addPage(loop(' data-order-by="stars" data-direction="desc" data-limit="2"', titles))
    site.addPage(loop(' data-filter-tags="y"', titles), { slug: 'y' })
    site.addPage(loop(' data-filter-author="ada" data-order-by="title" data-direction="desc"', titles), { slug: 'ada' })
    site.addPage(loop(' data-filter-colour="red"', titles), { slug: 'wrong' })
    const { body, report } = await publish()
    expect(body('index.html')).toBe('<body><b>B</b><b>A</b></body>')
    expect(body('y/index.html')).toBe('<body><b>B</b><b>C</b></body>')
    expect(body('ada/index.html')).toBe('<body><b>C</b><b>A</b></body>')
    expect(report.problems).toMatchObject([{ message: expect.stringContaining('have no filter “colour”') }])
  })

  it('shows a long text as HTML only as the whole content of an element, without what is refused', async () => {
    const { site, content, publish } = createBlog()
    const note =
      '<p onclick="x()">a <a href="javascript:x()">b</a></p><script>x()</script><atelier-loop><i>{page.title}</i></atelier-loop>'
    content.put('posts', 'a', { en: { title: 'A', body: 'One\n\n<script>two</script>', note } })
    site.addPage(loop('', '<section> {currentEntry.note|html} </section><div>{currentEntry.body|html}</div>'))
    site.addPage(
      loop(
        '',
        '<div><p>See {currentEntry.note|html}</p><i title="{currentEntry.note|html}"></i><textarea>{currentEntry.note|html}</textarea></div>',
      ),
      { slug: 'wrong' },
    )
    site.addPage(loop('', '<div><p>{currentEntry.note|html}</p><b>{currentEntry.title|html}</b></div>'), {
      slug: 'block',
    })
    const { body, report } = await publish()
    expect(body('index.html')).toBe('<body><section><p>a <a>b</a></p><i>{page.title}</i></section></body>')
    expect(body('wrong/index.html')).toBe('<body><div><p>See </p><i title=""></i><textarea></textarea></div></body>')
    expect(body('block/index.html')).toBe('<body><div><p></p><b>A</b></div></body>')
    expect(report.problems.map(({ message }) => message)).toEqual([
      '{currentEntry.note|html} is left out: HTML stands only as the whole content of an element.',
      '{currentEntry.note|html} is left out: HTML stands only as the whole content of an element.',
      '{currentEntry.note|html} is left out: HTML stands only as the whole content of an element.',
      '{currentEntry.note|html} is left out: <p> cannot hold what it shows; use a <div>.',
      'Values are never inserted as HTML; “html” is printed as text.',
    ])
  })
})

describe('a release', () => {
  it('renders only what depends on a changed collection', async () => {
    const { site, content, publish } = createBlog()
    content.put('people', 'ada', { all: { name: 'Ada' } })
    content.put('posts', 'a', { en: { title: 'A', author: 'ada' } })
    site.addPage(loop('', '<b>{currentEntry.title}</b>'))
    site.addPage(loop('', '<b>{currentEntry.author.name}</b>'), { slug: 'authors' })
    site.addPage('<h1>About</h1>', { slug: 'about' })
    expect((await publish()).report.rendered).toBe(3)
    expect((await publish()).report.rendered).toBe(0)
    content.put('people', 'ada', { all: { name: 'Ada L.' } })
    const renamed = await publish()
    expect(renamed.report.rendered).toBe(1)
    expect(renamed.body('authors/index.html')).toBe('<body><b>Ada L.</b></body>')
    content.put('posts', 'b', { en: { title: 'B' } })
    expect((await publish()).report.rendered).toBe(2)
    content.loads.length = 0
    await publish()
    expect(content.loads.sort()).toEqual(['people', 'posts'])
  })
})
