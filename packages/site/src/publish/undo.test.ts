import { applyPatches, type Json, type Patch, plainView, undoPatches } from '@atelier/documents'
import { expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { patchesBetween } from '../diff/restore.ts'
import { siteUndoRules } from '../diff/undoRules.ts'
import { readTree } from '../document/tree.ts'
import { renderRelease } from './release.ts'

const css = `.hero { color: var(--ink); font-size: var(--text-m); top: 0 }
/* kept */
@media (max-width: 600px) { .hero { left: 0 !important } }`

/** A site of a page with tokens, a component and a template, and the ids that edits name. */
async function madeSite() {
  const project = createTestProject()
  const { pageId } = project.addPage(
    '<main class="hero bg-ink"><h1>Bread &amp; cake</h1><article><h2>Card</h2></article><p>Since 1990</p></main>',
    { css },
  )
  const around = project.addPage('<header>{site.name}</header><atelier-outlet></atelier-outlet><footer>End</footer>', {
    title: 'Around',
    slug: 'around',
  })
  const idOf = (tag: string, id = pageId) =>
    [...readTree(project.pages.get(id) ?? expect.fail()).walk()].find((node) => node.tag === tag)?.id ?? expect.fail()
  const call = async (name: string, input: object) => {
    const result = await project.call(name, input)
    expect(result, name).toMatchObject({ ok: true })
  }
  await call('set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#123', darkValue: '#def', shades: 2 }] })
  await call('set_type_scale', {})
  await call('createComponent', { title: 'Card', nodeIds: [idOf('article')] })
  await call('setPageTemplate', { pageId: around.pageId, target: { kind: 'everywhere' } })
  const component = [...project.pages.keys()].find((id) => id !== pageId && id !== around.pageId) ?? expect.fail()
  return { project, pageId, around: around.pageId, component, idOf, call }
}

const statesOf = ({ site, pages }: TestProject) => {
  const all = [['site', site] as const, ...pages]
  return new Map(all.map(([id, view]) => [id, structuredClone(plainView(view))]))
}

/** Everything that is published, without what tells releases apart. */
async function published({ site, pages }: TestProject) {
  const { files, redirects, report } = await renderRelease({
    site: plainView(site),
    heads: new Map([...pages.keys()].map((id) => [id, 1])),
    load: async (ids) =>
      new Map(
        ids.flatMap((id) => [...pages].flatMap(([each, view]) => (each === id ? [[id, stored(view)] as const] : []))),
      ),
  })
  return { files, redirects, problems: report.problems }
}
const stored = (view: Parameters<typeof plainView>[0]) => ({ head: 1, fields: plainView(view) })

type Made = Awaited<ReturnType<typeof madeSite>>

const edits: [name: string, input: (made: Made) => object][] = [
  ['applyCss', () => ({ css: '.hero { color: red } .new { top: 1px }' })],
  ['updateNodeProps', ({ idOf }) => ({ nodeId: idOf('h1'), patch: { text: 'Cake', id: 'top' } })],
  ['updateNodeProps', ({ idOf, component }) => ({ nodeId: idOf('h2', component), patch: { text: 'Everywhere' } })],
  ['insertHtml', ({ idOf, around }) => ({ parentId: idOf('header', around), html: '<nav class="text-xl">Menu</nav>' })],
  ['insertHtml', ({ idOf }) => ({ parentId: idOf('main'), html: '<style>.b { top: 0 }</style><b class="b">New</b>' })],
  ['replaceNodeHtml', ({ idOf }) => ({ nodeId: idOf('main'), html: '<ul><li>1</li></ul>' })],
  ['moveNode', ({ idOf }) => ({ nodeId: idOf('p'), newParentId: idOf('main'), newIndex: 0 })],
  ['deleteNode', ({ idOf }) => ({ nodeId: idOf('h1') })],
  ['duplicateNode', ({ idOf }) => ({ nodeId: idOf('h1') })],
  ['assignClass', ({ idOf }) => ({ nodeId: idOf('h1'), classId: 'hero' })],
  ['set_color_tokens', () => ({ tokens: [{ slug: 'ink', lightValue: 'oklch(40% 0.1 200)' }] })],
  ['set_type_scale', () => ({ max: { fontSize: 22 } })],
  ['setPageTemplate', ({ around }) => ({ pageId: around, target: { kind: 'notFound' } })],
  ['renamePage', ({ pageId }) => ({ pageId, title: 'Bakery', slug: 'bakery' })],
  ['setPageSettings', ({ pageId }) => ({ pageId, description: 'Bread', noindex: true })],
  ['setSiteSettings', () => ({ name: 'Cakes', baseUrl: 'https://cake.example' })],
]

test.each(edits)('%s and its undo leave every published byte as it was', async (name, input) => {
  const made = await madeSite()
  const { project, call } = made
  const before = statesOf(project)
  const was = await published(project)
  await call(name, input(made))
  expect(await published(project)).not.toEqual(was)
  for (const [id, now] of statesOf(project)) {
    const view = id === 'site' ? project.site : (project.pages.get(id) ?? expect.fail())
    const old: Readonly<Record<string, Json>> = before.get(id) ?? {}
    const patches: Patch[] = patchesBetween(old, now)
    const undone = undoPatches(view, patches, siteUndoRules)
    expect(undone.kept).toEqual([])
    applyPatches(view, undone.patches)
  }
  expect(await published(project)).toEqual(was)
})
