import { describe, expect, it } from 'vitest'
import { setUpPage } from '../../../testing/onePage.ts'
import { printCss } from '../../css/printCss.ts'
import { readRules } from '../../css/rules.ts'
import { readTree } from '../../document/tree.ts'

describe('updateNodeProps', () => {
  it('writes style props as rules of the node, in the order that makes them count', async () => {
    const { site, idOf, data, inner } = setUpPage('<section class="hero"></section>')
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
    const { site, idOf, data, inner } = setUpPage(
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
    const { site, idOf } = setUpPage('<a href="/">x</a>')
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
    const { site, root } = setUpPage('')
    expect(await site.call('insertHtml', { parentId: root, html })).toMatchObject({
      error: { code: 'html_token', message: expect.stringMatching(expected), path: '/html' },
    })
  })
  it('is refused in attributes and beside other text of a node, and taken as all that it holds', async () => {
    const { site, root, data, idOf } = setUpPage('')
    await data('insertHtml', { parentId: root, html: '<div title="a">{currentEntry.body|html}</div>' })
    for (const patch of [{ title: '{currentEntry.body|html}' }, { text: 'x {currentEntry.body|html}' }]) {
      const result = await site.call('updateNodeProps', { nodeId: idOf('div'), patch })
      expect(result).toMatchObject({ error: { code: 'html_token' } })
    }
    await data('updateNodeProps', { nodeId: idOf('div'), patch: { text: ' {currentEntry.note|html} ' } })
    await data('updateNodeProps', { nodeId: idOf('div'), patch: { title: '\\{currentEntry.note|html}' } })
  })
})
