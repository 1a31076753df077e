import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'
import { printInnerHtml } from '../html/print.ts'

function setUp(html = '<main><p>One</p></main>', css?: string) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html, { css })
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((each) => each.tag === tag)?.id ?? expect.fail()
  return { ...project, pageId, root, idOf, html: () => printInnerHtml(tree(), tree().root) }
}

describe('HTML with words in place of an omitted part', () => {
  it.each([
    '<section><h2>New</h2><!-- ... --></section>',
    '<section><h2>New</h2><!-- rest of the page stays the same --></section>',
    '<section><h2>New</h2><!-- … existing content … --></section>',
    '<ul><li>New</li><!-- other items remain unchanged --></ul>',
    '<ul><li>New</li><!-- more items here --></ul>',
    '<!-- Existing header --><section><h2>New</h2></section>',
    '<section><h2>New</h2>... rest stays the same ...</section>',
    '<section><h2>New</h2>…</section>',
    '<div><p>New</p>[rest of the content]</div>',
    '<section><h2>New</h2><!-- keep the existing cards --></section>',
    '<section><h2>New</h2><!-- same as before --></section>',
    '<section><h2>New</h2><!-- ... other sections ... --></section>',
    '<section><!-- content omitted for brevity --></section>',
    '<div><!-- Repeat for other items --></div>',
    '<div><p>New</p>(remaining content unchanged)</div>',
    '<ul><li>New</li>...</ul>',
    '<div><p>New</p><!-- other cards --></div>',
    '<div><!-- The footer stays the same --><p>New</p></div>',
    '<div><!-- same structure for the other two cards --><p>New</p></div>',
    '<!-- TODO: add the rest of the cards here --><div>New</div>',
    '<div>// rest of the markup</div>',
  ])('%s is refused, and nothing changes', async (html) => {
    const { call, root, html: now } = setUp()
    const before = now()
    const refused = {
      ok: false,
      error: { code: 'elided', path: '/html', hint: expect.stringContaining('getNodeHtml') },
    }
    expect(await call('insertHtml', { parentId: root, html })).toMatchObject(refused)
    expect(await call('replaceNodeHtml', { nodeId: root, html })).toMatchObject(refused)
    expect(now()).toBe(before)
  })
  it.each([
    '<section><!-- Hero section --><h2>New</h2></section>',
    '<section><!-- The rest of the team --><h2>New</h2></section>',
    '<p>Read more…</p>',
    '<p>The rest is history.</p>',
    '<p>...</p>',
    '<nav>1 <a href="/">2</a> … <a href="/">9</a></nav>',
    '<p>We keep the same recipe as before.</p>',
    '<p>All other items are made to order.</p>',
    '<!-- More --><p>More items here</p>',
    '<p>Loading...</p>',
    '<pre>git log ...\n# rest stays the same</pre>',
    '<code>// ... existing code ...</code>',
    '<h2>Content</h2><p>Everything stays the same at our bakery since 1920</p>',
    '<button type="button">…</button>',
    '<!-- Remaining stock --><p>3 left</p>',
    '<!-- [if lte IE 8] --><p>x</p>',
    '<!-- Other cards --><article>x</article>',
    '<div><p>x</p><!-- end of the other cards --></div>',
    '<section><!-- Testimonials --></section>',
    '<p>The footer stays the same</p>',
    '<p>Same day delivery for all orders</p>',
    '<p>Same as before</p>',
  ])('%s is not', async (html) => {
    const { call, root } = setUp()
    const result = await call('insertHtml', { parentId: root, html })
    expect(result.ok ? result : result.error).toMatchObject({ ok: true })
  })
  it('is taken if the page holds those words already', async () => {
    const { call, root, html } = setUp('<main><!-- rest of the page --><p>One</p></main>')
    const sent = '<main><!-- rest of the page --><p>Two</p></main>'
    expect(await call('replaceNodeHtml', { nodeId: root, html: sent })).toMatchObject({ ok: true })
    expect(html()).toBe(sent)
  })
})

