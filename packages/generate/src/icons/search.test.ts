import { createReadStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { FoundIcon, IconQuery } from '@atelier/site'
import { expect, it } from 'vitest'
import { createIconSearch } from './search.ts'

const opened: string[] = []
const icons = createIconSearch({
  read(url) {
    opened.push(url)
    return createReadStream(new URL(url), { highWaterMark: 128 * 1024 })
  },
  rest: () => setImmediate(),
})

async function find(query: string, style: IconQuery['style'] = 'outline', count = 5): Promise<readonly FoundIcon[]> {
  const [found = []] = await icons.search([{ query, count, style }])
  return found
}
const named = (found: readonly FoundIcon[]) => found.map(({ set, name }) => `${set}:${name}`)

it('reads the sets at the first search, and once', async () => {
  const before = opened.length
  const [many] = await Promise.all([find('home'), find('truck')])
  expect(many).toHaveLength(5)
  expect([before, opened.length]).toEqual([0, 4])
})

it('puts the exact name first, in the order of the sets, and words of the name before beginnings', async () => {
  expect(named(await find('truck'))).toEqual([
    'lucide:truck',
    'heroicons:truck',
    'tabler:truck',
    'ph:truck',
    expect.any(String),
  ])
  const all = named(await find('camera', 'outline', 500))
  expect(all.slice(0, 4)).toEqual(['lucide:camera', 'heroicons:camera', 'tabler:camera', 'ph:camera'])
  expect(all.indexOf('tabler:camera-bolt')).toBeLessThan(all.indexOf('tabler:photo'))
  expect(all).toContain('tabler:photo')
})

it('finds by all words, whatever their case and the text between them', async () => {
  for (const query of ['shopping cart', 'Shopping-Cart', 'shoppingCart'])
    expect(named(await find(query, 'outline', 3))).toEqual([
      'lucide:shopping-cart',
      'heroicons:shopping-cart',
      'tabler:shopping-cart',
    ])
})

it('finds by a former name of Lucide, by what is meant, and by the beginning of a word', async () => {
  expect(named(await find('alert triangle', 'outline', 3))).toContain('lucide:triangle-alert')
  expect(named(await find('email', 'outline', 40))).toEqual(
    expect.arrayContaining(['lucide:mail', 'heroicons:envelope']),
  )
  expect(named(await find('bakery', 'outline', 40))).toEqual(expect.arrayContaining(['lucide:croissant']))
  expect(named(await find('croiss'))).toContain('lucide:croissant')
})

it('returns solid icons of the sets that have some, each base name once', async () => {
  expect(named(await find('heart', 'solid', 3))).toEqual([
    'heroicons:heart-solid',
    'tabler:heart-filled',
    'ph:heart-fill',
  ])
  const outline = await find('heart', 'outline', 200)
  expect(outline.filter(({ name }) => /-(?:solid|fill|filled|bold|thin|light|duotone)$/.test(name))).toEqual([])
})

it('writes each icon as an svg of 24 px in the colour of the text', async () => {
  for (const style of ['outline', 'solid'] as const) {
    for (const { svg } of await find('star', style, 8)) {
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="24" height="24" viewBox="0 0 \d+ \d+" aria-hidden="true"><.*<\/svg>$|^<svg [^>]*>.*\/><\/svg>$/,
      )
      expect(svg).toContain('currentColor')
    }
  }
})

it.each([
  ['garbage', /trash/],
  ['haircut', /scissors/],
  ['notary', /stamp|signature/],
  ['undertaker', /grave|candle|flower/],
  ['waste collection', /trash|recycle/],
  ['tide', /wave/],
  ['concert', /music|guitar|ticket/],
  ['kindergarten', /baby|block/],
  ['optician', /eye|glasses/],
  ['locksmith', /key|lock/],
  ['water supply', /faucet|drop|water/],
])('finds an icon for %s by what it shows', async (query, names) => {
  const found = await find(query)
  expect(found.length).toBeGreaterThan(0)
  expect(found[0]?.name).toMatch(names)
})

it('finds nothing for what is no word, and does not fail', async () => {
  expect(await find('☃')).toEqual([])
  expect(await find('qqxz')).toEqual([])
  expect(named(await find('__proto__'))).toEqual(['tabler:protocol'])
})

it('answers the same search from what it kept', async () => {
  const query = { query: 'kite', count: 3, style: 'outline' } as const
  const [first] = await icons.search([query])
  const [again] = await icons.search([{ ...query }])
  expect(again).toBe(first)
})
