import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { readBlueprint } from './read.ts'
import { Blueprint } from './schema.ts'

const plan = {
  siteName: 'Bread & Co',
  pages: [
    {
      filename: 'index.html',
      title: 'Home',
      sections: [
        { id: 'hero', name: 'Hero', sectionType: 'hero', layoutHint: 'Split Screen', itemCount: '3' },
        { id: 'hero', sectionType: 'shop-window' },
      ],
    },
    { filename: '/About Us', title: 'About' },
    { filename: 'about.html', title: 'Also about' },
    { filename: 'about', title: 'About again' },
  ],
  designSystem: { primaryColor: '#ABC', accentColor: 'tomato' },
  sharedComponents: {
    navLinks: [
      { label: 'Home', href: '/' },
      { label: 'Shop', href: 'shop.html' },
    ],
  },
}

test('what is not known falls back field by field, and is named', () => {
  const read = readBlueprint(plan) ?? expect.fail()
  expect(Value.Check(Blueprint, read.blueprint)).toBe(true)
  const { pages, designSystem, sharedComponents } = read.blueprint
  expect(pages.map(({ filename }) => filename)).toEqual(['index.html', 'page-2.html', 'about.html', 'about-2.html'])
  expect(pages[0]?.sections).toMatchObject([
    { id: 'hero', sectionType: 'hero', layoutHint: 'split-screen', itemCount: 3, mediaType: 'none' },
    { id: 'hero-2', sectionType: 'custom' },
  ])
  expect(designSystem).toMatchObject({ primaryColor: '#aabbcc', accentColor: '#d97706' })
  expect(sharedComponents.navLinks).toEqual([{ label: 'Home', href: 'index.html' }])
  expect(read.notes).toEqual([
    'pages.0.sections.1.sectionType cannot be “shop-window”; it is “custom”.',
    'designSystem.accentColor cannot be “tomato”; it is “#d97706”.',
    '“About” cannot be the file “/About Us”; it is page-2.html.',
    'Two pages were planned as about.html; “About again” is about-2.html.',
    'The menu’s “Shop” leads to “shop.html”, which is no planned page; it is left out.',
  ])
})

test.each([
  [
    'in a fence, after thoughts',
    `<think>{"a"}</think>Here it is:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nEnjoy!`,
  ],
  ['with trailing commas and single quotes', JSON.stringify(plan).replaceAll('"', "'").replace(']}', ',]}')],
  ['cut in the middle', JSON.stringify(plan).slice(0, 180)],
])('a plan is read from a text %s', (_name, text) => {
  const read = readBlueprint(text) ?? expect.fail()
  expect(read.blueprint.siteName).toBe('Bread & Co')
  expect(read.blueprint.pages[0]?.filename).toBe('index.html')
})

test('a plan without pages has a home page, and a menu without links shows all pages', () => {
  const { blueprint, notes } = readBlueprint({}) ?? expect.fail()
  expect(blueprint.pages.map(({ filename }) => filename)).toEqual(['index.html'])
  expect(blueprint.sharedComponents.navLinks).toEqual([{ label: 'Home', href: 'index.html' }])
  expect(notes).toEqual(['No page was planned; there is an empty home page.'])
})

test('further pages need no home, keep clear of files that are there, and may link to them', () => {
  const read = readBlueprint(
    {
      pages: [{ title: 'News' }, { filename: 'about.html', title: 'About' }],
      sharedComponents: {
        navLinks: [
          { label: 'Home', href: 'index.html' },
          { label: 'News', href: '/news/' },
          { label: 'Shop', href: 'shop.html' },
        ],
      },
    },
    { existing: ['index.html', 'about.html'] },
  )
  expect(read?.blueprint.pages.map(({ filename }) => filename)).toEqual(['news.html'])
  expect(read?.blueprint.sharedComponents.navLinks.map(({ label }) => label)).toEqual(['Home', 'News'])
  expect(read?.notes).toEqual([
    'There is a page about.html already, which stays as it is.',
    'The menu’s “Shop” leads to “shop.html”, which is no page; it is left out.',
  ])
  const others = { pages: [{ filename: 'index.html' }, { filename: 'about.html', title: 'Us' }] }
  const again = readBlueprint(others, { existing: ['index.html', 'about.html'] })
  expect(again?.blueprint.pages.map(({ filename }) => filename)).toEqual(['about-2.html'])
  expect(again?.notes).toEqual([
    'There is a page index.html already, which stays as it is.',
    'There is a page about.html already; “Us” is about-2.html.',
  ])
  expect(readBlueprint({}, { existing: ['index.html'] })?.blueprint.pages).toEqual([])
})

test.each([['no plan at all'], ['[1]'], [undefined], [7], [[]]])('%j is no plan', (answer) => {
  expect(readBlueprint(answer)).toBeUndefined()
})

test('any object at all becomes a blueprint that fits', () => {
  const names = fc.constantFrom(
    'pages',
    'sections',
    'filename',
    'title',
    'designSystem',
    'fontWeights',
    'navLinks',
    'x',
  )
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, 1e9, -1, 'hero', '#fff', '', true),
      fc.string(),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(names, tie('json'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(names, fc.constant('sharedComponents')), json), (value) => {
      const read = readBlueprint(value) ?? expect.fail()
      expect(Value.Check(Blueprint, read.blueprint)).toBe(true)
      const files = read.blueprint.pages.map(({ filename }) => filename)
      expect(new Set(files).size).toBe(files.length)
      expect(files).toContain('index.html')
    }),
    { numRuns: 500 },
  )
})
