import { describe, expect, test } from 'vitest'
import { onOneLine, styledPage } from '../../testing/styledPage.ts'
import { nodeAttribute } from '../document/tree.ts'

describe('the place of a new rule', () => {
  test('is behind rules of equal specificity that set an overlapping longhand', async () => {
    const { set, css } = styledPage(
      '.card { top: 0; } .x { top: 0; } .wide { font: 9px serif; } .y { top: 0; }',
      '<div class="card wide"></div>',
    )
    await set({ 'font-size': '12px' }, { selector: '.card', state: '' })
    expect(onOneLine(css())).toContain('.card { top: 0; font-size: 12px; }')
    const other = styledPage('.wide { font: 9px serif; } .y { top: 0; }', '<div class="wide"></div>')
    await other.set({ 'font-size': '12px' }, { selector: '.new' })
    expect(onOneLine(other.css())).toBe('.wide { font: 9px serif; } .y { top: 0; } .new { font-size: 12px; }')
  })

  test('is in an existing block of its query, else in a new one before narrower ones', async () => {
    const { set, css } = styledPage(
      '.card { top: 0; } .x { top: 0; } @media (max-width: 768px) { .x { top: 1px; } } @media (max-width: 375px) { .card { gap: 1px; } }',
    )
    await set({ gap: '2px' }, { width: 768 })
    expect(onOneLine(css())).toBe(
      '.card { top: 0; } .x { top: 0; } @media (max-width: 768px) { .x { top: 1px; } .card { gap: 2px; } } @media (max-width: 375px) { .card { gap: 1px; } }',
    )
  })

  test('is a new block where the standing one comes before the rule that it overrules', async () => {
    const { set, css } = styledPage('@media (max-width: 768px) { .x { top: 1px; } } .card { gap: 0; }')
    await set({ gap: '2px' }, { width: 768 })
    expect(onOneLine(css())).toBe(
      '@media (max-width: 768px) { .x { top: 1px; } } .card { gap: 0; } @media (max-width: 768px) { .card { gap: 2px; } }',
    )
  })

  test('is at the end where nothing fits', async () => {
    const { set, css } = styledPage(
      '@media (max-width: 375px) { .card { gap: 1px; } } .wide { gap: 0; }',
      '<div class="card wide"></div>',
    )
    await set({ gap: '2px' }, { width: 768, selector: '.card' })
    expect(onOneLine(css())).toBe(
      '@media (max-width: 375px) { .card { gap: 1px; } } .wide { gap: 0; } @media (max-width: 768px) { .card { gap: 2px; } }',
    )
  })

  test('is in the layer of the selector', async () => {
    const { set, css } = styledPage('@layer parts { .card { gap: 0; } }')
    expect(await set({ gap: '2px' }, { width: 768 })).toMatchObject({ layer: 'parts' })
    expect(onOneLine(css())).toBe(
      '@layer parts { .card { gap: 0; } @media (max-width: 768px) { .card { gap: 2px; } } }',
    )
  })

  test('a new class comes before the queries at the end', async () => {
    const { set, css } = styledPage('.x { top: 0; } @media (max-width: 768px) { .x { top: 1px; } }')
    await set({ gap: '2px' }, { selector: '.new' })
    expect(onOneLine(css())).toBe('.x { top: 0; } .new { gap: 2px; } @media (max-width: 768px) { .x { top: 1px; } }')
  })
})

describe('the style attribute', () => {
  const html = '<div class="card" style="color:red; top: 0"></div>'
  const attribute = true

  test('is edited when it is chosen, with its content as it is', async () => {
    const { set, css, read, tree } = styledPage('.card { gap: 0; }', html)
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
    const { set } = styledPage('.card { gap: 0; }', html)
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
  const { set, css } = styledPage(before)
  await set({ gap: '2px' }, { width: 768 })
  expect(await set({ gap: null }, { width: 768 })).toMatchObject({ created: false })
  expect(onOneLine(css())).toBe(before)
  await set({ margin: null })
  expect(onOneLine(css())).toBe('.card { top: 0; }')
})

test('a shorthand moves behind the longhand that it sets, and a longhand behind its shorthand', async () => {
  const { set, css } = styledPage('.card { font-size: 9px; top: 0; }')
  await set({ font: '12px serif' })
  expect(onOneLine(css())).toBe('.card { font-size: 9px; top: 0; font: 12px serif; }')
  await set({ 'font-size': '10px' })
  expect(onOneLine(css())).toBe('.card { top: 0; font: 12px serif; font-size: 10px; }')
})

test('applyCss keeps the authored order, and warns of the standing narrower rule that it wins over', async () => {
  const { project, css } = styledPage('.card { top: 0; } @media (max-width: 480px) { .card { gap: 1px; } }')
  const result = await project.call('applyCss', { css: '@media (max-width: 768px) { .card { gap: 2px; } }' })
  expect(result).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('`.card` now wins over its gap under `@media (max-width: 480px)`')],
  })
  expect(onOneLine(css()).endsWith('@media (max-width: 768px) { .card { gap: 2px; } }')).toBe(true)
  const fine = await project.call('applyCss', { css: '@media (max-width: 320px) { .card { gap: 3px; } }' })
  expect(fine).not.toHaveProperty('warnings')
})
