import { describe, expect, test } from 'vitest'
import { printCss } from '../css/printCss.ts'
import { nodeAttribute, readTree } from '../document/tree.ts'
import { getStyle } from '../operations/getStyle.ts'
import { setStyle } from '../operations/setStyle.ts'
import { createTestProject } from '../testing/project.ts'

/** A page whose first element with a class is styled, in frames of 375, 768 and 1440. */
function setUp(css: string, html = '<div class="card"><p class="text">x</p></div>') {
  const project = createTestProject()
  const { pageId } = project.addPage(html, { css })
  project.editor.documentId = pageId
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((node) => node.tag === tag)?.id ?? expect.fail()
  const nodeId = idOf('div')
  const css_ = () => printCss(project.site)
  const set = async (declarations: Record<string, string | null>, wish: object = {}) => {
    const result = await project.run(setStyle, { nodeIds: [nodeId], declarations, ...wish })
    if (!result.ok || !result.data) throw new Error(JSON.stringify(result))
    return result.data.written[0] ?? expect.fail()
  }
  const read = async (wish: object = {}, id = nodeId) => {
    const result = await project.run(getStyle, { nodeId: id, ...wish })
    if (!result.ok || !result.data) throw new Error(JSON.stringify(result))
    return result.data
  }
  return { project, pageId, tree, idOf, nodeId, css: css_, set, read }
}

test('a property is written into the rule of the class, at all widths in the base frame', async () => {
  const { set, css } = setUp('.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}')
  expect(await set({ gap: '4px' })).toMatchObject({
    selector: '.card',
    scope: 'base',
    changes: [375, 768],
    created: false,
  })
  expect(css()).toBe('.card {\n  color: red;\n  gap: 4px;\n}\n\n.text {\n  top: 0;\n}')
})

test('the body of a page is styled by its tag, which all pages share, and by a class that has a rule', async () => {
  const plain = setUp('.card { color: red; }')
  expect(await plain.read({}, plain.idOf('body'))).toMatchObject({ target: { selector: 'body' } })
  const classed = setUp('.home { color: red; }', '<body class="home"><div></div></body>')
  expect(await classed.read({}, classed.idOf('body'))).toMatchObject({ target: { selector: '.home' } })
})

test('in another frame a query at its width is made at the end', async () => {
  const { set, css } = setUp('.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}')
  expect(await set({ gap: '4px' }, { width: 768 })).toMatchObject({ scope: 'width', changes: [375], created: true })
  expect(css()).toBe(
    '.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}\n\n@media (max-width: 768px) {\n  .card {\n    gap: 4px;\n  }\n}',
  )
})

test('a new wider query stands before a narrower one that stands', async () => {
  const { set, css } = setUp(
    '.card {\n  color: red;\n}\n\n@media (max-width: 480px) {\n  .card {\n    gap: 2px;\n  }\n}',
  )
  expect(await set({ gap: '4px' }, { width: 768 })).toMatchObject({ scope: 'width', changes: [375] })
  expect(css()).toBe(
    '.card {\n  color: red;\n}\n\n@media (max-width: 768px) {\n  .card {\n    gap: 4px;\n  }\n}\n\n@media (max-width: 480px) {\n  .card {\n    gap: 2px;\n  }\n}',
  )
})

