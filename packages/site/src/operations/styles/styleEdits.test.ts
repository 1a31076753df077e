import { expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { printCss } from '../../css/printCss.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'
import { setTexts } from '../nodes/setTexts.ts'
import { addDeclaration } from './addDeclaration.ts'
import { addRule } from './addRule.ts'
import { getNodeStyles } from './getNodeStyles.ts'
import { removeDeclaration } from './removeDeclaration.ts'
import { setDeclaration } from './setDeclaration.ts'
import { switchDeclaration } from './switchDeclaration.ts'

const css = '.a { color: red; top: 0 } .a:hover { color: blue } @media print { .a { left: 1px } }'

async function setUp() {
  const project = createTestProject()
  const { pageId } = project.addPage('<p class="a">One</p><p>Two <b>bold</b></p>', { css })
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const [first = expect.fail(), second = expect.fail()] = [...tree().walk()].filter(({ tag }) => tag === 'p')
  const styles = async () => {
    const read = await project.run(getNodeStyles, { nodeId: first.id })
    return read.ok && read.data ? read.data : expect.fail()
  }
  const { rules } = await styles()
  const plain = rules.find(({ state, conditions }) => state === '' && conditions.length === 0) ?? expect.fail()
  const [color = expect.fail(), top = expect.fail()] = plain.declarations
  const { run } = project
  const html = () => printInnerHtml(tree(), tree().root)
  return {
    run,
    call: project.call,
    styles,
    rules,
    plain,
    color,
    top,
    first,
    second,
    html,
    print: () => printCss(project.site),
  }
}

test('the rules of a node are listed with their ids, those about the element itself first', async () => {
  const { rules, run, first } = await setUp()
  expect(rules).toMatchObject([
    { selector: '.a', conditions: ['@media print'], state: '' },
    {
      selector: '.a',
      conditions: [],
      state: '',
      declarations: [{ declaration: 'color: red' }, { declaration: 'top: 0' }],
    },
    { selector: '.a:hover', state: ':hover', declarations: [{ declaration: 'color: blue' }] },
  ])
  expect(await run(getNodeStyles, { nodeId: 'nope' })).toMatchObject({ error: { code: 'unknown_node' } })
  expect(await run(getNodeStyles, { nodeId: first.id })).toMatchObject({ data: { leftOut: 0 } })
})

test('a declaration is rewritten where it stands, and what is not a declaration is refused', async () => {
  const { run, plain, color, print } = await setUp()
  const ids = { ruleId: plain.ruleId, declarationId: color.declarationId }
  expect(await run(setDeclaration, { ...ids, declaration: 'color: lime !important;' })).toMatchObject({
    ok: true,
    data: { ...ids, declaration: 'color: lime !important' },
  })
  expect(print()).toBe(css.replace('color: red', 'color: lime !important'))
  for (const declaration of ['color', 'color: red; top: 1px', 'width: expression(alert(1))']) {
    expect.soft(await run(setDeclaration, { ...ids, declaration })).toMatchObject({
      ok: false,
      error: { code: 'invalid_css', path: '/declaration' },
    })
  }
  expect(print()).toBe(css.replace('color: red', 'color: lime !important'))
})

test('a declaration is added at the end of its rule, or behind another one', async () => {
  const { run, plain, color, print } = await setUp()
  const added = await run(addDeclaration, { ruleId: plain.ruleId, declaration: 'left: 2px' })
  expect(added).toMatchObject({ ok: true, data: { declaration: 'left: 2px' } })
  await run(addDeclaration, { ruleId: plain.ruleId, declaration: 'right: 3px', afterId: color.declarationId })
  expect(print()).toContain('.a { color: red; right: 3px; top: 0; left: 2px }')
})

test('a declaration is switched off into a comment and on again as it was', async () => {
  const { run, plain, top, print, styles } = await setUp()
  const ids = { ruleId: plain.ruleId, declarationId: top.declarationId }
  expect(await run(switchDeclaration, { ...ids, on: false })).toMatchObject({ data: { declaration: '/* top: 0 */' } })
  const off = print()
  expect(off).toContain('/* top: 0 */')
  expect(await run(switchDeclaration, { ...ids, on: false })).toMatchObject({ ok: true })
  expect(print()).toBe(off)
  expect((await styles()).rules[1]?.declarations[1]).toEqual({ ...top, declaration: '/* top: 0 */' })
  await run(switchDeclaration, { ...ids, on: true })
  expect(print()).toBe(css)
})

test('a declaration with a comment in it cannot be switched off, and a comment is none', async () => {
  const { run, plain, color, print } = await setUp()
  const ids = { ruleId: plain.ruleId, declarationId: color.declarationId }
  await run(setDeclaration, { ...ids, declaration: 'color: /* warm */ red' })
  const before = print()
  expect(await run(switchDeclaration, { ...ids, on: false })).toMatchObject({
    ok: false,
    error: { code: 'invalid_css' },
  })
  expect(print()).toBe(before)
})

test('a declaration is removed, and then it is unknown', async () => {
  const { run, plain, color, print } = await setUp()
  const ids = { ruleId: plain.ruleId, declarationId: color.declarationId }
  expect(await run(removeDeclaration, ids)).toMatchObject({ ok: true, data: { declaration: 'color: red' } })
  expect(print()).toContain('.a { top: 0 }')
  const gone = { ok: false, error: { code: 'unknown_declaration', path: '/declarationId' } }
  expect(await run(removeDeclaration, ids)).toMatchObject(gone)
  expect(await run(setDeclaration, { ...ids, declaration: 'color: red' })).toMatchObject(gone)
  expect(await run(switchDeclaration, { ...ids, on: true })).toMatchObject(gone)
  expect(await run(addDeclaration, { ruleId: 'nope', declaration: 'top: 0' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_rule', path: '/ruleId' },
  })
})

test('an empty rule is added once for a selector', async () => {
  const { run, print } = await setUp()
  const made = await run(addRule, { selector: '.b' })
  const ruleId = made.ok && made.data ? made.data.ruleId : expect.fail()
  expect(made).toMatchObject({ data: { selector: '.b', created: true } })
  expect(await run(addRule, { selector: ' .b ' })).toMatchObject({ data: { ruleId, created: false } })
  await run(addDeclaration, { ruleId, declaration: 'top: 1px' })
  expect(print()).toContain('.b {\n  top: 1px;\n}')
  const before = print()
  for (const selector of ['@media print', '.c {} .d', '}', '.c { top: 0 }', '<b>']) {
    expect.soft(await run(addRule, { selector }), selector).toMatchObject({ error: { code: 'invalid_selector' } })
  }
  expect(print()).toBe(before)
})

test('several texts change in one step, or none of them', async () => {
  const { run, first, second, html } = await setUp()
  const before = html()
  const texts = [
    { nodeId: first.id, text: 'Uno' },
    { nodeId: second.id, text: 'Dos' },
  ]
  expect(await run(setTexts, { texts })).toMatchObject({
    ok: false,
    error: { code: 'not_text', path: '/texts/1/nodeId' },
  })
  expect(html()).toBe(before)
  expect(await run(setTexts, { texts: texts.slice(0, 1) })).toMatchObject({ ok: true, data: { nodeIds: [first.id] } })
  expect(html()).toBe(before.replace('One', 'Uno'))
})
