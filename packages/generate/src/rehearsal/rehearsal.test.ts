import { blanksIn, parseHtml } from '@atelier/site'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { LAYOUTS, SECTION_TYPES } from '../blueprint/lists.ts'
import { readBlueprint } from '../blueprint/read.ts'
import { Blueprint } from '../blueprint/schema.ts'
import { rehearseBlueprint } from './blueprint.ts'
import { declinedLanguage } from './language.ts'
import { rehearseSite } from './site.ts'
import { siteWords } from './words.ts'

const bakery =
  'Ferment is a small sourdough bakery in Porto. We bake country loaves, rye rolls and custard tarts for €1.60. Open Tuesday to Saturday 7:00 – 14:00. Rua das Flores 12, hello@ferment.example, +351 220 000 000.'

test.each([
  ['bakery', bakery, 'menu about contact', 'organic-warm'],
  ['craft', 'Oak & Iron, a carpenter in Bristol', 'work about contact', 'editorial-magazine'],
  ['body', 'A physiotherapy practice called Stride in Leeds', 'services about contact', 'luxury-refined'],
  ['band', 'Rat Parade is a punk band from Leipzig', 'dates music contact', 'brutalist-raw'],
  ['authority', 'Stadtwasser is the water utility of Ulm', 'notices services contact', 'corporate-clean'],
  ['notary', 'Helene Brandt is a notary in Graz', 'services about contact', 'editorial-magazine'],
  ['undertaker', 'Abel Stone is an undertaker in Leeds', 'services about contact', 'luxury-refined'],
  ['app', 'Tidewise is an app with tide tables', 'features about contact', 'tech-minimal'],
  ['software', 'Northlight builds software for bakeries', 'services about contact', 'tech-minimal'],
  ['any', 'I walk dogs in Ghent', 'services about contact', 'bold-expressive'],
])('%s has four pages of its own kind, each of at least two different sections', (_name, brief, files, style) => {
  const blueprint = rehearseBlueprint(brief)
  expect(Value.Check(Blueprint, blueprint)).toBe(true)
  expect(readBlueprint(blueprint)).toEqual({ blueprint, notes: [] })
  const further = files.split(' ').map((file) => `${file}.html`)
  expect(blueprint.pages.map(({ filename }) => filename)).toEqual(['index.html', ...further])
  expect(blueprint.designSystem.visualStyle).toBe(style)
  for (const { sections } of blueprint.pages) {
    expect(new Set(sections.map(({ sectionType }) => sectionType)).size).toBeGreaterThanOrEqual(2)
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
  expect(pages.flatMap(({ sections }) => sections.map((each) => each.contentNotes)).join('\n')).toContain(offers)
})

const notary =
  'Dr. Helene Brandt is a notary in Graz. We certify signatures, draft wills and register companies. Office hours Monday to Friday 9:00 – 16:00. Hauptplatz 4, office@brandt.example.'
const band =
  'Build a website for Rat Parade, a punk band from Leipzig. Gigs: 12 May Conne Island, 3 June SO36 Berlin. Booking: booking@ratparade.example'
const utility =
  'Stadtwasser Ulm is the water utility of the city of Ulm. We supply drinking water to 130,000 people. On 4 June the water in Weststadt is off from 8 to 12. Emergency line 0731 166 100, billing 0731 166 200.'
const undertaker =
  'Abel Stone is a family-run undertaker in Leeds. We arrange burials and cremations. Call +44 113 000000.'
const app = 'Tidewise is an app that shows tide tables for every harbour in Britain. It works without a network.'
const bicycles = 'Spoke & Chain repairs bicycles in Utrecht. A service costs 45 €, a new chain 30 €. Open Mon–Fri 9–18.'
const bees = 'I keep bees. My honey comes from lime trees. I also lend hives to schools.'
const german =
  'Das Notariat Weber in Bremen. Wir beurkunden Verträge und beglaubigen Unterschriften. Geöffnet Mo–Fr von 9 bis 16 Uhr.'

test.each([
  ['bakery', bakery],
  ['notary', notary],
  ['band', band],
  ['utility', utility],
  ['undertaker', undertaker],
  ['app', app],
  ['bicycles', bicycles],
  ['bees', bees],
  ['German notary', german],
])('every word of the site of %s is the brief’s, a label or a blank', (_name, brief) => {
  const blueprint = rehearseBlueprint(brief)
  const labels = JSON.stringify(siteWords(blueprint.language))
  const templates = siteWords(blueprint.language).about('') + siteWords(blueprint.language).is('', '')
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const days = 'to bis und montag dienstag mittwoch donnerstag freitag uhr'
  const known = new Set(wordsIn(`${brief} ${labels} ${templates} ${days}`))
  for (const [file, text] of Object.entries(rehearseSite(blueprint))) {
    if (file.endsWith('.css')) continue
    const shown = text.replace(/<[^>]*>/g, ' ').replaceAll('&amp;', '&')
    expect([file, wordsIn(shown).filter((word) => !known.has(word))]).toEqual([file, []])
  }
})

const text = (brief: string) => Object.values(rehearseSite(rehearseBlueprint(brief))).join('\n')

test('a band has dates, an authority notices and contacts, a notary no prices', () => {
  expect(text(band)).toMatch(/12 May<[\s\S]+?>Conne Island</)
  expect(rehearseSite(rehearseBlueprint(utility))['notices.html']).toMatch(
    /On 4 June the water in Weststadt is off[\s\S]+Emergency line[\s\S]+tel:0731166100[\s\S]+Billing/,
  )
  const kinds = (brief: string) =>
    rehearseBlueprint(brief).pages.flatMap(({ sections }) => sections.map(({ sectionType }) => sectionType))
  expect(kinds(notary)).not.toContain('pricing')
  expect(kinds(undertaker)).not.toContain('pricing')
  expect(text(notary)).not.toMatch(/[€$£]|price/i)
  expect(text(bicycles)).toMatch(/>Service<[\s\S]+?>45 €</)
})

test('what a brief does not say is a blank that the checks know, and is left out of the footer', () => {
  const files = rehearseSite(rehearseBlueprint('Ferment is a bakery in Porto'))
  const blanks = new Set(Object.entries(files).flatMap(([file, html]) => (file.endsWith('.css') ? [] : blanksIn(html))))
  expect([...blanks]).toEqual(
    expect.arrayContaining([
      'Your opening hours',
      'Your telephone number',
      'Your email address',
      'Your address',
      'Your products and their prices',
    ]),
  )
  expect(files['_components/footer.html']).not.toContain('[')
  expect(rehearseBlueprint('I walk dogs').siteName).toBe('[Your business]')
  expect(text('I walk dogs')).not.toMatch(/mailto:|tel:|<form|https?:|<script|style="|!important/)
})

test.each([
  ['Somos una clínica dental en Sevilla. Hacemos limpiezas e implantes. Abierto de lunes a viernes.', 'Spanish'],
  ['مخبز صغير في عمّان نخبز خبز القمح والكعك كل صباح', 'Arabic'],
  ['A website in Spanish for a dentist in Seville', 'Spanish'],
  ['Nous sommes une boulangerie à Lyon et nous faisons du pain au levain.', 'French'],
  ['Panadería en Lima', 'Spanish'],
  ['Oak & Iron, a carpenter in Bristol. Write everything in Polish.', 'Polish'],
  ['パン屋のウェブサイトを作ってください', 'Japanese'],
])('%s is declined in one sentence', (brief, language) => {
  expect(declinedLanguage(brief)).toMatch(new RegExp(`^[^.]*not ${language}[^.]*\\.$`))
})

test.each([
  bakery,
  notary,
  band,
  utility,
  app,
  german,
  'I teach Spanish in Leeds',
  'A school in Leeds. We teach in Spanish and English.',
  'Tapas bar in Bath, called La Casa',
  '',
])('%s is not declined', (brief) => expect(declinedLanguage(brief)).toBeUndefined())

test('each layout of a page’s beginning leads to one of seven skeletons', () => {
  const blueprint = rehearseBlueprint(bakery)
  const [home] = blueprint.pages
  const [hero] = home?.sections ?? []
  if (!home || !hero) expect.fail()
  const mains = new Set<string>()
  const bodies = new Set<string>()
  for (const layout of LAYOUTS) {
    hero.layoutHint = layout
    const files = rehearseSite({ ...blueprint, pages: [home] })
    const main = /<main class="([^"]+)"/.exec(files['index.html'] ?? '')?.[1] ?? ''
    const [, skeleton = ''] = main.split(' ')
    mains.add(skeleton)
    bodies.add(skeleton + String(files['styles.css']?.includes(`.${skeleton}`)))
  }
  expect(mains.size).toBe(7)
  expect([...bodies].every((each) => each.endsWith('true'))).toBe(true)
  const used = new Set(
    [bakery, notary, band, utility, undertaker, app, bicycles, bees].flatMap((brief) => skeletons(brief)),
  )
  expect(used.size).toBe(7)
})

const skeletons = (brief: string) =>
  Object.values(rehearseSite(rehearseBlueprint(brief))).flatMap(
    (html) => /<main class="main ([^"]+)"/.exec(html)?.[1] ?? [],
  )

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
    /data-block="story"[\s\S]+data-block="list"[\s\S]+Why we[\s\S]+It is &lt;good&gt;/,
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
