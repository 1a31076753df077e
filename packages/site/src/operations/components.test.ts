import { describe, expect, it } from 'vitest'
import { printCss } from '../css/printCss.ts'
import { readRules } from '../css/rules.ts'
import { readTree } from '../document/tree.ts'
import { printHtml, printInnerHtml } from '../html/print.ts'
import { createTestSite } from '../testing/composing.ts'

function setUp(html = '<main><h1>Home</h1></main>') {
  const site = createTestSite()
  const { pageId, root } = site.addPage(html)
  const page = () => site.pages.get(pageId) ?? expect.fail()
  const idOf = (tag: string, id = pageId) =>
    [...readTree(site.pages.get(id) ?? expect.fail()).walk()].find((node) => node.tag === tag)?.id ?? `no ${tag}`
  const inner = (id = pageId) => {
    const tree = readTree(site.pages.get(id) ?? expect.fail())
    return printInnerHtml(tree, tree.root)
  }
  const data = async (name: string, input: unknown) => {
    const result = await site.call(name, input)
    expect(result, name).toMatchObject({ ok: true })
    return result.ok ? (result.data as Record<string, string>) : {}
  }
  return { site, pageId, root, page, idOf, inner, data }
}

describe('components', () => {
  it('are made of nodes, whose place an instance takes, and can be made nodes again', async () => {
    const { site, pageId, idOf, inner, data } = setUp(
      '<p>0</p><article class="card"><h2>Title</h2></article><footer>f</footer><p>1</p>',
    )
    const before = site.compose(pageId).body
    const made = await data('createComponent', { title: 'Card', nodeIds: [idOf('footer'), idOf('article')] })
    expect(inner()).toBe(`<p>0</p><atelier-component ref="${made.componentId}"></atelier-component><p>1</p>`)
    expect(inner(made.componentId)).toBe('<article class="card"><h2>Title</h2></article><footer>f</footer>')
    expect(site.compose(pageId).body).toBe(before)
    await data('setComponentParams', {
      componentId: made.componentId,
      params: [{ name: 'name', type: 'text', default: 'Title' }],
    })
    await data('updateNodeProps', { nodeId: idOf('h2', made.componentId), patch: { text: '{params.name}' } })
    await data('updateNodeProps', { nodeId: made.nodeId, patch: { name: 'Mine' } })
    const second = await data('insertComponent', { componentId: made.componentId, parentId: pageId })
    expect(site.compose(pageId).body).toBe(
      '<body><p>0</p><article class="card"><h2>Mine</h2></article><footer>f</footer><p>1</p><article class="card"><h2>Title</h2></article><footer>f</footer></body>',
    )
    const listed = await site.call('listComponents', {})
    expect(listed).toMatchObject({
      data: { components: [{ title: 'Card', uses: [{ documentId: pageId, nodeIds: [made.nodeId, second.nodeId] }] }] },
    })
    await data('detachComponent', { nodeId: made.nodeId })
    await data('deleteNode', { nodeId: second.nodeId })
    expect(inner()).toBe('<p>0</p><article class="card"><h2>Mine</h2></article><footer>f</footer><p>1</p>')
    await data('deletePage', { pageId: made.componentId })
  })
  it('with slots, loops and parts inside are inserted as often as wanted, wherever their own elements may be', async () => {
    const { site, pageId, idOf, data } = setUp('<main></main><table><tbody><tr><td></td></tr></tbody></table>')
    const icon = site.component('Icon', '<i class="icon"></i>')
    const bodies = [
      '<div>\n  <atelier-slot></atelier-slot>\n</div>',
      '<section>a <atelier-slot name="head"><b>Head</b></atelier-slot> b<ul>\n<atelier-slot name="items"></atelier-slot>\n</ul></section>',
      `<p>one <atelier-component ref="${icon}"></atelier-component> two</p>`,
      '<ul> <atelier-loop source="entries"><li>x</li></atelier-loop> <li>y</li></ul>',
      '<atelier-slot></atelier-slot>',
    ]
    for (const [i, body] of bodies.entries()) {
      const componentId = site.component(`Part ${i}`, body)
      for (const parentId of [idOf('main'), idOf('main'), idOf('td')]) {
        expect.soft(await site.call('insertComponent', { componentId, parentId }), body).toMatchObject({ ok: true })
      }
    }
    const block = site.component('Block', '<div> <atelier-slot></atelier-slot> </div>')
    expect(await site.call('insertComponent', { componentId: block, parentId: idOf('tr') })).toMatchObject({
      error: { code: 'misplaced', message: expect.stringContaining('<div>') },
    })
    // Texts that came to be neighbours are as one, also where an element is moved.
    await data('insertHtml', { parentId: idOf('main'), html: '<p>a<s>b</s>c</p>' })
    await data('deleteNode', { nodeId: idOf('s') })
    const moved = [...readTree(site.pages.get(pageId) ?? expect.fail()).walk()].findLast(({ tag }) => tag === 'p')
    await data('moveNode', { nodeId: moved?.id, newParentId: idOf('td'), newIndex: 0 })
  })
  it('in use cannot be deleted, and a site keeps a page', async () => {
    const { site, pageId, idOf, data } = setUp()
    const made = await data('createComponent', { title: 'Card', nodeIds: [idOf('h1')] })
    expect(await site.call('deletePage', { pageId: made.componentId })).toMatchObject({
      error: { code: 'in_use', message: expect.stringContaining(`“Home” (${made.nodeId})`) },
    })
    site.template('<atelier-outlet></atelier-outlet>', { target: { kind: 'everywhere' }, priority: 1 })
    expect(await site.call('deletePage', { pageId })).toMatchObject({ error: { code: 'last_page' } })
  })
  it('take what is put straight into an instance in the first named slot that is free', async () => {
    const { site, pageId, inner, data } = setUp('<p>0</p>')
    const panel = site.component(
      'Panel',
      '<div><atelier-slot name="head"><b>Head</b></atelier-slot><atelier-slot name="body"></atelier-slot></div>',
    )
    const { nodeId = '' } = await data('insertComponent', { componentId: panel, parentId: pageId })
    await data('insertHtml', { parentId: nodeId, html: '<h2>Mine</h2>' })
    await data('insertLayout', { parentId: nodeId, layout: 'divider' })
    await data('insertHtml', { parentId: nodeId, html: '<atelier-slot name="body"><i>More</i></atelier-slot>' })
    expect(site.compose(pageId).body).toBe('<body><p>0</p><div><h2>Mine</h2><hr><i>More</i></div></body>')
    expect(inner()).toContain('<atelier-slot name="head"><h2>Mine</h2></atelier-slot>')
    const open = site.component('Open', '<div><atelier-slot></atelier-slot></div>')
    const second = await data('insertComponent', { componentId: open, parentId: pageId })
    await data('insertHtml', { parentId: second.nodeId, html: '<i>x</i>' })
    expect(inner()).toContain(`<atelier-component ref="${open}"><i>x</i></atelier-component>`)
  })
  it('never come to stand in themselves', async () => {
    const { site, data } = setUp()
    const a = site.component('A', '<p>a</p>')
    const b = site.component('B', '<b>b</b>')
    await data('insertComponent', { componentId: a, parentId: b })
    const refused = { ok: false, error: { code: 'recursive_component' } }
    expect(await site.call('insertComponent', { componentId: b, parentId: a })).toMatchObject(refused)
    const html = `<i><atelier-component ref="${b}"></atelier-component></i>`
    expect(await site.call('insertHtml', { parentId: a, html })).toMatchObject(refused)
    expect(await site.call('replaceNodeHtml', { nodeId: a, html })).toMatchObject(refused)
    expect(await site.call('insertHtml', { parentId: a, html: html.replace(b, a) })).toMatchObject(refused)
    const [instance] = readTree(site.pages.get(b) ?? expect.fail())
      .children(readTree(site.pages.get(b) ?? expect.fail()).root)
      .slice(-1)
    expect(await site.call('updateNodeProps', { nodeId: instance?.id, patch: { ref: b } })).toMatchObject(refused)
  })
  it('refuse what does not fit, with what there is', async () => {
    const { site, idOf, data, root } = setUp('<p>a</p><div><b>b</b></div>')
    expect(await site.call('createComponent', { title: 'X', nodeIds: [idOf('p'), idOf('b')] })).toMatchObject({
      error: { code: 'not_siblings', path: '/nodeIds/1' },
    })
    expect(await site.call('createComponent', { title: 'X', nodeIds: [root] })).toMatchObject({ ok: false })
    const { componentId } = await data('createComponent', { title: 'X', nodeIds: [idOf('p')] })
    const param = { name: 'size', type: 'choice', default: 'm', options: ['s', 'm'] }
    expect(await site.call('setComponentParams', { componentId, params: [{ ...param, default: 'x' }] })).toMatchObject({
      error: { code: 'invalid_param' },
    })
    expect(await site.call('setComponentParams', { componentId, params: [param, param] })).toMatchObject({ ok: false })
    expect(
      await site.call('setComponentParams', { componentId, params: [{ ...param, name: 'Big Size' }] }),
    ).toMatchObject({ error: { path: '/params/0/name' } })
    await data('setComponentParams', { componentId, params: [param] })
    expect(await site.call('insertComponent', { componentId, parentId: root, params: { size: 'l' } })).toMatchObject({
      error: { code: 'invalid_param', hint: 'The parameters are size (choice).' },
    })
    expect(await site.call('insertComponent', { componentId, parentId: root, params: { colour: 'l' } })).toMatchObject({
      error: { code: 'unknown_param' },
    })
    expect(await site.call('insertComponent', { componentId: 'x', parentId: root })).toMatchObject({
      error: { hint: `The components are ${componentId} “X”.` },
    })
    expect(await site.call('detachComponent', { nodeId: idOf('div') })).toMatchObject({
      error: { code: 'not_an_instance' },
    })
  })
})

