import { expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { documents } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { frameHtml } from '../view/frame.ts'

async function designed(html: string, css?: string): Promise<TestProject & { pageId: string }> {
  const project = createTestProject()
  const { pageId } = project.addPage(html, css === undefined ? {} : { css })
  const tokens = [
    { slug: 'primary', lightValue: '#3366ff', darkValue: '#99bbff' },
    { slug: 'ink', lightValue: '#111' },
    { slug: 'soft', lightValue: 'var(--ink)', shades: 0, tints: 0, transparencies: false },
  ]
  for (const [name, input] of [
    ['set_color_tokens', { tokens }],
    ['set_type_scale', {}],
    ['set_spacing_scale', {}],
    ['set_font_tokens', { tokens: [{ name: 'Heading', fallback: 'Georgia, serif' }] }],
  ] as const) {
    expect(await project.call(name, input)).toMatchObject({ ok: true })
  }
  return { ...project, pageId }
}

async function read(project: TestProject): Promise<string> {
  const result = await project.call('read_document', {})
  if (!result.ok) throw new Error(JSON.stringify(result))
  return JSON.parse(JSON.stringify(result.data)).css
}

async function published(project: TestProject): Promise<string> {
  const pages = [...project.pages].map(([id, view]) => ({ id, view }))
  const { files } = await publishSite({ site: project.site, pages })
  return files
    .filter(({ path }) => path.endsWith('.css'))
    .map(({ text }) => text)
    .join('\n')
}

const variables = (css: string) => [...new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name))].sort()

test('of a design system that nothing uses, nothing is published, and a read has one line of it', async () => {
  const project = await designed('<h1>x</h1>', 'h1 { color: teal; margin: 0 0 1rem; padding: 0 }')
  expect(await published(project)).toBe('h1 { color: teal; margin: 0 0 1rem; padding: 0 }')
  const css = await read(project)
  expect(css.split('\n').filter((line) => line !== '')).toHaveLength(2)
  expect(css).toContain('h1 { color: teal')
  for (const name of ['--primary', '--ink', '--text-m', '--space-4xs', '--font-heading', 'list_tokens'])
    expect(css).toContain(name)
  expect(css.length).toBeLessThan(600)
})

test.each([
  ['a stylesheet', '<h1>x</h1>', 'h1 { color: var(--primary) }', ['--primary']],
  ['a condition of a stylesheet', '<h1>x</h1>', '@container style(--ink: 1) { h1 { top: 0 } }', ['--ink']],
  ['a style attribute', '<h1 style="gap: var(--space-m)">x</h1>', undefined, ['--space-m']],
  ['another attribute', '<svg><path fill="var(--ink)"></path></svg>', undefined, ['--ink']],
  ['a utility', '<h1 class="text-primary-d-1 padding-s">x</h1>', undefined, ['--primary-d-1', '--space-s']],
  ['another token', '<h1>x</h1>', 'h1 { color: var(--soft) }', ['--ink', '--soft']],
  ['a value within a value', '<h1>x</h1>', 'h1 { font: 1rem var(--none, var(--font-heading)) }', ['--font-heading']],
])('%s keeps the tokens that it names', async (_, html, css, names) => {
  const project = await designed(html, css)
  expect(variables(await published(project))).toEqual(names)
  expect(variables(await read(project))).toEqual(names)
})

test.each([
  ["getComputedStyle(e).getPropertyValue('--primary')", ['--primary']],
  ["el.style.setProperty('--x', 'var(--ink)')", ['--ink']],
  [`const gap = \`var(--space-$\{step})\``, 'space'],
  ["const gap = '--space-' + step", 'space'],
])('a script that says %s keeps what it may read', async (content, names) => {
  const project = await designed('<h1>x</h1>')
  expect(await project.call('write_code_asset', { path: 'a.js', type: 'script', content })).toMatchObject({ ok: true })
  const found = variables(await published(project))
  if (names === 'space') expect([found.length, found.every((name) => name?.startsWith('--space-'))]).toEqual([11, true])
  else expect(found).toEqual(names)
})

test('a style among the code assets keeps its names, and is in the read and in the frame', async () => {
  const project = await designed('<h1 class="big">x</h1>')
  const content = '.big { color: var(--primary); background: url(img/x.png) }\n.nowhere { top: 0 }'
  const asset = { path: 'styles/own.css', type: 'style', content }
  expect(await project.call('write_code_asset', asset)).toMatchObject({ ok: true })
  expect(variables(await published(project))).toEqual(['--primary'])
  const css = await read(project)
  expect(css).toContain('/* styles/own.css, a code asset')
  expect(css).toContain('.big { color: var(--primary)')
  expect(css).not.toContain('.nowhere')
  expect(variables(css)).toEqual(['--primary'])
  const [entry] = documents(project.site)
  if (!entry) throw new Error('The page is not listed')
  const frame = frameHtml(
    project.site,
    entry,
    (id) => readTree(project.pages.get(id) ?? project.site),
    'https://files.example',
  )
  expect(frame).toContain('.nowhere { top: 0 }')
  expect(frame).not.toContain('img/x.png')
})

test('the dark values and themes hold only what is used', async () => {
  const css = 'h1 { color: var(--primary) }'
  const plain = await published(await designed('<h1>x</h1>', css))
  expect(plain.match(/--primary: #99bbff/g)).toHaveLength(1)
  expect(plain).not.toContain('--primary-d-1')
  const themed = await published(await designed('<h1 data-theme="dark">x</h1>', css))
  expect(themed.match(/--primary: #99bbff/g)).toHaveLength(2)
  expect(await published(await designed('<h1>x</h1>', 'h1 { color: var(--ink) }'))).not.toContain(
    'prefers-color-scheme',
  )
})
