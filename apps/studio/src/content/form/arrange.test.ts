import { expect, test } from 'vitest'
import { arrange, isWanted } from './arrange.ts'

test('fields of one section and tab are together, in the order of the model', () => {
  const fields = [
    { name: 'title' },
    { name: 'seoTitle', layout: { tab: 'Search', section: 'Title' } },
    { name: 'price', layout: { section: 'Shop' } },
    { name: 'seoText', layout: { tab: 'Search' } },
    { name: 'stock', layout: { section: 'Shop' } },
  ]
  const names = arrange(fields).map(({ title, sections }) => [
    title,
    sections.map((section) => [section.title, section.fields.map(({ name }) => name)]),
  ])
  expect(names).toEqual([
    [
      undefined,
      [
        [undefined, ['title']],
        ['Shop', ['price', 'stock']],
      ],
    ],
    [
      'Search',
      [
        ['Title', ['seoTitle']],
        [undefined, ['seoText']],
      ],
    ],
  ])
})

test('a field is shown while another one has one of its values, or any', () => {
  const wanted = (is: unknown[], text: string) => isWanted({ layout: { when: { field: 'kind', is } } }, () => text)
  expect(wanted(['event', 'talk'], 'talk')).toBe(true)
  expect(wanted(['event'], 'post')).toBe(false)
  expect(wanted([true], 'true')).toBe(true)
  expect(wanted(['a'], '["b", "a"]')).toBe(true)
  expect(wanted([], '')).toBe(false)
  expect(wanted([], 'false')).toBe(false)
  expect(wanted([], 'anything')).toBe(true)
  expect(isWanted({}, () => '')).toBe(true)
})