describe('parts of a table', () => {
  it.each([
    ['body', '<tr><td>1</td></tr>', 'tr'],
    ['body', '<p>x</p><td>1</td>', 'td'],
    ['main', '<tbody><tr><td>1</td></tr></tbody>', 'tbody'],
    ['main', '<div><thead><tr><th>1</th></tr></thead></div>', 'thead'],
    ['td', '<td>1</td>', 'td'],
    ['td', '<tr><td>1</td></tr>', 'tr'],
    ['p', '<th>1</th>', 'th'],
    ['body', '<caption>x</caption>', 'caption'],
    ['body', '<colgroup><col></colgroup>', 'colgroup'],
    ['main', '<tfoot><tr><td>1</td></tr></tfoot>', 'tfoot'],
  ])('are refused whole in %s: %s', async (parent, html, tag) => {
    const {
      call,
      root,
      idOf,
      html: now,
    } = setUp('<main><p>x</p></main><table><tbody><tr><td>0</td></tr></tbody></table>')
    const before = now()
    const parentId = parent === 'body' ? root : idOf(parent)
    const message = expect.stringContaining(`<${tag}> stands in no table`)
    const error = { code: 'misplaced', path: '/html', message }
    expect(await call('insertHtml', { parentId, html })).toMatchObject({ ok: false, error })
    expect(now()).toBe(before)
  })
  it.each([
    ['body', '<table><tr><td>1</td></tr></table>'],
    ['table', '<tbody><tr><td>1</td></tr></tbody>'],
    ['table', '<tr><td>1</td></tr>'],
    ['table', '<caption>x</caption>'],
    ['tbody', '<tr><td>1<td>2<tr><td>3</tr>'],
    ['tr', '<td>1</td><th>2</th>'],
    ['td', '<table><tr><td>1</td></tr></table>'],
    ['body', '<div><table><thead><tr><th>1</th></tr></thead></table></div>'],
    ['body', '<template><tr><td>1</td></tr></template>'],
    ['body', '<p>tr and td and &lt;tr&gt;</p>'],
  ])('are taken in %s: %s', async (parent, html) => {
    const { call, root, idOf } = setUp('<main><p>x</p></main><table><tbody><tr><td>0</td></tr></tbody></table>')
    const parentId = parent === 'body' ? root : idOf(parent)
    expect(await call('insertHtml', { parentId, html })).toMatchObject({ ok: true })
  })
})

describe('props that are not props', () => {
  it.each([
    ['innerHTML', '<b>x</b>', 'replaceNodeHtml'],
    ['innerHtml', 'x', 'replaceNodeHtml'],
    ['outerHTML', '<p>x</p>', 'replaceNodeHtml'],
    ['content', 'x', 'replaceNodeHtml'],
    ['children', 'x', 'replaceNodeHtml'],
    ['html', '<b>x</b>', 'replaceNodeHtml'],
    ['dangerouslySetInnerHTML', 'x', 'replaceNodeHtml'],
    ['textContent', 'x', '`text`'],
    ['innerText', 'x', '`text`'],
    ['text_content', 'x', '`text`'],
  ])('%s is refused with the right tool named', async (prop, value, tool) => {
    const { call, idOf, html } = setUp()
    const before = html()
    const result = await call('updateNodeProps', { nodeId: idOf('p'), patch: { id: 'x', [prop]: value } })
    const hint = expect.stringContaining(tool)
    expect(result).toMatchObject({ ok: false, error: { code: 'not_a_prop', path: `/patch/${prop}`, hint } })
    expect(html()).toBe(before)
  })
  it('are taken if they mean something', async () => {
    const { call, idOf, html } = setUp('<main><meta itemprop="price" content="1"><p>One</p></main>')
    expect(await call('updateNodeProps', { nodeId: idOf('meta'), patch: { content: '2' } })).toMatchObject({ ok: true })
    expect(await call('updateNodeProps', { nodeId: idOf('p'), patch: { text: 'Two' } })).toMatchObject({ ok: true })
    expect(html()).toBe('<main><meta itemprop="price" content="2"><p>Two</p></main>')
  })
})

describe('attributes and text of updateNodeProps', () => {
  it.each([
    [{ text: 'We are <b>open</b>' }, /Escaped HTML/],
    [{ text: 'We are **open**' }, /Markdown/],
    [{ text: 'Fish &amp; chips' }, /escaped once too often/],
    [{ text: 'Hello {{ name }}' }, /other languages/],
    [{ href: '/' }, /href="\/" on <p>.*<a>/],
    [{ headline: 'x' }, /no such attribute.*headline/],
    [{ placeholder: 'x' }, /placeholder/],
    [{ className: 'hero' }, /JSX/],
    [{ hidden: 'false' }, /hidden="false"/],
    [{ title: '\\"x\\"' }, /escaped once too often/],
    [{ 'aria-labeledby': 'x' }, /aria-labeledby/],
  ])('%j is warned of', async (patch, says) => {
    const { call, idOf } = setUp()
    const result = await call('updateNodeProps', { nodeId: idOf('p'), patch })
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringMatching(says)] })
  })
  it.each([
    [{ text: 'a < b > c' }],
    [{ text: 'We are #1 * 2' }],
    [{ text: 'Fish & chips' }],
    [{ text: '{page.title}' }],
    [{ title: 'x' }],
    [{ 'data-anything': 'false' }],
    [{ hidden: false }],
    [{ hidden: true }],
    [{ class: 'one two' }],
    [{ 'aria-hidden': 'false' }],
    [{ fontSize: '2rem' }],
  ])('nothing is said of %j', async (patch) => {
    const { call, idOf } = setUp(undefined, '.one, .two { color: red }')
    const result = await call('updateNodeProps', { nodeId: idOf('p'), patch })
    expect(result).toMatchObject({ ok: true })
    expect(result.ok ? (result.warnings ?? []) : result).toEqual([])
  })
})

