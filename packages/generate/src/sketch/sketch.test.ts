import { readMedia } from '@atelier/site'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSketchService, drawSketch } from './sketch.ts'

const draw = (query: string, orientation: 'landscape' | 'portrait' | 'square' = 'landscape', variant = 0) =>
  drawSketch({ query, orientation }, variant)

/** One query for each kind of picture. */
const queries = [
  'misty mountains at sunrise',
  'sailing boat on the sea',
  'team of colleagues',
  'portrait of a barista',
  'sourdough bread on a table',
  'cup of coffee from above',
  'fresh salad dish',
  'bakery storefront',
  'city skyline at night',
  'cozy living room',
  'laptop on a desk',
  'perfume bottle',
  'bouquet of flowers',
  'trust and growth',
]

it('draws the same picture for the same query, and another for each orientation and number', () => {
  for (const query of queries) {
    expect(draw(query)).toBe(draw(query))
    const all = [draw(query), draw(query, 'portrait'), draw(query, 'square'), draw(query, 'landscape', 1)]
    expect(new Set(all).size, query).toBe(4)
  }
  expect(new Set(queries.map((query) => draw(query))).size).toBe(queries.length)
})

it.each(queries)('“%s” is a drawing that the library takes as it is, of the size that was asked for', (query) => {
  for (const [orientation, width, height] of [
    ['landscape', 1200, 800],
    ['portrait', 800, 1200],
    ['square', 1000, 1000],
  ] as const) {
    const read = readMedia(new TextEncoder().encode(draw(query, orientation)), 'x.svg')
    expect(read).toMatchObject({ ok: true, media: { width, height, warnings: [] } })
  }
})

it('shows what the words ask for, in the colours that they ask for', () => {
  const gradients = (svg: string) => svg.match(/stop-color="#[0-9a-f]{6}"/g)?.slice(0, 2)
  expect(gradients(draw('mountains at night'))).not.toEqual(gradients(draw('mountains at sunrise')))
  expect(gradients(draw('mountains at night'))).toEqual(gradients(draw('skyline of a city at night')))
})

it('holds nothing of the query, and no number that is none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 0, max: 4 }), (query, variant) => {
      const svg = draw(query, 'square', variant)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(svg.length).toBeLessThan(200_000)
      expect(readMedia(new TextEncoder().encode(svg), 'x.svg')).toMatchObject({ ok: true, media: { warnings: [] } })
    }),
    { numRuns: 60 },
  )
})

it('says that the pictures replace photographs', async () => {
  const sketch = createSketchService()
  expect(sketch.note).toContain('drawings')
  const found = await sketch.find({ query: 'trust', count: 3, orientation: 'square' })
  expect(found).toMatchObject({ ok: true, images: [{ alt: 'Drawing: trust' }, {}, {}] })
})
