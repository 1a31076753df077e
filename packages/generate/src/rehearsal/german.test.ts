import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { Blueprint, readBlueprint, rehearseBlueprint, rehearseSite } from '../index.ts'

const bakery =
  'Morgenrot ist eine kleine Sauerteigbäckerei in Leipzig. Wir backen Landbrot, Roggenbrötchen und Zimtschnecken für 2,40 €. Geöffnet Di–Sa von 7 bis 14 Uhr, Sonntag 8:00 – 11:00. Lindenstraße 12, hallo@morgenrot.example, +49 341 000000.'

test.each([
  ['Bäckerei', bakery, 'Morgenrot', 'angebot.html', 'organic-warm'],
  [
    'Café',
    'Wir haben ein kleines Café in Halle, es heißt Kleine Pause.',
    'Kleine Pause',
    'angebot.html',
    'organic-warm',
  ],
  ['Handwerk', 'Eiche & Eisen, eine Tischlerei in Freiburg', 'Eiche & Eisen', 'arbeiten.html', 'editorial-magazine'],
  [
    'Praxis',
    'Unsere Physiotherapie „Schritt für Schritt“ in Köln',
    'Schritt für Schritt',
    'leistungen.html',
    'luxury-refined',
  ],
  ['Software', 'Nordlicht entwickelt Software für Bäckereien', 'Nordlicht', 'leistungen.html', 'tech-minimal'],
  ['anderes', 'Ich führe Hunde in Gent aus', '[Ihr Betrieb]', 'leistungen.html', 'bold-expressive'],
])('%s: vier deutsche Seiten', (_name, brief, name, offer, style) => {
  const blueprint = rehearseBlueprint(brief)
  expect(Value.Check(Blueprint, blueprint)).toBe(true)
  expect(readBlueprint(blueprint)).toEqual({ blueprint, notes: [] })
  expect(blueprint).toMatchObject({ siteName: name, language: 'de', designSystem: { visualStyle: style } })
  expect(blueprint.pages.map(({ filename }) => filename)).toEqual([
    'index.html',
    offer,
    'ueber-uns.html',
    'kontakt.html',
  ])
  for (const { sections } of blueprint.pages) {
    expect(new Set(sections.map(({ sectionType }) => sectionType)).size).toBeGreaterThanOrEqual(2)
  }
  const files = Object.entries(rehearseSite(blueprint))
  for (const [file, text] of files) {
    if (file.endsWith('.css')) continue
    if (!file.startsWith('_')) expect(text).toContain('<html lang="de">')
    const words = text.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    expect(words, file).not.toMatch(/\b(?:the|and|with|your|write|send|closed|from|what|we)\b/i)
    expect(text, file).not.toMatch(/aria-label="(?:Main|Pages)"/)
  }
})

test('the person’s facts about the business are on its German pages', () => {
  const files = rehearseSite(rehearseBlueprint(bakery))
  expect(files['index.html']).toContain('Morgenrot ist eine kleine Sauerteigbäckerei in Leipzig')
  for (const offer of ['Landbrot', 'Roggenbrötchen', 'Zimtschnecken', '2,40 €'])
    expect(files['angebot.html']).toContain(offer)
  for (const fact of [
    'mailto:hallo@morgenrot.example',
    'tel:+49341000000',
    'Lindenstraße 12, Leipzig',
    'Dienstag bis Samstag',
    '7 – 14 Uhr',
    '8:00 – 11:00 Uhr',
    'Ihre E-Mail-Adresse',
  ]) {
    expect(files['kontakt.html']).toContain(fact)
  }
  expect(files['angebot.html']).toContain('href="/kontakt/"')
})

test.each([
  ['Für unsere Bäckerei Sonnenkorn in Ulm: Brot ab 4,50 €.', 'Sonnenkorn', 'Brot |  | ab 4,50 €'],
  ['Ich bin Keramikerin in Kassel. Ich verkaufe Tassen, Schalen und Vasen.', '[Ihr Betrieb]', 'Tassen\nSchalen\nVasen'],
  ['Tischlerei Holzwurm aus Freiburg. Möbel aus Holz, in Handarbeit.', 'Tischlerei Holzwurm', '[Ihre Leistungen]'],
])('%s is read as what %s offers', (brief, name, offers) => {
  const { siteName, pages } = rehearseBlueprint(brief)
  expect(siteName).toBe(name)
  expect(pages.flatMap(({ sections }) => sections.map((each) => each.contentNotes)).join('\n')).toContain(offers)
})

test.each([
  ['Café Müller in Berlin. We bake cakes for the neighbourhood.', 'en'],
  ['Bäckerei Müller, Berlin', 'de'],
  ['A workshop for leather bags in Köln', 'en'],
  ['Website für meinen Hofladen', 'de'],
  ['', 'en'],
])('%s is written in %s', (brief, language) => {
  expect(rehearseBlueprint(brief).language).toBe(language)
})
