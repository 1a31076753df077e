import { createMemoryView } from '@atelier/documents'
import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { printCss } from '../css/printCss.ts'
import { readTree } from '../document/tree.ts'
import { shownFiles } from '../media/shown.ts'
import { shownCss } from '../sheet/shown.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { checkSiteValue } from '../validate/site.ts'
import { tokenDigest } from './digest.ts'
import { frameworkCss } from './framework.ts'
import { collectUses } from './uses.ts'

const none = { classes: new Set<string>() }

async function done(project: ReturnType<typeof createTestProject>, name: string, input: unknown) {
  const result = await project.call(name, input)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.data
}

test('a site without tokens gets no framework CSS', () => {
  expect(frameworkCss(createTestProject().site)).toBe('')
})

test('a colour token is a custom property with shades, tints and transparent steps by the documented formulas', async () => {
  const project = createTestProject()
  const result = await done(project, 'set_color_tokens', { tokens: [{ slug: 'Primary', lightValue: '#ff0000' }] })
  expect(result).toEqual({ tokens: [{ slug: 'primary', ref: 'var(--primary)', action: 'created' }] })
  const css = frameworkCss(project.site, none)
  expect(css).toContain('--primary: #ff0000;')
  expect(css).toContain('--primary-5: hsl(0 100% 50% / 0.05);')
  expect(css).toContain('--primary-90: hsl(0 100% 50% / 0.9);')
  // 50·(1 − 0.8·1/5) and 50 + 50·0.8·4/5
  expect(css).toContain('--primary-d-1: hsl(0 100% 42%);')
  expect(css).toContain('--primary-l-4: hsl(0 100% 82%);')
  expect(css).not.toContain('--primary-d-5')
  expect(css).not.toContain('prefers-color-scheme')
  expect(css).not.toContain('.bg-primary')
})

test('the same slug is updated in place, and what is not named stays', async () => {
  const project = createTestProject()
  await done(project, 'set_color_tokens', {
    tokens: [{ slug: 'ink', lightValue: '#111', darkValue: '#eee', shades: 0 }],
  })
  const again = await done(project, 'set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#222' }] })
  expect(again).toMatchObject({ tokens: [{ slug: 'ink', action: 'updated' }] })
  const css = frameworkCss(project.site, none)
  expect(css).toContain('--ink: #222;')
  expect(css).not.toContain('--ink-d-1')
  expect(css).toMatch(/@media \(prefers-color-scheme: dark\) \{\n {2}:root \{\n {4}--ink: #eee;/)
  expect(css).not.toContain('theme')
  expect(frameworkCss(project.site, { classes: new Set(['theme-inverted']) })).toContain('.theme-inverted {')
})

test('the schemes of single elements are printed for a class, an attribute or a script that may set them', async () => {
  const project = createTestProject()
  const pages = ['<p class="theme-dark"></p>', '<p data-theme="light"></p>', '<p></p>']
  const ids = pages.map((html, index) => project.addPage(html, { slug: `page-${index}` }).pageId)
  await done(project, 'set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#111', darkValue: '#eee' }] })
  const printed = () =>
    ids.map((id) => {
      const { classes } = collectUses(readTree(project.pages.get(id) ?? createMemoryView()))
      const css = frameworkCss(project.site, { classes })
      const dark = /\.theme-dark, \[data-theme="dark"\] \{\n {2}--ink: #eee;/.test(css)
      return dark && /\.theme-light, \[data-theme="light"\] \{\n {2}--ink: #111;/.test(css)
    })
  expect(printed()).toEqual([true, true, false])
  const content = 'document.documentElement.dataset.theme = "dark"'
  await done(project, 'write_code_asset', { path: 'theme.js', type: 'script', content })
  expect(printed()).toEqual([true, true, true])
})

test('colours that only a browser can work out get relative colours', async () => {
  const project = createTestProject()
  await done(project, 'set_color_tokens', {
    tokens: [
      { slug: 'mix', lightValue: 'color-mix(in oklch, red, blue)', shades: 1, tints: 1 },
      { slug: 'wide', lightValue: 'oklch(0.5 0.2 30)', shades: 1, transparencies: false, tints: 0 },
    ],
  })
  const css = frameworkCss(project.site, none)
  expect(css).toContain('--mix-d-1: hsl(from color-mix(in oklch, red, blue) h s calc(l * 0.6));')
  expect(css).toContain('--mix-50: rgb(from color-mix(in oklch, red, blue) r g b / 0.5);')
  expect(css).toContain('--wide-d-1: oklch(0.3 0.2 30);')
})

