import { createMemoryView, type Json, type View } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { cssCases } from '../../testing/cssCases.ts'
import { htmlCases } from '../../testing/htmlCases.ts'
import { countingIds } from '../../testing/memoryDraft.ts'
import { createTestProject } from '../../testing/project.ts'
import { createSite, listPage } from '../document/pages.ts'
import { importPage } from '../import/page.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { starters } from '../starters/index.ts'
import { checkPageValue } from './page.ts'
import { checkSiteValue } from './site.ts'

function refusals(check: typeof checkPageValue, view: View): string[] {
  return [...view.keys()].flatMap((key) => {
    const reason = check(key, view.get(key) ?? null, view.get)
    return reason === undefined ? [] : [`${key}: ${reason}`]
  })
}

describe('what the site writes itself passes', () => {
  const authored = [
    ...htmlCases,
    ...cssCases,
    ...starters.flatMap(({ name, css, pages }) => pages.map(({ html }) => ({ name, css, html }))),
  ]
  it.each(authored.map(({ name, html, css }) => [name, html, css] as const))('%s', (_, html, css) => {
    const [site, page] = [createMemoryView(), createMemoryView()]
    const newId = countingIds('n')
    createSite(site, { name: 'Bakery' })
    listPage(site, { id: newId(), title: 'Home', slug: 'index' })
    importPage(site, page, { html, css, newId })
    expect(refusals(checkPageValue, page)).toEqual([])
    expect(refusals(checkSiteValue, site)).toEqual([])
  })

  it('any CSS whatever, as far as it is kept', () => {
    const piece = fc.constantFrom(
      '.a',
      '{',
      '}',
      'color: red',
      ';',
      '\n',
      ' ',
      '/* x */',
      '@media print',
      '@font-face',
      '@keyframes k',
      '50%',
      '"',
      '\\',
      '(',
      ')',
      '--x: {a}',
      '&:hover',
      ',',
      '@layer a, b;',
      '@import "x.css";',
      '!important',
      '@x y',
    )
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 20 }), { maxLength: 3 }), (sheets) => {
        const site = createMemoryView()
        const newId = countingIds()
        for (const sheet of sheets) upsertCss(site, sheet.join(''), newId)
        expect(refusals(checkSiteValue, site)).toEqual([])
      }),
      { numRuns: numRuns(500, 4_000) },
    )
  })

  it('every operation', async () => {
    const project = createTestProject()
    const { pageId, root } = project.addPage('<section><a class="x" href="/">Go</a><img src="a.png"></section>', {
      css: '.x { color: red; margin: 0 }',
    })
    const page = project.pages.get(pageId) ?? expect.fail()
    const find = (tag: string) =>
      [...page.keys()].find((key) => JSON.stringify(page.get(key)).includes(`"tag":"${tag}"`)) ?? ''
    const svg = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
    const calls: [name: string, input: () => unknown][] = [
      [
        'insertHtml',
        () => ({ parentId: root, html: '<style>.y { top: 0 }</style><p id="p">1</p><ul><li>2</li></ul>' }),
      ],
      [
        'replaceNodeHtml',
        () => ({ nodeId: find('section'), html: `<div uid="${find('a')}">x</div><svg><path d="M0 0"/></svg>` }),
      ],
      [
        'updateNodeProps',
        () => ({ nodeId: find('section'), patch: { class: 'a b', id: 's', title: 'é "', hidden: true } }),
      ],
      ['insertHtml', () => ({ parentId: root, html: '<img src="b.png">' })],
      ['updateNodeProps', () => ({ nodeId: root, patch: { class: 'dark', 'data-x': 1, style: 'color: red' } })],
      [
        'applyCss',
        () => ({
          css: '.x { color: blue; --gap: 1rem } @media print { .x { color: red } } @keyframes k { to { top: 0 } }',
        }),
      ],
      [
        'applyCss',
        () => ({ css: '.x { margin-left: 1px; color: green } @keyframes k { from { top: 0 } } .z { a { left: 0 } }' }),
      ],
      ['moveNode', () => ({ nodeId: find('ul'), newParentId: root, newIndex: 0 })],
      ['duplicateNode', () => ({ nodeId: find('ul'), count: 3 })],
      ['renameNode', () => ({ nodeId: find('ul'), label: 'The list' })],
      ['deleteNode', () => ({ nodeId: find('p') })],
      ['addPage', () => ({ title: 'Über uns & mehr', slug: 'a/b' })],
      ['renamePage', () => ({ pageId, title: 'Start', slug: 'Ünï code' })],
    ]
    for (const [name, input] of calls) {
      expect(await project.call(name, input()), name).toMatchObject({ ok: true })
    }
    const added = [...project.pages.keys()].at(-1) ?? ''
    expect(await project.call('deletePage', { pageId: added })).toMatchObject({ ok: true })
    const picture = find('img')
    expect(checkPageValue(`${picture}/attr:src`, svg, page.get)).toBeUndefined()
    expect(refusals(checkSiteValue, project.site)).toEqual([])
    for (const each of project.pages.values()) expect(refusals(checkPageValue, each)).toEqual([])
  })
})

