import type { Envelope } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { printCss } from '../css/printCss.ts'
import { readTree } from '../document/tree.ts'
import { printInnerHtml } from '../html/print.ts'
import { upsertCss } from '../sheet/upsert.ts'

function setUp(html = '<main id="m"><h1>Hi</h1><p>One</p></main>', css?: string) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html, { css })
  const html_ = (id = pageId) => {
    const page = project.pages.get(id)
    if (!page) throw new Error('no page')
    const tree = readTree(page)
    return printInnerHtml(tree, tree.root)
  }
  const idOf = (tag: string, id = pageId) => {
    const page = project.pages.get(id)
    const node = page && [...readTree(page).walk()].find((each) => each.tag === tag)
    if (!node) throw new Error(`no ${tag}`)
    return node.id
  }
  return { ...project, project, pageId, root, html: html_, idOf, css: () => printCss(project.site) }
}

describe('insertHtml', () => {
  it('inserts a section with its CSS and says what was created', async () => {
    const { call, html, root, css } = setUp()
    const result = await call('insertHtml', {
      parentId: root,
      html: '<section class="hero x"><h2>Bread</h2></section><style>.hero { color: red } .hero h2 { margin: 0 }</style>',
    })
    expect(result).toMatchObject({
      ok: true,
      data: {
        created: [
          { tag: 'section', classes: ['hero', 'x'] },
          { tag: 'h2', classes: [] },
        ],
        createdCount: 2,
        cssRulesCreated: 2,
        cssRulesUpdated: 0,
        cssCreated: ['.hero', '.hero h2'],
      },
    })
    expect(html()).toBe('<main id="m"><h1>Hi</h1><p>One</p></main><section class="hero x"><h2>Bread</h2></section>')
    expect(css()).toContain('.hero { color: red }')
  })
  it('counts elements and texts for the index, not the white space between them', async () => {
    const { call, html, root } = setUp('\n<a>1</a>\n<!-- x -->\n<b>2</b>\n')
    await call('insertHtml', { parentId: root, index: 1, html: '<i>new</i>' })
    expect(html()).toBe('\n<a>1</a>\n<!-- x -->\n<i>new</i>\n<b>2</b>\n')
  })
  it('lists what it refused, item by item', async () => {
    const { call, root, html } = setUp('')
    const result = await call('insertHtml', {
      parentId: root,
      html: '<a href="javascript:alert(1)" onclick="x()">a</a><script>1</script><iframe srcdoc="<script>2</script><p>x"></iframe>',
    })
    const refused = result.ok ? (result.data as { refused: { what: string; where: string }[] }).refused : []
    expect(refused.map(({ what, where }) => `${where}: ${what}`)).toEqual([
      'a: href="javascript:alert(1)"',
      'a: onclick="x()"',
      ': <script> 1',
      'iframe > srcdoc > head: <script> 2',
    ])
    const inside = '&lt;html&gt;\n&lt;head&gt;&lt;/head&gt;&lt;body&gt;&lt;p&gt;x&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;'
    expect(html()).toBe(`<a>a</a><iframe srcdoc="${inside}"></iframe>`)
  })
  it('never changes an existing selector, and lists it as skipped', async () => {
    const { call, root, css } = setUp('', '.card { color: red }')
    const result = await call('insertHtml', {
      parentId: root,
      html: '<div class="card"></div><style>.card { color: blue } .new { top: 0 }</style>',
    })
    expect(result).toMatchObject({ data: { cssRulesCreated: 1, cssSkipped: [{ selector: '.card' }] } })
    expect(css()).toContain('color: red')
    expect(css()).not.toContain('blue')
  })
  it('treats a payload of style only as applyCss', async () => {
    const { call, root, css, html } = setUp('<p>x</p>', '.card { color: red }')
    const result = await call('insertHtml', { parentId: root, html: '<style>.card { color: blue }</style>\n' })
    expect(result).toMatchObject({ data: { cssRulesCreated: 0, cssRulesUpdated: 1 } })
    expect(css()).toContain('color: blue')
    expect(html()).toBe('<p>x</p>')
  })
  it('refuses what HTML would tear apart, and says where it could go', async () => {
    const { call, idOf, html } = setUp()
    const before = html()
    const inP = await call('insertHtml', { parentId: idOf('p'), html: '<div>x</div>' })
    expect(inP).toMatchObject({
      ok: false,
      error: { code: 'misplaced', message: expect.stringContaining('closes <p>') },
    })
    expect(html()).toBe(before)
  })
  it('takes rows in a table body and options in a select', async () => {
    const { call, idOf, html } = setUp('<table><tbody></tbody></table><select></select>')
    await call('insertHtml', { parentId: idOf('tbody'), html: '<tr><td>1</td></tr>' })
    await call('insertHtml', { parentId: idOf('select'), html: '<option selected>1</option>' })
    expect(html()).toBe(
      '<table><tbody><tr><td>1</td></tr></tbody></table><select><option selected="">1</option></select>',
    )
  })
  it('fails with what to try on an unknown parent, an empty payload, one that is too large', async () => {
    const { call, root } = setUp()
    expect(await call('insertHtml', { parentId: 'nope', html: '<p>' })).toMatchObject({
      error: { code: 'unknown_node', path: '/parentId', hint: expect.stringContaining('read_document') },
    })
    expect(await call('insertHtml', { parentId: root, html: '<script>1</script>' })).toMatchObject({
      error: { code: 'nothing_to_insert', message: expect.stringContaining('scripts') },
    })
    expect(await call('insertHtml', { parentId: root, html: 'x'.repeat(1_000_001) })).toMatchObject({
      error: { code: 'too_large' },
    })
    expect(await call('insertHtml', { parentId: root })).toMatchObject({ error: { code: 'invalid_input' } })
  })
  it('survives HTML that is nested ten thousand deep', async () => {
    const { call, root } = setUp()
    const result = await call('insertHtml', { parentId: root, html: '<div>'.repeat(10_000) })
    expect(result).toMatchObject({
      ok: true,
      data: { createdCount: 300, refused: [{ what: '<div>' }, { what: '<div> (9699 times)' }] },
    })
  })
})

