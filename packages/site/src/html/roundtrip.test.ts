import { createMemoryView } from '@atelier/documents'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes as Dom, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { htmlCases } from '../../testing/htmlCases.ts'
import { countIds } from '../../testing/localPage.ts'
import { readTree } from '../document/tree.ts'
import { importPage } from '../import/page.ts'
import { isDocument, parseHtml } from './parse.ts'
import { printHtml, printInnerHtml, printLoose } from './print.ts'
import { TreeBuilder } from './treeBuilder.ts'

function stored(html: string) {
  const page = createMemoryView()
  const result = importPage(createMemoryView(), page, { html, newId: countIds() })
  return { tree: readTree(page), result }
}

/** A DOM as lines, without style elements (their CSS goes to the sheet) and with the seams of text closed. */
function shape(nodes: readonly Dom.ChildNode[], indent = '', inTemplate = false): string[] {
  const lines: string[] = []
  let text = ''
  const flush = () => {
    if (text !== '') lines.push(`${indent}${JSON.stringify(text)}`)
    text = ''
  }
  for (const node of nodes) {
    if ('value' in node) text += node.value
    else if ('tagName' in node) {
      if (node.tagName === 'style' && !inTemplate) continue
      flush()
      const attrs = node.attrs.map(
        ({ prefix, name, value }) => `${prefix ? `${prefix}:` : ''}${name}=${JSON.stringify(value)}`,
      )
      lines.push(`${indent}<${node.tagName} ${node.namespaceURI.slice(-4)} ${attrs.join(' ')}>`)
      const children = 'content' in node ? (node.content as Dom.DocumentFragment).childNodes : node.childNodes
      lines.push(...shape(children, `${indent}  `, inTemplate || node.tagName === 'template'))
    } else if ('data' in node) {
      flush()
      lines.push(`${indent}<!--${node.data}-->`)
    }
  }
  flush()
  return lines
}

const options = { scriptingEnabled: false }
const parse = (html: string, given: { scriptingEnabled: boolean }) =>
  TreeBuilder.parse<DefaultTreeAdapterMap>(html, given)

/** Like parse5's function of this name, with the tree builder that knows what a select may hold. */
function parseFragment(context: Dom.Element | null, html: string, given: { scriptingEnabled: boolean }) {
  const parser = TreeBuilder.getFragmentParser<DefaultTreeAdapterMap>(context, given)
  parser.tokenizer.write(html, true)
  return parser.getFragment()
}

const body = parseFragment(null, '<div></div>', options).childNodes[0]

function bodyOf(html: string): Dom.ChildNode[] {
  if (!isDocument(html)) return fragment(html)
  const root = parse(html, options).childNodes.find((node) => node.nodeName === 'html')
  const element = root && 'childNodes' in root ? root.childNodes.find((node) => node.nodeName === 'body') : undefined
  return element && 'childNodes' in element ? element.childNodes : []
}

function fragment(html: string): Dom.ChildNode[] {
  const context = parse('', options).childNodes[0]
  const element = context && 'childNodes' in context ? context.childNodes[1] : undefined
  if (!element || !('tagName' in element) || !body) throw new Error('no body')
  return parseFragment(element, html, options).childNodes
}

/** The parts of a DOM that would run, redirect or navigate by script. */
function active(nodes: readonly Dom.ChildNode[]): string[] {
  return nodes.flatMap((node) => {
    if (!('tagName' in node)) return []
    const attrs = node.attrs.filter(
      ({ name, value }) =>
        /^on|^http-equiv$/.test(name) ||
        (name === 'srcdoc' && active(parse(value, options).childNodes).length > 0) ||
        (/^(href|src|data)$/.test(name) && /^(javascript|data:text)/.test(value)),
    )
    const own = /^(script|base)$/.test(node.tagName)
      ? [node.tagName]
      : attrs.map(({ name }) => `${node.tagName} ${name}`)
    const children = 'content' in node ? (node.content as Dom.DocumentFragment).childNodes : node.childNodes
    return [...own, ...active(children)]
  })
}

