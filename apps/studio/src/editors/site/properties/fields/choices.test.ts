import { createMemoryView } from '@atelier/documents'
import { upsertCss } from '@atelier/site'
import { expect, test } from 'vitest'
import { tokenNames } from '../style/tokenNames.ts'
import { fittingTokens, takesPicture, tokenChoices, tokenKindOf, withPicture, withToken } from './choices.ts'

test('a property is offered tokens of its own kind', () => {
  const kinds = [
    'color',
    'border-top',
    'box-shadow',
    'font-family',
    'font-size',
    'padding-inline',
    'row-gap',
    'display',
  ]
  expect(kinds.map(tokenKindOf)).toEqual(['color', 'color', 'color', 'font', 'type', 'space', 'space', undefined])
})

test('the custom properties of the site itself are tokens too', () => {
  const site = createMemoryView()
  let next = 0
  const newId = () => {
    next += 1
    return `r${next}`
  }
  const css =
    ':root { --ink: #111; --brand: var(--ink); --serif: Georgia, serif; --gap: 1.5rem; --text-l: 2rem; --ease: ease-out }'
  upsertCss(site, css, newId)
  const names = (kind: 'color' | 'font' | 'space' | 'type') => tokenChoices(site, kind).map(({ name }) => name)
  expect(names('color')).toEqual(['--ink', '--brand'])
  expect(names('font')).toEqual(['--serif'])
  expect(names('space')).toEqual(['--gap'])
  expect(names('type')).toEqual(['--text-l'])
})

test('radii and shadows of stylesheets come first where they fit, and are known by their value', () => {
  const site = createMemoryView()
  let next = 0
  const css = ':root { --ink: #111; --radius-m: 8px; --shadow-card: 0 1px 2px #0003; --gap: 8px }'
  upsertCss(site, css, () => `r${next++}`)
  const names = (property: string) => fittingTokens(site, property).map(({ name }) => name)
  expect(names('border-radius')).toEqual(['--radius-m'])
  expect(names('box-shadow')).toEqual(['--shadow-card', '--ink'])
  const nameOf = tokenNames(site)
  expect(nameOf('border-top-left-radius', '8px')).toBe('radius-m')
  expect(nameOf('box-shadow', '0 1px  2px #0003')).toBe('shadow-card')
  expect(nameOf('padding-top', '8px')).toBe('gap')
})

test('a token takes the place of the whole value, or of its own part of a longer one', () => {
  expect(withToken('color', '#123456', '--ink')).toBe('var(--ink)')
  expect(withToken('border', '1px solid rgb(1, 2, 3)', '--line')).toBe('1px solid var(--line)')
  expect(withToken('box-shadow', '0 1px 2px', '--ink')).toBe('0 1px 2px var(--ink)')
  expect(withToken('font-family', 'Inter, sans-serif', '--font-body')).toBe('var(--font-body)')
  expect(withToken('padding', '12px 24px', '--space-m')).toBe('var(--space-m) 24px')
  expect(withToken('margin', '0 auto', '--space-m')).toBe('var(--space-m) auto')
})

test('a picture replaces the one before, and precedes a gradient or a colour', () => {
  expect(['background', 'background-image', 'color'].map(takesPicture)).toEqual([true, true, false])
  expect(withPicture('background-image', 'none', '/media/a.webp')).toBe('url("/media/a.webp")')
  expect(withPicture('background-image', "linear-gradient(red, blue), url('/x y.png')", '/a.png')).toBe(
    'linear-gradient(red, blue), url("/a.png")',
  )
  expect(withPicture('background', '#fff', '/a.png')).toBe('url("/a.png") center / cover no-repeat, #fff')
})