test('only utilities that a document uses are printed', async () => {
  const project = createTestProject()
  const { pageId } = project.addPage('<p class="bg-primary text-primary-d-1 padding-m">x</p>')
  const { pageId: other } = project.addPage('<b class="gap-s"></b>', { slug: 'other' })
  await done(project, 'set_color_tokens', { tokens: [{ slug: 'primary', lightValue: 'teal' }] })
  await done(project, 'set_spacing_scale', {})
  const uses = [pageId, other].map((id) => collectUses(readTree(project.pages.get(id) ?? createMemoryView())))
  const [first = none] = uses
  expect(frameworkCss(project.site, first).match(/^\..*/gm)).toEqual([
    '.bg-primary { background-color: var(--primary) }',
    '.text-primary-d-1 { color: var(--primary-d-1) }',
    '.padding-m { padding: var(--space-m) }',
  ])
  const joined = { classes: new Set(uses.flatMap(({ classes }) => [...classes])) }
  expect(frameworkCss(project.site, joined)).toContain('.gap-s { gap: var(--space-s) }')
})

test('the scales have the default steps and the documented values', async () => {
  const project = createTestProject()
  expect(await done(project, 'set_type_scale', {})).toEqual({
    groupId: 'type',
    action: 'created',
    namingConvention: 'text',
    generatedVars: [
      '--text-xs',
      '--text-s',
      '--text-m',
      '--text-l',
      '--text-xl',
      '--text-2xl',
      '--text-3xl',
      '--text-4xl',
    ],
  })
  const css = frameworkCss(project.site, none)
  // 16 px to 18 px between 320 and 1400 px: 2/1080 per px, 16 − 320·2/1080 px at 0.
  expect(css).toContain('--text-m: clamp(1rem, calc(0.19vw + 0.96rem), 1.13rem);')
  await done(project, 'set_type_scale', { isRem: false, min: { fontSize: 20 } })
  expect(frameworkCss(project.site, none)).toContain('--text-m: clamp(20px, calc(-0.19vw + 20.59px), 18px);')
  const space = await done(project, 'set_spacing_scale', {
    namingConvention: 'gap-{step}-x',
    steps: 's,m',
    baseScaleIndex: 1,
  })
  expect(space).toMatchObject({ generatedVars: ['--gap-s-x', '--gap-m-x'] })
})

test('manual sizes replace the ratio', async () => {
  const project = createTestProject()
  await done(project, 'set_type_scale', { isRem: false, manual: { xl: { min: 30, max: 40 } } })
  expect(frameworkCss(project.site, none)).toContain('--text-xl: clamp(30px, calc(0.93vw + 27.04px), 40px);')
})

test('a rem is what the site’s own CSS makes of it', async () => {
  const project = createTestProject()
  upsertCss(project.site, 'html { font-size: 62.5% }', project.newId)
  await done(project, 'set_type_scale', {})
  expect(frameworkCss(project.site, none)).toContain('--text-m: clamp(1.6rem, calc(0.19vw + 1.54rem), 1.8rem);')
})

test('a name that another token has gets a number', async () => {
  const project = createTestProject()
  await done(project, 'set_type_scale', {})
  const result = await done(project, 'set_color_tokens', { tokens: [{ slug: 'text-m', lightValue: 'red' }] })
  expect(result).toMatchObject({ tokens: [{ slug: 'text-m-2', ref: 'var(--text-m-2)' }] })
})

test('two people who make one slug at once both keep their token', () => {
  const site = createMemoryView([
    ['color:a', { slug: 'ink', lightValue: '#111', at: 'a0' }],
    ['color:b', { slug: 'ink', lightValue: '#222', at: 'a0' }],
  ])
  expect(frameworkCss(site, none)).toContain('--ink: #111;')
  expect(frameworkCss(site, none)).toContain('--ink-2: #222;')
})