describe('HTML in and out', () => {
  it('has at least sixty cases', () => {
    expect(htmlCases.length).toBeGreaterThanOrEqual(60)
    expect(new Set(htmlCases.map(({ name }) => name)).size).toBe(htmlCases.length)
  })
  it.each(htmlCases.map((each) => [each.name, each] as const))('%s', (_name, { html }) => {
    const { tree, result } = stored(html)
    // An attribute that is written twice counts once, and the result reports it.
    expect(result.refused.filter(({ why }) => !why.startsWith('the element has that attribute'))).toEqual([])
    expect(shape(fragment(printInnerHtml(tree, tree.root)))).toEqual(shape(bodyOf(html)))
  })
  it('keeps the attributes of a whole document’s body', () => {
    const html = htmlCases.find(({ name }) => name === 'whole document')?.html ?? ''
    const { tree, result } = stored(html)
    expect(printHtml(tree, tree.root)).toContain('<body class="w x" id="top" style="margin:0">')
    expect(result.head).toMatchObject({ lang: 'de', title: 'T' })
  })

  const tag = fc.constantFrom(
    ...'div p span b i a ul li table tbody tr td th caption form input br hr h1 button select option pre textarea svg g path foreignObject math mi mtext template noscript iframe details summary section nobr img title dl dd'.split(
      ' ',
    ),
  )
  const text = fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '&nbsp;',
      '&amp;lt;',
      '<',
      '&#13;',
      '\0',
      '<!--c-->',
      '<!-- --!>',
      '</noscript>',
      '</',
      ']]>',
    ),
    fc.string({ maxLength: 8 }),
  )
  const attribute = fc.oneof(
    fc.constantFrom(
      ' class="a b"',
      ' id=x',
      ' title="&quot;<p>"',
      ' hidden',
      ' encoding="text/html"',
      ' href=/x',
      ' a"b=c',
      ' type=hidden',
    ),
    fc.string({ maxLength: 6 }).map((value) => ` data-x="${value.replaceAll('"', '')}"`),
  )
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(tag, fc.array(attribute, { maxLength: 2 }))
        .map(([name, attrs]) => `<${name}${attrs.join('')}>`),
    },
    { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
    { weight: 3, arbitrary: text },
  )
  const soup = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

  it('stores what a parser reads if HTML text can express it, and prints the same again', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const parsed = parseHtml(html)
        if (parsed.misplaced !== undefined) return
        const printed = printLoose(parsed.nodes)
        const again = parseHtml(printed)
        expect(again.misplaced).toBeUndefined()
        expect(again.nodes).toEqual(parsed.nodes)
        expect(again.refused.filter(({ why }) => !why.startsWith('HTML drops'))).toEqual([])
        expect(printLoose(again.nodes)).toBe(printed)
        // parse5 itself printing its own DOM is the judge of what text can express.
        const source = shape(fragment(html))
        const stable = shape(fragment(serialize({ nodeName: '#document-fragment', childNodes: fragment(html) })))
        const changed =
          parsed.refused.length > 0 ||
          parsed.warnings.length > 0 ||
          /\r|&#13;|<(pre|textarea)|style|noscript/i.test(html)
        if (!changed && source.join('\n') === stable.join('\n')) expect(shape(fragment(printed))).toEqual(source)
      }),
      { numRuns: numRuns(150, 1_200) },
    )
  })
  it('removes everything executable, however it is broken up', () => {
    const hostile = fc.constantFrom(
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<svg><script>1</script>',
      '<a href="java&#10;script:1">',
      '<math><mtext><table><mglyph><style><!--</style>',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '<svg><style><img src=x onerror=alert(1)></style>',
      '<iframe srcdoc="<script>1</script>">',
      '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
      '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
      '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
      '<!--><img src=x onerror=alert(1)>-->',
      '<template><script>1</script></template>',
      '<svg><animate attributeName=href values="javascript:1"/></svg>',
      '<base href="//evil">',
      '<meta http-equiv=refresh content="0;url=//evil">',
      '<object data="data:text/html,x">',
      '<title><img title="</title><img src=x onerror=alert(1)>">',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, piece), { maxLength: 8 }), (pieces) => {
        const parsed = parseHtml(pieces.join(''))
        if (parsed.misplaced !== undefined) return
        for (const scriptingEnabled of [true, false]) {
          const dom = parseFragment(null, printLoose(parsed.nodes), { scriptingEnabled })
          expect(active(dom.childNodes)).toEqual([])
        }
      }),
      { numRuns: numRuns(150, 1_200) },
    )
  })
})

describe('comments in front of the content', () => {
  it.each([
    ['<!doctype html><p>', true],
    [' <!-- a --> <!--> <!---> <!-- b --!>\n<html>', true],
    ['<!-- <html> --><p>', false],
    ['<!-- never closed <html>', false],
    ['<header>', false],
    ['<BODY class="a">', true],
  ])('%s', (source, expected) => {
    expect(isDocument(source)).toBe(expected)
  })

  it.each<[string, (count: number) => string, boolean]>([
    ['ends and beginnings', (count) => `${'--> <!--'.repeat(count)}-->`, false],
    ['comments within comments', (count) => `${'<!-- --> <!--'.repeat(count)}<p>`, false],
    ['empty comments', (count) => `${'<!---->'.repeat(count)}<html>`, true],
  ])('cost as much as they are long, however many there are: %s', async (_what, make, expected) => {
    expect(isDocument(make(100_000))).toBe(expected)
    const prepare = (count: number) => {
      const source = make(count)
      return () => isDocument(source)
    }
    expect(await growthOf(prepare, 100_000)).toBeLessThan(LINEAR)
  })
})
