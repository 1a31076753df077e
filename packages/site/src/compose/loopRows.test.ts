import { atOnce } from '@atelier/operation'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestSite } from '../../testing/composing.ts'
import { blogModels } from '../../testing/content.ts'
import type { ContentEntry, ContentView } from '../context/content.ts'
import type { Attribute } from '../document/node.ts'
import { contentSource } from '../loop/contentSource.ts'
import { ANY_LOCALE } from '../loop/contentView.ts'
import { boundField, showableFields } from './boundField.ts'
import { boundText, composeNode, composePage, composePart, composeRich } from './compose.ts'
import { loopModel, loopRows } from './loopRows.ts'

const entries = fc.array(
  fc.record({
    title: fc.constantFrom('a', 'b', 'Ö', '10', '9'),
    stars: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  }),
  { maxLength: 700 },
)
const settings = fc.record({
  'order-by': fc.constantFrom('', 'title', 'stars', 'createdAt'),
  direction: fc.constantFrom('', 'asc', 'desc'),
  limit: fc.constantFrom('', '0', '1', '7'),
  offset: fc.constantFrom('', '1', '300'),
  'filter-stars': fc.constantFrom('', '0', '2'),
  'filter-title': fc.constantFrom('', 'a', '{site.name}'),
})

const view = (all: readonly ContentEntry[]): ContentView => ({
  locales: { default: 'en', supported: ['en', 'tr'] },
  models: blogModels,
  markdown: (text) => text,
  entries: (model) => (model === 'posts' ? all : []),
})

it('a loop shows the same with the rows that were found for it as with all', () => {
  fc.assert(
    fc.property(entries, settings, (posts, chosen) => {
      const all = posts.map(({ title, stars }, at): ContentEntry => {
        const values = { title: `${title} ${at % 5}`, ...(stars === undefined ? {} : { stars }) }
        const locales = { en: { values, publishedAt: at } }
        return { key: `k${at}`, id: `p${at}`, version: '1', createdAt: at % 7, updatedAt: at, locales }
      })
      const attributes = Object.entries({ 'source-id': 'data.rows', 'table-id': 'posts', ...chosen })
        .filter(([, value]) => value !== '')
        .map(([name, value]): Attribute => [`data-${name}`, value])
      // A filter that holds a token is left out on both sides.
      const fixed = attributes.filter(([, value]) => !value.includes('{'))
      const request = { attributes, content: view([]), language: 'en', most: 1000 }
      expect(loopModel(request)).toBe('posts')
      const found = atOnce(loopRows(request, all))
      const shown = (content: ContentView) => {
        const site = createTestSite()
        const given = fixed.map(([name, value]) => `${name}="${value}"`).join(' ')
        const { pageId } = site.addPage(`<atelier-loop ${given}><i>{currentEntry.id}</i></atelier-loop>`)
        return composePage(site.entry(pageId), { ...site.composition(), content }).body
      }
      expect(shown(view(found))).toEqual(shown(view(all)))
      expect(found.length).toBeLessThanOrEqual(all.length)
    }),
    { numRuns: 60 },
  )
})

it('single nodes of a template are shown with an entry, which says where their texts come from', () => {
  const site = createTestSite()
  const { pageId } = site.addPage(
    '<h1>{currentEntry.title}</h1><p>{currentEntry.author.name}</p><div class="note">{currentEntry.note|html}</div><main><atelier-outlet></atelier-outlet></main><p>By {currentEntry.title}</p>',
  )
  const people: ContentEntry = {
    key: 'a',
    id: 'ann',
    version: '1',
    createdAt: 1,
    updatedAt: 1,
    locales: { [ANY_LOCALE]: { values: { name: 'Ann' }, publishedAt: 1 } },
  }
  const values = { title: 'Hello', author: 'ann', note: '<b>bold</b>' }
  const post = { ...people, key: 'p', id: 'p', locales: { tr: { values, publishedAt: 1 } } }
  const content = { ...view([post]), entries: (model: string) => (model === 'posts' ? [post] : [people]) }
  const composition = {
    ...site.composition(),
    content,
    readHtml: (html: string) => [
      { kind: 'element' as const, tag: 'i', children: [{ kind: 'text' as const, text: html }] },
    ],
  }
  const model = content.models.find(({ id }) => id === 'posts')
  const source = model && contentSource(content, model, 'tr')
  const entry = source?.find?.('p')
  if (!source || !entry) throw new Error('The entry is there')
  const shows = { source, entry }
  const page = site.entry(pageId)
  const tree = composition.tree(pageId)
  const [heading, author, note, main, mixed] = tree?.children(tree.root) ?? []
  if (!tree || !heading || !author || !note || !main || !mixed) throw new Error('The page is there')
  const [text] = tree.children(heading.id)
  expect(text && composeNode(page, composition, text, shows).text).toBe('Hello')
  expect(text && composeNode(page, composition, text).text).toBe('{currentEntry.title}')
  expect(composeRich(page, composition, note, shows)).toBe('<i>&lt;b&gt;bold&lt;/b&gt;</i>')
  expect(composeRich(page, composition, heading, shows)).toBeUndefined()
  const outlet = tree.children(main.id)[0]?.id ?? ''
  expect(composePart(page, composition, outlet, { shows })).toContain('<i>')
  expect(composePart(page, composition, outlet)).toBe('')
  const written = (node: typeof heading) => {
    const bound = boundText(page, composition, node, shows)
    const at = bound && boundField(content, bound)
    return at && [at.model.id, at.id, at.field.name, at.locale]
  }
  expect(written(heading)).toEqual(['posts', 'p', 'title', 'tr'])
  expect(written(author)).toEqual(['people', 'ann', 'name', ANY_LOCALE])
  expect(written(note)).toEqual(['posts', 'p', 'note', 'tr'])
  expect(written(mixed)).toBeUndefined()
  const shown = showableFields(source, content).map(({ name }) => name)
  expect(shown).toEqual(expect.arrayContaining(['title', 'note', 'permalink', 'author.name', 'author.link']))
})
