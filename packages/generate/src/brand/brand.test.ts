import { createMemoryView } from '@atelier/documents'
import { contrast } from '@atelier/site'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlan, writePlan } from '../plan/plan.ts'
import { rehearseBlueprint } from '../rehearsal/blueprint.ts'
import { takeBrandColors } from '../rehearsal/brandDesign.ts'
import { directionsOf } from '../rehearsal/directions.ts'
import { rehearseSite } from '../rehearsal/site.ts'
import { brandSources, hexColor, sheetColors } from '../steps/markup/siteBrand.ts'
import { brandColors } from './brandColors.ts'
import { pictureColors } from './pictureColors.ts'

type Rgba = readonly [number, number, number, number]

/** A picture of stripes, each so many pixels wide and eight high. */
function stripes(...parts: readonly (readonly [color: Rgba, width: number])[]) {
  const width = parts.reduce((sum, [, each]) => sum + each, 0)
  const row = parts.flatMap(([color, each]) => Array.from({ length: each }, () => color))
  return { data: Uint8Array.from(Array.from({ length: 8 }, () => row).flat(2)), width, height: 8 }
}

const WHITE: Rgba = [255, 255, 255, 255]

test('the colours of a picture are those that one sees in it, the brand’s are those with colour in them', () => {
  const found = pictureColors(
    stripes([WHITE, 60], [[200, 30, 40, 255], 25], [[204, 34, 44, 255], 5], [[20, 60, 120, 255], 10]),
  )
  expect(found.map(({ color }) => color)).toEqual(['#ffffff', '#c81e28', '#143c78'])
  expect(found.map(({ share }) => Math.round(share * 100))).toEqual([60, 30, 10])
  expect(brandColors(found)).toEqual(['#c81e28', '#143c78'])
  // Transparent pixels do not count; a brand without colour has its darkest grey; a white picture has none.
  expect(brandColors(pictureColors(stripes([[255, 0, 0, 0], 50], [[10, 10, 12, 255], 50])))).toEqual(['#0a0a0c'])
  expect(brandColors(pictureColors(stripes([WHITE, 50])))).toEqual([])
  expect(brandColors(pictureColors(stripes([[0, 0, 0, 0], 50])))).toEqual([])
})

test('a page says by its theme colour, its icons and its stylesheets whose it is', () => {
  const html = `<!doctype html><html><head><title>Ferment</title>
<meta name="theme-color" content="#0A7"><meta property="og:image" content="/share.png">
<link rel="icon" href="favicon.png"><link rel="apple-touch-icon" href="/touch.png"><link rel="stylesheet" href="a.css">
<style>h1 { color: #123456 }</style></head><body><img src="https://cdn.example/mark.svg" class="site-logo" alt="">
<!-- <img src="/not-there.png" alt="logo"> --></body></html>`
  expect(brandSources(html, 'https://ferment.example/about/')).toEqual({
    title: 'Ferment',
    theme: '#00aa77',
    logos: [
      'https://cdn.example/mark.svg',
      'https://ferment.example/touch.png',
      'https://ferment.example/about/favicon.png',
    ],
    picture: 'https://ferment.example/share.png',
    sheets: ['https://ferment.example/about/a.css'],
    css: 'h1 { color: #123456 }\n',
  })
  expect(hexColor('rgb(1, 2, 300)')).toBe('#0102ff')
  expect(hexColor('javascript:1')).toBeUndefined()
  const colors = sheetColors(':root { --brand-primary: #c8102e } a { color: #111 } b { color: #111 } i { color: #eee }')
  expect(colors[0]?.color).toBe('#c8102e')
})

/** How much two colours differ in light. */
const ratio = (one: string, other: string) => {
  const read = (color: string) => {
    const value = Number.parseInt(color.slice(1), 16)
    return { red: (value >> 16) / 255, green: ((value >> 8) & 255) / 255, blue: (value & 255) / 255, alpha: 1 }
  }
  return contrast(read(one), read(other))
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((each) => `#${each.toString(16).padStart(6, '0')}`)

function planned() {
  const draft = createMemoryView()
  let ids = 0
  writePlan(draft, 'A bakery', rehearseBlueprint('Ferment is a bakery in Porto.'), () => `id${ids++}`)
  return draft
}

test('all looks begin with the colours of the brand, whichever they are, and every text is readable', () => {
  const draft = planned()
  const isReadable = (design: Partial<ReturnType<typeof readPlan>['design']>) => {
    const { textColor = '', textMutedColor = '', primaryColor = '', backgroundColor = '', surfaceColor = '' } = design
    for (const text of [textColor, textMutedColor, primaryColor])
      for (const ground of [backgroundColor, surfaceColor]) expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
  }
  fc.assert(
    fc.property(fc.array(color, { minLength: 1, maxLength: 3 }), (colors) => {
      takeBrandColors(draft, { colors, source: 'logo.png' })
      const plan = readPlan(draft)
      isReadable(plan.design)
      const looks = directionsOf(plan)
      expect(looks).toHaveLength(3)
      for (const { design } of looks) isReadable(design)
    }),
    { numRuns: 40 },
  )
})

test('a readable brand colour stays as it is in every look, and the logo is in the header', () => {
  const draft = planned()
  const logo = { url: '/media/mark-0123456789.svg', alt: '', width: 300, height: 60 }
  takeBrandColors(draft, { colors: ['#8a1538'], source: 'mark.svg', logo })
  const plan = readPlan(draft)
  expect(plan.design.primaryColor).toBe('#8a1538')
  const [quiet, clear] = directionsOf(plan)
  expect([quiet?.design.primaryColor, clear?.design.primaryColor]).toEqual(['#8a1538', '#8a1538'])
  const files = rehearseSite(rehearseBlueprint('Ferment is a bakery in Porto.'), plan)
  expect(files['_components/header.html']).toContain(
    '<img class="header-logo" src="/media/mark-0123456789.svg" alt="Ferment" width="300" height="60">',
  )
  const square = rehearseSite(rehearseBlueprint('Ferment is a bakery in Porto.'), {
    brand: { colors: ['#8a1538'], source: 'mark.svg', logo: { ...logo, width: 60 } },
  })
  expect(square['_components/header.html']).toContain('alt="" width="60" height="60"> Ferment</a>')
})
