import { expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { fieldNamed, sectionFields } from './fields.ts'
import { sectionsOf } from './sections.ts'

function sectionsIn(html: string): string[] {
  const project = createCmsProject()
  const tree = project.tree(project.addPage(html))
  return sectionsOf(tree).map(
    ({ tag, birth }) => `${tag}${(birth.attrs ?? []).map(([, value]) => `.${value}`).join('')}`,
  )
}

test.each([
  [
    'the boxes in main, without header, navigation and footer',
    '<header><a href="/">Logo</a></header><nav></nav><main><section class="a"><h1>A</h1></section><div class="b">B</div></main><footer>F</footer>',
    ['section.a', 'div.b'],
  ],
  [
    'a header with a heading is one',
    '<header class="masthead"><h1>A</h1></header><main><p>B</p></main>',
    ['header.masthead', 'main'],
  ],
  [
    'through a wrapper of the page',
    '<div><nav></nav><section class="a">A</section><section class="b">B</section></div>',
    ['section.a', 'section.b'],
  ],
  [
    'through wrappers in main',
    '<main><div><section class="a">A</section><section class="b">B</section></div></main>',
    ['section.a', 'section.b'],
  ],
  ['a main with loose words is one', '<main><h1>A</h1><p>B</p></main>', ['main']],
  ['without main the children of the body', '<h1>A</h1><p>B</p><script></script>', ['h1', 'p']],
])('sections: %s', (_what, html, expected) => {
  expect(sectionsIn(html)).toEqual(expected)
})

test('every text, link and picture of a section is a field, named by role and node', () => {
  const project = createCmsProject()
  const tree = project.tree(
    project.addPage(
      '<main><section style="background: url(/media/a.jpg)"><h1>Bread <em>daily</em></h1><p>Read <a href="/more">more</a>.</p><p><a class="button" href="/buy">Buy</a></p><img src="/media/b.jpg" alt="B"><ul><li>One</li><li>Two</li></ul><p>{page.title}</p></section></main>',
    ),
  )
  const [section] = sectionsOf(tree)
  const fields = sectionFields(project.site, tree, section?.id ?? '')
  expect(fields.map(({ role, value }) => [role, value])).toEqual([
    ['background', '/media/a.jpg'],
    ['heading', 'Bread daily'],
    ['text', 'Read more.'],
    ['link', { label: 'more', href: '/more' }],
    ['link', { label: 'Buy', href: '/buy' }],
    ['image', { src: '/media/b.jpg', alt: 'B' }],
    ['item', 'One'],
    ['item', 'Two'],
    ['text', '{page.title}'],
  ])
  expect(fields.at(-1)?.isBound).toBe(true)
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
  const [, heading, text] = fields
  expect(heading?.name).toMatch(/^heading_[0-9a-z]{4}$/)
  expect(fieldNamed(fields, 'heading')).toBe(heading)
  expect(fieldNamed(fields, heading?.name ?? '')).toBe(heading)
  expect(fieldNamed(fields, 'item')).toBeUndefined()
  expect(fieldNamed(fields, `text_${text?.nodeId.slice(-2)}`)).toBe(text)
  expect(fieldNamed(fields, 'text_')).toBeUndefined()
})
