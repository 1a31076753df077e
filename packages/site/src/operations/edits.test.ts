import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { printCss } from '../css/printCss.ts'
import { readTree } from '../document/tree.ts'
import { printInnerHtml } from '../html/print.ts'

function setUp(html: string, css?: string) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html, { css })
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((each) => each.tag === tag)?.id ?? expect.fail()
  return { ...project, pageId, root, idOf, html: () => printInnerHtml(tree(), tree().root), tree }
}

describe('wrapNodes and unwrapNode', () => {
  it('wraps neighbours where the first stood, and unwraps to what was', async () => {
    const before = '<main><h1>A</h1><p>B</p><p>C</p><footer>D</footer></main>'
    const { call, html, tree } = setUp(before)
    const [b, c] = [...tree().walk()].filter(({ tag }) => tag === 'p').map(({ id }) => id)
    const wrapped = await call('wrapNodes', { nodeIds: [c, b], html: '<div class="row"></div>' })
    expect(html()).toBe('<main><h1>A</h1><div class="row"><p>B</p><p>C</p></div><footer>D</footer></main>')
    expect(wrapped).toMatchObject({ data: { nodeIds: [b, c] } })
    const { nodeId } = wrapped.ok ? (wrapped.data as { nodeId: string }) : expect.fail()
    expect(await call('unwrapNode', { nodeId })).toMatchObject({ ok: true, data: { nodeIds: [b, c] } })
    expect(html()).toBe(before)
  })
  it('wraps in a layout with its class, and in a list item by item', async () => {
    const { call, html, tree, site } = setUp('<main><p>A</p><p>B</p></main>')
    const nodeIds = [...tree().walk()].filter(({ tag }) => tag === 'p').map(({ id }) => id)
    await call('wrapInLayout', { nodeIds, layout: 'row' })
    expect(html()).toBe('<main><div class="row"><p>A</p><p>B</p></div></main>')
    expect(printCss(site)).toContain('.row {')
    await call('wrapInLayout', { nodeIds, layout: 'list' })
    expect(html()).toBe('<main><div class="row"><ul><li><p>A</p></li><li><p>B</p></li></ul></div></main>')
  })
  it('refuses what cannot hold them, other parents and the body, and changes nothing', async () => {
    const { call, html, idOf, root } = setUp('<table><tbody><tr><td>1</td></tr></tbody></table><p>x</p>')
    const before = html()
    for (const [input, path] of [
      [{ nodeIds: [idOf('tr')], html: '<p></p>' }, '/html'],
      [{ nodeIds: [idOf('tr')], html: '<img>' }, '/html'],
      [{ nodeIds: [idOf('p')], html: 'two <b></b>' }, '/html'],
      [{ nodeIds: [idOf('p'), idOf('tr')] }, '/nodeIds/1'],
      [{ nodeIds: [root] }, '/nodeIds/0'],
      [{ nodeIds: ['nope'] }, '/nodeIds/0'],
    ] as const) {
      expect.soft(await call('wrapNodes', input), JSON.stringify(input)).toMatchObject({ ok: false, error: { path } })
    }
    expect(await call('unwrapNode', { nodeId: idOf('table') })).toMatchObject({ error: { code: 'misplaced' } })
    expect(await call('unwrapNode', { nodeId: root })).toMatchObject({ error: { code: 'cannot_unwrap' } })
    expect(html()).toBe(before)
  })
})