describe('a whole document that is inserted', () => {
  const document =
    '<!doctype html><html lang="de" class="no-js"><head profile="x"><title>Brot</title><meta name="description" content="Gut"><link rel="icon" href="/i.png"></head><body id="b" class="wide"><p>New</p></body></html>'

  const warningsOf = (result: Envelope) => (result.ok ? result.warnings : undefined)

  it('gives its content to the page, and says all that it does not become', async () => {
    const { call, root, html } = setUp('')
    const warnings = warningsOf(await call('insertHtml', { parentId: root, html: document }))
    expect(html()).toBe('<p>New</p>')
    expect(warnings).toEqual([
      'The attribute class="no-js" of <html> was left out.',
      'The attribute profile="x" of <head> was left out.',
      '<link rel="icon" href="/i.png"> of the head was left out.',
      'The description “Gut” was left out; setPageSettings sets it.',
      'The language “de” was left out; setPageSettings sets it.',
      'The title “Brot” was left out; renamePage sets it.',
    ])
  })
  it('says so of the body’s attributes if the page keeps its own', async () => {
    const { call, root } = setUp('')
    await call('updateNodeProps', { nodeId: root, patch: { id: 'own' } })
    const inserted = await call('insertHtml', { parentId: root, html: document })
    expect(warningsOf(inserted)).toContain('The attribute id="b" of <body> was left out; updateNodeProps sets it.')
    const replaced = await call('replaceNodeHtml', { nodeId: root, html: document })
    expect(warningsOf(replaced)).toContain(
      'The attribute class="wide" of <body> was left out; updateNodeProps sets it.',
    )
  })
  it('leaves its own tags out within another element, and says so', async () => {
    const { call, idOf } = setUp()
    const html = '<body class="x"><p>New</p></body>'
    const warnings = warningsOf(await call('insertHtml', { parentId: idOf('main'), html }))
    expect(warnings).toContainEqual(expect.stringContaining('tags of <html>, <head> and <body> were left out'))
  })
})

