import { inSlices } from '@atelier/operation'
import { nodeAttributes, pages, readPageCascade, readTree, tokens } from '@atelier/site'
import { createTestProject, type TestProject } from '@atelier/site/testing/project'
import { publishSite } from '@atelier/site/testing/publishSite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { planTidy, rehearseBlueprint, rehearseSite, type TidyProposal } from '../index.ts'

async function siteOf(files: Record<string, string>): Promise<TestProject> {
  const project = createTestProject()
  const written = await project.call('writeFiles', { files })
  expect(written.ok, JSON.stringify(written)).toBe(true)
  return project
}

const proposalsOf = ({ site, pages }: TestProject) =>
  inSlices(
    planTidy(
      site,
      [...pages].map(([id, view]) => ({ id, view })),
    ),
  )

async function carryOut(project: TestProject, proposals: readonly TidyProposal[]) {
  for (const { title, calls } of proposals) {
    const done = await project.call('batch', { calls })
    expect(done.ok, `${title} ${JSON.stringify(done)}`).toBe(true)
  }
}

const WIDTHS = [1440, 390]

/**
 * A visitor's page: for each published page its elements in order, each with its attributes but for classes and styles,
 * its text, and the declaration that wins for each property, with the values of custom properties filled in.
 */
async function rendered({ site, pages }: TestProject) {
  const { files } = await publishSite({ site, pages: [...pages].map(([id, view]) => ({ id, view })) })
  const css = files.flatMap(({ path, text }) => (path.endsWith('.css') ? [text] : [])).join('\n')
  return files
    .filter(({ path }) => path.endsWith('.html'))
    .map(({ path, text }) => {
      const copy = createTestProject()
      const { pageId } = copy.addPage(text.replace(/<link[^>]*>/g, ''), { css })
      const view = copy.pages.get(pageId) ?? expect.fail()
      const tree = readTree(view)
      const cascade = readPageCascade(copy.site, tree, pageId)
      const root = new Map(tokens(copy.site).map(({ name, value }) => [name, value]))
      const filled = (value: string): string =>
        value.replace(/var\((--[\w-]+)\)/g, (all, name: string) => {
          const found = root.get(name)
          return found === undefined ? all : filled(found)
        })
      const lines: string[] = []
      for (const node of tree.walk()) {
        if (node.kind === 'text' && node.text.trim() !== '') lines.push(node.text.replace(/\s+/g, ' ').trim())
        if (node.kind !== 'element') continue
        const attributes = nodeAttributes(node).filter(([name]) => name !== 'class' && name !== 'style')
        lines.push(`${node.tag} ${JSON.stringify(attributes)}`)
        for (const width of WIDTHS) {
          for (const states of [[], [':hover']]) {
            const declared = cascade.declared(node.id, { states, pseudoElement: '' }, { width })
            const winners = [...declared].flatMap(([longhand, [winner]]) =>
              winner && !longhand.startsWith('--')
                ? [`${longhand} ${winner.declaration.name}: ${filled(winner.declaration.value).toLowerCase()}`]
                : [],
            )
            lines.push(...winners.sort())
          }
        }
      }
      return { path, lines }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main data-block="main"><h1>${title}</h1>\n${body}\n</main></body></html>`
const closing = `<section class="closing" data-block="closing">
<h2 style="margin: 0 auto; text-align: center">Come by</h2>
<p class="note" style="margin: 0 auto; text-align: center">We are <a href="/about/">here</a>.</p>
</section>`
const styles = `:root { --gap: 24px; --gold: #c98a4b; }
p { margin: 0 }
.note { color: #1f3a5f; }
.card { padding: 12px; border: 1px solid #1f3a5f; border-radius: 8px; background: white; }
.tile { padding: 12px; border: 1px solid #1f3a5f; border-radius: 8px; background: white; }
.wide .tile { outline: 2px solid #c98a4b }
a:hover { text-decoration-color: #c98a4b; color: #c98a4b }
`
const messy = {
  'styles.css': styles,
  'index.html': page(
    'Home',
    `<p style="margin: 0 auto; text-align: center">Hello</p><div class="card">A</div>\n${closing}`,
  ),
  'about.html': page('About', `<div class="tile">B</div><p style="max-width: 40rem">C</p>\n${closing}`),
}

test('repeated styles become classes and tokens, equal blocks components, and visitors see the same', async () => {
  const project = await siteOf(messy)
  const before = await rendered(project)
  const proposals = await proposalsOf(project)
  expect(proposals.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'class: The style “margin: 0 auto; text-align: center” of 5 elements becomes the class element-spaced.',
    'class: What .card, .tile have in common becomes the class card-shared.',
    'token: #1f3a5f stands in 3 places and becomes the token --blue-dark.',
    'token: #c98a4b stands in 3 places and becomes the token --gold.',
    'component: “Closing” is the same on 2 pages and becomes a component.',
  ])
  expect(await proposalsOf(project)).toEqual(proposals)
  await carryOut(project, proposals)
  expect(await rendered(project)).toEqual(before)
  const read = async (file: string) => JSON.stringify(await project.call('readFile', { file }))
  for (const file of ['index.html', 'about.html']) {
    expect(await read(file)).toContain('<!-- @component:closing -->')
    expect(await read(file)).not.toContain('margin: 0 auto')
  }
  expect(await read('styles.css')).toMatch(/\.element-spaced \{\\n {2}margin: 0 auto/)
  expect(await proposalsOf(project)).toEqual([])
})

test('pages that are not one’s own stay as they are', async () => {
  const { 'index.html': home = '' } = messy
  const project = await siteOf({ ...messy, 'news.html': home.replaceAll('Home', 'News') })
  const views = [...project.pages].map(([id, view]) => ({ id, view }))
  const own = new Set(pages(project.site).flatMap(({ id, slug }) => (slug === 'about' ? [] : [id])))
  const proposals = await inSlices(planTidy(project.site, views, own))
  expect(proposals.map(({ kind, calls }) => `${kind} ${calls.length}`)).toEqual(['class 1', 'component 3'])
  const about = async () => JSON.stringify(await project.call('readFile', { file: 'about.html' }))
  const before = await about()
  await carryOut(project, proposals)
  expect(await about()).toBe(before)
})

test.each<[string, string, string]>([
  ['a class that sets the same', '.note { margin-left: 4px }', ''],
  ['an id around', '#top .note { text-align: left }', ''],
  ['a state', 'p:hover { text-align: left }', ''],
  ['what is important', 'p { text-align: left !important }', ''],
  ['a width', '@media (max-width: 600px) { main p { color: red } [data-x] { margin: 0 } .note { margin: 0 } }', ''],
  ['styles by attribute', '[style] { color: red }', ''],
  ['a script that looks at classes', '', 'document.body.className = "x"'],
])('styles of elements stay where %s could win over a class', async (_name, css, script) => {
  const text = `<p class="note" style="margin: 0 auto; text-align: center">x</p>`.repeat(4)
  const files = { 'styles.css': `.x { top: 0 }\n${css}`, 'index.html': page('Home', text) }
  const project = await siteOf(script === '' ? files : { ...files, 'scripts/a.js': script })
  expect((await proposalsOf(project)).filter(({ kind }) => kind === 'class')).toEqual([])
})

test('rules stay where one between them sets the same', async () => {
  const body = 'padding: 1px; margin: 1px; top: 1px; left: 1px'
  const html = { 'index.html': page('Home', '<p class="a b c">x</p>') }
  const rival = await siteOf({ ...html, 'styles.css': `.a { ${body} }\n.b { padding: 9px }\n.c { ${body} }` })
  expect(await proposalsOf(rival)).toEqual([])
  const weak = await siteOf({ ...html, 'styles.css': `.a { ${body} }\np { padding: 9px }\n.c { ${body} }` })
  const before = await rendered(weak)
  expect(await proposalsOf(weak)).toHaveLength(1)
  await carryOut(weak, await proposalsOf(weak))
  expect(await rendered(weak)).toEqual(before)
})

test('a value keeps to itself where its token has other values somewhere', async () => {
  const uses = Array.from({ length: 4 }, (_, i) => `.c${i} { color: #c98a4b }`).join('\n')
  const project = await siteOf({
    'styles.css': `:root { --gold: #c98a4b }\n.night { --gold: #ffe }\n${uses}`,
    'index.html': page('Home', '<p class="c1">x</p>'),
  })
  expect(await proposalsOf(project)).toEqual([])
})

test('a rehearsed site shares what its pages repeat and stays as it is', async () => {
  const project = await siteOf(rehearseSite(rehearseBlueprint('Ferment is a small sourdough bakery in Porto.')))
  const before = await rendered(project)
  const proposals = await proposalsOf(project)
  expect(proposals.filter(({ kind }) => kind === 'component').map(({ title }) => title)).toEqual([
    '“Story” is the same on 2 pages and becomes a component.',
    '“Hours” is the same on 2 pages and becomes a component.',
    '“Invitation” is the same on 3 pages and becomes a component.',
  ])
  await carryOut(project, proposals)
  expect(await rendered(project)).toEqual(before)
}, 60_000)

test('whatever a site holds, tidying it changes nothing that is seen', async () => {
  const property = fc.constantFrom(
    'color: #1f3a5f',
    'margin: 0 auto',
    'margin-top: 4px',
    'padding: 12px',
    'text-align: center',
    'border: 1px solid #1f3a5f',
    'background: #1f3a5f',
    'border-radius: 8px',
    'color: red !important',
  )
  const declarations = fc.uniqueArray(property, { minLength: 1, maxLength: 5 }).map((list) => list.join('; '))
  const selector = fc.constantFrom(
    '.a',
    '.b',
    '.c',
    'p',
    'section p',
    '.a .b',
    '.b:hover',
    ':is(.a, #x)',
    '*',
    '.a, .c',
  )
  const rule = fc
    .tuple(selector, declarations, fc.boolean())
    .map(([of, body, isNarrow]) => (isNarrow ? `@media (max-width: 600px) { ${of} { ${body} } }` : `${of} { ${body} }`))
  const style = fc.constantFrom('', '', ' style="margin: 0 auto; text-align: center"', ' style="color: #1f3a5f"')
  const element = fc
    .tuple(fc.constantFrom('p', 'div'), fc.constantFrom('', 'a', 'b', 'a c', 'b c'), style)
    .map(([tag, classes, styled]) => `<${tag}${classes ? ` class="${classes}"` : ''}${styled}>x</${tag}>`)
  const section = fc.array(element, { minLength: 4, maxLength: 5 }).map((list) => `<section>${list.join('')}</section>`)
  const bodies = fc
    .tuple(section, section, fc.array(element, { maxLength: 4 }))
    .map(([shared, own, rest]) => [`${shared}${rest.join('')}`, `${own}${shared}`])
  const found = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 2, maxLength: 8 }), bodies, async (rules, [home = '', about = '']) => {
      const project = await siteOf({
        'styles.css': rules.join('\n'),
        'index.html': page('Home', home),
        'about.html': page('About', about),
      })
      const before = await rendered(project)
      const proposals = await proposalsOf(project)
      for (const { kind } of proposals) found.set(kind, (found.get(kind) ?? 0) + 1)
      await carryOut(project, proposals)
      expect(await rendered(project)).toEqual(before)
    }),
    { numRuns: numRuns(60, 120) },
  )
  // It is not true of nothing: there was something of each kind to tidy up.
  expect([...found.keys()].sort()).toEqual(['class', 'component', 'token'])
}, 120_000)
