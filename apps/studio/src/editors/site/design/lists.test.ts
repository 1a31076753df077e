import { suggestName, type Token } from '@atelier/site'
import { describe, expect, it, test } from 'vitest'
import { colorRows, rampShades } from './colors.ts'
import { copyName, groupStyles, pathOf, ruleBeside, standsAt } from './styleList.ts'
import { needsTwoLines, schemeValues, shortValue } from './tokenList.ts'
import type { ListedStyle } from './useStyles.ts'

const style = (selector: string, more: Partial<ListedStyle> = {}): ListedStyle => ({
  ruleId: selector,
  selector,
  conditions: [],
  layer: '',
  sheet: '',
  sheetName: '',
  declarations: 1,
  classes: [],
  nodes: 1,
  documents: [],
  unused: false,
  ...more,
})

describe('the list of styles', () => {
  const all = [
    style('.base', { sheet: 's', sheetName: 'base.css', layer: 'reset' }),
    style('.card', { classes: ['card', 'card-copy'] }),
    style('&:hover', { conditions: ['.card'] }),
    style('.card', { ruleId: 'm', conditions: ['@media print'], unused: true }),
  ]

  it('is grouped by sheet, layer and conditions, in order', () => {
    expect(
      groupStyles(all, '', 'all').map(({ sheetName, layer, conditions, styles }) => [
        sheetName,
        layer,
        conditions,
        styles.length,
      ]),
    ).toEqual([
      ['base.css', 'reset', [], 1],
      ['', '', [], 2],
      ['', '', ['@media print'], 1],
    ])
  })

  it('is searched by the whole path, and filtered by use', () => {
    expect(groupStyles(all, 'CARD › &', 'all').flatMap(({ styles }) => styles.map(pathOf))).toEqual(['.card › &:hover'])
    expect(groupStyles(all, '', 'unused').flatMap(({ styles }) => styles.map(({ ruleId }) => ruleId))).toEqual(['m'])
    expect(groupStyles(all, 'card', 'used')).toHaveLength(1)
  })

  it('proposes a free name for a copy', () => {
    expect(copyName('card', all)).toBe('card-copy-2')
    expect(copyName('base', all)).toBe('base-copy')
  })
})

test('a text too long for a narrow panel is on two lines', () => {
  expect(needsTwoLines('paper', '#f7f3ec', 'color')).toBe(false)
  expect(needsTwoLines('wood-right', '#f7f3ec', 'color')).toBe(true)
  expect(needsTwoLines('ink', 'oklch(0.5 0.1 20)', 'color')).toBe(true)
  expect(needsTwoLines('space-s', '0.75rem', 'space')).toBe(false)
  expect(needsTwoLines('font-display', 'Inter', 'font')).toBe(true)
  expect(needsTwoLines('step', '2.4–4.75rem', 'type')).toBe(true)
})

describe('the name proposed for a token', () => {
  const token = (name: string): Token => ({ name, value: '', kind: 'other', origin: 'authored' })
  it.each([
    ['#1f3a5f', 'color', 'blue-dark'],
    ['#ffffff', 'color', 'white'],
    ['#f4f4f4', 'color', 'gray-light'],
    ['tomato', 'color', 'red'],
    ['oklch(0.5 0.1 20)', 'color', 'color'],
    ['24px', 'space', 'space-24'],
    ['1.125rem', 'type', 'text-1_125rem'],
    ['8px', 'radius', 'radius-8'],
    ['Inter, sans-serif', 'font', 'font-body'],
    ['0 1px 2px #0003', 'shadow', 'shadow'],
  ] as const)('says what %s is', (value, kind, name) => {
    expect(suggestName({ value, kind }, [])).toBe(name)
  })

  it('is numbered if it is taken', () => {
    expect(suggestName({ value: '#1f3a5f', kind: 'color' }, [token('--blue-dark'), token('--blue-dark-2')])).toBe(
      'blue-dark-3',
    )
  })
})

test('one text sets a colour for both schemes', () => {
  expect(schemeValues('light-dark(#fff, #111)')).toEqual({ lightValue: '#fff', darkValue: '#111' })
  expect(schemeValues('#fff')).toEqual({ lightValue: '#fff' })
})

test('a long value reads in few characters', () => {
  expect(shortValue('"EB Garamond", Georgia, serif', 'font')).toBe('EB Garamond')
  expect(shortValue('Inter, sans-serif', 'font')).toBe('Inter')
  expect(shortValue('clamp(1rem, 0.9rem + 1vw, 1.5rem)', 'type')).toBe('1–1.5rem')
  expect(shortValue('clamp(1.0625rem, 4vw, 20px)', 'type')).toBe('1.0625rem – 20px')
  expect(shortValue('0 1px 2px rgb(0, 0, 0)', 'shadow')).toBe('0 1px 2px rgb(0, 0, 0)')
})

describe('the list of colours', () => {
  const color = (name: string, value: string, more: Partial<Token> = {}): Token => ({
    name,
    value,
    kind: 'color',
    origin: 'authored',
    declared: { ruleId: 'r', declarationId: name, sheet: '' },
    ...more,
  })
  const tokens = [
    color('--gray-100', '#eee'),
    color('--brand', '#36c', { dark: '#8af' }),
    color('--gray-500', 'light-dark(#777, #888)'),
    color('--gray-900', '#111'),
    color('--brand-100', '#eef', { dark: '#113' }),
    color('--brand-500', 'var(--brand)'),
    color('--brand-900', '#113', { dark: '#eef' }),
    color('--ink', '#000'),
  ]

  it('shows the shades of a ramp in one row, with the colour that has its name', () => {
    expect(colorRows([], tokens).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'ramp --gray',
      'authored --brand',
      'authored --ink',
    ])
  })

  it('paints the value of var(), in light and in dark', () => {
    const [gray, brand] = colorRows([], tokens)
    const shades = (row: typeof gray) => row?.ramp && rampShades(row.ramp, tokens)
    expect(shades(brand)).toEqual({
      light: [
        { variable: 'brand-100', value: '#eef' },
        { variable: 'brand-500', value: '#36c' },
        { variable: 'brand-900', value: '#113' },
      ],
      dark: [
        { variable: 'brand-100', value: '#113' },
        { variable: 'brand-500', value: '#8af' },
        { variable: 'brand-900', value: '#eef' },
      ],
    })
    expect(shades(gray)?.dark.map(({ value }) => value)).toEqual(['#eee', '#888', '#111'])
  })
})

test('a rule has a neighbour only in its own stylesheet, and is on one side of it', () => {
  const [a, b, c] = [
    style('.a', { sheet: '1', ruleId: 'a' }),
    style('.b', { ruleId: 'b' }),
    style('.c', { ruleId: 'c' }),
  ]
  const listed = [a, b, c]
  expect([ruleBeside(listed, b, 1), ruleBeside(listed, b, -1), ruleBeside(listed, c, 1)]).toEqual([
    c,
    undefined,
    undefined,
  ])
  expect(standsAt(listed, { ruleId: 'c', targetId: 'b', where: 'after' })).toBe(true)
  expect(standsAt(listed, { ruleId: 'c', targetId: 'b', where: 'before' })).toBe(false)
  expect(standsAt(listed, { ruleId: 'c', targetId: 'gone', where: 'after' })).toBe(false)
})
