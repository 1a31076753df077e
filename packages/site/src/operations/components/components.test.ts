import { describe, expect, it } from 'vitest'
import { setUpPage } from '../../../testing/onePage.ts'
import { readTree } from '../../document/tree.ts'

describe('components', () => {
  it('are made of nodes, whose place an instance takes, and can be made nodes again', async () => {
    const { site, pageId, idOf, inner, data } = setUpPage(
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
    const { site, pageId, idOf, data } = setUpPage('<main></main><table><tbody><tr><td></td></tr></tbody></table>')
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
    const { site, pageId, idOf, data } = setUpPage()
    const made = await data('createComponent', { title: 'Card', nodeIds: [idOf('h1')] })
    expect(await site.call('deletePage', { pageId: made.componentId })).toMatchObject({
      error: { code: 'in_use', message: expect.stringContaining(`“Home” (${made.nodeId})`) },
    })
    site.template('<atelier-outlet></atelier-outlet>', { target: { kind: 'everywhere' }, priority: 1 })
    expect(await site.call('deletePage', { pageId })).toMatchObject({ error: { code: 'last_page' } })
  })
  it('take what is put straight into an instance in the first named slot that is free', async () => {
    const { site, pageId, inner, data } = setUpPage('<p>0</p>')
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
  it('never come to contain themselves', async () => {
    const { site, data } = setUpPage()
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
    const { site, idOf, data, root } = setUpPage('<p>a</p><div><b>b</b></div>')
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

describe('addComponentParam', () => {
  const card =
    '<article class="card plain"><h2> Title </h2><a href="/a">More</a><img src="/p.png" srcset="/p2.png 2x" alt=""><p>One <b>two</b></p></article>'
  async function component() {
    const given = setUpPage(card)
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