test('what wins is read by longhands', async () => {
  const { read } = setUp('.card { font-size: 10px; } div.card { font: 12px/1.5 serif; } body { color: red; }')
  const { longhands } = await read()
  expect(longhands.find(({ property }) => property === 'font-size')).toMatchObject({
    status: 'overridden',
    source: { property: 'font', selector: 'div.card' },
    overridden: [{ property: 'font-size' }],
  })
  expect(longhands.find(({ property }) => property === 'color')).toMatchObject({ status: 'inherited', value: 'red' })
})

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('the convention of a site', () => {
  const rule = (count: number) => `.text { ${Array.from({ length: count }, (_, i) => `--x${i}: 1;`).join(' ')} }`
  test.each([
    ['no query', '', 'max'],
    [
      'more under min-width',
      `@media (min-width: 768px) { ${rule(2)} } @media (max-width: 400px) { ${rule(1)} }`,
      'min',
    ],
    ['as many under each', `@media (min-width: 768px) { ${rule(1)} } @media (max-width: 400px) { ${rule(1)} }`, 'max'],
    ['em', `@media (min-width: 48em) { ${rule(1)} }`, 'min'],
    ['range syntax', `@media (width >= 48rem) { ${rule(1)} }`, 'min'],
    ['range syntax the other way round', `@media (48rem <= width) { ${rule(1)} }`, 'min'],
    ['screen', `@media screen and (min-width: 768px) { ${rule(1)} }`, 'min'],
    ['two bounds count for neither', `@media (min-width: 300px) and (max-width: 900px) { ${rule(9)} }`, 'max'],
    ['two bounds in one range count for neither', `@media (300px <= width <= 900px) { ${rule(9)} }`, 'max'],
    [
      'a bound within another counts for neither',
      `@media (min-width: 3px) { @media (min-width: 4px) { ${rule(9)} } }`,
      'max',
    ],
    ['print counts for neither', `@media print and (min-width: 300px) { ${rule(9)} }`, 'max'],
    ['another feature counts for neither', `@media (min-width: 3px) and (hover) { ${rule(9)} }`, 'max'],
    ['a list counts for neither', `@media print, (min-width: 300px) { ${rule(9)} }`, 'max'],
    ['a layer around it counts', `@layer a { @media (min-width: 768px) { ${rule(1)} } }`, 'min'],
  ])('%s', async (_, css, kind) => {
    const { set } = setUp(css)
    const base = kind === 'min' ? 375 : 1440
    expect(await set({ gap: '1px' }, { width: base })).toMatchObject({ scope: 'base', conditions: [] })
    expect(await set({ gap: '1px' }, { width: kind === 'min' ? 1440 : 375 })).toMatchObject({ scope: 'width' })
  })
})

describe('the query of a frame', () => {
  const uses = (...queries: string[]) =>
    queries.map((each) => `@media ${each} { .text { top: 0; left: 0; } }`).join('\n')
  test.each([
    [
      'the nearest from this width up to the next frame',
      uses('(max-width: 900px)', '(max-width: 800px)'),
      768,
      '(max-width: 800px)',
    ],
    ['one at this width', uses('(max-width: 900px)', '(max-width: 768px)'), 768, '(max-width: 768px)'],
    ['not one that reaches the next frame', uses('(max-width: 1440px)'), 768, '(max-width: 768px)'],
    ['not one that does not reach this frame', uses('(max-width: 767px)'), 768, '(max-width: 768px)'],
    ['mobile-first: the nearest below', uses('(min-width: 600px)', '(min-width: 500px)'), 768, '(min-width: 600px)'],
    ['mobile-first: not that of the next frame', uses('(min-width: 375px)'), 768, '(min-width: 768px)'],
    ['a strict bound', uses('(width < 800px)'), 768, '(width < 800px)'],
    ['a new one in the unit of the site', uses('(min-width: 90em)'), 768, '(min-width: 48em)'],
    ['a new one in the syntax of the site', uses('(width >= 90rem)'), 768, '(width >= 48rem)'],
    [
      'a new one with the media type of the site',
      uses('screen and (max-width: 400px)'),
      768,
      'screen and (max-width: 768px)',
    ],
  ])('%s', async (_, css, width, query) => {
    expect(await setUp(css).set({ gap: '1px' }, { width })).toMatchObject({ conditions: [`@media ${query}`] })
  })

  test('the frames that change too are named, and in which the property wins', async () => {
    const { set } = setUp('@media (min-width: 900px) { .text { top: 0; } div.card { gap: 9px; } }')
    expect(await set({ gap: '1px' }, { width: 768 })).toMatchObject({
      changes: [1440],
      properties: [{ property: 'gap', changes: [], stronger: [] }],
    })
  })

  test('in the base of a mobile-first site it can be only below the next frame', async () => {
    const { set } = setUp('@media (min-width: 48em) { .text { top: 0; } }')
    expect(await set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      scope: 'below',
      conditions: ['@media (max-width: 47.99875em)'],
      changes: [],
    })
    const range = setUp('@media (width >= 48rem) { .text { top: 0; } }')
    expect(await range.set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      conditions: ['@media (width < 48rem)'],
    })
    const own = setUp(
      '@media (min-width: 768px) { .text { top: 0; left: 0; } } @media (max-width: 767px) { .text { top: 1px; } }',
    )
    expect(await own.set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      conditions: ['@media (max-width: 767px)'],
    })
    await expect(setUp('').set({ gap: '1px' }, { onlyBelow: true })).rejects.toThrow('Nothing lies below')
  })

  test('other at-rules are chosen, never taken', async () => {
    const css = '.card { color: red; } @container (min-width: 10px) { .card { gap: 2px; } }'
    const { set, css: text } = setUp(css)
    expect(await set({ gap: '1px' })).toMatchObject({ conditions: [], changes: [375, 768] })
    expect(await set({ gap: '3px' }, { conditions: ['@container (min-width: 10px)'] })).toMatchObject({
      scope: 'chosen',
    })
    expect(flat(text())).toBe('.card { color: red; gap: 1px; } @container (min-width: 10px) { .card { gap: 3px; } }')
  })
})