describe('replaceNodeHtml with the element itself', () => {
  it.each([
    [
      '<section class="hero"><p>Old</p></section>',
      'section',
      '<section class="hero dark"><p>New</p></section>',
      undefined,
    ],
    ['<section id="a"><p>Old</p></section>', 'section', '<section id="a"><p>New</p></section>', undefined],
    ['<p class="x">Old</p>', 'p', '<p>New</p>', '<p class="x">New</p>'],
    ['<h2>Old</h2>', 'h2', '<h2>New <em>one</em></h2>', undefined],
    ['<div><p>Old</p></div>', 'div', '\n<!-- new -->\n<div><p>New</p></div>\n', '<div><p>New</p></div>'],
    ['<ul class="l"><li>Old</li></ul>', 'ul', '<ul><li>New</li></ul>', '<ul class="l"><li>New</li></ul>'],
    [
      '<table><tbody><tr><td>Old</td></tr></tbody></table>',
      'tr',
      '<tr><td>New</td></tr>',
      '<table><tbody><tr><td>New</td></tr></tbody></table>',
    ],
    ['<a href="/">Old</a>', 'a', '<a href="#x">New</a>', undefined],
    ['<main data-a="1"><p>Old</p></main>', 'main', '<main><p>New</p></main>', '<main data-a="1"><p>New</p></main>'],
    ['<button type="button">Old</button>', 'button', '<button type="submit">New</button>', undefined],
  ])('%s: <%s> is replaced by %s', async (before, tag, sent, after) => {
    const { call, idOf, html } = setUp(before)
    const id = idOf(tag)
    const result = await call('replaceNodeHtml', { nodeId: id, html: sent })
    expect(result).toMatchObject({
      ok: true,
      warnings: expect.arrayContaining([expect.stringContaining('taken for the node')]),
    })
    expect(html()).toBe(after ?? sent)
    expect(idOf(tag)).toBe(id)
  })
  it.each([
    ['<div class="wrap"><p>Old</p></div>', 'div', '<div class="inner"><p>New</p></div>'],
    ['<section id="a"><p>Old</p></section>', 'section', '<section id="b"><p>New</p></section>'],
    ['<section class="hero"><p>Old</p></section>', 'section', '<section><p>New</p></section>'],
    ['<div><div><p>Old</p></div></div>', 'div', '<div><p>New</p></div>'],
    ['<div class="row"><p>Old</p></div>', 'div', '<div class="row">One</div><div class="row">Two</div>'],
    ['<div class="row"><div class="row"><p>Old</p></div></div>', 'div', '<div class="row"><p>New</p></div>'],
    ['<blockquote><p>Old</p></blockquote>', 'blockquote', '<p>New</p>'],
    ['<span class="a">Old</span>', 'span', '<span class="b">New</span>'],
    ['<article><p>Old</p></article>', 'article', '<article class="new"><p>New</p></article>'],
    ['<section class="hero"><p>Old</p></section>', 'section', '<h2>x</h2><section class="hero"><p>New</p></section>'],
  ])('%s: <%s> keeps around %s', async (before, tag, sent) => {
    const { call, idOf, html } = setUp(before)
    const outer = /^<[^>]+>/.exec(before)?.[0] ?? expect.fail()
    expect(await call('replaceNodeHtml', { nodeId: idOf(tag), html: sent })).toMatchObject({ ok: true })
    expect(html()).toBe(`${outer}${sent}</${tag}>`)
  })
})

describe('texts by themselves', () => {
  it('are counted, and a fence around HTML is taken off', async () => {
    const { call, root, idOf, html } = setUp()
    const alone = await call('insertHtml', { parentId: root, html: 'Just words' })
    expect(alone).toMatchObject({ ok: true, data: { createdCount: 0, textsCreated: 1 } })
    expect(alone).toMatchObject({ warnings: [expect.stringContaining('No element was made')] })
    const inParagraph = await call('replaceNodeHtml', { nodeId: idOf('p'), html: 'Just words' })
    expect(inParagraph).toMatchObject({ ok: true, data: { textsCreated: 1 } })
    expect(inParagraph.ok && inParagraph.warnings).toBeFalsy()
    const fenced = await call('replaceNodeHtml', { nodeId: root, html: '```html\n<h1>Hi</h1>\n```' })
    expect(fenced).toMatchObject({ ok: true, data: { createdCount: 1 } })
    expect(html().trim()).toBe('<h1>Hi</h1>')
  })
})