test.each([
  ['set_color_tokens', { tokens: [{ slug: '!!', lightValue: 'red' }] }, 'invalid_slug'],
  ['set_color_tokens', { tokens: [{ slug: 'a', lightValue: 'red} body{display:none' }] }, 'invalid_color'],
  ['set_color_tokens', { tokens: [{ slug: 'a', lightValue: 'reddish' }] }, 'invalid_color'],
  ['set_color_tokens', { tokens: [{ slug: 'a', lightValue: 'url(javascript:x)' }] }, 'invalid_color'],
  [
    'set_color_tokens',
    {
      tokens: [
        { slug: 'ok', lightValue: 'red' },
        { slug: 'a', lightValue: '' },
      ],
    },
    'invalid_color',
  ],
  ['set_type_scale', { groupId: 'nope' }, 'unknown_group'],
  ['set_type_scale', { steps: ['a', 'a'] }, 'invalid_steps'],
  ['set_type_scale', { steps: ['a}b'] }, 'invalid_steps'],
  ['set_type_scale', { steps: ['a'] }, 'invalid_base'],
  ['set_type_scale', { namingConvention: 'a;b' }, 'invalid_name'],
  ['set_font_tokens', { tokens: [{ name: 'X', familyId: 'nope' }] }, 'unknown_family'],
  ['set_font_tokens', { tokens: [{ name: 'X', fallback: 'a}b{' }] }, 'invalid_fallback'],
  ['set_font_tokens', { tokens: [{ name: 'X', googleFamily: 'Inter' }] }, 'font_not_installed'],
  ['deleteTokens', { colors: ['nope'] }, 'unknown_token'],
])('%s refuses %j and changes nothing', async (name, input, code) => {
  const project = createTestProject()
  const before = [...project.site.keys()]
  const result = await project.call(name, input)
  expect(result).toMatchObject({ ok: false, error: { code } })
  expect([...project.site.keys()]).toEqual(before)
})

test('whatever the operations write passes the check of what a tab may write', async () => {
  const project = createTestProject()
  await done(project, 'set_color_tokens', {
    tokens: [{ slug: 'Grün 2', lightValue: 'rebeccapurple', darkValue: 'lab(50 1 2)', category: 'Brand', tints: 2 }],
  })
  await done(project, 'set_color_tokens', {
    tokens: [{ slug: 'grün-2', lightValue: 'red', darkValue: '', darkModeEnabled: false }],
  })
  await done(project, 'set_type_scale', { min: { scaleRatio: 1.2 }, manual: { xs: { min: 1, max: 2 } } })
  await done(project, 'set_type_scale', { steps: 'a, b', baseScaleIndex: 0 })
  await done(project, 'set_font_tokens', { tokens: [{ name: 'Body', fallback: 'Georgia, serif' }] })
  await done(project, 'deleteTokens', { colors: ['grün-2'] })
  for (const key of project.site.keys()) {
    const value = project.site.get(key)
    if (value !== undefined) expect([key, checkSiteValue(key, value)]).toEqual([key, undefined])
  }
})

test('an uploaded font file becomes a family with the files of its name', async () => {
  const project = createTestProject()
  for (const [id, name] of [
    ['m1', 'OpenSans-Regular.woff2'],
    ['m2', 'OpenSans-BoldItalic.woff2'],
  ] as const) {
    const hash = id.repeat(32)
    project.site.set(`media:${id}`, {
      name,
      path: `media/${id}-${hash.slice(0, 10)}.woff2`,
      hash,
      type: 'font/woff2',
      bytes: 9,
      createdAt: 0,
    })
  }
  const result = await done(project, 'set_font_tokens', { tokens: [{ name: 'Body', familyId: 'm1' }] })
  expect(result).toEqual({
    tokens: [{ name: 'Body', variable: 'font-body', ref: 'var(--font-body)', action: 'created' }],
  })
  const css = frameworkCss(project.site, none)
  expect(css).toContain('--font-body: "Open Sans", sans-serif;')
  expect(css).toContain(
    'font-style: italic; font-weight: 700; font-display: swap; src: url("/media/m2-m2m2m2m2m2.woff2")',
  )
  // A page that is not published has its files elsewhere.
  const files = shownFiles(project.site, '', '/api/files')
  expect(shownCss(project.site, undefined, '', files)).toContain('url("/api/files/media/m2-m2m2m2m2m2.woff2")')
  await done(project, 'set_font_tokens', { tokens: [{ name: 'Body', fallback: 'serif' }] })
  expect(frameworkCss(project.site, none)).toContain('--font-body: "Open Sans", serif;')
})

test('list_tokens returns variables, values, variants and classes, and marks what is authored', async () => {
  const project = createTestProject()
  upsertCss(project.site, ':root { --own: 1px } @media print { :root { --own: 2px } }', project.newId)
  await done(project, 'set_color_tokens', { tokens: [{ slug: 'primary', lightValue: 'red', darkValue: 'blue' }] })
  await done(project, 'set_spacing_scale', {})
  const all = await done(project, 'list_tokens', {})
  expect(all).toMatchObject({
    colors: [
      {
        slug: 'primary',
        cssVariable: '--primary',
        ref: 'var(--primary)',
        value: 'red',
        darkValue: 'blue',
        variants: { 'd-1': 'hsl(0 100% 42%)' },
        utilities: ['text-primary', 'bg-primary', 'border-primary', 'fill-primary'],
      },
    ],
    typography: [],
    fonts: [],
    authored: [{ cssVariable: '--own', value: '1px' }],
  })
  const spacing = await done(project, 'list_tokens', { family: 'spacing' })
  expect(Object.keys(Object(spacing))).toEqual(['spacing'])
  expect(JSON.stringify(spacing)).toContain('"padding-horizontal-m"')
})

