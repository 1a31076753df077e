import { describe, expect, it } from 'vitest'
import { setUpPage } from '../../../testing/onePage.ts'
import { printCss } from '../../css/printCss.ts'
import { readTree } from '../../document/tree.ts'
import { printHtml } from '../../html/print.ts'

describe('templates', () => {
  it('are set, changed and cleared', async () => {
    const { site, pageId, data } = setUpPage()
    const layout = site.addPage('<nav></nav>', { title: 'Layout', slug: 'layout' })
    const target = { kind: 'everywhere' }
    expect(await site.call('setPageTemplate', { pageId: layout.pageId, target })).toMatchObject({
      data: { priority: 100, outlets: 0 },
      warnings: [expect.stringContaining('no outlet')],
    })
    await data('insertHtml', { parentId: layout.root, html: '<main><instatic-outlet></instatic-outlet></main>' })
    expect(
      await site.call('insertHtml', { parentId: layout.root, html: '<atelier-outlet></atelier-outlet>' }),
    ).toMatchObject({
      warnings: [expect.stringContaining('outlet already')],
    })
    expect(site.compose(pageId).body).toBe('<body><nav></nav><main><main><h1>Home</h1></main></main></body>')
    await data('setPageTemplate', { pageId: layout.pageId, target: { kind: 'notFound' }, priority: 5 })
    expect(site.compose(pageId).body).toBe('<body><main><h1>Home</h1></main></body>')
    expect(
      await site.call(
        'setPageTemplate',
        { pageId, target: { kind: 'postTypes', tableSlugs: ['posts'] } },
        { services: {} },
      ),
    ).toMatchObject({
      error: { code: 'unknown_post_type' },
    })
    expect(await site.call('clearPageTemplate', { pageId })).toMatchObject({
      error: { code: 'not_a_template', hint: `The templates are ${layout.pageId} “Layout”.` },
    })
    await data('clearPageTemplate', { pageId: layout.pageId })
    expect(site.entry(layout.pageId).kind).toBe('page')
  })
})

describe('duplicatePage', () => {
  it('copies nodes with their edits, the page’s own styles, and its settings', async () => {
    const { site, pageId, idOf, page, data } = setUpPage('<main class="a"><p>x</p><i>gone</i></main>')
    await data('updateNodeProps', { nodeId: idOf('main'), patch: { class: 'b', title: 'T' } })
    await data('renameNode', { nodeId: idOf('p'), label: 'Intro' })
    await data('deleteNode', { nodeId: idOf('i') })
    site.site.set(`page:${pageId}/description`, 'About bread')
    site.site.set('rule:r1', { kind: 'at', at: 'a0', prelude: '@media print ', sheet: pageId })
    site.site.set('rule:r2', {
      kind: 'style',
      at: 'a0',
      prelude: '.a ',
      parent: 'r1',
      sheet: pageId,
      declarations: [['0', 'a0', ' ', 'top: 0']],
    })
    site.site.set('rule:r2/d:0', 'top: 1px')
    const copy = await data('duplicatePage', { pageId, title: 'Copy', slug: 'index' })
    expect(copy.slug).toBe('index-2')
    const [before, after] = [page(), site.pages.get(copy.pageId ?? '') ?? expect.fail()].map((view) => {
      const tree = readTree(view)
      return {
        html: printHtml(tree, tree.root),
        labels: [...tree.walk()].map(({ label }) => label),
        ids: [...tree.walk()].map(({ id }) => id),
      }
    })
    expect(after?.html).toBe(before?.html)
    expect(after?.labels).toEqual(before?.labels)
    expect(before?.ids.filter((id) => after?.ids.includes(id))).toEqual([])
    expect(site.site.get(`page:${copy.pageId}/description`)).toBe('About bread')
    expect(printCss(site.site, { sheet: copy.pageId })).toBe(printCss(site.site, { sheet: pageId }))
    expect(printCss(site.site, { sheet: copy.pageId })).toContain('top: 1px')
    await data('updateNodeProps', { nodeId: copy.rootNodeId, patch: { id: 'copy' } })
    expect(printHtml(readTree(page()), readTree(page()).root)).toBe(before?.html)
  })
})

describe('breakpoints', () => {
  it('are listed, added, changed and removed', async () => {
    const { site, data } = setUpPage()
    site.editor.activeBreakpointId = 'tablet'
    const { breakpointId } = await data('addBreakpoint', { label: 'Wide Screen', width: 1920 })
    await data('updateBreakpoint', { breakpointId, width: 2000 })
    expect(await site.call('list_breakpoints', {})).toMatchObject({
      data: {
        activeBreakpointId: 'tablet',
        breakpoints: [{ id: 'mobile', mediaQuery: '(max-width: 375px)' }, {}, {}, { id: 'wide-screen', width: 2000 }],
      },
    })
    expect(await site.call('addBreakpoint', { label: 'x', width: 375 })).toMatchObject({ error: { code: 'taken' } })
    for (const id of [breakpointId, 'mobile', 'tablet']) await data('removeBreakpoint', { breakpointId: id })
    expect(await site.call('removeBreakpoint', { breakpointId: 'desktop' })).toMatchObject({ ok: false })
  })
})

describe('catalogues', () => {
  it('name modules, sources and post types', async () => {
    const { site } = setUpPage()
    const result = await site.call('list_modules', {})
    const data = result.ok
      ? (result.data as { modules: { id: string }[]; styleProps: { names: string[] } })
      : expect.fail()
    expect(data.modules.map(({ id }) => id).sort()).toEqual(
      'body container text link image button video svg part list form label input textarea select option option-group checkbox radio submit form-message loop outlet slot-outlet slot-instance visual-component-ref'
        .split(' ')
        .map((name) => `base.${name}`)
        .sort(),
    )
    expect(data.styleProps.names).toContain('gridTemplateColumns')
    expect(await site.call('list_modules', { category: 'data' })).toMatchObject({
      data: { modules: [{ id: 'base.loop' }] },
    })
    expect(await site.call('list_loop_sources', {})).toMatchObject({
      data: {
        sources: [
          { id: 'pages', entries: 1 },
          { id: 'media', entries: 0 },
        ],
        tables: [],
      },
    })
    expect(await site.call('list_post_types', {})).toMatchObject({ data: { postTypes: [] } })
  })
})
