import { type Json, plainView } from '@atelier/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { createTestSite } from '../../testing/composing.ts'
import { createTestContent } from '../../testing/content.ts'
import { escapeTokens } from '../document/tokenText.ts'
import { escapeText } from '../html/print.ts'
import { renderRelease } from './release.ts'

const words = fc.constantFrom(
  'plain',
  'a & b',
  '&amp;',
  '<b>bold</b>',
  '{page.title}',
  '\\{page.title}',
  '{{ x }}',
  '"quoted"',
  ' two  spaces ',
  '\u00a0',
  'ığdır',
)
const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const html = fc
  .array(
    fc.oneof(
      text.map((each) => `<p>${each}</p>`),
      fc.constantFrom(
        '<h2 id="a">A</h2>',
        '<ul><li>1<li>2</ul>',
        '<p onclick="x()">x</p>',
        '<a href="javascript:x()">x</a>',
        '<a href="/a?b={page.title}" title="{page.title}">x</a>',
        '<script>x()</script>',
        '<img src="/media/a.png" alt="">',
        '<table><tr><td>1</table>',
        '<p>open <b>bold <i>both</b> tail',
        '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
        '<iframe srcdoc="<p>x"></iframe>',
        '<!-- c -->',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

/** The shown content: posts by their authors, the home page, and perhaps the template of the posts. */
interface Shown {
  posts?: readonly Readonly<Record<string, Json>>[]
  authors?: readonly string[]
  template?: string
}

/** The body of a page of a site, the home page if no other path is given. */
async function bodyOf(
  page: string,
  { posts = [], authors = [], template }: Shown,
  path = 'index.html',
): Promise<string | undefined> {
  const site = createTestSite()
  const content = createTestContent()
  for (const [at, name] of authors.entries()) content.put('people', `a${at}`, { all: { name } })
  for (const [at, values] of posts.entries()) content.put('posts', `p${at}`, { en: values })
  site.addPage(page)
  if (template !== undefined)
    site.template(template, { target: { kind: 'postTypes', tableSlugs: ['posts'] }, priority: 100 })
  const stored = new Map([...site.pages].map(([id, view]) => [id, { head: 0, fields: plainView(view) }]))
  const heads = new Map([...stored.keys()].map((id) => [id, 0]))
  const { files } = await renderRelease({ site: plainView(site.site), heads, load: async () => stored, content })
  const found = files.find((file) => file.path === path)
  return found && 'text' in found ? /<body[\s\S]*<\/body>/.exec(found.text)?.[0] : undefined
}

/** A text as one types it into HTML, where it stays what it is. */
const typedText = (value: string) => escapeText(escapeTokens(value))
const typedValue = (value: string) => typedText(value).replaceAll('"', '&quot;')

const loop = (inside: string) =>
  `<atelier-loop data-source-id="data.rows" data-table-id="posts">${inside}</atelier-loop>`

it('a page that shows an entry equals typed HTML', async () => {
  await fc.assert(
    fc.asyncProperty(text, html, async (title, note) => {
      const shown = await bodyOf(
        loop(
          '<article><h2>{currentEntry.title}</h2><img alt="{currentEntry.title}" src="/a.png"><div>{currentEntry.note|html}</div></article>',
        ),
        { posts: [{ title, note }] },
      )
      const typed = await bodyOf(
        `<article><h2>${typedText(title)}</h2><img alt="${typedValue(title)}" src="/a.png"><div>${escapeTokens(note)}</div></article>`,
        {},
      )
      expect(shown).toBe(typed)
    }),
    { numRuns: numRuns(40, 300) },
  )
})

it('a page that shows several entries in order, with related ones, equals typed HTML', async () => {
  const post = fc.record({ title: text, stars: fc.integer({ min: 0, max: 9 }), author: fc.nat({ max: 2 }) })
  const rows = fc.array(post, { maxLength: 6 })
  const limits = fc.integer({ min: 1, max: 6 })
  await fc.assert(
    fc.asyncProperty(rows, fc.tuple(text, text), limits, async (posts, authors, limit) => {
      const shown = await bodyOf(
        `<atelier-loop data-source-id="data.rows" data-table-id="posts" data-order-by="stars" data-limit="${limit}"><p title="{currentEntry.author.name}">{currentEntry.title} by {currentEntry.author.name}</p></atelier-loop>`,
        // The last author is hidden.
        { posts: posts.map((each) => ({ ...each, author: `a${each.author}` })), authors },
      )
      const typed = await bodyOf(
        posts
          .toSorted((a, b) => a.stars - b.stars)
          .slice(0, limit)
          .map(({ title, author }) => {
            const name = authors[author] ?? ''
            return `<p title="${typedValue(name)}">${typedText(title)} by ${typedText(name)}</p>`
          })
          .join(''),
        {},
      )
      expect(shown).toBe(typed)
    }),
    { numRuns: numRuns(20, 120) },
  )
})

it('the page of an entry by its template equals typed HTML', async () => {
  await fc.assert(
    fc.asyncProperty(text, html, text, async (title, note, name) => {
      const values = { title, note, author: 'a0' }
      const shown = await bodyOf(
        '<p>Home</p>',
        {
          posts: [values],
          authors: [name],
          template:
            '<main><h1>{currentEntry.title}</h1><p>{currentEntry.author.name}</p><div>{currentEntry.note|html}</div></main>',
        },
        'blog/p0/index.html',
      )
      const typed = await bodyOf(
        `<main><h1>${typedText(title)}</h1><p>${typedText(name)}</p><div>${escapeTokens(note)}</div></main>`,
        {},
      )
      expect(shown).toBe(typed)
    }),
    { numRuns: numRuns(20, 120) },
  )
})

it('a filtered page in another language equals HTML typed in that language', async () => {
  // A tag that one entry leaves open would continue in the next one where both are typed.
  const note = text.map((each) => `<p>${each}</p>`)
  const values = fc.record({ title: text, stars: fc.integer({ min: 0, max: 2 }), body: text, note })
  const post = fc
    .record({ en: fc.option(values), tr: fc.option(values) })
    .filter(({ en, tr }) => en !== null || tr !== null)
  await fc.assert(
    fc.asyncProperty(fc.array(post, { maxLength: 5 }), fc.boolean(), async (posts, isForeign) => {
      const render = async (page: string, entries: typeof posts) => {
        const site = createTestSite()
        const content = createTestContent()
        // A hidden author.
        for (const [at, locales] of entries.entries())
          content.put(
            'posts',
            `p${at}`,
            Object.fromEntries(
              Object.entries(locales).flatMap(([locale, each]) =>
                each ? [[locale, { ...each, author: 'gone' }]] : [],
              ),
            ),
          )
        const { pageId } = site.addPage(page)
        // The language of the page, or that of the loop.
        if (!isForeign) site.site.set(`page:${pageId}/language`, 'tr')
        const stored = new Map([...site.pages].map(([id, view]) => [id, { head: 0, fields: plainView(view) }]))
        const heads = new Map([...stored.keys()].map((id) => [id, 0]))
        const { files } = await renderRelease({ site: plainView(site.site), heads, load: async () => stored, content })
        const [found] = files.filter((file) => file.path.endsWith('index.html') && 'text' in file)
        return found && 'text' in found ? /<body[\s\S]*<\/body>/.exec(found.text)?.[0] : undefined
      }
      const locale = isForeign ? ' data-locale="tr"' : ''
      const shown = await render(
        `<atelier-loop data-source-id="data.rows" data-table-id="posts" data-filter-stars="1"${locale}><article><h2 title="{currentEntry.title}">{currentEntry.title}{currentEntry.author.name}</h2><div>{currentEntry.body|html}</div><div>{currentEntry.note|html}</div></article></atelier-loop>`,
        posts,
      )
      const typed = await render(
        posts
          .flatMap(({ tr }) => (tr?.stars === 1 ? [tr] : []))
          .map(({ title, body, note }) => {
            const heading = `<h2 title="${typedValue(title)}">${typedText(title)}</h2>`
            return `<article>${heading}<div><p>${escapeTokens(body)}</p></div><div>${escapeTokens(note)}</div></article>`
          })
          .join(''),
        [],
      )
      expect(shown).toBe(typed)
    }),
    { numRuns: numRuns(20, 120) },
  )
})
