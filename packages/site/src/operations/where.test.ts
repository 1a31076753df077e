import type { Envelope } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'
import { siteOperations } from './index.ts'
import { documentAfter } from './where.ts'

const HTML = '<main class="m"><h1>Hi</h1><p>One</p></main>'

/** A home page, which is open, a second page and a template. */
async function setUp() {
  const project = createTestProject()
  const home = project.addPage(HTML, { css: '.m { top: 0 } .other { left: 0 }' })
  const about = project.addPage(HTML, { title: 'About', slug: 'about' })
  const layout = project.addPage('<atelier-outlet></atelier-outlet>', { title: 'Layout', slug: 'layout' })
  await project.call('setPageTemplate', { pageId: layout.pageId, target: { kind: 'everywhere' } })
  project.editor = { documentId: home.pageId }
  const idOf = (tag: string, pageId: string) => {
    const page = project.pages.get(pageId) ?? expect.fail()
    return [...readTree(page).walk()].find((each) => each.tag === tag)?.id ?? expect.fail()
  }
  return { ...project, project, home, about, layout, idOf }
}

type Site = Awaited<ReturnType<typeof setUp>>
const dataOf = (result: Envelope) => (result.ok ? (result.data as Record<string, unknown>) : expect.fail())

/** A call of every write that works on one page, aimed at the page `about`. */
const onPage: [name: string, input: (site: Site) => object][] = [
  ['insertHtml', ({ about }) => ({ parentId: about.root, html: '<p>x</p>' })],
  ['replaceNodeHtml', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId), html: 'x' })],
  ['updateNodeProps', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId), patch: { text: 'x' } })],
  ['moveNode', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId), newParentId: about.root, newIndex: 0 })],
  ['duplicateNode', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId) })],
  ['renameNode', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId), label: 'x' })],
  ['deleteNode', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId) })],
  ['wrapNodes', ({ about, idOf }) => ({ nodeIds: [idOf('p', about.pageId)] })],
  ['unwrapNode', ({ about, idOf }) => ({ nodeId: idOf('main', about.pageId) })],
  ['assignClass', ({ about, idOf }) => ({ nodeId: idOf('p', about.pageId), classId: 'other' })],
  ['removeClass', ({ about, idOf }) => ({ nodeId: idOf('main', about.pageId), classId: 'm' })],
  ['createComponent', ({ about, idOf }) => ({ title: 'Card', nodeIds: [idOf('p', about.pageId)] })],
  ['renamePage', ({ about }) => ({ pageId: about.pageId, title: 'About' })],
  ['setPageSettings', ({ about }) => ({ pageId: about.pageId, description: 'x' })],
  ['batch', ({ about }) => ({ calls: [{ name: 'insertHtml', input: { parentId: about.root, html: '<p>x</p>' } }] })],
]

/** A call of writes to the whole site. */
const onSite: [name: string, input: object][] = [
  ['applyCss', { css: '.m { color: red }' }],
  ['removeCss', { selector: '.other' }],
  ['set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#111' }] }],
  ['set_type_scale', {}],
  ['setSiteSettings', { name: 'Bakery' }],
  ['addBreakpoint', { label: 'Wide', width: 1900 }],
  ['write_code_asset', { path: 'a.js', type: 'script', content: '' }],
  ['setDependency', { name: 'canvas-confetti', version: '1.9.3' }],
  ['batch', { calls: [{ name: 'applyCss', input: { css: '.m { color: red }' } }] }],
]