describe('replaceNodeHtml', () => {
  it('keeps the nodes that come back with their uid', async () => {
    const { call, idOf, html } = setUp()
    const [heading, paragraph] = [idOf('h1'), idOf('p')]
    const result = await call('replaceNodeHtml', {
      nodeId: idOf('main'),
      html: `<header><h1 uid="${heading}">Hello</h1></header><ul><li>1</li></ul>`,
    })
    expect(result).toMatchObject({
      data: { created: [{ tag: 'header' }, { tag: 'ul' }, { tag: 'li' }], keptCount: 1, deletedCount: 1 },
    })
    expect(html()).toBe('<main id="m"><header><h1>Hello</h1></header><ul><li>1</li></ul></main>')
    expect(idOf('h1')).toBe(heading)
    expect(await call('deleteNode', { nodeId: paragraph })).toMatchObject({ error: { code: 'unknown_node' } })
  })
  it('keeps the nodes that come back without their uid, changed or not', async () => {
    const { call, idOf, html } = setUp('<main><h1 class="big">Hi</h1><p>One</p><ul><li>a</li></ul></main>')
    const ids = ['h1', 'p', 'ul', 'li'].map((tag) => idOf(tag))
    const content = '<hr><h1 class="big">Hello</h1><div><p>One</p></div><ul><li>a</li></ul>'
    const result = await call('replaceNodeHtml', { nodeId: idOf('main'), html: content })
    expect(result).toMatchObject({ data: { created: [{ tag: 'hr' }, { tag: 'div' }], keptCount: 4, deletedCount: 0 } })
    expect(html()).toBe(`<main>${content}</main>`)
    expect(['h1', 'p', 'ul', 'li'].map((tag) => idOf(tag))).toEqual(ids)
  })
  it('replaces what is inside, and keeps the node', async () => {
    const { call, idOf, html } = setUp()
    const result = await call('replaceNodeHtml', { nodeId: idOf('main'), html: '<h2>New</h2>' })
    expect(result).toMatchObject({ data: { deletedCount: 2, createdCount: 1 } })
    expect(html()).toBe('<main id="m"><h2>New</h2></main>')
  })
  it('takes the node itself back, as a read showed it, and changes its attributes', async () => {
    const { call, idOf, html } = setUp()
    const id = idOf('main')
    await call('replaceNodeHtml', {
      nodeId: id,
      html: `<main uid="${id}" class="wide"><h2 uid="zzzzzzzzzz">New</h2></main>`,
    })
    expect(html()).toBe('<main class="wide"><h2>New</h2></main>')
    expect(idOf('main')).toBe(id)
  })
  it('puts a URL back whole that a read had shortened', async () => {
    const long = `data:image/png;base64,${'A'.repeat(5000)}`
    const { call, idOf, html, root } = setUp(`<p><img src="${long}"></p>`)
    const read = await call('read_document', {})
    const shown = read.ok ? (read.data as { html: string }).html : ''
    expect(shown).toContain('data:image/png;base64,[omitted 5000 chars]')
    const img = /<img[^>]*>/.exec(shown)?.[0] ?? ''
    await call('replaceNodeHtml', { nodeId: idOf('p'), html: `${img} text` })
    expect(html()).toBe(`<p><img src="${long}"> text</p>`)
    const stray = await call('insertHtml', {
      parentId: root,
      html: '<img src="data:image/png;base64,[omitted 5000 chars]">',
    })
    expect(stray).toMatchObject({ data: { refused: [{ where: 'img' }] } })
  })
  it('keeps the content for style only', async () => {
    const { call, idOf, html } = setUp()
    await call('replaceNodeHtml', { nodeId: idOf('main'), html: '<style>main { color: red }</style>' })
    expect(html()).toBe('<main id="m"><h1>Hi</h1><p>One</p></main>')
  })
})