test('the line for the prompt is short and says what there is', async () => {
  const project = createTestProject()
  expect(tokenDigest(project.site)).toContain('no design system yet')
  await done(project, 'set_color_tokens', {
    tokens: Array.from({ length: 40 }, (_, index) => ({ slug: `c${index}`, lightValue: '#123456' })),
  })
  await done(project, 'set_type_scale', {})
  await done(project, 'set_font_tokens', { tokens: [{ name: 'Heading', fallback: 'serif' }] })
  const line = tokenDigest(project.site)
  expect(line).toContain('and 10 more]; type --text-*: [xs, s, m, l, xl, 2xl, 3xl, 4xl]; fonts: [--font-heading→serif]')
  expect(line).not.toMatch(/[<>\n]/)
})

test('deleting a token says which rules still name it', async () => {
  const project = createTestProject()
  upsertCss(project.site, '.a { color: var(--ink) } .b { color: var(--ink-d-1, red) } .c { top: 0 }', project.newId)
  await done(project, 'set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#111' }] })
  expect(await done(project, 'deleteTokens', { colors: ['ink'] })).toEqual({
    deleted: ['--ink'],
    stillUsedBy: ['.a', '.b'],
  })
  expect(frameworkCss(project.site)).toBe('')
})

test('classes are attached and taken away by name or by the id of their rule', async () => {
  const project = createTestProject()
  const { root } = project.addPage('<p class="a">x</p>', { css: '.b { top: 0 } .c:hover { top: 1px }' })
  const [page] = project.pages.values()
  const p = page && readTree(page).children(root)[0]?.id
  const rule = [...project.site.keys('rule:')][0]?.slice(5)
  expect(await done(project, 'assignClass', { nodeId: p, classId: rule })).toMatchObject({ classes: ['a', 'b'] })
  expect(await done(project, 'assignClass', { nodeId: p, classId: '.c' })).toMatchObject({ classes: ['a', 'b', 'c'] })
  expect(await done(project, 'removeClass', { nodeId: p, classId: 'a' })).toMatchObject({ classes: ['b', 'c'] })
  expect(await project.call('removeClass', { nodeId: p, classId: 'a' })).toMatchObject({
    error: { code: 'unknown_class' },
  })
  expect(await project.call('assignClass', { nodeId: p, classId: 'zzz' })).toMatchObject({
    error: { code: 'unknown_class' },
  })
  expect(await project.call('assignClass', { nodeId: 'nope', classId: 'b' })).toMatchObject({
    error: { code: 'unknown_node' },
  })
})

test('a token is renamed wherever it is named, its variants and utilities too, and nowhere else', async () => {
  const project = createTestProject()
  const css = '.a { color: var(--ink); top: var( --ink-d-1 , 0); left: var(--inkwell) } .b { color: var(--ink-x) }'
  project.addPage('<p class="bg-ink-10 ink text-inkwell" style="color: var(--ink)">x</p>', { css })
  await done(project, 'set_color_tokens', {
    tokens: [
      { slug: 'ink', lightValue: '#111' },
      { slug: 'soft', lightValue: 'color-mix(in srgb, var(--ink), white)' },
    ],
  })
  const result = await done(project, 'renameToken', { from: '--ink', to: 'Tinte' })
  expect(result).toMatchObject({ from: 'ink', to: 'tinte', ref: 'var(--tinte)', references: 5 })
  const read = await done(project, 'read_document', {})
  expect(read).toMatchObject({ html: expect.stringContaining('style="color: var(--tinte)"') })
  expect(read).toMatchObject({ html: expect.stringMatching(/class="bg-tinte-10 ink text-inkwell"/) })
  expect(printCss(project.site)).toBe(
    '.a { color: var(--tinte); top: var( --tinte-d-1 , 0); left: var(--inkwell) } .b { color: var(--ink-x) }',
  )
  expect(await project.call('renameToken', { from: 'tinte', to: 'soft' })).toMatchObject({
    error: { code: 'name_taken' },
  })
  expect(await project.call('renameToken', { from: 'nope', to: 'x' })).toMatchObject({
    error: { code: 'unknown_token' },
  })
})
