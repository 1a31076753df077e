import { expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { printCss } from '../../css/printCss.ts'

const css =
  '.a { color: red; color: blue; top: 0 } @media print { .a { top: 1px } .b { top: 2px } } .a > b { top: 3px }'

function project() {
  const made = createTestProject()
  made.addPage('<p></p>', { css })
  return { made, print: () => printCss(made.site) }
}

test('declarations go, every fallback of a property with it, and nothing else', async () => {
  const { made, print } = project()
  const result = await made.call('removeCss', { selector: ' .a ', atRule: '', properties: ['COLOR'] })
  expect(result).toMatchObject({ ok: true, data: { removedDeclarations: [{ selector: '.a', properties: ['color'] }] } })
  expect(print()).toBe('.a { top: 0 } @media print { .a { top: 1px } .b { top: 2px } } .a > b { top: 3px }')
})

test('whole rules go, in one surrounding or in all', async () => {
  const { made, print } = project()
  await made.call('removeCss', { selector: '.a', atRule: '@media  print' })
  expect(print()).toBe('.a { color: red; color: blue; top: 0 } @media print { .b { top: 2px } } .a > b { top: 3px }')
  const result = await made.call('removeCss', { selector: '.a>b' })
  expect(result).toMatchObject({ ok: true, data: { removedRules: [{ selector: '.a > b' }] } })
  expect(print()).toBe('.a { color: red; color: blue; top: 0 } @media print { .b { top: 2px } }')
})

test.each([
  [{ selector: '.zz' }, 'unknown_rule'],
  [{ ruleId: 'nope' }, 'unknown_rule'],
  [{}, 'invalid_input'],
  [{ selector: '.a', ruleId: 'x' }, 'invalid_input'],
  [{ selector: '.a', atRule: '@media screen' }, 'unknown_rule'],
  [{ selector: '.a', properties: ['left'] }, 'unknown_property'],
])('%j is refused, and nothing changes', async (input, code) => {
  const { made, print } = project()
  expect(await made.call('removeCss', input)).toMatchObject({ ok: false, error: { code } })
  expect(print()).toBe(css)
})

test('a utility of the design system is taken away by deleting its token', async () => {
  const { made } = project()
  await made.call('set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#111' }] })
  expect(await made.call('removeCss', { selector: '.bg-ink' })).toMatchObject({ ok: false, error: { code: 'locked' } })
  const applied = await made.call('applyCss', { css: ':root { --ink: red }' })
  expect(applied).toMatchObject({ ok: false, error: { message: expect.stringContaining('set_color_tokens') } })
})

test('ten megabytes are refused with the limit named', async () => {
  const { made, print } = project()
  const result = await made.call('applyCss', { css: '.a{top:0}'.repeat(1_200_000) })
  expect(result).toMatchObject({ ok: false, error: { code: 'too_large', message: expect.stringContaining('1000000') } })
  expect(print()).toBe(css)
})
