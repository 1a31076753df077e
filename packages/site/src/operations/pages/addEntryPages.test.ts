import { describe, expect, it } from 'vitest'
import { createTestSite } from '../../../testing/composing.ts'
import { createTestContent } from '../../../testing/content.ts'
import { printCss } from '../../css/printCss.ts'
import { pages } from '../../document/pages.ts'

function setUp(html: string, site = createTestSite()) {
  const content = createTestContent()
  site.addPage(html, { title: 'Home', slug: 'index' })
  const { locales, models } = content
  const services = { content: { describe: async () => ({ locales, models }), load: content.load } }
  const call = (name: string, input: object) => site.call(name, input, { services })
  const body = (slug: string) => {
    const found = pages(site.site).find((each) => each.slug === slug)
    return found && site.compose(found.id).body
  }
  return { site, call, body }
}

describe('addEntryPages', () => {
  it('makes a list and a template in the frame of the home page, with styles, and leaves the home page', async () => {
    const { site, call, body } = setUp(
      '<a href="#top">Skip</a><header><nav><a href="/" aria-current="page">Menu</a></nav></header><section>Home</section><p>More</p><footer>End</footer>',
    )
    const home = body('index')
    const made = await call('addEntryPages', { model: 'posts' })
    expect(made).toMatchObject({ ok: true, data: { address: '/blog/' } })
    const listed = body('blog')
    expect(listed).toMatch(
      /<header>[\s\S]*<main>[\s\S]*<section class="entries">[\s\S]*<h1>Posts<\/h1>[\s\S]*<\/main>[\s\S]*<footer>/,
    )
    expect(listed).not.toContain('Home')
    expect(listed).not.toContain('aria-current')
    expect(home).toContain('Home')
    expect(body('index')).toBe(home)
    expect(printCss(site.site)).toMatch(/\.entries \{[^}]*max-width/)
    const template = pages(site.site).find(({ slug }) => slug === 'blog-entry')
    expect(template?.template?.target).toEqual({ kind: 'postTypes', tableSlugs: ['posts'] })
    const again = await call('addEntryPages', { model: 'posts' })
    expect(again).toMatchObject({
      ok: true,
      data: { address: '/blog/' },
      warnings: [expect.anything(), expect.anything()],
    })
    expect(pages(site.site)).toHaveLength(3)
  })

  it('shows the picture, the day, the authors and the tags of an entry', async () => {
    const { site, call, body } = setUp('<p>Home</p>')
    await call('addEntryPages', { model: 'posts' })
    const entry = body('blog-entry')
    expect(entry).toContain('<img class="entry-picture" src="{currentEntry.cover}" alt="">')
    expect(entry).toContain(
      '<time class="entry-date" datetime="{currentEntry.publishedAt}">{currentEntry.publishedAt}</time>',
    )
    expect(entry).toContain('<span class="entry-author">{currentEntry.author.name}</span>')
    expect(entry).toContain('<span class="entry-tags">{currentEntry.tags}</span>')
    expect(printCss(site.site)).toMatch(/\.entry-tags:empty \{\s*display: none/)
  })

  it('keeps the main element and what is around all of a page', async () => {
    const { call, body } = setUp(
      '<div class="page"><header>Top</header><main class="wide" id="content"><p>Home</p></main><footer>End</footer></div>',
    )
    await call('addEntryPages', { model: 'posts' })
    expect(body('blog')).toMatch(
      /^<body><div class="page"><header>Top<\/header><main class="wide" id="content">[\s\S]*Posts[\s\S]*<\/main><footer>End<\/footer><\/div><\/body>$/,
    )
    expect(body('blog')).not.toContain('Home')
  })

  it('knows a header that is a component, and puts nothing of a template into the pages', async () => {
    const made = createTestSite()
    const top = made.component('Top', '<header>Shared</header>')
    const { call, body } = setUp(`<atelier-component ref="${top}"></atelier-component><p>Home</p>`, made)
    await call('addEntryPages', { model: 'posts' })
    expect(body('blog')).toMatch(/^<body><header>Shared<\/header>\s*<main>/)
    expect(body('blog')).not.toContain('Home')
    const other = setUp('<header>Own</header><p>Home</p>')
    other.site.template('<header>All</header><atelier-outlet></atelier-outlet>', {
      target: { kind: 'everywhere' },
      priority: 1,
    })
    await other.call('addEntryPages', { model: 'posts' })
    expect(other.body('blog')).toMatch(/^<body><header>All<\/header><main>/)
  })

  it('says what is missing', async () => {
    const { call } = setUp('<p>Home</p>')
    expect(await call('addEntryPages', { model: 'people' })).toMatchObject({ error: { code: 'no_route' } })
    expect(await call('addEntryPages', { model: 'none' })).toMatchObject({ error: { code: 'unknown_post_type' } })
  })
})
