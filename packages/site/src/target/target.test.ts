import { describe, expect, test } from 'vitest'
import { onOneLine, styledPage } from '../../testing/styledPage.ts'
import { setStyle } from '../operations/styles/setStyle.ts'

test('a property is written into the rule of the class, at all widths in the base frame', async () => {
  const { set, css } = styledPage('.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}')
  expect(await set({ gap: '4px' })).toMatchObject({
    selector: '.card',
    scope: 'base',
    changes: [375, 768],
    created: false,
  })
  expect(css()).toBe('.card {\n  color: red;\n  gap: 4px;\n}\n\n.text {\n  top: 0;\n}')
})

test('the body of a page is styled by its tag, which all pages share, and by a class that has a rule', async () => {
  const plain = styledPage('.card { color: red; }')
  expect(await plain.read({}, plain.idOf('body'))).toMatchObject({ target: { selector: 'body' } })
  const classed = styledPage('.home { color: red; }', '<body class="home"><div></div></body>')
  expect(await classed.read({}, classed.idOf('body'))).toMatchObject({ target: { selector: '.home' } })
})

test('in another frame a query at its width is made at the end', async () => {
  const { set, css } = styledPage('.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}')
  expect(await set({ gap: '4px' }, { width: 768 })).toMatchObject({ scope: 'width', changes: [375], created: true })
  expect(css()).toBe(
    '.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}\n\n@media (max-width: 768px) {\n  .card {\n    gap: 4px;\n  }\n}',
  )
})

test('a new wider query comes before an existing narrower one', async () => {
  const { set, css } = styledPage(
    '.card {\n  color: red;\n}\n\n@media (max-width: 480px) {\n  .card {\n    gap: 2px;\n  }\n}',
  )
  expect(await set({ gap: '4px' }, { width: 768 })).toMatchObject({ scope: 'width', changes: [375] })
  expect(css()).toBe(
    '.card {\n  color: red;\n}\n\n@media (max-width: 768px) {\n  .card {\n    gap: 4px;\n  }\n}\n\n@media (max-width: 480px) {\n  .card {\n    gap: 2px;\n  }\n}',
  )
})

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
    const { set } = styledPage(css)
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
    expect(await styledPage(css).set({ gap: '1px' }, { width })).toMatchObject({ conditions: [`@media ${query}`] })
  })

  test('the frames that change too are named, and in which the property wins', async () => {
    const { set } = styledPage('@media (min-width: 900px) { .text { top: 0; } div.card { gap: 9px; } }')
    expect(await set({ gap: '1px' }, { width: 768 })).toMatchObject({
      changes: [1440],
      properties: [{ property: 'gap', changes: [], stronger: [] }],
    })
  })

  test('in the base of a mobile-first site it can be only below the next frame', async () => {
    const { set } = styledPage('@media (min-width: 48em) { .text { top: 0; } }')
    expect(await set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      scope: 'below',
      conditions: ['@media (max-width: 47.99875em)'],
      changes: [],
    })
    const range = styledPage('@media (width >= 48rem) { .text { top: 0; } }')
    expect(await range.set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      conditions: ['@media (width < 48rem)'],
    })
    const own = styledPage(
      '@media (min-width: 768px) { .text { top: 0; left: 0; } } @media (max-width: 767px) { .text { top: 1px; } }',
    )
    expect(await own.set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      conditions: ['@media (max-width: 767px)'],
    })
    const narrower = styledPage(
      '@media (min-width: 768px) { .text { top: 0; left: 0; } } @media (max-width: 400px) { .text { top: 1px; } }',
    )
    expect(await narrower.set({ gap: '1px' }, { onlyBelow: true })).toMatchObject({
      conditions: ['@media (max-width: 767.98px)'],
    })
    await expect(styledPage('').set({ gap: '1px' }, { onlyBelow: true })).rejects.toThrow('Nothing lies below')
  })

  test('other at-rules are chosen, never taken', async () => {
    const css = '.card { color: red; } @container (min-width: 10px) { .card { gap: 2px; } }'
    const { set, css: text } = styledPage(css)
    expect(await set({ gap: '1px' })).toMatchObject({ conditions: [], changes: [375, 768] })
    expect(await set({ gap: '3px' }, { conditions: ['@container (min-width: 10px)'] })).toMatchObject({
      scope: 'chosen',
    })
    expect(onOneLine(text())).toBe(
      '.card { color: red; gap: 1px; } @container (min-width: 10px) { .card { gap: 3px; } }',
    )
  })
})