describe('templates', () => {
  it('are set, changed and cleared', async () => {
    const { site, pageId, data } = setUp()
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
    const { site, pageId, idOf, page, data } = setUp('<main class="a"><p>x</p><i>gone</i></main>')
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

describe('updateNodeProps', () => {
  it('writes style props as rules of the node, in the order that makes them count', async () => {
    const { site, idOf, data, inner } = setUp('<section class="hero"></section>')
    const nodeId = idOf('section')
    const suffix = nodeId.slice(-6)
    await data('updateNodeProps', { nodeId, breakpointId: 'mobile', patch: { gap: 8 } })
    await data('updateNodeProps', { nodeId, patch: { gap: 32, fontWeight: 700 } })
    const { className } = await data('updateNodeProps', { nodeId, breakpointId: 'tablet', patch: { gap: '1rem' } })
    expect(className).toBe(`hero-${suffix}`)
    expect(inner()).toBe(`<section class="hero ${className}"></section>`)
    expect(printCss(site.site).replace(/\s+/g, ' ')).toBe(
      `.${className} { gap: 32px; font-weight: 700; } @media (max-width: 768px) { .${className} { gap: 1rem; } } @media (max-width: 375px) { .${className} { gap: 8px; } }`,
    )
    await data('updateNodeProps', { nodeId, breakpointId: 'tablet', patch: { gap: null } })
    await data('updateNodeProps', { nodeId, patch: { gap: null, fontWeight: '800' } })
    expect(printCss(site.site).replace(/\s+/g, ' ')).toBe(
      `.${className} { font-weight: 800; } @media (max-width: 375px) { .${className} { gap: 8px; } }`,
    )
    expect(readRules(site.site)).toHaveLength(2)
  })
  it('keeps what is an attribute an attribute', async () => {
    const { site, idOf, data, inner } = setUp(
      '<img src="a.png"><atelier-loop data-source-id="pages"><p></p></atelier-loop><p>x</p>',
    )
    await data('updateNodeProps', { nodeId: idOf('img'), patch: { width: 100, alt: 'A', loading: 'lazy' } })
    await data('updateNodeProps', { nodeId: idOf('atelier-loop'), patch: { limit: 3, orderBy: 'title' } })
    expect(inner()).toContain(
      '<img src="a.png" alt="A" loading="lazy" width="100"><atelier-loop data-source-id="pages" data-limit="3" data-order-by="title">',
    )
    await data('updateNodeProps', { nodeId: idOf('p'), patch: { text: 'y' } })
    const last = [...readTree([...site.pages.values()][0] ?? expect.fail()).walk()].at(-2)
    await data('updateNodeProps', { nodeId: last?.id, patch: { tag: 'h2' } })
    expect(inner()).toContain('<h2>x</h2>')
    expect(printCss(site.site)).toBe('')
  })
  it('refuses by breakpoint what is HTML, unknown breakpoints, and values that are more than one', async () => {
    const { site, idOf } = setUp('<a href="/">x</a>')
    const nodeId = idOf('a')
    expect(await site.call('updateNodeProps', { nodeId, breakpointId: 'mobile', patch: { href: '/m' } })).toMatchObject(
      {
        error: { code: 'not_overridable', path: '/patch/href' },
      },
    )
    expect(await site.call('updateNodeProps', { nodeId, breakpointId: 'watch', patch: { gap: 1 } })).toMatchObject({
      error: { code: 'unknown_breakpoint', hint: expect.stringContaining('mobile (375 px)') },
    })
    expect(await site.call('updateNodeProps', { nodeId, patch: { fontSize: '1px; } * { top: 0' } })).toMatchObject({
      error: { code: 'invalid_css' },
    })
    expect(
      await site.call('updateNodeProps', { nodeId, patch: { backgroundImage: 'url(javascript:x)' } }),
    ).toMatchObject({
      error: { code: 'refused' },
    })
    expect(printCss(site.site)).toBe('')
  })
})

describe('a long text as HTML', () => {
  it.each([
    ['<i title="{currentEntry.body|html}"></i>', /attribute “title”/],
    ['<textarea>{currentEntry.body|html}</textarea>', /<textarea>, which holds only text/],
    ['<p>See {currentEntry.body|html}</p>', /whole content of an element/],
    ['<div>{parentEntry.body|html}<b>x</b></div>', /whole content of an element/],
  ])('is refused in %s', async (html, expected) => {
    const { site, root } = setUp('')
    expect(await site.call('insertHtml', { parentId: root, html })).toMatchObject({
      error: { code: 'html_token', message: expect.stringMatching(expected), path: '/html' },
    })
  })
  it('is refused in attributes and beside other text of a node, and taken as all that it holds', async () => {
    const { site, root, data, idOf } = setUp('')
    await data('insertHtml', { parentId: root, html: '<div title="a">{currentEntry.body|html}</div>' })
    for (const patch of [{ title: '{currentEntry.body|html}' }, { text: 'x {currentEntry.body|html}' }]) {
      const result = await site.call('updateNodeProps', { nodeId: idOf('div'), patch })
      expect(result).toMatchObject({ error: { code: 'html_token' } })
    }
    await data('updateNodeProps', { nodeId: idOf('div'), patch: { text: ' {currentEntry.note|html} ' } })
    await data('updateNodeProps', { nodeId: idOf('div'), patch: { title: '\\{currentEntry.note|html}' } })
  })
})

describe('insertHtml warns', () => {
  const warned = async (html: string, into?: string) => {
    const { site, root, data } = setUp('')
    const parentId =
      into === undefined
        ? root
        : (
            (await site.call('insertHtml', { parentId: root, html: into })) as unknown as {
              data: { nodeIds: string[] }
            }
          ).data.nodeIds[0]
    expect(data).toBeDefined()
    const result = await site.call('insertHtml', { parentId, html }, { services: {} })
    expect(result.ok, JSON.stringify(result)).toBe(true)
    return result.ok ? (result.warnings ?? []) : []
  }
  it.each([
    [
      '<atelier-loop data-source-id="posts"><p>x</p></atelier-loop>',
      /no loop source “posts”; there are pages or media/,
    ],
    ['<instatic-loop data-source-id="data.rows" data-table-id="t"><p>x</p></instatic-loop>', /no table “t”/],
    ['<atelier-loop data-source-id="pages" data-order-by="age"><p>x</p></atelier-loop>', /ordered by “age”/],
    ['<atelier-loop data-source-id="pages"><p>{currentEntry.age}</p></atelier-loop>', /no such field/],
    ['<atelier-loop data-source-id="pages"><p>{{post.title}}</p></atelier-loop>', /one brace/],
    [
      '<table><tr><atelier-loop data-source-id="pages"><td>x</td></atelier-loop></tr></table>',
      /straight inside a table/,
    ],
    ['<main><atelier-outlet></atelier-outlet></main>', /only in a template/],
    ['<atelier-component ref="x"></atelier-component>', /no component “x”/],
    ['<li>x</li>', /<li> belongs into <ul> or <ol>/],
    ['<ul><div>x</div></ul>', /<div> straight inside <ul>/],
    ['<a href="/"><button>x</button></a>', /<button> inside <a>.*4\.5\.1/],
    ['<dl><p>x</p></dl>', /straight inside <dl>/],
  ])('of %s', async (html, expected) => {
    expect((await warned(html)).join('\n')).toMatch(expected)
  })
  it('of what stands around', async () => {
    expect((await warned('<button>x</button>', '<a href="/"></a>')).join('\n')).toMatch(/<button> inside <a>/)
  })
  it('of nothing in good HTML', async () => {
    expect(
      await warned(
        '<ul><atelier-loop data-source-id="pages"><li><a href="{currentEntry.permalink}">{currentEntry.title}</a></li></atelier-loop></ul><dl><div><dt>a</dt><dd>b</dd></div></dl><label>x <input></label><details><summary>s</summary></details>',
      ),
    ).toEqual([])
  })
})

describe('breakpoints', () => {
  it('are listed, added, changed and removed', async () => {
    const { site, data } = setUp()
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
    const { site } = setUp()
    const result = await site.call('list_modules', {})
    const data = result.ok
      ? (result.data as { modules: { id: string }[]; styleProps: { names: string[] } })
      : expect.fail()
    expect(data.modules.map(({ id }) => id).sort()).toEqual(
      'body container text link image button video svg list form label input textarea select option option-group checkbox radio submit form-message loop outlet slot-outlet slot-instance visual-component-ref'
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

describe('addComponentParam', () => {
  const card =
    '<article class="card plain"><h2> Title </h2><a href="/a">More</a><img src="/p.png" srcset="/p2.png 2x" alt=""><p>One <b>two</b></p></article>'
  async function component() {
    const given = setUp(card)
    const made = await given.data('createComponent', { title: 'Card', nodeIds: [given.idOf('article')] })
    const componentId = made.componentId ?? ''
    return { ...given, componentId, instance: made.nodeId ?? '', part: (tag: string) => given.idOf(tag, componentId) }
  }
  it('makes a text, a link and a picture parameters with what was there as defaults', async () => {
    const { site, pageId, inner, data, componentId, instance, part } = await component()
    const before = site.compose(pageId).body
    expect(await data('addComponentParam', { nodeId: part('h2') })).toMatchObject({ name: 'title', default: 'Title' })
    expect(await data('addComponentParam', { nodeId: part('a'), attribute: 'href' })).toMatchObject({ name: 'link' })
    expect(await data('addComponentParam', { nodeId: part('a') })).toMatchObject({ name: 'text', default: 'More' })
    await data('addComponentParam', { nodeId: part('img'), attribute: 'src', name: 'photo', label: 'Photo' })
    expect(inner(componentId)).toContain('<h2> {params.title} </h2><a href="{params.link}">{params.text}</a>')
    expect(inner(componentId)).not.toContain('srcset')
    expect(site.compose(pageId).body).toBe(before.replace(' srcset="/p2.png 2x"', ''))
    await data('updateNodeProps', { nodeId: instance, patch: { title: 'Mine', link: '/b', photo: '/q.png' } })
    expect(site.compose(pageId).body).toContain('<h2> Mine </h2><a href="/b">More</a><img src="/q.png"')
    await data('updateNodeProps', { nodeId: instance, patch: { text: 'Less' } })
    expect(site.compose(pageId).body).toContain('<a href="/b">Less</a>')
  })
  it('makes a variant of classes, of which one that was there is the default', async () => {
    const { site, pageId, data, instance, part, inner, componentId } = await component()
    const options = ['plain', 'loud']
    const made = await data('addComponentParam', { nodeId: part('article'), attribute: 'class', options })
    expect(made).toMatchObject({ name: 'variant', default: 'plain' })
    expect(inner(componentId)).toContain('class="card {params.variant}"')
    await data('updateNodeProps', { nodeId: instance, patch: { variant: 'loud' } })
    expect(site.compose(pageId).body).toContain('class="card loud"')
  })
  it('says why something cannot be one', async () => {
    const { site, idOf, part, data } = await component()
    const refusal = async (input: object) => {
      const result = await site.call('addComponentParam', input)
      return result.ok ? 'no refusal' : result.error?.code
    }
    expect(await refusal({ nodeId: idOf('atelier-component') })).toBe('not_in_component')
    expect(await refusal({ nodeId: part('p') })).toBe('not_text')
    expect(await refusal({ nodeId: part('p'), attribute: 'href' })).toBe('no_attribute')
    expect(await refusal({ nodeId: part('h2'), name: 'Big Title' })).toBe('invalid_param')
    expect(await refusal({ nodeId: part('article'), attribute: 'class' })).toBe('invalid_param')
    await data('addComponentParam', { nodeId: part('h2') })
    expect(await refusal({ nodeId: part('h2') })).toBe('has_token')
    expect(await refusal({ nodeId: part('a'), name: 'title' })).toBe('invalid_param')
  })
})
