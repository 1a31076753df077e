import { describe, expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { printCss } from '../css/printCss.ts'
import { readTree } from '../document/tree.ts'
import { printInnerHtml } from '../html/print.ts'
import { layouts } from './layouts.ts'

function setUp(css = '', html = '<main></main>') {
  const project = createTestProject()
  const { pageId } = project.addPage(html)
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((each) => each.tag === tag)?.id ?? expect.fail()
  const write = async (text: string) =>
    expect(await project.call('applyCss', { css: text })).toMatchObject({ ok: true })
  const insert = (layout: string, parentId = idOf('main'), index?: number) =>
    project.call('insertLayout', { layout, parentId, ...(index === undefined ? {} : { index }) })
  return {
    ...project,
    idOf,
    insert,
    begin: () => (css === '' ? undefined : write(css)),
    html: () => printInnerHtml(tree(), tree().root),
    css: () => printCss(project.site),
  }
}

describe('insertLayout', () => {
  test('every layout can be inserted, with no inline style, no id and no !important', async () => {
    for (const { id } of layouts) {
      const host = id === 'item' ? '<main><ul></ul></main>' : '<main></main>'
      const { insert, html, css, idOf } = setUp('', host)
      const result = await insert(id, idOf(id === 'item' ? 'ul' : 'main'))
      expect.soft(result, id).toMatchObject({ ok: true })
      expect.soft(result, id).not.toHaveProperty('data.refused')
      expect.soft(html(), id).not.toMatch(/\s(?:style|id)=/)
      expect.soft(css(), id).not.toMatch(/!important|#[\w-]+\s*\{/)
      const used = new Set([...html().matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
      const ruled = new Set([...css().matchAll(/^\s*\.([\w-]+)/gm)].map(([, name = '']) => name))
      expect.soft([...used].sort(), id).toEqual([...ruled].sort())
    }
  })

  test('is on lines of its own, indented like the page', async () => {
    const { insert, html } = setUp('', '<main>\n  <h1>Bread</h1>\n  <p>One <b>two</b></p>\n</main>')
    const before = html()
    expect(await insert('quote', undefined, 1)).toMatchObject({ ok: true })
    const quote = `  <figure class="quote">
    <blockquote>
      <p>A sentence that a customer said, and that says it better.</p>
    </blockquote>
    <figcaption class="quote-source">Name, company</figcaption>
  </figure>
`
    expect(html()).toBe(before.replace('  <p>', `${quote}  <p>`))
    expect(await insert('divider')).toMatchObject({ ok: true })
    expect(html()).toMatch(/<\/p>\n {2}<hr[^>]*>\n<\/main>$/)
  })

  test('adds no space among words, in text on one line, and in verbatim text', async () => {
    for (const host of [
      '<main>One <b>two</b></main>',
      '<main><b>one</b></main>',
      '<main><pre><b>a</b>\n<b>b</b></pre></main>',
    ]) {
      const { call, idOf, html } = setUp('', host)
      const parentId = idOf(host.includes('<pre') ? 'pre' : 'main')
      expect(await call('insertHtml', { parentId, index: 1, html: '<i>new</i>' })).toMatchObject({ ok: true })
      expect(html().replace('<i>new</i>', '')).toBe(host)
    }
  })

  test('in tabs where the page has tabs, and in an element that holds nothing but a line', async () => {
    const { insert, html, idOf } = setUp('', '<main>\n\t<p>One</p>\n\t<div>\n\t</div>\n</main>')
    await insert('quote', idOf('div'))
    expect(html()).toContain('\t<div>\n\t\t<figure class="quote">\n\t\t\t<blockquote>\n\t\t\t\t<p>')
    expect(html()).toContain('\n\t\t</figure>\n\t</div>\n</main>')
  })

  test('has headings of the level that its place asks for', async () => {
    const levels = async (host: string, ...ids: string[]) => {
      const { insert, html } = setUp('', `<main>${host}</main>`)
      for (const id of ids) await insert(id)
      return [...html().matchAll(/<(h\d)/g)].map(([, tag]) => tag).join(' ')
    }
    expect(await levels('', 'hero', 'cards')).toBe('h1 h2 h2 h2')
    expect(await levels('<h1>A</h1><h2>B</h2>', 'cards', 'cards')).toBe('h1 h2 h3 h3 h3 h3 h3 h3')
    expect(await levels('<h1>A</h1>', 'hero')).toBe('h1 h2')
    expect(await levels('', 'cards')).toBe('h2 h2 h2')
    expect(await levels('<h1>A</h1>', 'subheading')).toBe('h1 h3')
  })

  test('a second one of the same kind adds no rule', async () => {
    const { insert, css } = setUp()
    await insert('hero')
    const once = css()
    await insert('hero')
    expect(css()).toBe(once)
  })

  test('a value near a token of the site is that token, and others stay lengths', async () => {
    const site = setUp(':root { --space-m: 1.5rem; --line: #ddd; --radius: 10px; --brand: #123; --on-brand: #fff }')
    await site.begin()
    await site.insert('cards')
    await site.insert('button')
    expect(site.css()).toContain(
      '.card { padding: var(--space-m); border: 1px solid var(--line); border-radius: var(--radius); }',
    )
    expect(site.css()).toContain('gap: var(--space-m)')
    expect(site.css()).toContain(
      'padding: 0.75rem var(--space-m); border: 0; border-radius: var(--radius); background: var(--brand); color: var(--on-brand)',
    )
  })

  test('the one radius of a site rounds buttons and cards alike, and a token that two sides share stands once', async () => {
    const site = setUp(':root { --space-m: 1.75rem; --radius: 8px }')
    await site.begin()
    for (const layout of ['cards', 'button', 'footer']) await site.insert(layout)
    expect(site.css().match(/border-radius: var\(--radius\)/g)).toHaveLength(2)
    expect(site.css()).toContain('padding: var(--space-m); border-top')
    expect(site.css()).not.toMatch(/(var\(--[\w-]+\)) \1/)
  })

  test('classes of the site that do the same are used, and others of that name are not', async () => {
    const site = setUp(
      '.btn { padding: 8px; background: red }\n.card { color: red }\n.features { display: grid; grid-template-columns: 1fr 1fr; padding: 0 1rem }',
    )
    await site.begin()
    await site.insert('cards')
    await site.insert('button')
    expect(site.html()).toContain('<a class="btn" href="#">')
    expect(site.html()).toContain('<div class="features">')
    expect(site.html()).toContain('<article class="card-2">')
    expect(site.css()).not.toContain('.button')
    expect(site.css()).not.toContain('.cards')
  })

  test('a section class of the site that reaches to the edges of the window gets the wrap of the site, or is not used', async () => {
    const opening =
      '.opening { display: grid; grid-template-columns: 7fr 5fr; padding-block: 2rem }\n.opening-words { display: grid; gap: 1rem }'
    const wrap = '.wrap { width: min(100% - 2.5rem, 76rem); margin-inline: auto }'
    const added = async (css: string, host?: string, parent = 'body') => {
      const site = setUp(css, host)
      await site.begin()
      expect(await site.insert('hero', site.idOf(parent))).toMatchObject({ ok: true })
      return /<section class="([^"]*)"/.exec(site.html())?.[1]
    }
    expect(await added(`${opening}\n${wrap}`)).toBe('opening wrap')
    expect(await added(`${opening}\n${wrap}`, '<main></main>', 'main')).toBe('opening wrap')
    expect(await added(`${opening}\n${wrap}`, '<main class="wrap"></main>', 'main')).toBe('opening')
    expect(await added(`${opening}\nbody { padding: 2rem }`)).toBe('opening')
    expect(await added(`${opening}\n${wrap}`, '<div class="column"></div>', 'div')).toBe('opening')
    expect(await added(opening)).toBe('hero')
    expect(await added(`${opening}\n.wrap { width: 100%; margin: 0 auto }`)).toBe('hero')
    expect(await added(opening.replace('padding-block: 2rem', 'padding: 2rem 1.5rem'))).toBe('opening')
  })

  test('columns stack on phones by the convention of the site', async () => {
    const plain = setUp()
    await plain.insert('cards')
    expect(plain.css()).toMatch(/\.cards \{[^}]*repeat\(3, minmax\(0, 1fr\)\);\n\}/)
    expect(plain.css()).toMatch(
      /@media \(max-width: 768px\) \{\s*\.cards \{\s*grid-template-columns: minmax\(0, 1fr\);/,
    )

    const first = setUp('.a { top: 0 }\n@media (min-width: 40rem) { .a { top: 1px; left: 1px } }')
    await first.begin()
    await first.insert('cards')
    expect(first.css()).not.toMatch(/max-width/)
    expect(first.css()).toMatch(/\.cards \{ display: grid; gap: 1.5rem; padding: 3rem 1.5rem; \}/)
    expect(first.css().match(/@media \(min-width: 40rem\)/g)).toHaveLength(1)
    expect(first.css()).toMatch(/@media \(min-width: 40rem\) \{[^@]*\.cards \{ grid-template-columns: repeat/)

    const desktop = setUp(
      '.a { top: 0; left: 0 }\n\n/* Phones */\n@media (width <= 600px) {\n  .a { top: 1px; left: 1px }\n}',
    )
    await desktop.begin()
    await desktop.insert('cards')
    expect(desktop.css()).toBe(`.a { top: 0; left: 0 }
.cards { display: grid; gap: 1.5rem; padding: 3rem 1.5rem; grid-template-columns: repeat(3, minmax(0, 1fr)); }
.card { padding: 1.5rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }

/* Phones */
@media (width <= 600px) {
  .a { top: 1px; left: 1px }
  .cards { grid-template-columns: minmax(0, 1fr); }
}`)
  })

  test('an unknown layout names the known ones, and changes nothing', async () => {
    const { insert, html } = setUp()
    const before = html()
    expect(await insert('none')).toMatchObject({ ok: false, error: { code: 'unknown_layout', path: '/layout' } })
    expect(html()).toBe(before)
  })
})
