import { describe, expect, test } from 'vitest'
import { onOneLine, styledPage } from '../../testing/styledPage.ts'

test('what wins is read by longhands', async () => {
  const { read } = styledPage('.card { font-size: 10px; } div.card { font: 12px/1.5 serif; } body { color: red; }')
  const { longhands } = await read()
  expect(longhands.find(({ property }) => property === 'font-size')).toMatchObject({
    status: 'overridden',
    source: { property: 'font', selector: 'div.card' },
    overridden: [{ property: 'font-size' }],
  })
  expect(longhands.find(({ property }) => property === 'color')).toMatchObject({ status: 'inherited', value: 'red' })
})

describe('a stronger rule', () => {
  test.each([
    ['specificity', 'div.card { gap: 9px; }'],
    ['important', '.text { top: 0; } div { gap: 9px !important; }'],
    ['order', '.wide { gap: 9px; }'],
  ])('by %s is named, and nothing is made stronger', async (reason, css) => {
    const { set, css: text } = styledPage(`.card { top: 0; } ${css}`, '<div class="card wide"></div>')
    const { properties } = await set({ gap: '1px' }, { selector: '.card' })
    expect(properties).toMatchObject([{ stronger: [{ reason, value: '9px', longhands: ['row-gap', 'column-gap'] }] }])
    expect(onOneLine(text())).toBe(`.card { top: 0; gap: 1px; } ${css}`)
  })

  test('by layer and by style attribute is named', async () => {
    const layered = styledPage('@layer a { .card { top: 0; } } * { gap: 9px; }')
    expect(await layered.set({ gap: '1px' })).toMatchObject({ properties: [{ stronger: [{ reason: 'layer' }] }] })
    const inline = styledPage('.card { top: 0; }', '<div class="card" style="row-gap: 9px"></div>')
    expect(await inline.set({ gap: '1px' })).toMatchObject({
      properties: [{ stronger: [{ reason: 'style', longhands: ['row-gap'] }] }],
    })
  })

  test('can be the target itself', async () => {
    const { set, css } = styledPage('.card { top: 0; } div.card { gap: 9px; }')
    const { properties } = await set({ gap: '1px' })
    const [stronger] = properties[0]?.stronger ?? []
    await set({ gap: '2px' }, { ruleId: stronger?.ruleId })
    expect(onOneLine(css())).toBe('.card { top: 0; gap: 1px; } div.card { gap: 2px; }')
  })

  test('!important is not added, and stays where it is', async () => {
    const { set, css } = styledPage('.card { gap: 9px !important; }')
    await set({ gap: '1px' })
    expect(onOneLine(css())).toBe('.card { gap: 1px !important; }')
    await expect(set({ gap: '1px !important' })).rejects.toThrow('without !important')
  })
})

describe('before anything is written', () => {
  const strongerOf = async (css: string, html?: string, wish: object = {}) => {
    const { read } = styledPage(css, html)
    const { longhands } = await read(wish)
    return Object.fromEntries(longhands.flatMap(({ property, stronger }) => (stronger ? [[property, stronger]] : [])))
  }

  test.each([
    ['a weaker rule is not', 'div { top: 1px; } .card { left: 0; }', undefined, {}, {}],
    ['a longer selector is', 'body .card { top: 1px; } .card { left: 0; }', undefined, {}, { top: 'specificity' }],
    ['an important value is', 'div { top: 1px !important; } .card { left: 0; }', undefined, {}, { top: 'important' }],
    ['a layer is', '@layer a { .card { left: 0; } } div { top: 1px; }', undefined, {}, { top: 'layer' }],
    [
      'a later rule is',
      '.card { left: 0; } .wide { top: 1px; }',
      '<div class="card wide"></div>',
      { selector: '.card' },
      { top: 'order' },
    ],
    ['a rule that a new one stands behind is not', '.card { top: 1px; }', undefined, { width: 768 }, {}],
    ['the attribute is', '.card { left: 0; }', '<div class="card" style="top: 1px"></div>', {}, { top: 'style' }],
    [
      'the attribute over itself is not',
      '.card { left: 0; }',
      '<div class="card" style="top: 1px"></div>',
      { attribute: true },
      {},
    ],
    [
      'something important is over the attribute',
      '.card { top: 0 !important; left: 0; }',
      '<div class="card" style="top: 1px"></div>',
      { attribute: true },
      { top: 'important' },
    ],
  ])('%s named', async (_, css, html, wish, stronger) => {
    expect(await strongerOf(css, html, wish)).toEqual(stronger)
  })
})

test('a value is split into longhands', async () => {
  const { read } = styledPage(
    '.card { margin: 1px 2px 3px; border: 4px solid red; flex: 1; border-radius: 5px / 6px; padding: var(--a); }',
  )
  const { longhands } = await read()
  const value = (property: string) => longhands.find((each) => each.property === property)?.value
  expect(['top', 'right', 'bottom', 'left'].map((side) => value(`margin-${side}`))).toEqual([
    '1px',
    '2px',
    '3px',
    '2px',
  ])
  expect([value('border-left-width'), value('border-top-style'), value('border-right-color')]).toEqual([
    '4px',
    'solid',
    'red',
  ])
  expect([value('flex-grow'), value('flex-basis'), value('border-top-left-radius')]).toEqual(['1', '0%', '5px 6px'])
  expect(longhands.find(({ property }) => property === 'padding-top')?.variables).toEqual(['--a'])
})

test('a utility of the tokens and a style among the code compete, and are not edited as rules', async () => {
  const { project, set, css, read } = styledPage('.card { top: 0; }', '<div class="card text-brand"></div>')
  await project.call('set_color_tokens', { tokens: [{ slug: 'brand', lightValue: '#1f3a5f' }] })
  const { longhands } = await read()
  expect(longhands.find(({ property }) => property === 'color')).toMatchObject({
    status: 'elsewhere',
    source: { made: 'tokens', selector: '.text-brand' },
  })
  expect(await set({ color: 'red' })).toMatchObject({ selector: '.card', properties: [{ stronger: [] }] })
  await project.call('write_code_asset', { path: 'late.css', type: 'style', content: '.card { color: blue; }' })
  expect(await set({ color: 'green' })).toMatchObject({
    properties: [{ stronger: [{ made: 'code', reason: 'order', selector: '.card' }] }],
  })
  expect(onOneLine(css())).toBe('.card { top: 0; color: green; }')
})
