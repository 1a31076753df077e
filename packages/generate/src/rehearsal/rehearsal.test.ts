import { parseHtml } from '@atelier/site'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { SECTION_TYPES } from '../blueprint/lists.ts'
import { readBlueprint } from '../blueprint/read.ts'
import { Blueprint } from '../blueprint/schema.ts'
import { rehearseBlueprint } from './blueprint.ts'
import { rehearseSite } from './site.ts'

const bakery =
  'Ferment is a small sourdough bakery in Porto. We bake country loaves, rye rolls and custard tarts for €1.60. Open Tuesday to Saturday 7:00 – 14:00. Rua das Flores 12, hello@ferment.example, +351 220 000 000.'

test.each([
  ['bakery', bakery, 'menu.html', 'organic-warm'],
  ['craft', 'Oak & Iron, a carpenter in Bristol', 'work.html', 'editorial-magazine'],
  ['body', 'A physiotherapy practice called Stride in Leeds', 'services.html', 'luxury-refined'],
  ['software', 'Northlight builds software for bakeries', 'services.html', 'tech-minimal'],
  ['any', 'I walk dogs in Ghent', 'services.html', 'bold-expressive'],
])('%s has four pages of at least four different sections', (_name, brief, offer, style) => {
  const blueprint = rehearseBlueprint(brief)
  expect(Value.Check(Blueprint, blueprint)).toBe(true)
  expect(readBlueprint(blueprint)).toEqual({ blueprint, notes: [] })
  expect(blueprint.pages.map(({ filename }) => filename)).toEqual(['index.html', offer, 'about.html', 'contact.html'])
  expect(blueprint.designSystem.visualStyle).toBe(style)
  for (const { sections } of blueprint.pages) {
    expect(new Set(sections.map(({ sectionType }) => sectionType)).size).toBeGreaterThanOrEqual(4)
  }
  expect(rehearseSite(blueprint)).toEqual(rehearseSite(rehearseBlueprint(brief)))
})

test('the person’s facts about the business are on its pages', () => {
  const files = rehearseSite(rehearseBlueprint(bakery))
  expect(files['index.html']).toContain('Ferment is a small sourdough bakery in Porto')
  for (const offer of ['Country loaves', 'Rye rolls', 'Custard tarts', '€1.60']) {
    expect(files['menu.html']).toContain(offer)
  }
  for (const fact of ['mailto:hello@ferment.example', 'tel:+351220000000', 'Rua das Flores 12', '7:00 – 14:00']) {
    expect(files['contact.html']).toContain(fact)
  }
  expect(files['_components/footer.html']).toContain('tel:+351220000000')
})

test.each([
  [
    'Build a website for my café Morgenrot in Berlin. We serve cinnamon buns (€3.20).',
    'Morgenrot',
    'Cinnamon buns |  | €3.20',
  ],
  ['We need a site. Our company, Blue Pine Software, builds data platforms.', 'Blue Pine Software', ''],
  ['Clay & Co makes stoneware: mugs from £24, bowls £38.', 'Clay & Co', 'Mugs |  | from £24\nBowls |  | £38'],
])('%s is read as what %s offers', (brief, name, offers) => {
  const { siteName, pages } = rehearseBlueprint(brief)
  expect(siteName).toBe(name)
  expect(pages[1]?.sections[1]?.contentNotes).toContain(offers)
})

test('nothing is made up that only the person can know', () => {
  const files = Object.values(rehearseSite(rehearseBlueprint('I walk dogs'))).join('\n')
  expect(files).not.toMatch(/mailto:|tel:|<form|https?:|<script|style="|!important/)
})

test('a changed plan changes the site', () => {
  const blueprint = rehearseBlueprint(bakery)
  const [home, menu, about] = blueprint.pages
  if (!home || !menu || !about) expect.fail()
  const [hero, reasons, ...rest] = home.sections
  if (!hero || !reasons) expect.fail()
  blueprint.designSystem.primaryColor = '#005f73'
  about.title = 'The people'
  home.sections = [hero, ...rest, { ...reasons, name: 'Why we', contentNotes: 'Only this | It is <good>' }]
  blueprint.pages = [home, about]
  blueprint.sharedComponents.navLinks = [{ label: 'Us', href: 'about.html' }]
  const files = rehearseSite(blueprint)
  expect(Object.keys(files)).toEqual([
    '_components/header.html',
    '_components/footer.html',
    'styles.css',
    'index.html',
    'about.html',
  ])
  expect(files['styles.css']).toContain('--primary: light-dark(#005f73, ')
  expect(files['about.html']).toContain('<title>The people – Ferment</title>')
  expect(files['_components/header.html']).toContain('href="/about/">Us</a>')
  expect(files['index.html']).toMatch(
    /data-block="story"[\s\S]+data-block="reasons"[\s\S]+Why we[\s\S]+It is &lt;good&gt;/,
  )
  expect(Object.values(files).join()).not.toContain('/menu/')
  home.sections = rest
  expect(rehearseSite(blueprint)['index.html']).toMatch(
    /data-block="page-title">[\s\S]+<h1 class="opening-title">Home</,
  )
})

test('every type of section, with and without notes, is a block with a heading', () => {
  const blueprint = rehearseBlueprint(bakery)
  const [home] = blueprint.pages
  const [hero] = home?.sections ?? []
  if (!home || !hero) expect.fail()
  home.sections = SECTION_TYPES.flatMap((sectionType) =>
    ['', 'One | Two', 'A line'].map((contentNotes) => ({ ...hero, sectionType, contentNotes, name: 'A name' })),
  )
  const text = rehearseSite(blueprint)['index.html'] ?? ''
  expect([...text.matchAll(/<section [^>]*data-block="hero/g)]).toHaveLength(SECTION_TYPES.length * 3)
  expect([...text.matchAll(/<h[12] [^>]*>A name</g)]).toHaveLength(SECTION_TYPES.length * 3)
  expect([...text.matchAll(/<h1 /g)]).toHaveLength(1)
  const body = parseHtml(text.slice(text.indexOf('<main'), text.indexOf('</main>') + '</main>'.length))
  expect(body.warnings).toEqual([])
})

test('unreadable colours are moved until they can be read', () => {
  const blueprint = rehearseBlueprint(bakery)
  blueprint.designSystem = { ...blueprint.designSystem, primaryColor: '#fff3b0', textColor: '#dddddd' }
  const css = rehearseSite(blueprint)['styles.css'] ?? ''
  expect(css).not.toContain('--primary: light-dark(#fff3b0')
  expect(css).not.toContain('--text: light-dark(#dddddd')
  blueprint.designSystem = { ...blueprint.designSystem, backgroundColor: '#101018', surfaceColor: '#181824' }
  const dark = rehearseSite(blueprint)['styles.css'] ?? ''
  expect(dark).toContain('color-scheme: dark')
  expect(dark).not.toContain('light-dark(')
})
