import { expect, it } from 'vitest'
import { createTestSite } from '../../testing/composing.ts'
import { blogModels } from '../../testing/content.ts'
import type { ComponentParam } from '../component/params.ts'
import type { ContentEntry, ContentField, ContentModel, ContentView } from '../context/content.ts'
import { ANY_LOCALE } from '../loop/contentView.ts'
import { boundField } from './boundField.ts'
import { composePage, composePart } from './compose.ts'
import { FIELD_ATTRIBUTE, fieldAt } from './fieldAddress.ts'

const entry = (id: string, locale: string, values: Record<string, string>): ContentEntry => ({
  key: id,
  id,
  version: '1',
  createdAt: 1,
  updatedAt: 1,
  locales: { [locale]: { values, publishedAt: 1 } },
})
const entries: Record<string, ContentEntry[]> = {
  posts: [
    entry('one', 'en', { title: 'First', author: 'ann' }),
    entry('two', 'en', { title: 'Second', author: 'bob', note: '<b>n</b>' }),
  ],
  people: [entry('ann', ANY_LOCALE, { name: 'Ann' }), entry('bob', ANY_LOCALE, { name: 'Bob' })],
}
const content: ContentView = {
  locales: { default: 'en', supported: ['en', 'tr'] },
  models: blogModels,
  markdown: (text) => text,
  entries: (model) => entries[model] ?? [],
}

/** The texts of a part's elements: the words, and where these are written. */
function written(html: string, view = content): string[] {
  const found: string[] = []
  for (const [, address = '', words = ''] of html.matchAll(
    new RegExp(`${FIELD_ATTRIBUTE}="([^"]*)"[^>]*>([^<]*)`, 'g'),
  )) {
    const origin = fieldAt(view, address.replaceAll('&quot;', '"'))
    const at = origin && boundField(view, origin)
    found.push(`${words} = ${at ? [at.model.id, at.id, at.field.name, at.locale].join('/') : origin?.field}`)
  }
  return found
}

function composed(html: string | ((site: ReturnType<typeof createTestSite>) => string)) {
  const site = createTestSite()
  const { pageId } = site.addPage(typeof html === 'string' ? html : html(site))
  const composition = { ...site.composition(), content }
  const tree = composition.tree(pageId)
  const [first] = tree ? tree.children(tree.root) : []
  const part = (whole = false) =>
    composePart(site.entry(pageId), composition, first?.id ?? '', { uid: true, fields: true, whole })
  return { part, page: () => composePage(site.entry(pageId), composition).body }
}

const posts = 'data-source-id="data.rows" data-table-id="posts"'
const param = (name: string): ComponentParam => ({ name, type: 'text', default: '', required: false })

it('each copy of a loop says where its texts are written, also in a loop inside of it', () => {
  const { part, page } = composed(
    `<atelier-loop ${posts}><div><h2>{currentEntry.title}</h2><p>By {currentEntry.author.name}</p><atelier-loop data-source-id="data.rows" data-table-id="people"><i>{currentEntry.name}</i><b>{parentEntry.title}</b></atelier-loop></div></atelier-loop>`,
  )
  const second = ['Second = posts/two/title/en', `Ann = people/ann/name/${ANY_LOCALE}`, 'Second = posts/two/title/en']
  expect(written(part())).toEqual(second)
  expect(written(part(true))[0]).toBe('First = posts/one/title/en')
  // A visitor's page does not show it.
  expect(page()).not.toContain(FIELD_ATTRIBUTE)
})

it('a component says it of its own tokens, and of parameters that are a field, through other components', () => {
  const { part } = composed((site) => {
    const label = site.component('Label', '<b>{params.text}</b>', [param('text')])
    const card = site.component(
      'Card',
      `<h3>{params.title}</h3><i>{params.kind}</i><p>{currentEntry.author.name}</p><u>{params.title} again</u><atelier-component ref="${label}" param-text="{params.title}"></atelier-component>`,
      [param('title'), param('kind')],
    )
    return `<atelier-loop ${posts}><atelier-component ref="${card}" param-title="{currentEntry.title}" param-kind="News"></atelier-component></atelier-loop>`
  })
  expect(written(part())).toEqual([
    'Second = posts/two/title/en',
    `Bob = people/bob/name/${ANY_LOCALE}`,
    'Second = posts/two/title/en',
  ])
})

it('a relation to one of several models leads to the entry that it names', () => {
  const of = (id: string, field: ContentField): ContentModel => ({
    id,
    label: id,
    localized: id === 'posts',
    fields: [field],
  })
  const name: ContentField = { name: 'name', label: 'Name', kind: 'text' }
  const by: ContentField = { name: 'by', label: 'By', kind: 'relation', models: ['people', 'firms'] }
  const models = [of('posts', by), of('people', name), of('firms', name)]
  const firm = entry('ann', ANY_LOCALE, { name: 'Ann Ltd' })
  const post = entry('one', 'en', {})
  const values = { by: { model: 'firms', ref: 'ann' } }
  const mixed: ContentView = {
    ...content,
    models,
    entries: (model) =>
      model === 'posts'
        ? [{ ...post, locales: { en: { values, publishedAt: 1 } } }]
        : model === 'firms'
          ? [firm]
          : (entries[model] ?? []),
  }
  const address = JSON.stringify(['posts', 'en', 'one', 'by.name', ''])
  const origin = fieldAt(mixed, address)
  expect(origin && boundField(mixed, origin)?.model.id).toBe('firms')
  expect(fieldAt(mixed, JSON.stringify(['posts', 'en', 'gone', 'title', '']))).toBeUndefined()
  expect(fieldAt(mixed, 'nothing')).toBeUndefined()
})