const at: Json = ['n1', 'a0']
const element = (tag: string, attrs: Json = [], ns?: string): Json => ({
  kind: 'element',
  tag,
  attrs,
  at,
  ...(ns ? { ns } : {}),
})

describe('a page refuses', () => {
  const page = createMemoryView([
    ['n1', element('a')],
    ['n2', element('animate', [], 'svg')],
    ['n3', element('meta', [['http-equiv', 'content-type']])],
    ['n4', element('img', [['src', 'data:image/svg+xml,%3Csvg/%3E']])],
  ])
  it.each<[what: string, key: string, value: Json, reason: RegExp]>([
    ['an event handler', 'n1/attr:onclick', 'alert(1)', /onclick is refused: inline event handlers/],
    ['an event handler in capitals', 'n1/attr:OnClick', 'alert(1)', /inline event handlers/],
    ['a script as a link', 'n1/attr:href', ' java\nscript:alert(1)', /the URL is a script/],
    ['a page inside a link', 'n1/attr:href', 'data:text/html,<script>1</script>', /document of its own/],
    ['a drawing opened by a link', 'n1/attr:href', 'data:image/svg+xml,%3Csvg/%3E', /document of its own/],
    ['a page inside an attribute', 'n1/attr:srcdoc', '<p>', /srcdoc is refused/],
    ['a style that runs', 'n1/attr:style', 'width: expression(1)', /runs code/],
    ['a link set by an animation', 'n2/attr:values', '/;javascript:alert(1)', /the URL is a script/],
    ['a header set by a page', 'n3/attr:http-equiv', 'refresh', /response header/],
    ['a handler of a node that is not there', 'zz/attr:onload', 'x', /inline event handlers/],
    ['a script link of a node that is not there', 'zz/attr:to', 'javascript:x', /the URL is a script/],
    [
      'an animated link that calls itself a part of a formula',
      'n9',
      element(
        'set',
        [
          ['attributeName', 'href'],
          ['to', '#'],
        ],
        'math',
      ),
      /animates a link/,
    ],
    ['an animated script in an element of HTML', 'n9', element('animate', [['values', 'x;javascript:x']]), /a script/],
    ['a script link that NUL parts', 'n1/attr:href', 'java\0script:x', /the URL is a script/],
    ['an attribute name that HTML cannot hold', 'n1/attr:a b', '', /not an attribute name/],
    ['an attribute that is not text', 'n1/attr:href', 7, /An attribute is a text/],
    ['a script', 'n9', element('script'), /<script> is refused/],
    ['a script in capitals', 'n9', element('SCRIPT'), /is refused/],
    ['a script in a drawing', 'n9', element('script', [], 'svg'), /<script> is refused/],
    ['a base', 'n9', element('base', [['href', '//evil']]), /<base> is refused/],
    ['a handler from birth', 'n9', element('img', [['onerror', 'x']]), /inline event handlers/],
    ['a script frame from birth', 'n9', element('iframe', [['src', 'javascript:x']]), /the URL is a script/],
    ['attributes that are not a list', 'n9', element('p', { id: 'x' }), /list of names and texts/],
    ['a tag that ends its element', 'n9', element('p><script'), /is refused/],
    ['an element of another namespace', 'n9', element('p', [], 'xul'), /HTML, SVG or MathML/],
    ['a birth without a place', 'n9', { kind: 'element', tag: 'p' }, /its place/],
    ['a birth of something else', 'n9', { kind: 'slot', at }, /an element, a text or a comment/],
    ['a birth with more than it has', 'n9', { kind: 'text', text: '', at, run: 1 }, /no tag and no attributes/],
    ['a birth that is a text', 'n9', 'x', /made of its kind/],
    ['an element turned into a script', 'n1/tag', 'script', /<script> is refused/],
    ['a picture turned into a frame', 'n4/tag', 'iframe', /document of its own/],
    ['a place that is no place', 'n1/at', 'n2', /parent’s id and an order key/],
    ['a place with a line break', 'n1/at', ['n2', 'a\n'], /parent’s id and an order key/],
    ['an order of attributes that is no list', 'n1/attributes', 'href', /list of their names/],
    ['an order of things that are no names', 'n1/attributes', ['href', 7], /list of their names/],
    ['a class of two words', 'n1/class:a b', true, /not a class name/],
    ['a class that is not a yes or no', 'n1/class:a', 'a', /true or false/],
    ['a deletion that is not a yes or no', 'n1/deleted', 1, /true or false/],
    ['a text that is too long', 'n1/text', 'x'.repeat(1_000_001), /1000000 characters/],
    ['a long label', 'n1/label', 'x'.repeat(201), /200 characters/],
    ['a field that there is not', 'n1/run', 'x', /no field "run"/],
    ['a key with no name', '', 'x', /not a valid node id/],
    ['a key of markup', '"><script>', 'x', /not a valid node id/],
    ['a root that is not an id', 'root', { kind: 'element' }, /the id of a node/],
    ['a root that the page does not have', 'root', 'nowhere', /the id of a node/],
  ])('%s', (_, key, value, reason) => {
    expect(checkPageValue(key, value, page.get)).toMatch(reason)
  })

  it('edits and deletions that make of a harmless element one that runs script', () => {
    const at = ['root', 'a0']
    const script = 'data:image/svg+xml,<svg onload="pwn()"></svg>'
    const check = (fields: Record<string, Json>, key: string) => {
      const keys = (prefix: string) => Object.keys(fields).filter((each) => each.startsWith(prefix))
      return checkPageValue(key, fields[key], (each) => fields[each], keys)
    }
    const image = { kind: 'element', tag: 'img', attrs: [['src', script]], at }
    const frame = { kind: 'element', tag: 'iframe', attrs: [], at }
    const harmless = { n: image, 'n/attr:src': '/a.png' }
    expect(check(harmless, 'n/attr:src')).toBeUndefined()
    expect(check({ n: image }, 'n/attr:src')).toBeUndefined()
    expect(check({ ...harmless, 'n/tag': 'iframe' }, 'n/tag')).toBeUndefined()
    expect(check({ n: image, 'n/tag': 'iframe' }, 'n/attr:src')).toMatch(/src is refused/)
    expect(check({ n: frame, 'n/tag': 'img', 'n/attr:src': script }, 'n/attr:src')).toBeUndefined()
    expect(check({ n: frame, 'n/attr:src': script }, 'n/tag')).toMatch(/src is refused/)
    expect(check({ n: frame, 'n/attr:SRC': script }, 'n')).toMatch(/SRC is refused/)
    expect(check({ n: image, 'n/tag': 'iframe', 'n/attr:src': script }, 'n/tag')).toMatch(/src is refused/)
    expect(check({}, 'n')).toBeUndefined()
    for (const key of ['root', 'head', 'html']) expect(check({}, key)).toMatch(/never deleted/)
  })

  it('that the body, the head or the html element goes away or into another element', () => {
    const at = ['', 'a0']
    const fields: Record<string, Json> = { root: 'b', b: { kind: 'element', tag: 'body', attrs: [], at } }
    const read = (key: string) => fields[key]
    for (const [key, value] of [
      ['b', undefined],
      ['b/deleted', true],
      ['b/at', ['n', 'a0']],
    ] as const)
      expect(checkPageValue(key, value === undefined ? value : JSON.parse(JSON.stringify(value)), read)).toMatch(
        /every page/,
      )
    expect(checkPageValue('b/at', ['', 'a1'], read)).toBeUndefined()
    expect(checkPageValue('b/deleted', false, read)).toBeUndefined()
    expect(checkPageValue('b/at', undefined, read)).toBeUndefined()
  })

  it('nothing of that to be undone', () => {
    expect(checkPageValue('n1/attr:onclick', null, page.get)).toBeUndefined()
    expect(checkPageValue('n1/attr:href', '/', page.get)).toBeUndefined()
  })
})