describe('applyCss', () => {
  it('merges into what only the open page has, and adds what is new for the whole site', async () => {
    const project = createTestProject()
    const { pageId } = project.addPage('<p class="lead">Hello</p>')
    upsertCss(project.site, '.lead { color: red } @media print { .lead { color: black } }', project.newId, pageId)
    upsertCss(project.site, '.lead { margin: 0 }', project.newId)
    const css = '.lead { color: blue } @media print { .lead { color: gray } .note { top: 0 } } .new { left: 0 }'
    project.editor.documentId = pageId
    await project.call('applyCss', { css })
    const of = (sheet: string) => printCss(project.site, { sheet }).replace(/\s+/g, ' ').trim()
    expect(of(pageId)).toBe('.lead { color: blue } @media print { .lead { color: gray } }')
    expect(of('')).toContain('.lead { margin: 0 }')
    expect(of('')).toMatch(/@media print \{ .note \{ top: 0 \}/)
    expect(of('')).toContain('.new { left: 0 }')
    project.editor.documentId = undefined
    await project.call('applyCss', { css: '.lead { color: green }' })
    expect(of(pageId)).toContain('.lead { color: blue }')
    expect(of('')).toContain('color: green')
  })

  it('merges into the rule that is there and adds the rest', async () => {
    const { call, css } = setUp('', '.a { color: red; top: 0 }')
    expect(await call('applyCss', { css: '.a { color: blue } .b:hover { top: 1px }' })).toMatchObject({
      data: { cssRulesCreated: 1, cssRulesUpdated: 1, cssUpdated: [{ selector: '.a', declarations: ['color'] }] },
    })
    expect(css()).toContain('.a { color: blue; top: 0 }')
  })
  it('fails if nothing could be applied', async () => {
    const { call } = setUp()
    expect(await call('applyCss', { css: 'nonsense' })).toMatchObject({ ok: false, error: { code: 'invalid_css' } })
  })
})

describe('updateNodeProps', () => {
  it('changes attributes, classes and text; null removes', async () => {
    const { call, idOf, html } = setUp('<a class="x y" title="t" href="/">Go</a>')
    const result = await call('updateNodeProps', {
      nodeId: idOf('a'),
      patch: { href: '/b', title: null, class: 'y z', text: 'Now', hidden: true, tabindex: 2 },
    })
    expect(result).toMatchObject({ data: { changed: ['href', 'title', 'class', 'text', 'hidden', 'tabindex'] } })
    expect(html()).toBe('<a class="y z" href="/b" hidden="" tabindex="2">Now</a>')
  })
  it('refuses handlers and script URLs, and says which', async () => {
    const { call, idOf, html } = setUp('<a href="/">Go</a>')
    const mixed = await call('updateNodeProps', { nodeId: idOf('a'), patch: { href: ' java\nscript:x', title: 't' } })
    expect(mixed).toMatchObject({ data: { changed: ['title'], refused: [{ why: 'the URL is a script' }] } })
    expect(await call('updateNodeProps', { nodeId: idOf('a'), patch: { onclick: 'x' } })).toMatchObject({ ok: false })
    expect(html()).toBe('<a href="/" title="t">Go</a>')
  })
  it('refuses text if elements are inside, and breakpoints', async () => {
    const { call, idOf } = setUp()
    expect(await call('updateNodeProps', { nodeId: idOf('main'), patch: { title: 'x', text: 'x' } })).toMatchObject({
      error: { code: 'not_text' },
    })
    expect(
      await call('updateNodeProps', { nodeId: idOf('p'), breakpointId: 'mobile', patch: { text: 'x' } }),
    ).toMatchObject({ error: { code: 'not_overridable', hint: expect.stringContaining('style props') } })
  })
})

describe('moveNode, duplicateNode, deleteNode, renameNode', () => {
  it('moves within a parent and to another', async () => {
    const { call, idOf, html, root } = setUp('<a>1</a> <b>2</b> <i>3</i>')
    await call('moveNode', { nodeId: idOf('a'), newParentId: root, newIndex: 2 })
    expect(html()).toBe(' <b>2</b> <i>3</i><a>1</a>')
    await call('moveNode', { nodeId: idOf('a'), newParentId: root, newIndex: 0 })
    expect(html()).toBe(' <a>1</a><b>2</b> <i>3</i>')
    await call('moveNode', { nodeId: idOf('i'), newParentId: idOf('b'), newIndex: 0 })
    expect(html()).toBe(' <a>1</a><b><i>3</i>2</b> ')
  })
  it('refuses a cycle, the body, and a parent that cannot hold it', async () => {
    const { call, idOf, html, root } = setUp('<main><div><p>x</p></div></main><img>')
    const before = html()
    const error = (code: string) => ({ ok: false, error: { code } })
    const into = (nodeId: string, newParentId: string) => call('moveNode', { nodeId, newParentId, newIndex: 0 })
    expect(await into(idOf('main'), idOf('p'))).toMatchObject(error('cannot_move'))
    expect(await into(idOf('main'), idOf('main'))).toMatchObject(error('cannot_move'))
    expect(await into(root, idOf('p'))).toMatchObject(error('cannot_move'))
    expect(await into(idOf('p'), idOf('img'))).toMatchObject(error('cannot_move'))
    const { call: call2, idOf: id2 } = setUp('<p>x</p><div>y</div>')
    expect(await call2('moveNode', { nodeId: id2('div'), newParentId: id2('p'), newIndex: 0 })).toMatchObject(
      error('misplaced'),
    )
    expect(html()).toBe(before)
  })
  it('moves to another page under a new id', async () => {
    const { call, idOf, html, addPage } = setUp()
    const other = addPage('<footer></footer>', { title: 'About', slug: 'about' })
    const result = await call('moveNode', { nodeId: idOf('p'), newParentId: other.pageId, newIndex: 0 })
    expect(result).toMatchObject({ ok: true, data: { pageId: other.pageId }, warnings: [expect.any(String)] })
    expect(html()).toBe('<main id="m"><h1>Hi</h1></main>')
    expect(html(other.pageId)).toBe('<p>One</p><footer></footer>')
  })
  it('copies right behind the source, and warns of doubled ids', async () => {
    const { call, idOf, html } = setUp('<ul><li id="a">1</li><li>2</li></ul>')
    const result = await call('duplicateNode', { nodeId: idOf('li'), count: 2 })
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining('id="a"')] })
    expect(html()).toBe('<ul><li id="a">1</li><li id="a">1</li><li id="a">1</li><li>2</li></ul>')
  })
  it('deletes with everything inside, but never the body', async () => {
    const { call, idOf, html, root } = setUp()
    const id = idOf('main')
    expect(await call('deleteNode', { nodeId: id })).toMatchObject({ data: { deletedCount: 3 } })
    expect(html()).toBe('')
    expect(await call('deleteNode', { nodeId: id })).toMatchObject({
      error: { message: expect.stringContaining('deleted') },
    })
    expect(await call('deleteNode', { nodeId: root })).toMatchObject({ error: { code: 'cannot_delete' } })
  })
  it('names a node, and takes the name away', async () => {
    const { call, idOf, pages, pageId } = setUp()
    const label = () => readTree(pages.get(pageId) ?? expect.fail()).node(idOf('main'))?.label
    await call('renameNode', { nodeId: idOf('main'), label: ' Hero ' })
    expect(label()).toBe('Hero')
    await call('renameNode', { nodeId: idOf('main'), label: '' })
    expect(label()).toBeUndefined()
  })
})