describe('the selector', () => {
  test('is the last class that has a rule, a new class, this node only, or a tag', async () => {
    const { set, tree, css } = styledPage(
      '.card { top: 0; } .wide { top: 1px; }',
      '<div class="card wide plain"><p></p></div>',
    )
    expect(await set({ gap: '1px' })).toMatchObject({ selector: '.wide' })
    expect(await set({ gap: '2px' }, { selector: '.fresh' })).toMatchObject({ selector: '.fresh', created: true })
    expect([...tree().walk()].find(({ tag }) => tag === 'div')).toMatchObject({ birth: expect.anything() })
    expect(await set({ gap: '3px' }, { selector: 'div' })).toMatchObject({ selector: 'div', created: true })
    expect(onOneLine(css())).toBe(
      '.card { top: 0; } .wide { top: 1px; gap: 1px; } .fresh { gap: 2px; } div { gap: 3px; }',
    )
    await expect(set({ gap: '1px' }, { selector: 'p' })).rejects.toThrow('does not match')
    await expect(set({ gap: '1px' }, { selector: '.x {} .y' })).rejects.toThrow('not a selector')
  })

  test('is of several classes with rules the one whose values show, in any order in the HTML', async () => {
    const css = '.button { color: red; top: 0; } .primary { color: blue; }'
    const { set } = styledPage(css, '<div class="primary button"></div>')
    expect(await set({ color: 'green' })).toMatchObject({ selector: '.primary', properties: [{ stronger: [] }] })
    const apart = styledPage('.button { color: red; } .primary { top: 0; }', '<div class="primary button"></div>')
    expect(await apart.set({ gap: '1px' })).toMatchObject({ selector: '.button' })
  })

  test('takes a state, whose rule follows that of the selector', async () => {
    const { set, css } = styledPage('.card { color: red; } .text { top: 0; }')
    expect(await set({ color: 'blue' }, { state: ':hover' })).toMatchObject({ selector: '.card', state: ':hover' })
    await set({ content: '""' }, { state: '::before' })
    await set({ color: 'green' }, { state: ':hover' })
    expect(onOneLine(css())).toBe(
      '.card { color: red; } .card::before { content: ""; } .card:hover { color: green; } .text { top: 0; }',
    )
  })

  test('of several nodes is written once', async () => {
    const { project, css, idOf, nodeId } = styledPage(
      '.card { top: 0; }',
      '<div class="card"></div><p class="card"></p>',
    )
    const result = await project.run(setStyle, { nodeIds: [nodeId, idOf('p')], declarations: { gap: '1px' } })
    expect(result).toMatchObject({ data: { written: [{ nodeIds: [nodeId, idOf('p')] }] } })
    expect(onOneLine(css())).toBe('.card { top: 0; gap: 1px; }')
  })
})

describe('no rule is written that matches nothing', () => {
  const html =
    '<div class="{params.variant} card"><b class="{params.variant}">x</b></div><atelier-component ref="c"></atelier-component><atelier-slot></atelier-slot><atelier-loop data-source-id="pages"><p>x</p></atelier-loop><instatic-loop data-tag="none"><p>x</p></instatic-loop>'

  test('an instance, a slot and a loop without an element are refused, with what to do instead', async () => {
    const { project, css, idOf } = styledPage('', html)
    for (const tag of ['atelier-component', 'atelier-slot', 'instatic-loop']) {
      for (const wish of [{}, { selector: '.card' }, { selector: tag }]) {
        const input = { nodeIds: [idOf('b'), idOf(tag)], declarations: { color: 'red' }, ...wish }
        expect.soft(await project.call('setStyle', input), tag).toMatchObject({ ok: false, error: { code: 'refused' } })
      }
      const props = { nodeId: idOf(tag), patch: { color: 'red' } }
      expect.soft(await project.call('updateNodeProps', props), tag).toMatchObject({ ok: false })
      expect(await project.call('getStyle', { nodeId: idOf(tag) })).toMatchObject({ ok: false })
    }
    const instance = { nodeIds: [idOf('atelier-component')], declarations: { color: 'red' } }
    expect(await project.call('setStyle', instance)).toMatchObject({
      error: { hint: expect.stringContaining('Edit the component') },
    })
    expect(css()).toBe('')
  })

  test('a class that is filled in is no target: another one of the element is, or a new one', async () => {
    const { project, set, css, idOf } = styledPage('', html)
    expect(await set({ color: 'red' })).toMatchObject({ selector: '.card' })
    expect(await set({ color: 'red' }, { nodeIds: [idOf('b')] })).toMatchObject({ selector: '.b' })
    const named = { nodeIds: [idOf('b')], selector: '.\\{params\\.variant\\}', declarations: { color: 'red' } }
    expect(await project.call('setStyle', named)).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(css()).not.toContain('params')
  })

  test('a loop is styled by a class, which makes the element around it', async () => {
    const { set, idOf } = styledPage('', html)
    expect(await set({ color: 'red' }, { nodeIds: [idOf('atelier-loop')] })).toMatchObject({ selector: '.list' })
  })
})

test('several elements are written to the rules that each of them had before the first was written', async () => {
  const { project, css, tree, read } = styledPage(
    '',
    '<div></div><p>1</p><p>2</p><h2 class="title">3</h2><p class="a b">4</p>',
  )
  const nodes = [...tree().walk()].filter(({ tag }) => ['p', 'h2'].includes(tag))
  const before = await Promise.all(nodes.map(({ id }) => read({}, id)))
  const nodeIds = nodes.map(({ id }) => id)
  const result = await project.run(setStyle, { nodeIds, declarations: { color: 'red' } })
  const written = result.ok ? (result.data?.written ?? []) : []
  expect(written.map(({ selector, nodeIds }) => [selector, nodeIds.length])).toEqual([
    ['.p', 2],
    ['.title', 1],
    ['.b', 1],
  ])
  expect(before).toMatchObject(['.p', '.p', '.title', '.b'].map((selector) => ({ target: { selector } })))
  expect(onOneLine(css())).toBe('.p { color: red; } .title { color: red; } .b { color: red; }')
})
