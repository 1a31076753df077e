import { describe, expect, it, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { addCode, codeAssets } from '../../code/assets.ts'
import { printCss } from '../../css/printCss.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'
import { sheetText } from '../../sheet/text.ts'
import { writeSheet } from '../../sheet/write.ts'
import { tokens } from '../../tokens/all.ts'
import { repeatedValues } from '../../tokens/repeated.ts'

const sheet = `:root {
  --gap: 24px;
  --line: #ddd;
}
@media (prefers-color-scheme: dark) { :root { --line: #333 } }
.a { color: #1F3A5F; padding: 24px 8px; border: 1px solid rgb(31, 58, 95) }
.b { background: linear-gradient(#1f3a5f, white); gap: 24px; border-radius: 8px }
.c { box-shadow: 0 1px 2px #0003; border-radius: 8px; margin: 24px auto }
.d { box-shadow: 0 1px 2px #0003; border-radius: 8px 0 }
.e { box-shadow: 0 1px  2px #0003; font: var(--x, #1f3a5f) }
@font-face { font-family: x; src: url(x.woff2) }`

function site() {
  const project = createTestProject()
  const { pageId } = project.addPage('<p style="color:#1f3a5f; top: 0">x</p>')
  const written = writeSheet(project.site, { name: 'a.css', path: 'a.css', css: sheet }, project.newId)
  const html = () => {
    const page = project.pages.get(pageId)
    const tree = page && readTree(page)
    return tree ? printInnerHtml(tree, tree.root) : ''
  }
  const done = async (name: string, input: unknown): Promise<unknown> => {
    const result = await project.call(name, input)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.data
  }
  return {
    ...project,
    done,
    html,
    sheet: () => sheetText(project.site, written.entry.id),
    own: () => printCss(project.site),
  }
}

describe('tokens', () => {
  it('lists the tokens of the system and of every sheet alike, with kinds, dark values and variants', async () => {
    const { site: view, done } = site()
    await done('set_color_tokens', {
      tokens: [{ slug: 'ink', lightValue: '#111', shades: 1, tints: 0, transparencies: false }],
    })
    await done('applyCss', {
      css: ':root { --line-2: var(--line); --radius-m: 8px; --shadow: 0 1px 2px #0002; --serif: Georgia, serif; --ease: cubic-bezier(0, 0, 1, 1) }',
    })
    expect(tokens(view).map(({ name, kind, origin }) => `${name} ${kind} ${origin}`)).toEqual([
      '--ink color system',
      '--ink-d-1 color system',
      '--gap space authored',
      '--line color authored',
      '--line-2 color authored',
      '--radius-m radius authored',
      '--shadow shadow authored',
      '--serif font authored',
      '--ease other authored',
    ])
    expect(tokens(view)[1]).toMatchObject({ variantOf: '--ink' })
    expect(tokens(view)[3]).toMatchObject({ value: '#ddd', dark: '#333' })
  })
})

test('list_tokens gives the authored ones with what they are for, their dark value and how often they are used', async () => {
  const { done } = site()
  await done('applyCss', { css: '.x { border-color: var(--line) }' })
  expect(await done('list_tokens', {})).toMatchObject({
    authored: [
      { cssVariable: '--gap', kind: 'space', uses: 0 },
      { cssVariable: '--line', kind: 'color', value: '#ddd', darkValue: '#333', uses: 1 },
    ],
  })
})

describe('repeated values', () => {
  it('counts a colour in any notation, and leaves out the value of var()', () => {
    const { site: view } = site()
    expect(repeatedValues(view)).toEqual([
      { value: '#1F3A5F', kind: 'color', count: 3, properties: ['color', 'border', 'background'] },
      { value: '24px', kind: 'space', count: 3, properties: ['padding', 'gap', 'margin'], token: '--gap' },
      { value: '8px', kind: 'radius', count: 3, properties: ['border-radius'] },
      { value: '0 1px 2px #0003', kind: 'shadow', count: 3, properties: ['box-shadow'] },
      { value: '#0003', kind: 'color', count: 3, properties: ['box-shadow'] },
    ])
  })
})

describe('promoteValue', () => {
  it('declares a colour beside the tokens of the site and uses it in every place', async () => {
    const { done, sheet: css, html } = site()
    expect(await done('promoteValue', { value: '#1f3a5f', name: 'Brand' })).toEqual({
      name: 'brand',
      ref: 'var(--brand)',
      kind: 'color',
      replaced: 4,
      origin: 'authored',
      created: true,
      document: expect.anything(),
    })
    expect(css()).toBe(
      sheet
        .replace('  --line: #ddd;\n', '  --line: #ddd;\n  --brand: #1f3a5f;\n')
        .replace('color: #1F3A5F', 'color: var(--brand)')
        .replace('solid rgb(31, 58, 95)', 'solid var(--brand)')
        .replace('gradient(#1f3a5f', 'gradient(var(--brand)'),
    )
    expect(html()).toBe('<p style="color:var(--brand); top: 0">x</p>')
  })

  it('uses a token that has the value already, and takes its dark value into account', async () => {
    const { done, call, sheet: css } = site()
    expect(await done('promoteValue', { value: '24px', name: '--gap' })).toMatchObject({ created: false, replaced: 3 })
    expect(css()).toContain('--gap: 24px;')
    expect(css()).toContain('padding: var(--gap) 8px')
    expect(await call('promoteValue', { value: '#ddd', name: 'line' })).toMatchObject({ error: { code: 'name_taken' } })
  })

  it('makes a colour of the design system where that holds the tokens, a radius on a new :root', async () => {
    const project = createTestProject()
    project.addPage('<p>x</p>', { css: '.a { color: teal; border-radius: 8px }' })
    expect(await project.call('promoteValue', { value: 'teal', name: 'sea' })).toMatchObject({
      data: { origin: 'system', replaced: 1 },
    })
    expect(await project.call('promoteValue', { value: '8px', name: 'radius' })).toMatchObject({
      data: { origin: 'authored', kind: 'radius' },
    })
    expect(printCss(project.site)).toBe(
      ':root {\n  --radius: 8px;\n}.a { color: var(--sea); border-radius: var(--radius) }',
    )
  })
})

describe('findTokenUses', () => {
  it('lists rules, tokens, elements and code', async () => {
    const { site: view, done } = site()
    await done('applyCss', { css: ':root { --rule: 1px solid var(--line) } .x { border: var(--line) }' })
    addCode(view, { id: 'a', path: 'a.js', type: 'script', content: 'get("--line")', now: 0 })
    expect(await done('findTokenUses', { name: 'line' })).toMatchObject({
      name: '--line',
      uses: [
        { kind: 'rule', label: ':root', property: '--rule' },
        { kind: 'rule', label: '.x', property: 'border' },
        { kind: 'code', label: 'a.js' },
      ],
      total: 3,
    })
  })
})

describe('renameToken of an authored property', () => {
  it('renames it in every sheet, scheme and page, and in scripts when asked', async () => {
    const { site: view, done, sheet: css, html, call } = site()
    addCode(view, { id: 'a', path: 'a.js', type: 'script', content: 'set("--line", "--line-2")', now: 0 })
    await done('applyCss', {
      css: '@property --line { syntax: "*"; inherits: true } .x { --line: red; color: var(--line-2); outline-color: var(--line) } @container style(--line: red) { .y { top: 0 } }',
    })
    const before = css()
    expect(await call('renameToken', { from: 'line', to: 'gap' })).toMatchObject({ error: { code: 'name_taken' } })
    expect(await done('renameToken', { from: '--line', to: 'Hairline' })).toMatchObject({
      to: 'hairline',
      references: 6,
      scripts: [{ path: 'a.js', line: 1 }],
    })
    expect(css()).toBe(before.replaceAll('--line:', '--hairline:'))
    expect(printCss(view)).toBe(
      '@property --hairline { syntax: "*"; inherits: true } .x { --hairline: red; color: var(--line-2); outline-color: var(--hairline) } @container style(--hairline: red) { .y { top: 0 } }',
    )
    expect(await done('renameToken', { from: 'line', to: 'hairline', scripts: true })).toMatchObject({ references: 0 })
    expect(codeAssets(view)[0]?.content).toBe('set("--hairline", "--line-2")')
    await done('renameToken', { from: 'hairline', to: 'line', scripts: true })
    expect(css()).toBe(before)
    await done('renameToken', { from: 'line', to: 'edge', scripts: true })
    expect(codeAssets(view)[0]?.content).toBe('set("--edge", "--line-2")')
    expect(html()).toContain('color:#1f3a5f')
  })
})