describe('pages', () => {
  it('adds, renames, lists and deletes pages', async () => {
    const { call, pageId } = setUp()
    const added = await call('addPage', { title: 'Über uns & Team' })
    expect(added).toMatchObject({ data: { slug: 'uber-uns-team' } })
    const about = added.ok ? (added.data as { pageId: string; rootNodeId: string }) : expect.fail()
    expect(await call('insertHtml', { parentId: about.rootNodeId, html: '<h1>About</h1>' })).toMatchObject({ ok: true })
    expect(await call('addPage', { title: 'x', slug: '/uber-uns-team/' })).toMatchObject({
      data: { slug: 'uber-uns-team-2' },
      warnings: [expect.stringContaining('taken')],
    })
    expect(await call('renamePage', { pageId: about.pageId, title: 'Start', slug: 'index' })).toMatchObject({
      data: { slug: 'index', changed: [{ pageId, slug: 'home' }] },
    })
    expect(await call('list_documents', {})).toMatchObject({
      data: {
        documents: [
          { document: { type: 'page', id: pageId }, slug: 'home', current: false },
          { title: 'Start', slug: 'index', rootNodeId: about.rootNodeId, current: true, summary: 'Home page' },
          { slug: 'uber-uns-team-2' },
        ],
      },
    })
    expect(await call('deletePage', { pageId: about.pageId })).toMatchObject({
      data: { pagesLeft: 2, homePageId: pageId },
    })
    expect(await call('deletePage', { pageId: about.pageId })).toMatchObject({ error: { code: 'unknown_page' } })
  })
  it('keeps the last page', async () => {
    const { call, pageId } = setUp()
    expect(await call('deletePage', { pageId })).toMatchObject({ ok: false, error: { code: 'last_page' } })
  })
  it('finds a node on whichever page it is', async () => {
    const { addPage, call, html, idOf } = setUp()
    const other = addPage('<p>Two</p>', { title: 'About', slug: 'about' })
    await call('updateNodeProps', { nodeId: idOf('p', other.pageId), patch: { text: 'Three' } })
    expect(html(other.pageId)).toBe('<p>Three</p>')
  })
})