describe('a write', () => {
  it.each(onPage)('%s on another page makes that the current document, and says so', async (name, input) => {
    const site = await setUp()
    const result = await site.call(name, input(site))
    const document = { type: 'page', id: site.about.pageId, title: 'About' }
    expect(result).toMatchObject({
      ok: true,
      data: { document, note: expect.stringContaining('current document now') },
    })
    const operation = siteOperations.find((each) => each.name === name) ?? expect.fail()
    expect(documentAfter(operation, result)).toBe(site.about.pageId)
    site.project.editor = { documentId: site.about.pageId }
    const again = await site.call('renameNode', { nodeId: site.about.root, label: 'Body' })
    expect(again).toMatchObject({ data: { document } })
    expect(dataOf(again)).not.toHaveProperty('note')
  })

  it.each(onSite)('%s to the whole site leaves the current document where it was', async (name, input) => {
    const site = await setUp()
    site.project.editor = { documentId: site.about.pageId }
    const result = await site.call(name, input)
    expect(result).toMatchObject({ ok: true, data: { document: { id: site.about.pageId, title: 'About' } } })
    expect(dataOf(result)).not.toHaveProperty('note')
  })

  it('that makes a page leaves the run in it, also within a batch', async () => {
    const { call, home } = await setUp()
    const added = await call('addPage', { title: 'News' })
    expect(added).toMatchObject({ data: { document: { type: 'page', title: 'News' }, note: expect.any(String) } })
    const batch = await call('batch', {
      calls: [{ name: 'addPage', input: { title: 'Jobs' } }, { name: 'read_document' }],
    })
    expect(batch).toMatchObject({
      data: { document: { title: 'Jobs' }, results: [{}, { data: { document: { title: 'Jobs' } } }] },
    })
    const copied = await call('duplicatePage', { pageId: home.pageId, title: 'Copy' })
    expect(copied).toMatchObject({ data: { document: { title: 'Copy' } } })
  })

  it('names a template and a component as what they are', async () => {
    const { call, home, layout, idOf } = await setUp()
    const template = await call('renameNode', { nodeId: layout.root, label: 'x' })
    expect(template).toMatchObject({ data: { document: { type: 'template', title: 'Layout' } } })
    const made = dataOf(await call('createComponent', { title: 'Card', nodeIds: [idOf('p', home.pageId)] }))
    const within = await call('insertHtml', { parentId: made.rootNodeId, html: '<b>x</b>' })
    expect(within).toMatchObject({ data: { document: { type: 'component', title: 'Card' } } })
  })

  it('that deletes the current document leaves the run on the home page', async () => {
    const site = await setUp()
    site.project.editor = { documentId: site.about.pageId }
    const gone = await site.call('deletePage', { pageId: site.about.pageId })
    expect(gone).toMatchObject({ data: { document: { title: 'Home' }, note: expect.any(String) } })
    const again = await setUp()
    const other = await again.call('deletePage', { pageId: again.about.pageId })
    expect(other).toMatchObject({ data: { document: { title: 'Home' } } })
    expect(dataOf(other)).not.toHaveProperty('note')
  })

  it('says in its schema what it returns', () => {
    for (const { name, effect, output } of siteOperations) {
      const says = JSON.stringify(output).includes('"document":{"type":"object","required":["type","id","title"]')
      const reads = ['read_document', 'open_document', 'render_snapshot']
      expect([name, says]).toEqual([name, effect !== 'read' || reads.includes(name)])
    }
  })

  it('by hand, where nothing stays open, returns the same whatever is open', async () => {
    const data: unknown[] = []
    for (const open of [true, false]) {
      const site = await setUp()
      if (open) site.project.editor = { documentId: site.about.pageId }
      const actor = { kind: 'hand' as const, userId: 'u' }
      const edit = { parentId: site.about.root, html: '<p>x</p>' }
      data.push(await site.call('insertHtml', edit, { actor }))
    }
    expect(data[0]).toEqual(data[1])
    expect(data[0]).toMatchObject({ data: { document: { title: 'About' } } })
  })
})

describe('a read', () => {
  it('of a document says which it read, and leaves the current one where it was', async () => {
    const { call, about, home } = await setUp()
    const read = await call('read_document', { document: about.pageId })
    expect(read).toMatchObject({
      data: { document: { type: 'page', id: about.pageId, title: 'About' }, title: 'About' },
    })
    expect(documentAfter({ name: 'read_document', effect: 'read' }, read)).toBeUndefined()
    expect(await call('read_document', {})).toMatchObject({ data: { document: { id: home.pageId } } })
  })

  it('that opens a document makes it the current one; by hand it says that nothing stays open', async () => {
    const { call, about } = await setUp()
    const opened = await call('open_document', { document: `page:${about.pageId}` })
    expect(opened).toMatchObject({ data: { document: { id: about.pageId, title: 'About' } } })
    expect(documentAfter({ name: 'open_document', effect: 'read' }, opened)).toBe(about.pageId)
    const actor = { kind: 'hand' as const, userId: 'u' }
    expect(await call('open_document', { document: about.pageId }, { actor })).toMatchObject({
      data: { note: expect.stringContaining('Only within a run') },
    })
  })
})

describe('setPageTemplate', () => {
  it('is refused on the home page with what to do first, and is possible once that is done', async () => {
    const { call, home, about } = await setUp()
    const template = { pageId: home.pageId, target: { kind: 'everywhere' } }
    expect(await call('setPageTemplate', template)).toMatchObject({
      error: {
        code: 'home_page',
        path: '/pageId',
        hint: expect.stringMatching(/addPage.*renamePage with the slug "index"/),
      },
    })
    expect(await call('renamePage', { pageId: about.pageId, title: 'About', slug: 'index' })).toMatchObject({
      ok: true,
    })
    expect(await call('setPageTemplate', template)).toMatchObject({ ok: true })
    const alone = createTestProject()
    const { pageId } = alone.addPage('')
    const refused = await alone.call('setPageTemplate', { pageId, target: { kind: 'notFound' } })
    expect(refused).toMatchObject({ error: { code: 'home_page', hint: expect.not.stringContaining('renamePage') } })
  })
})