describe('the selector', () => {
  test('is the last class that has a rule, a new class, this node only, or a tag', async () => {
    const { set, tree, css } = setUp(
      '.card { top: 0; } .wide { top: 1px; }',
      '<div class="card wide plain"><p></p></div>',
    )
    expect(await set({ gap: '1px' })).toMatchObject({ selector: '.wide' })
    expect(await set({ gap: '2px' }, { selector: '.fresh' })).toMatchObject({ selector: '.fresh', created: true })
    expect([...tree().walk()].find(({ tag }) => tag === 'div')).toMatchObject({ birth: expect.anything() })
    expect(await set({ gap: '3px' }, { selector: 'div' })).toMatchObject({ selector: 'div', created: true })
    expect(flat(css())).toBe('.card { top: 0; } .wide { top: 1px; gap: 1px; } .fresh { gap: 2px; } div { gap: 3px; }')
    await expect(set({ gap: '1px' }, { selector: 'p' })).rejects.toThrow('does not match')
    await expect(set({ gap: '1px' }, { selector: '.x {} .y' })).rejects.toThrow('not a selector')
  })

  test('is of several classes with rules the one whose values show, in whatever order they stand in the HTML', async () => {
    const css = '.button { color: red; top: 0; } .primary { color: blue; }'
    const { set } = setUp(css, '<div class="primary button"></div>')
    expect(await set({ color: 'green' })).toMatchObject({ selector: '.primary', properties: [{ stronger: [] }] })
    const apart = setUp('.button { color: red; } .primary { top: 0; }', '<div class="primary button"></div>')
    expect(await apart.set({ gap: '1px' })).toMatchObject({ selector: '.button' })
  })

  test('takes a state, whose rule stands behind that of the selector', async () => {
    const { set, css } = setUp('.card { color: red; } .text { top: 0; }')
    expect(await set({ color: 'blue' }, { state: ':hover' })).toMatchObject({ selector: '.card', state: ':hover' })
    await set({ content: '""' }, { state: '::before' })
    await set({ color: 'green' }, { state: ':hover' })
    expect(flat(css())).toBe(
      '.card { color: red; } .card::before { content: ""; } .card:hover { color: green; } .text { top: 0; }',
    )
  })

  test('of several nodes is written once', async () => {
    const { project, css, idOf, nodeId } = setUp('.card { top: 0; }', '<div class="card"></div><p class="card"></p>')
    const result = await project.run(setStyle, { nodeIds: [nodeId, idOf('p')], declarations: { gap: '1px' } })
    expect(result).toMatchObject({ data: { written: [{ nodeIds: [nodeId, idOf('p')] }] } })
    expect(flat(css())).toBe('.card { top: 0; gap: 1px; }')
  })
})