describe('read_document', () => {
  it('gives every element its uid', async () => {
    const { call, idOf, root } = setUp()
    const result = await call('read_document', {})
    const html = `<body uid="${root}"><main uid="${idOf('main')}" id="m"><h1 uid="${idOf('h1')}">Hi</h1><p uid="${idOf('p')}">One</p></main></body>`
    expect(result).toMatchObject({
      data: { title: 'Home', html, pageInfo: { part: 1, totalParts: 1, nextPart: null } },
    })
  })
  it('holds the CSS that can apply, and leaves out the rest', async () => {
    const { call } = setUp(
      '<p class="a">x</p>',
      '.a { top: 0 } .b { left: 0 } :root { --c: red } @media (min-width: 9px) { p { top: 1px } }',
    )
    const result = await call('read_document', {})
    const { css } = result.ok ? (result.data as { css: string }) : expect.fail()
    expect(css).toContain('.a { top: 0 }')
    expect(css).toContain('--c: red')
    expect(css).toContain('p { top: 1px }')
    expect(css).not.toContain('.b')
  })
  it('cuts a long page at nodes, each part within the budget and the parts whole', async () => {
    const rows = Array.from({ length: 3000 }, (_x, i) => `<li><a href="/p/${i}">Entry “${i}”</a></li>`).join('')
    const rules = Array.from({ length: 1500 }, (_x, i) => `li:nth-child(${i}) a { color: rgb(1, 2, ${i}) }`).join('\n')
    const { call } = setUp(`<main><section><ul>${rows}</ul></section><p>end</p></main>`, rules)
    let part: number | null = 1
    const uids: string[] = []
    let css = ''
    let count = 0
    while (part !== null) {
      const result = await call('read_document', { part })
      expect(JSON.stringify(result.ok ? result.data : '').length).toBeLessThanOrEqual(80_000)
      const data = result.ok
        ? (result.data as { html: string; css: string; pageInfo: { nextPart: number | null } })
        : expect.fail()
      uids.push(...data.html.matchAll(/uid="(\w+)"/g).map(([, uid]) => uid ?? ''))
      css += data.css
      part = data.pageInfo.nextPart
      count += 1
    }
    expect(count).toBeGreaterThan(3)
    expect(new Set(uids).size).toBe(6005)
    expect(css.match(/nth-child/g)?.length).toBe(1500)
    expect(await call('read_document', { part: 99 })).toMatchObject({ error: { code: 'no_such_part' } })
  })
})
