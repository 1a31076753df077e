import { createMemoryView } from '@atelier/documents'
import { readColor, readRules, upsertCss } from '@atelier/site'
import { expect, test } from 'vitest'
import { colorBehind, contrastOver, enoughFor, srgbOf } from './behind.ts'
import { shownColor } from './shownColor.ts'
import { colorsIn, siteColors } from './siteColors.ts'

const srgb = (text: string) => {
  const read = srgbOf(readColor(text))
  if (!read) throw new Error(`${text} is no known colour`)
  return read
}
const plain = (color: string) => ({ color, hasImage: false })

test('what is behind is the nearest opaque colour under what is translucent before it', () => {
  expect(colorBehind([plain('rgba(0, 0, 0, 0)'), plain('rgb(0, 0, 0)'), plain('rgb(255, 255, 255)')])).toEqual(
    srgb('black'),
  )
  expect(colorBehind([plain('rgba(0, 0, 0, 0.5)')])?.red).toBeCloseTo(0.5)
  expect(colorBehind([])).toEqual(srgb('white'))
  expect(colorBehind([plain('rgba(0, 0, 0, 0)'), { color: 'rgb(0, 0, 0)', hasImage: true }])).toBeUndefined()
  expect(colorBehind([plain('rgb(0, 0, 0)'), { color: 'rgb(0, 0, 0)', hasImage: true }])).toEqual(srgb('black'))
})

test('contrast is that of WCAG, with the alpha of what is in front', () => {
  expect(contrastOver(srgb('black'), srgb('white'))).toBeCloseTo(21)
  expect(contrastOver(srgb('#767676'), srgb('white'))).toBeCloseTo(4.54, 2)
  expect(contrastOver(srgb('rgb(0 0 0 / 0)'), srgb('white'))).toBeCloseTo(1)
  expect([21, 4.5, 3.2, 2.9].map(enoughFor)).toEqual(['text', 'text', 'largeText', 'nothing'])
})

test('the colours of a site are listed by their number of uses', () => {
  const site = createMemoryView()
  let next = 0
  const css = `:root { --ink: #111 } .a { color: #1f3a5f; border: 1px solid rgb(0 0 0 / 0.2) }
    @media (width < 40rem) { .b { background: linear-gradient(#1F3A5F, oklch(0.5 0.1 200)) } .c { color: red } }`
  upsertCss(site, css, () => `r${next++}`)
  expect(siteColors(readRules(site))).toEqual(['#1f3a5f', 'rgb(0 0 0 / 0.2)', 'oklch(0.5 0.1 200)'])
  expect(colorsIn('url(#abc) var(--x) #zzz')).toEqual([])
})

test('a colour is shown as it is in the scheme of the page, not as a state or a transition has it', () => {
  const values: Record<string, string> = {
    '--ink': 'light-dark(#111, rgb(250, 250, 250))',
    '--line': ' #ccc',
    '--mixed': 'color-mix(in oklab, red, blue)',
    color: 'rgb(1, 2, 3)',
  }
  const of = (value: string, scheme: 'light' | 'dark' = 'light') =>
    shownColor(value, 'color', { computed: (name) => values[name] ?? '', scheme })
  expect([of('var(--ink)'), of('var(--ink)', 'dark'), of('light-dark(red, blue)', 'dark')]).toEqual([
    '#111',
    'rgb(250, 250, 250)',
    'blue',
  ])
  expect(of('var(--line)')).toBe('#ccc')
  expect([of('#abc'), of('var(--mixed)'), of('currentcolor'), of('')]).toEqual(['#abc', ...Array(3).fill(values.color)])
})