describe('the place of a new rule', () => {
  test('is behind rules of equal specificity that set an overlapping longhand', async () => {
    const { set, css } = setUp(
      '.card { top: 0; } .x { top: 0; } .wide { font: 9px serif; } .y { top: 0; }',
      '<div class="card wide"></div>',
    )
    await set({ 'font-size': '12px' }, { selector: '.card', state: '' })
    expect(flat(css())).toContain('.card { top: 0; font-size: 12px; }')
    const other = setUp('.wide { font: 9px serif; } .y { top: 0; }', '<div class="wide"></div>')
    await other.set({ 'font-size': '12px' }, { selector: '.new' })
    expect(flat(other.css())).toBe('.wide { font: 9px serif; } .y { top: 0; } .new { font-size: 12px; }')
  })

  test('is in the block of its query that stands there, else in a new one before narrower ones', async () => {
    const { set, css } = setUp(
      '.card { top: 0; } .x { top: 0; } @media (max-width: 768px) { .x { top: 1px; } } @media (max-width: 375px) { .card { gap: 1px; } }',
    )
    await set({ gap: '2px' }, { width: 768 })
    expect(flat(css())).toBe(
      '.card { top: 0; } .x { top: 0; } @media (max-width: 768px) { .x { top: 1px; } .card { gap: 2px; } } @media (max-width: 375px) { .card { gap: 1px; } }',
    )
  })

  test('is a new block where the standing one comes before the rule that it overrules', async () => {
    const { set, css } = setUp('@media (max-width: 768px) { .x { top: 1px; } } .card { gap: 0; }')
    await set({ gap: '2px' }, { width: 768 })
    expect(flat(css())).toBe(
      '@media (max-width: 768px) { .x { top: 1px; } } .card { gap: 0; } @media (max-width: 768px) { .card { gap: 2px; } }',
    )
  })

  test('is at the end where nothing fits', async () => {
    const { set, css } = setUp(
      '@media (max-width: 375px) { .card { gap: 1px; } } .wide { gap: 0; }',
      '<div class="card wide"></div>',
    )
    await set({ gap: '2px' }, { width: 768, selector: '.card' })
    expect(flat(css())).toBe(
      '@media (max-width: 375px) { .card { gap: 1px; } } .wide { gap: 0; } @media (max-width: 768px) { .card { gap: 2px; } }',
    )
  })

  test('is in the layer of the selector', async () => {
    const { set, css } = setUp('@layer parts { .card { gap: 0; } }')
    expect(await set({ gap: '2px' }, { width: 768 })).toMatchObject({ layer: 'parts' })
    expect(flat(css())).toBe('@layer parts { .card { gap: 0; } @media (max-width: 768px) { .card { gap: 2px; } } }')
  })

  test('a class that is new stands before the queries at the end', async () => {
    const { set, css } = setUp('.x { top: 0; } @media (max-width: 768px) { .x { top: 1px; } }')
    await set({ gap: '2px' }, { selector: '.new' })
    expect(flat(css())).toBe('.x { top: 0; } .new { gap: 2px; } @media (max-width: 768px) { .x { top: 1px; } }')
  })
})

describe('a stronger rule', () => {
  test.each([
    ['specificity', 'div.card { gap: 9px; }'],
    ['important', '.text { top: 0; } div { gap: 9px !important; }'],
    ['order', '.wide { gap: 9px; }'],
  ])('by %s is named, and nothing is made stronger', async (reason, css) => {
    const { set, css: text } = setUp(`.card { top: 0; } ${css}`, '<div class="card wide"></div>')
    const { properties } = await set({ gap: '1px' }, { selector: '.card' })
    expect(properties).toMatchObject([{ stronger: [{ reason, value: '9px', longhands: ['row-gap', 'column-gap'] }] }])
    expect(flat(text())).toBe(`.card { top: 0; gap: 1px; } ${css}`)
  })

  test('by layer and by style attribute is named', async () => {
    const layered = setUp('@layer a { .card { top: 0; } } * { gap: 9px; }')
    expect(await layered.set({ gap: '1px' })).toMatchObject({ properties: [{ stronger: [{ reason: 'layer' }] }] })
    const inline = setUp('.card { top: 0; }', '<div class="card" style="row-gap: 9px"></div>')
    expect(await inline.set({ gap: '1px' })).toMatchObject({
      properties: [{ stronger: [{ reason: 'style', longhands: ['row-gap'] }] }],
    })
  })

  test('can be the target itself', async () => {
    const { set, css } = setUp('.card { top: 0; } div.card { gap: 9px; }')
    const { properties } = await set({ gap: '1px' })
    const [stronger] = properties[0]?.stronger ?? []
    await set({ gap: '2px' }, { ruleId: stronger?.ruleId })
    expect(flat(css())).toBe('.card { top: 0; gap: 1px; } div.card { gap: 2px; }')
  })

  test('!important is not added, and stays where it is', async () => {
    const { set, css } = setUp('.card { gap: 9px !important; }')
    await set({ gap: '1px' })
    expect(flat(css())).toBe('.card { gap: 1px !important; }')
    await expect(set({ gap: '1px !important' })).rejects.toThrow('without !important')
  })
})

