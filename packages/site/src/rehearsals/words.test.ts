import { describe, expect, it } from 'vitest'
import { siteRehearsals } from './index.ts'
import { findings } from './phones.ts'
import { tradeOf } from './trades.ts'
import { readBrief } from './words.ts'

describe('readBrief', () => {
  it.each([
    ['Build a landing page for Ferment, a bakery in Porto', 'Ferment', 'a bakery in Porto', 'Porto'],
    ['Make me a landing page for a coffee bar called Slow Drip in Leeds.', 'Slow Drip', undefined, 'Leeds'],
    ['landing page for “Halt & Heft”', 'Halt & Heft', undefined, undefined],
    ['Create a website for my studio Bright Angle', 'Bright Angle', undefined, undefined],
    ['build a landing page', 'My site', undefined, undefined],
    ['Build a landing page for a dentist named Dr. Ada Okafor', 'Dr. Ada Okafor', undefined, undefined],
  ])('%s', (prompt, name, described, place) => {
    const brief = readBrief(prompt, 'My site')
    expect(brief.name).toBe(name)
    expect(brief.described).toBe(described)
    expect(brief.place).toBe(place)
  })
  it('takes the plans and prices that were named', () => {
    const brief = readBrief('Add pricing with plans: Solo, Team and Studio at €9, €29 and €99', 'x')
    expect(brief.prices).toEqual(['€9', '€29', '€99'])
    expect(brief.plans).toEqual(['Solo', 'Team', 'Studio'])
  })
})

describe('which rehearsal fits', () => {
  const best = (prompt: string) => {
    const ranked = siteRehearsals.map((one) => ({ id: one.id, fit: one.fits(prompt) })).sort((a, b) => b.fit - a.fit)
    return ranked[0] && ranked[0].fit > 1 ? ranked[0].id : undefined
  }
  it.each([
    ['Build a landing page for Ferment, a bakery in Porto', 'site.landing-page'],
    ['make a website for my flower shop', 'site.landing-page'],
    ['Add a pricing section with three plans', 'site.pricing'],
    ['Restyle the page in forest green with a book serif', 'site.restyle'],
    ['make it darker and use a modern font', 'site.restyle'],
    ['The page is broken on my phone', 'site.phones'],
    ['Fix the layout for phones', 'site.phones'],
    ['Add a contact page with a form', 'site.contact-page'],
    ['Can you please add a pricing section?', 'site.pricing'],
    ['Restyle the page in green', 'site.restyle'],
    ['Please do not touch the header', 'site.keep-part'],
    ['Do not change the header, make the footer blue', undefined],
    ['What is the capital of France?', undefined],
    ['Make the hero taller and the background darker', undefined],
    ['Make the home page title blue', undefined],
    ['Change the price of the second plan to €29', undefined],
    ['Make the prices bigger', undefined],
    ['Add a phone number to the footer', undefined],
    ['Make the logo smaller on phones', undefined],
    ['Remove the contact form', undefined],
    ['Write a text about fonts', undefined],
    ['Make the page title red', undefined],
    ['Delete everything and make it dark', undefined],
  ])('%s → %s', (prompt, id) => {
    expect(best(prompt)).toBe(id)
  })
  it('finds the one it advertises', () => {
    for (const one of siteRehearsals) expect(best(one.title)).toBe(one.id)
  })
})

describe('what the words decide', () => {
  it('knows a trade, and has words for any other', () => {
    expect(tradeOf('a bakery in Porto').kind).toBe('a bakery')
    expect(tradeOf('a locksmith').kind).toBe('a small business')
  })
  it('finds what does not fit a phone and leaves what was thought of', () => {
    const css =
      '.a { display: grid; grid-template-columns: 1fr 1fr } .b { display: flex } .c { grid-template-columns: repeat(3, 1fr) } @media (max-width: 700px) { .c { grid-template-columns: 1fr } }'
    const found = findings(css, '<nav></nav>')
    expect(found.css).toContain('.a { grid-template-columns: minmax(0, 1fr); }')
    expect(found.css).toContain('.b { flex-wrap: wrap; }')
    expect(found.css).not.toContain('.c')
  })
  it('leaves a narrow column beside a wide one, and grids that wrap', () => {
    const css =
      '.dates { grid-template-columns: auto minmax(0, 1fr) } .days { grid-template-columns: 4rem 1fr } .wrap { grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)) } .wide { grid-template-columns: 20rem 1fr }'
    const found = findings(css, '')
    expect(found.css).toContain('.wide { grid-template-columns')
    for (const kept of ['.dates', '.days', '.wrap']) expect(found.css).not.toContain(kept)
  })
})
