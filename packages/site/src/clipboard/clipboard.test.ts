import { describe, expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { printCss } from '../css/printCss.ts'
import { readTree } from '../document/tree.ts'
import { printInnerHtml } from '../html/print.ts'
import { htmlOfText } from './text.ts'

async function setUp(html: string, css = '', prefix = 'n') {
  const project = createTestProject(prefix)
  const { pageId } = project.addPage(html)
  if (css !== '') expect(await project.call('applyCss', { css })).toMatchObject({ ok: true })
  const tree = (id = pageId) => readTree(project.pages.get(id) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((each) => each.tag === tag)?.id ?? expect.fail(tag)
  return {
    ...project,
    pageId,
    idOf,
    html: (id?: string) => printInnerHtml(tree(id), tree(id).root),
    css: () => printCss(project.site),
    async copy(tag: string) {
      const result = await project.call('copyNodes', { nodeIds: [idOf(tag)] })
      return result.ok ? (result.data as { html: string }).html : expect.fail(JSON.stringify(result))
    },
    paste: (content: { html?: string; text?: string }, parentId = idOf('main')) =>
      project.call('pasteContent', { parentId, ...content }),
  }
}

const CARDS = `:root { --space: 1rem; --ink: var(--black); --black: #111; --other: 1px }
p { color: green }
.card, h2 { padding: var(--space) }
.card:hover { animation: rise 1s }
.page .card { top: 1px }
.card .inner { color: var(--ink) }
.unused { top: 0 }
@media (max-width: 600px) { .card { padding: 0 } .unused { top: 1px } }
@keyframes rise { to { top: 0 } }
@keyframes fall { to { top: 9px } }`

describe('copyNodes and pasteContent', () => {
  test('nodes come with the rules of their own classes, and with nothing else', async () => {
    const { copy } = await setUp(
      '<main class="page"><article class="card"><p class="inner">A</p></article></main>',
      CARDS,
    )
    const clip = await copy('article')
    expect(clip).toContain('--space: 1rem;')
    expect(clip).toContain('--ink: var(--black);')
    expect(clip).toContain('--black: #111;')
    expect(clip).toMatch(/\.card \{ padding: var\(--space\) \}/)
    expect(clip).toContain('.card .inner')
    expect(clip).toContain('@media (max-width: 600px)')
    expect(clip).toContain('@keyframes rise')
    expect(clip).not.toMatch(/--other|unused|fall|\.page|h2|green/)
    expect(clip).toContain('<article class="card"><p class="inner">A</p></article>')
  })

  test('on another page of the site no rule is added', async () => {
    const site = await setUp('<main><article class="card"><p class="inner">A</p></article></main>', CARDS)
    const clip = await site.copy('article')
    const before = site.css()
    const other = site.addPage('<section></section>', { title: 'Other', slug: 'other' })
    expect(await site.paste({ html: clip }, other.root)).toMatchObject({ ok: true })
    expect(site.html(other.pageId)).toContain('<article class="card"><p class="inner">A</p></article>')
    expect(site.css()).toBe(before)
  })

  test('in another project a class that means something else gets a new name, and tokens are added that are not there', async () => {
    const from = await setUp('<main><article class="card"><p class="inner">A</p></article></main>', CARDS)
    const to = await setUp('<main></main>', ':root { --space: 9px }\n.card { color: red }', 'm')
    const clip = await from.copy('article')
    expect(await to.paste({ html: clip })).toMatchObject({ ok: true, warnings: [expect.stringContaining('"card-2"')] })
    expect(to.html()).toContain('<article class="card-2"><p class="inner">A</p></article>')
    expect(to.css()).toContain('.card { color: red }')
    expect(to.css()).toMatch(/\.card-2 \{ padding: var\(--space\) \}/)
    expect(to.css()).toContain('.card-2 .inner')
    expect(to.css()).toContain('--space: 9px')
    expect(to.css()).not.toContain('1rem')
    expect(to.css()).toContain('--black: #111')
    const once = to.css()
    await to.paste({ html: clip })
    expect(to.css(), 'the same clip again').toBe(once)
  })

  test('more nodes than rules can be found for at once are refused', async () => {
    const { call, idOf } = await setUp(`<main>${'<i></i>'.repeat(3_001)}</main>`)
    expect(await call('copyNodes', { nodeIds: [idOf('main')] })).toMatchObject({ error: { code: 'too_large' } })
  })

  test('ids that the page has already are renamed with what refers to them', async () => {
    const { paste, html } = await setUp('<main><p id="a">x</p></main>')
    await paste({ text: '<svg><linearGradient id="a"></linearGradient><path fill="url(#a)"></path></svg>' })
    expect(html()).toContain('<linearGradient id="a-2">')
    expect(html()).toContain('fill="url(#a-2)"')
  })

  test('rich text of another program keeps what it means, and not what the program left behind', async () => {
    const { paste, html, css } = await setUp('<main></main>')
    const rich = `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><h2 dir="ltr" style="color: rgb(10, 20, 30); orphans: 2; letter-spacing: normal;">Title</h2><p class="MsoNormal" data-x="1"><span style="font-weight: 400; white-space: pre-wrap;">Words <strong>bold</strong></span></p></b>`
    await paste({ html: rich })
    expect(html()).toBe('<main><h2 class="pasted-h2">Title</h2><p>Words <strong>bold</strong></p></main>')
    expect(css()).toBe('.pasted-h2 {\n  color: rgb(10, 20, 30);\n}')
  })

  test('the styles of pasted HTML do not reach the rest of the site', async () => {
    const { paste, html, css } = await setUp('<main></main>', 'p { top: 0 }')
    await paste({
      text: '<style>p, body { color: red } ul li { top: 1px } p:hover { top: 2px } .x { left: 0 }</style><p class="x">A</p>',
    })
    expect(html()).toContain('<p class="x pasted-p">A</p>')
    expect(css()).not.toMatch(/body|ul li/)
    expect(css()).toContain('.pasted-p { color: red }')
    expect(css()).toContain('.pasted-p:hover')
  })

  test('scripts and handlers are refused wherever they come from', async () => {
    const { paste, html } = await setUp('<main></main>')
    const result = await paste({ text: '<p onclick="x()">A<script>y()</script><a href="javascript:z()">b</a></p>' })
    expect(result).toMatchObject({ ok: true, data: { refused: expect.any(Array) } })
    expect(html()).toBe('<main><p>A<a>b</a></p></main>')
  })
})

test('a saved section is inserted as a copy with its rules, and deleted by itself', async () => {
  const site = await setUp('<main><article class="card"><p class="inner">A</p></article></main>', CARDS)
  const saved = await site.call('saveSection', { nodeIds: [site.idOf('article')], title: 'Card' })
  const { sectionId } = saved.ok ? (saved.data as { sectionId: string }) : expect.fail()
  const other = site.addPage('<section></section>', { title: 'Other', slug: 'other' })
  expect(await site.call('insertLayout', { layout: `saved:${sectionId}`, parentId: other.root })).toMatchObject({
    ok: true,
  })
  expect(site.html(other.pageId)).toContain('<article class="card"><p class="inner">A</p></article>')
  expect(await site.call('deleteSection', { sectionId })).toMatchObject({ ok: true })
  expect(await site.call('insertLayout', { layout: `saved:${sectionId}`, parentId: other.root })).toMatchObject({
    error: { code: 'unknown_layout' },
  })
  expect(site.html(other.pageId)).toContain('class="card"')
})

test('a text becomes what it is', () => {
  for (const [text, html] of [
    ['One\ntwo\n\nThree <b>', '<p>One<br>\ntwo</p>\n<p>Three &lt;b&gt;</p>'],
    ['https://example.org/a/', '<a href="https://example.org/a/">example.org/a</a>'],
    ['https://example.org/a.webp?x=1', '<img src="https://example.org/a.webp?x=1" alt="">'],
    ['https://example.org/a.mp4', '<video src="https://example.org/a.mp4" controls></video>'],
    ['javascript:x()', '<p>javascript:x()</p>'],
    ['<p>Hi</p>', '<p>Hi</p>'],
    ['<?xml version="1.0"?>\n<svg></svg>', '<p>&lt;?xml version=&quot;1.0&quot;?&gt;<br>\n&lt;svg&gt;&lt;/svg&gt;</p>'],
  ]) {
    expect.soft(htmlOfText(text ?? ''), text).toBe(html)
  }
  expect(htmlOfText('https://youtu.be/abcdefghijk')).toContain('embed/abcdefghijk')
})