describe('before anything is written', () => {
  const strongerOf = async (css: string, html?: string, wish: object = {}) => {
    const { read } = setUp(css, html)
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

describe('the style attribute', () => {
  const html = '<div class="card" style="color:red; top: 0"></div>'
  const attribute = true

  test('is edited when it is chosen, with what stands in it as it is', async () => {
    const { set, css, read, tree } = setUp('.card { gap: 0; }', html)
    const style = () => {
      const node = [...tree().walk()].find(({ tag }) => tag === 'div')
      return node && nodeAttribute(node, 'style')
    }
    expect(await set({ top: '1px', gap: '2px' }, { attribute })).toMatchObject({
      attribute: true,
      selector: 'style',
      changes: [375, 768],
    })
    expect(style()).toBe('color:red; top: 1px; gap: 2px')
    expect((await read({ attribute })).longhands.find(({ property }) => property === 'top')).toMatchObject({
      status: 'here',
    })
    await set({ color: null, top: null, gap: null }, { attribute })
    expect(style()).toBeUndefined()
    expect(css()).toBe('.card { gap: 0; }')
  })

  test('is never chosen by itself, and takes no state and no conditions', async () => {
    const { set } = setUp('.card { gap: 0; }', html)
    expect(await set({ top: '1px' })).toMatchObject({
      selector: '.card',
      properties: [{ stronger: [{ reason: 'style' }] }],
    })
    await expect(set({ top: '1px' }, { attribute, state: ':hover' })).rejects.toThrow('no state')
    await expect(set({ top: '1px' }, { attribute, conditions: ['@media print'] })).rejects.toThrow('no state')
    await expect(set({ top: '1px !important' }, { attribute })).rejects.toThrow('without !important')
  })
})

test('null removes a property, its longhands, an empty rule and an empty block', async () => {
  const before = '.card { margin: 0; margin-left: 1px; top: 0; }'
  const { set, css } = setUp(before)
  await set({ gap: '2px' }, { width: 768 })
  expect(await set({ gap: null }, { width: 768 })).toMatchObject({ created: false })
  expect(flat(css())).toBe(before)
  await set({ margin: null })
  expect(flat(css())).toBe('.card { top: 0; }')
})

test('a shorthand moves behind the longhand that it sets, and a longhand behind its shorthand', async () => {
  const { set, css } = setUp('.card { font-size: 9px; top: 0; }')
  await set({ font: '12px serif' })
  expect(flat(css())).toBe('.card { font-size: 9px; top: 0; font: 12px serif; }')
  await set({ 'font-size': '10px' })
  expect(flat(css())).toBe('.card { top: 0; font: 12px serif; font-size: 10px; }')
})

test('a value is split into longhands', async () => {
  const { read } = setUp(
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

test('applyCss keeps the authored order, and warns of the standing narrower rule that it wins over', async () => {
  const { project, css } = setUp('.card { top: 0; } @media (max-width: 480px) { .card { gap: 1px; } }')
  const result = await project.call('applyCss', { css: '@media (max-width: 768px) { .card { gap: 2px; } }' })
  expect(result).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('`.card` now wins over its gap under `@media (max-width: 480px)`')],
  })
  expect(flat(css()).endsWith('@media (max-width: 768px) { .card { gap: 2px; } }')).toBe(true)
  const fine = await project.call('applyCss', { css: '@media (max-width: 320px) { .card { gap: 3px; } }' })
  expect(fine).not.toHaveProperty('warnings')
})

test('a utility of the tokens and a style among the code compete, and are not edited as rules', async () => {
  const { project, set, css, read } = setUp('.card { top: 0; }', '<div class="card text-brand"></div>')
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
  expect(flat(css())).toBe('.card { top: 0; color: green; }')
})