describe('batch', () => {
  it('reads the input of each call as that of a single call', async () => {
    const { call, html, root } = setUp('<h1>Hi</h1>')
    const calls = [
      { name: 'Insert_Html', input: `{"parentId":"${root}","html":"<p>5</p>","index":"0",}` },
      { name: 'call_operation', input: { name: 'wrapnodes', arguments: { node_ids: '["$0.nodeIds.0"]' } } },
    ]
    const whole = { calls: [calls[0]] }
    expect(await call('batch', JSON.stringify(whole))).toMatchObject({ data: { results: [{ name: 'insertHtml' }] } })
    expect(html()).toBe('<p>5</p><h1>Hi</h1>')
    expect(
      await call('batch', { calls: [{ name: 'insertHtml', input: { parentUid: root, html: '' } }] }),
    ).toMatchObject({
      error: { message: expect.stringContaining('unknown field parentUid; did you mean parentId?') },
    })
    expect(await call('batch', { calls })).toMatchObject({ error: { path: '/calls/1/input/nodeIds/0' } })
  })
  it('makes all of its calls, each on what the one before it made', async () => {
    const { call, html, root } = setUp('<h1>Hi</h1>')
    const result = await call('batch', {
      calls: [
        { name: 'insertHtml', input: { parentId: root, html: '<section></section>' } },
        { name: 'insertHtml', input: { parentId: '$0.nodeIds.0', html: '<p>New</p>' } },
        { name: 'call_operation', input: { name: 'wrapNodes', input: { nodeIds: ['$1.nodeIds.0'] } } },
        { name: 'applyCss', input: { css: 'p { color: red }' } },
      ],
    })
    expect(result).toMatchObject({
      ok: true,
      data: { results: [{ name: 'insertHtml' }, {}, { name: 'wrapNodes' }, {}] },
    })
    expect(html()).toBe('<h1>Hi</h1><section><div><p>New</p></div></section>')
  })
  it('changes nothing if one call fails, and says which', async () => {
    const { call, html, root, pageId } = setUp('<h1>Hi</h1>')
    const fails = async (second: object) =>
      await call('batch', { calls: [{ name: 'insertHtml', input: { parentId: root, html: '<p>x</p>' } }, second] })
    expect(await fails({ name: 'deleteNode', input: { nodeId: 'gone' } })).toMatchObject({
      error: { code: 'unknown_node', path: '/calls/1/input/nodeId' },
    })
    expect(await fails({ name: 'deleteNode', input: {} })).toMatchObject({ error: { path: '/calls/1/input/nodeId' } })
    expect(await fails({ name: 'nothing' })).toMatchObject({ error: { code: 'unknown_operation' } })
    expect(await fails({ name: 'deletePage', input: { pageId } })).toMatchObject({ error: { code: 'not_in_batch' } })
    expect(await fails({ name: 'searchImages', input: { queries: 'bread' } })).toMatchObject({
      error: { code: 'not_in_batch' },
    })
    expect(await fails({ name: 'batch', input: { calls: [] } })).toMatchObject({ error: { code: 'not_in_batch' } })
    expect(await fails({ name: 'deleteNode', input: { nodeId: '$0.nothing' } })).toMatchObject({
      error: { code: 'unknown_reference', path: '/calls/1/input' },
    })
    expect(html()).toBe('<h1>Hi</h1>')
  })
})

describe('find and outline', () => {
  it('finds words and selectors in every document, with where they stand', async () => {
    const { call, addPage, idOf, pageId } = setUp(
      '<main class="m"><p>Fresh  <b>bread</b></p><img alt="Bread in a basket"></main>',
    )
    const other = addPage('<p>No bread today</p>', { title: 'About', slug: 'about' })
    expect(await call('find', { text: 'BREAD' })).toMatchObject({
      data: {
        total: 3,
        matches: [
          { document: { type: 'page', id: pageId }, uid: idOf('b'), path: 'main.m > p > b', excerpt: 'bread' },
          { uid: idOf('img'), excerpt: 'alt="Bread in a basket"' },
          { document: { id: other.pageId }, excerpt: 'No bread today' },
        ],
      },
    })
    expect(await call('find', { selector: '.m > p', limit: 1 })).toMatchObject({
      data: { total: 1, matches: [{ uid: idOf('p'), excerpt: 'Fresh bread' }] },
    })
    expect(await call('find', { text: 'bread', limit: 1 })).toMatchObject({ data: { total: 3, matches: [{}] } })
    expect(await call('find', {})).toMatchObject({ error: { code: 'invalid_input' } })
    expect(await call('find', { selector: 'p >> q' })).toMatchObject({ error: { code: 'invalid_selector' } })
  })
  it('outlines a page in few words', async () => {
    const { call, idOf } = setUp(
      '<header id="top"><h1>Bakery</h1></header><main><section class="hero"><h2>Loaves</h2><a href="#">x</a></section></main>',
    )
    expect(await call('outline', {})).toMatchObject({
      data: {
        landmarks: [
          { uid: idOf('header'), tag: 'header', label: '#top', depth: 0 },
          { tag: 'main', depth: 0 },
          { tag: 'section', label: '.hero', depth: 1 },
        ],
        headings: [
          { level: 1, text: 'Bakery' },
          { level: 2, text: 'Loaves' },
        ],
        ids: [{ id: 'top' }],
        counts: { elements: 7, links: 1 },
      },
    })
  })
})

describe('setHidden', () => {
  it('leaves nodes out of what is published, and takes them in again', async () => {
    const { call, idOf, html, pages, pageId } = setUp('<main id="m"><h1>Hi</h1><p>One</p></main>')
    const nodeIds = [idOf('h1'), idOf('p')]
    expect(await call('setHidden', { nodeIds, hidden: true })).toMatchObject({ ok: true, data: { pageId, nodeIds } })
    const shown = () => {
      const tree = readTree(pages.get(pageId) ?? expect.fail())
      return printInnerHtml(tree, tree.root, { hidden: false })
    }
    expect(shown()).toBe('<main id="m"></main>')
    expect(html()).toContain('<h1>Hi</h1>')
    await call('setHidden', { nodeIds: [idOf('p')], hidden: false })
    expect(shown()).toBe('<main id="m"><p>One</p></main>')
  })
  it('refuses the body of a page, and then hides none of the others', async () => {
    const { call, idOf, root, written } = setUp('<main id="m"><h1>Hi</h1><p>One</p></main>')
    expect(await call('setHidden', { nodeIds: [idOf('p'), root], hidden: true })).toMatchObject({
      error: { code: 'cannot_hide', path: '/nodeIds/1' },
    })
    expect(written().size).toBe(0)
  })
})
