import { fieldsOf } from '@atelier/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeTokens } from '../document/tokenText.ts'
import { escapeText } from '../html/print.ts'
import { createTestSite } from '../testing/composing.ts'
import { createTestContent } from '../testing/content.ts'
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

/** The body of the home page of a site that shows one entry. */
async function bodyOf(page: string, values: Readonly<Record<string, string>>): Promise<string | undefined> {
  const site = createTestSite()
  const content = createTestContent()
  content.put('posts', 'only', { en: values })
  site.addPage(page)
  const stored = new Map([...site.pages].map(([id, view]) => [id, { head: 0, fields: fieldsOf(view) }]))
  const heads = new Map([...stored.keys()].map((id) => [id, 0]))
  const { files } = await renderRelease({ site: fieldsOf(site.site), heads, load: async () => stored, content })
  const home = files.find(({ path }) => path === 'index.html')
  return home && 'text' in home ? /<body[\s\S]*<\/body>/.exec(home.text)?.[0] : undefined
}

const loop = (inside: string) =>
  `<atelier-loop data-source-id="data.rows" data-table-id="posts">${inside}</atelier-loop>`

it('a page that shows an entry is the same HTML as if it had been typed there', async () => {
  await fc.assert(
    fc.asyncProperty(text, html, async (title, note) => {
      const shown = await bodyOf(
        loop(
          '<article><h2>{currentEntry.title}</h2><img alt="{currentEntry.title}" src="/a.png"><div>{currentEntry.note|html}</div></article>',
        ),
        { title, note },
      )
      const escaped = escapeText(escapeTokens(title))
      const typed = await bodyOf(
        `<article><h2>${escaped}</h2><img alt="${escaped.replaceAll('"', '&quot;')}" src="/a.png"><div>${escapeTokens(note)}</div></article>`,
        {},
      )
      expect(shown).toBe(typed)
    }),
    { numRuns: 150 },
  )
})