describe('a site refuses', () => {
  const rule = (more: Record<string, Json>): Json => ({ kind: 'style', at: 'a0', prelude: '.a ', ...more })
  it.each<[what: string, key: string, value: Json, reason: RegExp]>([
    ['a URL that runs', 'rule:r1/d:0', 'background: url(javascript:x)', /runs script/],
    ['the same in escapes', 'rule:r1/d:0', 'background: url(j\\61vascript:x)', /runs script/],
    ['a binding', 'rule:r1/d:n', { at: 'a0', before: ' ', text: '-moz-binding: url(x)' }, /runs script/],
    ['a script sheet', 'rule:r1', { kind: 'statement', at: 'a0', prelude: '@import "javascript:x";' }, /runs script/],
    ['a declaration that is several', 'rule:r1/d:0', 'color: red; top: 0', /not one CSS declaration/],
    ['a declaration that ends its rule', 'rule:r1/d:0', 'color: red } * { top: 0', /not one CSS declaration/],
    ['a prelude that is a rule', 'rule:r1/prelude', '.a { } .b', /not one CSS rule/],
    ['a rule of another kind', 'rule:r1', rule({ kind: 'script' }), /no such kind/],
    ['markup in front of a rule', 'rule:r1', rule({ before: '</style><script>' }), /white space/],
    ['a declaration in a comment', 'rule:r1', { kind: 'comment', at: 'a0', prelude: '/* */ .a{}' }, /not one CSS rule/],
    [
      'declarations that run',
      'rule:r1',
      rule({ declarations: [['0', 'a0', ' ', 'width: expression(1)']] }),
      /runs script/,
    ],
    ['declarations of another form', 'rule:r1', rule({ declarations: [{ color: 'red' }] }), /an id, a place/],
    ['a rule with more than it has', 'rule:r1', rule({ run: 1 }), /A rule is made of/],
    ['a rule’s unknown field', 'rule:r1/script', 'x', /no field "script"/],
    ['a path out of the site', 'page:p1/slug', '../../x', /The slug/],
    ['an empty slug', 'page:p1/slug', '', /The slug/],
    ['a page without a slug', 'page:p1', { title: 'x', at: 'a0' }, /The slug/],
    ['a page’s unknown field', 'page:p1/html', 'x', /no field "html"/],
    ['parameters that are not a list', 'page:c1/params', { name: 'a' }, /list of at most/],
    ['a parameter without a type', 'page:c1/params', [{ name: 'a' }], /a name, a type/],
    ['a parameter that no attribute can be', 'page:c1/params', [{ name: 'A b', type: 'text' }], /a name, a type/],
    ['a default that runs', 'page:c1/params', [{ name: 'a', type: 'url', default: 'javascript:x' }], /is a script/],
    ['a template of no target', 'page:p1/template', { target: { kind: 'some' } }, /its target/],
    ['a title of another kind', 'page:p1/title', { en: 'x' }, /The title/],
    ['a breakpoint of no width', 'breakpoint:m', { label: 'M', width: 0 }, /width in pixels/],
    ['settings of another shape', 'settings', ['x'], /names and values/],
    ['a setting that is a list', 'settings/name', ['x'], /A setting is/],
    ['a key that there is not', 'script', 'x', /no field "script"/],
    ['a thing that there is not', 'thing:x', 'alert(1)', /no field "thing:x"/],
  ])('%s', (_, key, value, reason) => {
    expect(checkSiteValue(key, value)).toMatch(reason)
  })
})
